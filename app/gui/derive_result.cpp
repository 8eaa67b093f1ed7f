// The rows of the result table: start, now, measured. Model and measurement are read through the same formulas, so that
// a row compares like with like; a value that was not measured stays empty.
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <initializer_list>

#include "app/gui/derive.h"
#include "sim/event/counters.h"
#include "sim/machine/spec.h"
#include "sim/timed_run.h"

namespace warpglass {
namespace {

using Read = std::function<std::optional<double>(const char*)>;
using Names = std::initializer_list<const char*>;

std::optional<double> sum(const Read& read, Names names) {
  double total = 0;
  for (const char* name : names) {
    const auto value = read(name);
    if (!value) return std::nullopt;
    total += *value;
  }
  return total;
}

std::optional<double> ratio(std::optional<double> top, std::optional<double> bottom, double factor = 1.0) {
  if (!top || !bottom || *bottom == 0) return std::nullopt;
  return *top * factor / *bottom;
}

Read of_counters(const Counters& counters) {
  return [&counters](const char* name) -> std::optional<double> {
    for (const CounterName& known : counter_names())
      if (std::string_view(known.name) == name) return static_cast<double>(counters.*known.member);
    return std::nullopt;
  };
}

// A GPU counts shared instructions; the model's requests are those with a lane at work.
Read of_recorded(const RecordedLaunch& recorded) {
  return [&recorded](const char* name) -> std::optional<double> {
    static const std::map<std::string, const char*> kAlias = {{"shared_load_requests", "inst_shared_load"},
                                                              {"shared_store_requests", "inst_shared_store"},
                                                              {"shared_atomic_requests", "inst_shared_atomic"}};
    auto found = recorded.counters.find(name);
    if (found == recorded.counters.end())
      if (const auto alias = kAlias.find(name); alias != kAlias.end()) found = recorded.counters.find(alias->second);
    if (found == recorded.counters.end()) return std::nullopt;
    return found->second;
  };
}

struct KernelRow {
  const char* id;
  RowFormat format;
  bool lower_is_better;
  std::optional<double> (*value)(const Read&);
};

std::optional<double> efficiency(const Read& read) {
  const auto asked = sum(read, {"global_load_bytes_asked", "global_store_bytes_asked"});
  return ratio(asked, sum(read, {"global_load_sectors", "global_store_sectors"}), 1.0 / 32.0);
}

constexpr std::array<KernelRow, 8> kKernelRows = {{
    {"result.passes_read", RowFormat::kRatio, true,
     [](const Read& r) { return ratio(r("shared_load_wavefronts"), r("shared_load_requests")); }},
    {"result.passes_written", RowFormat::kRatio, true,
     [](const Read& r) { return ratio(r("shared_store_wavefronts"), r("shared_store_requests")); }},
    {"result.passes_atomic", RowFormat::kRatio, true,
     [](const Read& r) { return ratio(r("shared_atomic_wavefronts"), r("shared_atomic_requests")); }},
    {"result.conflicts", RowFormat::kRatio, true,
     [](const Read& r) {
       return ratio(sum(r, {"bank_conflicts_load", "bank_conflicts_store"}),
                    sum(r, {"shared_load_requests", "shared_store_requests"}));
     }},
    {"result.sectors_read", RowFormat::kRatio, true,
     [](const Read& r) { return ratio(r("global_load_sectors"), r("global_load_requests")); }},
    {"result.sectors_written", RowFormat::kRatio, true,
     [](const Read& r) { return ratio(r("global_store_sectors"), r("global_store_requests")); }},
    {"result.sectors_atomic", RowFormat::kRatio, true,
     [](const Read& r) { return ratio(r("global_red_sectors"), r("global_red_requests")); }},
    {"result.efficiency", RowFormat::kPercent, false, efficiency},
}};

std::optional<double> started(const AppState& state, const char* id) {
  for (const auto& [name, value] : state.start.values)
    if (name == id) return value;
  return std::nullopt;
}

void note_measured(ShownResult& shown, const Recording& recording) {
  shown.measured_gpu = recording.gpu;
  shown.measured_date = recording.date;
  shown.measured_protocol = recording.protocol;
}

// Efficiency cannot be read from a GPU's counters (bytes asked are not counted), but follows from its sectors.
std::optional<double> measured_row(const KernelRow& row, const Read& measured, const Read& model) {
  if (std::string_view(row.id) != "result.efficiency") return row.value(measured);
  return ratio(sum(model, {"global_load_bytes_asked", "global_store_bytes_asked"}),
               sum(measured, {"global_load_sectors", "global_store_sectors"}), 1.0 / 32.0);
}

bool differs(const ShownResult& shown) {
  return std::any_of(shown.rows.begin(), shown.rows.end(), [](const ResultRow& row) {
    if (row.format == RowFormat::kMicroseconds) return false;  // a modelled time is an estimate, and says so
    return row.now && row.measured && std::abs(*row.now - *row.measured) > kTolerance * std::abs(*row.measured) + 1e-9;
  });
}

// Other requests than the source makes: the compiler merged, moved or split accesses. The same requests and up to 35 %
// more passes: on a busy SM other traffic takes turns at the banks, and the counter counts those too.
const char* why_it_differs(const Read& model, const Read& measured) {
  static constexpr const char* kRequests[] = {"global_load_requests", "global_store_requests", "shared_load_requests",
                                              "shared_store_requests"};
  for (const char* name : kRequests) {
    const auto here = model(name), there = measured(name);
    if (here && there && std::abs(*here - *there) > kTolerance * std::max(*here, *there))
      return "result.differs_compiler";
  }
  const Names passes = {"shared_load_wavefronts", "shared_store_wavefronts"};
  const auto here = sum(model, passes), there = sum(measured, passes);
  if (here && there && *there > *here && *there <= 1.35 * *here) return "result.differs_arbitration";
  return "result.differs";
}

ShownResult kernel_result(const AppState& state) {
  ShownResult shown;
  if (state.result == nullptr || state.result->launch == nullptr) return shown;
  shown.partial = state.result->partial;
  const Read model = of_counters(state.result->run.total);
  const RecordedLaunch* recorded = nullptr;
  for (const Recording& recording : *state.recordings) {
    if (recording.machine != state.scene.machine || shown.partial) continue;
    recorded = find_recorded(recording, state.result_source, state.result_launch);
    if (recorded != nullptr) {
      note_measured(shown, recording);
      break;
    }
  }
  const Read measured = recorded ? of_recorded(*recorded) : Read([](const char*) { return std::optional<double>(); });
  for (const KernelRow& row : kKernelRows) {
    ResultRow out{row.id, row.format, started(state, row.id), row.value(model), {}, row.lower_is_better, false};
    if (!out.now && !out.start) continue;
    if (recorded && out.now) out.measured = measured_row(row, measured, model);
    shown.rows.push_back(out);
  }
  if (state.timed != nullptr && state.timed->times.ok) {
    ResultRow time{"result.time",
                   RowFormat::kMicroseconds,
                   started(state, "result.time"),
                   state.timed->times.time_cold_us,
                   {},
                   true,
                   false};
    if (recorded && recorded->time_cold_ns) time.measured = *recorded->time_cold_ns / 1000.0;
    shown.rows.push_back(time);
  }
  if (recorded) {
    shown.measured_us = recorded->time_back_to_back_us;
    if (differs(shown)) shown.differs = why_it_differs(model, measured);
  }
  return shown;
}

void add(ShownResult& shown, const AppState& state, const char* id, RowFormat format, double now, bool neutral = false,
         bool lower_is_better = true) {
  shown.rows.push_back({id, format, started(state, id), now, {}, lower_is_better, neutral});
}

void global_rows(ShownResult& shown, const AppState& state, const ShownAccess& access) {
  const Coalesced& c = access.coalesced;
  const bool whole_segments = access.line_shape.sector_bytes == access.line_shape.line_bytes;
  if (!whole_segments) {
    add(shown, state, "result.lines", RowFormat::kCount, static_cast<double>(c.lines.size()));
    add(shown, state, "result.sectors", RowFormat::kCount, c.sectors_counted);
  } else {
    add(shown, state, "result.segments", RowFormat::kCount, static_cast<double>(c.lines.size()));
  }
  const auto moved = static_cast<double>(whole_segments ? c.bytes_moved_segments : c.bytes_moved_sectors);
  add(shown, state, "result.bytes_asked", RowFormat::kBytes, static_cast<double>(c.bytes_asked), true);
  add(shown, state, "result.bytes_moved", RowFormat::kBytes, moved);
  if (moved > 0)
    add(shown, state, whole_segments ? "result.efficiency_segments" : "result.efficiency", RowFormat::kPercent,
        static_cast<double>(c.bytes_asked) / moved, false, false);
}

void shared_rows(ShownResult& shown, const AppState& state, const ShownAccess& access) {
  const BankAccess& b = access.banks;
  add(shown, state, "result.passes", RowFormat::kCount, b.wavefronts);
  add(shown, state, "result.phases", RowFormat::kCount, static_cast<double>(b.phases.size()), true);
  add(shown, state, "result.conflicts", RowFormat::kCount, b.conflicts);
  add(shown, state, "result.ways", RowFormat::kCount, b.n_way);
  add(shown, state, "result.bytes_asked", RowFormat::kBytes, static_cast<double>(b.bytes_asked), true);
}

// The one recorded number of an access and what follows from it.
void measured_access(ShownResult& shown, const ShownAccess& access, const RecordedAccess& recorded) {
  for (ResultRow& row : shown.rows) {
    const std::string_view id = row.id;
    if (id == "result.passes" || id == "result.sectors") row.measured = recorded.cost;
    if (id == "result.conflicts") row.measured = recorded.conflicts;
    if (access.shared()) continue;
    const double moved = recorded.cost * access.line_shape.sector_bytes;
    if (id == "result.bytes_moved") row.measured = moved;
    if (id == "result.efficiency" && moved > 0)
      row.measured = static_cast<double>(access.coalesced.bytes_asked) / moved;
  }
}

ShownResult lab_result(const AppState& state, const ShownAccess& access) {
  ShownResult shown;
  if (!access.valid) return shown;
  access.shared() ? shared_rows(shown, state, access) : global_rows(shown, state, access);
  for (const Recording& recording : *state.recordings) {
    if (recording.machine != state.scene.machine) continue;
    if (const RecordedAccess* recorded = find_recorded(recording, access.access)) {
      note_measured(shown, recording);
      measured_access(shown, access, *recorded);
      if (differs(shown)) shown.differs = "result.differs";
      break;
    }
  }
  return shown;
}

}  // namespace

ShownResult shown_result(const AppState& state, const ShownAccess& access) {
  return is_lab(state) ? lab_result(state, access) : kernel_result(state);
}

Pinned pin(const ShownResult& result) {
  Pinned pinned;
  for (const ResultRow& row : result.rows)
    if (row.now) pinned.values.emplace_back(row.id, *row.now);
  return pinned;
}

}  // namespace warpglass
