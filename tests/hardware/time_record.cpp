// Front end, preparation and timing, without the session.
#include "time_record.h"

#include <gtest/gtest.h>

#include <chrono>
#include <fstream>
#include <sstream>

#include "app/scene/launch_json.h"
#include "records.h"
#include "sim/lang/compile.h"

namespace warpglass {

TimedRecord time_record(const nlohmann::json& record, const MachineSpec& machine, const TimingOptions& options) {
  TimedRecord out;
  out.id = record["id"];
  out.measured = record["measured"];
  LaunchCase launch_case;
  LaunchJsonError error;
  if (!read_case(record, launch_case, error)) {
    ADD_FAILURE() << error.path << ": " << error.message;
    return out;
  }
  std::ifstream file(records_folder() + "/" + launch_case.source, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  CompileOptions compile;
  compile.defines = launch_case.launch.defines;
  const ParsedSource parsed = parse_source(launch_case.source, text.str(), compile);
  CompiledKernel compiled = compile_kernel(parsed, launch_case.launch.kernel);
  if (!compiled.program) {
    ADD_FAILURE() << out.id << " does not compile";
    return out;
  }
  out.kernel = launch_case.launch.kernel;
  PrepareResult prepared = prepare_launch(std::make_shared<const Program>(std::move(*compiled.program)),
                                          launch_case.launch, machine, std::uint64_t{4} << 30);
  if (!prepared.launch) {
    ADD_FAILURE() << out.id << " cannot start";
    return out;
  }
  const auto start = std::chrono::steady_clock::now();
  out.result = time_launch(*prepared.launch, machine, options);
  out.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  EXPECT_TRUE(out.result.ok) << out.id << ": " << out.result.problem;
  return out;
}

TimedRecord time_record(const nlohmann::json& record, const TimingOptions& options) {
  return time_record(record, *find_machine("h200"), options);
}

}  // namespace warpglass
