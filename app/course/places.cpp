// See places.h.
#include "app/course/places.h"

#include <cstdlib>
#include <filesystem>

namespace warpglass {
namespace {

namespace fs = std::filesystem;

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string() : std::string(value);
}

bool holds_course(const fs::path& folder) {
  std::error_code code;
  return fs::is_regular_file(folder / "course.toml", code);
}

}  // namespace

std::string lessons_folder(const std::string& program_folder) {
  if (const std::string told = variable("WARPGLASS_LESSONS"); !told.empty()) return told;
  if (holds_course("lessons")) return "lessons";
  std::error_code code;
  fs::path beside = program_folder;
  if (beside.empty()) {
    const fs::path binary = fs::read_symlink("/proc/self/exe", code);
    if (code) return {};
    beside = binary.parent_path();
  }
  for (const char* place :
       {"lessons", "../lessons", "../../lessons", "../../../lessons", "../share/warpglass/lessons"}) {
    const fs::path folder = (beside / place).lexically_normal();
    if (holds_course(folder)) return folder.string();
  }
  return {};
}

std::string default_data_folder() {
#if defined(_WIN32)
  const std::string data = variable("APPDATA");
  return data.empty() ? std::string() : (fs::path(data) / "Warpglass").string();
#elif defined(__APPLE__)
  const std::string home = variable("HOME");
  return home.empty() ? std::string() : (fs::path(home) / "Library" / "Application Support" / "Warpglass").string();
#else
  if (const std::string data = variable("XDG_DATA_HOME"); !data.empty()) return (fs::path(data) / "warpglass").string();
  const std::string home = variable("HOME");
  return home.empty() ? std::string() : (fs::path(home) / ".local" / "share" / "warpglass").string();
#endif
}

}  // namespace warpglass
