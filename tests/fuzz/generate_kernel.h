// Kernels out of a grammar: generate_kernel(seed) gives a source and a launch, the same for the same seed everywhere.
// Valid CUDA, free of races, barriers skipped, bounds left and values never written, by construction:
//   in, fin       are only read, anywhere (index & mask)
//   out, fout     each thread writes and reads its own few elements
//   counts        only atomics whose result nobody uses, one operation a region
//   shared s, f   in phases: each thread writes its own element (maybe permuted); a barrier; all read anywhere; a
//   barrier barriers and warp functions stand where all threads of a block (warp) come by: at the kernel's top level,
//   in loops with constant bounds, in branches on n and blockIdx
// Divergence (if, while, switch, break, continue, early returns after the last barrier) is everywhere else.
// Every loop ends after a few rounds: a kernel executes at most kMostWarpInstructions.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/base/launch.h"
#include "tests/fuzz/generate_thread.h"

namespace warpglass::generated {

inline constexpr std::uint64_t kMostWarpInstructions = 20'000'000;
inline constexpr std::uint64_t kInputs = 256;  // elements of in and fin
inline constexpr std::uint64_t kOwnOut = 4;    // elements of out for each thread
inline constexpr std::uint64_t kOwnFout = 2;   // of fout

struct Kernel {
  std::string source;
  Launch launch;
};

class Grammar : private ThreadGrammar {
 public:
  explicit Grammar(std::uint64_t seed) : ThreadGrammar(seed) {}

  Kernel kernel() {
    choose_launch();
    functions();
    text_ += "__global__ void k(const int* in, const float* fin, int* out, float* fout, unsigned* counts, int n) {\n";
    open(0);
    const int phases = 1 + random_.below(4);
    for (int phase = 0; phase < phases; ++phase) top_level();
    if (random_.one_in(3)) line(put("if ({}) return;", {condition(2)}));
    statements(2 + random_.below(4), 2);
    close_kernel();
    Kernel made;
    made.source = text_;
    made.launch = launch();
    return made;
  }

 private:
  // ---- the launch -------------------------------------------------------------------------------------------------
  void choose_launch() {
    static constexpr int kBlocks[][3] = {{32, 1, 1}, {64, 1, 1}, {128, 1, 1}, {256, 1, 1}, {16, 8, 1},
                                         {8, 8, 2},  {32, 4, 1}, {40, 1, 1},  {7, 5, 1},   {96, 1, 1}};
    const auto& shape = random_.of(kBlocks);
    block_ = {static_cast<std::uint64_t>(shape[0]), static_cast<std::uint64_t>(shape[1]),
              static_cast<std::uint64_t>(shape[2])};
    grid_ = {1u + random_.next() % 5, 1u + random_.next() % 2, 1};
    threads_ = static_cast<int>(block_.x * block_.y * block_.z);
    whole_warps_ = threads_ % 32 == 0;
    power_of_two_ = (threads_ & (threads_ - 1)) == 0;
    dynamic_ = random_.one_in(3);
  }
  Launch launch() {
    const std::uint64_t threads = static_cast<std::uint64_t>(threads_) * grid_.x * grid_.y * grid_.z;
    const auto buffer = [](const char* name, ElementType type, std::uint64_t count, FillKind fill) {
      return Argument{name, BufferArgument{type, count, Fill{fill, 0, 0, {}}, true}};
    };
    Launch made;
    made.kernel = "k";
    made.grid = grid_;
    made.block = block_;
    if (dynamic_) made.dynamic_shared = static_cast<std::uint64_t>(threads_) * 4;
    made.args = {buffer("in", ElementType::kInt32, kInputs, FillKind::kRandom),
                 buffer("fin", ElementType::kFloat32, kInputs, FillKind::kRandom),
                 buffer("out", ElementType::kInt32, threads * kOwnOut, FillKind::kZero),
                 buffer("fout", ElementType::kFloat32, threads * kOwnFout, FillKind::kZero),
                 buffer("counts", ElementType::kUint32, kAtomicKinds * kRegion, FillKind::kIota),
                 Argument{"n", ScalarArgument{ElementType::kInt32, Number::of(random_.below(100)), true}}};
    return made;
  }

  void functions() {
    text_ +=
        "struct Pair { int a; float b; };\n"
        "template <typename T> __device__ T pick(bool which, T a, T b) { return which ? a : b; }\n"
        "template <int N> __device__ int turn(int x) { return (x << N) ^ (x >> (31 - N)); }\n"
        "__device__ int mix(int a, int b) { return a * 31 + (b ^ (a >> 3)); }\n"
        "__device__ float soften(float x) { return x / (1.0f + fabsf(x)); }\n"
        "__device__ void swap_two(int& a, int& b) { int t = a; a = b; b = t; }\n"
        "__device__ int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }\n"
        "__constant__ int table[8] = {3, 1, 4, 1, 5, 9, 2, 6};\n";
  }
  void open(int) {
    depth_ = 1;
    line("int tid = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);");
    line(put("int block = blockIdx.x + gridDim.x * blockIdx.y, global = block * {} + tid;", {threads_}));
    line("int lane = tid & 31;");
    line(put("int* mine = out + global * {};", {kOwnOut}));
    line(put("float* fmine = &fout[global * {}];", {kOwnFout}));
    line(put("__shared__ int s[{}];", {threads_}));
    line(dynamic_ ? "extern __shared__ float f[];" : put("__shared__ float f[{}];", {threads_}));
    line("int x = in[global & 255], y = tid * 3 - n;");
    line("unsigned u = global * 2654435761u;");
    line("float a = fin[(global + 7) & 255], b = 0.5f;");
    line("long long w = 1;");
    line("double d = 0.25;");
    scope_.ints = {"tid", "lane", "global", "n", "x", "y", "block"};
    scope_.unsigneds = {"u"};
    scope_.floats = {"a", "b"};
    scope_.longs = {"w"};
    scope_.doubles = {"d"};
    scope_.assignable = {"x", "y"};
  }
  void close_kernel() {
    line("mine[0] += x ^ y;");
    line("mine[1] += (int)u;");
    line("fmine[0] = a + b;");
    line("mine[2] += (int)(w ^ (w >> 32));");
    line("fmine[1] = (float)d;");
    text_ += "}\n";
  }

