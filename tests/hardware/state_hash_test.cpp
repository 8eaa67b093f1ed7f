// The same answer always: memory and counters of every recorded launch have the hash in data/state_hashes.json, on one
// core and on several, with AVX2 and without. The file is the same for every preset and compiler, so that running this
// test in each compares them all. After a wanted change of the model, write it anew:
//   WARPGLASS_WRITE_HASHES=new.json tests_hardware --gtest_filter='*StateHash*'
#include <gtest/gtest.h>

#include <fmt/format.h>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "app/scene/launch_json.h"
#include "records.h"
#include "sim/exec/reference.h"
#include "sim/lang/compile.h"

namespace warpglass {
namespace {

using nlohmann::json;

constexpr double kLongInstructions = 2e6;    // machine instructions of a warp: a second or more in a slow build
constexpr double kMostInstructions = 120e6;  // beyond that the launches say nothing new here

std::vector<json> hashed(bool is_long) {
  std::vector<json> chosen;
  for (const char* file : {"launches.json", "questions.json"}) {
    for (const json& record : records(file)) {
      const json measured = record.value("measured", json::object());  // not every question was measured
      const double size = measured.is_object() ? measured.value("warp_instructions", 0.0) : 0.0;
      if ((size > kLongInstructions) == is_long && size <= kMostInstructions) chosen.push_back(record);
    }
  }
  return chosen;
}

std::string name_of(const testing::TestParamInfo<json>& record) {
  std::string name = record.param["id"];
  for (char& c : name)
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  return name;
}

std::string text_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

std::string hash_of(const std::shared_ptr<const Program>& program, const Launch& launch, unsigned threads,
                    bool baseline) {
  const MachineSpec& machine = *find_machine("h200");
  const PrepareResult prepared = prepare_launch(program, launch, machine, std::uint64_t{1} << 32);
  if (!prepared.launch) return "the launch is refused";
  RunOptions options;
  options.threads = threads;
  options.force_baseline = baseline;
  const RunResult result = run_reference(*prepared.launch, machine, options);
  return fmt::format("{:016x}", state_hash(*prepared.launch, result));
}

void write_hash(const char* path, const std::string& id, const std::string& hash) {
  std::ifstream before(path);
  json all = before ? json::parse(before) : json::object();
  all[id] = hash;
  std::ofstream(path) << all.dump(1) << "\n";
}

void compare(const json& record) {
  LaunchCase launch_case;
  LaunchJsonError error;
  ASSERT_TRUE(read_case(record, launch_case, error)) << error.message;
  CompileOptions options;
  options.defines = launch_case.launch.defines;
  const std::string text = text_of(records_folder() + "/" + launch_case.source);
  CompiledKernel compiled = compile_kernel(parse_source(launch_case.source, text, options), launch_case.launch.kernel);
  ASSERT_TRUE(compiled.program);
  const auto program = std::make_shared<const Program>(std::move(*compiled.program));
  const std::string one = hash_of(program, launch_case.launch, 1, false);
  EXPECT_EQ(one, hash_of(program, launch_case.launch, 2, false)) << "two cores";
  EXPECT_EQ(one, hash_of(program, launch_case.launch, 1, true)) << "without AVX2";
  const std::string id = record["id"];
  if (const char* path = std::getenv("WARPGLASS_WRITE_HASHES")) return write_hash(path, id, one);
  EXPECT_EQ(records("state_hashes.json").value(id, "none"), one) << "the model's answer has changed";
}

class StateHash : public testing::TestWithParam<json> {};
TEST_P(StateHash, IsTheSameAlways) { compare(GetParam()); }
INSTANTIATE_TEST_SUITE_P(Recorded, StateHash, testing::ValuesIn(hashed(false)), name_of);

class LongStateHash : public testing::TestWithParam<json> {};
TEST_P(LongStateHash, IsTheSameAlways) { compare(GetParam()); }
INSTANTIATE_TEST_SUITE_P(Recorded, LongStateHash, testing::ValuesIn(hashed(true)), name_of);

}  // namespace
}  // namespace warpglass
