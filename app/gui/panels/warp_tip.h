// What the warp picture says about the thing under the mouse, as a tooltip: a line for each lane, with addresses.
#pragma once

#include "app/gui/draw/under_mouse.h"
#include "app/gui/panels.h"

namespace warpglass {

void warp_tooltip(const PanelInput& input, const UnderMouse& under);

}  // namespace warpglass
