// The picture of a shared access: lanes above, bank columns below, and in every column the distinct words asked of that
// bank, stacked from the baseline up. A row across all banks is one pass (wavefront); the tallest stack is the N of
// "N-way". Phases of 8- and 16-byte accesses stand side by side, each with its own 32 columns, and the words of a lane
// are joined. Atomics that take turns are stacked lane by lane.
#pragma once

#include <string>
#include <vector>

#include "app/gui/draw/canvas.h"
#include "app/gui/draw/under_mouse.h"
#include "sim/memory/banks.h"

namespace warpglass {

struct BankPicture {
  const Access& access;
  const BankAccess& banks;
  BankShape shape;
  int lanes = 32;
  bool stepped = false;  // only `pass` is lit
  std::uint32_t pass = 0;
  UnderMouse hover;
  std::string lanes_label, banks_label;   // at the left
  std::string ways_label;                 // "32-way", at the tallest stack; empty: none
  std::vector<std::string> phase_labels;  // above the groups when there are several
};

// Draws into `area`. `mouse` may lie outside.
UnderMouse draw_banks(const Canvas& canvas, const BankPicture& picture, const Box& area, ImVec2 mouse);

}  // namespace warpglass
