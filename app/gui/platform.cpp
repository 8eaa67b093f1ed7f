// See platform.h. One block per system; the rest of the program has no #ifdef for any of them.
#include "app/gui/platform.h"

#include <cstdlib>

#if defined(_WIN32)
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#elif defined(__APPLE__)
#include <mach-o/dyld.h>

#include <cstdint>
#endif

namespace warpglass {
namespace fs = std::filesystem;

std::optional<std::string> environment(const char* name) {
  const char* value = std::getenv(name);
  if (value == nullptr || *value == '\0') return std::nullopt;
  return std::string(value);
}

#if defined(_WIN32)

fs::path binary_folder() {
  wchar_t buffer[4096];
  const DWORD length = GetModuleFileNameW(nullptr, buffer, 4096);
  return length > 0 && length < 4096 ? fs::path(std::wstring(buffer, length)).parent_path() : fs::path();
}

fs::path user_data_folder() {
  if (const wchar_t* folder = _wgetenv(L"APPDATA")) return fs::path(folder) / "Warpglass";
  return binary_folder() / "user";
}

std::vector<fs::path> font_folders() {
  std::vector<fs::path> folders;
  if (const wchar_t* windows = _wgetenv(L"WINDIR")) folders.push_back(fs::path(windows) / "Fonts");
  if (const wchar_t* local = _wgetenv(L"LOCALAPPDATA"))
    folders.push_back(fs::path(local) / "Microsoft" / "Windows" / "Fonts");
  return folders;
}

#else

namespace {
fs::path home() { return environment("HOME").value_or("/tmp"); }
}  // namespace

#if defined(__APPLE__)

fs::path binary_folder() {
  char buffer[4096];
  std::uint32_t size = sizeof buffer;
  if (_NSGetExecutablePath(buffer, &size) != 0) return {};
  std::error_code error;
  return fs::weakly_canonical(buffer, error).parent_path();
}

fs::path user_data_folder() { return home() / "Library" / "Application Support" / "Warpglass"; }

std::vector<fs::path> font_folders() {
  return {home() / "Library" / "Fonts", "/Library/Fonts", "/System/Library/Fonts",
          "/System/Library/Fonts/Supplemental"};
}

#else

fs::path binary_folder() {
  std::error_code error;
  const fs::path binary = fs::read_symlink("/proc/self/exe", error);
  return error ? fs::path() : binary.parent_path();
}

fs::path user_data_folder() {
  if (const auto data = environment("XDG_DATA_HOME")) return fs::path(*data) / "warpglass";
  return home() / ".local" / "share" / "warpglass";
}

std::vector<fs::path> font_folders() {
  return {home() / ".local/share/fonts",      home() / ".fonts",
          "/usr/share/fonts/truetype/nanum",  "/usr/share/fonts/naver-nanum-gothic-fonts",
          "/usr/share/fonts/naver-nanum",     "/usr/share/fonts/nhn-nanum",
          "/usr/share/fonts/truetype/dejavu", "/usr/share/fonts/dejavu-sans-fonts",
          "/usr/share/fonts/dejavu",          "/usr/share/fonts/TTF",
          "/usr/share/fonts/truetype/noto",   "/usr/share/fonts/truetype/liberation",
          "/usr/share/fonts/opentype/noto",   "/usr/local/share/fonts"};
}

#endif
#endif

}  // namespace warpglass
