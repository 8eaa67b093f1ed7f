// The fast loop for checked runs compiled for AVX2 and FMA; called only where the processor has both.
#include <immintrin.h>

#include "sim/exec/lane_ops.h"

namespace {
// Bit i: row[i] is not zero. Rows of predicates hold 0 and 1.
WARPGLASS_INLINE u32 lane_bits(const Byte* row) {
  u32 bits = 0;
  for (int i = 0; i < 4; ++i) {
    const __m256i eight = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(row + 32 * i));
    const int found = _mm256_movemask_ps(_mm256_castsi256_ps(_mm256_slli_epi32(eight, 31)));
    bits |= static_cast<u32>(found) << (8 * i);
  }
  return bits;
}
}  // namespace

#define WARPGLASS_CHECKED 1
#define WARPGLASS_ENGINE run_warp_checked_avx2
#include "sim/exec/engine_body.h"
