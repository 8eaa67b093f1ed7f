#include "pipeline.h"

#include <fstream>
#include <sstream>

#include "app/scene/launch_json.h"
#include "records.h"

namespace warpglass {
namespace {

std::string text_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace

namespace {

std::shared_ptr<const SessionResult> run(const nlohmann::json& record, bool checks) {
  static Session session;  // remembers the parsed sources from test to test
  LaunchCase launch_case;
  LaunchJsonError error;
  if (!read_case(record, launch_case, error)) {
    ADD_FAILURE() << error.path << ": " << error.message;
    return nullptr;
  }
  SessionInput input;
  input.source_name = launch_case.source;
  input.source = text_of(records_folder() + "/" + launch_case.source);
  input.launch = launch_case.launch;
  input.checks = checks;
  SessionLimits limits;
  limits.threads = 2;
  return session.update(input, limits);
}

}  // namespace

std::shared_ptr<const SessionResult> run_record(const nlohmann::json& record) {
  auto result = run(record, false);
  if (!result) return nullptr;
  for (const Diagnostic& diagnostic : result->diagnostics)
    if (diagnostic.severity == Severity::kError) ADD_FAILURE() << format_diagnostic(diagnostic, result->sources);
  EXPECT_TRUE(result->run.completed);
  return result;
}

std::shared_ptr<const SessionResult> run_checked_record(const nlohmann::json& record) { return run(record, true); }

std::uint64_t model_count(const Counters& counters, const std::string& name) {
  for (const CounterName& entry : counter_names())
    if (name == entry.name) return counters.*entry.member;
  ADD_FAILURE() << "the model has no counter " << name;
  return 0;
}

void expect_equal(const nlohmann::json& record, const Counters& counters, std::initializer_list<const char*> names) {
  const nlohmann::json& measured = record["measured"];
  for (const char* name : names) {
    if (!measured.contains(name)) continue;
    EXPECT_EQ(model_count(counters, name), measured[name].get<std::uint64_t>()) << name;
  }
}

std::string test_name(const testing::TestParamInfo<nlohmann::json>& info) {
  std::string name = info.param["id"];
  for (char& c : name)
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  return name;
}

}  // namespace warpglass
