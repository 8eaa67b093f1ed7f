// The course of one launch on one host thread: everything made ready, then its blocks in order.
#pragma once

#include <cstdint>

#include "sim/exec/block.h"

namespace warpglass::exec {

// Fills `shared` for this launch; all it points to outlives it.
void set_up(Shared& shared, PreparedLaunch& launch, const ProgramImage& image, const MachineSpec& machine,
            const RunOptions& options);
// Runs blocks [first, end) (of RunOptions::blocks, where they are chosen) until all are done or a fault ends the
// launch.
void run_blocks(Shared& shared, std::uint64_t first, std::uint64_t end);

}  // namespace warpglass::exec
