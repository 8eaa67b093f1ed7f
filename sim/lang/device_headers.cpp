// The texts of the built-in headers. cooperative_groups.h: blocks, tiles of at most a warp, coalesced threads; their
// functions are the warp functions they stand for (CUDA C++ Programming Guide, "Cooperative Groups").
// Grid and cluster groups are left out: they are refused by name.
#include "sim/lang/device_headers.h"

namespace warpglass::lang {
namespace {

constexpr std::string_view kCooperativeGroups = R"(#pragma once
namespace cooperative_groups {
__device__ inline unsigned int block_rank_() {
  return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}
__device__ inline unsigned int block_size_() { return blockDim.x * blockDim.y * blockDim.z; }
struct thread_block {
  int unused_;
  __device__ static void sync() { __syncthreads(); }
  __device__ static unsigned int thread_rank() { return block_rank_(); }
  __device__ static unsigned int size() { return block_size_(); }
  __device__ static unsigned int num_threads() { return block_size_(); }
  __device__ static dim3 group_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
  __device__ static dim3 thread_index() { return dim3(threadIdx.x, threadIdx.y, threadIdx.z); }
  __device__ static dim3 group_dim() { return dim3(blockDim.x, blockDim.y, blockDim.z); }
  __device__ static dim3 dim_threads() { return dim3(blockDim.x, blockDim.y, blockDim.z); }
};
__device__ inline thread_block this_thread_block() { thread_block b = {0}; return b; }
template <unsigned int Size, class Parent = thread_block>
struct thread_block_tile {
  int unused_;
  static_assert(Size >= 1 && Size <= 32 && (Size & (Size - 1)) == 0, "a tile has 1, 2, 4, 8, 16 or 32 threads here");
  __device__ static unsigned int first_() { return block_rank_() & 31u & ~(Size - 1u); }
  __device__ static unsigned int mask_() { return (0xffffffffu >> (32u - Size)) << first_(); }
  __device__ void sync() const { __syncwarp(mask_()); }
  __device__ unsigned int thread_rank() const { return block_rank_() & (Size - 1u); }
  __device__ constexpr unsigned int size() const { return Size; }
  __device__ constexpr unsigned int num_threads() const { return Size; }
  __device__ unsigned int meta_group_rank() const { return block_rank_() / Size; }
  __device__ unsigned int meta_group_size() const { return (block_size_() + Size - 1u) / Size; }
  template <class T> __device__ T shfl(T v, int source) const { return __shfl_sync(mask_(), v, source, Size); }
  template <class T> __device__ T shfl_up(T v, unsigned int d) const { return __shfl_up_sync(mask_(), v, d, Size); }
  template <class T> __device__ T shfl_down(T v, unsigned int d) const { return __shfl_down_sync(mask_(), v, d, Size); }
  template <class T> __device__ T shfl_xor(T v, unsigned int m) const { return __shfl_xor_sync(mask_(), v, m, Size); }
  __device__ int any(int p) const { return (__ballot_sync(mask_(), p) & mask_()) != 0u; }
  __device__ int all(int p) const { return (__ballot_sync(mask_(), p) & mask_()) == mask_(); }
  __device__ unsigned int ballot(int p) const { return (__ballot_sync(mask_(), p) & mask_()) >> first_(); }
  template <class T> __device__ unsigned int match_any(T v) const { return __match_any_sync(mask_(), v) >> first_(); }
};
template <unsigned int Size, class Parent>
__device__ inline thread_block_tile<Size> tiled_partition(const Parent& group) {
  thread_block_tile<Size> tile = {0};
  return tile;
}
struct coalesced_group {
  unsigned int members_;
  __device__ static unsigned int lane_() { return block_rank_() & 31u; }
  __device__ unsigned int lane_of_(unsigned int rank) const {
    unsigned int rest = members_;
    for (unsigned int i = 0; i < rank; ++i) rest &= rest - 1u;
    return __ffs(rest) - 1;
  }
  __device__ unsigned int pack_(unsigned int bits) const {
    unsigned int packed = 0, at = 0;
    for (unsigned int rest = members_; rest; rest &= rest - 1u, ++at)
      packed |= ((bits >> (__ffs(rest) - 1)) & 1u) << at;
    return packed;
  }
  __device__ void sync() const { __syncwarp(members_); }
  __device__ unsigned int thread_rank() const { return __popc(members_ & ((1u << lane_()) - 1u)); }
  __device__ unsigned int size() const { return __popc(members_); }
  __device__ unsigned int num_threads() const { return __popc(members_); }
  __device__ unsigned int meta_group_rank() const { return 0u; }
  __device__ unsigned int meta_group_size() const { return 1u; }
  template <class T> __device__ T shfl(T v, unsigned int rank) const {
    return __shfl_sync(members_, v, lane_of_(rank));
  }
  template <class T> __device__ T shfl_down(T v, unsigned int d) const {
    const unsigned int rank = thread_rank() + d;
    return __shfl_sync(members_, v, rank < size() ? lane_of_(rank) : lane_());
  }
  template <class T> __device__ T shfl_up(T v, unsigned int d) const {
    const unsigned int rank = thread_rank();
    return __shfl_sync(members_, v, rank >= d ? lane_of_(rank - d) : lane_());
  }
  __device__ int any(int p) const { return (__ballot_sync(members_, p) & members_) != 0u; }
  __device__ int all(int p) const { return (__ballot_sync(members_, p) & members_) == members_; }
  __device__ unsigned int ballot(int p) const { return pack_(__ballot_sync(members_, p)); }
};
__device__ inline coalesced_group coalesced_threads() { coalesced_group g = {__activemask()}; return g; }
struct thread_group {
  unsigned int rank_, size_, mask_, is_block_;
  __device__ thread_group(thread_block b) : rank_(b.thread_rank()), size_(b.size()), mask_(0u), is_block_(1u) {}
  __device__ thread_group(coalesced_group g)
      : rank_(g.thread_rank()), size_(g.size()), mask_(g.members_), is_block_(0u) {}
  __device__ thread_group(thread_block_tile<32, thread_block> t)
      : rank_(t.thread_rank()), size_(32u), mask_(0xffffffffu), is_block_(0u) {}
  __device__ thread_group(unsigned int rank, unsigned int size, unsigned int mask)
      : rank_(rank), size_(size), mask_(mask), is_block_(0u) {}
  __device__ void sync() const { if (is_block_) __syncthreads(); else __syncwarp(mask_); }
  __device__ unsigned int thread_rank() const { return rank_; }
  __device__ unsigned int size() const { return size_; }
  __device__ unsigned int num_threads() const { return size_; }
};
template <class Parent>
__device__ inline thread_group tiled_partition(const Parent& group, unsigned int size) {
  const unsigned int rank = block_rank_(), first = rank & 31u & ~(size - 1u);
  return thread_group(rank & (size - 1u), size, (0xffffffffu >> (32u - size)) << first);
}
template <class Group> __device__ inline void sync(const Group& group) { group.sync(); }
template <class T> struct plus { __device__ T operator()(T a, T b) const { return a + b; } };
template <class T> struct less { __device__ T operator()(T a, T b) const { return b < a ? b : a; } };
template <class T> struct greater { __device__ T operator()(T a, T b) const { return a < b ? b : a; } };
template <class T> struct bit_and { __device__ T operator()(T a, T b) const { return a & b; } };
template <class T> struct bit_or { __device__ T operator()(T a, T b) const { return a | b; } };
template <class T> struct bit_xor { __device__ T operator()(T a, T b) const { return a ^ b; } };
template <unsigned int Size, class T, class Op>
__device__ inline T reduce(const thread_block_tile<Size>& group, T value, Op op) {
  for (unsigned int m = Size / 2u; m > 0u; m /= 2u) value = op(value, group.shfl_xor(value, m));
  return value;
}
template <class T, class Op>
__device__ inline T reduce(const coalesced_group& group, T value, Op op) {
  T all = group.shfl(value, 0u);
  for (unsigned int i = 1u; i < group.size(); ++i) all = op(all, group.shfl(value, i));
  return all;
}
}
)";

constexpr std::string_view kWarpReductions = R"(#pragma once
__device__ inline unsigned int __reduce_add_sync(unsigned int mask, unsigned int v) {
  unsigned int r = 0u;
  for (unsigned int m = mask; m; m &= m - 1u) r += __shfl_sync(mask, v, __ffs(m) - 1);
  return r;
}
__device__ inline int __reduce_add_sync(unsigned int mask, int v) {
  return (int)__reduce_add_sync(mask, (unsigned int)v);
}
template <class T> __device__ inline T __reduce_min_sync(unsigned int mask, T v) {
  T r = v;
  for (unsigned int m = mask; m; m &= m - 1u) r = min(r, __shfl_sync(mask, v, __ffs(m) - 1));
  return r;
}
template <class T> __device__ inline T __reduce_max_sync(unsigned int mask, T v) {
  T r = v;
  for (unsigned int m = mask; m; m &= m - 1u) r = max(r, __shfl_sync(mask, v, __ffs(m) - 1));
  return r;
}
__device__ inline unsigned int __reduce_and_sync(unsigned int mask, unsigned int v) {
  unsigned int r = ~0u;
  for (unsigned int m = mask; m; m &= m - 1u) r &= __shfl_sync(mask, v, __ffs(m) - 1);
  return r;
}
__device__ inline unsigned int __reduce_or_sync(unsigned int mask, unsigned int v) {
  unsigned int r = 0u;
  for (unsigned int m = mask; m; m &= m - 1u) r |= __shfl_sync(mask, v, __ffs(m) - 1);
  return r;
}
__device__ inline unsigned int __reduce_xor_sync(unsigned int mask, unsigned int v) {
  unsigned int r = 0u;
  for (unsigned int m = mask; m; m &= m - 1u) r ^= __shfl_sync(mask, v, __ffs(m) - 1);
  return r;
}
)";

constexpr DeviceHeader kHeaders[] = {
    {"cooperative_groups.h", "cooperative_groups.h", kCooperativeGroups},
    {"cooperative_groups/reduce.h", "cooperative_groups.h", kCooperativeGroups},
    {"sm_80_rt.h", "sm_80_rt.h", kWarpReductions},  // __reduce_*_sync: always there in CUDA, read where it is used
};

}  // namespace

const DeviceHeader* device_header(std::string_view name) {
  for (const DeviceHeader& header : kHeaders)
    if (header.name == name) return &header;
  return nullptr;
}

}  // namespace warpglass::lang
