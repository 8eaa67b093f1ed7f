// The lanes of a warp and sets of them.
// A LaneMask holds one bit per lane, lane 0 in bit 0, as CUDA's masks do.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace warpglass {

inline constexpr int kLanes =
    32;  // lanes an execution array always has; a 16-lane machine leaves the upper half inactive

using LaneMask = std::uint32_t;

inline constexpr LaneMask kAllLanes = 0xffffffffu;

// Mask of the first `count` lanes, 0 <= count <= 32.
constexpr LaneMask first_lanes(int count) { return count >= 32 ? kAllLanes : (LaneMask{1} << count) - 1u; }
constexpr bool has_lane(LaneMask mask, int lane) { return (mask >> lane) & 1u; }
constexpr int lane_count(LaneMask mask) { return std::popcount(mask); }
// Lowest lane of a non-empty mask; 32 for an empty one.
constexpr int first_lane(LaneMask mask) { return std::countr_zero(mask); }

template <class T>
using PerLane = std::array<T, kLanes>;

}  // namespace warpglass
