// What a checked run found, as JSON: the entries of "faults" and "notes".
//   {"kind", "severity", "line", "message", "block", "warp", "lane", "thread", "object", "note",
//    "other": {"line", "block", "warp", "lane", "thread", "what"}, "count"}
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "sim/base/diagnostic.h"

namespace warpglass {

// Keys without a value are null; "other" is null when nobody else was involved.
nlohmann::ordered_json faults_json(const std::vector<Diagnostic>& faults, const SourceSet& sources);

}  // namespace warpglass
