// See launches.h.
#include "tests/bench/launches.h"

#include <fstream>
#include <iterator>
#include <vector>

#include "app/scene/launch_json.h"
#include "sim/lang/compile.h"

namespace warpglass::bench {
namespace {

const std::vector<CaseEntry>& recorded() {
  static const std::vector<CaseEntry> all = [] {
    std::vector<CaseEntry> cases;
    std::string message;
    read_cases(read_file(hardware("launches.json")), cases, message);
    return cases;
  }();
  return all;
}

Ready compile(const LaunchCase& launch_case) {
  Ready made;
  made.launch = launch_case.launch;
  made.machine = find_machine("h200");
  CompileOptions options;
  options.defines = launch_case.launch.defines;
  const ParsedSource source = parse_source(launch_case.source, read_file(hardware(launch_case.source)), options);
  CompiledKernel compiled = compile_kernel(source, launch_case.launch.kernel);
  if (compiled.program)
    made.program = std::make_shared<const Program>(std::move(*compiled.program));
  else
    made.problem = format_diagnostics(compiled.diagnostics, source.sources);
  return made;
}

}  // namespace

std::string read_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return std::string{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

std::string hardware(const std::string& path) { return std::string(WARPGLASS_TEST_DATA) + "/hardware/data/" + path; }

Ready ready(const std::string& id) {
  for (const CaseEntry& entry : recorded())
    if (entry.ok && entry.launch_case.launch.id == id) return compile(entry.launch_case);
  Ready none;
  none.problem = "no launch is called " + id;
  return none;
}

}  // namespace warpglass::bench
