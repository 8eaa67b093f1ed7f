// Every number of a machine under its key in a machine file, with the range that makes sense. A number added to the
// specs needs a row here: tests/unit/machine_file_test.cpp fails until it has one.
#pragma once

#include <cstdint>
#include <variant>

#include "sim/machine/spec.h"

namespace warpglass {

template <class Spec>
struct SpecField {
  const char* key;
  std::variant<Sourced<std::uint32_t> Spec::*, Sourced<std::uint64_t> Spec::*, Sourced<double> Spec::*> member;
  double least, most;
};

inline const SpecField<MachineSpec> kLimitFields[] = {
    {"warp_lanes", &MachineSpec::warp_lanes, 16, 32},
    {"banks", &MachineSpec::banks, 16, 32},
    {"bank_bytes", &MachineSpec::bank_bytes, 4, 4},
    {"line_bytes", &MachineSpec::line_bytes, 128, 128},
    {"sector_bytes", &MachineSpec::sector_bytes, 32, 128},
    {"sms", &MachineSpec::sms, 1, 1024},
    {"max_threads_per_block", &MachineSpec::max_threads_per_block, 32, 1024},
    {"max_block_x", &MachineSpec::max_block_x, 1, 1024},
    {"max_block_y", &MachineSpec::max_block_y, 1, 1024},
    {"max_block_z", &MachineSpec::max_block_z, 1, 1024},
    {"max_grid_x", &MachineSpec::max_grid_x, 1, 2147483647},
    {"max_grid_y", &MachineSpec::max_grid_y, 1, 2147483647},
    {"max_grid_z", &MachineSpec::max_grid_z, 1, 2147483647},
    {"max_threads_per_sm", &MachineSpec::max_threads_per_sm, 32, 65536},
    {"max_warps_per_sm", &MachineSpec::max_warps_per_sm, 1, 2048},
    {"max_blocks_per_sm", &MachineSpec::max_blocks_per_sm, 1, 1024},
    {"registers_per_sm", &MachineSpec::registers_per_sm, 1024, 16777216},
    {"max_registers_per_thread", &MachineSpec::max_registers_per_thread, 16, 1024},
    {"register_allocation_unit", &MachineSpec::register_allocation_unit, 1, 4096},
    {"shared_bytes_per_block", &MachineSpec::shared_bytes_per_block, 1024, 16777216},
    {"shared_bytes_per_block_opt_in", &MachineSpec::shared_bytes_per_block_opt_in, 1024, 16777216},
    {"shared_bytes_per_sm", &MachineSpec::shared_bytes_per_sm, 1024, 16777216},
    {"shared_bytes_reserved_per_block", &MachineSpec::shared_bytes_reserved_per_block, 0, 65536},
    {"clock_ghz", &MachineSpec::clock_ghz, 0.01, 100},
};

inline const SpecField<TimingSpec> kTimingFields[] = {
    {"schedulers", &TimingSpec::schedulers, 1, 4096},
    {"alu_latency", &TimingSpec::alu_latency, 0, 1e6},
    {"double_latency", &TimingSpec::double_latency, 0, 1e6},
    {"special_latency", &TimingSpec::special_latency, 0, 1e6},
    {"shuffle_latency", &TimingSpec::shuffle_latency, 0, 1e6},
    {"convert_latency", &TimingSpec::convert_latency, 0, 1e6},
    {"branch_latency", &TimingSpec::branch_latency, 0, 1e6},
    {"shared_latency", &TimingSpec::shared_latency, 0, 1e6},
    {"shared_way_latency", &TimingSpec::shared_way_latency, 0, 1e6},
    {"l1_latency", &TimingSpec::l1_latency, 0, 1e6},
    {"l1_line_latency", &TimingSpec::l1_line_latency, 0, 1e6},
    {"l2_latency", &TimingSpec::l2_latency, 0, 1e6},
    {"dram_latency", &TimingSpec::dram_latency, 0, 1e6},
    {"dram_latency_spread", &TimingSpec::dram_latency_spread, 0, 1e6},
    {"atomic_latency", &TimingSpec::atomic_latency, 0, 1e6},
    {"barrier_latency", &TimingSpec::barrier_latency, 0, 1e6},
    {"barrier_warp_cycles", &TimingSpec::barrier_warp_cycles, 0, 1e6},
    {"fp32_interval", &TimingSpec::fp32_interval, 1e-3, 1e6},
    {"int_interval", &TimingSpec::int_interval, 1e-3, 1e6},
    {"mad_interval", &TimingSpec::mad_interval, 1e-3, 1e6},
    {"double_interval", &TimingSpec::double_interval, 1e-3, 1e6},
    {"special_interval", &TimingSpec::special_interval, 1e-3, 1e6},
    {"convert_interval", &TimingSpec::convert_interval, 1e-3, 1e6},
    {"shuffle_interval", &TimingSpec::shuffle_interval, 1e-3, 1e6},
    {"load_floor_cycles", &TimingSpec::load_floor_cycles, 0, 1e6},
    {"miss_line_cycles", &TimingSpec::miss_line_cycles, 0, 1e6},
    {"miss_floor_cycles", &TimingSpec::miss_floor_cycles, 0, 1e6},
    {"store_slot_cycles", &TimingSpec::store_slot_cycles, 0, 1e6},
    {"queue_cycles", &TimingSpec::queue_cycles, 0, 1e6},
    {"store_queue_cycles", &TimingSpec::store_queue_cycles, 0, 1e6},
    {"store_buffer_lines", &TimingSpec::store_buffer_lines, 0, 1024},
    {"l1_bytes", &TimingSpec::l1_bytes, 1, 1e12},
    {"block_launch_ns", &TimingSpec::block_launch_ns, 0, 1e6},
    {"block_launch_large", &TimingSpec::block_launch_large, 0, 1e6},
    {"activate_cycles", &TimingSpec::activate_cycles, 0, 1e6},
    {"warp_start_cycles", &TimingSpec::warp_start_cycles, 0, 1e6},
    {"drain_cycles", &TimingSpec::drain_cycles, 0, 1e6},
    {"relaunch_cycles", &TimingSpec::relaunch_cycles, 0, 1e6},
    {"launch_overhead_us", &TimingSpec::launch_overhead_us, 0, 1e6},
    {"back_to_back_us", &TimingSpec::back_to_back_us, 0, 1e6},
    {"code_line_cycles", &TimingSpec::code_line_cycles, 0, 1e6},
    {"prologue_instructions", &TimingSpec::prologue_instructions, 0, 4096},
    {"l2_read_slots_per_ns", &TimingSpec::l2_read_slots_per_ns, 1e-3, 1e6},
    {"l2_write_slots_per_ns", &TimingSpec::l2_write_slots_per_ns, 1e-3, 1e6},
    {"fill_slots", &TimingSpec::fill_slots, 0, 1e6},
    {"l2_warm_bytes", &TimingSpec::l2_warm_bytes, 1, 1e12},
    {"l2_dirty_bytes", &TimingSpec::l2_dirty_bytes, 0, 1e12},
    {"l2_partial_lines", &TimingSpec::l2_partial_lines, 0, 1e12},
    {"dram_bytes_per_ns", &TimingSpec::dram_bytes_per_ns, 1e-3, 1e6},
    {"dram_activations_per_ns", &TimingSpec::dram_activations_per_ns, 1e-3, 1e6},
    {"dram_activation_sharing", &TimingSpec::dram_activation_sharing, 0, 1e6},
    {"dram_turnaround", &TimingSpec::dram_turnaround, 1e-3, 1e6},
    {"dram_granule_bytes", &TimingSpec::dram_granule_bytes, 1, 4096},
    {"atomic_pass_ns", &TimingSpec::atomic_pass_ns, 0, 1e6},
    {"atomic_warp_ns", &TimingSpec::atomic_warp_ns, 0, 1e6},
    {"atomic_sector_ns", &TimingSpec::atomic_sector_ns, 0, 1e6},
};

}  // namespace warpglass
