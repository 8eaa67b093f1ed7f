// The GPU this process works with: the first one (CUDA_VISIBLE_DEVICES chooses), its context, and the plug-in's own
// small kernels. Made at the first call and kept.
#pragma once

#include <string>

#include "cuda/answer.h"

namespace warpglass::cuda {

struct Gpu {
  CUdevice device = 0;
  int capability = 0;  // 90 for 9.0
  int processors = 0;
  std::size_t l2_bytes = 0;
  CUstream stream = nullptr;
  CUfunction empty = nullptr, delay = nullptr, flush = nullptr, work = nullptr;
  CUdeviceptr flush_memory = 0;
  std::size_t flush_bytes = 0;
};

// Throws Stop with the reason why there is none.
const Gpu& gpu();
// Its name, driver and compiler, as texts and numbers of the answer.
void describe(const Gpu& gpu, const Speaker& speaker);

int attribute(CUdevice device, CUdevice_attribute which);

// SM and memory clock now, in MHz, through NVML where it is there; false elsewhere.
bool clocks_now(double& sm_mhz, double& memory_mhz);
void report_clocks(const Speaker& speaker, const char* when);  // "before", "after"

}  // namespace warpglass::cuda
