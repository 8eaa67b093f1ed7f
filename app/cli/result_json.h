// A finished run as JSON: the object that `batch` writes for each case and `run --json` for its one.
//   {"id", "status": "ok" | "error", "error": {"kind", "message", "line", "column"}, "counters": {...},
//    "lines": [{"line": 7, "counters": {...}}]}
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "sim/session.h"

namespace warpglass {

// The first error among the diagnostics, or null.
const Diagnostic* first_error(const std::vector<Diagnostic>& diagnostics);

nlohmann::ordered_json result_json(const std::string& id, const SessionResult& result);
// The same of a checked run, with "faults" and "notes" (fault_json.h).
nlohmann::ordered_json checked_json(const std::string& id, const SessionResult& result);
// A case that did not get as far as a run.
nlohmann::ordered_json refusal_json(const std::string& id, const Diagnostic& error);

// Text of the value, in UTF-8 whatever the strings hold.
std::string json_text(const nlohmann::ordered_json& value, int indent = -1);

}  // namespace warpglass
