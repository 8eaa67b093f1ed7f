// See measured_metric.h.
#include "app/device/measured_metric.h"

#include "app/device/measured.h"

namespace warpglass {
namespace {

std::optional<double> number_of(const RecordedLaunch& launch, const std::string& name) {
  if (name == "time_us") {
    if (launch.time_cold_ns) return *launch.time_cold_ns / 1000.0;
    return launch.time_back_to_back_us;
  }
  const auto found = launch.counters.find(name);
  return found == launch.counters.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace

std::optional<RecordedMetric> recorded_metric(const std::vector<Recording>& recordings, const SessionInput& input,
                                              const std::string& name) {
  for (const Recording& recording : recordings) {
    if (recording.machine != input.machine) continue;
    const RecordedLaunch* launch = find_recorded(recording, input.source, input.launch);
    if (launch == nullptr) continue;
    if (const auto value = number_of(*launch, name)) return RecordedMetric{*value, recording_label(recording)};
  }
  return std::nullopt;
}

}  // namespace warpglass
