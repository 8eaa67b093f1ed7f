// In the place of the time panel's warps: the streams of a scene whose knobs describe a pipeline of copies and kernels.
#pragma once

#include "app/gui/draw/canvas.h"
#include "app/gui/panels.h"

namespace warpglass {

void streams_view(const PanelInput& input, const Box& area);
// What the pipeline takes, and what one stream would take; at the right of the header.
std::string streams_summary(const PanelInput& input);

}  // namespace warpglass
