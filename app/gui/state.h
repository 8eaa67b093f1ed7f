// What the window is showing, as plain values. AppState is what commands change; Shown is what follows from it and is
// computed once per change (derive.h), so that panels only draw. Nothing here knows ImGui.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/device/recording.h"
#include "app/gui/course_state.h"
#include "app/gui/text.h"
#include "app/gui/theme.h"
#include "app/scene/scene.h"
#include "app/scene/sweep.h"
#include "sim/base/launch.h"
#include "sim/memory/banks.h"
#include "sim/memory/coalesce.h"
#include "sim/views/result.h"
#include "sim/views/sites.h"

namespace warpglass {

struct TimedAnswer;  // sim/timed_run.h

inline constexpr std::size_t kNoSite = kNoAccessSite;

// What is remembered between two starts.
struct Settings {
  ThemeName theme = ThemeName::kDark;
  Language language = Language::kEnglish;
  int scale_percent = 100;  // 100..200
  int width = 1280, height = 800;
  bool checks = false;  // kernels run with checks
  // The arrangement: shares of the window's width and height, and of a column's height.
  float left_share = 0.235f, right_share = 0.262f, bottom_share = 0.165f, code_share = 0.42f, knobs_share = 0.415f,
        result_share = 0.36f;
  bool operator==(const Settings&) const = default;
};

// Something the program has to say: an id of the text table and its arguments. Never a box to click away.
struct Notice {
  bool problem = false;  // else information
  std::string id;
  std::vector<std::string> arguments;
};

// What the strip at the bottom shows.
enum class BottomView { kSweep, kTime };

// One kernel run on the worker.
struct RunProgress {
  bool running = false;
  bool cancellable = false;  // it runs long enough to be worth a button
  std::uint64_t blocks_done = 0, blocks_total = 0;
  double seconds = 0.0;
};

// Numbers pinned to be compared with: row id -> value.
struct Pinned {
  std::vector<std::pair<std::string, double>> values;
};

enum class HoverKind { kNone, kLane, kWord, kSector, kBank };
struct Hover {
  HoverKind kind = HoverKind::kNone;
  LaneMask lanes = 0;         // whose partners light up
  std::uint64_t address = 0;  // of the word or sector
  bool operator==(const Hover&) const = default;
};

// A problem that is looked at: the picture shows the access of one of its parties, at the moment when it happened.
struct Focus {
  Diagnostic problem;
  bool other = false;    // the other party's access
  bool pending = false;  // the run that probes that party's warp is still to come
};

using Recordings = std::vector<Recording>;

struct AppState {
  Settings settings;
  std::vector<Scene> library;                   // shipped scenes and the user's
  Scene scene;                                  // the one on screen, with its current knob values and source
  Scene opened;                                 // as it was opened: reset goes back here
  std::uint64_t source_version = 1;             // grows when the source is replaced by anything but typing
  std::shared_ptr<const SessionResult> result;  // of a kernel scene; null until the first answer
  std::uint64_t result_version = 0;
  Launch result_launch;  // what that result is of, with the source below
  std::string result_source;
  bool checked = false;  // that result is of a run with checks
  std::vector<Diagnostic>
      problems;        // of the newest answer: compile, launch, run and checks; what the code panel underlines
  bool stale = false;  // the code has a mistake: `result` is of the text before it
  RunProgress run;
  std::shared_ptr<const Recordings> recordings = std::make_shared<const Recordings>();  // read in the background

  std::size_t site = kNoSite;    // selected access: index into result->sites
  std::uint32_t occurrence = 0;  // which execution of it by the probed warp
  std::uint32_t pass = 0;        // wavefront (shared) or line (global) being served
  bool playing = false;
  bool stepped = false;  // play or a step has begun: one pass is lit and the others wait; else all are lit
  Hover hover;
  std::optional<Focus> focus;

  std::shared_ptr<const TimedAnswer> timed;  // of the kernel scene's newest full run; null until it is known
  bool timing = false;                       // it is being computed
  BottomView bottom = BottomView::kSweep;
  std::uint64_t cycle = 0;     // of the SM, where the time cursor stands
  std::uint32_t time_row = 0;  // of timed->timeline: the warp that the picture follows

  Pinned start;
  bool hidden = false;  // numbers are hidden everywhere
  bool presenting = false;
  bool keys_shown = false;  // the F1 overlay
  bool full_screen = false;
  bool open_list = false;                // Ctrl+O: the list of scene files
  std::vector<std::string> scene_files;  // what that list shows
  std::string sweep_knob;                // chosen by the user; empty: the scene's first
  KnobSweep sweep;
  std::vector<Notice> notices;  // newest last, at most 4
  CourseView course;            // the Learn side
  bool quit = false;
};

// The access in the warp picture.
struct ShownAccess {
  bool valid = false;
  std::string missing;  // id of a text when not valid: why there is nothing to see
  std::vector<std::string> missing_arguments;
  std::string expression;  // "buffer[c * pitch + r]"
  std::uint32_t line = 0;  // of the source; 0 in the lab
  std::uint32_t warp = 0;
  std::uint64_t block = 0;
  std::uint32_t lanes = 32;  // lanes of the machine
  std::uint32_t occurrence = 0, occurrences = 0;
  Access access;
  LineShape line_shape;
  BankShape bank_shape;
  Coalesced coalesced;  // global
  BankAccess banks;     // shared
  Sentence sentence;
  bool shared() const { return access.space == Space::kShared; }
  // What play steps through: wavefronts (shared) or lines (global).
  std::uint32_t passes() const {
    return shared() ? banks.wavefronts : static_cast<std::uint32_t>(coalesced.lines.size());
  }
};

enum class RowFormat { kCount, kRatio, kPercent, kBytes, kMicroseconds };
struct ResultRow {
  const char* id = "";  // text id of its label: "result.passes"
  RowFormat format = RowFormat::kCount;
  std::optional<double> start, now, measured;
  bool lower_is_better = true;
  bool neutral = false;  // neither direction is better (bytes asked)
};
inline constexpr double kTolerance = 0.02;  // of the measured value
struct ShownResult {
  std::vector<ResultRow> rows;
  bool partial = false;      // the first blocks only; the rest is being computed
  std::string measured_gpu;  // "NVIDIA H200"; empty: not measured for this launch
  std::string measured_date;
  std::string measured_protocol;
  std::optional<double> measured_us;  // the whole launch
  // Id of the text that says why a measured value is off by more than kTolerance; empty: none is.
  std::string differs;
};

struct Shown {
  ShownAccess access;
  Hover marked;             // the word and the lanes of AppState::focus, in that access
  std::vector<Chip> chips;  // kernel scenes
  ShownResult result;
};

inline bool is_lab(const AppState& state) { return state.scene.kind == SceneKind::kAccessLab; }

}  // namespace warpglass
