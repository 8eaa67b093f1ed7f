// Reading of metric expressions and markers; scene_run.cpp evaluates them.
#include "app/course/metric.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "sim/event/counters.h"

namespace warpglass {
namespace {

struct NamedFilter {
  const char* name;
  MetricFilter filter;
};
const NamedFilter kFilters[] = {
    {"global", {Space::kGlobal, std::nullopt}},
    {"global_load", {Space::kGlobal, Operation::kLoad}},
    {"global_store", {Space::kGlobal, Operation::kStore}},
    {"global_atomic", {Space::kGlobal, Operation::kAtomic}},
    {"shared", {Space::kShared, std::nullopt}},
    {"shared_load", {Space::kShared, Operation::kLoad}},
    {"shared_store", {Space::kShared, Operation::kStore}},
    {"shared_atomic", {Space::kShared, Operation::kAtomic}},
};

std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> words;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t first = text.find_first_not_of(" \t", at);
    if (first == std::string::npos) break;
    const std::size_t end = std::min(text.find_first_of(" \t", first), text.size());
    words.push_back(text.substr(first, end - first));
    at = end;
  }
  return words;
}

bool is_counter(const std::string& name) {
  const auto names = counter_names();
  return std::any_of(names.begin(), names.end(), [&](const CounterName& c) { return name == c.name; });
}

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_word(char c) { return is_letter(c) || (c >= '0' && c <= '9'); }

// The marker at an '@' of a comment: its name, or nothing.
std::string marker_at(const std::string& line, std::size_t at) {
  std::size_t end = at + 1;
  while (end < line.size() && is_word(line[end])) ++end;
  const bool opens = at == 0 || !is_word(line[at - 1]);
  return opens && end > at + 1 && is_letter(line[at + 1]) ? line.substr(at + 1, end - at - 1) : std::string();
}

// Calls each(name, line) for every marker of the source.
template <class Each>
void each_marker(const std::string& source, Each each) {
  std::uint32_t number = 0;
  for (std::size_t begin = 0; begin < source.size();) {
    const std::size_t end = std::min(source.find('\n', begin), source.size());
    const std::string line = source.substr(begin, std::min<std::size_t>(end - begin, 4096));
    begin = end + 1;
    ++number;
    const std::size_t comment = line.find("//");
    for (std::size_t at = comment == std::string::npos ? comment : line.find('@', comment); at != std::string::npos;
         at = line.find('@', at + 1))
      if (const std::string name = marker_at(line, at); !name.empty()) each(name, number);
  }
}

bool read_whole_number(const std::string& text, std::int64_t& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size();
}

bool read_real(const std::string& text, double& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() && value > -1e18 && value < 1e18;
}

}  // namespace

const std::vector<std::string>& metric_names() {
  static const std::vector<std::string> names = {"n_way",
                                                 "wavefronts_per_request",
                                                 "sectors_per_request",
                                                 "lines_per_request",
                                                 "efficiency_percent",
                                                 "requests",
                                                 "conflicts",
                                                 "bytes_asked",
                                                 "bytes_moved",
                                                 "threads_per_block",
                                                 "blocks",
                                                 "shared_bytes",
                                                 "blocks_per_sm",
                                                 "occupancy_percent",
                                                 "time_us",
                                                 "cycles",
                                                 "streams_us"};
  return names;
}

bool is_launch_metric(const std::string& name) {
  return name == "threads_per_block" || name == "blocks" || name == "shared_bytes" || name == "blocks_per_sm" ||
         name == "occupancy_percent";
}

bool is_timing_metric(const std::string& name) { return name == "time_us" || name == "cycles"; }

bool is_marker_name(const std::string& name) {
  return !name.empty() && name.size() <= 60 && is_letter(name[0]) && std::all_of(name.begin(), name.end(), is_word);
}

bool read_metric(const std::string& text, Metric& metric, std::string& problem) {
  const std::vector<std::string> words = words_of(text);
  if (words.empty()) {
    problem = "The name of a metric is needed here, for example \"n_way @read_tile\".";
    return false;
  }
  Metric read;
  read.name = words[0];
  const auto& known = metric_names();
  if (!is_counter(read.name) && std::find(known.begin(), known.end(), read.name) == known.end()) {
    problem = fmt::format("There is no metric \"{}\"; docs/lesson-format.md lists them.", read.name);
    return false;
  }
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string& word = words[i];
    const auto filter =
        std::find_if(std::begin(kFilters), std::end(kFilters), [&](const NamedFilter& f) { return word == f.name; });
    if (word[0] == '@' && is_marker_name(word.substr(1)) && read.marker.empty()) {
      read.marker = word.substr(1);
    } else if (filter != std::end(kFilters) && read.filter == MetricFilter{}) {
      read.filter = filter->filter;
    } else {
      problem = fmt::format(
          "\"{}\" does not fit here: a marker (@name), a space (global_load, shared, ...) or both "
          "may follow the metric.",
          word);
      return false;
    }
  }
  const bool of_launch = is_launch_metric(read.name) || is_timing_metric(read.name) || read.name == "streams_us";
  if (of_launch && words.size() > 1) {
    problem = fmt::format("\"{}\" is a number of the whole launch; nothing may follow it.", read.name);
    return false;
  }
  metric = read;
  return true;
}

bool read_arrangement(const std::string& text, std::string& variant, std::map<std::string, std::int64_t>& values,
                      std::string& problem) {
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(',', at), text.size());
    const std::string item = trimmed(text.substr(at, end - at));
    at = end + 1;
    const std::size_t equals = item.find('=');
    const std::string name = trimmed(item.substr(0, equals));
    const std::string value = equals == std::string::npos ? "" : trimmed(item.substr(equals + 1));
    std::int64_t number = 0;
    if (name == "variant" && !value.empty()) {
      variant = value;
    } else if (!name.empty() && read_whole_number(value, number) && values.size() < 64) {
      values[name] = number;
    } else {
      problem = fmt::format("\"{}\": after | stand settings such as pad=1 or variant=try0, with commas between.", item);
      return false;
    }
  }
  return true;
}

bool read_metric_query(const std::string& text, MetricQuery& query, std::string& problem) {
  MetricQuery read;
  const std::size_t bar = text.find('|');
  const std::string what = trimmed(text.substr(0, bar));
  if (double number = 0; bar == std::string::npos && read_real(what, number)) {
    read.number = number;
  } else if (!read_metric(what, read.metric, problem)) {
    return false;
  }
  if (bar != std::string::npos && !read_arrangement(text.substr(bar + 1), read.variant, read.values, problem))
    return false;
  query = read;
  return true;
}

std::vector<std::uint32_t> marker_lines(const std::string& source, const std::string& marker) {
  std::vector<std::uint32_t> lines;
  each_marker(source, [&](const std::string& name, std::uint32_t line) {
    if (name == marker && (lines.empty() || lines.back() != line)) lines.push_back(line);
  });
  return lines;
}

std::vector<std::string> markers_of(const std::string& source) {
  std::vector<std::string> names;
  each_marker(source, [&](const std::string& name, std::uint32_t) {
    if (names.size() < 256 && std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  });
  return names;
}

}  // namespace warpglass
