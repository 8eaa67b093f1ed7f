// Metric expressions of lessons: `n_way @read_tile`, `sectors_per_request global_load | pad=1, variant=try0`.
// A metric names a number of a run; a query says in which arrangement of the scene; a marker is a comment in a source,
// `// @read_tile`, that names its line.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "sim/event/access.h"

namespace warpglass {

struct MetricFilter {
  std::optional<Space> space;
  std::optional<Operation> operation;
  bool operator==(const MetricFilter&) const = default;
};

struct Metric {
  std::string name;    // a counter, or one of metric_names()
  std::string marker;  // without @; empty: not limited to lines
  MetricFilter filter;
  bool operator==(const Metric&) const = default;
};

// A metric in an arrangement of the scene; or just a number.
struct MetricQuery {
  Metric metric;
  std::string variant;  // empty: as it is
  std::map<std::string, std::int64_t> values;
  std::optional<double> number;
  bool operator==(const MetricQuery&) const = default;
};

// False and one sentence when the text is none.
bool read_metric(const std::string& text, Metric& metric, std::string& problem);
bool read_metric_query(const std::string& text, MetricQuery& query, std::string& problem);
// The part after "|": "pad=1, variant=try0".
bool read_arrangement(const std::string& text, std::string& variant, std::map<std::string, std::int64_t>& values,
                      std::string& problem);

// The names beside the counters: "n_way", "sectors_per_request", ...
const std::vector<std::string>& metric_names();
bool is_launch_metric(const std::string& name);  // a number of the launch and the machine: no run is needed
bool is_timing_metric(const std::string& name);  // needs the timing model

bool is_marker_name(const std::string& name);  // letters, digits, _
// 1-based lines that carry the marker, ascending.
std::vector<std::uint32_t> marker_lines(const std::string& source, const std::string& marker);
std::vector<std::string> markers_of(const std::string& source);  // each once

}  // namespace warpglass
