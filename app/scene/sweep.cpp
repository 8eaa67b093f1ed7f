// See sweep.h.
#include "app/scene/sweep.h"

#include <algorithm>

#include "sim/machine/spec.h"

namespace warpglass {
namespace {

constexpr std::uint64_t kMostPoints = 256;

std::vector<std::int64_t> spread(std::int64_t first, std::int64_t last) {
  std::vector<std::int64_t> values;
  if (last < first) return values;
  const std::uint64_t steps = static_cast<std::uint64_t>(last) - static_cast<std::uint64_t>(first);
  const std::uint64_t points = std::min(steps, kMostPoints - 1);
  if (points == 0) return {first};
  for (std::uint64_t i = 0; i <= points; ++i) {
    const auto share =
        static_cast<std::uint64_t>(static_cast<double>(steps) * static_cast<double>(i) / static_cast<double>(points));
    values.push_back(static_cast<std::int64_t>(static_cast<std::uint64_t>(first) + (i == points ? steps : share)));
  }
  return values;
}

std::vector<std::int64_t> lab_values(const std::string& knob) {
  if (knob == "stride" || knob == "offset") return spread(0, 33);
  if (knob == "padding") return spread(0, 32);
  if (knob == "element_bytes") return {1, 2, 4, 8, 16};
  return {};
}

void note_measured(KnobSweep& sweep, KnobSweepPoint& point, const std::optional<MeasuredCost>& measured) {
  if (!measured) return;
  point.measured = measured->cost;
  sweep.measured_label = measured->label;
}

void lab_point(KnobSweep& sweep, KnobSweepPoint& point, const Scene& scene, const KnobSweepOptions& options) {
  AccessLab lab = scene.lab;
  set_lab_knob(lab, sweep.knob, point.value);
  Access access;
  FormulaError error;
  const MachineSpec* machine = find_machine(scene.machine);
  if (!lab_access(lab, access, error) || machine == nullptr) {
    point.problem = machine == nullptr ? "There is no such machine." : error.message;
    return;
  }
  if (sweep.shared) {
    const WavefrontCount count = count_wavefronts(access, bank_shape_of(*machine));
    point.cost = count.wavefronts;
    point.best = count.wavefronts - count.conflicts;
  } else {
    const Coalesced counted = coalesce(access, line_shape_of(*machine));
    point.cost = counted.sectors_counted;
    point.best = std::min(counted.ideal_sectors, counted.sectors_counted);
  }
  if (options.measured.of_access) note_measured(sweep, point, options.measured.of_access(scene.machine, access));
}

std::string first_error(const SessionResult& result) {
  for (const Diagnostic& diagnostic : result.diagnostics)
    if (diagnostic.severity == Severity::kError) return diagnostic.message;
  return "The access did not run.";
}

void kernel_point(KnobSweep& sweep, KnobSweepPoint& point, Session& session, const Scene& scene,
                  const KnobSweepOptions& options) {
  Scene at = scene;
  set_knob(at, sweep.knob, point.value);
  SessionInput input;
  SceneError error;
  if (!scene_input(at, input, error)) {
    point.problem = error.message;
    return;
  }
  SessionLimits limits;
  limits.block_limit = std::max(options.block_limit, blocks_within(input.launch, options.whole_threads));
  limits.instruction_budget = options.instruction_budget;
  limits.cancel = options.cancel;
  const auto result = session.update(input, limits);
  const std::size_t site = selected_site(at, *result, options.site);
  const bool ran = result->launch != nullptr && result->run.faults.empty();
  if (!ran || site == kNoAccessSite || result->sites[site].requests == 0) {
    point.problem = first_error(*result);
    return;
  }
  const AccessSite& cost = result->sites[site];
  sweep.shared = cost.space == Space::kShared;
  sweep.partial = sweep.partial || result->partial;
  point.cost = static_cast<double>(cost.cost) / static_cast<double>(cost.requests);
  point.best = static_cast<double>(cost.best) / static_cast<double>(cost.requests);
  if (options.measured.of_site) note_measured(sweep, point, options.measured.of_site(input, *result, site));
}

}  // namespace

void set_lab_knob(AccessLab& lab, const std::string& knob, std::int64_t value) {
  if (knob == "stride") lab.stride = value;
  if (knob == "offset") lab.offset = value;
  if (knob == "padding") lab.padding = value;
  if (knob == "element_bytes") lab.element_bytes = static_cast<std::uint32_t>(value);
}

std::vector<std::string> sweep_knobs(const Scene& scene) {
  if (scene.kind == SceneKind::kAccessLab) {
    switch (scene.lab.pattern) {
      case Pattern::kStride:
        return {"stride", "offset", "padding", "element_bytes"};
      case Pattern::kOffset:
      case Pattern::kBroadcast:
      case Pattern::kScatter:
        return {"offset", "padding", "element_bytes"};
      case Pattern::kContiguous:
      case Pattern::kFormula:
        return {"padding", "element_bytes"};
    }
  }
  std::vector<std::string> names;
  const auto& shown = chosen_variant(scene).knobs;
  for (const std::string& name : shown)
    for (const Knob& knob : scene.knobs)
      if (knob.sweep && knob.name == name) names.push_back(name);
  return names;
}

std::vector<std::int64_t> sweep_values(const Scene& scene, const std::string& knob) {
  if (scene.kind == SceneKind::kAccessLab) return lab_values(knob);
  for (const Knob& found : scene.knobs)
    if (found.name == knob) return found.choices.empty() ? spread(found.minimum, found.maximum) : found.choices;
  return {};
}

KnobSweep plan_sweep(const Scene& scene, const std::string& knob) {
  KnobSweep sweep;
  sweep.knob = knob;
  sweep.shared = scene.kind == SceneKind::kAccessLab && scene.lab.space == Space::kShared;
  for (const std::int64_t value : sweep_values(scene, knob)) sweep.points.emplace_back().value = value;
  sweep.finished = sweep.points.empty();
  return sweep;
}

void sweep_point(KnobSweep& sweep, std::size_t index, Session& session, const Scene& scene,
                 const KnobSweepOptions& options) {
  if (index >= sweep.points.size()) return;
  if (scene.kind == SceneKind::kAccessLab)
    lab_point(sweep, sweep.points[index], scene, options);
  else
    kernel_point(sweep, sweep.points[index], session, scene, options);
  sweep.finished = index + 1 == sweep.points.size();
}

KnobSweep sweep_knob(Session& session, const Scene& scene, const std::string& knob, const KnobSweepOptions& options) {
  KnobSweep sweep = plan_sweep(scene, knob);
  for (std::size_t i = 0; i < sweep.points.size(); ++i) {
    sweep_point(sweep, i, session, scene, options);
    if (options.cancel == nullptr || !options.cancel->load()) continue;
    sweep.cancelled = true;
    sweep.points.resize(i);
  }
  return sweep;
}

}  // namespace warpglass
