// What several panels share: the canvas of the current window, small drawn buttons, a segmented control.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/gui/draw/canvas.h"
#include "app/gui/panels.h"

namespace warpglass {

Canvas canvas_of(const PanelInput& input);

enum class Icon { kFirst, kBack, kPlay, kPause, kForward, kLast };
bool icon_button(const PanelInput& input, Icon icon, const char* id, bool enabled, const std::string& tip);

// "‹ block 3 ›": -1 or 1 when an arrow was clicked, else 0. Draws at the cursor and moves it right behind itself.
int stepper(const PanelInput& input, const std::string& label, const char* id, bool back, bool forward,
            const std::string& tip);
float stepper_width(const PanelInput& input, const std::string& label);

struct Segment {
  std::string label;
  const char* id;
  std::string tip;
};
// A row of equal parts, one chosen; index of the clicked one, -1 when none. Fills the width; wraps when it must.
int segmented(const PanelInput& input, std::span<const Segment> segments, int chosen);

// A number with what it counts, in the right form: "1 sector", "4 sectors", "섹터 4개". `number` as shown.
enum class Unit { kSector, kLine, kSegment, kPass, kTurn, kConflict, kWord, kLane, kByte };
std::string counted(const PanelInput& input, Unit unit, const std::string& number);

// How an operation is called in a sentence: "load", "읽기".
std::string operation_word(const PanelInput& input, const Access& access);
// The name of what the lab or the scene sweeps, in the window's language.
std::string knob_label(const PanelInput& input, const std::string& name);

}  // namespace warpglass
