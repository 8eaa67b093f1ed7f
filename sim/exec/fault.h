// Faults as sentences: which thread, which line, which address, which object, and the way out. Every function ends the
// launch: it adds a diagnostic and gives back Stop::kFault.
#pragma once

#include <string>

#include "sim/base/diagnostic.h"
#include "sim/exec/block.h"

namespace warpglass::exec {

struct FaultText {
  FaultKind kind = FaultKind::kBounds;
  std::string message;
  std::string note;
};
// A fault of one lane at the running instruction.
Stop lane_fault(Context& context, const Warp& warp, int lane, FaultText text);
// Nobody can go on: names who waits where.
void stuck_fault(Context& context, const BlockState& block);
// "block (1,0,0), thread (5,2,0)"
std::string thread_name(const Shared& shared, std::uint64_t block, std::uint32_t thread);
// "0-3, 7"
std::string lane_list(std::uint32_t lanes);
// 1,048,576
std::string grouped(std::uint64_t number);

}  // namespace warpglass::exec
