// Kernels out of the grammar (tests/fuzz/generate_kernel.h): whatever they do, every way of running them gives the same
// bytes and counts, and the checks, which are right to be silent about them, find nothing.
// WARPGLASS_SEEDS=first,count runs others: for a search over night.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <memory>

#include "sim/checked_run.h"
#include "sim/lang/compile.h"
#include "tests/fuzz/generate_kernel.h"

namespace warpglass {
namespace {

constexpr std::uint64_t kMostBytes = 8u << 20;

struct Ran {
  std::shared_ptr<PreparedLaunch> launch;
  RunResult result;
};

std::shared_ptr<PreparedLaunch> prepared(const std::shared_ptr<const Program>& program, const Launch& launch) {
  PrepareResult made = prepare_launch(program, launch, *find_machine("h200"), kMostBytes);
  for (const Diagnostic& d : made.diagnostics) ADD_FAILURE() << d.message;
  return made.launch;
}

RunOptions bounded() {
  RunOptions options;
  options.instruction_budget = generated::kMostWarpInstructions;
  return options;
}

std::uint64_t hash_of(const std::shared_ptr<const Program>& program, const Launch& launch, const RunOptions& options,
                      std::string& fault) {
  const auto ready = prepared(program, launch);
  if (ready == nullptr) return 0;
  const RunResult result = run_reference(*ready, *find_machine("h200"), options);
  if (!result.faults.empty()) fault = result.faults.front().message;
  return state_hash(*ready, result);
}

// True when everything agreed.
bool agrees(std::uint64_t seed) {
  const generated::Kernel kernel = generated::generate_kernel(seed);
  const auto say = [&](const std::string& what) {
    ADD_FAILURE() << "seed " << seed << ": " << what << "\n" << kernel.source;
    return false;
  };
  CompiledKernel compiled = compile_kernel(parse_source("generated.cu", kernel.source, {}), "k");
  if (!compiled.program)
    return say(compiled.diagnostics.empty() ? "it does not compile" : compiled.diagnostics.front().message);
  const auto program = std::make_shared<const Program>(std::move(*compiled.program));
  std::string fault;
  RunOptions one = bounded(), two = bounded(), baseline = bounded();
  two.threads = 2;
  baseline.force_baseline = true;
  const std::uint64_t expected = hash_of(program, kernel.launch, one, fault);
  if (!fault.empty()) return say(fault);
  if (hash_of(program, kernel.launch, two, fault) != expected) return say("two cores give another answer");
  if (hash_of(program, kernel.launch, baseline, fault) != expected) return say("without AVX2 the answer differs");
  const auto ready = prepared(program, kernel.launch);
  const CheckedResult checked = run_checked(*ready, *find_machine("h200"), bounded(), {});
  for (const auto* found : {&checked.faults, &checked.notes})
    if (!found->empty())
      return say("the checks say, on line " + std::to_string(found->front().span.line) + ": " + found->front().message);
  if (state_hash(*ready, checked.run) != expected) return say("with checks the answer differs");
  return true;
}

void run_all(std::uint64_t first, std::uint64_t count) {
  int wrong = 0;
  for (std::uint64_t seed = first; seed < first + count && wrong < 3; ++seed) wrong += !agrees(seed);
}

TEST(GeneratedKernels, EveryWayOfRunningThemAgrees) { run_all(1, 150); }

TEST(LongGeneratedKernels, EveryWayOfRunningThemAgrees) {
  unsigned long long first = 1'000, count = 4'000;
  if (const char* given = std::getenv("WARPGLASS_SEEDS")) std::sscanf(given, "%llu,%llu", &first, &count);
  run_all(first, count);
}

TEST(GeneratedKernels, TheSameSeedGivesTheSameKernel) {
  const generated::Kernel one = generated::generate_kernel(42), two = generated::generate_kernel(42);
  EXPECT_EQ(one.source, two.source);
  EXPECT_EQ(one.launch, two.launch);
  EXPECT_NE(one.source, generated::generate_kernel(43).source);
}

}  // namespace
}  // namespace warpglass
