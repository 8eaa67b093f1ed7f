// A scene as TOML text that a person can read and edit.
#include <limits>
#include <string_view>

#include <fmt/format.h>

#include "app/scene/scene.h"
#include "app/scene/scene_words.h"

namespace warpglass {
namespace {

// Bytes of the UTF-8 character at the front of `text`; 0 when it is none (overlong forms, surrogates and what lies
// beyond U+10FFFF are none).
std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
  const auto follows = [&](std::size_t i, unsigned low = 0x80, unsigned high = 0xbf) {
    return byte(i) >= low && byte(i) <= high;
  };
  const unsigned first = byte(0);
  if (first < 0x80) return 1;
  if (first >= 0xc2 && first <= 0xdf) return follows(1) ? 2 : 0;
  if (first >= 0xe0 && first <= 0xef) {
    const bool second = follows(1, first == 0xe0 ? 0xa0 : 0x80, first == 0xed ? 0x9f : 0xbf);
    return second && follows(2) ? 3 : 0;
  }
  if (first >= 0xf0 && first <= 0xf4) {
    const bool second = follows(1, first == 0xf0 ? 0x90 : 0x80, first == 0xf4 ? 0x8f : 0xbf);
    return second && follows(2) && follows(3) ? 4 : 0;
  }
  return 0;
}

// The text between quotes. `lines`: line ends stay line ends, as a multi-line string allows.
std::string escaped(std::string_view text, bool lines) {
  std::string out;
  while (!text.empty()) {
    const char c = text[0];
    const std::size_t length = utf8_length(text);
    if (length == 0)
      out += "\xef\xbf\xbd";
    else if (length > 1)
      out += text.substr(0, length);
    else if (c == '\n')
      out += lines ? "\n" : "\\n";
    else if (c == '\t')
      out += lines ? "\t" : "\\t";
    else if (c == '"' || c == '\\')
      (out += '\\') += c;
    else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
      out += fmt::format("\\u{:04x}", static_cast<unsigned char>(c));
    else
      out += c;
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return out;
}

std::string quoted(std::string_view text) { return "\"" + escaped(text, false) + "\""; }

// Source text stands as it is where TOML's literal strings can hold it.
std::string source_string(const std::string& text) {
  bool plain = text.find("'''") == std::string::npos && (text.empty() || text.back() != '\'');
  for (std::string_view rest = text; !rest.empty() && plain;) {
    const std::size_t length = utf8_length(rest);
    const auto c = static_cast<unsigned char>(rest[0]);
    plain = length != 0 && ((c >= 0x20 && c != 0x7f) || c == '\n' || c == '\t');
    rest.remove_prefix(length == 0 ? 1 : length);
  }
  if (plain) return "'''\n" + text + "'''";
  return "\"\"\"\n" + escaped(text, true) + "\"\"\"";
}

std::string localised(const LocalisedText& text) {
  return fmt::format("{{ en = {}, ko = {} }}", quoted(text.en), quoted(text.ko));
}

template <class Items, class Text>
std::string list(const Items& items, Text text) {
  std::string out;
  for (const auto& item : items) out += (out.empty() ? "" : ", ") + text(item);
  return "[" + out + "]";
}

std::string number_text(std::int64_t value) { return fmt::format("{}", value); }

std::string pair_text(const std::pair<std::string, std::string>& pair) {
  return quoted(pair.first + "=" + pair.second);
}

std::string values_table(const std::map<std::string, std::int64_t>& values) {
  std::string out;
  for (const auto& [name, value] : values)
    out += fmt::format("{}{} = {}", out.empty() ? "" : ", ", quoted(name), value);
  return out.empty() ? "{}" : "{ " + out + " }";
}

std::string knob_text(const Knob& knob) {
  std::string out = fmt::format("\n[[knob]]\nname = {}\nlabel = {}\n", quoted(knob.name), localised(knob.label));
  if (knob.hint != LocalisedText{}) out += fmt::format("hint = {}\n", localised(knob.hint));
  out += fmt::format("start = {}\n", knob.start);
  if (knob.choices.empty())
    out += fmt::format("minimum = {}\nmaximum = {}\n", knob.minimum, knob.maximum);
  else
    out += fmt::format("choices = {}\n", list(knob.choices, number_text));
  if (knob.sweep) out += "sweep = true\n";
  return out;
}

std::string variant_text(const Variant& variant) {
  const LaunchTemplate& launch = variant.launch;
  std::string out = fmt::format("\n[[variant]]\nname = {}\nlabel = {}\nkernel = {}\n", quoted(variant.name),
                                localised(variant.label), quoted(launch.kernel));
  if (!launch.defines.empty()) out += fmt::format("defines = {}\n", list(launch.defines, pair_text));
  out += fmt::format("grid = {}\nblock = {}\n", list(launch.grid, quoted), list(launch.block, quoted));
  out += fmt::format("dynamic_shared = {}\n", quoted(launch.dynamic_shared));
  if (launch.shared_opt_in) out += "shared_opt_in = true\n";
  out += fmt::format("args = {}\n", list(launch.args, pair_text));
  if (!launch.symbols.empty()) out += fmt::format("symbols = {}\n", list(launch.symbols, pair_text));
  out += fmt::format("knobs = {}\n", list(variant.knobs, quoted));
  if (!variant.fixed.empty()) out += fmt::format("fixed = {}\n", values_table(variant.fixed));
  if (!variant.select.empty()) out += fmt::format("select = {}\n", quoted(variant.select));
  return out;
}

std::string kernel_text(const Scene& scene) {
  std::string out = fmt::format("start = {}\n", quoted(scene.variant));
  if (!scene.selected_access.empty()) out += fmt::format("selected_access = {}\n", quoted(scene.selected_access));
  out += fmt::format("probe_block = {}\nprobe_warp = {}\n", scene.probe_block, scene.probe_warp);
  if (!scene.values.empty()) out += fmt::format("values = {}\n", values_table(scene.values));
  out += fmt::format("source_name = {}\nsource = {}\n", quoted(scene.source_name), source_string(scene.source));
  for (const Knob& knob : scene.knobs) out += knob_text(knob);
  for (const Variant& variant : scene.variants) out += variant_text(variant);
  return out;
}

std::string lab_text(const AccessLab& lab) {
  return fmt::format(
      "\n[lab]\npattern = {}\nformula = {}\nspace = {}\noperation = {}\natomic = {}\nelement_bytes = {}\nstride = {}\n"
      "offset = {}\npadding = {}\nlanes = {}\nmask = \"{:08x}\"\nseed = {}\n",
      quoted(pattern_name(lab.pattern)), quoted(lab.formula), quoted(word_of(kLabSpaces, lab.space)),
      quoted(word_of(kLabOperations, lab.operation)), quoted(word_of(kLabAtomics, lab.atomic)), lab.element_bytes,
      lab.stride, lab.offset, lab.padding, lab.lanes, lab.mask,
      lab.seed & static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()));
}

}  // namespace

std::string write_scene(const Scene& scene) {
  const bool lab = scene.kind == SceneKind::kAccessLab;
  std::string out = fmt::format("# A Warpglass scene.\nformat_version = {}\nkind = {}\nid = {}\n", kSceneFormatVersion,
                                quoted(word_of(kSceneKinds, scene.kind)), quoted(scene.id));
  out += fmt::format("title = {}\ntext = {}\nmachine = {}\n", localised(scene.title), localised(scene.text),
                     quoted(scene.machine));
  return out + (lab ? lab_text(scene.lab) : kernel_text(scene));
}

}  // namespace warpglass
