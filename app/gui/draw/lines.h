// The picture of a global access: lanes above; below, every touched line as a row of sectors of words. What a lane
// asked for wears its colour and number; what was moved although nobody asked for it is hatched; sectors that stay in
// memory are dotted. Rows fill the room (14 to 88 px); more than fit scroll, with all lines small at the right.
#pragma once

#include <string>

#include "app/gui/draw/canvas.h"
#include "app/gui/draw/under_mouse.h"
#include "sim/memory/coalesce.h"

namespace warpglass {

struct LinePicture {
  const Access& access;
  const Coalesced& coalesced;
  LineShape shape;
  int lanes = 32;
  bool stepped = false;  // only line `pass` is lit
  std::uint32_t pass = 0;
  UnderMouse hover;
  std::string lanes_label;
};

// The reader's place in a picture that is higher than its room. Kept by the caller.
struct LineScroll {
  float at = 0;  // pixels from the first row
  bool dragging = false;
  std::uint32_t followed = UINT32_MAX;  // the pass that was last brought into sight
};
struct LineMouse {
  ImVec2 at{-1, -1};
  float wheel = 0;
  bool down = false, clicked = false;
};

UnderMouse draw_lines(const Canvas& canvas, const LinePicture& picture, const Box& area, const LineMouse& mouse,
                      LineScroll& scroll);
// Is something hatched, is something dotted? For the legend.
bool has_waste(const LinePicture& picture);
bool has_unmoved(const LinePicture& picture);

}  // namespace warpglass
