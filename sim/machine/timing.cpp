// The timing numbers of the H200, and how they carry over to a GPU that was not measured. What was read from single
// warps includes one address addition of about 4.5 cycles where the loop had one; it is taken off here, since the model
// issues that addition itself.
#include "sim/machine/numbers.h"
#include "sim/machine/timing_spec.h"

namespace warpglass {
namespace {

void set_pipes(TimingSpec& t) {
  t.schedulers = published<std::uint32_t>(4);
  t.alu_latency = measured(4.0);
  t.double_latency = measured(8.0);
  t.special_latency = measured(17.0);
  t.shuffle_latency = measured(24.0);
  t.convert_latency = measured(12.0);
  t.branch_latency = assumed(6.0);
  t.fp32_interval = measured(1.0);
  t.int_interval = measured(1.0);
  t.mad_interval = measured(2.0);
  t.double_interval = measured(2.0);
  t.special_interval = measured(8.0);
  t.convert_interval = measured(4.0);
  t.shuffle_interval = measured(4.0);
}

void set_memory(TimingSpec& t) {
  t.shared_latency = measured(25.0);
  t.shared_way_latency = measured(2.0);
  t.l1_latency = measured(35.0);
  t.l1_line_latency = measured(2.2);
  t.l2_latency = measured(262.0);
  t.dram_latency = assumed(540.0);
  t.dram_latency_spread = assumed(130.0);
  t.atomic_latency = measured(30.0);
  t.barrier_latency = measured(14.0);
  t.barrier_warp_cycles = measured(2.0);
  t.load_floor_cycles = measured(1.2);
  t.miss_line_cycles = measured(1.0);
  t.miss_floor_cycles = measured(2.1);
  t.store_slot_cycles = measured(1.0);
  t.queue_cycles = assumed(48.0);
  t.store_queue_cycles = assumed(4000.0);
  t.store_buffer_lines = assumed<std::uint32_t>(24);
  t.l1_bytes = published<std::uint64_t>(256u << 10);
}

void set_blocks(TimingSpec& t) {
  t.block_launch_ns = measured(0.606);
  t.block_launch_large = measured(1.31);
  t.activate_cycles = assumed(60.0);
  t.warp_start_cycles = assumed(160.0);
  t.drain_cycles = assumed(60.0);
  t.relaunch_cycles = assumed(175.0);
  t.launch_overhead_us = measured(1.95);
  t.back_to_back_us = measured(6.0);
  t.code_line_cycles = assumed(30.0);
  t.prologue_instructions = assumed<std::uint32_t>(2);
}

void set_gpu(TimingSpec& t) {
  t.l2_read_slots_per_ns = measured(137.0);
  t.l2_write_slots_per_ns = measured(137.0);
  t.fill_slots = assumed(0.7);
  t.l2_warm_bytes = measured<std::uint64_t>(48u << 20);
  t.l2_dirty_bytes = measured<std::uint64_t>(18u << 20);
  t.l2_partial_lines = measured<std::uint64_t>(49000);
  t.dram_bytes_per_ns = measured(4250.0);
  t.dram_activations_per_ns = measured(37.0);
  t.dram_activation_sharing = measured(0.07);
  t.dram_turnaround = assumed(1.09);
  t.dram_granule_bytes = measured<std::uint32_t>(64);
  t.atomic_pass_ns = measured(1.76);
  t.atomic_warp_ns = measured(0.77);
  t.atomic_sector_ns = measured(0.022);
}

}  // namespace

TimingSpec h200_timing() {
  TimingSpec t;
  set_pipes(t);
  set_memory(t);
  set_blocks(t);
  set_gpu(t);
  return t;
}

TimingSpec published_timing(std::uint32_t sms, double dram_bytes_per_ns, std::uint64_t l2_bytes,
                            std::uint64_t l1_bytes) {
  TimingSpec t = h200_timing();
  const double size = static_cast<double>(sms) / 132.0;
  t.l1_bytes = published<std::uint64_t>(l1_bytes);
  t.l2_read_slots_per_ns = assumed(t.l2_read_slots_per_ns.value * size);
  t.l2_write_slots_per_ns = assumed(t.l2_write_slots_per_ns.value * size);
  t.l2_warm_bytes = assumed(l2_bytes * 4 / 5);
  t.l2_dirty_bytes = assumed(l2_bytes * 3 / 10);
  t.l2_partial_lines = assumed(l2_bytes / 1280 + 1);
  t.dram_activations_per_ns = assumed(t.dram_activations_per_ns.value * dram_bytes_per_ns / t.dram_bytes_per_ns.value);
  t.dram_bytes_per_ns = published(dram_bytes_per_ns);
  return t;
}

}  // namespace warpglass
