// See timing.h.
#include "app/device/timing.h"

#include <algorithm>
#include <cmath>

namespace warpglass {

bool TimeSummary::usable() const { return samples >= kFewestSamples && median_ns > 0.0 && spread <= kMostSpread; }

double percentile(const std::vector<double>& sorted, double share) {
  if (sorted.empty()) return 0.0;
  const double at = std::clamp(share, 0.0, 1.0) * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(at);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (sorted[above] - sorted[below]) * (at - static_cast<double>(below));
}

TimeSummary summarise(std::vector<double> nanoseconds) {
  std::erase_if(nanoseconds, [](double x) { return !std::isfinite(x) || x < 0.0; });
  std::sort(nanoseconds.begin(), nanoseconds.end());
  TimeSummary summary;
  summary.samples = static_cast<std::uint32_t>(nanoseconds.size());
  summary.median_ns = percentile(nanoseconds, 0.5);
  if (summary.median_ns > 0.0)
    summary.spread = (percentile(nanoseconds, 0.9) - percentile(nanoseconds, 0.1)) / summary.median_ns;
  return summary;
}

}  // namespace warpglass
