// From a cycle of the time panel to what the warp picture shows: which access that warp has under way. Pure functions.
#pragma once

#include <cstdint>
#include <optional>

#include "sim/views/result.h"

namespace warpglass {

struct TimedAnswer;  // sim/timed_run.h

struct TimeMoment {
  std::uint64_t block = 0;
  std::uint32_t warp = 0;
  std::size_t site = 0;          // index into the result's sites
  std::uint32_t occurrence = 0;  // how many times this warp had issued it before
  std::uint64_t since = 0;       // cycles since it was issued
};

// The memory access that the row's warp issued last, at or before that cycle; nothing before its first.
std::optional<TimeMoment> moment_at(const TimedAnswer& timed, const SessionResult& result, std::uint32_t row,
                                    std::uint64_t cycle);

// The first cycle of the next (by > 0) or previous thing that the row's warp does; the cycle itself at either end.
std::uint64_t next_change(const TimedAnswer& timed, std::uint32_t row, std::uint64_t cycle, int by);

}  // namespace warpglass
