// The recorded measurements as JSON, read once a file.
#pragma once

#include <nlohmann/json.hpp>
#include <ostream>
#include <string>

namespace warpglass {

// The parsed tests/hardware/data/<name>; throws when it is missing, which fails the test that asked.
const nlohmann::json& records(const std::string& name);

// tests/hardware/data
std::string records_folder();

}  // namespace warpglass

namespace nlohmann {
// A record in a message is its id, not its thousand numbers.
inline void PrintTo(const json& record, std::ostream* out) { *out << record.value("id", "?"); }
}  // namespace nlohmann
