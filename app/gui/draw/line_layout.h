// Where the rows, sectors and words of the global picture stand. Shared by lines.cpp and line_minimap.cpp.
#pragma once

#include <vector>

#include "app/gui/draw/lines.h"

namespace warpglass {

// What one or more lanes ask for at one address.
struct LineSlot {
  std::size_t line = 0;                 // index into Coalesced::lines
  std::uint32_t offset = 0, bytes = 4;  // within the line
  std::uint64_t address = 0;
  LaneMask lanes = 0;
};

struct LineLayout {
  LaneRow lanes;
  float left = 0, right = 0, rows_top = 0, rows_bottom = 0;
  float row_height = 0, row_step = 0, scroll = 0;
  float sector_gap = 0, byte_width = 0;
  std::uint32_t sectors = 4, sector_bytes = 32;
  bool scrolls = false;
  Box minimap;
  Box row(std::size_t line) const;
  float x_of(std::uint32_t offset) const;  // of a byte of the line; the end of a line at its right edge
  Box slot(const LineSlot& slot) const;
  Box sector(std::size_t line, std::uint32_t index) const;
  bool visible(std::size_t line) const;
};

// "0x7f00", or the last digits of a long one: "..00080".
std::string short_address(std::uint64_t address);

LineLayout lay_out_lines(const Canvas& canvas, const LinePicture& picture, const Box& area, float scroll);
std::vector<LineSlot> line_slots(const LinePicture& picture);
Glow line_glow(const LinePicture& picture, std::size_t line, LaneMask lanes);

void draw_minimap(const Canvas& canvas, const LinePicture& picture, const LineLayout& layout,
                  const std::vector<LineSlot>& slots);
void move_scroll(const LinePicture& picture, const LineLayout& layout, const LineMouse& mouse, const Box& area,
                 LineScroll& scroll);

}  // namespace warpglass
