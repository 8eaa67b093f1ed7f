// What an execution tells its observers. Every event has an empty default; a run without a sink pays nothing.
// A sink only observes: nothing it does can change a result.
#pragma once

#include <cstdint>
#include <string_view>

#include "sim/base/diagnostic.h"
#include "sim/base/lanes.h"
#include "sim/event/access.h"

namespace warpglass {

struct WarpPlace {
  std::uint64_t block = 0;     // linear block index
  std::uint32_t warp = 0;      // warp within the block
  std::uint64_t sequence = 0;  // instructions this warp has executed before this one
};

class Sink {
 public:
  virtual ~Sink() = default;
  virtual void block_started(std::uint64_t /*block*/) {}
  virtual void block_finished(std::uint64_t /*block*/) {}
  // A straight run of `count` instructions begins at `instruction`; it may be cut before its end.
  virtual void run_started(const WarpPlace& /*where*/, std::uint32_t /*instruction*/, std::uint32_t /*count*/,
                           LaneMask /*active*/) {}
  // The run this warp is in ends before `instruction`: its lanes go on elsewhere.
  virtual void run_cut(const WarpPlace& /*where*/, std::uint32_t /*instruction*/) {}
  virtual void access(const WarpPlace& /*where*/, const Access& /*access*/) {}
  // Before access() and fault(): the access as the program asked for it, where some lanes may not do it. access() then
  // tells of those that may, if there are any.
  virtual void refused(const WarpPlace& /*where*/, const Access& /*access*/, LaneMask /*lanes*/) {}
  virtual void branch(const WarpPlace& /*where*/, std::uint32_t /*instruction*/, LaneMask /*active*/,
                      LaneMask /*taken*/) {}
  virtual void barrier_arrived(const WarpPlace& /*where*/, std::uint32_t /*instruction*/, LaneMask /*active*/) {}
  virtual void barrier_completed(std::uint64_t /*block*/) {}
  virtual void warp_sync(const WarpPlace& /*where*/, std::uint32_t /*instruction*/, LaneMask /*members*/) {}
  virtual void lanes_exited(const WarpPlace& /*where*/, LaneMask /*lanes*/) {}
  virtual void printed(const WarpPlace& /*where*/, int /*lane*/, std::string_view /*text*/) {}
  virtual void fault(const Diagnostic& /*fault*/) {}
};

}  // namespace warpglass
