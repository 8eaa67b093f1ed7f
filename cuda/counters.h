// Hardware counters of one launch through CUPTI's range profiler, where it is installed and permitted.
#pragma once

#include <functional>

#include "cuda/launch.h"

namespace warpglass::cuda {

// Before every pass `prepare` puts memory and caches back, so that no pass sees what another one did; the memory that
// the student sees was taken before. Says how it went as number("counters_state").
void read_counters(Launch& launch, const Gpu& gpu, const std::function<void()>& prepare, const Speaker& speaker);

}  // namespace warpglass::cuda
