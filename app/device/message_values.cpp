// Requests and answers as JSON values (message.h). Both ends are this program, but the other end may be damaged: every
// accessor checks the type, and a missing key keeps its default.
#include <nlohmann/json.hpp>

#include "app/device/message.h"
#include "app/scene/launch_text.h"

namespace warpglass {
namespace {

using nlohmann::json;

template <class Value>
void take(const json& object, const char* key, Value& out) {
  const auto found = object.find(key);
  if (found == object.end()) return;
  if constexpr (std::is_same_v<Value, std::string>) {
    if (found->is_string()) out = found->template get<std::string>();
  } else if constexpr (std::is_same_v<Value, bool>) {
    if (found->is_boolean()) out = found->template get<bool>();
  } else if constexpr (std::is_same_v<Value, double>) {
    if (found->is_number()) out = found->template get<double>();
  } else {
    if (found->is_number_integer()) out = found->template get<Value>();
  }
}

template <class Enum>
void take_enum(const json& object, const char* key, int most, Enum& out) {
  int value = static_cast<int>(out);
  take(object, key, value);
  if (value >= 0 && value <= most) out = static_cast<Enum>(value);
}

void take_map(const json& object, const char* key, std::map<std::string, std::string>& out) {
  const auto found = object.find(key);
  if (found == object.end() || !found->is_object()) return;
  for (const auto& [name, value] : found->items())
    if (value.is_string()) out[name] = value.get<std::string>();
}

void take_map(const json& object, const char* key, std::map<std::string, double>& out) {
  const auto found = object.find(key);
  if (found == object.end() || !found->is_object()) return;
  for (const auto& [name, value] : found->items())
    if (value.is_number()) out[name] = value.get<double>();
}

template <class Each>
void take_list(const json& object, const char* key, Each each) {
  const auto found = object.find(key);
  if (found == object.end() || !found->is_array()) return;
  for (const json& item : *found) each(item);
}

json dimensions(const Dim3& d) { return {d.x, d.y, d.z}; }

void take_dimensions(const json& object, const char* key, Dim3& out) {
  const auto found = object.find(key);
  if (found == object.end() || !found->is_array() || found->size() != 3) return;
  std::uint64_t* members[] = {&out.x, &out.y, &out.z};
  for (std::size_t i = 0; i < 3; ++i)
    if ((*found)[i].is_number_unsigned() || (*found)[i].is_number_integer())
      *members[i] = (*found)[i].get<std::uint64_t>();
}

json summary_json(const TimeSummary& s) {
  return {{"median_ns", s.median_ns}, {"spread", s.spread}, {"samples", s.samples}};
}

void read_summary(const json& value, TimeSummary& out) {
  if (!value.is_object()) return;
  take(value, "median_ns", out.median_ns);
  take(value, "spread", out.spread);
  take(value, "samples", out.samples);
}

json comparison_json(const BufferComparison& b) {
  return {{"name", b.name},
          {"type", static_cast<int>(b.type)},
          {"elements", b.elements},
          {"match", static_cast<int>(b.match)},
          {"differing", b.differing},
          {"first", b.first},
          {"model", b.model},
          {"gpu", b.gpu},
          {"largest", b.largest_difference}};
}

BufferComparison read_comparison(const json& value) {
  BufferComparison b;
  if (!value.is_object()) return b;
  take(value, "name", b.name);
  take_enum(value, "type", static_cast<int>(ElementType::kBool), b.type);
  take(value, "elements", b.elements);
  take_enum(value, "match", static_cast<int>(Match::kDiffers), b.match);
  take(value, "differing", b.differing);
  take(value, "first", b.first);
  take(value, "model", b.model);
  take(value, "gpu", b.gpu);
  take(value, "largest", b.largest_difference);
  return b;
}

json parts_json(const std::vector<StreamsAnswer::Part>& parts) {
  json out = json::array();
  for (const auto& part : parts) out.push_back({part.start_ns, part.end_ns});
  return out;
}

void take_parts(const json& object, const char* key, std::vector<StreamsAnswer::Part>& out) {
  take_list(object, key, [&](const json& item) {
    if (item.is_array() && item.size() == 2 && item[0].is_number() && item[1].is_number())
      out.push_back({item[0].get<double>(), item[1].get<double>()});
  });
}

constexpr int kLastFailure = static_cast<int>(DeviceFailure::kChildGarbled);

}  // namespace

json launch_value(const Launch& launch) {
  json out = {{"id", launch.id},
              {"kernel", launch.kernel},
              {"defines", launch.defines},
              {"grid", dimensions(launch.grid)},
              {"block", dimensions(launch.block)},
              {"dynamic_shared", launch.dynamic_shared},
              {"shared_opt_in", launch.shared_opt_in},
              {"args", json::array()},
              {"symbols", json::array()}};
  for (const Argument& argument : launch.args) out["args"].push_back(write_argument(argument));
  for (const SymbolValue& symbol : launch.symbols) out["symbols"].push_back(write_symbol(symbol));
  return out;
}

bool read_launch_value(const json& value, Launch& out, std::string& problem) {
  if (!value.is_object()) return false;
  take(value, "id", out.id);
  take(value, "kernel", out.kernel);
  take_map(value, "defines", out.defines);
  take_dimensions(value, "grid", out.grid);
  take_dimensions(value, "block", out.block);
  take(value, "dynamic_shared", out.dynamic_shared);
  take(value, "shared_opt_in", out.shared_opt_in);
  LaunchTextError error;
  bool fine = true;
  take_list(value, "args", [&](const json& item) {
    fine = fine && item.is_string() && read_argument(item.get<std::string>(), out.args.emplace_back(), error);
  });
  take_list(value, "symbols", [&](const json& item) {
    fine = fine && item.is_string() && read_symbol(item.get<std::string>(), out.symbols.emplace_back(), error);
  });
  if (!fine) problem = error.message;
  return fine;
}

json request_json(const DeviceRequest& r) {
  const DeviceProtocol& p = r.protocol;
  return {{"message", "measure"},
          {"source_name", r.source_name},
          {"source", r.source},
          {"includes", r.includes},
          {"launch", launch_value(r.launch)},
          {"machine", r.machine},
          {"warm_ups", p.warm_ups},
          {"repeats", p.repeats},
          {"back_to_back", p.back_to_back},
          {"watchdog_seconds", p.watchdog_seconds},
          {"times", p.times},
          {"counters", p.counters},
          {"compare", p.compare}};
}

bool read_request(const json& value, DeviceRequest& out, std::string& problem) {
  if (!value.is_object() || !value.contains("launch")) return false;
  DeviceProtocol& p = out.protocol;
  take(value, "source_name", out.source_name);
  take(value, "source", out.source);
  take_map(value, "includes", out.includes);
  take(value, "machine", out.machine);
  take(value, "warm_ups", p.warm_ups);
  take(value, "repeats", p.repeats);
  take(value, "back_to_back", p.back_to_back);
  take(value, "watchdog_seconds", p.watchdog_seconds);
  take(value, "times", p.times);
  take(value, "counters", p.counters);
  take(value, "compare", p.compare);
  return read_launch_value(value["launch"], out.launch, problem);
}

json answer_json(const DeviceAnswer& a) {
  json out = {{"message", "answer"},
              {"failure", static_cast<int>(a.failure)},
              {"detail", a.detail},
              {"gpu", a.gpu},
              {"driver", a.driver},
              {"compiler", a.compiler},
              {"plugin", a.plugin},
              {"launch", launch_value(a.launch)},
              {"numbers", a.numbers},
              {"counters", a.counters},
              {"times", json::object()},
              {"counters_state", static_cast<int>(a.counters_state)},
              {"counters_detail", a.counters_detail},
              {"buffers", json::array()},
              {"not_compared", a.not_compared},
              {"messages", json::array()},
              {"ptx", a.ptx}};
  for (const auto& [name, summary] : a.times) out["times"][name] = summary_json(summary);
  for (const BufferComparison& buffer : a.buffers) out["buffers"].push_back(comparison_json(buffer));
  for (const CompilerMessage& m : a.messages)
    out["messages"].push_back({{"line", m.line}, {"error", m.error}, {"text", m.text}});
  return out;
}

bool read_answer(const json& value, DeviceAnswer& out) {
  if (!value.is_object() || !value.contains("failure")) return false;
  std::string problem;
  take_enum(value, "failure", kLastFailure, out.failure);
  take(value, "detail", out.detail);
  take(value, "gpu", out.gpu);
  take(value, "driver", out.driver);
  take(value, "compiler", out.compiler);
  take(value, "plugin", out.plugin);
  if (value.contains("launch") && !read_launch_value(value["launch"], out.launch, problem)) return false;
  take_map(value, "numbers", out.numbers);
  take_map(value, "counters", out.counters);
  if (const auto times = value.find("times"); times != value.end() && times->is_object())
    for (const auto& [name, summary] : times->items()) read_summary(summary, out.times[name]);
  take_enum(value, "counters_state", static_cast<int>(CountersState::kNotAsked), out.counters_state);
  take(value, "counters_detail", out.counters_detail);
  take_list(value, "buffers", [&](const json& item) { out.buffers.push_back(read_comparison(item)); });
  take(value, "not_compared", out.not_compared);
  take_list(value, "messages", [&](const json& item) {
    CompilerMessage& m = out.messages.emplace_back();
    if (!item.is_object()) return;
    take(item, "line", m.line);
    take(item, "error", m.error);
    take(item, "text", m.text);
  });
  take(value, "ptx", out.ptx);
  return true;
}

json streams_request_json(const StreamsRequest& r) {
  return {{"message", "streams"},
          {"floats", r.floats},
          {"rounds", r.rounds},
          {"streams", r.streams},
          {"breadth_first", r.breadth_first},
          {"repeats", r.repeats}};
}

bool read_streams_request(const json& value, StreamsRequest& out) {
  if (!value.is_object()) return false;
  take(value, "floats", out.floats);
  take(value, "rounds", out.rounds);
  take(value, "streams", out.streams);
  take(value, "breadth_first", out.breadth_first);
  take(value, "repeats", out.repeats);
  return true;
}

json streams_answer_json(const StreamsAnswer& a) {
  return {{"message", "answer"},     {"failure", static_cast<int>(a.failure)},
          {"detail", a.detail},      {"gpu", a.gpu},
          {"driver", a.driver},      {"total", summary_json(a.total)},
          {"in", parts_json(a.in)},  {"kernel", parts_json(a.kernel)},
          {"out", parts_json(a.out)}};
}

bool read_streams_answer(const json& value, StreamsAnswer& out) {
  if (!value.is_object() || !value.contains("failure")) return false;
  take_enum(value, "failure", kLastFailure, out.failure);
  take(value, "detail", out.detail);
  take(value, "gpu", out.gpu);
  take(value, "driver", out.driver);
  if (value.contains("total")) read_summary(value["total"], out.total);
  take_parts(value, "in", out.in);
  take_parts(value, "kernel", out.kernel);
  take_parts(value, "out", out.out);
  return true;
}

}  // namespace warpglass
