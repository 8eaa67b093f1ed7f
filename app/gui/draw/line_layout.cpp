// See line_layout.h: the room is divided into gutter (addresses), rows and, where they do not fit, a minimap.
#include "app/gui/draw/line_layout.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace warpglass {

std::string short_address(std::uint64_t address) {
  const std::string digits = fmt::format("{:x}", address);
  return digits.size() <= 6 ? "0x" + digits : ".." + digits.substr(digits.size() - 5);
}

Box LineLayout::row(std::size_t line) const {
  const float y = std::floor(rows_top + row_step * static_cast<float>(line) - scroll);
  return {{left, y}, {right, y + row_height}};
}

float LineLayout::x_of(std::uint32_t offset) const {
  const std::uint32_t sector_index = std::min(offset / sector_bytes, sectors - 1);
  return left + sector_gap * static_cast<float>(sector_index) + byte_width * static_cast<float>(offset);
}

Box LineLayout::slot(const LineSlot& slot) const {
  const Box whole = row(slot.line);
  const std::uint32_t end = std::min(slot.offset + slot.bytes, sectors * sector_bytes);
  const float from = x_of(slot.offset);
  // the end belongs to the sector of the last byte
  const float to = x_of(end - 1) + byte_width;
  const float gap = to - from > 6.0f ? 1.0f : 0.0f;
  return {{std::round(from) + gap, whole.low.y + 2.0f}, {std::round(to) - gap, whole.high.y - 2.0f}};
}

Box LineLayout::sector(std::size_t line, std::uint32_t index) const {
  const Box whole = row(line);
  const float from = x_of(index * sector_bytes);
  return {{std::floor(from) - 1.0f, whole.low.y},
          {std::ceil(from + byte_width * static_cast<float>(sector_bytes)) + 1.0f, whole.high.y}};
}

bool LineLayout::visible(std::size_t line) const {
  const Box whole = row(line);
  return whole.high.y > rows_top && whole.low.y < rows_bottom;
}

namespace {

void divide_height(const Canvas& canvas, LineLayout& l, std::size_t lines, float scroll) {
  const float gap = canvas.px(5), height = std::max(l.rows_bottom - l.rows_top, 8.0f);
  const auto count = static_cast<float>(std::max<std::size_t>(lines, 1));
  l.row_height = std::floor(std::clamp(height / count - gap, canvas.px(14), canvas.px(88)));
  l.row_step = l.row_height + gap;
  const float total = l.row_step * count - gap;
  l.scrolls = total > height + 1.0f;
  l.scroll = l.scrolls ? std::clamp(scroll, 0.0f, total - height) : 0.0f;
  // few lines stand a little lower, so that their wires have room
  if (!l.scrolls) l.rows_top = std::floor(l.rows_top + std::min((height - total) * 0.35f, canvas.px(56)));
}

}  // namespace

LineLayout lay_out_lines(const Canvas& canvas, const LinePicture& picture, const Box& area, float scroll) {
  LineLayout l;
  const std::size_t lines = picture.coalesced.lines.size();
  l.sector_bytes = std::max(picture.shape.sector_bytes, 1u);
  l.sectors = std::max(picture.shape.line_bytes / l.sector_bytes, 1u);
  std::string longest = picture.lanes_label;
  for (const CoalescedLine& line : picture.coalesced.lines) {
    const std::string address = short_address(line.address);
    if (address.size() > longest.size()) longest = address;
  }
  const float gutter = std::max(canvas.width(canvas.fonts.mono, canvas.px(11), longest),
                                canvas.width(canvas.fonts.regular, canvas.metrics.small(), picture.lanes_label)) +
                       canvas.px(10);
  l.left = area.low.x + gutter;
  l.lanes.top = area.low.y, l.lanes.height = canvas.px(19), l.lanes.lanes = picture.lanes;
  l.rows_top = area.low.y + l.lanes.height + std::min(canvas.px(46), area.height() * 0.2f);
  l.rows_bottom = area.high.y;
  divide_height(canvas, l, lines, scroll);
  const float map = l.scrolls ? canvas.px(34) : 0.0f;
  l.right = area.high.x - map - canvas.px(2);
  if (l.scrolls) l.minimap = {{area.high.x - canvas.px(24), l.rows_top}, {area.high.x, l.rows_bottom}};
  l.sector_gap = canvas.px(4);
  const float room = l.right - l.left - l.sector_gap * static_cast<float>(l.sectors - 1);
  l.byte_width = room / static_cast<float>(l.sectors * l.sector_bytes);
  l.lanes.left = l.left, l.lanes.pitch = (l.right - l.left) / static_cast<float>(picture.lanes);
  return l;
}

std::vector<LineSlot> line_slots(const LinePicture& picture) {
  std::vector<LineSlot> slots;
  for (int lane = 0; lane < picture.lanes && lane < kLanes; ++lane) {
    if (!has_lane(picture.access.lanes, lane)) continue;
    const std::uint64_t address = picture.access.address[static_cast<std::size_t>(lane)];
    const auto same = std::find_if(slots.begin(), slots.end(), [&](const LineSlot& s) { return s.address == address; });
    if (same != slots.end()) {
      same->lanes |= LaneMask{1} << lane;
      continue;
    }
    for (std::size_t i = 0; i < picture.coalesced.lines.size(); ++i) {
      const std::uint64_t first = picture.coalesced.lines[i].address;
      if (address < first || address - first >= picture.shape.line_bytes) continue;
      slots.push_back(
          {i, static_cast<std::uint32_t>(address - first), picture.access.bytes, address, LaneMask{1} << lane});
      break;
    }
  }
  return slots;
}

Glow line_glow(const LinePicture& picture, std::size_t line, LaneMask lanes) {
  if (picture.hover.what != Under::kNothing) return (lanes & picture.hover.lanes) ? Glow::kBright : Glow::kServed;
  if (!picture.stepped) return Glow::kPlain;
  if (line == picture.pass) return Glow::kBright;
  return line < picture.pass ? Glow::kServed : Glow::kWaiting;
}

}  // namespace warpglass
