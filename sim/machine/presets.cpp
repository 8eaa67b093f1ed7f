// The machines that can be chosen, one function each. `measured` numbers were read on the device itself; `published`
// ones are from NVIDIA's CUDA C++ Programming Guide (technical specifications per compute capability) and data sheets.
// How shared memory and coalescing count was measured on an H200 and is taken to hold for the other GPUs.
#include <vector>

#include "sim/machine/numbers.h"
#include "sim/machine/spec.h"

namespace warpglass {
namespace {

using U32 = std::uint32_t;
using U64 = std::uint64_t;

// What all GPUs since Volta have in common.
MachineSpec volta_or_later(const char* name, const char* title, const char* description) {
  MachineSpec m;
  m.name = name;
  m.title = title;
  m.description = description;
  m.warp_lanes = published<U32>(32);
  m.banks = published<U32>(32);
  m.bank_bytes = published<U32>(4);
  m.line_bytes = published<U32>(128);
  m.sector_bytes = published<U32>(32);
  m.max_threads_per_block = published<U32>(1024);
  m.max_block_x = published<U32>(1024);
  m.max_block_y = published<U32>(1024);
  m.max_block_z = published<U32>(64);
  m.max_grid_x = published<U64>(2147483647);
  m.max_grid_y = published<U64>(65535);
  m.max_grid_z = published<U64>(65535);
  m.registers_per_sm = published<U32>(65536);
  m.max_registers_per_thread = published<U32>(255);
  m.register_allocation_unit = published<U32>(256);
  m.shared_bytes_per_block = published<U32>(49152);
  return m;
}

struct SmLimits {
  U32 sms, threads, blocks, shared, shared_opt_in, shared_reserved;
  double clock_ghz;
  double dram_bytes_per_ns;
  U64 l2_bytes, l1_bytes;  // L1 and shared memory together
};

MachineSpec from_data_sheet(const char* name, const char* title, const char* description, const SmLimits& limits) {
  MachineSpec m = volta_or_later(name, title, description);
  m.sms = published(limits.sms);
  m.max_threads_per_sm = published(limits.threads);
  m.max_warps_per_sm = published(limits.threads / 32);
  m.max_blocks_per_sm = published(limits.blocks);
  m.shared_bytes_per_sm = published(limits.shared);
  m.shared_bytes_per_block_opt_in = published(limits.shared_opt_in);
  m.shared_bytes_reserved_per_block = published(limits.shared_reserved);
  m.clock_ghz = published(limits.clock_ghz);
  m.timing = published_timing(limits.sms, limits.dram_bytes_per_ns, limits.l2_bytes, limits.l1_bytes);
  return m;
}

MachineSpec h200() {
  MachineSpec m =
      volta_or_later("h200", "NVIDIA H200", "Compute capability 9.0; limits and rules measured on the GPU.");
  m.warp_lanes = measured<U32>(32);
  m.banks = measured<U32>(32);
  m.bank_bytes = measured<U32>(4);
  m.line_bytes = measured<U32>(128);
  m.sector_bytes = measured<U32>(32);
  m.sms = measured<U32>(132);
  m.max_threads_per_block = measured<U32>(1024);
  m.max_threads_per_sm = measured<U32>(2048);
  m.max_warps_per_sm = measured<U32>(64);
  m.max_blocks_per_sm = measured<U32>(32);
  m.registers_per_sm = measured<U32>(65536);
  m.shared_bytes_per_block = measured<U32>(49152);
  m.shared_bytes_per_block_opt_in = measured<U32>(232448);
  m.shared_bytes_per_sm = measured<U32>(233472);
  m.shared_bytes_reserved_per_block = measured<U32>(1024);
  m.clock_ghz = measured(1.98);
  m.timing = h200_timing();
  return m;
}

// The machine of the introductory lessons: small enough to draw, with the classic half-warp numbers.
MachineSpec classroom16() {
  MachineSpec m = volta_or_later("classroom16", "Classroom, 16 lanes",
                                 "An invented machine for first lessons: 16 lanes, 16 banks, whole 128-byte segments.");
  m.warp_lanes = assumed<U32>(16);
  m.banks = assumed<U32>(16);
  m.bank_bytes = assumed<U32>(4);
  m.line_bytes = assumed<U32>(128);
  m.sector_bytes = assumed<U32>(128);
  m.sms = assumed<U32>(4);
  m.max_threads_per_block = assumed<U32>(1024);
  m.max_block_x = assumed<U32>(1024);
  m.max_block_y = assumed<U32>(1024);
  m.max_block_z = assumed<U32>(64);
  m.max_grid_x = assumed<U64>(2147483647);
  m.max_grid_y = assumed<U64>(65535);
  m.max_grid_z = assumed<U64>(65535);
  m.max_threads_per_sm = assumed<U32>(1024);
  m.max_warps_per_sm = assumed<U32>(64);
  m.max_blocks_per_sm = assumed<U32>(8);
  m.registers_per_sm = assumed<U32>(65536);
  m.max_registers_per_thread = assumed<U32>(255);
  m.register_allocation_unit = assumed<U32>(256);
  m.shared_bytes_per_block = assumed<U32>(49152);
  m.shared_bytes_per_block_opt_in = assumed<U32>(49152);
  m.shared_bytes_per_sm = assumed<U32>(49152);
  m.shared_bytes_reserved_per_block = assumed<U32>(0);
  m.clock_ghz = assumed(1.0);
  m.timing = published_timing(4, 64.0, U64{1} << 20, U64{64} << 10);
  return m;
}

std::vector<MachineSpec> make_presets() {
  return {
      h200(),
      classroom16(),
      from_data_sheet("h100", "NVIDIA H100 SXM", "Compute capability 9.0, from public specifications.",
                      {132, 2048, 32, 233472, 232448, 1024, 1.98, 3352.0, U64{50} << 20, U64{256} << 10}),
      from_data_sheet("a100", "NVIDIA A100", "Compute capability 8.0, from public specifications.",
                      {108, 2048, 32, 167936, 166912, 1024, 1.41, 1555.0, U64{40} << 20, U64{192} << 10}),
      from_data_sheet("v100", "NVIDIA V100", "Compute capability 7.0, from public specifications.",
                      {80, 2048, 32, 98304, 98304, 0, 1.53, 900.0, U64{6} << 20, U64{128} << 10}),
      from_data_sheet("t4", "NVIDIA T4", "Compute capability 7.5, from public specifications.",
                      {40, 1024, 16, 65536, 65536, 0, 1.59, 320.0, U64{4} << 20, U64{96} << 10}),
      from_data_sheet("rtx3060", "NVIDIA GeForce RTX 3060", "Compute capability 8.6, from public specifications.",
                      {28, 1536, 16, 102400, 101376, 1024, 1.777, 360.0, U64{3} << 20, U64{128} << 10}),
      from_data_sheet("rtx4090", "NVIDIA GeForce RTX 4090", "Compute capability 8.9, from public specifications.",
                      {128, 1536, 24, 102400, 101376, 1024, 2.52, 1008.0, U64{72} << 20, U64{128} << 10}),
  };
}

}  // namespace

std::span<const MachineSpec> machine_presets() {
  static const std::vector<MachineSpec> presets = make_presets();
  return presets;
}

const MachineSpec* find_machine(std::string_view name) {
  for (const MachineSpec& machine : machine_presets())
    if (machine.name == name) return &machine;
  return nullptr;
}

}  // namespace warpglass
