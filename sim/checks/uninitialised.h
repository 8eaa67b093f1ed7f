// Reads of what never got a value: words of global and shared memory (the shadow of race.h says who wrote them), a
// thread's local memory, registers.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/checks/block_state.h"
#include "sim/checks/findings.h"
#include "sim/checks/launch.h"
#include "sim/event/access.h"

namespace warpglass::checks {

class UninitialisedCheck {
 public:
  UninitialisedCheck(const CheckedLaunch& launch, Findings& findings) : launch_(launch), findings_(findings) {}

  void watch(const std::vector<std::uint32_t>& registers);
  void start(BlockState& block) const;
  // A thread's local memory: marks stores, tells of loads.
  void local(BlockState& block, const WarpPlace& where, const Access& access);
  // Before an instruction that uses watched registers.
  void registers(BlockState& block, const WarpPlace& where, std::uint32_t instruction, LaneMask active);
  // A word that nobody had written: kept until it is clear that it is no race.
  void read(UnwrittenReads& reads, std::uint64_t address, const UnwrittenRead& who);
  void report(const UnwrittenReads& reads, Space space);
  void report(Space space, std::uint64_t address, const UnwrittenRead& who);

 private:
  std::uint32_t slot(std::uint32_t reg) const { return reg < slots_.size() ? slots_[reg] : 0; }
  const CheckedLaunch& launch_;
  Findings& findings_;
  std::vector<std::uint32_t> slots_;  // by register: 1 + index among the watched, 0: not watched
  std::uint32_t watched_ = 0;
};

}  // namespace warpglass::checks
