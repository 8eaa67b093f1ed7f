// Counters, lines and errors as JSON. Keys are the counters' own names, from the one list in sim/event.
#include "app/cli/result_json.h"

#include <nlohmann/json.hpp>

#include "app/cli/fault_json.h"

namespace warpglass {
namespace {

using nlohmann::ordered_json;

ordered_json counters_json(const Counters& counters) {
  ordered_json out = ordered_json::object();
  for (const CounterName& entry : counter_names()) out[entry.name] = counters.*entry.member;
  return out;
}

ordered_json error_json(const Diagnostic& error, const SourceSet& sources) {
  ordered_json out = {{"kind", fault_kind_name(error.kind)}, {"message", error.message}};
  out["line"] = error.span.known() ? ordered_json(error.span.line) : ordered_json();
  out["column"] = error.span.known() ? ordered_json(error.span.column) : ordered_json();
  if (error.span.known() && error.span.file != 0 && error.span.file < sources.files.size())
    out["file"] = sources.files[error.span.file].name;
  return out;
}

ordered_json lines_json(const std::vector<LineCounters>& lines, const SourceSet& sources) {
  ordered_json out = ordered_json::array();
  for (const LineCounters& entry : lines) {
    ordered_json line = {{"line", entry.line}};
    if (entry.file != 0 && entry.file < sources.files.size()) line["file"] = sources.files[entry.file].name;
    line["counters"] = counters_json(entry.counters);
    out.push_back(std::move(line));
  }
  return out;
}

}  // namespace

const Diagnostic* first_error(const std::vector<Diagnostic>& diagnostics) {
  for (const Diagnostic& diagnostic : diagnostics)
    if (diagnostic.severity == Severity::kError) return &diagnostic;
  return nullptr;
}

ordered_json result_json(const std::string& id, const SessionResult& result) {
  const Diagnostic* error = first_error(result.diagnostics);
  ordered_json out = {{"id", id}, {"status", error == nullptr ? "ok" : "error"}};
  if (error != nullptr) out["error"] = error_json(*error, result.sources);
  out["counters"] = counters_json(result.run.total);
  out["lines"] = lines_json(result.lines, result.sources);
  if (!result.run.printed.empty()) out["printed"] = result.run.printed;
  return out;
}

ordered_json checked_json(const std::string& id, const SessionResult& result) {
  ordered_json out = result_json(id, result);
  out["faults"] = faults_json(result.faults, result.sources);
  out["notes"] = faults_json(result.notes, result.sources);
  return out;
}

ordered_json refusal_json(const std::string& id, const Diagnostic& error) {
  SessionResult result;
  result.diagnostics.push_back(error);
  return result_json(id, result);
}

std::string json_text(const ordered_json& value, int indent) {
  return value.dump(indent, ' ', false, ordered_json::error_handler_t::replace);
}

}  // namespace warpglass
