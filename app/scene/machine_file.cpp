// See machine_file.h. Reads top down: one number, the tables, what has to fit together, the file.
#include "app/scene/machine_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>

#include "app/scene/machine_fields.h"
#include "app/scene/toml_reader.h"

namespace warpglass {
namespace {

constexpr std::int64_t kMachineFormatVersion = 1;
constexpr std::size_t kLargestFile = 1u << 16;
constexpr Words<NumberSource, 3> kSources = {{{NumberSource::kMeasured, "measured"},
                                              {NumberSource::kPublished, "published"},
                                              {NumberSource::kAssumed, "assumed"}}};

template <class T>
void take(Sourced<T>& out, double value, NumberSource source) {
  out = {static_cast<T>(value), source};
}

// `key = 84` or `key = { value = 84, source = "measured" }`.
template <class Spec>
void read_number(TomlReader& in, const SpecField<Spec>& field, NumberSource usual, Spec& spec) {
  std::visit(
      [&](auto member) {
        auto& out = spec.*member;
        out.source = NumberSource::kAssumed;  // the base's, until the file says otherwise
        if (!in.has(field.key)) return;
        const bool whole = !std::is_same_v<decltype(out.value), double>;
        double value = static_cast<double>(out.value);
        NumberSource source = usual;
        const auto read = [&](TomlReader& from, const char* key) {
          from.number(key, value, field.least, field.most, whole);
        };
        if (in.is_table(field.key)) {
          in.table(field.key, [&](TomlReader inner) {
            inner.only({"value", "source"});
            if (!inner.has("value")) inner.fail("value", "This key is missing.");
            read(inner, "value");
            inner.choice("source", kSources, source);
          });
        } else {
          read(in, field.key);
        }
        take(out, value, source);
      },
      field.member);
}

template <class Spec, std::size_t N>
void read_numbers(TomlReader in, const SpecField<Spec> (&fields)[N], NumberSource usual, Spec& spec) {
  std::vector<std::string_view> keys;
  for (const SpecField<Spec>& field : fields) keys.push_back(field.key);
  in.only(keys);
  for (const SpecField<Spec>& field : fields) read_number(in, field, usual, spec);
}

template <class Spec, std::size_t N>
void all_assumed(const SpecField<Spec> (&fields)[N], Spec& spec) {
  for (const SpecField<Spec>& field : fields)
    std::visit([&](auto member) { (spec.*member).source = NumberSource::kAssumed; }, field.member);
}

bool is_machine_name(const std::string& name) {
  return !name.empty() && name.size() <= 40 && std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
  });
}

// What single ranges cannot say.
void check_together(TomlReader& in, const MachineSpec& m) {
  const auto one_of = [&](const char* key, std::uint32_t value, std::uint32_t a, std::uint32_t b) {
    if (value != a && value != b) in.fail(key, fmt::format("Only {} and {} can be simulated.", a, b));
  };
  one_of("warp_lanes", m.warp_lanes.value, 16, 32);
  one_of("banks", m.banks.value, 16, 32);
  one_of("sector_bytes", m.sector_bytes.value, 32, 128);
  const auto at_most = [&](const char* key, std::uint64_t value, std::uint64_t most, const char* what) {
    if (value > most) in.fail(key, fmt::format("{} is more than {} ({}).", value, what, most));
  };
  at_most("max_threads_per_block", m.max_threads_per_block.value, m.max_threads_per_sm.value, "max_threads_per_sm");
  at_most("shared_bytes_per_block", m.shared_bytes_per_block.value, m.shared_bytes_per_block_opt_in.value,
          "shared_bytes_per_block_opt_in");
  at_most("shared_bytes_per_block_opt_in", m.shared_bytes_per_block_opt_in.value, m.shared_bytes_per_sm.value,
          "shared_bytes_per_sm");
}

