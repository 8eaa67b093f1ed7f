// A measurement on the GPU of this computer as plain values: what is asked of the child process, and what it answers.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/device/compare.h"
#include "app/device/timing.h"
#include "sim/base/launch.h"

namespace warpglass {

// Why there is no measurement. Each has its sentence in device_text.cpp.
enum class DeviceFailure {
  kNone,
  kNoPlugin,
  kWrongVersion,
  kNoDriver,
  kDriverTooOld,
  kNoGpu,
  kNoCompiler,
  kGpuTooOld,
  kCompileError,
  kLaunchRefused,
  kOutOfMemory,
  kTimeout,
  kIllegalAddress,
  kKernelFault,
  kCancelled,
  kInternal,
  kNotPrepared,  // the front end or the machine model refuses the launch: detail is its sentence
  kChildNotStarted,
  kChildCrashed,  // detail: the signal
  kChildSilent,   // it said nothing for too long and was ended
  kChildGarbled,  // what it sent was no message
};

// After these the GPU's context is of no more use, and the child process ends.
inline bool breaks_context(DeviceFailure failure) {
  return failure == DeviceFailure::kTimeout || failure == DeviceFailure::kIllegalAddress ||
         failure == DeviceFailure::kKernelFault || failure == DeviceFailure::kInternal;
}

enum class CountersState { kRead, kNoCupti, kNotPermitted, kUnsupported, kNotAsked };

struct DeviceProtocol {
  std::uint32_t warm_ups = 3;
  std::uint32_t repeats = 25;
  std::uint32_t back_to_back = 20;  // launches in a row
  double watchdog_seconds = 10.0;   // of one launch
  bool times = true;
  bool counters = true;
  bool compare = true;  // run the model and compare the memory
  bool operator==(const DeviceProtocol&) const = default;
};

struct DeviceRequest {
  std::string source_name = "kernel.cu";
  std::string source;
  std::map<std::string, std::string> includes;  // quoted includes and what they hold
  Launch launch;
  std::string machine = "h200";  // whose model the results are compared with
  DeviceProtocol protocol;
};

// One message of the GPU's compiler, in the editor's lines.
struct CompilerMessage {
  std::uint32_t line = 0;  // 0: of no line of this source
  bool error = false;
  std::string text;
};

struct DeviceAnswer {
  DeviceFailure failure = DeviceFailure::kNone;
  std::string detail;
  std::string gpu, driver, compiler, plugin;
  Launch launch;                             // as measured: every argument with its type
  std::map<std::string, double> numbers;     // "registers", "sm_clock_before_mhz", "local_bytes", ...
  std::map<std::string, double> counters;    // by the program's counter names
  std::map<std::string, TimeSummary> times;  // "cold", "warm", "back_to_back", "empty"
  CountersState counters_state = CountersState::kNotAsked;
  std::string counters_detail;
  std::vector<BufferComparison> buffers;  // results beside the model's; empty: not compared
  std::string not_compared;               // id of the sentence that says why
  std::vector<CompilerMessage> messages;
  std::string ptx;
  bool ok() const { return failure == DeviceFailure::kNone; }
};

struct DeviceProgress {
  std::string stage;  // "start", "compile", "launch", "time", "counters", "model"
  std::uint32_t done = 0, total = 0;
};

// The streams experiment and its answer: docs/measuring.md.
struct StreamsRequest {
  std::uint64_t floats = 1u << 24;
  std::uint32_t rounds = 1000;
  std::uint32_t streams = 1;
  bool breadth_first = false;
  std::uint32_t repeats = 9;
};
struct StreamsAnswer {
  DeviceFailure failure = DeviceFailure::kNone;
  std::string detail;
  std::string gpu, driver;
  TimeSummary total;
  struct Part {
    double start_ns = 0, end_ns = 0;
  };
  std::vector<Part> in, kernel, out;  // by stream, of the repeat in the middle
};

}  // namespace warpglass
