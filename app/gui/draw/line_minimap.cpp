// All lines of a long picture as thin stripes, with a frame around those in sight; and how mouse, wheel and play move
// that frame.
#include <algorithm>

#include "app/gui/draw/line_layout.h"

namespace warpglass {

void draw_minimap(const Canvas& canvas, const LinePicture& picture, const LineLayout& l,
                  const std::vector<LineSlot>& slots) {
  const auto lines = static_cast<float>(picture.coalesced.lines.size());
  const float step = l.minimap.height() / lines, thick = std::max(1.0f, step * 0.7f);
  const float byte = l.minimap.width() / static_cast<float>(picture.shape.line_bytes);
  canvas.list.AddRectFilled(l.minimap.low, l.minimap.high, canvas.theme.column, canvas.px(2));
  for (std::size_t i = 0; i < picture.coalesced.lines.size(); ++i) {
    const CoalescedLine& line = picture.coalesced.lines[i];
    const float y = l.minimap.low.y + step * static_cast<float>(i);
    for (std::uint32_t s = 0; s < line.sector_count; ++s) {
      const std::uint64_t offset = picture.coalesced.sectors[line.first_sector + s].address - line.address;
      const float x = l.minimap.low.x + byte * static_cast<float>(offset);
      canvas.list.AddRectFilled({x, y}, {x + byte * static_cast<float>(l.sector_bytes), y + thick},
                                with_alpha(canvas.theme.hatch, 0.55f));
    }
  }
  for (const LineSlot& slot : slots) {
    const float y = l.minimap.low.y + step * static_cast<float>(slot.line);
    const float x = l.minimap.low.x + byte * static_cast<float>(slot.offset);
    const float wide = std::max(byte * static_cast<float>(slot.bytes), 1.5f);
    canvas.list.AddRectFilled({x, y}, {x + wide, y + thick},
                              lane_colour(canvas.theme, slot.lanes, picture.lanes, Glow::kPlain));
  }
  const float total = l.row_step * lines;
  const float from = l.minimap.low.y + l.minimap.height() * l.scroll / total;
  const float to = std::min(l.minimap.low.y + l.minimap.height() * (l.scroll + l.rows_bottom - l.rows_top) / total,
                            l.minimap.high.y);
  canvas.list.AddRect({l.minimap.low.x - canvas.px(2), from}, {l.minimap.high.x + canvas.px(2), to},
                      canvas.theme.accent, canvas.px(2), 0, canvas.px(1.5f));
}

void move_scroll(const LinePicture& picture, const LineLayout& l, const LineMouse& mouse, const Box& area,
                 LineScroll& scroll) {
  if (!l.scrolls) {
    scroll = {};
    return;
  }
  const float page = l.rows_bottom - l.rows_top;
  const float total = l.row_step * static_cast<float>(picture.coalesced.lines.size());
  if (area.holds(mouse.at)) scroll.at -= mouse.wheel * l.row_step;
  if (mouse.clicked && l.minimap.holds(mouse.at)) scroll.dragging = true;
  if (!mouse.down) scroll.dragging = false;
  if (scroll.dragging) {
    const float share = (mouse.at.y - l.minimap.low.y) / std::max(l.minimap.height(), 1.0f);
    scroll.at = share * total - page * 0.5f;
  }
  if (picture.stepped && scroll.followed != picture.pass) {
    const float top = l.row_step * static_cast<float>(picture.pass);
    if (top < scroll.at || top + l.row_step > scroll.at + page) scroll.at = top - page * 0.5f;
    scroll.followed = picture.pass;
  }
  if (!picture.stepped) scroll.followed = UINT32_MAX;
  scroll.at = std::clamp(scroll.at, 0.0f, std::max(total - page, 0.0f));
}

}  // namespace warpglass
