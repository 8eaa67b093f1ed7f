// Every .cu file of this folder, with what is expected of it in comments (by the 1-based line of the file):
//   // expect: ok                             no error in any kernel
//   // expect: error 7 "text part"            exactly these errors, over all kernels of the file
//   // expect: note "text part"
//   // expect: kernels a, b                   the kernels found, in order
//   // expect: launch k<32> grid 4,1,1 block 32,1,1 shared 0 [unknown n, m]      a launch found in host code, in order
//   // compile: k<32>; k<64>                  which kernels to compile (default: all that are no templates)
//   // nvcc: refuses                          real CUDA compilers refuse the file too
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

#include "sim/lang/compile.h"

namespace warpglass {
namespace {

struct ExpectedError {
  std::uint32_t line = 0;
  std::string text;
  bool seen = false;
};

struct Expectations {
  bool ok = false;
  std::vector<ExpectedError> errors;
  std::vector<std::string> notes, launches, compile;
  std::string kernels;
};

std::string between_quotes(const std::string& line) {
  const std::size_t open = line.find('"'), close = line.rfind('"');
  return close > open ? line.substr(open + 1, close - open - 1) : std::string();
}

Expectations read_expectations(const std::string& text) {
  Expectations out;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    const auto after = [&line](const std::string& head) {
      return line.rfind(head, 0) == 0 ? line.substr(head.size()) : std::string();
    };
    if (line.find("// expect: ok") != std::string::npos) out.ok = true;
    const std::string error = after("// expect: error ");
    if (!error.empty()) out.errors.push_back({static_cast<std::uint32_t>(std::stoul(error)), between_quotes(line)});
    if (!after("// expect: note ").empty()) out.notes.push_back(between_quotes(line));
    if (!after("// expect: launch ").empty()) out.launches.push_back(after("// expect: launch "));
    if (!after("// expect: kernels ").empty()) out.kernels = after("// expect: kernels ");
    std::istringstream names(after("// compile: "));
    for (std::string name; std::getline(names, name, ';');) {
      name.erase(0, name.find_first_not_of(' '));
      out.compile.push_back(name);
    }
  }
  return out;
}

std::string describe(const HostLaunch& launch) {
  std::string out = launch.kernel;
  if (launch.grid) out += fmt::format(" grid {},{},{}", launch.grid->x, launch.grid->y, launch.grid->z);
  if (launch.block) out += fmt::format(" block {},{},{}", launch.block->x, launch.block->y, launch.block->z);
  if (launch.dynamic_shared) out += fmt::format(" shared {}", *launch.dynamic_shared);
  if (!launch.unknown.empty()) out += fmt::format(" unknown {}", fmt::join(launch.unknown, ", "));
  return out;
}

// All diagnostics of the file and of its kernels, each once.
std::vector<Diagnostic> all_diagnostics(const ParsedSource& source, std::vector<std::string> names) {
  std::vector<Diagnostic> all = source.diagnostics;
  if (names.empty()) {
    for (const KernelInfo& kernel : source.kernels) {
      if (kernel.template_parameters.empty()) names.push_back(kernel.name);
    }
  }
  for (const std::string& name : names) {
    for (const Diagnostic& diagnostic : compile_kernel(source, name).diagnostics) {
      bool known = false;
      for (const Diagnostic& other : all)
        known = known || (other.message == diagnostic.message && other.span.offset == diagnostic.span.offset);
      if (!known) all.push_back(diagnostic);
    }
  }
  return all;
}

class LangFile : public testing::TestWithParam<std::string> {};

TEST_P(LangFile, BehavesAsItsCommentsSay) {
  const std::filesystem::path path = std::filesystem::path(WARPGLASS_TEST_DATA) / "lang" / (GetParam() + ".cu");
  std::ifstream in(path, std::ios::binary);
  const std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  Expectations expected = read_expectations(text);
  ASSERT_TRUE(expected.ok || !expected.errors.empty()) << "the file expects nothing";
  const ParsedSource source = parse_source(GetParam() + ".cu", text, {});
  const std::vector<Diagnostic> diagnostics = all_diagnostics(source, expected.compile);
  for (const Diagnostic& diagnostic : diagnostics) {
    if (diagnostic.severity != Severity::kError) continue;
    bool wanted = false;
    for (ExpectedError& error : expected.errors) {
      if (error.seen || error.line != diagnostic.span.line || diagnostic.message.find(error.text) == std::string::npos)
        continue;
      wanted = error.seen = true;
      break;
    }
    EXPECT_TRUE(wanted) << format_diagnostic(diagnostic, source.sources);
  }
  for (const ExpectedError& error : expected.errors)
    EXPECT_TRUE(error.seen) << "line " << error.line << ": " << error.text;
  for (const std::string& note : expected.notes) {
    bool seen = false;
    for (const Diagnostic& diagnostic : diagnostics)
      seen = seen || (diagnostic.severity == Severity::kNote && diagnostic.message.find(note) != std::string::npos);
    EXPECT_TRUE(seen) << note;
  }
  std::vector<std::string> kernels;
  for (const KernelInfo& kernel : source.kernels) kernels.push_back(kernel.name);
  if (!expected.kernels.empty()) {
    EXPECT_EQ(fmt::format("{}", fmt::join(kernels, ", ")), expected.kernels);
  }
  std::vector<std::string> launches;
  for (const HostLaunch& launch : source.launches) launches.push_back(describe(launch));
  if (!expected.launches.empty()) {
    EXPECT_EQ(launches, expected.launches);
  }
}

std::vector<std::string> files() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::path(WARPGLASS_TEST_DATA) / "lang")) {
    if (entry.path().extension() == ".cu") names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

INSTANTIATE_TEST_SUITE_P(All, LangFile, testing::ValuesIn(files()), [](const auto& test) { return test.param; });

}  // namespace
}  // namespace warpglass
