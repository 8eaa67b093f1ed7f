// One kernel with its memory on the GPU: filled as the model fills it, launched as often as needed, under a watchdog.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "cuda/compile.h"
#include "cuda/gpu.h"

namespace warpglass::cuda {

class Launch {
 public:
  // Loads the code, reserves and fills. Throws Stop.
  Launch(const Gpu& gpu, const WgRequest& request, const Compiled& compiled, const Speaker& speaker);
  ~Launch();
  Launch(const Launch&) = delete;
  Launch& operator=(const Launch&) = delete;

  void restore();  // every buffer as it was before the first launch
  void enqueue();  // one launch on the stream
  // Waits until all that was queued has ended. A launch that takes longer than the watchdog throws WG_TIMEOUT:
  // the context is lost then.
  void wait(const char* stage, std::uint32_t done, std::uint32_t total, double launches = 1.0);
  void take_results();  // into the request's buffers
  // Whether the memory is what the last take_results() found. Launching again then repeats the first launch's work.
  bool same_results();
  void report_attributes() const;

 private:
  void reserve();
  void bind_parameters();
  const Gpu& gpu_;
  const WgRequest& request_;
  const Speaker& speaker_;
  CUmodule module_ = nullptr;
  CUfunction function_ = nullptr;
  CUevent ended_ = nullptr;
  std::vector<CUdeviceptr> memory_;    // by buffer
  std::vector<CUdeviceptr> pristine_;  // copies to restore from; empty: from the host
  std::vector<bool> owned_;
  std::vector<std::uint8_t> block_;
  std::vector<void*> parameters_;
};

}  // namespace warpglass::cuda
