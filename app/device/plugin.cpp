// See plugin.h.
#include "app/device/plugin.h"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <vector>

#include "app/device/platform.h"

namespace warpglass {
namespace {

namespace fs = std::filesystem;

// Paths to try in order; a bare name asks the system.
std::vector<std::string> places() {
  if (const char* folder = std::getenv("WARPGLASS_PLUGIN_DIR"); folder != nullptr && *folder != 0)
    return {(fs::path(folder) / plugin_file_name()).string()};
  std::vector<std::string> all;
  const std::string program = program_path();
  if (!program.empty()) all.push_back((fs::path(program).parent_path() / plugin_file_name()).string());
  all.push_back(plugin_file_name());
  return all;
}

bool is_there(const std::string& path) {
  std::error_code code;
  return fs::is_regular_file(path, code);
}

}  // namespace

bool plugin_file_exists() {
  for (const std::string& path : places())
    if (is_there(path)) return true;
  return false;
}

LoadedPlugin load_plugin() {
  LoadedPlugin out;
  out.failure = DeviceFailure::kNoPlugin;
  void* library = nullptr;
  for (const std::string& path : places()) {
    const bool bare = path == plugin_file_name();
    if (!bare && !is_there(path)) {
      if (out.detail.empty()) out.detail = fmt::format("looked for {}", path);
      continue;
    }
    std::string why;
    library = open_shared_library(path, why);
    if (library != nullptr) break;
    if (!bare) out.detail = why;  // it is there and cannot be opened: that is what to tell
  }
  if (library == nullptr) return out;
  const auto function = reinterpret_cast<WgPluginFunction>(shared_function(library, WG_PLUGIN_FUNCTION));
  const WgPlugin* plugin = function != nullptr ? function() : nullptr;
  out.failure = DeviceFailure::kWrongVersion;
  if (plugin == nullptr) {
    out.detail = fmt::format("it has no {}", WG_PLUGIN_FUNCTION);
    return out;
  }
  if (plugin->abi_version != WG_ABI_VERSION) {
    out.detail = fmt::format("its version is {}, this program's {}", plugin->abi_version, WG_ABI_VERSION);
    return out;
  }
  return {plugin, DeviceFailure::kNone, {}};
}

DeviceFailure failure_of(std::int32_t status) {
  switch (status) {
    case WG_OK:
      return DeviceFailure::kNone;
    case WG_NO_DRIVER:
      return DeviceFailure::kNoDriver;
    case WG_DRIVER_TOO_OLD:
      return DeviceFailure::kDriverTooOld;
    case WG_NO_GPU:
      return DeviceFailure::kNoGpu;
    case WG_NO_COMPILER:
      return DeviceFailure::kNoCompiler;
    case WG_GPU_TOO_OLD:
      return DeviceFailure::kGpuTooOld;
    case WG_COMPILE_ERROR:
      return DeviceFailure::kCompileError;
    case WG_LAUNCH_REFUSED:
      return DeviceFailure::kLaunchRefused;
    case WG_OUT_OF_MEMORY:
      return DeviceFailure::kOutOfMemory;
    case WG_TIMEOUT:
      return DeviceFailure::kTimeout;
    case WG_ILLEGAL_ADDRESS:
      return DeviceFailure::kIllegalAddress;
    case WG_KERNEL_FAULT:
      return DeviceFailure::kKernelFault;
    case WG_CANCELLED:
      return DeviceFailure::kCancelled;
    default:
      return DeviceFailure::kInternal;
  }
}

}  // namespace warpglass
