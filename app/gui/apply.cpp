// See apply.h. One overload for each command, in the order of command.h.
#include "app/gui/apply.h"

#include <algorithm>

#include "app/gui/derive.h"
#include "app/gui/time_cursor.h"
#include "sim/machine/spec.h"
#include "sim/timed_run.h"
#include "sim/views/moment.h"

namespace warpglass {
namespace {

struct Apply {
  AppState& state;
  const Shown& shown;
  Effects& effects;

  // What was lit belongs to an access that is gone.
  void reset_play() {
    state.pass = 0;
    state.playing = false, state.stepped = false;
    state.hover = {};
    state.focus.reset();
  }
  void lab_changed() {
    reset_play();
    effects.sweep = true;
  }
  void launch_changed() {
    effects.run = !is_lab(state);
    effects.sweep = true;
    state.hover = {};
    state.focus.reset();
  }

  void operator()(const ChooseScene& c) {
    if (c.index < state.library.size()) show_scene(state, state.library[c.index], effects);
  }
  void operator()(const ChooseVariant& c) {
    const auto& all = state.scene.variants;
    const auto found = std::find_if(all.begin(), all.end(), [&](const Variant& v) { return v.name == c.name; });
    if (found == all.end()) return;
    state.scene.variant = c.name;
    for (const auto& [name, value] : found->fixed) set_knob(state.scene, name, value);
    state.scene.selected_access = found->select;
    state.occurrence = 0;
    reset_play();
    launch_changed();
    effects.pin = effects.reselect = true;
  }
  void operator()(const SetKnob& c) {
    const std::int64_t before = knob_value(state.scene, c.name);
    set_knob(state.scene, c.name, c.value);
    if (knob_value(state.scene, c.name) == before) return;
    reset_play();
    launch_changed();
  }
  void operator()(const SetLab& c) {
    if (state.scene.lab == c.lab) return;
    const bool other_kind = state.scene.lab.space != c.lab.space;
    state.scene.lab = c.lab;
    effects.pin = effects.pin || other_kind;
    lab_changed();
  }
  void operator()(const SetMachine& c) {
    const MachineSpec* machine = find_machine(c.name);
    if (machine == nullptr || state.scene.machine == c.name) return;
    state.scene.machine = c.name;
    if (is_lab(state)) {
      state.scene.lab.lanes = machine->warp_lanes.value;
      state.scene.lab.mask = first_lanes(static_cast<int>(machine->warp_lanes.value));
    }
    lab_changed();
    launch_changed();
    effects.pin = true;
  }
  void operator()(const SetSource& c) {
    if (state.scene.source == c.text) return;
    state.scene.source = c.text;
    launch_changed();
  }
  void operator()(const ResetKnobs&) {
    if (is_lab(state)) {
      state.scene.lab = state.opened.lab;
      state.scene.machine = state.opened.machine;
      return lab_changed();
    }
    state.scene.values = state.opened.values;
    for (const auto& variant : state.scene.variants)
      if (variant.name == state.scene.variant && state.scene.variant != state.opened.variant)
        for (const auto& [name, value] : variant.fixed) set_knob(state.scene, name, value);
    reset_play();
    launch_changed();
  }
  void operator()(const ResetSource&) {
    if (state.scene.source == state.opened.source) return;
    state.scene.source = state.opened.source;
    ++state.source_version;
    reset_play();
    launch_changed();
  }
  void operator()(const PinStart&) { state.start = pin(shown.result); }
  void operator()(const SelectSite& c) { select(c.site, 0); }
  void select(std::size_t site, std::uint32_t occurrence) {
    if (state.result == nullptr || site >= state.result->sites.size()) return;
    effects.sweep = effects.sweep || site != state.site;
    state.site = site;
    state.occurrence = occurrence;
    state.scene.selected_access = state.result->sites[site].text;
    reset_play();
  }
  void operator()(const StepAccess& c) {
    if (is_lab(state) || state.result == nullptr) return;
    const auto& probed = state.result->probed;
    if (probed.empty()) return;
    const auto here = std::find_if(probed.begin(), probed.end(), [&](const ProbedAccess& p) {
      return p.site == state.site && p.occurrence == shown.access.occurrence;
    });
    const auto last = static_cast<std::int64_t>(probed.size()) - 1;
    const std::int64_t at = here == probed.end() ? (c.by > 0 ? -1 : 0) : here - probed.begin();
    const ProbedAccess& next = probed[static_cast<std::size_t>(std::clamp<std::int64_t>(at + c.by, 0, last))];
    select(next.site, next.occurrence);
  }
  void operator()(const SelectOccurrence& c) {
    if (shown.access.occurrences == 0) return;
    state.occurrence = std::min(c.occurrence, shown.access.occurrences - 1);
    reset_play();
  }
  void operator()(const SetProbe& c) {
    if (state.scene.probe_block == c.block && state.scene.probe_warp == c.warp) return;
    state.scene.probe_block = c.block;
    state.scene.probe_warp = c.warp;
    reset_play();
    effects.run = !is_lab(state);
  }
  void operator()(const SetPass& c) {
    const std::uint32_t passes = shown.access.passes();
    if (passes == 0) return;
    state.pass = std::min(c.pass, passes - 1);
    state.stepped = true, state.playing = false;
  }
  void operator()(const StepPass& c) {
    state.playing = false;
    if (c.by > 0) {
      step_forward();
    } else if (state.stepped && state.pass > 0) {
      --state.pass;
    } else {
      state.stepped = false;
    }
  }
  bool step_forward() {
    const std::uint32_t passes = shown.access.passes();
    if (!shown.access.valid || passes == 0) return false;
    if (!state.stepped) {
      state.stepped = true, state.pass = 0;
      return true;
    }
    if (state.pass + 1 >= passes) return false;
    ++state.pass;
    return true;
  }
  void operator()(const TogglePlay&) {
    if (state.playing) {
      state.playing = false;
      return;
    }
    if (!shown.access.valid || shown.access.passes() == 0) return;
    if (state.pass + 1 >= shown.access.passes()) state.stepped = false;
    state.playing = step_forward();
  }
  void operator()(const ResetPlay&) { reset_play(); }
  void operator()(const ShowProblem& c) {
    if (c.index >= state.problems.size() || is_lab(state)) return;
    show_party(Diagnostic(state.problems[c.index]), c.other);
  }
  void operator()(const ShowParty& c) {
    if (state.focus) show_party(Diagnostic(state.focus->problem), c.other);
  }
  void show_party(Diagnostic problem, bool other) {
    const bool has_place = other ? problem.other.has_value() : problem.place.has_value();
    if (!has_place || state.stale) return;
    const ThreadPlace who = other ? problem.other->who : *problem.place;
    reset_play();
    const bool elsewhere = state.scene.probe_block != who.block || state.scene.probe_warp != who.warp;
    state.scene.probe_block = who.block;
    state.scene.probe_warp = who.warp;
    state.focus = Focus{std::move(problem), other, elsewhere};
    effects.run = effects.run || elsewhere;
    if (!elsewhere) follow_focus(state);
  }
  void operator()(const SetHover& c) { state.hover = c.hover; }
  void operator()(const SetSweepKnob& c) {
    state.sweep_knob = c.name;
    effects.sweep = true;
  }
  void operator()(const SetBottom& c) { state.bottom = c.view; }
  void operator()(const SelectTimeRow& c) {
    if (state.timed == nullptr || c.row >= state.timed->timeline.size()) return;
    state.time_row = c.row;
    follow_time();
  }
  void operator()(const SetCycle& c) {
    if (state.timed == nullptr) return;
    state.cycle = std::min(c.cycle, state.timed->cycles);
    follow_time();
  }
  void operator()(const StepTime& c) {
    if (state.timed == nullptr) return;
    state.cycle = next_change(*state.timed, state.time_row, state.cycle, c.by);
    follow_time();
  }
  // The picture shows the access that the row's warp has under way, pass by pass.
  void follow_time() {
    if (state.result == nullptr) return;
    const auto moment = moment_at(*state.timed, *state.result, state.time_row, state.cycle);
    if (!moment) return;
    (*this)(SetProbe{moment->block, moment->warp});
    select(moment->site, moment->occurrence);
    state.stepped = true;
    state.pass = static_cast<std::uint32_t>(std::min<std::uint64_t>(moment->since, UINT32_MAX));  // derive bounds it
  }
  void operator()(const ToggleChecks&) {
    state.settings.checks = !state.settings.checks;
    effects.settings = true;
    if (is_lab(state)) return;
    effects.run = true;
    state.focus.reset();
  }
  void operator()(const ToggleHidden&) { state.hidden = !state.hidden; }
  void operator()(const TogglePresent&) {
    state.presenting = !state.presenting;
    state.open_list = false, state.keys_shown = false;
  }
  void operator()(const ToggleKeys&) { state.keys_shown = !state.keys_shown; }
  void operator()(const ToggleFullScreen&) { state.full_screen = !state.full_screen; }
  void operator()(const SetLanguage& c) {
    state.settings.language = c.language;
    effects.settings = true;
  }
  void operator()(const SetTheme& c) {
    state.settings.theme = c.theme;
    effects.settings = true;
  }
  void operator()(const SetScale& c) {
    state.settings.scale_percent = std::clamp(c.percent, 100, 200);
    effects.settings = true;
  }
  void operator()(const SetShares& c) {
    Settings& s = state.settings;
    s.left_share = c.shares.left_share, s.right_share = c.shares.right_share;
    s.bottom_share = c.shares.bottom_share, s.code_share = c.shares.code_share;
    s.knobs_share = c.shares.knobs_share, s.result_share = c.shares.result_share;
    effects.settings = true;
  }
  void operator()(const SaveScene&) { effects.save = true; }
  void operator()(const ToggleOpenList&) {
    state.open_list = !state.open_list;
    effects.list_files = state.open_list;
  }
  void operator()(const OpenScene& c) {
    effects.open = c.path;
    state.open_list = false;
  }
  void operator()(const CopyScene&) { effects.copy = true; }
  void operator()(const PasteScene&) { effects.paste = true; }
  void operator()(const CancelRun&) { effects.cancel = true; }
  void operator()(const DismissNotice& c) {
    if (c.index < state.notices.size())
      state.notices.erase(state.notices.begin() + static_cast<std::ptrdiff_t>(c.index));
  }
  // The slides of a lecture: every variant of every scene, in order.
  void operator()(const StepScene& c) {
    std::vector<std::pair<std::size_t, std::string>> slides;
    std::size_t here = 0;
    for (std::size_t i = 0; i < state.library.size(); ++i) {
      const bool current = state.library[i].id == state.scene.id;
      if (state.library[i].variants.empty()) {
        if (current) here = slides.size();
        slides.emplace_back(i, "");
      }
      for (const Variant& variant : state.library[i].variants) {
        if (current && variant.name == state.scene.variant) here = slides.size();
        slides.emplace_back(i, variant.name);
      }
    }
    if (slides.empty()) return;
    const auto last = static_cast<std::int64_t>(slides.size()) - 1;
    const auto wanted = std::clamp<std::int64_t>(static_cast<std::int64_t>(here) + c.by, 0, last);
    const auto& [scene, variant] = slides[static_cast<std::size_t>(wanted)];
    if (state.library[scene].id != state.scene.id) (*this)(ChooseScene{scene});
    if (!variant.empty() && variant != state.scene.variant) (*this)(ChooseVariant{variant});
  }
  void operator()(const CourseAct& c) { effects.course.push_back(c); }
};

}  // namespace

void apply(AppState& state, const Shown& shown, const Command& command, Effects& effects) {
  std::visit(Apply{state, shown, effects}, command);
}

void show_scene(AppState& state, Scene scene, Effects& effects) {
  state.scene = std::move(scene);
  state.opened = state.scene;
  ++state.source_version;
  state.result = nullptr;
  ++state.result_version;
  state.problems.clear();
  state.stale = false;
  state.site = kNoSite;
  state.occurrence = 0, state.pass = 0;
  state.playing = state.stepped = false;
  state.hover = {};
  state.focus.reset();
  state.start = {};
  state.sweep = {};
  state.timed = nullptr;
  state.cycle = state.time_row = 0;
  state.sweep_knob.clear();
  state.open_list = false;
  effects.run = !is_lab(state);
  effects.pin = effects.reselect = effects.sweep = true;
}

void follow_focus(AppState& state) {
  if (!state.focus || state.result == nullptr) return;
  Focus& focus = *state.focus;
  focus.pending = false;
  const Diagnostic& problem = focus.problem;
  const bool other = focus.other && problem.other;
  if (!other && !problem.place) return;
  const ProbedAccess* moment = find_moment(*state.result, other ? problem.other->who : *problem.place,
                                           other ? problem.other->when : problem.when, problem.address);
  if (moment == nullptr) return;
  state.site = moment->site;
  state.occurrence = moment->occurrence;
  state.scene.selected_access = state.result->sites[moment->site].text;
}

void say(AppState& state, bool problem, std::string id, std::vector<std::string> arguments) {
  state.notices.push_back({problem, std::move(id), std::move(arguments)});
  if (state.notices.size() > 4) state.notices.erase(state.notices.begin());
}

bool advance_play(AppState& state, const Shown& shown) {
  Effects effects;
  Apply apply{state, shown, effects};
  if (!apply.step_forward()) state.playing = false;
  return state.playing;
}

}  // namespace warpglass
