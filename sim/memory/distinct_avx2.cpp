// last_of_each() with AVX2. Nothing here but this one function may be compiled for AVX2: an inline function shared with
// other files could otherwise be linked in its AVX2 copy and run on a processor without it.
#include <immintrin.h>

#include "sim/memory/distinct.h"

namespace warpglass {
namespace {

__m256i load(const std::int32_t* from) { return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from)); }

// Bit i: the sign of element i.
LaneMask signs(__m256i value) { return static_cast<LaneMask>(_mm256_movemask_ps(_mm256_castsi256_ps(value))); }

}  // namespace

LaneMask last_of_each_avx2(const LaneKeys& keys) {
  __m256i descends = _mm256_setzero_si256();
  LaneMask equals_next = 0;
  for (int at = 0; at < kLanes; at += 8) {
    const __m256i here = load(keys.key + at), next = load(keys.key + at + 1);
    descends = _mm256_or_si256(descends, _mm256_cmpgt_epi32(here, next));
    equals_next |= signs(_mm256_cmpeq_epi32(here, next)) << at;
  }
  if (_mm256_testz_si256(descends, descends)) return ~equals_next;  // equal keys are neighbours
  LaneMask repeated = 0;
  for (int at = 0; at < kLanes; at += 8) {
    const __m256i here = load(keys.key + at);
    __m256i again = _mm256_setzero_si256();
    for (int ahead = 1; at + ahead < kLanes; ++ahead)
      again = _mm256_or_si256(again, _mm256_cmpeq_epi32(here, load(keys.key + at + ahead)));
    repeated |= signs(again) << at;
  }
  return ~repeated;
}

}  // namespace warpglass
