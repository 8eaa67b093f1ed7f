// How long a launch takes and why: the front door of the timing model. Timing executes nothing. The functional executor
// runs the launch and its sink records what sampled blocks did; one SM then replays those blocks cycle by cycle with
// its share of the block launcher, L2 and DRAM. Everything is deterministic.
//
//   time_launch()                 the whole answer
//   prepare_timing() and SmRun    the same SM, cycle by cycle: run to a cycle, copy as a keyframe, compare hashes
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "sim/exec/reference.h"
#include "sim/machine/occupancy.h"
#include "sim/machine/spec.h"

namespace warpglass {

// What a warp does in a cycle: it issues, or waits for a named reason (the profiler's names).
enum class Stall : std::uint8_t {
  kSelected,         // issues
  kLongScoreboard,   // a result of global or local memory
  kShortScoreboard,  // a result of shared memory or a shuffle
  kWait,             // a result of arithmetic, a fixed latency
  kMathPipe,         // the pipe takes no instruction yet
  kMioThrottle,      // the queue of shared memory is full
  kLgThrottle,       // the queue of global memory is full
  kBarrier,
  kBranch,
  kDrain,  // the last stores leave
  kNoInstruction,
  kNotSelected,  // another warp of the sub-partition issued
  kLaunch,       // the block has its place, the warp has not started
};
inline constexpr std::size_t kStalls = 13;
const char* stall_name(Stall stall);  // "long_sb", as in the recorded samples

using StallCycles = std::array<std::uint64_t, kStalls>;  // warp-cycles, by Stall

enum class SchedulerPolicy : std::uint8_t { kGreedyThenOldest, kRoundRobin };

struct TimingOptions {
  SchedulerPolicy scheduler = SchedulerPolicy::kGreedyThenOldest;
  bool back_to_back = true;  // also with a warm L2
  // Warp instructions that the replayed SM simulates at most, about; a longer launch is extrapolated.
  std::uint64_t instruction_limit = 2'000'000;
  // Accesses that are looked at to learn who touches what first; a launch with more is sampled.
  std::uint64_t access_limit = 3'000'000;
  std::uint64_t instruction_budget = 20'000'000'000ull;  // of the functional run
  const std::atomic<bool>* cancel = nullptr;
  bool keep_replay = false;  // TimedResult::replay, for a SmRun of the same launch
};

struct LineStalls {
  std::uint32_t file = 0, line = 0;
  StallCycles cycles{};
};

// Share of the time, 0 to 1, in which each part was busy.
struct Utilisation {
  double issue = 0, lsu = 0, l1_port = 0, l2 = 0, dram = 0, launcher = 0;
};

// What one SM replays. Immutable, may be shared by several runs.
namespace timing {
struct Replay;
class Sm;
}  // namespace timing

struct TimedResult {
  bool ok = false;
  std::string problem;  // why not: one sentence
  std::vector<Diagnostic> faults;

  double time_cold_us = 0;                         // one launch, caches flushed before it
  double time_back_to_back_us = 0;                 // many launches in a row, per launch
  double cycles = 0;                               // of the SM, launch overhead included (cold)
  double simulated_fraction = 0;                   // warp instructions that were replayed cycle by cycle / all
  bool estimate = true;                            // registers, machine code and sampling are estimates
  bool sampled = false;                            // not every block was looked at, or the SM was extrapolated
  StallCycles stalls{};                            // of the replayed SM
  std::vector<StallCycles> stalls_by_instruction;  // by Program::code
  std::vector<LineStalls> stalls_by_line;
  std::uint64_t warp_instructions = 0;  // machine instructions, estimated, whole launch
  double l2_read_sectors = 0, l2_write_sectors = 0;
  double dram_bytes_read = 0, dram_bytes_written = 0;  // until the kernel ends
  Occupancy occupancy;
  double achieved_occupancy = 0;  // resident warps / most, 0 to 1
  Utilisation utilisation;
  std::shared_ptr<const timing::Replay> replay;  // where it was asked for
};

// `launch` is used up: its memory is written as by any run.
TimedResult time_launch(PreparedLaunch& launch, const MachineSpec& machine, const TimingOptions& options = {});

// For each warp a run-length list of what it did.
struct WarpSegment {
  std::uint64_t cycle = 0;  // first
  std::uint32_t length = 0;
  Stall kind = Stall::kSelected;
  std::uint32_t instruction = 0;  // Program::code: that issued, or waits to be issued
};
struct WarpTimeline {
  std::uint64_t block = 0;
  std::uint32_t warp = 0;       // in the block
  std::uint32_t partition = 0;  // sub-partition of the SM
  std::vector<WarpSegment> segments;
};

struct PreparedTiming {
  std::shared_ptr<const timing::Replay> replay;  // null when there is a problem
  std::string problem;
  std::vector<Diagnostic> faults;
};
PreparedTiming prepare_timing(PreparedLaunch& launch, const MachineSpec& machine, const TimingOptions& options = {});

// One SM at a cycle. A copy is a keyframe: run it on and it does the same.
class SmRun {
 public:
  explicit SmRun(std::shared_ptr<const timing::Replay> replay, bool record_timeline = true);
  SmRun(const SmRun& other);
  SmRun& operator=(const SmRun& other);
  ~SmRun();
  bool run_to(std::uint64_t cycle);  // everything before `cycle`; false: the SM has nothing left to do
  std::uint64_t cycle() const;       // up to which it ran
  std::uint64_t state_hash() const;
  const std::vector<WarpTimeline>& timeline() const;  // of what ran since the start, bounded; warps in order of start

 private:
  std::shared_ptr<const timing::Replay> replay_;
  std::unique_ptr<timing::Sm> sm_;
};

}  // namespace warpglass
