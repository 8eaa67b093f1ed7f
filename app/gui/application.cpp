// See application.h. Files are in application_files.cpp, the report in report.cpp.
#include "app/gui/application.h"

#include <algorithm>
#include <cmath>
#include <thread>
#include <utility>

#include "app/device/measured.h"
#include "sim/session.h"
#include "sim/timed_run.h"

namespace warpglass {
namespace {
using std::chrono::milliseconds;

// Seconds from pass to pass: slow enough to follow, and 32 passes in some seconds.
double pass_seconds(std::uint32_t passes) { return passes <= 8 ? 0.6 : 0.3; }
constexpr double kNoticeSeconds = 3.5;

SiteHint hint_of(const AccessSite& site) { return {site.span.line, site.operation}; }
}  // namespace

Application::Application(ApplicationPaths paths, const Settings& settings, std::function<void()> wake)
    : paths_(std::move(paths)), wake_(std::move(wake)), runner_(wake_), course_(paths_.assets, paths_.data, wake_) {
  state_.settings = settings;
  load_library();
}

Application::~Application() {
  if (settings_changed_) save_settings(paths_.data, state_.settings);
}

void Application::show(Scene scene) {
  Effects effects;
  selected_ = {};
  show_scene(state_, std::move(scene), effects);
  follow(effects, milliseconds(10));
}

void Application::forget_notices() { state_.notices.clear(); }

void Application::note(bool problem, std::string id, std::vector<std::string> arguments) {
  say(state_, problem, std::move(id), std::move(arguments));
}

void Application::window_size(int width, int height) {
  if (width == state_.settings.width && height == state_.settings.height) return;
  state_.settings.width = width, state_.settings.height = height;
  settings_changed_ = true;
}

void Application::apply_all(const Commands& commands, milliseconds patience) {
  if (commands.empty()) return;
  Effects effects;
  for (const Command& command : commands) {
    const std::uint64_t before = state_.source_version;
    apply(state_, shown_, command, effects);
    if (std::holds_alternative<ChooseVariant>(command) || state_.source_version != before) selected_ = {};
    // Later commands of the same frame see what this one chose; only the access is needed for that.
    if (commands.size() > 1) shown_ = derive(state_);
  }
  follow(effects, patience);
}

void Application::follow(Effects effects, milliseconds patience) {
  for (const CourseAct& act : std::exchange(effects.course, {})) {
    const std::uint64_t before = state_.source_version;
    course_.act(state_, act, effects);
    if (state_.source_version != before) selected_ = {};
  }
  settings_changed_ = settings_changed_ || effects.settings;
  pin_next_ = pin_next_ || effects.pin;
  if (effects.cancel) runner_.cancel();
  if (effects.save) save_scene();
  if (effects.copy && set_clipboard) set_clipboard(write_scene(state_.scene)), note(false, "notice.copied");
  if (effects.paste && get_clipboard) open_text(get_clipboard(), "clipboard");
  if (effects.list_files) list_files();
  if (effects.open) open_file(*effects.open);
  if (effects.run) {
    post_run();
    if (ticket_ > answered_ && patience.count() > 0)
      if (auto answer = runner_.wait(ticket_, patience)) receive(std::move(*answer));
  }
  if (state_.result != nullptr && state_.site < state_.result->sites.size())
    selected_ = hint_of(state_.result->sites[state_.site]);
  shown_ = derive(state_);
  bound_pass();
  if (is_lab(state_) && pin_next_ && shown_.access.valid) {
    state_.start = pin(shown_.result);
    pin_next_ = false;
    shown_ = derive(state_);
  }
  if (effects.sweep) sweep_wanted_ = true;
  refresh_sweep();
  course_.follow(state_);
}

void Application::post_run() {
  SessionInput input;
  SceneError error;
  if (!scene_input(state_.scene, input, error)) {
    Diagnostic problem;
    problem.kind = FaultKind::kCase;
    problem.message = error.key.empty() ? error.message : error.key + ": " + error.message;
    state_.problems = {problem};
    return;
  }
  input.checks = state_.settings.checks;
  runner_.drop_sweep();
  ticket_ = runner_.post(std::move(input));
  answered_final_ = false;
}

void Application::receive(RunAnswer answer) {
  if (is_lab(state_) || answer.result == nullptr) return;
  answered_ = std::max(answered_, answer.ticket);
  if (answer.ticket == ticket_) answered_final_ = answer.final;
  state_.problems = answer.result->diagnostics;
  for (const auto* found : {&answer.result->faults, &answer.result->notes})
    state_.problems.insert(state_.problems.end(), found->begin(), found->end());
  const bool mistake = answer.result->program == nullptr;
  state_.stale = mistake && state_.result != nullptr && state_.result->program != nullptr;
  if (!state_.stale) {
    state_.result = answer.result;
    state_.result_launch = answer.input.launch;
    state_.result_source = answer.input.source;
    state_.checked = answer.input.checks;
    ++state_.result_version;
    reselect();
    if (answer.ticket == ticket_) follow_focus(state_);
    if (state_.site != kNoSite) selected_ = hint_of(state_.result->sites[state_.site]);
  }
  shown_ = derive(state_);
  const bool pinned = pin_next_ && answer.final && answer.ticket == ticket_ && !mistake;
  if (pinned) {
    state_.start = pin(shown_.result);
    pin_next_ = false;
    shown_ = derive(state_);
  }
  bound_pass();
  if (!answer.final) return;
  sweep_wanted_ = true;
  refresh_timing(answer.input, pinned);
}

// The time cursor may stand later than the last pass of its access.
void Application::bound_pass() {
  if (const std::uint32_t passes = shown_.access.passes(); state_.stepped && passes > 0)
    state_.pass = std::min(state_.pass, passes - 1);
}

// Another probe is no other launch: its times stay.
void Application::refresh_timing(const SessionInput& input, bool pinned) {
  const bool same = state_.timed != nullptr && timed_.source == input.source && timed_.launch == input.launch &&
                    timed_.machine == input.machine;
  if (same) return;
  state_.timed = nullptr;
  pin_time_ = pinned;
  const bool ran = state_.result != nullptr && state_.result->program != nullptr && state_.result->run.completed;
  if (state_.stale || !ran) return;
  timed_ = input;
  runner_.post_timed(input, state_.result->program);
}

// The chosen access in the new result: the same text, nearest to where it was.
void Application::reselect() {
  const bool by_marker = state_.scene.selected_access.starts_with("@");
  state_.site =
      by_marker ? lesson_site(state_.scene, *state_.result) : selected_site(state_.scene, *state_.result, selected_);
  if (state_.site != kNoSite) selected_ = hint_of(state_.result->sites[state_.site]);
}

bool Application::update(double seconds) {
  bool changed = false;
  if (loading_.valid() && loading_.wait_for(milliseconds(0)) == std::future_status::ready) {
    receive_recordings();
    changed = true;
  }
  if (auto answer = runner_.take()) {
    receive(std::move(*answer));
    course_.follow(state_);
    changed = true;
  }
  changed = course_.update(state_) || changed;
  const RunProgress progress = is_lab(state_) ? RunProgress{} : runner_.progress();
  changed = changed || progress.running != state_.run.running || progress.blocks_done != state_.run.blocks_done;
  state_.run = progress;
  if (state_.playing) {
    since_pass_ += std::min(seconds, 0.25);
    if (since_pass_ >= pass_seconds(shown_.access.passes())) {
      since_pass_ = 0.0;
      advance_play(state_, shown_);
      changed = true;
    }
  } else {
    since_pass_ = 0.0;
  }
  if (auto timed = runner_.take_timed(); timed && !is_lab(state_)) {
    state_.timed = std::move(timed);
    state_.cycle = std::min(state_.cycle, state_.timed->cycles);
    if (state_.time_row >= state_.timed->timeline.size()) state_.time_row = 0;
    if (std::exchange(pin_time_, false) && state_.timed->times.ok)
      state_.start.values.emplace_back("result.time", state_.timed->times.time_cold_us);
    shown_ = derive(state_);
    changed = true;
  }
  changed = changed || state_.timing != runner_.timing();
  state_.timing = runner_.timing();
  changed = forget_information(seconds) || changed;
  refresh_sweep();
  if (auto sweep = runner_.take_sweep(); sweep && !is_lab(state_)) {
    state_.sweep = std::move(*sweep);
    changed = true;
  }
  return changed;
}

// What only informs goes by itself; a problem stays until it is dismissed.
bool Application::forget_information(double seconds) {
  auto& notices = state_.notices;
  if (notices.size() != notices_before_) since_notice_ = 0.0;
  notices_before_ = notices.size();
  since_notice_ += seconds;
  if (since_notice_ < kNoticeSeconds) return false;
  const auto gone = std::erase_if(notices, [](const Notice& notice) { return !notice.problem; });
  notices_before_ = notices.size();
  return gone > 0;
}

void Application::refresh_sweep() {
  if (!sweep_wanted_) return;
  const std::string knob = swept_knob(state_);
  if (is_lab(state_)) {
    sweep_wanted_ = false;
    runner_.drop_sweep();
    Session unused;
    KnobSweepOptions options;
    options.measured = measured_numbers(*state_.recordings);
    state_.sweep = sweep_knob(unused, state_.scene, knob, options);
    return;
  }
  if (!answered_final_ || answered_ < ticket_) return;  // after the run
  sweep_wanted_ = false;
  KnobSweep sweep = plan_sweep(state_.scene, knob);
  if (state_.result == nullptr || state_.site >= state_.result->sites.size()) sweep.points.clear();
  if (!sweep.points.empty()) sweep.shared = state_.result->sites[state_.site].space == Space::kShared;
  // Bars of the same knob stay until the new ones come.
  if (state_.sweep.knob != sweep.knob || state_.sweep.points.size() != sweep.points.size()) state_.sweep = sweep;
  if (sweep.points.empty())
    runner_.drop_sweep();
  else
    runner_.post_sweep({std::move(sweep), state_.scene, selected_, state_.recordings});
}

bool Application::busy() const {
  return state_.playing || course_.busy() ||
         (!is_lab(state_) && (answered_ < ticket_ || !answered_final_ || runner_.sweeping() || runner_.timing()));
}

bool Application::settle(milliseconds most) {
  const auto end = std::chrono::steady_clock::now() + most;
  if (loading_.valid()) loading_.wait();
  course_.wait_for_course();
  update(0.0);
  while (course_.busy() || (!is_lab(state_) && (answered_ < ticket_ || !answered_final_ || sweep_wanted_ ||
                                                runner_.sweeping() || runner_.timing()))) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(milliseconds(1));
    update(0.0);
  }
  update(0.0);
  return true;
}

}  // namespace warpglass
