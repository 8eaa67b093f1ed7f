// The fast loop for any processor.
#include "sim/exec/lane_ops.h"

namespace {
// Bit i: row[i] is not zero. Rows of predicates hold 0 and 1.
WARPGLASS_INLINE u32 lane_bits(const Byte* row) {
  u32 bits = 0;
  for (u32 i = 0; i < 32; ++i) bits |= (get<u32>(row + 4 * i) & 1u) << i;
  return bits;
}
}  // namespace

#define WARPGLASS_ENGINE run_warp_baseline
#include "sim/exec/engine_body.h"
