// What is wrong with code, launch or run, as a list under the code: line, message, the way out. A click jumps there.
#pragma once

#include "app/gui/panels.h"

namespace warpglass {

ImU32 problem_colour(const Theme& theme, Severity severity);
// Height that the list wants, at most `most`; 0 when there is nothing to say.
float problems_height(const PanelInput& input, float most);
// 1-based line that was clicked, else 0.
std::uint32_t draw_problems(const PanelInput& input, float height);

}  // namespace warpglass
