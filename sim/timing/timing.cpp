// From the replayed SM to the launch: overheads, what is extrapolated, totals over the GPU.
#include "sim/timing/timing.h"

#include <algorithm>
#include <map>

#include "sim/timing/gpu.h"

namespace warpglass {

const char* stall_name(Stall stall) {
  static constexpr const char* kNames[kStalls] = {
      "selected", "long_sb",          "short_sb", "wait",    "math",         "mio",   "lg",
      "barrier",  "branch_resolving", "drain",    "no_inst", "not_selected", "launch"};
  return kNames[static_cast<std::size_t>(stall)];
}

namespace {

using timing::LaunchPicture;
using timing::Shares;
using timing::Sm;

struct Replayed {
  double cycles = 0;     // until the SM's last block has ended and its stores have left
  double simulated = 1;  // share of this SM's blocks
};

// Blocks beyond those that were replayed end at the pace of the middle of the replay.
Replayed extrapolate(const Sm& sm, const LaunchPicture& picture) {
  Replayed out;
  const timing::SmTotals& totals = sm.totals();
  out.cycles = std::max(static_cast<double>(totals.last), totals.drained);
  const std::uint64_t have = totals.blocks;
  if (have == 0 || have >= picture.own_blocks) return out;
  std::vector<std::int64_t> ends = sm.block_ends();
  std::sort(ends.begin(), ends.end());
  out.simulated = static_cast<double>(have) / static_cast<double>(picture.own_blocks);
  const std::uint64_t resident = picture.occupancy.blocks;
  const std::uint64_t last = have > 2 * resident ? have - resident : have;
  const std::uint64_t first = have > 2 * resident ? std::min(resident, last / 2) : 0;
  const double pace = first == 0
                          ? static_cast<double>(ends[last - 1]) / static_cast<double>(last)
                          : static_cast<double>(ends[last - 1] - ends[first - 1]) / static_cast<double>(last - first);
  out.cycles += pace * static_cast<double>(picture.own_blocks - have);
  return out;
}

void add_lines(TimedResult& result, const Program& program) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, StallCycles> lines;
  for (std::size_t i = 0; i < program.code.size(); ++i) {
    StallCycles& line = lines[{program.code[i].span.file, program.code[i].span.line}];
    for (std::size_t s = 0; s < kStalls; ++s) line[s] += result.stalls_by_instruction[i][s];
  }
  for (const auto& [where, cycles] : lines) {
    bool any = false;
    for (const std::uint64_t count : cycles) any = any || count != 0;
    if (any) result.stalls_by_line.push_back({where.first, where.second, cycles});
  }
}

void add_traffic(TimedResult& result, const Sm& sm, const LaunchPicture& picture) {
  const timing::FootprintTotals& totals = picture.totals;
  const double scale = 1 / picture.looked_at;
  const timing::Trace& trace = picture.replay->trace;
  double miss = 1;
  if (trace.load_sectors != 0)
    miss = static_cast<double>(sm.totals().load_sectors) / static_cast<double>(trace.load_sectors);
  result.l2_read_sectors = static_cast<double>(totals.load_sectors) * scale * miss;
  double sent = 1;
  if (sm.totals().stored_sectors != 0)
    sent = static_cast<double>(sm.totals().sent_sectors) / static_cast<double>(sm.totals().stored_sectors);
  result.l2_write_sectors = static_cast<double>(totals.store_sectors) * scale * sent;
  result.dram_bytes_read = picture.read_granules * 64 + static_cast<double>(totals.fill_sectors) * 32 * scale;
  const Shares& shares = picture.replay->shares;
  result.dram_bytes_written = static_cast<double>(totals.store_sectors) * scale * shares.written_share * 32;
}

void add_utilisation(TimedResult& result, const Sm& sm, const LaunchPicture& picture) {
  const timing::SmTotals& totals = sm.totals();
  const double cycles = std::max(1.0, static_cast<double>(totals.last));
  const double schedulers = std::max<std::uint32_t>(1, picture.replay->machine.timing.schedulers.value);
  Utilisation& use = result.utilisation;
  const auto share = [&](double busy) { return std::min(1.0, busy / cycles); };
  use.issue = share(static_cast<double>(totals.issued) / schedulers);
  use.lsu = share(totals.lsu_busy);
  use.l1_port = share(totals.port_busy);
  use.l2 = share(totals.l2_busy);
  use.dram = share(totals.dram_busy);
  use.launcher = share(picture.replay->shares.launch_interval * static_cast<double>(totals.blocks));
  result.achieved_occupancy = std::min(1.0, totals.warp_cycles / cycles / std::max(1u, result.occupancy.most_warps));
}

double warm_time_us(const LaunchPicture& picture, const TimingSpec& spec) {
  Shares shares = picture.replay->shares;
  shares.warm = picture.footprint_bytes <= static_cast<double>(spec.l2_warm_bytes.value);
  if (shares.warm) {
    shares.written_share = 0;
  } else if (picture.totals.store_sectors != 0) {
    shares.written_share =
        static_cast<double>(picture.totals.written_sectors) / static_cast<double>(picture.totals.store_sectors);
  }
  Sm sm(*picture.replay, shares, false);
  sm.run_to(INT64_MAX);
  const double us = extrapolate(sm, picture).cycles / shares.clock_ghz / 1000;
  return std::max(spec.back_to_back_us.value, us + spec.launch_overhead_us.value / 2);
}

}  // namespace

