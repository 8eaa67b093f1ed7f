// A request made ready for the plug-in: the launch prepared by the model's own front end (so that arguments and fills
// are the same bytes), as the plain structs of the ABI.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/device/device_types.h"
#include "cuda/device_abi.h"
#include "sim/session.h"

namespace warpglass {

// Owns everything that `request` points to. Not copyable: the pointers lead inside.
struct DeviceLaunch {
  DeviceLaunch() = default;
  DeviceLaunch(const DeviceLaunch&) = delete;
  DeviceLaunch& operator=(const DeviceLaunch&) = delete;

  std::shared_ptr<PreparedLaunch> prepared;      // the model's memory before the run
  std::vector<std::vector<std::uint8_t>> after;  // what the GPU left, by buffer
  WgRequest request = {};

  std::string source;
  std::vector<WgPair> headers, defines;
  std::vector<WgBuffer> buffers;
  std::vector<WgParameter> parameters;
};

// False and a sentence when the front end or the machine refuses it.
bool prepare_device_launch(const DeviceRequest& request, DeviceLaunch& out, std::string& problem);

// Every argument with its type and its parameter's name, so that it can be written to a recording.
Launch typed_launch(const Launch& launch, const Program& program);

// Runs the model over `prepared` (changes its memory) and compares. Fills answer.buffers or answer.not_compared.
// `cancel` may be null; `progress` counts blocks.
void compare_with_model(DeviceLaunch& launch, const DeviceRequest& request, std::atomic<std::uint64_t>* progress,
                        const std::atomic<bool>* cancel, DeviceAnswer& answer);

}  // namespace warpglass
