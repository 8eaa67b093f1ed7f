// Reads and writes the launch format. Every value is checked where it is read; the path of keys to it goes into the
// message. nlohmann::json's throwing accessors are used on values whose type was checked only.
#include "app/scene/launch_json.h"

#include <fmt/format.h>
#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/scene/launch_text.h"

namespace warpglass {
namespace {

using nlohmann::json;

constexpr std::size_t kMostBytes = std::size_t{256} << 20;       // of a file of cases
constexpr std::uint64_t kMostElements = std::uint64_t{1} << 40;  // of one buffer; the memory budget is checked later
constexpr std::size_t kMostArguments = 1024;

// Where we are, and the first thing that was wrong.
class Place {
 public:
  Place(std::string path, LaunchJsonError& error) : path_(std::move(path)), error_(error) {}
  Place key(const std::string& name) const { return {path_.empty() ? name : path_ + "." + name, error_}; }
  Place item(std::size_t index) const { return {fmt::format("{}[{}]", path_, index), error_}; }
  bool fail(std::string message) const {
    error_ = {path_, std::move(message)};
    return false;
  }
  LaunchJsonError& error() const { return error_; }

 private:
  std::string path_;
  LaunchJsonError& error_;
};

// A value as it is quoted in a message: short, on one line.
std::string shown(const json& value) {
  if (value.is_array()) return "a list";
  if (value.is_object()) return "an object";
  std::string text = value.dump(-1, ' ', true, json::error_handler_t::replace);
  if (text.size() > 40) text = text.substr(0, 37) + "...";
  return text;
}

bool read_text(const json& value, const Place& place, std::string& out) {
  if (!value.is_string()) return place.fail(fmt::format("a text in quotes is needed here, not {}", shown(value)));
  out = value.get<std::string>();
  if (out.find('\0') != std::string::npos) return place.fail("the text holds a zero byte");
  return true;
}

bool read_count(const json& value, const Place& place, std::uint64_t most, std::uint64_t& out) {
  const bool whole = value.is_number_unsigned() || (value.is_number_integer() && value.get<std::int64_t>() >= 0);
  if (!whole) return place.fail(fmt::format("a whole number from 0 up is needed here, not {}", shown(value)));
  out = value.get<std::uint64_t>();
  if (out > most) return place.fail(fmt::format("{} is more than the most possible, {}", out, most));
  return true;
}

bool read_flag(const json& value, const Place& place, bool& out) {
  if (!value.is_boolean()) return place.fail(fmt::format("true or false is needed here, not {}", shown(value)));
  out = value.get<bool>();
  return true;
}

bool is_real_type(ElementType type) {
  return type == ElementType::kFloat16 || type == ElementType::kFloat32 || type == ElementType::kFloat64;
}

bool read_value(const json& value, const Place& place, ElementType type, Number& out) {
  if (value.is_boolean()) {
    out = Number::of(value.get<bool>() ? 1 : 0);
    return true;
  }
  if (value.is_string() && is_real_type(type) && read_number(value.get<std::string>(), out) && !out.is_integer)
    return true;
  if (!value.is_number()) return place.fail(fmt::format("a number is needed here, not {}", shown(value)));
  if (value.is_number_unsigned() && value.get<std::uint64_t>() > static_cast<std::uint64_t>(INT64_MAX) &&
      is_real_type(type)) {
    out = Number::of_real(value.get<double>());
  } else if (value.is_number_integer()) {
    out = Number::of(value.get<std::int64_t>());
  } else {
    const double real = value.get<double>();
    const bool whole = std::fabs(real) < 9e18 && real == std::floor(real);
    if (!is_real_type(type) && !whole)
      return place.fail(fmt::format("{} is not a value of {}", shown(value), element_type_name(type)));
    out = is_real_type(type) ? Number::of_real(real) : Number::of(static_cast<std::int64_t>(real));
  }
  return true;
}

bool read_values(const json& value, const Place& place, ElementType type, std::vector<Number>& out) {
  if (!value.is_array()) return place.fail(fmt::format("a list of numbers is needed here, not {}", shown(value)));
  out.resize(value.size());
  for (std::size_t i = 0; i < value.size(); ++i)
    if (!read_value(value[i], place.item(i), type, out[i])) return false;
  return true;
}

bool read_type(const json& value, const Place& place, ElementType& type) {
  std::string name;
  if (!read_text(value, place, name)) return false;
  if (element_type_from_name(name, type)) return true;
  return place.fail(fmt::format("{} is not an element type; int32, float32 and the like are", shown(value)));
}

bool read_listed_fill(const json& value, const Place& place, const BufferArgument& buffer, Fill& fill) {
  const bool data = value.contains("data");
  const char* name = data ? "data" : "repeat";
  if (!value.contains(name)) return place.fail(R"(a fill in braces is {"data": [...]} or {"repeat": [...]})");
  fill.kind = data ? FillKind::kData : FillKind::kRepeat;
  if (!read_values(value[name], place.key(name), buffer.type, fill.data)) return false;
  if (data && fill.data.size() > buffer.count)
    return place.fail(fmt::format("{} values are given for a buffer of {} elements", fill.data.size(), buffer.count));
  if (!data && fill.data.empty()) return place.key(name).fail("at least one value is needed to repeat");
  return true;
}

bool read_json_fill(const json& value, const Place& place, const BufferArgument& buffer, Fill& fill) {
  if (value.is_object()) return read_listed_fill(value, place, buffer, fill);
  std::string text;
  if (!read_text(value, place, text)) return false;
  LaunchTextError error;
  if (!warpglass::read_fill(text, fill, error)) return place.fail(error.message);
  if (fill.kind == FillKind::kData || fill.kind == FillKind::kRepeat)
    return place.fail(R"(values are given as {"data": [...]} or {"repeat": [...]})");
  return true;
}

bool read_buffer(const json& value, const Place& place, BufferArgument& buffer) {
  if (!read_type(value["buffer"], place.key("buffer"), buffer.type)) return false;
  if (!value.contains("count")) return place.fail("a buffer needs its \"count\" of elements");
  if (!read_count(value["count"], place.key("count"), kMostElements, buffer.count)) return false;
  return !value.contains("fill") || read_json_fill(value["fill"], place.key("fill"), buffer, buffer.fill);
}

bool read_one_argument(const json& value, const Place& place, Argument& argument) {
  if (!value.is_object()) return place.fail(fmt::format(R"(an argument is like {{"int32": 5}}, not {})", shown(value)));
  if (value.contains("name") && !read_text(value["name"], place.key("name"), argument.name)) return false;
  if (value.contains("buffer")) return read_buffer(value, place, argument.value.emplace<BufferArgument>());
  for (const auto& [key, scalar] : value.items()) {
    ScalarArgument out;
    if (!element_type_from_name(key, out.type)) continue;
    if (!read_value(scalar, place.key(key), out.type, out.value)) return false;
    argument.value = out;
    return true;
  }
  return place.fail(R"(an argument needs a type: {"int32": 5} or {"buffer": "float32", "count": 64, "fill": "iota"})");
}

bool read_arguments(const json& value, const Place& place, std::vector<Argument>& out) {
  if (!value.is_array()) return place.fail(fmt::format("a list of arguments is needed here, not {}", shown(value)));
  if (value.size() > kMostArguments)
    return place.fail(fmt::format("{} arguments are more than the most possible, {}", value.size(), kMostArguments));
  for (std::size_t i = 0; i < value.size(); ++i) {
    Argument argument;
    if (!read_one_argument(value[i], place.item(i), argument)) return false;
    out.push_back(std::move(argument));
  }
  return true;
}

bool read_symbols(const json& value, const Place& place, std::vector<SymbolValue>& out) {
  if (!value.is_array()) return place.fail(fmt::format("a list of symbols is needed here, not {}", shown(value)));
  if (value.size() > kMostArguments)
    return place.fail(fmt::format("{} symbols are more than the most possible, {}", value.size(), kMostArguments));
  for (std::size_t i = 0; i < value.size(); ++i) {
    const json& item = value[i];
    const Place here = place.item(i);
    if (!item.is_object() || !item.contains("symbol") || !item.contains("type") || !item.contains("data"))
      return here.fail(R"(a symbol is like {"symbol": "w", "type": "float32", "data": [1, 2]})");
    SymbolValue symbol;
    if (!read_text(item["symbol"], here.key("symbol"), symbol.symbol)) return false;
    if (!read_type(item["type"], here.key("type"), symbol.type)) return false;
    if (!read_values(item["data"], here.key("data"), symbol.type, symbol.data)) return false;
    out.push_back(std::move(symbol));
  }
  return true;
}

bool read_dim(const json& value, const Place& place, Dim3& out) {
  constexpr auto kMost = static_cast<std::uint64_t>(INT64_MAX);
  if (!value.is_array()) return read_count(value, place, kMost, out.x);
  if (value.empty() || value.size() > 3)
    return place.fail(fmt::format("1 to 3 numbers are needed here, not {}", value.size()));
  std::uint64_t* const parts[] = {&out.x, &out.y, &out.z};
  for (std::size_t i = 0; i < value.size(); ++i)
    if (!read_count(value[i], place.item(i), kMost, *parts[i])) return false;
  return true;
}

bool read_defines(const json& value, const Place& place, std::map<std::string, std::string>& out) {
  if (!value.is_object()) return place.fail(fmt::format(R"(defines are like {{"N": "32"}}, not {})", shown(value)));
  for (const auto& [name, text] : value.items()) {
    if (text.is_string())
      out[name] = text.get<std::string>();
    else if (text.is_number() || text.is_boolean())
      out[name] = text.is_boolean() ? (text.get<bool>() ? "1" : "0") : text.dump();
    else
      return place.key(name).fail(fmt::format("a text or a number is needed here, not {}", shown(text)));
  }
  return true;
}

bool read_names(const json& value, const Place& place, LaunchCase& out) {
  const auto text = [&](const char* key, std::string& to) {
    return !value.contains(key) || read_text(value[key], place.key(key), to);
  };
  if (value.contains("id") && value["id"].is_number_integer())
    out.launch.id = value["id"].dump();
  else if (!text("id", out.launch.id))
    return false;
  if (!text("source", out.source) || !text("kernel", out.launch.kernel)) return false;
  return !out.source.empty() || place.fail("the case names no \"source\" file");
}

json number_json(const Number& number, ElementType type) {
  if (type == ElementType::kBool) return number.as_double() != 0.0;
  if (number.is_integer)
    return type == ElementType::kUint64 ? json(static_cast<std::uint64_t>(number.integer)) : json(number.integer);
  if (!std::isfinite(number.real)) return write_number(number);
  return number.real;
}

json numbers_json(const std::vector<Number>& numbers, ElementType type) {
  json list = json::array();
  for (const Number& number : numbers) list.push_back(number_json(number, type));
  return list;
}

json argument_json(const Argument& argument) {
  json out = json::object();
  if (!argument.name.empty()) out["name"] = argument.name;
  if (const auto* scalar = std::get_if<ScalarArgument>(&argument.value)) {
    out[element_type_name(scalar->type)] = number_json(scalar->value, scalar->type);
    return out;
  }
  const auto& buffer = std::get<BufferArgument>(argument.value);
  out["buffer"] = element_type_name(buffer.type);
  out["count"] = buffer.count;
  const bool listed = buffer.fill.kind == FillKind::kData || buffer.fill.kind == FillKind::kRepeat;
  if (listed)
    out["fill"][write_fill(buffer.fill)] = numbers_json(buffer.fill.data, buffer.type);
  else
    out["fill"] = write_fill(buffer.fill);
  return out;
}

}  // namespace

bool read_case(const json& value, LaunchCase& out, LaunchJsonError& error) {
  const Place place("", error);
  Launch& launch = out.launch;
  if (!value.is_object()) return place.fail(fmt::format("a case is an object in braces, not {}", shown(value)));
  if (!read_names(value, place, out)) return false;
  const auto has = [&](const char* key) { return value.contains(key); };
  if (has("defines") && !read_defines(value["defines"], place.key("defines"), launch.defines)) return false;
  if (has("grid") && !read_dim(value["grid"], place.key("grid"), launch.grid)) return false;
  if (!has("block")) return place.fail("the case names no \"block\" size");
  if (!read_dim(value["block"], place.key("block"), launch.block)) return false;
  if (has("dynamic_shared") &&
      !read_count(value["dynamic_shared"], place.key("dynamic_shared"), UINT32_MAX, launch.dynamic_shared))
    return false;
  if (has("shared_opt_in") && !read_flag(value["shared_opt_in"], place.key("shared_opt_in"), launch.shared_opt_in))
    return false;
  if (has("args") && !read_arguments(value["args"], place.key("args"), launch.args)) return false;
  return !has("symbols") || read_symbols(value["symbols"], place.key("symbols"), launch.symbols);
}

json write_case(const LaunchCase& launch_case) {
  const Launch& launch = launch_case.launch;
  json out = {{"id", launch.id}, {"source", launch_case.source}, {"kernel", launch.kernel}};
  if (!launch.defines.empty()) out["defines"] = launch.defines;
  out["grid"] = {launch.grid.x, launch.grid.y, launch.grid.z};
  out["block"] = {launch.block.x, launch.block.y, launch.block.z};
  out["dynamic_shared"] = launch.dynamic_shared;
  if (launch.shared_opt_in) out["shared_opt_in"] = true;
  out["args"] = json::array();
  for (const Argument& argument : launch.args) out["args"].push_back(argument_json(argument));
  for (const SymbolValue& symbol : launch.symbols)
    out["symbols"].push_back({{"symbol", symbol.symbol},
                              {"type", element_type_name(symbol.type)},
                              {"data", numbers_json(symbol.data, symbol.type)}});
  return out;
}

bool read_cases(const std::string& text, std::vector<CaseEntry>& cases, std::string& message) {
  if (text.size() > kMostBytes) {
    message = fmt::format("the file of cases has {} MB; at most {} MB are read", text.size() >> 20, kMostBytes >> 20);
    return false;
  }
  json parsed;
  try {
    parsed = json::parse(text);
  } catch (const json::exception& problem) {
    message = fmt::format("the file of cases is not JSON: {}", problem.what());
    return false;
  }
  if (!parsed.is_array() && !parsed.is_object()) {
    message = "a file of cases is a list of launches in brackets";
    return false;
  }
  if (parsed.is_object()) parsed = json::array({std::move(parsed)});
  for (const json& value : parsed) {
    CaseEntry& entry = cases.emplace_back();
    entry.ok = read_case(value, entry.launch_case, entry.error);
  }
  return true;
}

}  // namespace warpglass
