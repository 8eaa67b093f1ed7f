// A scene's values: knobs within their ranges, the launch at the current values, hints, and the shipped library.
#include "app/scene/scene.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <fmt/format.h>

#include "app/scene/launch_text.h"

namespace warpglass {
namespace {

using Variables = std::map<std::string, std::int64_t>;

constexpr std::uintmax_t kLargestFile = 4u << 20;

const Knob* find_knob(const Scene& scene, const std::string& name) {
  const auto found =
      std::find_if(scene.knobs.begin(), scene.knobs.end(), [&](const Knob& k) { return k.name == name; });
  return found == scene.knobs.end() ? nullptr : &*found;
}

std::uint64_t distance(std::int64_t a, std::int64_t b) {
  return a > b ? static_cast<std::uint64_t>(a) - static_cast<std::uint64_t>(b)
               : static_cast<std::uint64_t>(b) - static_cast<std::uint64_t>(a);
}

// The nearest choice (of equals the earlier), or the value within the range.
std::int64_t allowed(const Knob& knob, std::int64_t value) {
  if (knob.choices.empty()) return std::clamp(value, knob.minimum, std::max(knob.minimum, knob.maximum));
  return *std::min_element(knob.choices.begin(), knob.choices.end(),
                           [&](std::int64_t a, std::int64_t b) { return distance(a, value) < distance(b, value); });
}

Variables variables_of(const Scene& scene) {
  Variables variables;
  for (const Knob& knob : scene.knobs) variables[knob.name] = knob_value(scene, knob.name);
  return variables;
}

bool evaluate(const std::string& text, const Variables& variables, std::int64_t& value, std::string& message) {
  Formula formula;
  FormulaError error;
  if (Formula::parse(text, formula, error) && formula.evaluate(variables, value, error)) return true;
  message = error.message;
  return false;
}

// Fills one Launch from the template of the chosen variant.
class LaunchMaker {
 public:
  LaunchMaker(const Scene& scene, const Variant& variant, SceneError& error)
      : scene_(scene), variant_(variant), variables_(variables_of(scene)), error_(error) {}

  bool make(Launch& launch) {
    const LaunchTemplate& from = variant_.launch;
    launch = {};
    launch.id = scene_.id;
    launch.kernel = from.kernel;
    launch.shared_opt_in = from.shared_opt_in;
    for (const auto& [name, text] : from.defines) launch.defines[name] = define(text);
    return dimensions("grid", from.grid, launch.grid) && dimensions("block", from.block, launch.block) &&
           size("dynamic_shared", from.dynamic_shared, launch.dynamic_shared) && arguments(launch) && symbols(launch);
  }

 private:
  bool fail(const std::string& key, const std::string& message) {
    error_ = {0, fmt::format("{}.{}", variant_.name, key), message};
    return false;
  }

  // A define is a formula of the knobs where it is one, else its text.
  std::string define(const std::string& text) const {
    std::int64_t value = 0;
    std::string message;
    return evaluate(text, variables_, value, message) ? fmt::format("{}", value) : text;
  }

  bool size(const std::string& key, const std::string& text, std::uint64_t& out) {
    std::int64_t value = 0;
    std::string message;
    if (!evaluate(text, variables_, value, message)) return fail(key, message);
    if (value < 0) return fail(key, fmt::format("\"{}\" gives {}, but a size is not negative.", text, value));
    out = static_cast<std::uint64_t>(value);
    return true;
  }

  bool dimensions(const std::string& key, const std::array<std::string, 3>& texts, Dim3& out) {
    return size(key + "[0]", texts[0], out.x) && size(key + "[1]", texts[1], out.y) &&
           size(key + "[2]", texts[2], out.z);
  }

  bool arguments(Launch& launch) {
    const WholeNumberReader read = [&](const std::string& text, std::int64_t& value, std::string& message) {
      return evaluate(text, variables_, value, message);
    };
    for (const auto& [name, text] : variant_.launch.args) {
      LaunchTextError wrong;
      if (!read_argument(name + "=" + text, launch.args.emplace_back(), wrong, read))
        return fail("args." + name, wrong.message);
    }
    return true;
  }

