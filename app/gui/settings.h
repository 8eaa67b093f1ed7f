// What the window remembers between two starts, as settings.toml in the user's folder. A damaged or foreign file costs
// nothing but the settings: every value that does not fit its range is the default.
#pragma once

#include <filesystem>
#include <string>

#include "app/gui/state.h"

namespace warpglass {

Settings read_settings(const std::string& toml);
std::string write_settings(const Settings& settings);

// From and to `folder`/settings.toml; a file that is not there gives the defaults, one that cannot be written is
// ignored.
Settings load_settings(const std::filesystem::path& folder);
bool save_settings(const std::filesystem::path& folder, const Settings& settings);

// Reads a file of at most `most` bytes; false when it is not there, longer, or not a file.
bool read_file(const std::filesystem::path& path, std::string& text, std::uintmax_t most = 4u << 20);
// Writes beside the file and renames, so that a crash leaves the old or the new one. Creates folders. A link is
// followed; false for what is there and no regular file (a folder, a device, a pipe): it stays as it is.
bool write_file(const std::filesystem::path& path, const std::string& text);

}  // namespace warpglass
