// See timed_run.h.
#include "sim/timed_run.h"

#include <utility>

#include "sim/session.h"

namespace warpglass {
std::shared_ptr<const TimedAnswer> run_timed(const SessionInput& input, std::shared_ptr<const Program> program,
                                             const SessionLimits& limits, std::uint64_t timeline_cycles) {
  auto answer = std::make_shared<TimedAnswer>();
  const MachineSpec* machine = machine_of(input);
  if (machine == nullptr || program == nullptr) return answer;
  TimingOptions options;
  options.cancel = limits.cancel;
  options.instruction_budget = limits.instruction_budget;
  options.keep_replay = timeline_cycles != 0;
  const auto launch = prepare_launch(program, input.launch, *machine, limits.memory_budget).launch;
  if (launch == nullptr) return answer;
  answer->times = time_launch(*launch, *machine, options);
  const auto replay = std::move(answer->times.replay);  // as large as the launch; the timeline is what is kept
  if (replay == nullptr) return answer;
  SmRun run(replay);
  answer->whole = !run.run_to(timeline_cycles);
  answer->cycles = run.cycle();
  answer->timeline = run.timeline();
  return answer;
}

}  // namespace warpglass
