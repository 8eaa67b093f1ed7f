// The launch as one SM sees it: which blocks it gets, what they do, its share of the GPU.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "sim/timing/sm.h"

namespace warpglass::timing {

struct LaunchPicture {
  std::shared_ptr<Replay> replay;
  std::string problem;
  std::vector<Diagnostic> faults;
  FootprintTotals totals;  // of the blocks that were looked at
  Occupancy occupancy;
  std::uint64_t blocks = 0;  // of the launch
  std::uint64_t active_sms = 0;
  std::uint64_t own_blocks = 0;  // of the replayed SM
  double looked_at = 1;          // share of the blocks
  double read_granules = 0;      // distinct, whole launch
  double footprint_bytes = 0;    // touched, whole launch
  double instructions = 0;       // of the program, whole launch
};

// Runs the launch as far as it has to be seen and records the blocks of one SM.
LaunchPicture look_at_launch(PreparedLaunch& launch, const MachineSpec& machine, const TimingOptions& options);

}  // namespace warpglass::timing
