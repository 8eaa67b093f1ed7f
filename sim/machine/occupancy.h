// How many blocks of a launch fit on one SM at once, and what limits them.
#pragma once

#include <cstdint>

#include "sim/machine/spec.h"

namespace warpglass {

struct Occupancy {
  std::uint32_t blocks = 0;  // resident on one SM; 0: the block does not fit at all
  std::uint32_t warps = 0;   // of those blocks
  std::uint32_t most_warps = 0;
  // Blocks that each limit alone would allow.
  std::uint32_t by_blocks = 0, by_warps = 0, by_registers = 0, by_shared = 0;
  double theoretical() const { return most_warps == 0 ? 0.0 : static_cast<double>(warps) / most_warps; }
  const char* limit() const;  // "blocks", "warps", "registers" or "shared"
};

// threads: of a block. registers: of a thread; an estimate where it is not the compiler's. shared_bytes: static and
// dynamic of a block; the machine adds what it reserves.
Occupancy occupancy(const MachineSpec& machine, std::uint64_t threads, std::uint32_t registers,
                    std::uint64_t shared_bytes);

}  // namespace warpglass
