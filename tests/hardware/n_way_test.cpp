// The profiler's own N-way of every shared load and store that it saw, against the model's wavefronts per request.
// Machine instructions and source accesses do not pair one for one (an unrolled loop has many of the first for one of
// the second), so the N-ways of a launch are compared as sets, loads and stores apart. Left out are kernels whose
// shared accesses the compiler merges or duplicates, and launches with a shared instruction that the profiler left
// unrated (an N-way of 0: predicated ones).
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "pipeline.h"
#include "records.h"

namespace warpglass {
namespace {

using nlohmann::json;

bool merged_by_the_compiler(const std::string& id) {
  return id.find("unrolled") != std::string::npos || id.rfind("matmul_block_shared", 0) == 0 ||
         id.rfind("histogram", 0) == 0;
}

// False where the profiler left a shared load or store that ran unrated, or saw none.
bool rated(const json& row) {
  bool any = false;
  for (const json& instruction : row["memory_and_control"]) {
    const std::string sass = instruction["sass"];
    const bool shared = sass.find("LDS") != std::string::npos || sass.find("STS") != std::string::npos;
    if (!shared || instruction["executed"].get<double>() == 0) continue;
    if (instruction["n_way"] == "0") return false;
    any = true;
  }
  return any;
}

std::set<int> profiled(const json& row, const std::string& mnemonic) {
  std::set<int> ways;
  for (const json& instruction : row["memory_and_control"]) {
    const int n_way = std::stoi(instruction["n_way"].get<std::string>());
    const bool ran = instruction["executed"].get<double>() > 0;
    if (ran && n_way > 0 && instruction["sass"].get<std::string>().find(mnemonic) != std::string::npos)
      ways.insert(n_way);
  }
  return ways;
}

std::set<int> modelled(const SessionResult& result, Operation operation) {
  std::set<int> ways;
  for (const AccessSite& site : result.sites)
    if (site.space == Space::kShared && site.operation == operation && site.requests > 0)
      ways.insert(static_cast<int>(std::lround(static_cast<double>(site.cost) / static_cast<double>(site.requests))));
  return ways;
}

json launch_of(const std::string& id) {
  for (const json& record : records("launches.json"))
    if (record["id"] == id) return record;
  return {};
}

TEST(NWay, SharedAccessesEqualTheProfiler) {
  int compared = 0;
  for (const json& row : records("instructions.json")) {
    const std::string id = row["id"];
    if (merged_by_the_compiler(id) || !rated(row)) continue;
    const std::set<int> loads = profiled(row, "LDS"), stores = profiled(row, "STS");
    const auto result = run_record(launch_of(id));
    ASSERT_NE(result, nullptr) << id;
    EXPECT_EQ(modelled(*result, Operation::kLoad), loads) << id;
    EXPECT_EQ(modelled(*result, Operation::kStore), stores) << id;
    ++compared;
  }
  EXPECT_GE(compared, 12);
}

}  // namespace
}  // namespace warpglass
