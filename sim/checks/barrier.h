// Barriers and warp-level waits: threads that go past a barrier their block executes, barriers that are met at
// different places, and masks of _sync functions that do not name who is there.
//
// When has a thread that ended gone past a barrier at P, and when had it returned before? It ended at the instruction
// E. It went past when the code leads from P to E, unless one loop holds both: then it returned before the next round.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "sim/checks/block_state.h"
#include "sim/checks/findings.h"
#include "sim/checks/launch.h"

namespace warpglass::checks {

class BarrierCheck {
 public:
  BarrierCheck(const CheckedLaunch& launch, Findings& findings) : launch_(launch), findings_(findings) {}

  void start(BlockState& block) const;
  void arrived(BlockState& block, const WarpPlace& where, std::uint32_t instruction, LaneMask lanes) const;
  void completed(BlockState& block, bool forced);
  void exited(BlockState& block, const WarpPlace& where, std::uint32_t instruction, LaneMask lanes) const;
  void synchronised(const BlockState& block, const WarpPlace& where, std::uint32_t instruction, LaneMask present,
                    const PerLane<LaneMask>& named);
  void finished(BlockState& block);

 private:
  bool went_past(std::uint32_t barrier, std::uint32_t exit);
  bool leads_to(std::uint32_t from, std::uint32_t to) const;
  bool one_loop(std::uint32_t a, std::uint32_t b) const;
  void report(std::uint32_t instruction, const ThreadPlace& who, std::uint32_t other_instruction,
              const ThreadPlace* other, const char* other_what, const std::string& message, const std::string& note);
  const CheckedLaunch& launch_;
  Findings& findings_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, bool> past_;  // by barrier and exit
};

}  // namespace warpglass::checks
