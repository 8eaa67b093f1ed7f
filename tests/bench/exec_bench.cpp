// Speed of a whole functional run with every counter on, on one core: million warp instructions a second ("items").
// Wanted (docs/architecture.md): tiled matmul 150, tile transposes 80, naive transpose 45, random gather 25, divergent
// 150.
#include <benchmark/benchmark.h>

#include <memory>
#include <string>

#include "sim/exec/reference.h"
#include "sim/lang/compile.h"

namespace warpglass {
namespace {

constexpr const char* kSource = R"(
__global__ void naive(const float* A, float* B, int n) {
  int tid = blockIdx.x * blockDim.x + threadIdx.x;
  int row = tid / n, col = tid % n;
  if (tid < n * n) B[col * n + row] = A[row * n + col];
}
__global__ void tile(const float* A, float* B, int n, int pad) {
  extern __shared__ float buffer[];
  int width = blockDim.x, pitch = width + pad;
  int c = threadIdx.x, r = threadIdx.y;
  int col = blockIdx.x * width + c, row = blockIdx.y * width + r;
  if (row < n && col < n) buffer[r * pitch + c] = A[row * n + col];
  __syncthreads();
  col = blockIdx.y * width + c;
  row = blockIdx.x * width + r;
  if (row < n && col < n) B[row * n + col] = buffer[c * pitch + r];
}
__global__ void matmul(const float* A, const float* B, float* C, int n) {
  __shared__ float sA[32][32];
  __shared__ float sB[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  int col = blockIdx.x * 32 + x, row = blockIdx.y * 32 + y;
  float sum = 0.0f;
  for (int t = 0; t < n / 32; ++t) {
    sA[y][x] = A[row * n + t * 32 + x];
    sB[y][x] = B[(t * 32 + y) * n + col];
    __syncthreads();
    for (int k = 0; k < 32; ++k) sum += sA[y][k] * sB[k][x];
    __syncthreads();
  }
  C[row * n + col] = sum;
}
__global__ void copy(const float* A, float* B, int n, int stride) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) B[i] = A[i * stride];
}
__global__ void gather(const int* index, const float* A, float* B, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) B[i] = A[index[i]];
}
__global__ void diverge(float* out, int rounds) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = i;
  if (threadIdx.x % 2) {
    for (int k = 0; k < rounds; ++k) v = v * 1.5f + 1.0f;
  } else {
    for (int k = 0; k < rounds; ++k) v = v * 0.5f - 1.0f;
  }
  out[i] = v;
}
)";

Argument buffer(std::uint64_t count, ElementType type = ElementType::kFloat32, FillKind fill = FillKind::kIota) {
  BufferArgument b;
  b.type = type;
  b.count = count;
  b.fill.kind = fill;
  return {"", b};
}
Argument number(std::int64_t value) { return {"", ScalarArgument{ElementType::kInt32, Number::of(value), true}}; }

void run(benchmark::State& state, const std::string& kernel, Dim3 grid, Dim3 block, std::vector<Argument> args,
         std::uint64_t dynamic_shared = 0) {
  const ParsedSource source = parse_source("bench.cu", kSource, {});
  CompiledKernel compiled = compile_kernel(source, kernel);
  if (!compiled.program) return state.SkipWithError("the kernel does not compile");
  Launch launch;
  launch.kernel = kernel;
  launch.grid = grid;
  launch.block = block;
  launch.args = std::move(args);
  launch.dynamic_shared = dynamic_shared;
  const MachineSpec& machine = *find_machine("h200");
  const PrepareResult prepared = prepare_launch(std::make_shared<const Program>(std::move(*compiled.program)), launch,
                                                machine, std::uint64_t{1} << 32);
  if (!prepared.launch) return state.SkipWithError(prepared.diagnostics[0].message.c_str());
  std::uint64_t instructions = 0;
  for (auto step : state) {
    (void)step;
    const RunResult result = run_reference(*prepared.launch, machine, {});
    if (!result.completed) return state.SkipWithError("the launch faults");
    instructions += result.total.warp_instructions;
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(instructions));
}

void BM_NaiveTranspose(benchmark::State& state) {
  const std::uint64_t n = static_cast<std::uint64_t>(state.range(0));
  run(state, "naive", {n * n / 256, 1, 1}, {256, 1, 1}, {buffer(n * n), buffer(n * n), number(state.range(0))});
}
BENCHMARK(BM_NaiveTranspose)->Arg(1024)->Arg(256);

void BM_TileTranspose(benchmark::State& state) {
  const std::uint64_t n = static_cast<std::uint64_t>(state.range(0)), pad = static_cast<std::uint64_t>(state.range(1));
  run(state, "tile", {n / 32, n / 32, 1}, {32, 32, 1},
      {buffer(n * n), buffer(n * n), number(state.range(0)), number(state.range(1))}, 32 * (32 + pad) * 4);
}
BENCHMARK(BM_TileTranspose)->Args({1024, 1})->Args({1024, 0})->Args({256, 1});

void BM_TiledMatmul(benchmark::State& state) {
  const std::uint64_t n = static_cast<std::uint64_t>(state.range(0));
  run(state, "matmul", {n / 32, n / 32, 1}, {32, 32, 1},
      {buffer(n * n), buffer(n * n), buffer(n * n), number(state.range(0))});
}
BENCHMARK(BM_TiledMatmul)->Arg(512);

void BM_StridedCopy(benchmark::State& state) {
  const std::uint64_t n = 1 << 20, stride = static_cast<std::uint64_t>(state.range(0));
  run(state, "copy", {n / 256, 1, 1}, {256, 1, 1}, {buffer(n * stride), buffer(n), number(n), number(state.range(0))});
}
BENCHMARK(BM_StridedCopy)->Arg(1)->Arg(7);

void BM_RandomGather(benchmark::State& state) {
  const std::uint64_t n = 1 << 20;
  run(state, "gather", {n / 256, 1, 1}, {256, 1, 1},
      {buffer(n, ElementType::kInt32, FillKind::kPermutation), buffer(n), buffer(n), number(n)});
}
BENCHMARK(BM_RandomGather);

void BM_Divergent(benchmark::State& state) {
  run(state, "diverge", {1024, 1, 1}, {256, 1, 1}, {buffer(1 << 18), number(state.range(0))});
}
BENCHMARK(BM_Divergent)->Arg(256)->Arg(16);

}  // namespace
}  // namespace warpglass
