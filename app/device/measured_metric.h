// One recorded number of a whole launch by its name in lessons: a counter, or the time of one launch.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/device/recording.h"
#include "sim/views/result.h"

namespace warpglass {

struct RecordedMetric {
  double value = 0.0;
  std::string label;  // "NVIDIA H200, recorded 2026-11-30"
};
// "time_us": one launch with cold caches, or in a row where only that was measured. Nothing when exactly this source
// and launch is in no recording of the machine, or the number was not measured.
std::optional<RecordedMetric> recorded_metric(const std::vector<Recording>& recordings, const SessionInput& input,
                                              const std::string& name);

}  // namespace warpglass