  bool symbols(Launch& launch) {
    for (const auto& [name, text] : variant_.launch.symbols) {
      LaunchTextError wrong;
      if (!read_symbol(name + "=" + text, launch.symbols.emplace_back(), wrong))
        return fail("symbols." + name, wrong.message);
    }
    return true;
  }

  const Scene& scene_;
  const Variant& variant_;
  Variables variables_;
  SceneError& error_;
};

std::optional<std::string> read_text(const std::filesystem::path& path) {
  std::error_code code;
  if (!std::filesystem::is_regular_file(path, code)) return std::nullopt;
  const std::uintmax_t size = std::filesystem::file_size(path, code);
  if (code || size > kLargestFile) return std::nullopt;
  std::ifstream in(path, std::ios::binary);
  if (!in) return std::nullopt;
  return std::string{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

}  // namespace

SceneFileReader files_beside(const std::string& folder) {
  return [folder](const std::string& name) -> std::optional<std::string> {
    namespace fs = std::filesystem;
    std::error_code code;
    const fs::path place = fs::canonical(folder.empty() ? fs::path(".") : fs::path(folder), code);
    if (code || fs::path(name).filename() != fs::path(name)) return std::nullopt;
    const fs::path file = fs::canonical(place / name, code);
    if (code || file.parent_path() != place) return std::nullopt;
    return read_text(file);
  };
}

const Variant& chosen_variant(const Scene& scene) {
  static const Variant none;
  if (scene.variants.empty()) return none;
  const auto found = std::find_if(scene.variants.begin(), scene.variants.end(),
                                  [&](const Variant& v) { return v.name == scene.variant; });
  return found == scene.variants.end() ? scene.variants.front() : *found;
}

std::int64_t knob_value(const Scene& scene, const std::string& name) {
  if (const auto found = scene.values.find(name); found != scene.values.end()) return found->second;
  const Knob* knob = find_knob(scene, name);
  return knob == nullptr ? 0 : knob->start;
}

void set_knob(Scene& scene, const std::string& name, std::int64_t value) {
  if (const Knob* knob = find_knob(scene, name)) scene.values[name] = allowed(*knob, value);
}

bool scene_launch(const Scene& scene, Launch& launch, SceneError& error) {
  if (scene.variants.empty()) {
    error = {0, "variant", "The scene has no kernel to launch."};
    return false;
  }
  return LaunchMaker(scene, chosen_variant(scene), error).make(launch);
}

std::string fill_hint(const Scene& scene, const std::string& hint) {
  const Variables variables = variables_of(scene);
  std::string out;
  for (std::size_t at = 0; at < hint.size();) {
    const std::size_t open = hint.find('{', at), close = hint.find('}', open);
    if (open == std::string::npos || close == std::string::npos) return out + hint.substr(at);
    out += hint.substr(at, open - at);
    std::int64_t value = 0;
    std::string message;
    if (evaluate(hint.substr(open + 1, close - open - 1), variables, value, message))
      out += fmt::format("{}", value);
    else
      out += hint.substr(open, close - open + 1);
    at = close + 1;
  }
  return out;
}

SceneLibrary load_scenes(const std::string& folder) {
  namespace fs = std::filesystem;
  SceneLibrary library;
  const fs::path place = fs::path(folder) / "scenes";
  std::vector<fs::path> paths;
  std::error_code code;
  for (fs::directory_iterator it(place, code), end; !code && it != end; it.increment(code))
    if (it->path().extension() == ".toml") paths.push_back(it->path());
  std::sort(paths.begin(), paths.end());
  for (const fs::path& path : paths) {
    const std::string name = path.filename().string();
    const auto text = read_text(path);
    std::vector<SceneError> errors;
    const auto scene = text ? read_scene(*text, errors, files_beside(place.string())) : std::nullopt;
    if (!text) errors.push_back({0, "", "The file cannot be read."});
    if (scene) library.scenes.push_back(*scene);
    for (SceneError& error : errors) {
      error.key = error.key.empty() ? name : name + ": " + error.key;
      library.errors.push_back(std::move(error));
    }
  }
  return library;
}

const Scene* find_scene(const SceneLibrary& library, const std::string& id) {
  const auto found =
      std::find_if(library.scenes.begin(), library.scenes.end(), [&](const Scene& s) { return s.id == id; });
  return found == library.scenes.end() ? nullptr : &*found;
}

}  // namespace warpglass
