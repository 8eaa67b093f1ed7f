// What a drawing says about the mouse: the thing under it and whose partners light up.
#pragma once

#include <cstdint>

#include "sim/base/lanes.h"

namespace warpglass {

enum class Under { kNothing, kLane, kWord, kSector, kBank };

struct UnderMouse {
  Under what = Under::kNothing;
  LaneMask lanes = 0;
  std::uint64_t address = 0;  // first byte of the word or sector; the lane's address; the bank's number
};

}  // namespace warpglass
