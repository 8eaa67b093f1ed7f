// What is wrong with code, launch or run, as a list under the code: line, message, the way out; and below it the other
// place of a problem that has two (a race). A click goes to that place.
#pragma once

#include "app/gui/panels.h"

namespace warpglass {

ImU32 problem_colour(const Theme& theme, Severity severity);
// Height that the list wants, at most `most`; 0 when there is nothing to say.
float problems_height(const PanelInput& input, float most);
struct ProblemClick {
  const Diagnostic* problem = nullptr;  // of AppState::problems; null: nothing was clicked
  bool other = false;                   // its other place
};
ProblemClick draw_problems(const PanelInput& input, float height);

}  // namespace warpglass
