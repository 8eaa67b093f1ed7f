// The window's flags. Few enough to be read by hand; each error says what was expected.
#include <charconv>
#include <cstdio>
#include <string_view>

#include "app/gui/window.h"

namespace warpglass {
namespace {

bool whole(std::string_view text, std::int64_t& value) {
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  return problem == std::errc() && end == text.data() + text.size();
}

bool take_size(std::string_view text, WindowOptions& options) {
  const auto x = text.find('x');
  std::int64_t width = 0, height = 0;
  if (x == std::string_view::npos || !whole(text.substr(0, x), width) || !whole(text.substr(x + 1), height))
    return false;
  if (width < 320 || height < 240 || width > 8192 || height > 8192) return false;
  options.width = static_cast<int>(width), options.height = static_cast<int>(height);
  return true;
}

// "pad=1"
bool take_knob(std::string_view text, WindowOptions& options) {
  const auto equals = text.find('=');
  std::int64_t value = 0;
  if (equals == std::string_view::npos || !whole(text.substr(equals + 1), value)) return false;
  options.knobs.emplace_back(std::string(text.substr(0, equals)), value);
  return true;
}

// Flags with a value. Null: ok; else what was expected.
const char* take(std::string_view flag, const std::string& value, WindowOptions& options) {
  std::int64_t number = 0;
  if (flag == "--scene") return options.scene = value, nullptr;
  if (flag == "--lesson") return options.lesson = value, nullptr;
  if (flag == "--variant") return options.variant = value, nullptr;
  if (flag == "--scene-picture") return options.picture = value, nullptr;
  if (flag == "--scene-report") return options.report = value, nullptr;
  if (flag == "--data") return options.data = value, nullptr;
  if (flag == "--size") return take_size(value, options) ? nullptr : "WIDTHxHEIGHT, 320x240 to 8192x8192";
  if (flag == "--knob") return take_knob(value, options) ? nullptr : "NAME=NUMBER";
  if (flag == "--theme") {
    if (value != "dark" && value != "light") return "dark or light";
    options.theme = value == "dark" ? ThemeName::kDark : ThemeName::kLight;
    return nullptr;
  }
  if (flag == "--language") {
    if (value != "en" && value != "ko") return "en or ko";
    options.language = value == "ko" ? Language::kKorean : Language::kEnglish;
    return nullptr;
  }
  if (!whole(value, number)) return "a number";
  if (flag == "--scale") {
    if (number < 100 || number > 200) return "100 to 200";
    options.scale_percent = static_cast<int>(number);
  } else if (flag == "--pass") {
    options.pass = static_cast<int>(number);
  } else if (flag == "--problem") {
    if (number < 1 || number > 10'000) return "1 to 10000";
    options.problem = static_cast<int>(number);
  } else if (flag == "--cycle") {
    if (number < 0) return "a cycle, from 0";
    options.cycle = number;
  } else if (flag == "--shot-after-frames") {
    if (number < 1 || number > 10'000) return "1 to 10000";
    options.shot_after_frames = static_cast<int>(number);
  }
  return nullptr;
}

constexpr std::string_view kWithValue[] = {
    "--scene", "--lesson", "--variant", "--scene-picture", "--scene-report", "--theme", "--language",         "--size",
    "--scale", "--data",   "--knob",    "--pass",          "--problem",      "--cycle", "--shot-after-frames"};

}  // namespace

bool parse_window_options(int argc, const char* const* argv, WindowOptions& options, std::string& error) {
  for (int i = 1; i < argc; ++i) {
    std::string flag = argv[i], value;
    if (flag == "--hide-numbers") {
      options.hidden = true;
      continue;
    }
    if (flag == "--present") {
      options.presenting = true;
      continue;
    }
    if (flag == "--checks") {
      options.checks = true;
      continue;
    }
    if (flag == "--show-keys") {
      options.keys_shown = true;
      continue;
    }
    const auto equals = flag.find('=');
    const bool joined = flag.rfind("--", 0) == 0 && equals != std::string::npos;
    if (joined) value = flag.substr(equals + 1), flag.resize(equals);
    bool known = false;
    for (const auto& name : kWithValue) known = known || name == flag;
    if (!known) {
      error = "unknown argument '" + flag + "'";
      return false;
    }
    if (!joined) {
      if (i + 1 >= argc) {
        error = flag + " needs a value";
        return false;
      }
      value = argv[++i];
    }
    if (const char* expected = take(flag, value, options)) {
      error = flag + " takes " + expected + ", not '" + value + "'";
      return false;
    }
  }
  return true;
}

int run_window(int argc, const char* const* argv) {
  WindowOptions options;
  std::string error;
  if (parse_window_options(argc, argv, options, error)) return run_window(options);
  std::fprintf(stderr, "warpglass: %s. Try 'warpglass --help'.\n", error.c_str());
  return 2;
}

}  // namespace warpglass
