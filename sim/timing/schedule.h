// The machine instructions of one path, in the order a compiler would issue them. Inside a region (a block of code, or
// as many iterations as a loop is unrolled) independent loads move up to the region's start, as far as stores to the
// same memory and the registers for their results allow; everything that needs a load follows. Warps that took the same
// path share one schedule.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/timing/machine_code.h"
#include "sim/timing/trace.h"

namespace warpglass::timing {

struct ScheduledOp {
  Pipe pipe = Pipe::kInt;
  std::uint8_t merged = 1;
  std::uint16_t extra = 0;             // issue slots beyond the first
  std::uint16_t needs[3] = {0, 0, 0};  // distance back to the operations it waits for; 0: none
  std::uint32_t memory = kNoOp;        // memory instruction of the path, in program order
  std::uint32_t instruction = 0;       // Program::code
};

std::vector<ScheduledOp> schedule_path(const Program& program, const MachineCode& code, const std::vector<Run>& path,
                                       double prologue_instructions);

}  // namespace warpglass::timing
