// A machine as data: immutable numbers, each with where it comes from. Presets are in presets.cpp.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "sim/machine/sourced.h"
#include "sim/machine/timing_spec.h"

namespace warpglass {

struct MachineSpec {
  std::string name;                     // "h200"
  std::string title;                    // "NVIDIA H200"
  std::string description;              // one sentence
  Sourced<std::uint32_t> warp_lanes;    // 32, or 16 on the introductory machine
  Sourced<std::uint32_t> banks;         // shared-memory banks
  Sourced<std::uint32_t> bank_bytes;    // 4
  Sourced<std::uint32_t> line_bytes;    // 128
  Sourced<std::uint32_t> sector_bytes;  // 32; the introductory machine moves whole 128-byte segments
  Sourced<std::uint32_t> sms;
  Sourced<std::uint32_t> max_threads_per_block, max_block_x, max_block_y, max_block_z;
  Sourced<std::uint64_t> max_grid_x, max_grid_y, max_grid_z;
  Sourced<std::uint32_t> max_threads_per_sm, max_warps_per_sm, max_blocks_per_sm;
  Sourced<std::uint32_t> registers_per_sm, max_registers_per_thread, register_allocation_unit;
  Sourced<std::uint32_t> shared_bytes_per_block;         // without opting in: 49,152
  Sourced<std::uint32_t> shared_bytes_per_block_opt_in;  // 232,448 on an H200
  Sourced<std::uint32_t> shared_bytes_per_sm, shared_bytes_reserved_per_block;
  Sourced<double> clock_ghz;
  TimingSpec timing;
};

std::span<const MachineSpec> machine_presets();
// The preset of that name; null when there is none.
const MachineSpec* find_machine(std::string_view name);

}  // namespace warpglass
