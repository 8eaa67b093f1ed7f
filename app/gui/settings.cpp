// See settings.h.
#include "app/gui/settings.h"

#include <fmt/format.h>

#include <toml++/toml.h>
#include <algorithm>
#include <fstream>

namespace warpglass {
namespace fs = std::filesystem;
namespace {

void take_int(const toml::table& table, const char* key, int& value, int least, int most) {
  if (const auto read = table[key].value<std::int64_t>(); read && *read >= least && *read <= most)
    value = static_cast<int>(*read);
}

void take_share(const toml::table& table, const char* key, float& value) {
  if (const auto read = table[key].value<double>(); read && *read >= 0.02 && *read <= 0.9)
    value = static_cast<float>(*read);
}

}  // namespace

Settings read_settings(const std::string& toml_text) {
  Settings settings;
  try {
    const toml::table table = toml::parse(toml_text);
    const auto theme = table["theme"].value<std::string>();
    if (theme == "light") settings.theme = ThemeName::kLight;
    const auto language = table["language"].value<std::string>();
    if (language == "ko") settings.language = Language::kKorean;
    take_int(table, "scale", settings.scale_percent, 100, 200);
    take_int(table, "width", settings.width, 640, 16384);
    take_int(table, "height", settings.height, 400, 16384);
    settings.checks = table["checks"].value<bool>().value_or(false);
    take_share(table, "left", settings.left_share);
    take_share(table, "right", settings.right_share);
    take_share(table, "bottom", settings.bottom_share);
    take_share(table, "code", settings.code_share);
    take_share(table, "knobs", settings.knobs_share);
    take_share(table, "result", settings.result_share);
  } catch (const toml::parse_error&) {
    return Settings{};
  }
  return settings;
}

std::string write_settings(const Settings& s) {
  return fmt::format(
      "# Warpglass: what the window remembers. Delete the file to start afresh.\n"
      "theme = \"{}\"\nlanguage = \"{}\"\nscale = {}\nwidth = {}\nheight = {}\nchecks = {}\n"
      "left = {:.4f}\nright = {:.4f}\nbottom = {:.4f}\ncode = {:.4f}\nknobs = {:.4f}\nresult = {:.4f}\n",
      s.theme == ThemeName::kLight ? "light" : "dark", s.language == Language::kKorean ? "ko" : "en", s.scale_percent,
      s.width, s.height, s.checks, s.left_share, s.right_share, s.bottom_share, s.code_share, s.knobs_share,
      s.result_share);
}

Settings load_settings(const fs::path& folder) {
  std::string text;
  return read_file(folder / "settings.toml", text, 64u << 10) ? read_settings(text) : Settings{};
}

bool save_settings(const fs::path& folder, const Settings& settings) {
  return write_file(folder / "settings.toml", write_settings(settings));
}

bool read_file(const fs::path& path, std::string& text, std::uintmax_t most) {
  std::error_code error;
  if (!fs::is_regular_file(path, error)) return false;
  const auto size = fs::file_size(path, error);
  if (error || size > most) return false;
  std::ifstream in(path, std::ios::binary);
  text.assign(static_cast<std::size_t>(size), '\0');
  in.read(text.data(), static_cast<std::streamsize>(text.size()));
  return in.gcount() == static_cast<std::streamsize>(text.size());
}

bool write_file(const fs::path& path, const std::string& text) {
  std::error_code error;
  fs::path target = path;
  if (const fs::file_status there = fs::status(path, error); fs::exists(there)) {
    // The rename below would put a file in the place of a device or a pipe; a link stays, what it leads to is written.
    if (!fs::is_regular_file(there)) return false;
    target = fs::canonical(path, error);
    if (error) return false;
  }
  if (target.has_parent_path()) fs::create_directories(target.parent_path(), error);
  fs::path beside = target;
  beside += ".new";
  // The name beside may be taken too: by a folder, a device or a link that leads elsewhere.
  if (const fs::file_status there = fs::symlink_status(beside, error); fs::exists(there) && !fs::is_regular_file(there))
    return false;
  std::ofstream out(beside, std::ios::binary | std::ios::trunc);
  out.write(text.data(), static_cast<std::streamsize>(text.size()));
  out.close();
  if (out) fs::rename(beside, target, error);
  if (out && !error) return true;
  fs::remove(beside, error);
  return false;
}

}  // namespace warpglass
