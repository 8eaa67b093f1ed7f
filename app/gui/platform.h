// The few things that differ between Linux, Windows and macOS: where the program stands, where a user's files live, and
// where fonts are. Paths are UTF-8 std::filesystem paths; nothing here throws.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace warpglass {

// Folder of the running binary; empty when the system does not tell.
std::filesystem::path binary_folder();
// Where the user's scenes, recordings and settings are kept (XDG_DATA_HOME, APPDATA, Application Support); not created.
std::filesystem::path user_data_folder();
// Folders to look for fonts in, best first.
std::vector<std::filesystem::path> font_folders();
// Value of an environment variable, when set and not empty.
std::optional<std::string> environment(const char* name);

}  // namespace warpglass
