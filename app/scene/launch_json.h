// The launch format: one launch of one kernel as JSON, as in the recorded measurements (tests/hardware/data).
//   {"id": "copy", "source": "copy.cu", "kernel": "copy", "defines": {"N": "32"}, "grid": [4, 1, 1], "block": [128, 1,
//   1],
//    "dynamic_shared": 0, "shared_opt_in": false, "args": [{"buffer": "float32", "count": 512, "fill": "iota"},
//    {"int32": 512}], "symbols": [{"symbol": "w", "type": "float32", "data": [1, 2, 1]}]}
// Keys that are not named here are skipped: files carry measurements beside the launch. Sizes are bounded, and what is
// wrong is told in one sentence with its place.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "sim/base/launch.h"

namespace warpglass {

struct LaunchCase {
  std::string source;  // path as written
  Launch launch;       // launch.id too
};

struct LaunchJsonError {
  std::string path;     // "args[1].count"; empty: the whole case
  std::string message;  // one sentence
};

// False with `error` filled; `out` then holds what was read so far (the id, for a message).
bool read_case(const nlohmann::json& value, LaunchCase& out, LaunchJsonError& error);
nlohmann::json write_case(const LaunchCase& launch_case);

// A file of cases: an array of launches, or one launch. Each entry stands alone; a wrong one keeps its error.
struct CaseEntry {
  LaunchCase launch_case;
  bool ok = false;
  LaunchJsonError error;
};
// False with `message` filled when the text is no JSON, or neither an array nor an object.
bool read_cases(const std::string& text, std::vector<CaseEntry>& cases, std::string& message);

}  // namespace warpglass
