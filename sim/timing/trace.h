// What sampled blocks did, as the timing model needs it: for each warp the straight runs it went through, and for each
// memory instruction what it costs: passes of the data stage, and the lines and sectors it touches. Recorded by a Sink
// from the functional executor; timing itself executes nothing.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "sim/event/sink.h"
#include "sim/lang/program.h"
#include "sim/machine/spec.h"
#include "sim/timing/footprint.h"
#include "sim/timing/machine_code.h"

namespace warpglass::timing {

// One line of one access of a replayed warp. Each of the masks has a bit a sector.
struct TouchedLine {
  std::uint32_t line = 0;    // number from kGlobalBase
  std::uint8_t sectors = 0;  // touched
  std::uint8_t partial = 0;  // stores: of them, those that are not written whole
  std::uint8_t cold = 0;     // loads: those that this block is the first to read: DRAM delivers them
  std::uint8_t late = 0;     // loads: those that a block at about the same time is the first to read
};

struct MemoryOp {
  std::uint32_t first_line = 0;  // index into Trace::lines
  std::uint16_t line_count = 0;
  std::uint16_t passes = 1;  // of the shared data stage, in wavefronts; of L1, in half cycles
  std::uint16_t turns = 0;   // global atomics: passes over addresses
  bool one_address = false;  // global atomics: few addresses, of an operation that a warp reduces first
};

struct Run {
  std::uint32_t first = 0, count = 0;
  bool operator==(const Run&) const = default;
};

inline constexpr std::uint32_t kNoOp = 0xffffffffu;

struct WarpTrace {
  std::uint32_t path = 0;          // index into Trace::paths
  std::uint64_t first_memory = 0;  // index into Trace::order: one entry for each memory instruction of the path
};

struct BlockTrace {
  std::uint64_t block = 0;
  std::uint32_t first_op = 0, op_count = 0;  // of Trace::memory
  std::vector<WarpTrace> warps;
};

struct Trace {
  std::vector<std::vector<Run>> paths;
  std::vector<MemoryOp> memory;
  std::vector<TouchedLine> lines;
  std::vector<std::uint32_t> order;  // memory instructions in path order -> `memory`, or kNoOp
  std::vector<BlockTrace> blocks;
  std::uint64_t instructions = 0;  // program instructions recorded
  std::uint64_t cold_granules = 0;
  std::uint64_t load_sectors = 0;  // distinct sectors that the recorded blocks load, each block's counted once
};

// Prices every access to global memory for the footprint, and keeps the blocks `every` apart from `first` on.
class TraceRecorder final : public Sink {
 public:
  struct Choice {
    std::uint64_t first = 0, every = 1;
    std::uint64_t limit = 0;  // recorded instructions, about; then no further block is kept
  };
  TraceRecorder(const MachineCode& code, const MachineSpec& machine, Footprint& footprint, Trace& trace, Choice choice);
  void block_started(std::uint64_t block) override;
  void block_finished(std::uint64_t block) override;
  void run_started(const WarpPlace& where, std::uint32_t instruction, std::uint32_t count, LaneMask active) override;
  void run_cut(const WarpPlace& where, std::uint32_t instruction) override;
  void access(const WarpPlace& where, const Access& access) override;
  std::uint64_t accesses() const { return accesses_; }

 private:
  struct Recorded {
    std::uint64_t sequence = 0;
    std::uint32_t memory = 0;
  };
  struct WarpRecord {
    std::vector<Run> runs;
    std::vector<Recorded> accesses;
  };
  WarpRecord& warp_of(const WarpPlace& where);
  void keep(const WarpPlace& where, const Access& access);
  std::uint32_t intern(std::vector<Run>& runs);
  void finish_warp(WarpRecord& record, WarpTrace& warp);

  const MachineCode& code_;
  const MachineSpec& machine_;
  Footprint& footprint_;
  Trace& trace_;
  Choice choice_;
  std::uint64_t accesses_ = 0;
  std::uint64_t block_ = ~std::uint64_t{0};  // the one that runs, if it is kept
  std::uint64_t before_ = 0;                 // Footprint's load sectors when it began
  std::uint32_t first_op_ = 0;
  std::vector<WarpRecord> warps_;  // of it
  std::vector<LineTouch> lines_;
  std::unordered_multimap<std::uint64_t, std::uint32_t> known_;  // paths by hash
};

// After all blocks ran: which of the recorded lines come from DRAM.
// `keep`: the share of cold halves to believe, where blocks that were not looked at may have been first.
void find_cold_lines(Trace& trace, Footprint& footprint, double keep);

}  // namespace warpglass::timing
