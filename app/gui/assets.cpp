// See assets.h.
#include "app/gui/assets.h"

#include "app/gui/platform.h"

namespace warpglass {
namespace fs = std::filesystem;

fs::path assets_folder() {
  std::error_code error;
  if (const auto told = environment("WARPGLASS_ASSETS"); told && fs::is_directory(*told, error)) return *told;
  const fs::path binary = binary_folder();
  if (binary.empty()) return {};
  for (const char* place : {"assets", "../../assets", "../../../assets", "../assets", "../share/warpglass"}) {
    fs::path folder = (binary / place).lexically_normal();
    if (fs::is_directory(folder, error)) return folder;
  }
  return {};
}

}  // namespace warpglass