  // ---- what a whole block does ------------------------------------------------------------------------------------
  void top_level() {
    switch (random_.below(7)) {
      case 0:
      case 1:
        return shared_phase();
      case 2:
        return reduction();
      case 3:
        return histogram();
      case 4:
        return warp_phase();
      case 5: {
        const std::string i = fresh("k");
        line(put("for (int {} = 0; {} < {}; ++{}) {{", {i, i, 2 + random_.below(3), i}));
        return uniform_body(i);
      }
      default:
        line(put("if ({}) {{", {uniform_condition()}));
        return uniform_body("");
    }
  }
  void uniform_body(const std::string& index) {
    const Scope outside = scope_;
    if (!index.empty()) scope_.ints.push_back(index);
    ++depth_;
    if (random_.one_in(2))
      shared_phase();
    else
      warp_phase();
    statements(1 + random_.below(2), 1);
    --depth_;
    scope_ = outside;
    line("}");
  }
  std::string own_place() {
    if (!power_of_two_ || random_.one_in(2)) return "tid";
    return put("tid ^ {}", {random_.below(threads_)});
  }
  std::string any_place() { return put("(unsigned)({}) % {}u", {integer(2), threads_}); }
  void shared_phase() {
    statements(1 + random_.below(2), 2);
    line(put("s[{}] = {};", {own_place(), integer(2)}));
    if (random_.one_in(2))
      line(put("f[{}] = soften({});", {own_place(), floating(2)}));
    else
      line("f[tid] = b;");
    line("__syncthreads();");
    line(put("x += s[{}];", {any_place()}));
    if (random_.one_in(2))
      block_of(put("if ({})", {condition(1)}), 1, 1), line(put("  a = soften(a + f[{}]);", {any_place()})), line("}");
    else
      line(put("y ^= s[{}] + (int)f[{}];", {any_place(), any_place()}));
    line("__syncthreads();");
  }
  void reduction() {
    line("s[tid] = x;");
    line("__syncthreads();");
    const std::string i = fresh("h");
    line(put("for (int {} = {}; {} > 0; {} >>= 1) {{", {i, power_of_two_ ? threads_ / 2 : 16, i, i}));
    line(put("  if (tid < {} && tid + {} < {}) s[tid] += s[tid + {}];", {i, i, threads_, i}));
    line("  __syncthreads();");
    line("}");
    line("y += s[0];");
    line("__syncthreads();");
  }
  void histogram() {
    line("s[tid] = 0;");
    line("__syncthreads();");
    block_of(put("if ({})", {condition(1)}), 0, 0);
    line(put("  atomicAdd(&s[{}], {});", {any_place(), random_.one_in(2) ? "1" : "lane"}));
    line("}");
    line("__syncthreads();");
    line(put("x += s[{}];", {any_place()}));
    line("__syncthreads();");
  }
  // Whole warps only: the masks name all lanes.
  void warp_phase() {
    if (!whole_warps_) return line(put("x ^= {};", {integer(3)}));
    switch (random_.below(7)) {
      case 0:
        return line(put("x += __shfl_sync(0xffffffffu, y, {} & 31);", {integer(1)}));
      case 1:
        return line(put("a = soften(a + __shfl_xor_sync(0xffffffffu, a, {}));", {1 << random_.below(5)}));
      case 2:
        return line(put("u ^= __ballot_sync(0xffffffffu, {});", {condition(1)}));
      case 3:
        return line(put("y += __reduce_add_sync(0xffffffffu, {});", {integer(1)}));
      case 4:
        return line(put("if (__any_sync(0xffffffffu, {})) ++x;", {condition(1)}));
      case 5: {
        const std::string i = fresh("o");
        line(put("for (int {} = 16; {} > 0; {} >>= 1) y += __shfl_down_sync(0xffffffffu, y, {});", {i, i, i, i}));
        return;
      }
      default:
        line("__syncthreads();");
        line(put("s[tid] = {};", {integer(2)}));
        line("__syncwarp();");
        line(put("x ^= s[(tid & ~31) + ({} & 31)];", {integer(1)}));
        return line("__syncthreads();");
    }
  }

  Dim3 grid_, block_;
  int threads_ = 32;
  bool whole_warps_ = true, power_of_two_ = true, dynamic_ = false;
};

inline Kernel generate_kernel(std::uint64_t seed) { return Grammar(seed).kernel(); }

}  // namespace warpglass::generated
