// Cost chips beside code lines: "G 4/4" sectors, "S 32/1" passes, actual over best.
#pragma once

#include <string>

#include "app/gui/draw/canvas.h"

namespace warpglass {

struct ChipLook {
  std::string text;  // "S 32/1"; the letter stands left, the numbers right
  ChipLevel level = ChipLevel::kCalm;
  bool chosen = false;
  bool stale = false;  // of the text before the last change
  bool hovered = false;
};
void draw_chip(const Canvas& canvas, const Box& box, const ChipLook& look);

// A small rounded mark with words in it.
void draw_tag(const Canvas& canvas, const Box& box, const std::string& words, ImU32 colour, ImU32 back);

}  // namespace warpglass
