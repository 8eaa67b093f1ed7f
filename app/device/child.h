// The child process that measures: `warpglass device-child`. It reads requests from its standard input, answers on its
// standard output, and is the only place where the plug-in, and with it the driver, is loaded. A kernel that faults or
// hangs takes this process and nothing else.
//
//   program -> child   measure {request} | streams {request}
//   child -> program   hello {} | progress {stage, done, total} | answer {...}
//
// After an answer that leaves the GPU's context broken (time-out, illegal address, fault) the child ends by itself.
#pragma once

namespace warpglass {

inline constexpr const char* kDeviceChildCommand = "device-child";

// Serves until the other side closes. Returns the exit code.
int run_device_child();

}  // namespace warpglass
