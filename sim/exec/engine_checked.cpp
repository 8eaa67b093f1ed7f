// The fast loop for checked runs, for any processor: as engine_baseline.cpp, and the checks hear of every access.
#include "sim/exec/lane_ops.h"

namespace {
WARPGLASS_INLINE u32 lane_bits(const Byte* row) {
  u32 bits = 0;
  for (u32 i = 0; i < 32; ++i) bits |= (get<u32>(row + 4 * i) & 1u) << i;
  return bits;
}
}  // namespace

#define WARPGLASS_CHECKED 1
#define WARPGLASS_ENGINE run_warp_checked
#include "sim/exec/engine_body.h"
