// Every .cu file of this folder is run and its results are compared with what its comments say:
//   // launch: kernel=k<32> grid=2 block=8,8 shared=256 out=zero:64 n=5     arguments as on the command line
//   // expect: out = 1,2,3*4        the first elements; 3*4 is four times 3
//   // expect: out[5] = 7           from element 5 on
//   // expect: printed "text"       what printf wrote, with \n
// Several launches may stand in one file, each followed by its expectations. Floats agree to 1e-6 of their size.
// The values are computed by hand. nvcc_check.sh compiles the same files with the real compiler.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "app/scene/launch_text.h"
#include "sim/session.h"

namespace warpglass {
namespace {

struct Expectation {
  std::string name, values;
  std::size_t first = 0;
};

struct RunCase {
  Launch launch;
  std::vector<Expectation> expectations;
  std::string printed;
  bool has_printed = false;
};

Dim3 read_dim(const std::string& text) {
  Dim3 out{1, 1, 1};
  std::istringstream in(text);
  char comma = 0;
  in >> out.x >> comma >> out.y >> comma >> out.z;
  if (text.find(',') == std::string::npos) out = {static_cast<std::uint64_t>(std::stoull(text)), 1, 1};
  if (std::count(text.begin(), text.end(), ',') == 1) out.z = 1;
  return out;
}

void read_launch(const std::string& line, Launch& launch) {
  std::istringstream words(line);
  for (std::string word; words >> word;) {
    const std::size_t equal = word.find('=');
    const std::string key = word.substr(0, equal), value = word.substr(equal + 1);
    Argument argument;
    LaunchTextError error;
    if (key == "kernel") {
      launch.kernel = value;
    } else if (key == "grid") {
      launch.grid = read_dim(value);
    } else if (key == "block") {
      launch.block = read_dim(value);
    } else if (key == "shared") {
      launch.dynamic_shared = std::stoull(value);
    } else if (read_argument(word, argument, error)) {
      launch.args.push_back(argument);
    } else {
      ADD_FAILURE() << word << ": not understood";
    }
  }
}

std::string unescaped(const std::string& text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool line = text[i] == '\\' && i + 1 < text.size() && text[i + 1] == 'n';
    out += line ? '\n' : text[i];
    i += line ? 1 : 0;
  }
  return out;
}

void read_expectation(const std::string& line, RunCase& run) {
  if (line.rfind("printed \"", 0) == 0) {
    run.has_printed = true;
    run.printed += unescaped(line.substr(9, line.rfind('"') - 9));
    return;
  }
  Expectation expectation;
  const std::size_t equal = line.find('=');
  ASSERT_NE(equal, std::string::npos) << line;
  expectation.name = line.substr(0, equal);
  expectation.name.erase(std::remove(expectation.name.begin(), expectation.name.end(), ' '), expectation.name.end());
  expectation.values = line.substr(equal + 1);
  const std::size_t bracket = expectation.name.find('[');
  if (bracket != std::string::npos) {
    expectation.first = std::stoul(expectation.name.substr(bracket + 1));
    expectation.name.resize(bracket);
  }
  run.expectations.push_back(expectation);
}

std::vector<RunCase> read_cases(const std::string& text) {
  std::vector<RunCase> cases;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("// launch: ", 0) == 0) {
      cases.emplace_back();
      read_launch(line.substr(11), cases.back().launch);
    } else if (line.rfind("// expect: ", 0) == 0 && !cases.empty()) {
      read_expectation(line.substr(11), cases.back());
    }
  }
  return cases;
}

template <class T>
double element(const Buffer& buffer, std::size_t index) {
  T value{};
  std::memcpy(&value, buffer.data.data() + index * sizeof(T), sizeof(T));
  return static_cast<double>(value);
}

double element_as(ValueType type, const Buffer& buffer, std::size_t i) {
  switch (type) {
    case ValueType::kS8:
      return element<std::int8_t>(buffer, i);
    case ValueType::kU8:
    case ValueType::kBool:
      return element<std::uint8_t>(buffer, i);
    case ValueType::kS16:
      return element<std::int16_t>(buffer, i);
    case ValueType::kU16:
      return element<std::uint16_t>(buffer, i);
    case ValueType::kU32:
      return element<std::uint32_t>(buffer, i);
    case ValueType::kS64:
      return element<std::int64_t>(buffer, i);
    case ValueType::kU64:
      return element<std::uint64_t>(buffer, i);
    case ValueType::kF32:
      return element<float>(buffer, i);
    case ValueType::kF64:
      return element<double>(buffer, i);
    default:
      return element<std::int32_t>(buffer, i);
  }
}

void compare(const Expectation& expectation, const SessionResult& result) {
  const std::vector<Parameter>& parameters = result.program->parameters;
  for (std::size_t p = 0; p < parameters.size(); ++p) {
    if (parameters[p].name != expectation.name) continue;
    const Buffer& buffer = result.launch->memory.buffer(result.launch->parameter_buffers[p]);
    const std::uint32_t width = value_type_bytes(parameters[p].pointee_type);
    std::istringstream items(expectation.values);
    std::size_t at = expectation.first;
    for (std::string item; std::getline(items, item, ',');) {
      const std::size_t star = item.find('*');
      const double wanted = std::stod(item);
      for (std::size_t n = star == std::string::npos ? 1 : std::stoul(item.substr(star + 1)); n > 0; --n, ++at) {
        ASSERT_LE((at + 1) * width, buffer.data.size()) << expectation.name << " has no element " << at;
        const double found = element_as(parameters[p].pointee_type, buffer, at);
        const double slack = value_type_is_float(parameters[p].pointee_type) ? 1e-6 * std::abs(wanted) : 0.0;
        EXPECT_TRUE(found == wanted || std::abs(found - wanted) <= slack)
            << expectation.name << "[" << at << "] is " << found << ", not " << wanted;
      }
    }
    return;
  }
  ADD_FAILURE() << "no parameter " << expectation.name;
}

std::vector<std::filesystem::path> files() {
  std::vector<std::filesystem::path> out;
  for (const auto& entry : std::filesystem::directory_iterator(std::string(WARPGLASS_TEST_DATA) + "/run"))
    if (entry.path().extension() == ".cu") out.push_back(entry.path());
  std::sort(out.begin(), out.end());
  return out;
}

class RunFiles : public testing::TestWithParam<std::filesystem::path> {};

TEST_P(RunFiles, GivesTheResultsOfItsComments) {
  std::ifstream file(GetParam(), std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  const std::vector<RunCase> cases = read_cases(text.str());
  ASSERT_FALSE(cases.empty());
  for (const RunCase& run : cases) {
    SCOPED_TRACE(run.launch.kernel);
    Session session;
    SessionInput input;
    input.source_name = GetParam().filename().string();
    input.source = text.str();
    input.launch = run.launch;
    const auto result = session.update(input, {});
    for (const Diagnostic& diagnostic : result->diagnostics)
      EXPECT_NE(diagnostic.severity, Severity::kError) << format_diagnostic(diagnostic, result->sources);
    if (!result->program || !result->launch) continue;
    EXPECT_TRUE(result->run.completed);
    EXPECT_FALSE(run.expectations.empty() && !run.has_printed);
    for (const Expectation& expectation : run.expectations) compare(expectation, *result);
    std::string printed;
    for (const std::string& line : result->run.printed) printed += line;
    if (run.has_printed) {
      EXPECT_EQ(printed, run.printed);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Files, RunFiles, testing::ValuesIn(files()),
                         [](const auto& file) { return file.param.stem().string(); });

}  // namespace
}  // namespace warpglass
