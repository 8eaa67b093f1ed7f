// A scene from TOML text. Reading goes on after a mistake, so that all of them are reported; then the parts are checked
// against each other (a variant's knobs exist, values are in range, formulas and launches can be evaluated).
#include <algorithm>
#include <limits>
#include <set>

#include <fmt/format.h>

#include "app/scene/scene.h"
#include "app/scene/scene_words.h"
#include "app/scene/toml_reader.h"
#include "sim/machine/spec.h"

namespace warpglass {
namespace {

constexpr std::size_t kMostKnobs = 64, kMostVariants = 64, kMostArguments = 64, kMostChoices = 256;
constexpr std::size_t kNameBytes = 100, kTitleBytes = 400, kTextBytes = 20'000, kFormulaBytes = 1'024;
constexpr std::size_t kSourceBytes = 1u << 20;
constexpr std::int64_t kMostValue = 1ll << 40;
constexpr std::int64_t kMostLabElements = 1ll << 32;

bool is_name(const std::string& text) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  return !text.empty() && letter(text[0]) &&
         std::all_of(text.begin(), text.end(), [&](char c) { return letter(c) || (c >= '0' && c <= '9'); });
}

bool is_file_name(const std::string& text) {
  return !text.empty() && text[0] != '.' && text.find_first_of("/\\:") == std::string::npos &&
         std::none_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; });
}

bool is_id(const std::string& text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
  });
}

void read_knob(TomlReader in, Knob& knob) {
  in.only({"name", "label", "hint", "start", "minimum", "maximum", "choices", "sweep"});
  in.text("name", knob.name, kNameBytes, true);
  if (!knob.name.empty() && !is_name(knob.name))
    in.fail("name", "A knob's name is a word as in C: letters, digits, _.");
  in.localised("label", knob.label, kTitleBytes);
  in.localised("hint", knob.hint, kTitleBytes);
  in.wholes("choices", knob.choices, kMostChoices);
  const bool range = knob.choices.empty();
  if (!range && (in.has("minimum") || in.has("maximum"))) in.fail("choices", "A knob has either choices or a range.");
  in.whole("minimum", knob.minimum, -kMostValue, kMostValue, range);
  in.whole("maximum", knob.maximum, -kMostValue, kMostValue, range);
  in.whole("start", knob.start, -kMostValue, kMostValue, true);
  in.flag("sweep", knob.sweep);
  if (!range) {
    const auto [least, most] = std::minmax_element(knob.choices.begin(), knob.choices.end());
    if (*least < -kMostValue || *most > kMostValue)
      in.fail("choices", fmt::format("A choice is within {} of 0.", kMostValue));
  } else if (knob.minimum > knob.maximum) {
    in.fail("maximum", "The maximum is below the minimum.");
  }
}

void read_dimensions(TomlReader& in, const char* key, std::array<std::string, 3>& out) {
  std::vector<std::string> texts;
  in.texts(key, texts, 3, kFormulaBytes);
  for (std::size_t i = 0; i < texts.size(); ++i) out[i] = texts[i];
}

void read_variant(TomlReader in, Variant& variant) {
  in.only({"name", "label", "kernel", "defines", "grid", "block", "dynamic_shared", "shared_opt_in", "args", "symbols",
           "knobs", "fixed", "select"});
  LaunchTemplate& launch = variant.launch;
  in.text("name", variant.name, kNameBytes, true);
  in.localised("label", variant.label, kTitleBytes);
  in.text("kernel", launch.kernel, kTitleBytes);
  in.pairs("defines", launch.defines, kMostArguments);
  read_dimensions(in, "grid", launch.grid);
  read_dimensions(in, "block", launch.block);
  in.text("dynamic_shared", launch.dynamic_shared, kFormulaBytes);
  in.flag("shared_opt_in", launch.shared_opt_in);
  in.pairs("args", launch.args, kMostArguments);
  in.pairs("symbols", launch.symbols, kMostArguments);
  in.texts("knobs", variant.knobs, kMostKnobs, kNameBytes);
  in.values("fixed", variant.fixed, kMostKnobs);
  in.text("select", variant.select, kFormulaBytes);
}

