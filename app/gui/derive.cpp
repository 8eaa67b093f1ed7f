// The access in the picture: the lab's own, or the chosen execution of the chosen site by the probed warp.
#include "app/gui/derive.h"

#include <algorithm>

#include "app/scene/access_lab.h"
#include "sim/machine/spec.h"

namespace warpglass {
namespace {

void set_shapes(ShownAccess& shown, const std::string& machine) {
  if (const MachineSpec* spec = find_machine(machine)) {
    shown.lanes = spec->warp_lanes.value;
    shown.line_shape = {spec->line_bytes.value, spec->sector_bytes.value};
    shown.bank_shape = {spec->banks.value, spec->bank_bytes.value};
  }
}

void count(ShownAccess& shown) {
  shown.valid = true;
  if (shown.shared()) {
    shown.banks = banks(shown.access, shown.bank_shape);
    shown.sentence = describe_shared(shown.access, shown.banks);
  } else {
    shown.coalesced = coalesce(shown.access, shown.line_shape);
    shown.sentence = describe_global(shown.access, shown.coalesced);
  }
}

ShownAccess lab_shown(const AppState& state) {
  ShownAccess shown;
  set_shapes(shown, state.scene.machine);
  shown.lanes = state.scene.lab.lanes;
  shown.expression = lab_expression(state.scene.lab);
  shown.occurrences = 1;
  FormulaError error;
  if (lab_access(state.scene.lab, shown.access, error)) {
    count(shown);
  } else {
    shown.missing = error.key;
    shown.missing_arguments = {error.word, error.message};
  }
  return shown;
}

bool compiled(const SessionResult& result) { return result.program != nullptr && result.launch != nullptr; }

void say_missing(ShownAccess& shown, const AppState& state) {
  const bool none = state.result == nullptr;
  if (none || !compiled(*state.result)) {
    shown.missing = none                               ? "warp.no_result"
                    : state.result->program == nullptr ? "warp.not_compiled"
                                                       : "warp.not_launched";
    return;
  }
  shown.missing = state.result->probed.empty() ? "warp.no_access" : "warp.not_executed";
  shown.missing_arguments = {std::to_string(state.scene.probe_block), std::to_string(state.scene.probe_warp)};
}

ShownAccess kernel_shown(const AppState& state) {
  ShownAccess shown;
  set_shapes(shown, state.scene.machine);
  shown.warp = state.scene.probe_warp;
  shown.block = state.scene.probe_block;
  if (state.result == nullptr || state.site >= state.result->sites.size()) {
    say_missing(shown, state);
    return shown;
  }
  const AccessSite& site = state.result->sites[state.site];
  shown.expression = site.text;
  shown.line = site.span.line;
  const ProbedAccess* chosen = nullptr;
  for (const ProbedAccess& probed : state.result->probed) {
    if (probed.site != state.site) continue;
    ++shown.occurrences;
    if (probed.occurrence <= state.occurrence) chosen = &probed;
  }
  if (chosen == nullptr) {
    say_missing(shown, state);
    return shown;
  }
  shown.occurrence = chosen->occurrence;
  shown.access = chosen->access;
  if (shown.access.space == Space::kGlobal || shown.access.space == Space::kShared)
    count(shown);
  else
    shown.missing = "warp.not_drawn";
  return shown;
}

Hover marked(const AppState& state, const ShownAccess& access) {
  if (!state.focus || state.focus->pending || !access.valid || is_lab(state)) return {};
  const Diagnostic& problem = state.focus->problem;
  Hover hover{HoverKind::kLane, 0, problem.address.value_or(0)};
  const auto add = [&](const ThreadPlace& who) {
    if (who.block == access.block && who.warp == access.warp) hover.lanes |= LaneMask{1} << (who.lane % 32);
  };
  if (problem.place) add(*problem.place);
  if (problem.other) add(problem.other->who);
  return hover.lanes == 0 ? Hover{} : hover;
}

}  // namespace

ShownAccess shown_access(const AppState& state) { return is_lab(state) ? lab_shown(state) : kernel_shown(state); }

Shown derive(const AppState& state) {
  Shown shown;
  shown.access = shown_access(state);
  shown.marked = marked(state, shown.access);
  shown.result = shown_result(state, shown.access);
  if (!is_lab(state) && state.result != nullptr) shown.chips = chips(state.result->sites);
  return shown;
}

std::string swept_knob(const AppState& state) {
  const auto names = sweep_knobs(state.scene);
  if (names.empty()) return {};
  const auto wanted = std::find(names.begin(), names.end(), state.sweep_knob);
  return wanted != names.end() ? *wanted : names.front();
}

}  // namespace warpglass
