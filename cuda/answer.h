// How the parts of the plug-in stop early, and how they speak to the caller's callbacks.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "cuda/device_abi.h"
#include "cuda/libraries.h"

namespace warpglass::cuda {

// Thrown inside the plug-in only; the two entry points turn it into their status.
struct Stop {
  WgStatus status;
  std::string detail;
};

// Throws what a driver's result means for the caller; does nothing on success.
inline void must(CUresult result, const char* what, WgStatus otherwise = WG_INTERNAL) {
  if (result == CUDA_SUCCESS) return;
  WgStatus status = otherwise;
  if (result == CUDA_ERROR_OUT_OF_MEMORY) status = WG_OUT_OF_MEMORY;
  if (result == CUDA_ERROR_ILLEGAL_ADDRESS) status = WG_ILLEGAL_ADDRESS;
  if (result == CUDA_ERROR_MISALIGNED_ADDRESS || result == CUDA_ERROR_ASSERT ||
      result == CUDA_ERROR_ILLEGAL_INSTRUCTION || result == CUDA_ERROR_INVALID_ADDRESS_SPACE ||
      result == CUDA_ERROR_INVALID_PC || result == CUDA_ERROR_HARDWARE_STACK_ERROR ||
      result == CUDA_ERROR_LAUNCH_FAILED)
    status = WG_KERNEL_FAULT;
  throw Stop{status, std::string(what) + ": " + driver_error(result)};
}

class Speaker {
 public:
  explicit Speaker(const WgSink& sink) : sink_(sink) {}
  void progress(const char* stage, std::uint32_t done, std::uint32_t total) const {
    if (sink_.progress != nullptr && sink_.progress(sink_.user, stage, done, total) != 0) throw Stop{WG_CANCELLED, {}};
  }
  void number(const char* name, double value) const {
    if (sink_.number != nullptr) sink_.number(sink_.user, name, value);
  }
  void counter(const char* name, double value) const {
    if (sink_.counter != nullptr) sink_.counter(sink_.user, name, value);
  }
  void samples(const char* name, const std::vector<double>& nanoseconds) const {
    if (sink_.samples != nullptr)
      sink_.samples(sink_.user, name, nanoseconds.data(), static_cast<std::uint32_t>(nanoseconds.size()));
  }
  void text(const char* name, const std::string& text) const {
    if (sink_.text != nullptr) sink_.text(sink_.user, name, text.c_str(), text.size());
  }

 private:
  const WgSink& sink_;
};

}  // namespace warpglass::cuda
