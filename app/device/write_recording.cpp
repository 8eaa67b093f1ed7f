// A recording as JSON text (recording.h); read_recording.cpp reads it back.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/device/recording.h"
#include "app/scene/launch_json.h"
#include "app/scene/scene_words.h"

namespace warpglass {
namespace {

using json = nlohmann::ordered_json;

// Whole counts without a fraction, times with the digits that mean something.
json number(double value) {
  if (value == static_cast<double>(static_cast<std::int64_t>(value))) return static_cast<std::int64_t>(value);
  return std::stod(fmt::format("{:.6g}", value));
}

void put_time(json& out, const RecordedLaunch& launch, const char* key, const std::optional<double>& median) {
  if (!median) return;
  const auto spread = launch.time_spread.find(key);
  if (spread == launch.time_spread.end())
    out[key] = number(*median);
  else
    out[key] = {{"median", number(*median)}, {"spread", std::stod(fmt::format("{:.3f}", spread->second))}};
}

json launch_json(const RecordedLaunch& recorded) {
  LaunchCase launch_case;
  launch_case.source = recorded.source_name.empty() ? "kernel.cu" : recorded.source_name;
  launch_case.launch = recorded.launch;
  json out;
  const nlohmann::json written = write_case(launch_case);
  for (const char* key : {"id", "source"}) out[key] = written[key];
  out["source_hash"] = recorded.source_hash;
  for (const auto& [key, value] : written.items())
    if (!out.contains(key)) out[key] = value;
  out["counters"] = json::object();
  for (const auto& [name, value] : recorded.counters) out["counters"][name] = number(value);
  put_time(out, recorded, "time_cold_ns", recorded.time_cold_ns);
  put_time(out, recorded, "time_back_to_back_us", recorded.time_back_to_back_us);
  put_time(out, recorded, "time_warm_us", recorded.time_warm_us);
  put_time(out, recorded, "launch_overhead_us", recorded.launch_overhead_us);
  if (recorded.sm_clock_before_mhz) out["sm_clock_before_mhz"] = number(*recorded.sm_clock_before_mhz);
  if (recorded.sm_clock_after_mhz) out["sm_clock_after_mhz"] = number(*recorded.sm_clock_after_mhz);
  if (!recorded.results.empty()) out["results"] = recorded.results;
  return out;
}

json access_json(const RecordedAccess& access) {
  json out = {{"space", access.space == Space::kShared ? "shared" : "global"},
              {"operation", access.operation == Operation::kLoad    ? "load"
                            : access.operation == Operation::kStore ? "store"
                                                                    : "atomic"}};
  if (access.operation == Operation::kAtomic) {
    out["atomic"] = word_of(kLabAtomics, access.atomic);
    if (access.operand_is_one) out["adds_one"] = true;
    if (access.result_used) out["result_used"] = true;
  }
  out["bytes"] = access.bytes;
  out["lanes"] = fmt::format("{:x}", access.lanes);
  out["index"] = access.index;
  out["cost"] = number(access.cost);
  if (access.space == Space::kShared) out["conflicts"] = number(access.conflicts);
  return out;
}

json streams_json(const RecordedStreams& recorded) {
  json out = {{"floats", recorded.floats},
              {"rounds", recorded.rounds},
              {"breadth_first", recorded.breadth_first},
              {"total_ns", number(recorded.total_ns)},
              {"spread", number(recorded.spread)},
              {"timeline_ns", json::array()}};
  for (const RecordedStreams::Part& p : recorded.parts)
    out["timeline_ns"].push_back({number(p.in_start), number(p.in_end), number(p.kernel_start), number(p.kernel_end),
                                  number(p.out_start), number(p.out_end)});
  return out;
}

template <class Item, class Write>
void put_list(std::string& text, const char* key, const std::vector<Item>& items, Write write) {
  if (items.empty()) return;
  text += fmt::format(",\n \"{}\": [", key);
  for (std::size_t i = 0; i < items.size(); ++i) {
    text += i == 0 ? "\n  " : ",\n  ";
    text += write(items[i]).dump(-1, ' ', false, json::error_handler_t::replace);
  }
  text += "]";
}

}  // namespace

std::string write_recording(const Recording& recording) {
  json head = {{"format_version", 1},
               {"gpu", recording.gpu},
               {"machine", recording.machine},
               {"date", recording.date},
               {"protocol", recording.protocol}};
  if (!recording.driver.empty()) head["driver"] = recording.driver;
  std::string text = head.dump(1, ' ', false, json::error_handler_t::replace);
  text.resize(text.size() - 2);  // the closing brace follows below
  put_list(text, "launches", recording.launches, launch_json);
  put_list(text, "accesses", recording.accesses, access_json);
  put_list(text, "streams", recording.streams, streams_json);
  return text + "}\n";
}

}  // namespace warpglass
