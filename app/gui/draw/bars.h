// A knob's whole range as bars: what the model says, with a ring where it was measured. Knows no knob and no session.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/gui/draw/canvas.h"

namespace warpglass {

struct Bar {
  std::string label;
  std::optional<double> model, measured;
  bool current = false;
};
struct BarChart {
  std::vector<Bar> bars;
  bool hidden = false;  // no heights: they are numbers too
};

// Index of the bar under the mouse; -1: none. Numbers stand on the bars where there is room.
int draw_bars(const Canvas& canvas, const BarChart& chart, const Box& area, ImVec2 mouse);

}  // namespace warpglass
