#include "app/cli/fault_json.h"

#include <nlohmann/json.hpp>

namespace warpglass {
namespace {

using nlohmann::ordered_json;

void add_span(ordered_json& out, const Span& span, const SourceSet& sources) {
  out["line"] = span.known() ? ordered_json(span.line) : ordered_json();
  if (span.known() && span.file != 0 && span.file < sources.files.size()) out["file"] = sources.files[span.file].name;
}

void add_place(ordered_json& out, const ThreadPlace& place) {
  out["block"] = place.block;
  out["warp"] = place.warp;
  out["lane"] = place.lane;
  out["thread"] = place.thread;
}

const char* severity_name(Severity severity) {
  return severity == Severity::kError ? "error" : (severity == Severity::kWarning ? "warning" : "note");
}

ordered_json fault_json(const Diagnostic& fault, const SourceSet& sources) {
  ordered_json out = {{"kind", fault_kind_name(fault.kind)}, {"severity", severity_name(fault.severity)}};
  add_span(out, fault.span, sources);
  out["message"] = fault.message;
  if (fault.place) {
    add_place(out, *fault.place);
  } else {
    for (const char* key : {"block", "warp", "lane", "thread"}) out[key] = nullptr;
  }
  if (!fault.object.empty()) out["object"] = fault.object;
  if (fault.address) out["address"] = *fault.address;
  if (!fault.note.empty()) out["note"] = fault.note;
  out["other"] = nullptr;
  if (fault.other) {
    ordered_json other = ordered_json::object();
    add_span(other, fault.other->span, sources);
    add_place(other, fault.other->who);
    other["what"] = fault.other->what;
    out["other"] = std::move(other);
  }
  out["count"] = fault.count;
  return out;
}

}  // namespace

ordered_json faults_json(const std::vector<Diagnostic>& faults, const SourceSet& sources) {
  ordered_json out = ordered_json::array();
  for (const Diagnostic& fault : faults) out.push_back(fault_json(fault, sources));
  return out;
}

}  // namespace warpglass
