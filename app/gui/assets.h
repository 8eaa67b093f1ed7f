// Where the program's own files are (scenes, recordings, fonts): WARPGLASS_ASSETS, then assets/ beside the binary, then
// the source tree around a build folder (../../assets seen from the binary), then ../share/warpglass of an
// installation.
#pragma once

#include <filesystem>

namespace warpglass {

// Empty when none of these exists.
std::filesystem::path assets_folder();

}  // namespace warpglass
