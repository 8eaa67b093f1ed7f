// Recorded numbers as answers to "what did a GPU measure for this?": for one access, and for an access of a launch.
#pragma once

#include <optional>
#include <vector>

#include "app/device/recording.h"
#include "app/scene/scene_input.h"

namespace warpglass {

std::string recording_label(const Recording& recording);  // "NVIDIA H200, recorded 2026-11-30"

// The cost per request that the counters of a whole launch give for one site: only where it is the launch's only access
// of its space and operation that ran, and the GPU counted as many requests as the source makes (else the compiler
// changed them and the numbers are of something else).
std::optional<double> recorded_cost(const RecordedLaunch& recorded, const SessionResult& result, std::size_t site);

// Looks through all recordings of the machine; they must outlive the answer.
MeasuredNumbers measured_numbers(const std::vector<Recording>& recordings);

}  // namespace warpglass
