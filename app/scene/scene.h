// A scene: everything the window shows, as a value with a text form (TOML) that can be saved, mailed and opened again.
// A scene is either a kernel with its launch and knobs, or the Access lab. Reading checks everything and reports every
// mistake with its line and key; nothing read from a file is trusted.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/scene/access_lab.h"
#include "sim/base/launch.h"

namespace warpglass {

struct LocalisedText {
  std::string en, ko;
  bool operator==(const LocalisedText&) const = default;
};

// A knob is a named whole number. Launch formulas, defines and the lab refer to it by name.
struct Knob {
  std::string name;     // "pad"
  LocalisedText label;  // "padding (columns)"
  LocalisedText
      hint;  // may hold {formula} pieces: "tile {width} x {width + pad} x 4 B = {width * (width + pad) * 4} B"
  std::int64_t start = 0;
  std::int64_t minimum = 0, maximum = 0;
  std::vector<std::int64_t> choices;  // when not empty: only these, in order (8, 16, 32)
  bool sweep = false;                 // its whole range is shown in the sweep strip
  bool operator==(const Knob&) const = default;
};

// A launch whose numbers are formulas of the knobs.
struct LaunchTemplate {
  std::string kernel;
  std::vector<std::pair<std::string, std::string>> defines;  // name, formula or text
  std::array<std::string, 3> grid{"1", "1", "1"};
  std::array<std::string, 3> block{"32", "1", "1"};
  std::string dynamic_shared = "0";
  bool shared_opt_in = false;
  // "A = float32:iota:n * n", "n = n": parameter name and the command line's argument form; counts and whole-number
  // scalars may be formulas of the knobs.
  std::vector<std::pair<std::string, std::string>> args;
  std::vector<std::pair<std::string, std::string>> symbols;
  bool operator==(const LaunchTemplate&) const = default;
};

// A variant a student can switch to: Transpose try 0 .. 4. Replaces the launch's fields that it names.
struct Variant {
  std::string name;  // "try3"
  LocalisedText label;
  LaunchTemplate launch;
  std::vector<std::string> knobs;             // which of the scene's knobs it shows
  std::map<std::string, std::int64_t> fixed;  // knob values it sets when chosen
  std::string select;  // text of the access to select, e.g. "buffer[localCol * pitch + localRow]"
  bool operator==(const Variant&) const = default;
};

enum class SceneKind { kKernel, kAccessLab };

struct Scene {
  SceneKind kind = SceneKind::kKernel;
  std::string id;  // "transpose"; file-name safe
  LocalisedText title, text;
  std::string machine = "h200";
  // kernel scenes
  std::string source_name;
  std::string source;
  std::vector<Variant> variants;  // at least one for a kernel scene
  std::string variant;            // the chosen one
  std::vector<Knob> knobs;
  std::map<std::string, std::int64_t> values;  // current knob values; missing: start
  std::string selected_access;                 // its text; empty: the variant's
  std::uint64_t probe_block = 0;
  std::uint32_t probe_warp = 0;
  // the lab
  AccessLab lab;
  bool operator==(const Scene&) const = default;
};

struct SceneError {
  std::uint32_t line = 0;  // 1-based; 0: of the whole file
  std::string key;         // "knob[1].minimum"
  std::string message;     // one sentence
};

// Gives the text of a file that the scene names beside itself (`source_file = "transpose.cu"`), or nothing. The name is
// a plain file name: no folders.
using SceneFileReader = std::function<std::optional<std::string>(const std::string& name)>;

// Files that lie in the folder itself; none whose link leads out of it, and none over 4 MiB.
SceneFileReader files_beside(const std::string& folder);

// Null optional and at least one error when the text is not a scene. Sizes are bounded (1 MiB of text, 64 knobs, ...).
// Without a reader a source has to stand in the text itself.
std::optional<Scene> read_scene(const std::string& text, std::vector<SceneError>& errors,
                                const SceneFileReader& read_file = {});
// read_scene(write_scene(s)) == s for every scene that could be read; the source is written into the text. Bytes that
// are not UTF-8 become U+FFFD.
std::string write_scene(const Scene& scene);

const Variant& chosen_variant(const Scene& scene);
std::int64_t knob_value(const Scene& scene, const std::string& name);
// Clamped to the range or the nearest choice.
void set_knob(Scene& scene, const std::string& name, std::int64_t value);
// The launch at the current knob values; false and `error` filled when a formula fails.
bool scene_launch(const Scene& scene, Launch& launch, SceneError& error);
// Fills {formula} pieces of a knob's hint.
std::string fill_hint(const Scene& scene, const std::string& hint);

// The scenes that come with the program, read from the assets folder given (scenes/*.toml); broken ones are reported,
// not fatal.
struct SceneLibrary {
  std::vector<Scene> scenes;
  std::vector<SceneError> errors;
};
SceneLibrary load_scenes(const std::string& folder);
// The scene of that id; null when there is none. The window opens with kFirstScene.
const Scene* find_scene(const SceneLibrary& library, const std::string& id);
inline constexpr const char* kFirstScene = "transpose";

}  // namespace warpglass
