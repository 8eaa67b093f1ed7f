// The portable form of last_of_each(), and the choice between the two.
#include "sim/memory/distinct.h"

namespace warpglass {

bool have_avx2() {
#if WARPGLASS_AVX2
  static const bool has = __builtin_cpu_supports("avx2") != 0;
  return has;
#else
  return false;
#endif
}

LaneMask last_of_each_baseline(const LaneKeys& keys) {
  bool ascending = true;
  LaneMask steps = 0;
  for (int lane = 0; lane < kLanes; ++lane) {
    ascending = ascending && keys.key[lane] <= keys.key[lane + 1];
    steps |= static_cast<LaneMask>(keys.key[lane] != keys.key[lane + 1]) << lane;
  }
  if (ascending) return steps;  // equal keys are neighbours
  std::int32_t repeated[kLanes] = {};
  for (int ahead = 1; ahead < kLanes; ++ahead)
    for (int lane = 0; lane < kLanes; ++lane) repeated[lane] |= keys.key[lane] == keys.key[lane + ahead];
  LaneMask last = 0;
  for (int lane = 0; lane < kLanes; ++lane) last |= static_cast<LaneMask>(repeated[lane] == 0) << lane;
  return last;
}

LaneMask last_of_each(const LaneKeys& keys) {
#if WARPGLASS_AVX2
  if (have_avx2()) return last_of_each_avx2(keys);
#endif
  return last_of_each_baseline(keys);
}

}  // namespace warpglass
