// `warpglass run`: one launch of one kernel, as tables or as JSON. What the source's host code says about the launch
// fills in what the command line leaves out.
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/commands.h"
#include "app/cli/files.h"
#include "app/cli/host_arguments.h"
#include "app/cli/limits.h"
#include "app/cli/result_json.h"
#include "app/cli/timed.h"
#include "app/scene/launch_text.h"
#include "sim/session.h"
#include "sim/views/sites.h"

namespace warpglass {
namespace {

struct RunCommand {
  std::string source, kernel, grid, block, json;
  std::vector<std::string> defines, args, symbols;
  std::uint64_t shared = 0;
  bool shared_given = false, shared_opt_in = false;
  bool checks = false;  // `check` in place of `run`
  bool timed = false;
  bool timeline = false;  // `timeline` in place of `run`
  LimitOptions limits;
};

// What `check` prints: every fault and note with its lines, then a sentence.
int show_checks(const RunCommand& options, const SessionInput& input, const SessionResult& result) {
  if (options.json != "-") {
    for (const std::string& line : result.run.printed) fmt::print("{}", line);
    fmt::print("{}{}", format_diagnostics(result.faults, result.sources),
               format_diagnostics(result.notes, result.sources));
    const std::size_t faults = result.faults.size();
    const std::string kernel = result.program ? result.program->kernel : input.launch.kernel;
    if (result.launch != nullptr && faults == 0)
      fmt::print("{}<<<({}), ({})>>>: no fault found{}.\n", kernel, write_dimensions(input.launch.grid),
                 write_dimensions(input.launch.block), result.run.completed ? "" : " until the run was stopped");
    else if (faults != 0)
      fmt::print("{} fault{} found.\n", faults, faults == 1 ? "" : "s");
  }
  std::string problem;
  const std::string json = options.json.empty() ? "" : json_text(checked_json(input.launch.id, result), 1) + "\n";
  if (!options.json.empty() && !write_file(options.json, json, problem)) {
    fmt::print(stderr, "warpglass check: {}\n", problem);
    return kWrongUse;
  }
  return result.faults.empty() && first_error(result.diagnostics) == nullptr ? kOk : kAtFault;
}

int wrong_use(const RunCommand& options, const std::string& message) {
  fmt::print(stderr, "warpglass {}: {}\n", options.checks ? "check" : "run", message);
  return kWrongUse;
}

// Reads each text of an option with `read`; the first that is wrong becomes the message.
template <class T, class Read, class Keep>
bool read_each(const std::vector<std::string>& texts, const char* option, Read read, Keep keep, std::string& message) {
  for (const std::string& text : texts) {
    T value;
    LaunchTextError error;
    if (!read(text, value, error)) {
      message = fmt::format("{} {}: {}", option, text, error.message);
      return false;
    }
    keep(std::move(value));
  }
  return true;
}

bool read_launch(const RunCommand& options, Launch& launch, std::string& message) {
  launch.kernel = options.kernel;
  launch.dynamic_shared = options.shared;
  launch.shared_opt_in = options.shared_opt_in;
  const auto argument = [](const std::string& text, Argument& out, LaunchTextError& error) {
    return read_argument(text, out, error);
  };
  const auto dimensions = [&](const std::string& text, const char* option, Dim3& out) {
    return text.empty() || read_each<Dim3>(
                               {text}, option, read_dimensions, [&](Dim3 dim) { out = dim; }, message);
  };
  using Define = std::pair<std::string, std::string>;
  return dimensions(options.grid, "--grid", launch.grid) && dimensions(options.block, "--block", launch.block) &&
         read_each<Define>(
             options.defines, "-D", read_define, [&](Define define) { launch.defines.insert(std::move(define)); },
             message) &&
         read_each<Argument>(
             options.args, "--arg", argument, [&](Argument a) { launch.args.push_back(std::move(a)); }, message) &&
         read_each<SymbolValue>(
             options.symbols, "--symbol", read_symbol, [&](SymbolValue s) { launch.symbols.push_back(std::move(s)); },
             message);
}

// What was not given, from the source's own launch of that kernel; what was taken is told.
bool complete(const RunCommand& options, const SessionInput& input, Launch& launch, std::string& message) {
  CompileOptions compile;
  compile.defines = launch.defines;
  compile.include = input.include;
  const ParsedSource parsed = parse_source(input.source_name, input.source, compile);
  std::string taken;
  const LaunchGiven given{!options.grid.empty(), !options.block.empty(), options.shared_given};
  if (!complete_from_host(parsed, given, launch, taken, message)) return false;
  if (!taken.empty())
    fmt::print(stderr, "From the source's own launch: {}\n  zero: the contents of a buffer; --arg gives others\n",
               taken);
  return true;
}

void print_tables(const SessionInput& input, const SessionResult& result) {
  const MachineSpec* machine = machine_of(input);
  const std::string kernel = result.program ? result.program->kernel : input.launch.kernel;
  fmt::print("{}<<<({}), ({}), {}>>> on {} (model){}\n\n", kernel, write_dimensions(input.launch.grid),
             write_dimensions(input.launch.block), input.launch.dynamic_shared,
             machine ? machine->title : input.machine,
             result.run.completed ? "" : ": stopped early, what was counted until then");
  fmt::print("{}\n{}", format_table(hot_lines_table(result), 100), format_table(counters_table(result.run.total), 100));
}

constexpr std::uint64_t kTimelineCycles = 20'000;  // kept for the picture

void show_times(const TimedAnswer& times, const Program& program) {
  print_times(times.times, program);
  print_timeline(times, 90, 32);
}

int run_source(const RunCommand& options) {
  std::string problem;
  auto text = read_file(options.source, problem);
  if (!text) return wrong_use(options, problem);
  const std::filesystem::path path(options.source);
  const SourceFolder folder(path.parent_path());
  SessionInput input;
  input.source_name = path.filename().string();
  input.source = std::move(*text);
  input.include = [&](const std::string& name) { return folder.include("", name); };
  input.machine = options.limits.machine.name;
  input.own_machine = options.limits.machine.own;
  if (!read_launch(options, input.launch, problem)) return wrong_use(options, problem);
  problem.clear();
  if (!complete(options, input, input.launch, problem)) return wrong_use(options, problem);

  input.checks = options.checks;
  Session session;
  const auto result = session.update(input, options.limits.limits());
  fmt::print(stderr, "{}", format_diagnostics(result->diagnostics, result->sources));
  if (options.checks) return show_checks(options, input, *result);
  const bool sound = result->launch != nullptr && first_error(result->diagnostics) == nullptr;
  std::shared_ptr<const TimedAnswer> times;
  if ((options.timed || options.timeline) && sound)
    times = run_timed(input, result->program, options.limits.limits(), kTimelineCycles);
  if (options.json != "-") {
    for (const std::string& line : result->run.printed) fmt::print("{}", line);
    if (result->launch != nullptr && !options.timeline) print_tables(input, *result);
    if (times != nullptr) show_times(*times, *result->program);
  }
  std::string json;
  if (!options.json.empty()) {
    nlohmann::ordered_json out = result_json(input.launch.id, *result);
    if (times != nullptr) add_times(out, times->times);
    json = json_text(out, 1) + "\n";
  }
  if (!options.json.empty() && !write_file(options.json, json, problem)) return wrong_use(options, problem);
  return first_error(result->diagnostics) == nullptr ? kOk : kAtFault;
}

enum class Mode { kRun, kCheck, kTimeline };

void add_command(CLI::App& app, const char* name, const char* help, Mode mode, int& exit_code) {
  auto options = std::make_shared<RunCommand>();
  options->checks = mode == Mode::kCheck;
  options->timeline = mode == Mode::kTimeline;
  CLI::App* command = app.add_subcommand(name, help);
  command->add_option("SOURCE", options->source, "CUDA source (.cu)")->required();
  command->add_option("--kernel", options->kernel,
                      "Kernel, with template arguments: k or k<32>; the only one if left out");
  command->add_option("--grid", options->grid, "Blocks: X, X,Y or X,Y,Z; the source's own launch if left out");
  command->add_option("--block", options->block,
                      "Threads of a block: X, X,Y or X,Y,Z; the source's own launch if left out");
  CLI::Option* shared = command->add_option("--shared", options->shared, "Dynamic shared memory in bytes");
  if (mode == Mode::kRun)
    command->add_flag("--timed", options->timed, "Also how long it takes and why: times, stalls, a timeline");
  command->add_flag("--shared-opt-in", options->shared_opt_in,
                    "Allow more than 48 KB of it, as cudaFuncSetAttribute does");
  command->add_option("-D", options->defines, "Define a macro: N=32")->allow_extra_args(false);
  command
      ->add_option("--arg", options->args,
                   "Argument: n=1024, A=iota:1048576, A=float32:random below 9:64, A=data:1,2,3")
      ->allow_extra_args(false);
  command->add_option("--symbol", options->symbols, "__constant__ or __device__ variable: w=1,2,1")
      ->allow_extra_args(false);
  command->add_option("--json", options->json,
                      "Write the result as JSON to this file; - for standard output, without tables");
  options->limits.add_to(*command);
  command->callback([options, shared, &exit_code] {
    options->shared_given = shared->count() != 0;
    exit_code = run_source(*options);
  });
}

}  // namespace

void add_run_command(CLI::App& app, int& exit_code) {
  add_command(app, "run", "Run one kernel and show what each line costs", Mode::kRun, exit_code);
}

void add_timeline_command(CLI::App& app, int& exit_code) {
  add_command(app, "timeline", "Time one kernel and show what the warps of one multiprocessor do, cycle by cycle",
              Mode::kTimeline, exit_code);
}

void add_check_command(CLI::App& app, int& exit_code) {
  add_command(app, "check", "Run one kernel and name its faults: races, barriers, bounds, uninitialised reads",
              Mode::kCheck, exit_code);
}

}  // namespace warpglass