void read_lab(TomlReader in, AccessLab& lab) {
  in.only({"pattern", "formula", "space", "operation", "atomic", "element_bytes", "stride", "offset", "padding",
           "lanes", "mask", "seed"});
  std::string pattern = pattern_name(lab.pattern), mask = "ffffffff";
  std::int64_t bytes = lab.element_bytes, lanes = lab.lanes, seed = static_cast<std::int64_t>(lab.seed);
  in.text("pattern", pattern, kNameBytes);
  if (!pattern_from_name(pattern, lab.pattern))
    in.fail("pattern", "One of these is needed here: contiguous, stride, offset, scatter, broadcast, formula.");
  in.text("formula", lab.formula, kFormulaBytes);
  in.choice("space", kLabSpaces, lab.space);
  in.choice("operation", kLabOperations, lab.operation);
  in.choice("atomic", kLabAtomics, lab.atomic);
  in.whole("element_bytes", bytes, 1, 16);
  if ((bytes & (bytes - 1)) != 0) in.fail("element_bytes", "An element has 1, 2, 4, 8 or 16 bytes.");
  in.whole("stride", lab.stride, -kMostLabElements, kMostLabElements);
  in.whole("offset", lab.offset, -kMostLabElements, kMostLabElements);
  in.whole("padding", lab.padding, 0, 32);
  in.whole("lanes", lanes, 16, 32);
  if (lanes != 16 && lanes != 32) in.fail("lanes", "A warp has 32 lanes, or 16 on the introductory machine.");
  in.text("mask", mask, 8);
  if (mask.empty() || mask.find_first_not_of("0123456789abcdefABCDEF") != std::string::npos)
    in.fail("mask", "A lane mask has 1 to 8 hexadecimal digits.");
  else
    lab.mask = static_cast<LaneMask>(std::stoul(mask, nullptr, 16));
  in.whole("seed", seed, 0, std::numeric_limits<std::int64_t>::max());
  lab.element_bytes = static_cast<std::uint32_t>(bytes);
  lab.lanes = static_cast<std::uint32_t>(lanes);
  lab.seed = static_cast<std::uint64_t>(seed);
}

void read_source(TomlReader& in, Scene& scene, const SceneFileReader& read_file) {
  std::string file;
  in.text("source_name", scene.source_name, kNameBytes);
  in.text("source", scene.source, kSourceBytes);
  in.text("source_file", file, kNameBytes);
  if (!in.has("source_file")) {
    if (!in.has("source")) in.fail("source", "The scene has no source: \"source\" or \"source_file\" is needed.");
    if (scene.source_name.empty()) scene.source_name = "kernel.cu";
    return;
  }
  if (in.has("source")) return in.fail("source_file", "A scene has either \"source\" or \"source_file\".");
  if (!is_file_name(file))
    return in.fail("source_file", "The file lies beside the scene: a name without folders is needed.");
  const auto text = read_file ? read_file(file) : std::nullopt;
  if (!text) return in.fail("source_file", fmt::format("The file \"{}\" cannot be read beside the scene.", file));
  if (text->size() > kSourceBytes) return in.fail("source_file", "The source file is larger than 1 MiB.");
  scene.source = *text;
  if (scene.source_name.empty()) scene.source_name = file;
}

// Values that a file sets must be ones the knob can take.
void check_values(TomlReader& in, const char* key, const Scene& scene,
                  const std::map<std::string, std::int64_t>& values) {
  Scene trial = scene;
  for (const auto& [name, value] : values) {
    trial.values.clear();
    set_knob(trial, name, value);
    if (trial.values.empty())
      in.fail(key, fmt::format("There is no knob \"{}\".", name.substr(0, kNameBytes)));
    else if (trial.values[name] != value)
      in.fail(key, fmt::format("The knob \"{}\" cannot be {}.", name, value));
  }
}

void check_names(TomlReader& in, const Scene& scene) {
  std::set<std::string> knobs, variants;
  for (const Knob& knob : scene.knobs) {
    if (!knobs.insert(knob.name).second) in.fail("knob", fmt::format("Two knobs are called \"{}\".", knob.name));
    check_values(in, "knob", scene, {{knob.name, knob.start}});
  }
  for (const Variant& variant : scene.variants) {
    if (!variants.insert(variant.name).second)
      in.fail("variant", fmt::format("Two variants are called \"{}\".", variant.name));
    for (const std::string& name : variant.knobs)
      if (!knobs.contains(name))
        in.fail("variant",
                fmt::format("The variant \"{}\" shows a knob \"{}\" that is not there.", variant.name, name));
    check_values(in, "variant", scene, variant.fixed);
  }
  check_values(in, "values", scene, scene.values);
  if (!variants.contains(scene.variant))
    in.fail("variant", fmt::format("There is no variant \"{}\" to start with.", scene.variant));
}

