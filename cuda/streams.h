// The streams experiment: copy in, compute and copy out, split evenly over streams, with pinned memory.
#pragma once

#include "cuda/gpu.h"

namespace warpglass::cuda {

void run_streams(const Gpu& gpu, const WgStreamsRequest& request, const Speaker& speaker);

}  // namespace warpglass::cuda
