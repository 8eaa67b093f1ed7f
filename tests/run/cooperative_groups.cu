// launch: kernel=k grid=1 block=64 in=iota:64 out=zero:6
// expect: out = 2016,496,120,31,64,32
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
__device__ int summed(cg::thread_group g, int* s, int v) {
  int lane = g.thread_rank();
  for (int d = g.size() / 2; d > 0; d /= 2) {
    s[lane] = v;
    g.sync();
    if (lane < d) v += s[lane + d];
    g.sync();
  }
  return v;
}
__global__ void k(const int* in, int* out) {
  __shared__ int s[64];
  cg::thread_block block = cg::this_thread_block();
  int v = in[block.thread_rank()];
  int all = summed(block, s, v);
  cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
  int w = cg::reduce(warp, v, cg::plus<int>());
  auto half = cg::tiled_partition<16>(block);
  int h = v;
  for (int d = half.size() / 2; d > 0; d /= 2) h += half.shfl_down(h, d);
  int m = cg::reduce(warp, v, cg::greater<int>());
  if (block.thread_rank() == 0) out[0] = all, out[1] = w, out[2] = h, out[3] = m, out[4] = block.size();
  if (v % 2) {
    cg::coalesced_group g = cg::coalesced_threads();
    if (g.thread_rank() == 0) atomicAdd(&out[5], (int)g.size());
  }
}
