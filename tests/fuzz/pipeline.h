// A source all the way: parse, compile, prepare, run without and with checks, in bounded memory and time. Aborts when
// the two runs contradict each other.
#pragma once

#include <cstdlib>
#include <memory>
#include <string>

#include "sim/checked_run.h"
#include "sim/lang/compile.h"

namespace warpglass::pipeline {

inline constexpr std::uint64_t kMostBytes = 4u << 20;       // of all buffers
inline constexpr std::uint64_t kMostInstructions = 20'000;  // of warps
inline constexpr std::size_t kMostKernels = 3;              // of a source

// Two blocks of 40 threads; 256 elements for each pointer, 100 for each number.
inline Launch any_launch(const Program& program) {
  Launch launch;
  launch.kernel = program.kernel;
  launch.grid = {2, 1, 1};
  launch.block = {40, 1, 1};
  launch.dynamic_shared = 1024;
  for (const Parameter& parameter : program.parameters) {
    if (parameter.is_pointer) {
      launch.args.push_back({"", BufferArgument{ElementType::kUint8, 256, {FillKind::kRandom, 0, 0, {}}, false}});
      continue;
    }
    for (std::size_t i = 0; i < parameter.fields.size(); ++i)
      launch.args.push_back({"", ScalarArgument{ElementType::kInt32, Number::of(100), false}});
  }
  return launch;
}

struct Outcome {
  std::shared_ptr<PreparedLaunch> launch;
  RunResult run;
  bool faults = false;  // of the kernel: not a budget
  bool stopped = false;
};

inline void judge(Outcome& outcome, const std::vector<Diagnostic>& diagnostics) {
  for (const Diagnostic& d : diagnostics) {
    if (d.message.empty()) std::abort();
    (d.kind == FaultKind::kBudget ? outcome.stopped : outcome.faults) = true;
  }
}

inline void run_both(const std::shared_ptr<const Program>& program, const Launch& launch) {
  const MachineSpec& machine = *find_machine("h200");
  PrepareResult first = prepare_launch(program, launch, machine, kMostBytes);
  PrepareResult second = prepare_launch(program, launch, machine, kMostBytes);
  if (first.launch == nullptr || second.launch == nullptr) {
    if (first.diagnostics.empty()) std::abort();
    return;
  }
  RunOptions options;
  options.instruction_budget = kMostInstructions;
  Outcome plain{first.launch, run_reference(*first.launch, machine, options), false, false};
  judge(plain, plain.run.faults);
  CheckedResult result = run_checked(*second.launch, machine, options, {});
  Outcome checked{second.launch, std::move(result.run), false, false};
  judge(checked, checked.run.faults);
  judge(checked, result.faults);
  if (plain.stopped || checked.stopped) return;
  if (plain.faults && !checked.faults) std::abort();  // checks see all that a plain run sees
  if (plain.faults || checked.faults) return;
  if (state_hash(*plain.launch, plain.run) != state_hash(*checked.launch, checked.run)) std::abort();
}

inline void whole_way(const std::string& source) {
  const ParsedSource parsed = parse_source("fuzz.cu", source, {});
  for (std::size_t k = 0; k < parsed.kernels.size() && k < kMostKernels; ++k) {
    const KernelInfo& kernel = parsed.kernels[k];
    std::string name = kernel.name;
    for (std::size_t i = 0; i < kernel.template_parameters.size(); ++i) {
      name += i == 0 ? "<" : ", ";
      name += kernel.template_parameters[i].is_type ? "float" : "4";
    }
    if (!kernel.template_parameters.empty()) name += ">";
    CompiledKernel compiled = compile_kernel(parsed, name);
    if (!compiled.program && compiled.diagnostics.empty()) std::abort();
    if (!compiled.program) continue;
    const auto program = std::make_shared<const Program>(std::move(*compiled.program));
    run_both(program, any_launch(*program));
  }
}

}  // namespace warpglass::pipeline
