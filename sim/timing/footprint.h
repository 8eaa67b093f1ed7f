// Who touches which part of global memory first, over the blocks that were looked at: what DRAM has to deliver, what L2
// serves again, which partly written sectors have to be filled, how densely lines are touched.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/event/access.h"
#include "sim/machine/spec.h"

namespace warpglass::timing {

// One line of one access.
struct LineTouch {
  std::uint32_t line = 0;           // number from kGlobalBase
  std::uint8_t sectors = 0;         // touched
  std::uint64_t bytes[2] = {0, 0};  // stores: bytes of the line that are written, a bit each
  std::uint8_t whole() const;       // sectors whose every byte is written
};

// Everything about one 128-byte line. Halves are DRAM's 64-byte granules.
struct LineUse {
  std::uint32_t line = ~0u;
  std::uint32_t first[2] = {~0u, ~0u};  // first block that reads each half
  std::uint32_t last_block = ~0u;       // for counting a block's sectors once
  std::uint8_t last_sectors = 0;
  std::uint8_t stored = 0;        // sectors written whole
  std::uint8_t partial = 0;       // sectors written in part, not filled
  std::uint8_t filled = 0;        // of those, filled from DRAM
  std::uint8_t read_sectors = 0;  // that any block reads
  std::uint8_t atomic_sectors = 0;
  bool claimed[2] = {false, false};  // for marking a half cold once
  std::uint64_t bytes[2] = {0, 0};   // written bytes, a bit each
};

struct FootprintTotals {
  std::uint64_t load_sectors = 0;     // L2 reads: distinct sectors of each block
  std::uint64_t store_sectors = 0;    // as requested
  std::uint64_t store_slots = 0;      // of the L2 write port
  std::uint64_t partial_sectors = 0;  // of them, not written whole by their request
  std::uint64_t block_granules = 0;   // 64-byte halves read, each block's counted once
  std::uint64_t read_granules = 0;    // distinct 64-byte halves read before they are written
  std::uint64_t fill_sectors = 0;     // partly written sectors filled from DRAM while the kernel runs
  std::uint64_t written_sectors = 0, written_lines = 0;  // distinct
  std::uint64_t touched_lines = 0, touched_kilobytes = 0;
  std::uint64_t atomic_sectors = 0, atomic_passes = 0;
  double lines_per_kilobyte() const {
    return touched_kilobytes == 0 ? 1.0 : static_cast<double>(touched_lines) / static_cast<double>(touched_kilobytes);
  }
};

class Footprint {
 public:
  Footprint(const MachineSpec& machine, std::uint64_t resident_blocks);
  void add(std::uint64_t block, Operation operation, const std::vector<LineTouch>& lines);
  void finish();
  LineUse* find(std::uint32_t line);
  const FootprintTotals& totals() const { return totals_; }
  FootprintTotals& totals() { return totals_; }
  std::uint64_t resident_blocks() const { return resident_; }

 private:
  std::size_t place_of(std::uint32_t line) const;
  LineUse& use_of(std::uint32_t line);
  void grow();
  void load(LineUse& use, std::uint32_t block, std::uint8_t sectors);
  void store(LineUse& use, const LineTouch& touch);
  void fill_oldest();

  std::uint64_t resident_;
  std::uint64_t partial_limit_;
  std::vector<LineUse> table_;
  std::uint64_t used_ = 0;
  std::vector<std::uint32_t> waiting_;  // lines with partly written sectors, in order
  std::size_t next_waiting_ = 0;
  std::uint64_t open_ = 0;
  FootprintTotals totals_;
};

}  // namespace warpglass::timing
