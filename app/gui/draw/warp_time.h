// The life of the warps of one SM as a picture: a row a warp, cycles to the right, every cycle in the colour of what
// the warp did. Knows no session and no panel.
#pragma once

#include <cstdint>
#include <vector>

#include "app/gui/draw/canvas.h"
#include "sim/timing/timing.h"

namespace warpglass {

// Cycles [first, first + span) are shown; at least one.
struct CycleView {
  double first = 0, span = 1;
  double at(float x, const Box& area) const { return first + (x - area.low.x) / area.width() * span; }
  float x(double cycle, const Box& area) const {
    return area.low.x + static_cast<float>((cycle - first) / span) * area.width();
  }
};

// Colour of a cause, the same everywhere; issue is the accent.
ImU32 stall_colour(const Theme& theme, Stall stall);

// What the warp does in that cycle; null before its start and after its end.
const WarpSegment* segment_at(const WarpTimeline& warp, std::uint64_t cycle);

// One row. Where several things fall on a pixel an issue wins, so that no instruction disappears, else the longest.
void draw_warp_row(const Canvas& canvas, const WarpTimeline& warp, const CycleView& view, const Box& area);

// Ticks with their cycles along the lower edge.
void draw_cycle_ruler(const Canvas& canvas, const CycleView& view, const Box& area);

}  // namespace warpglass
