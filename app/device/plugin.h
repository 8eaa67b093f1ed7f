// Finding and opening the device plug-in: the folder in WARPGLASS_PLUGIN_DIR if that is set, else beside the program,
// else wherever the system looks for libraries. Opened once, never closed. Only the child process calls this: a plug-in
// has a driver behind it that may die.
#pragma once

#include <string>

#include "app/device/device_types.h"
#include "cuda/device_abi.h"

namespace warpglass {

struct LoadedPlugin {
  const WgPlugin* plugin = nullptr;
  DeviceFailure failure = DeviceFailure::kNone;  // kNoPlugin, kWrongVersion
  std::string detail;
};
LoadedPlugin load_plugin();

// Whether a plug-in file lies where the first two places are: a quick look without opening anything.
bool plugin_file_exists();

// The plug-in's status as the program's.
DeviceFailure failure_of(std::int32_t status);

}  // namespace warpglass
