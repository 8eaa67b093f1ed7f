#include "sim/checked_run.h"

#include <algorithm>
#include <utility>

namespace warpglass {
namespace {

checks::CheckedLaunch describe(const PreparedLaunch& launch, const MachineSpec& machine) {
  const Program& program = *launch.program;
  checks::CheckedLaunch out;
  out.program = &program;
  out.grid = launch.grid;
  out.block = launch.block;
  out.warp_lanes = machine.warp_lanes.value;
  out.shared_bytes =
      std::max<std::uint64_t>(program.static_shared_bytes,
                              launch.dynamic_shared != 0 ? program.dynamic_shared_offset + launch.dynamic_shared : 0);
  for (const Buffer& b : launch.memory.buffers())  // buffers are added at ascending addresses
    out.buffers.push_back({b.name, b.address, b.bytes, std::max(1u, element_bytes(b.type)), b.initialised});
  out.of_object.assign(program.objects.size(), SIZE_MAX);
  for (std::size_t at = 0; at < program.objects.size(); ++at) {
    const MemoryObject& object = program.objects[at];
    if (object.kind == ObjectKind::kParameter && object.index < launch.parameter_buffers.size())
      out.of_object[at] = launch.parameter_buffers[object.index];
    if (object.kind != ObjectKind::kSymbol || object.index >= launch.symbol_addresses.size()) continue;
    for (std::size_t b = 0; b < out.buffers.size(); ++b)
      if (out.buffers[b].address == launch.symbol_addresses[object.index]) out.of_object[at] = b;
  }
  return out;
}

}  // namespace

CheckedResult run_checked(PreparedLaunch& launch, const MachineSpec& machine, RunOptions options,
                          const CheckOptions& check_options) {
  Checks checks(describe(launch, machine), check_options);
  options.checks = &checks;
  CheckedResult result;
  result.run = run_reference(launch, machine, options);
  const bool whole = result.run.faults.empty();
  checks.finish(whole);
  result.faults = checks.faults();
  result.notes = checks.notes();
  std::vector<Diagnostic> ended;
  for (Diagnostic& fault : result.run.faults)
    (fault.kind == FaultKind::kBudget ? ended : result.faults).push_back(std::move(fault));
  result.run.faults = std::move(ended);
  return result;
}

}  // namespace warpglass
