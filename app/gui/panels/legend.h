// How to read the picture: a small drawing and a sentence for each thing that the warp panel shows now.
#pragma once

#include "app/gui/panels.h"

namespace warpglass {

// Draws at the cursor, as many entries as fit.
void draw_legend(const PanelInput& input);

}  // namespace warpglass
