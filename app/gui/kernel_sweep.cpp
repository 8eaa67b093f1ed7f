// A knob's whole range as launches for the worker, and the input of a single run.
#include <algorithm>

#include "app/gui/application.h"

namespace warpglass {
namespace {

constexpr std::int64_t kMostPoints = 66;

std::vector<std::int64_t> range_of(const Knob& knob) {
  if (!knob.choices.empty()) return knob.choices;
  std::vector<std::int64_t> values;
  const std::int64_t span = knob.maximum - knob.minimum;
  const std::int64_t step = std::max<std::int64_t>(1, (span + kMostPoints - 2) / (kMostPoints - 1));
  for (std::int64_t at = 0; at <= span; at += step) values.push_back(knob.minimum + at);
  return values;
}

// The GPU counts whole launches: the value belongs to the site only when no other site is of its kind.
bool alone(const SessionResult& result, const AccessSite& site) {
  return std::count_if(result.sites.begin(), result.sites.end(), [&](const AccessSite& other) {
           return other.space == site.space && other.operation == site.operation && other.requests > 0;
         }) == 1;
}

std::optional<double> recorded_cost(const AppState& state, const Launch& launch, const AccessSite& site) {
  if (site.operation == Operation::kAtomic) return std::nullopt;
  const bool load = site.operation == Operation::kLoad;
  const bool shared = site.space == Space::kShared;
  const char* top = shared ? (load ? "shared_load_wavefronts" : "shared_store_wavefronts")
                           : (load ? "global_load_sectors" : "global_store_sectors");
  const char* bottom = shared ? (load ? "inst_shared_load" : "inst_shared_store")
                              : (load ? "global_load_requests" : "global_store_requests");
  for (const Recording& recording : state.recordings) {
    if (recording.machine != state.scene.machine) continue;
    const RecordedLaunch* found = find_recorded(recording, state.scene.source, launch);
    if (found == nullptr) continue;
    const auto cost = found->counters.find(top), requests = found->counters.find(bottom);
    if (cost == found->counters.end() || requests == found->counters.end() || requests->second <= 0) continue;
    return cost->second / requests->second;
  }
  return std::nullopt;
}

}  // namespace

bool session_input(const Scene& scene, SessionInput& input, Diagnostic& problem) {
  SceneError error;
  if (!scene_launch(scene, input.launch, error)) {
    problem.kind = FaultKind::kCase;
    problem.message = error.key.empty() ? error.message : error.key + ": " + error.message;
    return false;
  }
  input.source_name = scene.source_name.empty() ? "kernel.cu" : scene.source_name;
  input.source = scene.source;
  input.machine = scene.machine;
  input.probe_block = scene.probe_block;
  input.probe_warp = scene.probe_warp;
  return true;
}

SweepJob kernel_sweep(const AppState& state) {
  SweepJob job;
  const std::string name = swept_knob(state);
  const auto& knobs = state.scene.knobs;
  const auto knob = std::find_if(knobs.begin(), knobs.end(), [&](const Knob& k) { return k.name == name; });
  if (name.empty() || knob == knobs.end() || state.result == nullptr || state.site >= state.result->sites.size())
    return job;
  const AccessSite site = state.result->sites[state.site];
  const bool measurable = alone(*state.result, site);
  job.sweep.knob = name;
  job.sweep.quantity = site.space == Space::kShared ? "sweep.passes" : "sweep.sectors";
  job.sweep.finished = false;
  job.cost = [site](const SessionResult& result) -> std::optional<double> {
    const std::size_t at = find_site(result, site.text, site.span.line, &site.operation);
    if (at == kNoSite || result.sites[at].requests == 0) return std::nullopt;
    return static_cast<double>(result.sites[at].cost) / static_cast<double>(result.sites[at].requests);
  };
  Scene scene = state.scene;
  for (const std::int64_t value : range_of(*knob)) {
    set_knob(scene, name, value);
    SessionInput input;
    Diagnostic problem;
    SweepPoint point{value, {}, {}};
    if (!session_input(scene, input, problem)) input = {};
    if (measurable && !input.source.empty()) point.measured = recorded_cost(state, input.launch, site);
    job.sweep.points.push_back(point);
    job.inputs.push_back(std::move(input));
  }
  return job;
}

}  // namespace warpglass
