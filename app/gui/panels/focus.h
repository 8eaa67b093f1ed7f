// A problem that is looked at, above the picture: what it is about, and its two parties, each a lane with its colour. A
// click on a party shows its access at the moment when it happened.
#pragma once

#include "app/gui/draw/canvas.h"
#include "app/gui/panels.h"

namespace warpglass {

// What lights up in the picture: what the mouse is over, else the problem's word and lanes.
const Hover& lit_hover(const PanelInput& input);

float focus_height(const PanelInput& input);  // 0 when no problem is looked at
void draw_focus(const PanelInput& input, const Box& area, Commands& commands);

}  // namespace warpglass
