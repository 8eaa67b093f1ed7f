// The arithmetic of the timing protocol: from repeats to one number, or to the refusal to give one.
#pragma once

#include <cstdint>
#include <vector>

namespace warpglass {

struct TimeSummary {
  double median_ns = 0.0;
  double spread = 0.0;  // (90th - 10th percentile) / median
  std::uint32_t samples = 0;
  // Too few repeats, or repeats that lie too far apart, are no measurement.
  bool usable() const;
  bool operator==(const TimeSummary&) const = default;
};

inline constexpr double kMostSpread = 0.2;
inline constexpr std::uint32_t kFewestSamples = 5;

// What is not finite or negative does not count. No samples: an empty summary.
TimeSummary summarise(std::vector<double> nanoseconds);
// The value below which `share` of the sorted samples lie, between neighbours in proportion.
double percentile(const std::vector<double>& sorted, double share);

}  // namespace warpglass