TimedResult time_launch(PreparedLaunch& launch, const MachineSpec& machine, const TimingOptions& options) {
  TimedResult result;
  LaunchPicture picture = timing::look_at_launch(launch, machine, options);
  result.problem = picture.problem;
  result.faults = picture.faults;
  result.occupancy = picture.occupancy;
  if (!picture.problem.empty()) return result;
  Sm sm(*picture.replay, picture.replay->shares, false);
  sm.run_to(INT64_MAX);
  const Replayed replayed = extrapolate(sm, picture);
  const TimingSpec& spec = machine.timing;
  const double clock = std::max(0.001, machine.clock_ghz.value);
  result.ok = true;
  if (options.keep_replay) result.replay = picture.replay;
  result.time_cold_us = spec.launch_overhead_us.value + replayed.cycles / clock / 1000;
  result.cycles = result.time_cold_us * 1000 * clock;
  if (options.back_to_back) result.time_back_to_back_us = warm_time_us(picture, spec);
  result.simulated_fraction =
      std::min(1.0, static_cast<double>(picture.replay->trace.instructions) / std::max(1.0, picture.instructions));
  result.sampled = picture.looked_at < 1 || replayed.simulated < 1;
  result.stalls_by_instruction = sm.stalls();
  result.stalls_by_instruction.resize(launch.program->code.size());
  for (const StallCycles& cycles : result.stalls_by_instruction)
    for (std::size_t s = 0; s < kStalls; ++s) result.stalls[s] += cycles[s];
  add_lines(result, *launch.program);
  add_traffic(result, sm, picture);
  add_utilisation(result, sm, picture);
  const double part = std::max(1e-9, result.simulated_fraction);
  result.warp_instructions = static_cast<std::uint64_t>(static_cast<double>(sm.totals().issued) / part);
  return result;
}

PreparedTiming prepare_timing(PreparedLaunch& launch, const MachineSpec& machine, const TimingOptions& options) {
  LaunchPicture picture = timing::look_at_launch(launch, machine, options);
  PreparedTiming out;
  out.problem = picture.problem;
  out.faults = picture.faults;
  if (out.problem.empty()) out.replay = picture.replay;
  return out;
}

SmRun::SmRun(std::shared_ptr<const timing::Replay> replay, bool record_timeline)
    : replay_(std::move(replay)), sm_(std::make_unique<Sm>(*replay_, replay_->shares, record_timeline)) {}
SmRun::SmRun(const SmRun& other) : replay_(other.replay_), sm_(std::make_unique<Sm>(*other.sm_)) {}
SmRun& SmRun::operator=(const SmRun& other) {
  if (this == &other) return *this;
  replay_ = other.replay_;
  sm_ = std::make_unique<Sm>(*other.sm_);
  return *this;
}
SmRun::~SmRun() = default;

bool SmRun::run_to(std::uint64_t cycle) {
  return sm_->run_to(static_cast<std::int64_t>(std::min<std::uint64_t>(cycle, INT64_MAX)));
}
std::uint64_t SmRun::cycle() const { return static_cast<std::uint64_t>(sm_->now()); }
std::uint64_t SmRun::state_hash() const { return sm_->hash(); }
const std::vector<WarpTimeline>& SmRun::timeline() const { return sm_->timeline(); }

}  // namespace warpglass
