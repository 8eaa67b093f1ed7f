// Kernels with one fault each, and clean ones: a checked run names the fault's kind on an expected line, and nothing
// on a clean kernel. The recorded launches and questions are clean but for those listed, which are findings.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "app/scene/launch_json.h"
#include "pipeline.h"
#include "records.h"

namespace warpglass {
namespace {

using nlohmann::json;

// Every diagnostic of a checked run: what stopped the launch, then what the checks found.
std::vector<Diagnostic> faults_of(const json& record) {
  const auto result = run_checked_record(record);
  if (!result) return {};
  std::vector<Diagnostic> all = result->faults;
  for (const Diagnostic& diagnostic : result->diagnostics)
    if (diagnostic.severity == Severity::kError) all.push_back(diagnostic);
  return all;
}

class Faults : public testing::TestWithParam<json> {};
TEST_P(Faults, AreNamedAsExpected) {
  const json& expected = GetParam()["expected"];
  const std::string kind = expected["kind"];
  const auto lines = expected["lines"].get<std::set<std::uint32_t>>();
  const std::vector<Diagnostic> found = faults_of(GetParam());
  if (kind == "clean") {
    for (const Diagnostic& fault : found) ADD_FAILURE() << fault.message;
    return;
  }
  ASSERT_FALSE(found.empty());
  for (const Diagnostic& fault : found) {
    EXPECT_EQ(fault_kind_name(fault.kind), kind) << fault.message;
    EXPECT_TRUE(lines.empty() || lines.count(fault.span.line)) << "line " << fault.span.line << ": " << fault.message;
  }
}
INSTANTIATE_TEST_SUITE_P(Recorded, Faults, testing::ValuesIn(records("faults.json").get<std::vector<json>>()),
                         test_name);

// Kernels of public questions that have a fault themselves, and which.
const std::map<std::string, FaultKind>& findings() {
  static const std::map<std::string, FaultKind> known = {
      {"05_2d", FaultKind::kRace},           // every thread of a row computes and stores y[row]
      {"41_g2", FaultKind::kUninitialised},  // the second block reads what only the first one's threads would write
      {"45_b32", FaultKind::kRace},          // the whole warp stores one element
      {"49_volatile", FaultKind::kRace},     // a last warp without __syncwarp
  };
  return known;
}

TEST(Faults, QuestionsHaveNoneButTheFindings) {
  for (const json& record : records("questions.json")) {
    const std::string id = record["id"];
    const std::vector<Diagnostic> found = faults_of(record);
    const auto known = findings().find(id);
    if (known == findings().end()) {
      for (const Diagnostic& fault : found) ADD_FAILURE() << id << ": " << fault.message;
      continue;
    }
    ASSERT_FALSE(found.empty()) << id;
    for (const Diagnostic& fault : found) EXPECT_EQ(fault.kind, known->second) << id << ": " << fault.message;
  }
}

// The recorded launches: those of a second or more in a slow build run apart.
void launches_are_clean(bool is_long) {
  constexpr double kLongInstructions = 5e5;  // machine instructions of a warp
  for (const json& record : records("launches.json")) {
    const double size = record.value("measured", json::object()).value("warp_instructions", 0.0);
    if ((size > kLongInstructions) != is_long) continue;
    for (const Diagnostic& fault : faults_of(record))
      ADD_FAILURE() << record["id"] << ", line " << fault.span.line << ": " << fault.message;
  }
}
TEST(Faults, LaunchesHaveNone) { launches_are_clean(false); }
TEST(LongFaults, LaunchesHaveNone) { launches_are_clean(true); }

}  // namespace
}  // namespace warpglass
