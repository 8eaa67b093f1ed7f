#include "sim/exec/processor.h"

namespace warpglass::exec {

Engine choose_engine(bool force_baseline, bool checked) {
#if WARPGLASS_AVX2
#if defined(__GNUC__)
  if (!force_baseline && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    return checked ? run_warp_checked_avx2 : run_warp_avx2;
#endif
#endif
  (void)force_baseline;
  return checked ? run_warp_checked : run_warp_baseline;
}

}  // namespace warpglass::exec
