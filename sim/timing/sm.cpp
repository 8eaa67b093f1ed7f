// Blocks, warps, schedulers, scoreboard. The sub-partition whose next possible issue is earliest goes first; cycles in
// which nothing can happen are jumped over, and every warp-cycle is charged to a reason when its end is known.
#include "sim/timing/sm.h"

#include <algorithm>
#include <cmath>

namespace warpglass::timing {
namespace {

constexpr std::uint64_t kMostSegments = 4'000'000;  // of the timeline

std::int64_t up(double cycles) { return static_cast<std::int64_t>(std::ceil(cycles)); }

}  // namespace

Sm::Sm(const Replay& replay, const Shares& shares, bool timeline)
    : replay_(&replay), shares_(shares), record_(timeline), l1_(shares.l1_lines) {
  const std::size_t most = std::max<std::size_t>(1, replay.machine.max_warps_per_sm.value);
  std::size_t block_warps = 1;
  for (const BlockTrace& block : replay.trace.blocks) block_warps = std::max(block_warps, block.warps.size());
  const std::size_t slots = std::max(most, block_warps * shares.resident);
  warps_.resize(slots);
  ring_.assign(slots * kRing, 0);
  ring_reason_.assign(slots * kRing, Stall::kWait);
  for (std::size_t i = slots; i-- > 0;) free_warps_.push_back(static_cast<std::uint32_t>(i));
  partitions_.resize(std::max<std::uint32_t>(1, replay.machine.timing.schedulers.value));
  joined_.resize(replay.machine.timing.store_buffer_lines.value);
  blocks_.resize(shares.resident);
  stalls_.resize(replay.program->code.size() + 1);
  fetched_.resize(replay.program->code.size() / 8 + 1);
  for (std::uint32_t slot = 0; slot < shares.resident; ++slot) start_block(slot, 0);
  for (Partition& partition : partitions_) next_time(partition);
}

void Sm::start_block(std::uint32_t slot, std::int64_t earliest) {
  if (next_block_ >= replay_->trace.blocks.size()) return;
  const TimingSpec& spec = replay_->machine.timing;
  const BlockTrace& block = replay_->trace.blocks[static_cast<std::size_t>(next_block_)];
  const double turn = shares_.launch_first + shares_.launch_interval * static_cast<double>(next_block_);
  const double launched = std::max({turn, static_cast<double>(earliest), launcher_free_});
  launcher_free_ = launched;
  ++next_block_;
  Block& state = blocks_[slot];
  state = Block{};
  state.started = up(launched + spec.activate_cycles.value);
  const std::int64_t ready = state.started + up(spec.warp_start_cycles.value);
  state.live = static_cast<std::uint32_t>(block.warps.size());
  if (state.live == 0) {
    ++totals_.blocks;
    block_ends_.push_back(state.started);
    issued_at_end_.push_back(totals_.instructions);
    totals_.last = std::max(totals_.last, state.started);
    return start_block(slot, state.started);
  }
  for (std::uint32_t w = 0; w < block.warps.size(); ++w) start_warp(slot, block.warps[w], w, block.block, ready);
}

void Sm::start_warp(std::uint32_t slot, const WarpTrace& trace, std::uint32_t index, std::uint64_t block,
                    std::int64_t ready) {
  const std::uint32_t w = free_warps_.back();
  free_warps_.pop_back();
  Warp& warp = warps_[w];
  warp = Warp{};
  const std::vector<ScheduledOp>& ops = replay_->schedules[trace.path];
  warp.ops = ops.data();
  warp.count = static_cast<std::uint32_t>(ops.size());
  warp.first_memory = trace.first_memory;
  warp.age = age_++;
  warp.block_slot = slot;
  warp.live = true;
  warp.charged = blocks_[slot].started;
  const std::uint32_t home = next_partition_++ % static_cast<std::uint32_t>(partitions_.size());
  partitions_[home].warps.push_back(w);
  warp.log = static_cast<std::uint32_t>(timeline_.size());
  if (record_) timeline_.push_back({block, index, home, {}});
  charge(warp, ready, Stall::kLaunch);
  warp.ready = ready;
  partitions_[home].next = std::min(partitions_[home].next, ready);
}

void Sm::charge(Warp& warp, std::int64_t until, Stall why) {
  if (until <= warp.charged) return;
  const std::uint32_t at = warp.at < warp.count ? warp.ops[warp.at].instruction : 0;
  stalls_[at][static_cast<std::size_t>(why)] += static_cast<std::uint64_t>(until - warp.charged);
  if (record_ && segments_ < kMostSegments) {
    std::vector<WarpSegment>& log = timeline_[warp.log].segments;
    const auto length = static_cast<std::uint32_t>(until - warp.charged);
    if (!log.empty() && log.back().kind == why && log.back().instruction == at && why != Stall::kSelected) {
      log.back().length += length;
    } else {
      log.push_back({static_cast<std::uint64_t>(warp.charged), length, why, at});
      ++segments_;
    }
  }
  warp.charged = until;
}

void Sm::next_time(Partition& partition) {
  std::int64_t first = kNever;
  for (const std::uint32_t w : partition.warps) first = std::min(first, warps_[w].ready);
  partition.next = first == kNever ? kNever : std::max(first, partition.free);
}

bool Sm::run_to(std::int64_t cycle) {
  while (true) {
    Partition* first = &partitions_[0];
    for (Partition& partition : partitions_)
      if (partition.next < first->next) first = &partition;
    if (first->next == kNever) {
      totals_.drained = std::max({store_port_free_, write_free_, dram_free_, activate_free_, atomic_free_});
      return false;
    }
    if (first->next >= cycle) {
      now_ = std::max(now_, cycle);
      return true;
    }
    now_ = first->next;
    step(*first, now_);
  }
}

// One cycle of one scheduler: asks warps in its order until one issues.
void Sm::step(Partition& partition, std::int64_t t) {
  const bool greedy = replay_->policy == SchedulerPolicy::kGreedyThenOldest;
  bool done = false;
  if (greedy && partition.last != ~0u && warps_[partition.last].live && warps_[partition.last].ready <= t)
    done = try_issue(partition, partition.last, t);
  const std::size_t count = partition.warps.size();
  std::size_t from = 0;
  if (!greedy && count != 0) {
    const auto at = std::find(partition.warps.begin(), partition.warps.end(), partition.last);
    from = at == partition.warps.end() ? 0 : static_cast<std::size_t>(at - partition.warps.begin()) + 1;
  }
  for (std::size_t i = 0; i < count && !done; ++i) {
    const std::uint32_t w = partition.warps[(from + i) % count];
    if (warps_[w].ready <= t) done = try_issue(partition, w, t);
  }
  next_time(partition);
}

void Sm::hold(std::uint32_t w, std::int64_t until, Stall why) {
  charge(warps_[w], until, why);
  warps_[w].ready = until;
}

bool Sm::try_issue(Partition& partition, std::uint32_t w, std::int64_t t) {
  Warp& warp = warps_[w];
  const ScheduledOp& op = warp.ops[warp.at];
  Stall why = Stall::kMathPipe;
  const std::int64_t free = queue_until(partition, op, t, why);
  if (free > t) {
    charge(warp, t, Stall::kNotSelected);
    hold(w, free, why);
    return false;
  }
  charge(warp, t, Stall::kNotSelected);
  if (op.pipe == Pipe::kBarrier) {
    arrive(partition, w, t);
  } else if (op.pipe == Pipe::kExit) {
    leave(partition, w, t);
  } else if (!is_memory(op.pipe)) {
    issued(partition, w, t, arithmetic(partition, op, t));
  } else {
    const MemoryOp* memory = memory_of(warp, op);
    double result = static_cast<double>(t);
    if (op.pipe >= Pipe::kSharedLoad)
      result = shared_access(partition, op, memory, t);
    else if (op.pipe == Pipe::kGlobalLoad)
      result = global_load(partition, memory, t);
    else if (op.pipe == Pipe::kGlobalStore)
      global_store(partition, memory, t);
    else
      result = global_atomic(partition, memory, t);
    issued(partition, w, t, result);
  }
  partition.last = w;
  return true;
}

namespace {

Stall reason_of(Pipe pipe) {
  switch (pipe) {
    case Pipe::kGlobalLoad:
    case Pipe::kGlobalAtomic:
      return Stall::kLongScoreboard;
    case Pipe::kSharedLoad:
    case Pipe::kSharedAtomic:
    case Pipe::kShuffle:
    case Pipe::kSpecial:
    case Pipe::kConvert:
      return Stall::kShortScoreboard;
    case Pipe::kBranch:
      return Stall::kBranch;
    default:
      return Stall::kWait;
  }
}

}  // namespace

// Books the issue at `t`, whose result can be used from `result` on, and finds when the next instruction may issue.
void Sm::issued(Partition& partition, std::uint32_t w, std::int64_t t, double result) {
  Warp& warp = warps_[w];
  const ScheduledOp& op = warp.ops[warp.at];
  const std::size_t at = w * kRing + warp.at % kRing;
  ring_[at] = up(result);
  ring_reason_[at] = reason_of(op.pipe);
  const std::int64_t slots = 1 + op.extra;
  charge(warp, t + slots, Stall::kSelected);
  partition.free = t + slots;
  totals_.issued += static_cast<std::uint64_t>(slots);
  ++totals_.instructions;
  ++warp.at;
  look_ahead(w, t + slots);
  if (op.pipe == Pipe::kBranch && warp.ready < up(result)) hold(w, up(result), Stall::kBranch);
}

void Sm::look_ahead(std::uint32_t w, std::int64_t t) {
  Warp& warp = warps_[w];
  const ScheduledOp& op = warp.ops[warp.at];
  std::int64_t ready = t;
  Stall why = Stall::kWait;
  for (const std::uint16_t back : op.needs) {
    if (back == 0 || back > warp.at) continue;
    const std::size_t at = w * kRing + (warp.at - back) % kRing;
    if (ring_[at] <= ready) continue;
    ready = ring_[at];
    why = ring_reason_[at];
  }
  charge(warp, ready, why);
  const std::size_t line = op.instruction / 8;
  if (!fetched_[line]) {
    fetched_[line] = true;
    const std::int64_t there = t + up(replay_->machine.timing.code_line_cycles.value);
    charge(warp, there, Stall::kNoInstruction);
    ready = std::max(ready, there);
  }
  warp.ready = ready;
}

void Sm::arrive(Partition& partition, std::uint32_t w, std::int64_t t) {
  Block& block = blocks_[warps_[w].block_slot];
  const std::uint32_t slot = warps_[w].block_slot;
  ++block.arrived;
  const bool all = block.arrived == block.live;
  issued(partition, w, t, static_cast<double>(t));
  warps_[w].ready = kNever;
  if (all) release(slot, t);
}

// The last warp that was waited for has arrived, or ended.
void Sm::release(std::uint32_t slot, std::int64_t t) {
  const TimingSpec& spec = replay_->machine.timing;
  Block& block = blocks_[slot];
  const double at = static_cast<double>(t) + spec.barrier_latency.value + spec.barrier_warp_cycles.value * block.live;
  block.arrived = 0;
  for (Partition& other : partitions_) {
    for (const std::uint32_t v : other.warps) {
      if (warps_[v].block_slot != slot || warps_[v].ready != kNever) continue;
      hold(v, up(at), Stall::kBarrier);
    }
    next_time(other);
  }
}

void Sm::leave(Partition& partition, std::uint32_t w, std::int64_t t) {
  const TimingSpec& spec = replay_->machine.timing;
  Warp& warp = warps_[w];
  charge(warp, t + 1, Stall::kSelected);
  const std::int64_t end = t + 1 + up(spec.drain_cycles.value);
  charge(warp, end, Stall::kDrain);
  partition.free = t + 1;
  ++totals_.issued;
  ++totals_.instructions;
  warp.live = false;
  warp.ready = kNever;
  partition.warps.erase(std::find(partition.warps.begin(), partition.warps.end(), w));
  free_warps_.push_back(w);
  const std::uint32_t slot = warp.block_slot;
  Block& block = blocks_[slot];
  totals_.warp_cycles += static_cast<double>(end - block.started);
  block.end = std::max(block.end, end);
  totals_.last = std::max(totals_.last, end);
  if (--block.live != 0) {
    if (block.arrived == block.live) release(slot, t);
    return;
  }
  ++totals_.blocks;
  block_ends_.push_back(block.end);
  issued_at_end_.push_back(totals_.instructions);
  start_block(slot, block.end + up(spec.relaunch_cycles.value));
}

const MemoryOp* Sm::memory_of(const Warp& warp, const ScheduledOp& op) const {
  if (op.memory == kNoOp) return nullptr;
  const std::uint64_t at = warp.first_memory + op.memory;
  if (at >= replay_->trace.order.size() || replay_->trace.order[at] == kNoOp) return nullptr;
  return &replay_->trace.memory[replay_->trace.order[at]];
}

double Sm::interval_of(Pipe pipe) const {
  const TimingSpec& spec = replay_->machine.timing;
  switch (pipe) {
    case Pipe::kFp32:
      return spec.fp32_interval.value;
    case Pipe::kMad:
      return spec.mad_interval.value;
    case Pipe::kDouble:
      return spec.double_interval.value;
    case Pipe::kSpecial:
      return spec.special_interval.value;
    case Pipe::kConvert:
      return spec.convert_interval.value;
    case Pipe::kShuffle:
      return spec.shuffle_interval.value;
    default:
      return spec.int_interval.value;
  }
}

double Sm::latency_of(Pipe pipe) const {
  const TimingSpec& spec = replay_->machine.timing;
  switch (pipe) {
    case Pipe::kDouble:
      return spec.double_latency.value;
    case Pipe::kSpecial:
      return spec.special_latency.value;
    case Pipe::kConvert:
      return spec.convert_latency.value;
    case Pipe::kShuffle:
      return spec.shuffle_latency.value;
    case Pipe::kBranch:
      return spec.branch_latency.value;
    default:
      return spec.alu_latency.value;
  }
}

double Sm::arithmetic(Partition& partition, const ScheduledOp& op, std::int64_t t) {
  const auto pipe = static_cast<std::size_t>(op.pipe);
  const double interval = interval_of(op.pipe);
  partition.pipe_free[pipe] = static_cast<double>(t) + interval * (op.pipe == Pipe::kBranch ? 1 : 1 + op.extra);
  return static_cast<double>(t + op.extra) + latency_of(op.pipe);
}

// FNV over what decides the future.
std::uint64_t Sm::hash() const {
  std::uint64_t hash = 0xcbf29ce484222325ull;
  const auto add = [&](std::uint64_t value) { hash = (hash ^ value) * 0x100000001b3ull; };
  const auto add_time = [&](double value) { add(static_cast<std::uint64_t>(value * 1024.0)); };
  add(static_cast<std::uint64_t>(now_));
  for (const Warp& warp : warps_) {
    if (!warp.live) continue;
    add(warp.at);
    add(static_cast<std::uint64_t>(warp.ready));
    add(warp.age);
  }
  for (const Partition& partition : partitions_) {
    add(static_cast<std::uint64_t>(partition.free));
    add_time(partition.stage_free);
  }
  for (const double time : {stage_free_, port_free_, store_port_free_, l2_free_, write_free_, dram_free_, atomic_free_})
    add_time(time);
  add(totals_.issued);
  add(next_block_);
  for (const StallCycles& stalls : stalls_)
    for (const std::uint64_t cycles : stalls) add(cycles);
  return hash;
}

}  // namespace warpglass::timing
