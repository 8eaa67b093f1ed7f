// What an execution tells checks: more than a Sink hears, and only in a checked run (RunOptions::checks). There a
// faulty lane's load gives 0, its store is dropped, and the run goes on. Nothing here can change a result beyond that.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/base/diagnostic.h"
#include "sim/base/lanes.h"
#include "sim/event/access.h"
#include "sim/event/sink.h"

namespace warpglass {

// What is known of an access beside its addresses. The registers that a store writes to memory: rows of 32 values of 4
// or 8 bytes, element v one row further each.
struct AccessDetail {
  const unsigned char* rows = nullptr;  // null: not a plain store
  std::uint32_t element_bytes = 4;      // in memory
  bool wide = false;                    // rows of 8-byte values
  bool run = false;                     // all 32 lanes stand side by side, lane 0 first
  bool uniform = false;                 // all 32 lanes have the same address
};

class CheckSink {
 public:
  virtual ~CheckSink() = default;
  // Before the first block: registers that a lane may read before it wrote them; before() hears of their uses.
  virtual void registers_to_watch(const std::vector<std::uint32_t>& /*registers*/) {}
  // Before the first block: is access() to hear of this instruction?
  virtual bool wants_access(std::uint32_t /*instruction*/) { return true; }
  virtual void block_started(std::uint64_t /*block*/) {}
  virtual void block_finished(std::uint64_t /*block*/) {}
  // The lanes that may do it; those with a fault are told of by fault().
  virtual void access(const WarpPlace& /*where*/, const Access& /*access*/, const AccessDetail& /*stored*/) {}
  virtual void barrier_arrived(const WarpPlace& /*where*/, std::uint32_t /*instruction*/, LaneMask /*active*/) {}
  // `forced`: nobody could go on, so that a checked run lets everybody pass.
  virtual void barrier_completed(std::uint64_t /*block*/, bool /*forced*/) {}
  // A warp-level exchange or wait took place: who was there, and whom each of them named.
  virtual void synchronised(const WarpPlace& /*where*/, std::uint32_t /*instruction*/, LaneMask /*present*/,
                            const PerLane<LaneMask>& /*named*/) {}
  virtual void fenced(const WarpPlace& /*where*/, LaneMask /*lanes*/) {}
  virtual void exited(const WarpPlace& /*where*/, std::uint32_t /*instruction*/, LaneMask /*lanes*/) {}
  // Before a watched instruction: one that uses a watched register, an integer division, or a shift by a variable.
  // `second`: the row of its second operand, 4- or 8-byte values.
  virtual void before(const WarpPlace& /*where*/, std::uint32_t /*instruction*/, LaneMask /*active*/,
                      const unsigned char* /*second*/) {}
  // False: this instruction's fault of this kind is known; it is only counted.
  virtual bool wants_fault(std::uint32_t /*instruction*/, FaultKind /*kind*/, std::uint64_t /*times*/) { return true; }
  virtual void fault(std::uint32_t /*instruction*/, const Diagnostic& /*fault*/) {}
};

}  // namespace warpglass
