// What every drawing needs: where to draw, the theme, sizes and fonts, and a few shapes that ImGui does not have.
// Drawings take plain values (an Access and what follows from it), draw into an ImDrawList and say what the mouse is
// over; they know no session, no state and no panel.
#pragma once

#include <imgui.h>

#include <string>

#include "app/gui/theme.h"
#include "sim/base/lanes.h"

namespace warpglass {

struct Box {
  ImVec2 low, high;
  float width() const { return high.x - low.x; }
  float height() const { return high.y - low.y; }
  ImVec2 middle() const { return {(low.x + high.x) * 0.5f, (low.y + high.y) * 0.5f}; }
  bool holds(ImVec2 at) const { return at.x >= low.x && at.x < high.x && at.y >= low.y && at.y < high.y; }
};

struct Canvas {
  ImDrawList& list;
  const Theme& theme;
  const Metrics& metrics;
  const Fonts& fonts;

  float px(float at_100_percent) const { return metrics.px(at_100_percent); }
  void text(ImVec2 at, ImFont* font, float size, ImU32 colour, const std::string& words) const;
  void centred(const Box& box, ImFont* font, float size, ImU32 colour, const std::string& words) const;
  float width(ImFont* font, float size, const std::string& words) const;
  // Horizontal, from x to x.
  void dashed(float y, float from, float to, ImU32 colour) const;
  void dotted(const Box& box, ImU32 colour) const;
  // Leaves `from` downwards and enters `to` from above.
  void wire(ImVec2 from, ImVec2 to, ImU32 colour, float thickness) const;
  // Enters the side of a box in a stack.
  void side_wire(ImVec2 from, const Box& box, ImU32 colour, float thickness) const;
};

// Size of numbers such that `sample` fits into `width`; 0 when it would be too small to read.
float number_size(const Canvas& canvas, float width, float height, const std::string& sample = "31");

// How brightly something is drawn.
enum class Glow { kBright, kPlain, kWaiting, kServed };

// Fills a box in the colours of its lanes: one colour, stripes for up to four, else from the first's to the last's.
void lane_fill(const Canvas& canvas, const Box& box, LaneMask lanes, int lane_total, Glow glow, float rounding);
ImU32 lane_colour(const Theme& theme, LaneMask lanes, int lane_total, Glow glow);
// "7", or "3x" for a box that several lanes share.
std::string lane_label(LaneMask lanes);

// The row of lanes above a picture.
struct LaneRow {
  float left = 0, pitch = 0, top = 0, height = 0;
  int lanes = 32;
  Box box(int lane) const;
  int at(ImVec2 mouse) const;  // -1: none
};
// `lit`: full colour; of the others `active` ones are dim, the rest an outline. `framed` wear the accent.
void draw_lane_row(const Canvas& canvas, const LaneRow& row, LaneMask active, LaneMask lit, LaneMask framed);

}  // namespace warpglass
