// Blocks go round over the SMs, so the SM in the middle of those that have the most is replayed: block c, c + SMs ...
// One block is run first to see how much there is; a launch with too many accesses is sampled.
#include "sim/timing/gpu.h"

#include <algorithm>
#include <cmath>

namespace warpglass::timing {
namespace {

struct Plan {
  std::uint64_t blocks = 0, sms = 1, own = 0, first = 0;
  std::vector<std::uint64_t> rest;  // blocks to run after the first
  bool sampled = false;
};

Plan plan_of(const PreparedLaunch& launch, const MachineSpec& machine) {
  Plan plan;
  plan.blocks = launch.grid.x * launch.grid.y * launch.grid.z;
  plan.sms = std::max<std::uint64_t>(1, machine.sms.value);
  plan.own = (plan.blocks + plan.sms - 1) / plan.sms;
  const std::uint64_t most = plan.blocks % plan.sms == 0 ? plan.sms : plan.blocks % plan.sms;
  plan.first = std::min(plan.blocks == 0 ? 0 : plan.blocks - 1, most / 2);
  return plan;
}

// What else to run: everything, or this SM's blocks and as many others, evenly spread, as the limit allows.
void choose_rest(Plan& plan, std::uint64_t accesses, std::uint64_t instructions, const TimingOptions& options) {
  const double all = static_cast<double>(plan.blocks);
  const bool whole = all * static_cast<double>(accesses) <= static_cast<double>(options.access_limit) &&
                     all * static_cast<double>(instructions) <= 8.0 * static_cast<double>(options.access_limit);
  plan.sampled = !whole;
  std::uint64_t step = 1;
  if (!whole) {
    const double each = std::max({1.0, static_cast<double>(accesses), static_cast<double>(instructions) / 8});
    const double count = std::clamp(static_cast<double>(options.access_limit) / each, 1.0, all);
    step = static_cast<std::uint64_t>(std::ceil(all / count));
  }
  const double own_cost = std::max<double>(1.0, static_cast<double>(instructions));
  const auto own_kept =
      static_cast<std::uint64_t>(std::max(4.0, static_cast<double>(options.instruction_limit) / own_cost));
  const std::uint64_t last_own = plan.first + plan.sms * std::min(plan.own, own_kept);
  for (std::uint64_t b = 0; b < plan.blocks; ++b) {
    const bool own = b % plan.sms == plan.first && b < last_own;
    if (b != plan.first && (own || b % step == 0)) plan.rest.push_back(b);
  }
}

// How many blocks share a granule, if all do alike: of `distinct` per-block reads of a share `f` of the blocks, `seen`
// different ones were found.
double sharing_of(double distinct, double seen, double f) {
  if (distinct <= 0 || f >= 1) return seen <= 0 ? 1.0 : distinct / std::max(1.0, seen);
  const double ratio = seen / distinct;
  double low = 1, high = 1e9;
  for (int i = 0; i < 80; ++i) {
    const double s = std::sqrt(low * high);
    const double expected = -std::expm1(s * std::log1p(-f)) / (s * f);
    (expected > ratio ? low : high) = s;
  }
  return std::sqrt(low * high);
}

std::uint32_t l1_lines_of(const MachineSpec& machine, const Occupancy& occupancy, std::uint64_t shared) {
  constexpr std::uint64_t kSteps[] = {32, 64, 100, 132, 164, 196, 228};  // KB for shared memory
  const std::uint64_t need = occupancy.blocks * (shared + machine.shared_bytes_reserved_per_block.value);
  std::uint64_t carve = machine.shared_bytes_per_sm.value;
  for (const std::uint64_t step : kSteps) {
    if (step << 10 < need) continue;
    carve = std::min(carve, step << 10);
    break;
  }
  const std::uint64_t l1 = machine.timing.l1_bytes.value;
  const std::uint64_t bytes = std::clamp<std::uint64_t>(l1 > carve ? l1 - carve : 0, 16u << 10, 4u << 20);
  return static_cast<std::uint32_t>(bytes / 128);
}

double launch_cost_ns(const TimingSpec& spec, std::uint64_t threads) {
  const double above = std::clamp((static_cast<double>(threads) - 512.0) / 512.0, 0.0, 1.0);
  return spec.block_launch_ns.value * (1 + (spec.block_launch_large.value - 1) * above);
}

void set_shares(LaunchPicture& picture, const PreparedLaunch& launch, const Plan& plan) {
  Replay& replay = *picture.replay;
  const MachineSpec& machine = replay.machine;
  const TimingSpec& spec = machine.timing;
  const FootprintTotals& totals = picture.totals;
  Shares& s = replay.shares;
  s.clock_ghz = machine.clock_ghz.value;
  const double each = static_cast<double>(picture.active_sms) * s.clock_ghz;  // a cost of 1 ns of the GPU, in cycles
  s.l2_read_slot = each / spec.l2_read_slots_per_ns.value;
  s.l2_write_slot = each / spec.l2_write_slots_per_ns.value;
  s.dram_granule = each * spec.dram_granule_bytes.value / spec.dram_bytes_per_ns.value;
  s.dram_sector = each * 32 / spec.dram_bytes_per_ns.value;
  s.activation = each / spec.dram_activations_per_ns.value /
                 (1 + spec.dram_activation_sharing.value * (totals.lines_per_kilobyte() - 1));
  const double own = static_cast<double>(replay.trace.cold_granules) * static_cast<double>(picture.own_blocks) /
                     std::max<double>(1.0, static_cast<double>(replay.trace.blocks.size()));
  if (own > 0) s.read_weight = picture.read_granules / (static_cast<double>(picture.active_sms) * own);
  const double scale = 1 / picture.looked_at;
  if (totals.partial_sectors != 0)
    s.fill_share = static_cast<double>(totals.fill_sectors) / static_cast<double>(totals.partial_sectors);
  if (totals.store_sectors != 0) {
    const double sectors = static_cast<double>(totals.written_sectors) * scale;
    const double lines = static_cast<double>(totals.written_lines) * scale;
    const double stay = static_cast<double>(spec.l2_dirty_bytes.value) / 128 * sectors / std::max(1.0, lines);
    s.written_share = std::max(0.0, sectors - stay) / (static_cast<double>(totals.store_sectors) * scale);
  }
  const double address_cost = std::min(1.0, 16.0 / std::max<double>(1.0, static_cast<double>(totals.atomic_sectors)));
  s.atomic_warp = each * (spec.atomic_warp_ns.value * address_cost + spec.atomic_sector_ns.value);
  s.atomic_pass = each * (spec.atomic_pass_ns.value * address_cost + spec.atomic_sector_ns.value);
  const double launch_ns = launch_cost_ns(spec, launch.block.x * launch.block.y * launch.block.z);
  s.launch_interval = launch_ns * static_cast<double>(plan.sms) * s.clock_ghz;
  s.launch_first = launch_ns * static_cast<double>(plan.first) * s.clock_ghz;
  s.resident = picture.occupancy.blocks;
  s.l1_lines = l1_lines_of(machine, picture.occupancy, launch.program->static_shared_bytes + launch.dynamic_shared);
}

void finish_picture(LaunchPicture& picture, const Plan& plan, Footprint& footprint, const MachineCode& code,
                    std::uint64_t looked_at) {
  Replay& replay = *picture.replay;
  footprint.finish();
  picture.totals = footprint.totals();
  picture.looked_at = static_cast<double>(looked_at) / static_cast<double>(plan.blocks);
  const double distinct = static_cast<double>(picture.totals.block_granules);
  const double seen = static_cast<double>(picture.totals.read_granules);
  double keep = 1;
  picture.read_granules = seen;
  if (plan.sampled && picture.looked_at < 1 && distinct > 0) {
    const double sharing = sharing_of(distinct, seen, picture.looked_at);
    picture.read_granules = distinct / picture.looked_at / sharing;
    keep = distinct / (sharing * std::max(1.0, seen));
  }
  picture.footprint_bytes =
      picture.read_granules * 64 + static_cast<double>(picture.totals.written_sectors) * 32 / picture.looked_at;
  find_cold_lines(replay.trace, footprint, keep);
  std::sort(replay.trace.blocks.begin(), replay.trace.blocks.end(),
            [](const BlockTrace& a, const BlockTrace& b) { return a.block < b.block; });
  const double prologue = replay.machine.timing.prologue_instructions.value;
  for (const std::vector<Run>& path : replay.trace.paths)
    replay.schedules.push_back(schedule_path(*replay.program, code, path, prologue));
}

}  // namespace

LaunchPicture look_at_launch(PreparedLaunch& launch, const MachineSpec& machine, const TimingOptions& options) {
  LaunchPicture picture;
  Plan plan = plan_of(launch, machine);
  const std::uint64_t threads = launch.block.x * launch.block.y * launch.block.z;
  picture.occupancy = occupancy(machine, threads, launch.program->register_estimate,
                                launch.program->static_shared_bytes + launch.dynamic_shared);
  if (picture.occupancy.blocks == 0 || plan.blocks == 0) {
    picture.problem = "No block of this launch fits on a multiprocessor of the machine; make the block smaller.";
    return picture;
  }
  picture.blocks = plan.blocks;
  picture.active_sms = std::min(plan.blocks, plan.sms);
  picture.own_blocks = plan.own;
  picture.replay = std::make_shared<Replay>();
  Replay& replay = *picture.replay;
  replay.machine = machine;
  replay.program = launch.program;
  replay.policy = options.scheduler;
  const MachineCode code = make_machine_code(*launch.program);
  Footprint footprint(machine, picture.occupancy.blocks * plan.sms);
  TraceRecorder recorder(code, machine, footprint, replay.trace, {plan.first, plan.sms, options.instruction_limit});
  RunOptions run;
  run.sink = &recorder;
  run.cancel = options.cancel;
  run.instruction_budget = options.instruction_budget;
  const std::vector<std::uint64_t> probe = {plan.first};
  run.blocks = &probe;
  RunResult result = run_reference(launch, machine, run);
  picture.faults = result.faults;
  std::uint64_t looked_at = 1;
  double instructions = static_cast<double>(result.total.warp_instructions);
  if (picture.faults.empty() && plan.blocks > 1) {
    choose_rest(plan, recorder.accesses(), result.total.warp_instructions, options);
    run.blocks = &plan.rest;
    result = run_reference(launch, machine, run);
    picture.faults = result.faults;
    looked_at += plan.rest.size();
    instructions += static_cast<double>(result.total.warp_instructions);
  }
  if (!picture.faults.empty()) {
    picture.problem = "The launch did not run to its end, so it has no time.";
    return picture;
  }
  finish_picture(picture, plan, footprint, code, looked_at);
  picture.instructions = instructions / picture.looked_at;
  set_shares(picture, launch, plan);
  return picture;
}

}  // namespace warpglass::timing
