// The timing protocol: docs/measuring.md says it in words.
#pragma once

#include "cuda/launch.h"

namespace warpglass::cuda {

// Empty kernel, cold and warm launches; leaves the memory changed.
void measure_times(Launch& launch, const Gpu& gpu, const WgRequest& request, bool repeatable, const Speaker& speaker);
// Launches in a row: the last thing to do, since their inputs are what the launch before left.
void measure_back_to_back(Launch& launch, const Gpu& gpu, const WgRequest& request, const Speaker& speaker);

void flush_l2(const Gpu& gpu);
void delay(const Gpu& gpu, std::uint64_t nanoseconds);

}  // namespace warpglass::cuda
