// `warpglass listing`: a kernel as the register code that is executed.
#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "app/cli/commands.h"
#include "app/cli/files.h"
#include "app/cli/result_json.h"
#include "app/scene/launch_text.h"
#include "sim/session.h"

namespace warpglass {
namespace {

struct ListingCommand {
  std::string source, kernel;
  std::vector<std::string> defines;
};

int wrong_use(const std::string& message) {
  fmt::print(stderr, "warpglass listing: {}\n", message);
  return kWrongUse;
}

// The kernel asked for, or all that need no template arguments.
std::vector<std::string> kernels_to_list(const ListingCommand& options, const ParsedSource& parsed) {
  if (!options.kernel.empty() || parsed.kernels.size() <= 1) return {options.kernel};
  std::vector<std::string> names;
  for (const KernelInfo& kernel : parsed.kernels) {
    bool complete = true;
    for (const auto& parameter : kernel.template_parameters) complete = complete && !parameter.default_text.empty();
    if (complete)
      names.push_back(kernel.name);
    else
      fmt::print(stderr, "{} is a template: name it with its arguments, --kernel '{}<...>'\n", kernel.name,
                 kernel.name);
  }
  return names;
}

int list_source(const ListingCommand& options) {
  std::string problem;
  const auto text = read_file(options.source, problem);
  if (!text) return wrong_use(problem);
  const std::filesystem::path path(options.source);
  const SourceFolder folder(path.parent_path());
  CompileOptions compile;
  for (const std::string& define : options.defines) {
    std::pair<std::string, std::string> read;
    LaunchTextError error;
    if (!read_define(define, read, error)) return wrong_use(fmt::format("-D {}: {}", define, error.message));
    compile.defines.insert(std::move(read));
  }
  compile.include = [&](const std::string& name) { return folder.include("", name); };
  const ParsedSource parsed = parse_source(path.filename().string(), *text, compile);
  int exit_code = kOk;
  for (const std::string& kernel : kernels_to_list(options, parsed)) {
    const CompiledKernel compiled = compile_kernel(parsed, kernel);
    fmt::print(stderr, "{}", format_diagnostics(compiled.diagnostics, parsed.sources));
    if (compiled.program)
      fmt::print("{}", list_program(*compiled.program));
    else
      exit_code = kAtFault;
  }
  return exit_code;
}

}  // namespace

void add_listing_command(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<ListingCommand>();
  CLI::App* command =
      app.add_subcommand("listing", "Print a kernel's register code, with the source line of each instruction");
  command->add_option("SOURCE", options->source, "CUDA source (.cu)")->required();
  command->add_option("--kernel", options->kernel, "Kernel, with template arguments; all kernels if left out");
  command->add_option("-D", options->defines, "Define a macro: N=32")->allow_extra_args(false);
  command->callback([options, &exit_code] { exit_code = list_source(*options); });
}

}  // namespace warpglass
