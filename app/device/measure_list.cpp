// See measure_list.h.
#include "app/device/measure_list.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/device/lab_kernel.h"
#include "app/scene/scene_input.h"
#include "app/scene/sweep.h"

namespace warpglass {
namespace {

constexpr std::size_t kMostValues = 33;

// A knob's values, evenly thinned.
std::vector<std::int64_t> values_of(const Scene& scene, const std::string& knob) {
  const std::vector<std::int64_t> all = sweep_values(scene, knob);
  if (all.size() <= kMostValues) return all;
  std::vector<std::int64_t> some;
  for (std::size_t i = 0; i < kMostValues; ++i) some.push_back(all[i * (all.size() - 1) / (kMostValues - 1)]);
  return some;
}

void add_launch(std::vector<MeasureItem>& items, const Scene& scene, const std::string& id) {
  MeasureItem item;
  item.id = id;
  SessionInput input;
  SceneError error;
  if (scene_input(scene, input, error)) {
    item.request.source_name = input.source_name;
    item.request.source = input.source;
    item.request.launch = input.launch;
    item.request.machine = input.machine;
  } else {
    item.problem = error.message;
  }
  const auto same = [&](const MeasureItem& other) {
    return other.request.launch == item.request.launch && other.problem.empty();
  };
  if (item.problem.empty() && std::any_of(items.begin(), items.end(), same)) return;
  items.push_back(std::move(item));
}

void add_lab(std::vector<MeasureItem>& items, const AccessLab& lab, const std::string& machine, const std::string& id) {
  MeasureItem item;
  item.id = id;
  item.lab = lab;
  item.request.machine = machine;
  lab_request(lab, item.request, item.problem);
  const auto same = [&](const MeasureItem& other) { return other.lab == item.lab; };
  if (std::none_of(items.begin(), items.end(), same)) items.push_back(std::move(item));
}

std::vector<MeasureItem> lab_items(const Scene& scene) {
  std::vector<MeasureItem> items;
  add_lab(items, scene.lab, scene.machine, scene.id);
  for (const std::string& knob : sweep_knobs(scene))
    for (const std::int64_t value : values_of(scene, knob)) {
      AccessLab lab = scene.lab;
      set_lab_knob(lab, knob, value);
      add_lab(items, lab, scene.machine, fmt::format("{}_{}{}", scene.id, knob, value));
    }
  return items;
}

// A time stands in a recording only when the protocol gives one.
void put_time(RecordedLaunch& out, const DeviceAnswer& answer, const char* name, const char* key, double unit_ns,
              std::optional<double>& to) {
  const auto found = answer.times.find(name);
  if (found == answer.times.end() || !found->second.usable()) return;
  to = found->second.median_ns / unit_ns;
  out.time_spread[key] = found->second.spread;
}

std::optional<double> number_of(const DeviceAnswer& answer, const char* name) {
  const auto found = answer.numbers.find(name);
  return found == answer.numbers.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace

std::vector<MeasureItem> scene_items(const Scene& scene) {
  if (scene.kind == SceneKind::kAccessLab) return lab_items(scene);
  std::vector<MeasureItem> items;
  for (const Variant& variant : scene.variants) {
    Scene chosen = scene;
    chosen.variant = variant.name;
    chosen.values.clear();
    for (const auto& [name, value] : variant.fixed) set_knob(chosen, name, value);
    add_launch(items, chosen, fmt::format("{}_{}", scene.id, variant.name));
    for (const std::string& knob : variant.knobs)
      for (const std::int64_t value : values_of(chosen, knob)) {
        Scene moved = chosen;
        set_knob(moved, knob, value);
        add_launch(items, moved, fmt::format("{}_{}_{}{}", scene.id, variant.name, knob, value));
      }
  }
  return items;
}

RecordedLaunch recorded_launch(const MeasureItem& item, const DeviceAnswer& answer) {
  RecordedLaunch out;
  out.source_hash = source_hash(item.request.source);
  out.source_name = item.request.source_name;
  out.launch = answer.launch;
  out.launch.id = item.id;
  out.counters = answer.counters;
  const auto duration = out.counters.find("gpu_time_duration_ns");
  put_time(out, answer, "cold", "time_cold_ns", 1.0, out.time_cold_ns);
  put_time(out, answer, "warm", "time_warm_us", 1000.0, out.time_warm_us);
  put_time(out, answer, "back_to_back", "time_back_to_back_us", 1000.0, out.time_back_to_back_us);
  put_time(out, answer, "empty", "launch_overhead_us", 1000.0, out.launch_overhead_us);
  // The profiler's clock has no events around the kernel: the better number for one cold launch, where there is one.
  // A longer one would hold more than the kernel.
  if (duration != out.counters.end() && duration->second > 0 && out.time_cold_ns &&
      duration->second <= *out.time_cold_ns) {
    out.time_cold_ns = duration->second;
    out.time_spread.erase("time_cold_ns");
  }
  out.sm_clock_before_mhz = number_of(answer, "sm_clock_before_mhz");
  out.sm_clock_after_mhz = number_of(answer, "sm_clock_after_mhz");
  Match worst = Match::kExact;
  for (const BufferComparison& buffer : answer.buffers) worst = std::max(worst, buffer.match);
  if (!answer.buffers.empty())
    out.results = worst == Match::kExact ? "exact" : worst == Match::kWithinTolerance ? "tolerance" : "differs";
  return out;
}

std::string protocol_sentence(const DeviceProtocol& protocol, const DeviceAnswer& answer) {
  return fmt::format(
      "{}; {} warm-ups and up to {} repeats, median and spread (middle 80 % over the median, at most 20 %); warm: "
      "launched again; back to back: {} launches in a row, of one launch; queued before the first event; clocks not "
      "locked; counters through CUPTI's range profiler with L2 flushed before each pass, whose duration of the cold "
      "launch time_cold_ns is.",
      answer.compiler.empty() ? "NVRTC" : answer.compiler, protocol.warm_ups, protocol.repeats, protocol.back_to_back);
}

}  // namespace warpglass
