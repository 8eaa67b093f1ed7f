// One SM, cycle by cycle: sub-partitions with a scheduler each, a scoreboard for every warp, pipes, the memory pipe
// with its queues, blocks that come and go. It replays a trace. Queues are servers with a time at which they are free
// again, so a cycle in which nothing can issue costs nothing. A copy of an Sm is a keyframe.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "sim/timing/l1.h"
#include "sim/timing/schedule.h"
#include "sim/timing/timing.h"
#include "sim/timing/trace.h"

namespace warpglass::timing {

// Costs in cycles that depend on the launch: this SM's share of what the GPU has once.
struct Shares {
  double clock_ghz = 1;
  double l2_read_slot = 0;   // a 64-byte half-line
  double l2_write_slot = 0;  // a sector
  double dram_granule = 0;   // 64 bytes
  double dram_sector = 0;    // 32 bytes
  double activation = 0;     // of a line of DRAM, shared by the lines of a KB
  double read_weight = 1;    // this SM's cold granules stand for so many
  double fill_share = 0;     // of partly written sectors, those that are filled from DRAM
  double written_share = 0;  // of stored sectors, those that are distinct and leave L2
  double atomic_pass = 0;    // cycles a pass
  double atomic_warp = 0;
  bool warm = false;           // L2 holds everything
  double launch_interval = 0;  // cycles between two blocks of this SM
  double launch_first = 0;     // of its first block
  std::uint32_t resident = 1;  // blocks
  std::uint32_t l1_lines = 1024;
};

struct Replay {
  MachineSpec machine;
  std::shared_ptr<const Program> program;
  Trace trace;
  std::vector<std::vector<ScheduledOp>> schedules;  // by Trace::paths
  Shares shares;
  SchedulerPolicy policy = SchedulerPolicy::kGreedyThenOldest;
};

// What the SM counted.
struct SmTotals {
  std::uint64_t issued = 0;                            // machine instructions
  std::uint64_t instructions = 0;                      // of the replayed schedules, without extra slots
  std::uint64_t load_sectors = 0;                      // L1 misses
  std::uint64_t stored_sectors = 0, sent_sectors = 0;  // asked for; sent to L2 after joining
  std::uint64_t blocks = 0;                            // finished
  double warp_cycles = 0;                              // of resident warps
  double lsu_busy = 0, port_busy = 0, l2_busy = 0, dram_busy = 0;
  std::int64_t last = 0;  // the last block's end
  double drained = 0;     // everything stored has arrived
};

class Sm {
 public:
  explicit Sm(const Replay& replay, const Shares& shares, bool timeline);
  bool run_to(std::int64_t cycle);  // every event before it; false when nothing is left
  std::int64_t now() const { return now_; }
  const SmTotals& totals() const { return totals_; }
  const std::vector<StallCycles>& stalls() const { return stalls_; }  // by Program::code
  const std::vector<std::int64_t>& block_ends() const { return block_ends_; }
  const std::vector<std::uint64_t>& issued_at_end() const { return issued_at_end_; }
  const std::vector<WarpTimeline>& timeline() const { return timeline_; }
  std::uint64_t hash() const;

 private:
  static constexpr std::int64_t kNever = INT64_MAX;
  static constexpr std::uint32_t kRing = 256;

  struct Warp {
    const ScheduledOp* ops = nullptr;
    std::uint32_t count = 0, at = 0;
    std::uint64_t first_memory = 0;
    std::int64_t ready = kNever;  // may issue from here on
    std::int64_t charged = 0;     // cycles before it have their reason
    std::uint64_t age = 0;
    std::uint32_t block_slot = 0;
    std::uint32_t log = 0;  // index into timeline_
    bool live = false;
  };
  struct Block {
    std::uint32_t live = 0, arrived = 0;
    std::int64_t started = 0, end = 0;
  };
  struct Partition {
    std::vector<std::uint32_t> warps;  // live ones, oldest first
    std::int64_t free = 0;             // may issue again
    std::int64_t next = kNever;        // earliest possible issue
    std::uint32_t last = ~0u;
    double pipe_free[kPipes] = {};
    double stage_free = 0;  // its half of the data stage
  };

  void start_block(std::uint32_t slot, std::int64_t earliest);
  void start_warp(std::uint32_t slot, const WarpTrace& trace, std::uint32_t index, std::uint64_t block,
                  std::int64_t ready);
  void next_time(Partition& partition);
  void step(Partition& partition, std::int64_t t);
  bool try_issue(Partition& partition, std::uint32_t w, std::int64_t t);
  void release(std::uint32_t slot, std::int64_t t);
  void hold(std::uint32_t w, std::int64_t until, Stall why);
  void issued(Partition& partition, std::uint32_t w, std::int64_t t, double result);
  void look_ahead(std::uint32_t w, std::int64_t t);
  void charge(Warp& warp, std::int64_t until, Stall why);
  void arrive(Partition& partition, std::uint32_t w, std::int64_t t);
  void leave(Partition& partition, std::uint32_t w, std::int64_t t);
  double arithmetic(Partition& partition, const ScheduledOp& op, std::int64_t t);
  double stage(Partition& partition, double cycles, std::int64_t t, double half_cycles);
  double shared_access(Partition& partition, const ScheduledOp& op, const MemoryOp* memory, std::int64_t t);
  double global_load(Partition& partition, const MemoryOp* memory, std::int64_t t);
  double fetch(const TouchedLine& line, unsigned missing, std::int64_t t);
  unsigned join_stores(const TouchedLine& line);
  double read_dram(const TouchedLine& line, unsigned cold, double t);
  void global_store(Partition& partition, const MemoryOp* memory, std::int64_t t);
  double global_atomic(Partition& partition, const MemoryOp* memory, std::int64_t t);
  double interval_of(Pipe pipe) const;
  double latency_of(Pipe pipe) const;
  const MemoryOp* memory_of(const Warp& warp, const ScheduledOp& op) const;
  std::int64_t queue_until(const Partition& partition, const ScheduledOp& op, std::int64_t t, Stall& why) const;

  const Replay* replay_;
  Shares shares_;
  bool record_;
  std::int64_t now_ = 0;
  std::vector<Warp> warps_;
  std::vector<Block> blocks_;
  std::vector<Partition> partitions_;
  std::vector<std::int64_t> ring_;  // by warp slot: when the results of its last kRing operations can be used
  std::vector<Stall> ring_reason_;
  std::vector<std::uint32_t> free_warps_;
  std::uint64_t next_block_ = 0, age_ = 0;
  std::uint32_t next_partition_ = 0;
  double stage_free_ = 0, port_free_ = 0, store_port_free_ = 0, l2_free_ = 0, write_free_ = 0, dram_free_ = 0;
  double activate_free_ = 0, atomic_free_ = 0, launcher_free_ = 0, owed_fill_ = 0, owed_write_ = 0;
  struct Joined {
    std::uint32_t line = ~0u;
    std::uint8_t sectors = 0;
  };
  std::vector<Joined> joined_;  // stored lines that later stores may still join, in a ring
  std::size_t joined_next_ = 0;
  std::vector<bool> fetched_;  // lines of machine code
  L1 l1_;
  SmTotals totals_;
  std::vector<StallCycles> stalls_;
  std::vector<std::int64_t> block_ends_;
  std::vector<std::uint64_t> issued_at_end_;
  std::vector<WarpTimeline> timeline_;
  std::uint64_t segments_ = 0;
};

}  // namespace warpglass::timing
