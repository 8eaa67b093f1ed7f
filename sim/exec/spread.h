// One launch on several cores, where no block can read what another writes. Otherwise, and whenever anything happens
// that could make the order of blocks visible, nothing is changed and the launch is for one core.
//
// How it is kept equal to one core. Every buffer is read only or written only; who breaks that, or faults, ends the
// attempt. Each worker writes into its own copy and marks what it wrote. Marks of two workers that meet end the
// attempt: there the last block in order would have to win. What is left is put together at the end.
#pragma once

#include <memory>
#include <vector>

#include "sim/exec/checked.h"

namespace warpglass::exec {

// Runs blocks [0, end). The workers' counts, whose sums are the launch's; memory holds the results. Empty: one core has
// to do it, and nothing was changed.
std::vector<std::unique_ptr<Shared>> run_spread(PreparedLaunch& launch, const ProgramImage& image,
                                                const MachineSpec& machine, const RunOptions& options,
                                                std::uint64_t end);

}  // namespace warpglass::exec
