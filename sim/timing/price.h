// What one access costs the memory pipe: pure functions of the Access.
#pragma once

#include <vector>

#include "sim/event/access.h"
#include "sim/machine/spec.h"
#include "sim/timing/footprint.h"
#include "sim/timing/trace.h"

namespace warpglass::timing {

// The lines a global access touches, with the bytes that a store writes.
void touch_lines(const Access& access, const MachineSpec& machine, std::vector<LineTouch>& lines);

// Passes of the data stage and turns of an atomic; `lines` as touch_lines gives them.
MemoryOp price(const Access& access, const MachineSpec& machine, const std::vector<LineTouch>& lines);

}  // namespace warpglass::timing
