// Whole measured launches. Requests, sectors and instruction counts are equal; wavefronts and bank conflicts of a big
// launch come out up to 35 % above the addresses' count on the hardware (arbitration with other traffic), never below.
// What is not compared, because the machine code differs from the source or the data are random:
//   shared counts of *unrolled*, matmul_block_shared* and histogram*: the compiler merges accesses;
//   shared instruction counts of reduce*: the machine counts instructions without an active lane;
//   sectors of gather_perm and scatter_perm: within 2 %.
#include <gtest/gtest.h>

#include <cmath>

#include "pipeline.h"
#include "records.h"

namespace warpglass {
namespace {

using nlohmann::json;

constexpr double kLongInstructions = 50e6;  // machine instructions of a warp: a second or more here

bool starts_with(const std::string& text, const char* head) { return text.rfind(head, 0) == 0; }

std::vector<json> launches(bool is_long) {
  std::vector<json> chosen;
  for (const json& record : records("launches.json"))
    if ((record["measured"]["warp_instructions"].get<double>() > kLongInstructions) == is_long)
      chosen.push_back(record);
  return chosen;
}

void expect_sectors(const json& record, const Counters& model) {
  const std::string id = record["id"];
  const auto names = {"global_load_sectors", "global_store_sectors", "global_red_sectors"};
  if (id != "gather_perm" && id != "scatter_perm") return expect_equal(record, model, names);
  for (const char* name : names) {
    const double measured = record["measured"].value(name, 0.0);
    EXPECT_NEAR(static_cast<double>(model_count(model, name)), measured, 0.02 * measured) << name;
  }
}

void expect_wavefronts(const json& record, const Counters& model) {
  const json& measured = record["measured"];
  for (const char* name : {"shared_load_wavefronts", "shared_store_wavefronts"}) {
    const auto count = static_cast<double>(model_count(model, name));
    EXPECT_LE(count, measured[name].get<double>()) << name;
    EXPECT_GE(1.35 * count, measured[name].get<double>()) << name;
  }
}

void compare(const json& record) {
  const std::string id = record["id"];
  const auto result = run_record(record);
  ASSERT_NE(result, nullptr);
  const Counters& model = result->run.total;
  expect_equal(record, model, {"global_load_requests", "global_store_requests", "global_red_requests"});
  expect_sectors(record, model);
  const bool merged = id.find("unrolled") != std::string::npos || starts_with(id, "matmul_block_shared") ||
                      starts_with(id, "histogram");
  if (merged) return;
  if (!starts_with(id, "reduce"))
    expect_equal(record, model, {"inst_shared_load", "inst_shared_store", "inst_shared_atomic"});
  expect_wavefronts(record, model);
}

class Launches : public testing::TestWithParam<json> {};
TEST_P(Launches, EqualTheHardware) { compare(GetParam()); }
INSTANTIATE_TEST_SUITE_P(Recorded, Launches, testing::ValuesIn(launches(false)), test_name);

class LongLaunches : public testing::TestWithParam<json> {};
TEST_P(LongLaunches, EqualTheHardware) { compare(GetParam()); }
INSTANTIATE_TEST_SUITE_P(Recorded, LongLaunches, testing::ValuesIn(launches(true)), test_name);

}  // namespace
}  // namespace warpglass
