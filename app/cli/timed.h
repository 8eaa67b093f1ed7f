// A launch's times as JSON and as text: summary, stall table, timeline of one SM.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "sim/timed_run.h"

namespace warpglass {

// time_cold_us, time_back_to_back_us, cycles, simulated_fraction, stalls and what belongs to them, at the top level of
// `out`; "time_problem", one sentence, where the launch has no time.
void add_times(nlohmann::ordered_json& out, const TimedResult& times);

void print_times(const TimedResult& times, const Program& program);

// Warps downwards, cycles to the right, `columns` of them at most; a letter for what most of the column's cycles were.
void print_timeline(const TimedAnswer& answer, std::size_t columns, std::size_t warps);

}  // namespace warpglass
