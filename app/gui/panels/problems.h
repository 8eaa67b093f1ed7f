// What is wrong with code, launch or run, as a list under the code: line, message, the way out; and below it the other
// place of a problem that has two (a race). A click goes to that place.
#pragma once

#include "app/gui/panels.h"

namespace warpglass {

ImU32 problem_colour(const Theme& theme, Severity severity);
// "reads it": what the other party did, in the window's language.
std::string deed(const PanelInput& input, const OtherParty& other);
// "the other: wrote it (block 0, warp 1, lane 3)": the other party's part in it.
std::string others_part(const PanelInput& input, const OtherParty& other);
// "race", "bounds": what kind of problem it is, in the window's language.
std::string kind_word(const PanelInput& input, FaultKind kind);
// The switch of the checks and what they found, ending at `right`; returns its width. True in `clicked` when clicked.
float draw_checks_switch(const PanelInput& input, float right, float y, bool& clicked);
// Height that the list wants, at most `most`; 0 when there is nothing to say.
float problems_height(const PanelInput& input, float most);
struct ProblemClick {
  const Diagnostic* problem = nullptr;  // of AppState::problems; null: nothing was clicked
  bool other = false;                   // its other place
  std::size_t index = 0;                // into AppState::problems
};
ProblemClick draw_problems(const PanelInput& input, float height);

}  // namespace warpglass
