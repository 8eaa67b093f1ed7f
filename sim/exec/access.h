// A memory instruction done lane by lane: the definition of what loads, stores and atomics do, in every space.
// The fast loop comes here for what it has no memo of, for atomics, local memory, generic addresses of other spaces,
// and always when somebody observes the run.
#pragma once

#include <cstdint>

#include "sim/event/access.h"
#include "sim/exec/block.h"

namespace warpglass::exec {

// The lanes of one instruction that land in one space. Addresses: virtual ones, or offsets in shared or local memory.
struct LaneAccess {
  const Instruction* instruction = nullptr;
  const Decoded* op = nullptr;
  Space space = Space::kGlobal;
  LaneMask lanes = 0;
  PerLane<std::uint64_t> address{};
};

// The buffer that holds all of [address, address + bytes), or null.
const BufferView* find_buffer(const Context& context, std::uint64_t address, std::uint64_t bytes);
// A lane's bytes are there and may be touched; whether its address is aligned is another question.
bool lane_fits(const Context& context, const Warp& warp, const LaneAccess& access, int lane);
// Ends the launch with a fault of `lane` at this access.
// `misaligned`: an address that is no multiple of the width is told as that, wherever it leads.
Stop access_fault(Context& context, Warp& warp, const LaneAccess& access, int lane,
                  bool misaligned = true);  // fault.cpp
Access as_event(const LaneAccess& access, const Instruction& instruction, std::uint32_t pc);

}  // namespace warpglass::exec
