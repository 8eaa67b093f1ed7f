// The GPU of this computer, as the program sees it: a child process that is started when it is first needed, asked one
// thing at a time, and replaced when it dies. Blocks its caller; a window calls it from a thread of its own.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>

#include "app/device/device_types.h"

namespace warpglass {

struct DeviceOptions {
  std::string program;                 // what to start; empty: this program
  std::vector<std::string> variables;  // "NAME=value" for the child
  double silence_seconds = 60.0;       // without a word, on top of the watchdog: then the child is ended
};

class Device {
 public:
  explicit Device(DeviceOptions options = {});
  ~Device();  // ends the child
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;

  using Progress = std::function<void(const DeviceProgress&)>;
  // Never throws; what goes wrong is in the answer. `cancel` is polled ten times a second; cancelling ends the child.
  DeviceAnswer measure(const DeviceRequest& request, const Progress& progress = {},
                       const std::atomic<bool>* cancel = nullptr);
  StreamsAnswer streams(const StreamsRequest& request, const Progress& progress = {},
                        const std::atomic<bool>* cancel = nullptr);
  // Ends the child, which frees what it holds of the GPU; the next request starts a new one.
  void release();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace warpglass
