// `warpglass batch`: every case of a file in the launch format, one result each, in order. A case that is wrong, does
// not compile, faults or runs too long is one entry with its error; the others run all the same.
#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/commands.h"
#include "app/cli/files.h"
#include "app/cli/limits.h"
#include "app/cli/result_json.h"
#include "app/cli/timed.h"
#include "app/scene/launch_json.h"
#include "sim/session.h"

namespace warpglass {
namespace {

struct BatchOptions {
  std::string cases, sources, json;
  bool checks = false, timed = false;
  LimitOptions limits;
};

Diagnostic case_error(std::string message) {
  Diagnostic error;
  error.kind = FaultKind::kCase;
  error.message = std::move(message);
  return error;
}

// Runs cases one after another with one session, which remembers sources it has parsed.
class Batch {
 public:
  explicit Batch(const BatchOptions& options)
      : folder_(options.sources),
        machine_(options.limits.machine),
        limits_(options.limits.limits()),
        checks_(options.checks),
        timed_(options.timed) {}

  nlohmann::ordered_json run(const CaseEntry& entry) {
    const std::string& id = entry.launch_case.launch.id;
    if (!entry.ok) {
      const std::string where = entry.error.path.empty() ? "" : entry.error.path + ": ";
      return refusal_json(id, case_error(where + entry.error.message));
    }
    try {
      return run_launch(entry.launch_case);
    } catch (const std::exception& problem) {
      return refusal_json(id, case_error(problem.what()));
    }
  }

 private:
  nlohmann::ordered_json run_launch(const LaunchCase& launch_case) {
    const std::string& id = launch_case.launch.id;
    const auto path = folder_.locate("", launch_case.source);
    if (!path)
      return refusal_json(
          id, case_error(fmt::format("there is no source \"{}\" in the sources folder", launch_case.source)));
    std::string problem;
    auto text = read_file(*path, problem);
    if (!text) return refusal_json(id, case_error(problem));
    SessionInput input;
    input.source_name = launch_case.source;
    input.source = std::move(*text);
    input.include = [&](const std::string& name) {
      return folder_.include(std::filesystem::path(launch_case.source).parent_path(), name);
    };
    input.launch = launch_case.launch;
    input.machine = machine_.name;
    input.own_machine = machine_.own;
    input.checks = checks_;
    const auto result = session_.update(input, limits_);
    nlohmann::ordered_json out = checks_ ? checked_json(id, *result) : result_json(id, *result);
    if (timed_ && result->launch != nullptr && first_error(result->diagnostics) == nullptr)
      add_times(out, run_timed(input, result->program, limits_, 0)->times);
    return out;
  }

  SourceFolder folder_;
  MachineOption machine_;
  SessionLimits limits_;
  bool checks_ = false, timed_ = false;
  Session session_;
};

// The results as they come, so that what is done is there even if the program is ended.
class ResultFile {
 public:
  explicit ResultFile(const std::string& path) : to_stdout_(path == "-") {
    if (!to_stdout_) file_.open(path, std::ios::binary | std::ios::trunc);
    write("[");
  }
  void add(const nlohmann::ordered_json& result) {
    write(first_ ? "\n" : ",\n");
    write(json_text(result));
    first_ = false;
  }
  bool finish() {
    write("\n]\n");
    if (!to_stdout_) file_.close();
    return to_stdout_ || file_.good();
  }
  bool good() const { return to_stdout_ || file_.good(); }

 private:
  void write(const std::string& text) {
    if (to_stdout_)
      std::fwrite(text.data(), 1, text.size(), stdout);
    else
      file_.write(text.data(), static_cast<std::streamsize>(text.size()));
  }
  bool to_stdout_;
  bool first_ = true;
  std::ofstream file_;
};

int wrong_use(const std::string& message) {
  fmt::print(stderr, "warpglass batch: {}\n", message);
  return kWrongUse;
}

void report_failure(const nlohmann::ordered_json& result) {
  const auto& error = result["error"];
  const std::string line =
      error["line"].is_number() ? fmt::format("line {}: ", error["line"].get<std::uint32_t>()) : "";
  fmt::print(stderr, "{}: {}: {}{}\n", result["id"].get<std::string>(), error["kind"].get<std::string>(), line,
             error["message"].get<std::string>());
}

int run_batch(const BatchOptions& options) {
  std::string problem;
  const auto text = read_file(options.cases, problem);
  if (!text) return wrong_use(problem);
  std::vector<CaseEntry> cases;
  if (!read_cases(*text, cases, problem)) return wrong_use(problem);
  if (!std::filesystem::is_directory(options.sources))
    return wrong_use(fmt::format("there is no folder \"{}\" (--sources)", options.sources));
  ResultFile out(options.json);
  if (!out.good()) return wrong_use(fmt::format("\"{}\" cannot be written", options.json));
  Batch batch(options);
  std::size_t failed = 0;
  for (const CaseEntry& entry : cases) {
    const nlohmann::ordered_json result = batch.run(entry);
    out.add(result);
    if (result["status"] == "ok") continue;
    ++failed;
    report_failure(result);
  }
  if (!out.finish()) return wrong_use(fmt::format("\"{}\" cannot be written to its end", options.json));
  if (failed != 0) fmt::print(stderr, "{} of {} cases are at fault.\n", failed, cases.size());
  return failed == 0 ? kOk : kAtFault;
}

}  // namespace

void add_batch_command(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<BatchOptions>();
  CLI::App* command =
      app.add_subcommand("batch", "Run every launch of a file of cases and write their counters as JSON");
  command->add_option("CASES", options->cases, "File of launches in the launch format (JSON)")->required();
  command->add_option("--sources", options->sources, "Folder that the cases' sources and includes are in")->required();
  command->add_option("--json", options->json, "File for the results; - for standard output")->required();
  command->add_flag("--checks", options->checks,
                    "Go on past faults and list them all: races, barriers, bounds, uninitialised reads");
  command->add_flag("--timed", options->timed, "Also how long each launch takes: time_cold_us, cycles, stalls");
  options->limits.add_to(*command);
  command->callback([options, &exit_code] { exit_code = run_batch(*options); });
}

}  // namespace warpglass
