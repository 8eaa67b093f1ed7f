// The memory pipe of the SM and its share of what lies behind it. Each stage is a server: it takes work in the order of
// issue and knows when it is free again.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "sim/timing/sm.h"

namespace warpglass::timing {
namespace {

unsigned count(unsigned mask) { return static_cast<unsigned>(std::popcount(mask)); }

unsigned halves_of(unsigned sectors) { return ((sectors & 3u) != 0 ? 1u : 0u) + ((sectors & 12u) != 0 ? 1u : 0u); }

// A draw between 0 and 1 that depends on the line alone.
double draw_of(std::uint32_t line) {
  std::uint64_t x = (line + 1) * 0x9e3779b97f4a7c15ull;
  x ^= x >> 29;
  x *= 0xbf58476d1ce4e5b9ull;
  return (static_cast<double>(x >> 40) + 0.5) / 16777216.0;
}

}  // namespace

// When the pipe of the next instruction takes it: arithmetic pipes, and the backlogs of the memory pipe.
std::int64_t Sm::queue_until(const Partition& partition, const ScheduledOp& op, std::int64_t t, Stall& why) const {
  const TimingSpec& spec = replay_->machine.timing;
  double free = 0;
  if (!is_memory(op.pipe)) {
    free = op.pipe == Pipe::kBarrier || op.pipe == Pipe::kExit ? 0.0
                                                               : partition.pipe_free[static_cast<std::size_t>(op.pipe)];
    why = Stall::kMathPipe;
    return std::max(t, static_cast<std::int64_t>(std::ceil(free)));
  }
  free = std::max(stage_free_, partition.stage_free) - spec.queue_cycles.value;
  why = op.pipe >= Pipe::kSharedLoad ? Stall::kMioThrottle : Stall::kLgThrottle;
  if (op.pipe < Pipe::kSharedLoad) {
    free = std::max(free, port_free_ - spec.queue_cycles.value);
    if (op.pipe != Pipe::kGlobalLoad)
      free = std::max({free, store_port_free_ - spec.queue_cycles.value, write_free_ - spec.store_queue_cycles.value,
                       std::max(dram_free_, activate_free_) - spec.store_queue_cycles.value,
                       atomic_free_ - spec.store_queue_cycles.value});
  }
  return std::max(t, static_cast<std::int64_t>(std::ceil(free)));
}

// The data stage: `cycles` of the SM, twice as many of one sub-partition. Returns when it is through.
double Sm::stage(Partition& partition, double cycles, std::int64_t t, double partition_cycles) {
  const auto now = static_cast<double>(t);
  stage_free_ = std::max(stage_free_, now) + cycles;
  partition.stage_free = std::max(partition.stage_free, now) + partition_cycles;
  totals_.lsu_busy += cycles;
  return std::max(stage_free_ - cycles, partition.stage_free - partition_cycles);
}

double Sm::shared_access(Partition& partition, const ScheduledOp& op, const MemoryOp* memory, std::int64_t t) {
  const TimingSpec& spec = replay_->machine.timing;
  double passes = memory == nullptr ? 1.0 : memory->passes;
  if (op.merged > 1) passes = std::max(passes, 2.0);  // one wide load: the quarters of each half together
  stage(partition, passes, t, 2 * passes);
  if (op.pipe == Pipe::kSharedStore) return static_cast<double>(t);
  const double alone =
      static_cast<double>(t) + spec.shared_latency.value + spec.shared_way_latency.value * (passes - 1);
  return std::max(
      {alone, stage_free_ + spec.shared_latency.value - 1, partition.stage_free + spec.shared_latency.value - 2});
}

double Sm::global_load(Partition& partition, const MemoryOp* memory, std::int64_t t) {
  const TimingSpec& spec = replay_->machine.timing;
  const auto now = static_cast<double>(t);
  const unsigned lines = memory == nullptr ? 1u : memory->line_count;
  double half_passes = memory == nullptr ? 1.0 : std::max<double>(1.0, memory->passes);
  double there = now + spec.l1_latency.value + spec.l1_line_latency.value * (std::max(1u, lines) - 1);
  if (memory != nullptr) {
    bool missed = false;
    const double port_before = port_free_;
    unsigned waiting = 0;  // lines that are not there yet: one a cycle
    for (std::uint32_t l = memory->first_line; l < memory->first_line + memory->line_count; ++l) {
      const TouchedLine& touched = replay_->trace.lines[l];
      L1::Line& line = l1_.find(touched.line);
      const unsigned missing = touched.sectors & ~static_cast<unsigned>(line.sectors);
      if (missing != 0) {
        missed = true;
        line.there = std::max(line.there, fetch(touched, missing, t));
        line.sectors |= touched.sectors;
      }
      waiting += line.there > now ? 1 : 0;
      there = std::max(there, line.there);
    }
    if (missed) port_free_ = std::max(port_free_, std::max(port_before, now) + spec.miss_floor_cycles.value);
    half_passes = std::max<double>(half_passes, 2 * waiting);
  }
  stage(partition, std::max(spec.load_floor_cycles.value, half_passes / 2), t,
        std::max(2 * spec.load_floor_cycles.value, half_passes));
  return std::max({there, stage_free_ + spec.l1_latency.value - 1, partition.stage_free + spec.l1_latency.value - 2});
}

// The missing sectors of one line, from L2 or DRAM: when they are there.
double Sm::fetch(const TouchedLine& line, unsigned missing, std::int64_t t) {
  const TimingSpec& spec = replay_->machine.timing;
  const auto now = static_cast<double>(t);
  port_free_ = std::max(port_free_, now) + spec.miss_line_cycles.value;
  totals_.port_busy += spec.miss_line_cycles.value;
  totals_.load_sectors += count(missing);
  const double slots = halves_of(missing) * shares_.l2_read_slot;
  l2_free_ = std::max(l2_free_, now) + slots;
  totals_.l2_busy += slots;
  const double through = std::max(port_free_ - spec.miss_line_cycles.value, l2_free_ - slots);
  double there = through + spec.l2_latency.value;
  if (shares_.warm) return there;
  const unsigned cold = line.cold & missing;
  if (cold != 0) return std::max(there, read_dram(line, cold, through));
  if ((line.late & missing) != 0) {
    there = through + spec.dram_latency.value - spec.dram_latency_spread.value * std::log(draw_of(line.line));
  }
  return there;
}

double Sm::read_dram(const TouchedLine& line, unsigned cold, double t) {
  const TimingSpec& spec = replay_->machine.timing;
  const double cost = halves_of(cold) * shares_.dram_granule * shares_.read_weight;
  dram_free_ = std::max(dram_free_, t) + cost;
  activate_free_ = std::max(activate_free_, t) + shares_.activation * shares_.read_weight;
  totals_.dram_busy += std::max(cost, shares_.activation * shares_.read_weight);
  // What DRAM delivers goes into L2 by the port that stores use.
  write_free_ = std::max(write_free_, t) + 2 * halves_of(cold) * shares_.l2_write_slot * shares_.read_weight;
  const double latency = spec.dram_latency.value - spec.dram_latency_spread.value * std::log(draw_of(line.line));
  return std::max(dram_free_ - cost, activate_free_ - shares_.activation) + latency;
}

// A store to sectors that wait in the store buffer joins them. Returns the sectors that have to be sent.
unsigned Sm::join_stores(const TouchedLine& line) {
  for (Joined& joined : joined_) {
    if (joined.line != line.line) continue;
    const unsigned fresh = line.sectors & ~static_cast<unsigned>(joined.sectors);
    joined.sectors |= line.sectors;
    return fresh;
  }
  if (!joined_.empty()) {
    joined_[joined_next_] = {line.line, line.sectors};
    joined_next_ = (joined_next_ + 1) % joined_.size();
  }
  return line.sectors;
}

void Sm::global_store(Partition& partition, const MemoryOp* memory, std::int64_t t) {
  const TimingSpec& spec = replay_->machine.timing;
  const double half_passes = memory == nullptr ? 1.0 : std::max<double>(1.0, memory->passes);
  stage(partition, std::max(1.0, half_passes / 2), t, std::max(2.0, half_passes));
  if (memory == nullptr) return;
  const auto now = static_cast<double>(t);
  unsigned slots = 0, sectors = 0, partial = 0;
  for (std::uint32_t l = memory->first_line; l < memory->first_line + memory->line_count; ++l) {
    const TouchedLine& line = replay_->trace.lines[l];
    const unsigned sent = join_stores(line);
    totals_.stored_sectors += count(line.sectors);
    slots += count(sent) + ((line.partial & sent) != 0 ? 1u : 0u);
    sectors += count(sent);
    partial += count(line.partial & sent);
  }
  totals_.sent_sectors += sectors;
  if (sectors == 0) return;
  store_port_free_ = std::max(store_port_free_, now) + slots * spec.store_slot_cycles.value;
  const double fills = shares_.warm ? 0.0 : partial * shares_.fill_share;
  const double cost = (slots + fills * spec.fill_slots.value) * shares_.l2_write_slot;
  write_free_ = std::max(write_free_, now) + cost;
  totals_.l2_busy += cost;
  const double written = sectors * shares_.written_share;
  if (fills + written <= 0) return;
  const double turn = spec.dram_turnaround.value;  // between reading and writing
  const double bytes = turn * (fills + written) * shares_.dram_sector;
  dram_free_ = std::max(dram_free_, now) + bytes;
  const double lines = turn * (fills + written) / sectors * memory->line_count * shares_.activation;
  activate_free_ = std::max(activate_free_, now) + lines;
  totals_.dram_busy += std::max(bytes, lines);
}

double Sm::global_atomic(Partition& partition, const MemoryOp* memory, std::int64_t t) {
  const TimingSpec& spec = replay_->machine.timing;
  const double half_passes = memory == nullptr ? 1.0 : std::max<double>(1.0, memory->passes);
  stage(partition, std::max(1.0, half_passes / 2), t, std::max(2.0, half_passes));
  const auto now = static_cast<double>(t);
  if (memory == nullptr) return now + spec.l2_latency.value;
  store_port_free_ = std::max(store_port_free_, now) + memory->turns * spec.store_slot_cycles.value;
  const double pass = memory->one_address ? shares_.atomic_warp : shares_.atomic_pass;
  atomic_free_ = std::max(atomic_free_, now) + memory->turns * pass;
  totals_.l2_busy += memory->turns * shares_.l2_write_slot;
  return std::max(store_port_free_, atomic_free_) + spec.l2_latency.value + spec.atomic_latency.value;
}

}  // namespace warpglass::timing
