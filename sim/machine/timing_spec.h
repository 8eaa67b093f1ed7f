// The numbers of the timing model, each with where it comes from. `measured`: read from single warps, single SMs or
// whole-GPU loops on the device. `published`: a data sheet. `assumed`: fitted to whole launches or taken by analogy.
// Cycles are SM clocks; a rate "per ns" is of the whole GPU.
#pragma once

#include <cstdint>

#include "sim/machine/sourced.h"

namespace warpglass {

struct TimingSpec {
  Sourced<std::uint32_t> schedulers;  // sub-partitions of an SM, each issues one instruction a cycle
  // Cycles from issue to the first instruction that can use the result.
  Sourced<double> alu_latency, double_latency, special_latency, shuffle_latency, convert_latency, branch_latency;
  Sourced<double> shared_latency;               // a load of one wavefront
  Sourced<double> shared_way_latency;           // more for each further wavefront
  Sourced<double> l1_latency, l1_line_latency;  // hit of one line; each further line
  Sourced<double> l2_latency;
  Sourced<double> dram_latency, dram_latency_spread;  // least, and the mean of the exponential part
  Sourced<double> atomic_latency;                     // of a global atomic whose old value is used, beyond L2's
  Sourced<double> barrier_latency, barrier_warp_cycles;
  // Cycles of one sub-partition between two warp instructions of a kind.
  Sourced<double> fp32_interval, int_interval, mad_interval, double_interval, special_interval, convert_interval;
  Sourced<double> shuffle_interval;
  // One SM's memory pipe. The data stage serves one wavefront a cycle, or two lines of 4-byte loads; one sub-partition
  // alone gets half of it.
  Sourced<double> load_floor_cycles;                    // of the data stage per load instruction, at least
  Sourced<double> miss_line_cycles, miss_floor_cycles;  // port to L2: per line; at least, per instruction
  Sourced<double> store_slot_cycles;   // port to L2: per sector, and once more per line with a partly written sector
  Sourced<double> queue_cycles;        // backlog of the memory pipe before warps are held up
  Sourced<double> store_queue_cycles;  // the same for stores on their way to L2 and DRAM
  Sourced<std::uint32_t> store_buffer_lines;  // stores to sectors of the last lines stored join them
  Sourced<std::uint64_t> l1_bytes;            // with shared memory: one store of both
  // Blocks.
  Sourced<double> block_launch_ns;               // one block, whole GPU
  Sourced<double> block_launch_large;            // times this for 1,024 threads
  Sourced<double> activate_cycles;               // from a block's launch to its warps being there
  Sourced<double> warp_start_cycles;             // from there to the first instruction
  Sourced<double> drain_cycles;                  // from a warp's last instruction to its end
  Sourced<double> relaunch_cycles;               // from a block's end to the next in its place
  Sourced<double> launch_overhead_us;            // once per launch, in the profiler's duration
  Sourced<double> back_to_back_us;               // least time between launches of one stream
  Sourced<double> code_line_cycles;              // the first fetch of 128 bytes of machine code by an SM
  Sourced<std::uint32_t> prologue_instructions;  // of machine code, that the source does not show
  // The GPU.
  Sourced<double> l2_read_slots_per_ns;     // 64-byte half-lines
  Sourced<double> l2_write_slots_per_ns;    // sectors, and one per line with a partly written sector
  Sourced<double> fill_slots;               // of the write port, to fill a partly written sector from DRAM
  Sourced<std::uint64_t> l2_warm_bytes;     // a footprint up to this stays in L2 from launch to launch
  Sourced<std::uint64_t> l2_dirty_bytes;    // may stay dirty when a kernel ends
  Sourced<std::uint64_t> l2_partial_lines;  // lines with partly written sectors that wait to be filled
  Sourced<double> dram_bytes_per_ns;
  Sourced<double> dram_activations_per_ns, dram_activation_sharing;
  Sourced<double> dram_turnaround;  // what is written costs this times what is read
  Sourced<std::uint32_t> dram_granule_bytes;
  // Atomics at L2, ns of the whole GPU.
  Sourced<double> atomic_pass_ns;    // one pass over one float address
  Sourced<double> atomic_warp_ns;    // one warp's reduced integer atomic on one address
  Sourced<double> atomic_sector_ns;  // spread over many addresses
};

// Measured on an H200.
TimingSpec h200_timing();
// The same mechanisms for a GPU of which only the data sheet is known: latencies and rates per SM as on an H200, DRAM
// and L2 by its bandwidth and size; everything is marked assumed but what the sheet says.
TimingSpec published_timing(std::uint32_t sms, double dram_bytes_per_ns, std::uint64_t l2_bytes,
                            std::uint64_t l1_bytes);

}  // namespace warpglass
