// The strip at the bottom holds one of two panels; both begin with the same two tabs.
#pragma once

#include "app/gui/panels.h"

namespace warpglass {

// Draws the tabs from `at` on; returns where they end. Without a kernel there is one view only, and its name.
float bottom_tabs(const PanelInput& input, ImVec2 at, Commands& commands);

}  // namespace warpglass
