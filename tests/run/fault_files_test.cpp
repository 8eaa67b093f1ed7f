// Every .cu file in faults/ is checked: `// expect: race 4 5` names the one kind and the lines it may be told on,
// `// expect: clean` that there is none. They are what is got wrong again and again, and what looks like it and is
// right.
#include <gtest/gtest.h>

#include <filesystem>
#include <set>
#include <sstream>

#include "commented_launch.h"
#include "sim/session.h"

namespace warpglass {
namespace {

std::vector<Diagnostic> faults_of(const std::string& source, const Launch& launch, bool& ran) {
  SessionInput input;
  input.source_name = "kernel.cu";
  input.source = source;
  input.launch = launch;
  input.checks = true;
  Session session;
  const auto result = session.update(input, {});
  std::vector<Diagnostic> all = result->faults;
  ran = result->launch != nullptr;
  for (const Diagnostic& d : result->diagnostics)
    if (d.severity == Severity::kError) all.push_back(d);
  return all;
}

class FaultFiles : public testing::TestWithParam<std::string> {};
TEST_P(FaultFiles, AreNamedAsTheirCommentsSay) {
  const std::string source = file_text(GetParam());
  for (const CommentedLaunch& one : commented_launches(source)) {
    ASSERT_EQ(one.expected.size(), 1u);
    std::istringstream words(one.expected[0]);
    std::string kind;
    words >> kind;
    std::set<std::uint32_t> lines;
    for (std::uint32_t line = 0; words >> line;) lines.insert(line);
    bool ran = false;
    const std::vector<Diagnostic> found = faults_of(source, one.launch, ran);
    EXPECT_EQ(found.empty(), kind == "clean");
    for (const Diagnostic& fault : found) {
      EXPECT_EQ(fault_kind_name(fault.kind), kind) << fault.message;
      EXPECT_TRUE(!ran || lines.count(fault.span.line) != 0) << "line " << fault.span.line << ": " << fault.message;
      EXPECT_TRUE(!ran || fault.place.has_value()) << fault.message;
      EXPECT_TRUE(kind != "race" || fault.other.has_value()) << fault.message;
    }
  }
}
INSTANTIATE_TEST_SUITE_P(Faults, FaultFiles, testing::ValuesIn(kernel_files(WARPGLASS_TEST_DATA "/run/faults")),
                         [](const auto& file) { return std::filesystem::path(file.param).stem().string(); });

}  // namespace
}  // namespace warpglass
