// The four limits, each in whole blocks; registers are allotted to warps in units.
#include "sim/machine/occupancy.h"

#include <algorithm>

namespace warpglass {
namespace {

std::uint32_t blocks_in(std::uint64_t have, std::uint64_t need, std::uint32_t most) {
  return need == 0 ? most : static_cast<std::uint32_t>(std::min<std::uint64_t>(have / need, most));
}

}  // namespace

const char* Occupancy::limit() const {
  if (blocks == by_blocks) return "blocks";
  if (blocks == by_warps) return "warps";
  return blocks == by_registers ? "registers" : "shared";
}

Occupancy occupancy(const MachineSpec& machine, std::uint64_t threads, std::uint32_t registers,
                    std::uint64_t shared_bytes) {
  const std::uint64_t lanes = std::max<std::uint64_t>(1, machine.warp_lanes.value);
  const std::uint64_t warps = std::max<std::uint64_t>(1, (threads + lanes - 1) / lanes);
  const std::uint32_t most = machine.max_blocks_per_sm.value;
  const std::uint64_t unit = std::max<std::uint64_t>(1, machine.register_allocation_unit.value);
  const std::uint64_t warp_registers = (registers * lanes + unit - 1) / unit * unit;
  Occupancy out;
  out.most_warps = machine.max_warps_per_sm.value;
  out.by_blocks = most;
  out.by_warps = blocks_in(machine.max_warps_per_sm.value, warps, most);
  out.by_registers =
      warp_registers == 0 ? most : blocks_in(machine.registers_per_sm.value / warp_registers, warps, most);
  out.by_shared =
      blocks_in(machine.shared_bytes_per_sm.value, shared_bytes + machine.shared_bytes_reserved_per_block.value, most);
  out.blocks = std::min({out.by_blocks, out.by_warps, out.by_registers, out.by_shared});
  out.warps = static_cast<std::uint32_t>(out.blocks * warps);
  return out;
}

}  // namespace warpglass
