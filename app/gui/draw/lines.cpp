// See lines.h. Wires are drawn first and rows over them: a wire disappears behind the rows it passes.
#include "app/gui/draw/lines.h"

#include <algorithm>
#include <cmath>

#include "app/gui/draw/line_layout.h"
#include "app/gui/widgets.h"

namespace warpglass {
namespace {

struct Drawing {
  const Canvas& canvas;
  const LinePicture& picture;
  const LineLayout& l;
  const std::vector<LineSlot>& slots;
};

bool moved(const Drawing& d, const CoalescedLine& line, std::uint32_t sector) {
  const std::uint64_t address = line.address + static_cast<std::uint64_t>(sector) * d.l.sector_bytes;
  for (std::uint32_t s = 0; s < line.sector_count; ++s)
    if (d.picture.coalesced.sectors[line.first_sector + s].address == address) return true;
  return false;
}

void draw_wires(const Drawing& d, bool bright) {
  for (const LineSlot& slot : d.slots) {
    if (!d.l.visible(slot.line)) continue;
    const Glow glow = line_glow(d.picture, slot.line, slot.lanes);
    if ((glow == Glow::kBright) != bright) continue;
    const Box place = d.l.slot(slot);
    for (int lane = 0; lane < d.picture.lanes; ++lane) {
      if (!has_lane(slot.lanes, lane)) continue;
      const Box from = d.l.lanes.box(lane);
      const float alpha = bright ? 1.0f : glow == Glow::kPlain ? (d.l.scrolls ? 0.4f : 0.65f) : 0.2f;
      const float thick = d.canvas.px(bright ? 2.0f : glow == Glow::kPlain ? 1.3f : 1.0f);
      const float spread = lane_count(slot.lanes) > 1 ? place.width() * 0.8f : 0.0f;
      const float share = static_cast<float>(lane) / static_cast<float>(std::max(d.picture.lanes - 1, 1)) - 0.5f;
      const ImVec2 to = {place.middle().x + spread * share, place.low.y};
      d.canvas.wire({from.middle().x, from.high.y}, to, with_alpha(d.canvas.theme.lane(lane, d.picture.lanes), alpha),
                    thick);
    }
  }
}

// Has someone asked for all bytes of this word?
bool word_used(const Drawing& d, std::size_t line, std::uint32_t offset) {
  std::uint32_t bytes = 0;
  for (const LineSlot& slot : d.slots)
    if (slot.line == line && slot.offset < offset + 4u && slot.offset + slot.bytes > offset)
      bytes += std::min(slot.bytes, 4u);
  return bytes >= 4u;
}

// Words of a moved sector as cells, hatched where not all of it was asked for; what was is drawn over them.
void draw_moved_sector(const Drawing& d, const Box& box, std::size_t line, std::uint32_t sector) {
  const Canvas& canvas = d.canvas;
  canvas.list.AddRectFilled(box.low, box.high, canvas.theme.column, canvas.px(2));
  const std::uint32_t words = d.l.sector_bytes / 4u;
  const float word = d.l.byte_width * 4.0f;
  for (std::uint32_t w = 0; w < words; ++w) {
    const std::uint32_t offset = sector * d.l.sector_bytes + w * 4u;
    const float x = std::round(d.l.x_of(offset));
    if (w > 0) canvas.list.AddLine({x, box.low.y + 1}, {x, box.high.y - 1}, canvas.theme.card, 2.0f);
    if (!word_used(d, line, offset))
      hatch(canvas.list, {x + 2, box.low.y + 2}, {std::round(x + word) - 2, box.high.y - 2}, canvas.theme.hatch,
            canvas.px(6), std::max(1.0f, canvas.px(1)));
  }
}

void draw_row(const Drawing& d, std::size_t index) {
  const Canvas& canvas = d.canvas;
  const CoalescedLine& line = d.picture.coalesced.lines[index];
  const Box row = d.l.row(index);
  const bool current = d.picture.stepped && index == d.picture.pass;
  for (std::uint32_t s = 0; s < d.l.sectors; ++s) {
    const Box box = d.l.sector(index, s);
    if (!moved(d, line, s)) {
      canvas.dotted({{box.low.x + 1, box.low.y}, {box.high.x - 1, box.high.y - 1}},
                    with_alpha(canvas.theme.faint, 0.7f));
      continue;
    }
    draw_moved_sector(d, box, index, s);
    const ImU32 edge = current ? canvas.theme.accent : canvas.theme.frame;
    canvas.list.AddRect(box.low, box.high, edge, canvas.px(2), 0, canvas.px(current ? 1.8f : 1.0f));
  }
  const float size = canvas.px(11);
  const std::string address = short_address(line.address);
  const float wide = canvas.width(canvas.fonts.mono, size, address);
  const bool lit = current || (d.picture.hover.what != Under::kNothing && (line.lanes & d.picture.hover.lanes));
  canvas.text({row.low.x - canvas.px(8) - wide, row.low.y + (row.height() - size) * 0.5f}, canvas.fonts.mono, size,
              lit ? canvas.theme.text : canvas.theme.dim, address);
}

void draw_slot(const Drawing& d, const LineSlot& slot) {
  const Canvas& canvas = d.canvas;
  const Glow glow = line_glow(d.picture, slot.line, slot.lanes);
  const Box box = d.l.slot(slot);
  const float round = std::min(canvas.px(2), box.width() * 0.3f);
  lane_fill(canvas, box, slot.lanes, d.picture.lanes, glow, round);
  // words of a wide element: a faint line between them
  for (std::uint32_t w = 4; w < slot.bytes; w += 4) {
    const float x = std::round(d.l.x_of(slot.offset) + d.l.byte_width * static_cast<float>(w));
    canvas.list.AddLine({x, box.high.y - std::min(canvas.px(4), box.height() * 0.3f)}, {x, box.high.y},
                        with_alpha(canvas.theme.card, 0.7f), 1.0f);
  }
  const ImU32 fill = lane_colour(canvas.theme, slot.lanes, d.picture.lanes, glow);
  const std::string label = lane_label(slot.lanes);
  const float size = number_size(canvas, box.width() + 2.0f, box.height(), label.size() < 2 ? "31" : label);
  if (size > 0) canvas.centred(box, canvas.fonts.mono, size, text_on(fill), label);
  const bool framed = d.picture.hover.what != Under::kNothing && glow == Glow::kBright;
  if (framed) canvas.list.AddRect(box.low, box.high, canvas.theme.accent, round, 0, canvas.px(1.8f));
}

UnderMouse under_rows(const Drawing& d, ImVec2 mouse) {
  if (mouse.y < d.l.rows_top || mouse.y >= d.l.rows_bottom) return {};
  for (const LineSlot& slot : d.slots)
    if (d.l.slot(slot).holds(mouse)) return {Under::kWord, slot.lanes, slot.address};
  for (std::size_t i = 0; i < d.picture.coalesced.lines.size(); ++i) {
    const CoalescedLine& line = d.picture.coalesced.lines[i];
    for (std::uint32_t s = 0; s < line.sector_count; ++s) {
      const CoalescedSector& sector = d.picture.coalesced.sectors[line.first_sector + s];
      const auto index = static_cast<std::uint32_t>((sector.address - line.address) / d.l.sector_bytes);
      if (d.l.sector(i, index).holds(mouse)) return {Under::kSector, sector.lanes, sector.address};
    }
  }
  return {};
}

LaneMask lit_lanes(const LinePicture& picture) {
  if (picture.hover.what != Under::kNothing) return picture.hover.lanes;
  if (!picture.stepped || picture.pass >= picture.coalesced.lines.size()) return picture.access.lanes;
  return picture.coalesced.lines[picture.pass].lanes;
}

void draw_lanes(const Drawing& d, const Box& area) {
  const LaneMask lit = lit_lanes(d.picture);
  const bool some = d.picture.stepped || d.picture.hover.what != Under::kNothing;
  draw_lane_row(d.canvas, d.l.lanes, d.picture.access.lanes, lit, some ? lit : 0);
  const float size = d.canvas.metrics.small();
  d.canvas.text({area.low.x, d.l.lanes.top + (d.l.lanes.height - size) * 0.5f}, d.canvas.fonts.regular, size,
                d.canvas.theme.dim, d.picture.lanes_label);
}

}  // namespace

bool has_waste(const LinePicture& picture) {
  return picture.coalesced.bytes_distinct < picture.coalesced.sectors.size() * picture.shape.sector_bytes;
}

bool has_unmoved(const LinePicture& picture) {
  const std::uint64_t all = picture.shape.line_bytes / std::max(picture.shape.sector_bytes, 1u);
  return picture.coalesced.sectors.size() < picture.coalesced.lines.size() * all;
}

UnderMouse draw_lines(const Canvas& canvas, const LinePicture& picture, const Box& area, const LineMouse& mouse,
                      LineScroll& scroll) {
  move_scroll(picture, lay_out_lines(canvas, picture, area, scroll.at), mouse, area, scroll);
  const LineLayout l = lay_out_lines(canvas, picture, area, scroll.at);
  const std::vector<LineSlot> slots = line_slots(picture);
  const Drawing d{canvas, picture, l, slots};
  canvas.list.PushClipRect({area.low.x, l.lanes.top}, {area.high.x, l.rows_bottom + 1.0f}, true);
  draw_wires(d, false);
  draw_wires(d, true);
  canvas.list.PopClipRect();
  canvas.list.PushClipRect({area.low.x, l.scrolls ? l.rows_top : area.low.y}, {area.high.x, l.rows_bottom + 1.0f},
                           true);
  for (std::size_t i = 0; i < picture.coalesced.lines.size(); ++i)
    if (l.visible(i)) draw_row(d, i);
  for (const LineSlot& slot : slots)
    if (l.visible(slot.line)) draw_slot(d, slot);
  canvas.list.PopClipRect();
  if (l.scrolls) draw_minimap(canvas, picture, l, slots);
  draw_lanes(d, area);
  const int lane = l.lanes.at(mouse.at);
  if (lane >= 0 && has_lane(picture.access.lanes, lane))
    return {Under::kLane, LaneMask{1} << lane, picture.access.address[static_cast<std::size_t>(lane)]};
  return under_rows(d, mouse.at);
}

}  // namespace warpglass
