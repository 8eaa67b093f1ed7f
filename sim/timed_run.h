// A timed run for a program that shows it: what a session has compiled, its times, and the life of the warps of one SM.
#pragma once

#include <memory>
#include <vector>

#include "sim/timing/timing.h"
#include "sim/views/result.h"

namespace warpglass {

struct TimedAnswer {
  TimedResult times;
  std::vector<WarpTimeline> timeline;  // of the SM that was replayed, until `cycles`; warps in order of their start
  std::uint64_t cycles = 0;            // shown of it
  bool whole = false;                  // the SM had ended by then
};

// `program` is that of the input's kernel. Stops early when limits.cancel is set: times.ok is false then, as for a
// launch that faults or is refused. The timeline is kept for `timeline_cycles` cycles at most.
std::shared_ptr<const TimedAnswer> run_timed(const SessionInput& input, std::shared_ptr<const Program> program,
                                             const SessionLimits& limits, std::uint64_t timeline_cycles);

}  // namespace warpglass