void read_root(TomlReader in, MachineSpec& machine) {
  in.only({"format_version", "name", "title", "description", "base", "source", "limits", "timing"});
  std::int64_t version = 0;
  in.whole("format_version", version, kMachineFormatVersion, kMachineFormatVersion, true);
  std::string base = "h200", name, title, description;
  in.text("base", base, 40, true);
  if (const MachineSpec* preset = find_machine(base))
    machine = *preset;
  else
    in.fail("base", fmt::format("There is no preset \"{}\"; warpglass machines lists them.", base.substr(0, 40)));
  in.text("name", name, 40, true);
  if (in.has("name") && !is_machine_name(name)) in.fail("name", "A name has letters, digits, - and _ only.");
  if (find_machine(name) != nullptr) in.fail("name", "A preset has this name; another one is needed.");
  in.text("title", title, 100, true);
  in.text("description", description, 400);
  machine.name = name;
  machine.title = title;
  machine.description = description;
  NumberSource usual = NumberSource::kPublished;
  in.choice("source", kSources, usual);
  all_assumed(kLimitFields, machine);
  all_assumed(kTimingFields, machine.timing);
  const auto limits = [&](TomlReader table) {
    read_numbers(table, kLimitFields, usual, machine);
    check_together(table, machine);
  };
  if (in.has("limits")) in.table("limits", limits);
  if (in.has("timing"))
    in.table("timing", [&](TomlReader table) { read_numbers(table, kTimingFields, usual, machine.timing); });
}

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (static_cast<unsigned char>(c) < 0x20)
      out += fmt::format("\\u{:04x}", static_cast<unsigned char>(c));
    else
      out += c;
  }
  return out + "\"";
}

template <class Spec, std::size_t N>
void write_numbers(std::string& out, const SpecField<Spec> (&fields)[N], const Spec& spec) {
  for (const SpecField<Spec>& field : fields)
    std::visit(
        [&](auto member) {
          const auto& number = spec.*member;
          out += fmt::format("{} = {{ value = {}, source = \"{}\" }}\n", field.key, number.value,
                             word_of(kSources, number.source));
        },
        field.member);
}

std::optional<std::string> file_text(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string text(kLargestFile + 1, '\0');
  if (!file || !file.read(text.data(), 0)) return std::nullopt;
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (file.bad()) return std::nullopt;
  text.resize(static_cast<std::size_t>(file.gcount()));
  return text;
}

}  // namespace

std::optional<MachineSpec> read_machine(const std::string& text, std::vector<SceneError>& errors) {
  std::vector<SceneError> found;
  std::uint32_t line = 0;
  if (text.size() > kLargestFile) {
    found.push_back({0, "", fmt::format("A machine file may have at most {} KiB.", kLargestFile >> 10)});
  } else if (const std::string refused = refuse_toml(text, line); !refused.empty()) {
    found.push_back({line, "", refused});
  }
  MachineSpec machine;
  if (found.empty()) {
    const toml::parse_result parsed = toml::parse(std::string_view(text));
    if (parsed)
      read_root(TomlReader(parsed.table(), "", found), machine);
    else
      found.push_back({static_cast<std::uint32_t>(parsed.error().source().begin.line), "",
                       fmt::format("The text is not TOML: {}.", parsed.error().description())});
  }
  errors.insert(errors.end(), found.begin(), found.end());
  if (!found.empty()) return std::nullopt;
  return machine;
}

std::string write_machine(const MachineSpec& machine) {
  const bool preset = find_machine(machine.name) != nullptr;
  std::string out = "# A machine. Each number says where it comes from: measured, published or assumed.\n";
  out += fmt::format("format_version = {}\nname = {}\ntitle = {}\ndescription = {}\nbase = \"{}\"\n\n[limits]\n",
                     kMachineFormatVersion, quoted(preset ? "my_" + machine.name : machine.name), quoted(machine.title),
                     quoted(machine.description), preset ? machine.name : "h200");
  write_numbers(out, kLimitFields, machine);
  out += "\n[timing]\n";
  write_numbers(out, kTimingFields, machine.timing);
  return out;
}

const MachineSpec* choose_machine(const std::string& name_or_file, std::optional<MachineSpec>& storage,
                                  std::vector<std::string>& problems) {
  if (const MachineSpec* preset = find_machine(name_or_file)) return preset;
  if (!name_or_file.ends_with(".toml")) {
    problems.push_back(
        fmt::format("there is no machine \"{}\"; warpglass machines lists them, and a name that ends in "
                    ".toml is a machine file",
                    name_or_file));
    return nullptr;
  }
  const std::optional<std::string> text = file_text(name_or_file);
  if (!text) {
    problems.push_back(fmt::format("{}: the file cannot be read", name_or_file));
    return nullptr;
  }
  std::vector<SceneError> errors;
  storage = read_machine(*text, errors);
  for (const SceneError& error : errors)
    problems.push_back(fmt::format("{}:{}: {}{}{}", name_or_file, error.line, error.key, error.key.empty() ? "" : ": ",
                                   error.message));
  return storage ? &*storage : nullptr;
}

}  // namespace warpglass
