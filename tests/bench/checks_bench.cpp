// What checks cost: the same launch plain and with every check on. Wanted (docs/checks.md): at most 6 times as long;
// a plain run knows nothing of checks but one pointer that is looked at where the fast loop is left anyway.
#include <benchmark/benchmark.h>

#include "launches.h"
#include "sim/checked_run.h"

namespace warpglass {
namespace {

void run(benchmark::State& state, const char* id, bool checked) {
  const bench::Ready ready = bench::ready(id);
  if (!ready.problem.empty()) return state.SkipWithError(ready.problem.c_str());
  std::uint64_t instructions = 0;
  for (auto step : state) {
    (void)step;
    state.PauseTiming();
    PrepareResult prepared = prepare_launch(ready.program, ready.launch, *ready.machine, std::uint64_t{1} << 32);
    state.ResumeTiming();
    if (!prepared.launch) return state.SkipWithError("the launch is refused");
    const RunResult result = checked ? run_checked(*prepared.launch, *ready.machine, {}, {}).run
                                     : run_reference(*prepared.launch, *ready.machine, {});
    instructions += result.total.warp_instructions;
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(instructions));
}

#define BOTH(id)                                  \
  BENCHMARK_CAPTURE(run, id##_plain, #id, false); \
  BENCHMARK_CAPTURE(run, id##_checked, #id, true);
BOTH(transpose_try0_n1024)
BOTH(transpose_shared_w32_pad1_n1024)
BOTH(matmul_tiled_t32_n256)
BOTH(matmul_naive_32x32_n256)
BOTH(reduce_sequential_b256)
BOTH(gather_perm)
BOTH(histogram_uniform)
BOTH(saxpy_b256)
BOTH(diverge_m1_r1024)
BOTH(stencil_shared_b256)
#undef BOTH

}  // namespace
}  // namespace warpglass
