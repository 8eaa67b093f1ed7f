#include "records.h"

#include <fstream>
#include <map>

namespace warpglass {

std::string records_folder() { return WARPGLASS_TEST_DATA "/hardware/data"; }

const nlohmann::json& records(const std::string& name) {
  static std::map<std::string, nlohmann::json> loaded;
  const auto known = loaded.find(name);
  if (known != loaded.end()) return known->second;
  std::ifstream file(records_folder() + "/" + name);
  return loaded.emplace(name, nlohmann::json::parse(file)).first->second;
}

}  // namespace warpglass
