// Shapes and the row of lanes. See canvas.h.
#include "app/gui/draw/canvas.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "app/gui/widgets.h"

namespace warpglass {

void Canvas::text(ImVec2 at, ImFont* font, float size, ImU32 colour, const std::string& words) const {
  list.AddText(font, size, {std::floor(at.x), std::floor(at.y)}, colour, words.c_str(), words.c_str() + words.size());
}

float Canvas::width(ImFont* font, float size, const std::string& words) const { return text_width(font, size, words); }

void Canvas::centred(const Box& box, ImFont* font, float size, ImU32 colour, const std::string& words) const {
  const float wide = width(font, size, words);
  const ImVec2 at = {box.low.x + (box.width() - wide) * 0.5f, box.low.y + (box.height() - size) * 0.5f};
  list.AddText(font, size, {std::round(at.x), std::round(at.y)}, colour, words.c_str(), words.c_str() + words.size());
}

void Canvas::dashed(float y, float from, float to, ImU32 colour) const {
  const float dash = px(4), step = px(7);
  for (float x = from; x < to; x += step) list.AddLine({x, y}, {std::min(x + dash, to), y}, colour, px(1));
}

void Canvas::dotted(const Box& box, ImU32 colour) const {
  const float dot = px(1.5f), step = px(4);
  for (float x = box.low.x; x < box.high.x; x += step) {
    const float end = std::min(x + dot, box.high.x);
    list.AddLine({x, box.low.y}, {end, box.low.y}, colour, px(1));
    list.AddLine({x, box.high.y}, {end, box.high.y}, colour, px(1));
  }
  for (float y = box.low.y; y < box.high.y; y += step) {
    const float end = std::min(y + dot, box.high.y);
    list.AddLine({box.low.x, y}, {box.low.x, end}, colour, px(1));
    list.AddLine({box.high.x, y}, {box.high.x, end}, colour, px(1));
  }
}

void Canvas::wire(ImVec2 from, ImVec2 to, ImU32 colour, float thickness) const {
  const float bend = (to.y - from.y) * 0.55f;
  list.AddBezierCubic(from, {from.x, from.y + bend}, {to.x, to.y - bend}, to, colour, thickness);
}

void Canvas::side_wire(ImVec2 from, const Box& box, ImU32 colour, float thickness) const {
  const bool right = from.x >= box.middle().x;
  const ImVec2 to = {right ? box.high.x : box.low.x, box.middle().y};
  const float away = std::max(std::abs(from.x - to.x) * 0.45f, box.width() * 0.8f);
  const float drop = (to.y - from.y) * 0.6f;
  list.AddBezierCubic(from, {from.x, from.y + drop}, {to.x + (right ? away : -away), to.y}, to, colour, thickness);
}

float number_size(const Canvas& canvas, float width, float height, const std::string& sample) {
  const float wanted = std::min(canvas.px(11), height - canvas.px(1));
  const float wide = canvas.width(canvas.fonts.mono, canvas.px(11), sample) / canvas.px(11);
  const float size = std::floor(std::min(wanted, (width - canvas.px(1)) / std::max(wide, 0.01f)));
  return size < std::max(canvas.px(6.5f), 7.0f) ? 0.0f : size;
}

namespace {

ImU32 glowing(const Theme& theme, int lane, int lanes, Glow glow) {
  switch (glow) {
    case Glow::kBright:
    case Glow::kPlain:
      return theme.lane(lane, lanes);
    case Glow::kWaiting:
      return mix(theme.lane(lane, lanes), theme.card, 0.30f);
    case Glow::kServed:
      return theme.lane_dim(lane, lanes);
  }
  return theme.lane(lane, lanes);
}

}  // namespace

ImU32 lane_colour(const Theme& theme, LaneMask lanes, int lane_total, Glow glow) {
  if (lanes == 0) return theme.column;
  const int first = first_lane(lanes), last = 31 - std::countl_zero(lanes);
  return mix(glowing(theme, first, lane_total, glow), glowing(theme, last, lane_total, glow), 0.5f);
}

void lane_fill(const Canvas& canvas, const Box& box, LaneMask lanes, int lane_total, Glow glow, float rounding) {
  const int count = lane_count(lanes);
  if (count <= 1) {
    const ImU32 colour = count == 0 ? canvas.theme.column : glowing(canvas.theme, first_lane(lanes), lane_total, glow);
    canvas.list.AddRectFilled(box.low, box.high, colour, rounding);
    return;
  }
  if (count > 4) {
    const ImU32 from = glowing(canvas.theme, first_lane(lanes), lane_total, glow);
    const ImU32 to = glowing(canvas.theme, 31 - std::countl_zero(lanes), lane_total, glow);
    canvas.list.AddRectFilledMultiColor(box.low, box.high, from, to, to, from);
    return;
  }
  float x = box.low.x;
  const float step = box.width() / static_cast<float>(count);
  for (int lane = 0; lane < kLanes; ++lane) {
    if (!has_lane(lanes, lane)) continue;
    canvas.list.AddRectFilled({x, box.low.y}, {x + step, box.high.y}, glowing(canvas.theme, lane, lane_total, glow));
    x += step;
  }
}

std::string lane_label(LaneMask lanes) {
  const int count = lane_count(lanes);
  return count > 1 ? std::to_string(count) + "x" : std::to_string(first_lane(lanes));
}

Box LaneRow::box(int lane) const {
  const float gap = std::max(1.0f, std::floor(pitch * 0.06f));
  const float x = left + pitch * static_cast<float>(lane);
  return {{std::round(x + gap * 0.5f), top}, {std::round(x + pitch - gap * 0.5f), top + height}};
}

int LaneRow::at(ImVec2 mouse) const {
  if (mouse.y < top || mouse.y >= top + height || mouse.x < left || pitch <= 0) return -1;
  const int lane = static_cast<int>((mouse.x - left) / pitch);
  return lane < lanes ? lane : -1;
}

void draw_lane_row(const Canvas& canvas, const LaneRow& row, LaneMask active, LaneMask lit, LaneMask framed) {
  const float size = number_size(canvas, row.box(0).width(), row.height);
  const float round = canvas.px(3);
  for (int lane = 0; lane < row.lanes; ++lane) {
    const Box box = row.box(lane);
    if (!has_lane(active, lane)) {
      canvas.dotted(box, canvas.theme.faint);
      if (size > 0) canvas.centred(box, canvas.fonts.mono, size, canvas.theme.faint, std::to_string(lane));
      if (has_lane(framed, lane))
        canvas.list.AddRect(box.low, box.high, canvas.theme.accent, round, 0, canvas.px(1.8f));
      continue;
    }
    const ImU32 fill =
        has_lane(lit, lane) ? canvas.theme.lane(lane, row.lanes) : canvas.theme.lane_dim(lane, row.lanes);
    canvas.list.AddRectFilled(box.low, box.high, fill, round);
    if (size > 0) canvas.centred(box, canvas.fonts.mono, size, text_on(fill), std::to_string(lane));
    if (has_lane(framed, lane)) canvas.list.AddRect(box.low, box.high, canvas.theme.accent, round, 0, canvas.px(1.8f));
  }
}

}  // namespace warpglass
