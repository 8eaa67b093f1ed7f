// What can be swept, and the lab's sweep: one access for each value of a knob, counted at once.
#include <algorithm>

#include "app/gui/derive.h"
#include "sim/machine/spec.h"

namespace warpglass {
namespace {

constexpr std::int64_t kLabSweepEnd = 33;

std::int64_t* lab_field(AccessLab& lab, const std::string& name) {
  if (name == "stride") return &lab.stride;
  if (name == "offset") return &lab.offset;
  if (name == "padding") return &lab.padding;
  return nullptr;
}

std::vector<std::string> lab_choices(const AccessLab& lab) {
  switch (lab.pattern) {
    case Pattern::kStride:
      return {"stride", "offset", "padding"};
    case Pattern::kContiguous:
      return {"padding"};
    case Pattern::kOffset:
    case Pattern::kBroadcast:
      return {"offset", "padding"};
    case Pattern::kScatter:
    case Pattern::kFormula:
      return {"padding"};
  }
  return {};
}

// Cost of one access: wavefronts or sectors; and the measured one.
void fill_point(SweepPoint& point, const AppState& state, const AccessLab& lab, const MachineSpec& machine) {
  Access access;
  FormulaError error;
  if (!lab_access(lab, access, error)) return;
  if (access.space == Space::kShared)
    point.cost = count_wavefronts(access, {machine.banks.value, machine.bank_bytes.value}).wavefronts;
  else
    point.cost = count_sectors(access, {machine.line_bytes.value, machine.sector_bytes.value}).sectors;
  for (const Recording& recording : state.recordings) {
    if (recording.machine != state.scene.machine) continue;
    if (const RecordedAccess* recorded = find_recorded(recording, access)) {
      point.measured = recorded->cost;
      return;
    }
  }
}

}  // namespace

std::vector<std::string> sweep_choices(const AppState& state) {
  if (is_lab(state)) return lab_choices(state.scene.lab);
  std::vector<std::string> names;
  if (state.scene.variants.empty()) return names;
  // In the variant's order: what it is about comes first.
  for (const std::string& name : chosen_variant(state.scene).knobs)
    for (const Knob& knob : state.scene.knobs)
      if (knob.sweep && knob.name == name) names.push_back(name);
  return names;
}

std::string swept_knob(const AppState& state) {
  const auto names = sweep_choices(state);
  if (names.empty()) return {};
  const auto wanted = std::find(names.begin(), names.end(), state.sweep_knob);
  return wanted != names.end() ? *wanted : names.front();
}

Sweep lab_sweep(const AppState& state) {
  Sweep sweep;
  sweep.knob = swept_knob(state);
  const MachineSpec* machine = find_machine(state.scene.machine);
  AccessLab lab = state.scene.lab;
  std::int64_t* field = lab_field(lab, sweep.knob);
  if (machine == nullptr || field == nullptr) return {};
  sweep.quantity = lab.space == Space::kShared ? "sweep.passes" : "sweep.sectors";
  const std::int64_t last = sweep.knob == "padding" ? 32 : kLabSweepEnd;
  for (std::int64_t value = 0; value <= last; ++value) {
    *field = value;
    SweepPoint point{value, {}, {}};
    fill_point(point, state, lab, *machine);
    sweep.points.push_back(point);
  }
  return sweep;
}

}  // namespace warpglass
