// The front end in bytes of source a second: parsing alone, and parsing and compiling every kernel.
#include <benchmark/benchmark.h>

#include "sim/lang/compile.h"
#include "tests/bench/launches.h"

namespace warpglass::bench {
namespace {

void parse(benchmark::State& state, const std::string& file, bool kernels) {
  const std::string source = read_file(hardware("kernels/" + file));
  if (source.empty()) return state.SkipWithError("the source is not there");
  for (auto _ : state) {
    const ParsedSource parsed = parse_source(file, source, {});
    for (const KernelInfo& kernel : parsed.kernels)
      if (kernels && kernel.template_parameters.empty()) benchmark::DoNotOptimize(compile_kernel(parsed, kernel.name));
    benchmark::DoNotOptimize(parsed);
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(source.size()));
}
BENCHMARK_CAPTURE(parse, transpose, "transpose.cu", false);
BENCHMARK_CAPTURE(parse, patterns, "patterns.cu", false);
BENCHMARK_CAPTURE(parse, transpose_and_kernels, "transpose.cu", true);
BENCHMARK_CAPTURE(parse, matmul_and_kernels, "matmul.cu", true);

}  // namespace
}  // namespace warpglass::bench
