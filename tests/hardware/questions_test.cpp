// Kernels from public questions, with the expected cost of every access: requests, sectors and wavefronts by line.
// Entries that share a line, an operation and a space are added up; one without wavefronts binds its requests only.
#include <gtest/gtest.h>

#include <map>
#include <tuple>

#include "pipeline.h"
#include "records.h"

namespace warpglass {
namespace {

using nlohmann::json;

struct Expected {
  std::uint64_t requests = 0, cost = 0;
  bool cost_known = true;
};
using Key = std::tuple<std::uint32_t, std::string, std::string>;  // line, space, operation

std::map<Key, Expected> expected_by_line(const json& record) {
  std::map<Key, Expected> all;
  for (const json& entry : record["expected"]) {
    const std::string space = entry["space"];
    Expected& sum = all[{entry["line"].get<std::uint32_t>(), space, entry["op"].get<std::string>()}];
    const char* cost = space == "shared" ? "wavefronts" : "sectors";
    sum.requests += entry["requests"].get<std::uint64_t>();
    if (entry.contains(cost))
      sum.cost += entry[cost].get<std::uint64_t>();
    else
      sum.cost_known = false;
  }
  return all;
}

Counters counters_of_line(const SessionResult& result, std::uint32_t line) {
  for (const LineCounters& entry : result.lines)
    if (entry.file == 0 && entry.line == line) return entry.counters;
  return {};
}

class Questions : public testing::TestWithParam<json> {};

TEST_P(Questions, EveryLineCostsWhatWasExpected) {
  const auto result = run_record(GetParam());
  ASSERT_NE(result, nullptr);
  const auto expected = expected_by_line(GetParam());
  EXPECT_FALSE(expected.empty());
  for (const auto& [key, costs] : expected) {
    const auto& [line, space, operation] = key;
    const bool global_atomic = space == "global" && operation == "atomic";
    const std::string name = space + "_" + (global_atomic ? "red" : operation);
    const std::string cost = space == "shared" ? "_wavefronts" : "_sectors";
    const Counters model = counters_of_line(*result, line);
    EXPECT_EQ(model_count(model, name + "_requests"), costs.requests) << "line " << line << " " << name;
    if (costs.cost_known) {
      EXPECT_EQ(model_count(model, name + cost), costs.cost) << "line " << line << " " << name;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Recorded, Questions, testing::ValuesIn(records("questions.json").get<std::vector<json>>()),
                         test_name);

}  // namespace
}  // namespace warpglass
