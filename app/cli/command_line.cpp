// The parser's frame: which sub-commands there are, --help and --version, and what happens to a line it cannot read.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <exception>
#include <iterator>
#include <string>
#include <string_view>

#include "app/cli/cli.h"
#include "app/cli/commands.h"
#include "app/device/child.h"

namespace warpglass {
namespace {

constexpr const char* kExamples = R"(
Examples:
  warpglass run transpose.cu --kernel transpose --grid 8,8 --block 32,32 \
      --arg A=iota:65536 --arg B=zero:65536 --arg n=256
  warpglass access --space shared --op load --bytes 4 --index 'lane * 2'
  warpglass batch cases.json --sources kernels --json results.json

Without a sub-command the window opens (where it was built):
  warpglass [--scene FILE|ID] [--variant NAME] [--lesson "9:start"] [--language en|ko]
      [--theme dark|light] [--size WIDTHxHEIGHT] [--scale 100..200] [--present] [--checks]
      [--scene-picture FILE.png] [--scene-report FILE.txt]

Exit codes: 0 ok, 1 the kernel or its launch is at fault, 2 wrong use.)";

struct Command {
  const char* name;
  void (*add)(CLI::App& app, int& exit_code);
};
constexpr Command kCommands[] = {
    {"run", add_run_command},           {"check", add_check_command},       {"batch", add_batch_command},
    {"access", add_access_command},     {"listing", add_listing_command},   {"streams", add_streams_command},
    {"machines", add_machines_command}, {"lesson", add_lesson_command},     {"grade", add_grade_command},
    {"measure", add_measure_command},   {"timeline", add_timeline_command},
};

int refuse(const CLI::App& app, const CLI::ParseError& problem) {
  const auto chosen = app.get_subcommands();
  const std::string command = chosen.empty() ? "warpglass" : "warpglass " + chosen.front()->get_name();
  fmt::print(stderr, "warpglass: {}\nTry '{} --help'.\n", problem.what(), command);
  return kWrongUse;
}

int parse_and_run(int argc, const char* const* argv) {
  CLI::App app{"Warpglass: see what one instruction of one GPU warp costs, and why.", "warpglass"};
  int exit_code = kOk;
  app.set_version_flag("--version", "warpglass " WARPGLASS_VERSION);
  app.set_help_all_flag("--help-all", "Print the help of every sub-command");
  app.footer(kExamples);
  app.require_subcommand(1);
  for (const Command& command : kCommands) command.add(app, exit_code);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& problem) {
    if (problem.get_exit_code() != 0) return refuse(app, problem);
    return app.exit(problem);  // --help, --version
  }
  return exit_code;
}

}  // namespace

bool is_command_line(int argc, const char* const* argv) {
  if (argc < 2) return false;
  const std::string_view word = argv[1];
  if (word == "--help" || word == "-h" || word == "--help-all" || word == "--version") return true;
  if (word == kDeviceChildCommand) return true;
  return std::any_of(std::begin(kCommands), std::end(kCommands), [&](const Command& c) { return word == c.name; });
}

int run_command_line(int argc, const char* const* argv) {
  try {
    if (argc > 1 && std::string(argv[1]) == kDeviceChildCommand) return run_device_child();
    return parse_and_run(argc, argv);
  } catch (const std::exception& problem) {
    fmt::print(stderr, "warpglass: {}\n", problem.what());
    return kAtFault;
  }
}

}  // namespace warpglass
