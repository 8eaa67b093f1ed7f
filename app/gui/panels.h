// The panels of the window. A panel takes constant data and its own state and appends commands; it never changes what
// it is given. The frame opens the card (background, outline, padding) of the right size and calls draw inside it; the
// panel starts with panel_header (widgets.h) and fills the rest. panels.cpp holds the one table of all of them.
#pragma once

#include <memory>
#include <span>

#include "app/gui/command.h"
#include "app/gui/state.h"
#include "app/gui/text.h"
#include "app/gui/theme.h"

namespace warpglass {

struct PanelInput {
  const AppState& state;
  const Shown& shown;
  const Theme& theme;
  const Metrics& metrics;
  const Fonts& fonts;
  const Texts& text;
  bool presenting = false;  // one focus panel and the knobs, large: metrics are already larger
};

class Panel {
 public:
  virtual ~Panel() = default;
  virtual void draw(const PanelInput& input, Commands& commands) = 0;
};

// Where a panel stands in the arrangement (frame.cpp).
enum class PanelPlace { kLeft, kLesson, kCode, kWarp, kKnobs, kResult, kSentence, kSweep, kTime };

struct PanelEntry {
  PanelPlace place;
  const char* key;  // its ###id and the name tests use: "scene", "lesson", "code", "warp", "knobs", "result",
                    // "sentence", "sweep", "time"
  std::unique_ptr<Panel> (*make)();
};
std::span<const PanelEntry> panel_table();

std::unique_ptr<Panel>
make_scene_panel();  // panels/scene.cpp: title, text, variants; patterns and machine of the lab; share
std::unique_ptr<Panel> make_lesson_panel();    // panels/lesson.cpp: the Learn side of the left column
std::unique_ptr<Panel> make_code_panel();      // panels/code.cpp: editor, chips, problems (kernel scenes only)
std::unique_ptr<Panel> make_warp_panel();      // panels/warp.cpp: lanes and lines, or lanes and banks; play controls
std::unique_ptr<Panel> make_knobs_panel();     // panels/knobs.cpp
std::unique_ptr<Panel> make_result_panel();    // panels/result.cpp
std::unique_ptr<Panel> make_sentence_panel();  // panels/sentence.cpp
std::unique_ptr<Panel> make_sweep_panel();     // panels/sweep.cpp
std::unique_ptr<Panel> make_time_panel();      // panels/time.cpp

}  // namespace warpglass
