// The parser's frame: which sub-commands there are, --help and --version, and what happens to a line it cannot read.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <set>
#include <string>

#include "app/cli/cli.h"
#include "app/cli/commands.h"

namespace warpglass {
namespace {

constexpr const char* kExamples = R"(
Examples:
  warpglass run transpose.cu --kernel transpose --grid 8,8 --block 32,32 \
      --arg A=iota:65536 --arg B=zero:65536 --arg n=256
  warpglass access --space shared --op load --bytes 4 --index 'lane * 2'
  warpglass batch cases.json --sources kernels --json results.json

Exit codes: 0 ok, 1 the kernel or its launch is at fault, 2 wrong use.)";

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
  add_run_command(app, exit_code);
  add_check_command(app, exit_code);
  add_batch_command(app, exit_code);
  add_access_command(app, exit_code);
  add_listing_command(app, exit_code);
  add_machines_command(app, exit_code);
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
  static const std::set<std::string> words{"run",      "check",  "batch", "access",     "listing",
                                           "machines", "--help", "-h",    "--help-all", "--version"};
  return argc > 1 && words.count(argv[1]) != 0;
}

int run_command_line(int argc, const char* const* argv) {
  try {
    return parse_and_run(argc, argv);
  } catch (const std::exception& problem) {
    fmt::print(stderr, "warpglass: {}\n", problem.what());
    return kAtFault;
  }
}

}  // namespace warpglass
