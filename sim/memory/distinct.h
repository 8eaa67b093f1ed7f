// One primitive that every distinct count comes from: the lanes whose value no later lane repeats.
// There are as many of them as distinct values. Vector compares do it without sorting; the AVX2 form is chosen at run
// time and gives the same answer.
#pragma once

#include <cstdint>

#include "sim/base/lanes.h"

namespace warpglass {

// 32 keys, then room that the vector code reads past the last lane.
struct alignas(32) LaneKeys {
  static constexpr std::int32_t kNoKey = 0x7fffffff;  // never a key
  std::int32_t key[2 * kLanes];

  LaneKeys() {
    for (int i = kLanes; i < 2 * kLanes; ++i) key[i] = kNoKey;
  }
};

// Lanes whose key no later lane repeats. Keys are below LaneKeys::kNoKey.
LaneMask last_of_each(const LaneKeys& keys);

// The two forms behind it, for the tests.
LaneMask last_of_each_baseline(const LaneKeys& keys);
LaneMask last_of_each_avx2(const LaneKeys& keys);  // x86-64 only, and only where the processor has AVX2
bool have_avx2();

}  // namespace warpglass