// Each variant's launch must be computable at the start; what the machine says to it is the run's business.
void check_launches(TomlReader& in, const Scene& scene) {
  Scene trial = scene;
  for (const Variant& variant : scene.variants) {
    trial.variant = variant.name;
    trial.values = scene.values;
    if (variant.name != scene.variant)
      for (const auto& [name, value] : variant.fixed) trial.values[name] = value;
    Launch launch;
    SceneError error;
    if (!scene_launch(trial, launch, error)) in.fail("variant", fmt::format("{}: {}", error.key, error.message));
  }
}

void read_kernel(TomlReader& in, Scene& scene, const SceneFileReader& read_file,
                 const std::vector<SceneError>& errors) {
  in.only({"format_version", "kind", "id", "title", "text", "machine", "source_name", "source", "source_file", "start",
           "selected_access", "probe_block", "probe_warp", "values", "knob", "variant"});
  std::int64_t block = 0, warp = 0;
  read_source(in, scene, read_file);
  in.tables("knob", kMostKnobs, [&](TomlReader item) { read_knob(item, scene.knobs.emplace_back()); });
  in.tables("variant", kMostVariants, [&](TomlReader item) { read_variant(item, scene.variants.emplace_back()); });
  if (scene.variants.empty()) return in.fail("variant", "A kernel scene needs at least one variant.");
  scene.variant = scene.variants.front().name;
  in.text("start", scene.variant, kNameBytes);
  in.text("selected_access", scene.selected_access, kFormulaBytes);
  in.whole("probe_block", block, 0, std::numeric_limits<std::int64_t>::max());
  in.whole("probe_warp", warp, 0, 1023);
  in.values("values", scene.values, kMostKnobs);
  scene.probe_block = static_cast<std::uint64_t>(block);
  scene.probe_warp = static_cast<std::uint32_t>(warp);
  if (errors.empty()) check_names(in, scene);
  if (errors.empty()) check_launches(in, scene);
}

void read_root(TomlReader in, Scene& scene, const SceneFileReader& read_file, const std::vector<SceneError>& errors) {
  std::int64_t version = 0;
  in.whole("format_version", version, kSceneFormatVersion, kSceneFormatVersion, true);
  in.choice("kind", kSceneKinds, scene.kind, true);
  in.text("id", scene.id, kNameBytes, true);
  if (!scene.id.empty() && !is_id(scene.id)) in.fail("id", "An id has letters, digits, - and _ only.");
  in.localised("title", scene.title, kTitleBytes, true);
  in.localised("text", scene.text, kTextBytes);
  in.text("machine", scene.machine, kNameBytes);
  if (find_machine(scene.machine) == nullptr)
    in.fail("machine", fmt::format("There is no machine \"{}\".", scene.machine));
  if (scene.kind == SceneKind::kKernel) return read_kernel(in, scene, read_file, errors);
  in.only({"format_version", "kind", "id", "title", "text", "machine", "lab"});
  in.table("lab", [&](TomlReader lab) { read_lab(lab, scene.lab); });
}

}  // namespace

std::optional<Scene> read_scene(const std::string& text, std::vector<SceneError>& errors,
                                const SceneFileReader& read_file) {
  std::vector<SceneError> found;
  std::uint32_t line = 0;
  if (const std::string refused = refuse_toml(text, line); !refused.empty()) {
    errors.push_back({line, "", refused});
    return std::nullopt;
  }
  const toml::parse_result parsed = toml::parse(std::string_view(text));
  Scene scene;
  if (!parsed) {
    const toml::parse_error& error = parsed.error();
    found.push_back({static_cast<std::uint32_t>(error.source().begin.line), "",
                     fmt::format("The text is not TOML: {}.", error.description())});
  } else {
    read_root(TomlReader(parsed.table(), "", found), scene, read_file, found);
  }
  errors.insert(errors.end(), found.begin(), found.end());
  if (!found.empty()) return std::nullopt;
  return scene;
}

}  // namespace warpglass
