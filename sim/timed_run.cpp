// See timed_run.h.
#include "sim/timed_run.h"

namespace warpglass {
namespace {

// Times and timeline each use a launch up: its memory is written.
std::shared_ptr<PreparedLaunch> prepared(const SessionInput& input, const std::shared_ptr<const Program>& program,
                                         const MachineSpec& machine, const SessionLimits& limits) {
  return prepare_launch(program, input.launch, machine, limits.memory_budget).launch;
}

}  // namespace

std::shared_ptr<const TimedAnswer> run_timed(const SessionInput& input, std::shared_ptr<const Program> program,
                                             const SessionLimits& limits, std::uint64_t timeline_cycles) {
  auto answer = std::make_shared<TimedAnswer>();
  const MachineSpec* machine = input.own_machine ? input.own_machine.get() : find_machine(input.machine);
  if (machine == nullptr || program == nullptr) return answer;
  TimingOptions options;
  options.cancel = limits.cancel;
  options.instruction_budget = limits.instruction_budget;
  const auto launch = prepared(input, program, *machine, limits);
  if (launch == nullptr) return answer;
  answer->times = time_launch(*launch, *machine, options);
  if (!answer->times.ok || timeline_cycles == 0) return answer;
  const auto again = prepared(input, program, *machine, limits);
  if (again == nullptr) return answer;
  const PreparedTiming ready = prepare_timing(*again, *machine, options);
  if (ready.replay == nullptr) return answer;
  SmRun run(ready.replay);
  answer->whole = !run.run_to(timeline_cycles);
  answer->cycles = run.cycle();
  answer->timeline = run.timeline();
  return answer;
}

}  // namespace warpglass
