// `warpglass listing`: a kernel as the register code that is executed.
#include <fmt/format.h>

#include <algorithm>
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

bool is_complete(const KernelInfo& kernel) {
  for (const auto& parameter : kernel.template_parameters)
    if (parameter.default_text.empty()) return false;
  return true;
}

// The kernel asked for, or all: of a template, the instances that the source launches.
std::vector<std::string> kernels_to_list(const ListingCommand& options, const ParsedSource& parsed) {
  if (!options.kernel.empty()) return {options.kernel};
  std::vector<std::string> names;
  for (const KernelInfo& kernel : parsed.kernels) {
    const std::size_t before = names.size();
    if (is_complete(kernel)) names.push_back(kernel.name);
    for (const HostLaunch& launch : parsed.launches)
      if (!launch.open_instance && launch.kernel.starts_with(kernel.name + "<") &&
          std::find(names.begin(), names.end(), launch.kernel) == names.end())
        names.push_back(launch.kernel);
    if (names.size() == before)
      fmt::print(stderr, "{} is a template: name it with its arguments, --kernel '{}<...>'\n", kernel.name,
                 kernel.name);
  }
  const bool alone = parsed.kernels.size() <= 1;  // then the compiler says what is missing
  return names.empty() && alone ? std::vector<std::string>{""} : names;
}

// What no kernel has told before.
std::vector<Diagnostic> news(const std::vector<Diagnostic>& all, std::vector<Diagnostic>& told) {
  std::vector<Diagnostic> out;
  for (const Diagnostic& d : all) {
    const bool known = std::any_of(told.begin(), told.end(), [&](const Diagnostic& other) {
      return other.span.line == d.span.line && other.span.column == d.span.column && other.message == d.message;
    });
    if (!known) out.push_back(d);
  }
  told.insert(told.end(), out.begin(), out.end());
  return out;
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
  std::vector<Diagnostic> told;
  for (const std::string& kernel : kernels_to_list(options, parsed)) {
    const CompiledKernel compiled = compile_kernel(parsed, kernel);
    fmt::print(stderr, "{}", format_diagnostics(news(compiled.diagnostics, told), parsed.sources));
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
