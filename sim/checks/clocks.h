// Who is ordered after whom, inside a block. Time has two parts: the block's epoch, which its barrier moves on for
// everybody, and each lane's clock since that barrier, which warp-level synchronisation moves on.
// A Stamp packs one access: epoch (20 bits), clock (16), memory instruction (16), atomic or not (1), thread (10).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>

#include "sim/base/lanes.h"

namespace warpglass::checks {

using Stamp = std::uint64_t;

inline constexpr std::uint32_t kMaxEpoch = (1u << 20) - 1;
inline constexpr std::uint32_t kMaxClock = (1u << 16) - 1;

constexpr Stamp make_stamp(std::uint32_t epoch, std::uint32_t clock, std::uint32_t site, bool strong,
                           std::uint32_t thread) {
  return std::uint64_t{epoch} << 44 | std::uint64_t{clock < kMaxClock ? clock : kMaxClock} << 28 |
         std::uint64_t{site & 0xffffu} << 12 | (strong ? 0x800u : 0u) | (thread & 0x3ffu);
}
constexpr std::uint32_t epoch_of(Stamp s) { return static_cast<std::uint32_t>(s >> 44); }
constexpr std::uint32_t clock_of(Stamp s) { return static_cast<std::uint32_t>(s >> 28) & 0xffffu; }
constexpr std::uint32_t site_of(Stamp s) { return static_cast<std::uint32_t>(s >> 12) & 0xffffu; }
constexpr bool is_strong(Stamp s) { return (s & 0x800u) != 0; }
constexpr std::uint32_t thread_of(Stamp s) { return static_cast<std::uint32_t>(s) & 0x3ffu; }

// The lanes of one warp between two block barriers.
class WarpClocks {
 public:
  void start(LaneMask all) {
    all_ = all;
    restart();
  }
  void restart() {  // at a block barrier
    clock_.fill(1);
    base_ = 0;
    uniform_ = true;
    known_.reset();
  }
  std::uint32_t clock(int lane) const { return clock_[static_cast<std::size_t>(lane)]; }
  bool uniform() const { return uniform_; }    // all lanes have the same clock
  std::uint32_t met() const { return base_; }  // all lanes know what all did before this clock
  // Is everything that `other` did before its clock went past `at` ordered before what `lane` does now?
  bool knows(int lane, int other, std::uint32_t at) const {
    if (lane == other || at < base_ || at >= kMaxClock) return true;
    return known_ && (*known_)[static_cast<std::size_t>(lane)][static_cast<std::size_t>(other)] > at;
  }
  // The lanes meet: each knows what all of them did.
  void meet(LaneMask members) {
    if ((members & all_) == all_) {
      base_ = std::min(*std::max_element(clock_.begin(), clock_.end()) + 1, kMaxClock);
      clock_.fill(base_);
      uniform_ = true;
      return;
    }
    if (!known_) known_ = std::make_unique<std::array<PerLane<std::uint32_t>, kLanes>>();
    PerLane<std::uint32_t> joined{};
    for (LaneMask rest = members; rest != 0; rest &= rest - 1) {
      const std::size_t m = static_cast<std::size_t>(first_lane(rest));
      for (std::size_t j = 0; j < kLanes; ++j) joined[j] = std::max(joined[j], (*known_)[m][j]);
      joined[m] = std::max(joined[m], clock_[m] + 1);
    }
    for (LaneMask rest = members; rest != 0; rest &= rest - 1)
      (*known_)[static_cast<std::size_t>(first_lane(rest))] = joined;
    tick(members);
  }
  // What the lanes did so far lies before what they do next.
  void tick(LaneMask lanes) {
    uniform_ = false;
    for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
      std::uint32_t& clock = clock_[static_cast<std::size_t>(first_lane(rest))];
      if (clock < kMaxClock) ++clock;
    }
  }

 private:
  LaneMask all_ = kAllLanes;
  std::uint32_t base_ = 0;
  bool uniform_ = true;
  PerLane<std::uint32_t> clock_{};
  std::unique_ptr<std::array<PerLane<std::uint32_t>, kLanes>> known_;
};

}  // namespace warpglass::checks
