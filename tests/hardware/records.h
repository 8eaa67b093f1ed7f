// The recorded measurements as JSON, read once a file.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace warpglass {

// The parsed tests/hardware/data/<name>; throws when it is missing, which fails the test that asked.
const nlohmann::json& records(const std::string& name);

// tests/hardware/data
std::string records_folder();

}  // namespace warpglass
