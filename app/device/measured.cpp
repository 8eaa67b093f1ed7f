// See measured.h.
#include "app/device/measured.h"

#include <fmt/format.h>

namespace warpglass {
namespace {

struct CounterPair {
  const char* requests;
  const char* cost;
};

CounterPair counters_of(const AccessSite& site) {
  if (site.space == Space::kShared) {
    if (site.operation == Operation::kLoad) return {"inst_shared_load", "shared_load_wavefronts"};
    if (site.operation == Operation::kStore) return {"inst_shared_store", "shared_store_wavefronts"};
    return {"inst_shared_atomic", "shared_atomic_wavefronts"};
  }
  if (site.operation == Operation::kLoad) return {"global_load_requests", "global_load_sectors"};
  if (site.operation == Operation::kStore) return {"global_store_requests", "global_store_sectors"};
  return {"global_red_requests", "global_red_sectors"};
}

bool is_alone(const SessionResult& result, std::size_t site) {
  const AccessSite& wanted = result.sites[site];
  for (std::size_t i = 0; i < result.sites.size(); ++i) {
    const AccessSite& other = result.sites[i];
    if (i != site && other.requests > 0 && other.space == wanted.space && other.operation == wanted.operation)
      return false;
  }
  return true;
}

}  // namespace

std::string recording_label(const Recording& recording) {
  return fmt::format("{}, recorded {}", recording.gpu, recording.date);
}

std::optional<double> recorded_cost(const RecordedLaunch& recorded, const SessionResult& result, std::size_t site) {
  if (site >= result.sites.size() || !is_alone(result, site)) return std::nullopt;
  const CounterPair names = counters_of(result.sites[site]);
  const auto requests = recorded.counters.find(names.requests), cost = recorded.counters.find(names.cost);
  if (requests == recorded.counters.end() || cost == recorded.counters.end() || requests->second <= 0)
    return std::nullopt;
  const auto counted = static_cast<double>(result.sites[site].requests);
  if (!result.partial && requests->second != counted) return std::nullopt;
  return cost->second / requests->second;
}

MeasuredNumbers measured_numbers(const std::vector<Recording>& recordings) {
  MeasuredNumbers numbers;
  numbers.of_access = [&recordings](const std::string& machine, const Access& access) -> std::optional<MeasuredCost> {
    for (const Recording& recording : recordings) {
      if (recording.machine != machine) continue;
      if (const RecordedAccess* found = find_recorded(recording, access))
        return MeasuredCost{found->cost, recording_label(recording)};
    }
    return std::nullopt;
  };
  numbers.of_site = [&recordings](const SessionInput& input, const SessionResult& result,
                                  std::size_t site) -> std::optional<MeasuredCost> {
    for (const Recording& recording : recordings) {
      if (recording.machine != input.machine) continue;
      const RecordedLaunch* found = find_recorded(recording, input.source, input.launch);
      if (found == nullptr) continue;
      if (const auto cost = recorded_cost(*found, result, site)) return MeasuredCost{*cost, recording_label(recording)};
    }
    return std::nullopt;
  };
  return numbers;
}

}  // namespace warpglass
