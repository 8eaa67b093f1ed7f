// One access through the pure functions that the pictures use, and through the counts that the executor uses.
#include <benchmark/benchmark.h>

#include "sim/memory/banks.h"
#include "sim/memory/coalesce.h"

namespace warpglass::bench {
namespace {

Access access_of(Space space, std::uint64_t stride, std::uint8_t bytes) {
  Access access;
  access.space = space;
  access.bytes = bytes;
  for (std::size_t i = 0; i < kLanes; ++i) access.address[i] = 4096 + i * stride * bytes;
  return access;
}

std::uint8_t bytes_of(const benchmark::State& state) { return static_cast<std::uint8_t>(state.range(1)); }
std::uint64_t stride_of(const benchmark::State& state) { return static_cast<std::uint64_t>(state.range(0)); }

void banks_picture(benchmark::State& state) {
  const Access access = access_of(Space::kShared, stride_of(state), bytes_of(state));
  for (auto _ : state) benchmark::DoNotOptimize(banks(access));
}
void banks_count(benchmark::State& state) {
  const Access access = access_of(Space::kShared, stride_of(state), bytes_of(state));
  for (auto _ : state) benchmark::DoNotOptimize(count_wavefronts(access));
}
void coalesce_picture(benchmark::State& state) {
  const Access access = access_of(Space::kGlobal, stride_of(state), bytes_of(state));
  for (auto _ : state) benchmark::DoNotOptimize(coalesce(access));
}
void coalesce_count(benchmark::State& state) {
  const Access access = access_of(Space::kGlobal, stride_of(state), bytes_of(state));
  for (auto _ : state) benchmark::DoNotOptimize(count_sectors(access));
}
void strides(benchmark::internal::Benchmark* bench) {
  bench->Args({1, 4})->Args({33, 4})->Args({32, 4})->Args({5, 16});
}
BENCHMARK(banks_picture)->Apply(strides);
BENCHMARK(banks_count)->Apply(strides);
BENCHMARK(coalesce_picture)->Apply(strides);
BENCHMARK(coalesce_count)->Apply(strides);

}  // namespace
}  // namespace warpglass::bench
