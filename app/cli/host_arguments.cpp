// The source's own launch: which one, and its values for what the command line leaves out.
#include "app/cli/host_arguments.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/scene/launch_text.h"

namespace warpglass {
namespace {

// "k" asks for any instance of k, "k<32>" for that one, nothing for any kernel.
bool is_launch_of(const HostLaunch& host, const std::string& kernel) {
  return kernel.empty() || host.kernel == kernel || host.kernel.rfind(kernel + "<", 0) == 0;
}

std::size_t known_values(const HostLaunch& host) {
  std::size_t known = (host.grid ? 100u : 0u) + (host.block ? 100u : 0u);
  for (std::size_t i = 0; i < host.argument_values.size(); ++i)
    known += host.argument_values[i] || host.argument_bytes[i] ? 1u : 0u;
  return known;
}

// The launch of which most is known; the first one of those.
const HostLaunch* launch_of(const ParsedSource& parsed, const std::string& kernel) {
  const HostLaunch* best = nullptr;
  for (const HostLaunch& host : parsed.launches) {
    if (host.open_instance || !is_launch_of(host, best != nullptr && kernel.empty() ? best->kernel : kernel)) continue;
    if (best == nullptr || known_values(host) > known_values(*best)) best = &host;
  }
  return best;
}

bool is_given(const Launch& launch, const std::string& parameter) {
  return std::any_of(launch.args.begin(), launch.args.end(), [&](const Argument& argument) {
    return argument.name.empty() || argument.name == parameter || argument.name.rfind(parameter + ".", 0) == 0;
  });
}

// The value of a scalar parameter as C++ converts it; nothing when the parameter is a struct.
std::optional<Argument> scalar_for(const Parameter& parameter, Number number) {
  if (parameter.fields.size() != 1) return std::nullopt;
  const bool real = value_type_is_float(parameter.fields[0].type);
  if (!real && !number.is_integer) {
    if (!(std::fabs(number.real) < 9.0e18)) return std::nullopt;
    number = Number::of(static_cast<std::int64_t>(number.real));
  }
  return Argument{parameter.name, ScalarArgument{ElementType::kInt32, number, false}};
}

std::optional<Argument> argument_for(const Parameter& parameter, const HostLaunch& host, std::size_t index) {
  const std::optional<Number>& number = host.argument_values[index];
  if (!parameter.is_pointer) return number ? scalar_for(parameter, *number) : std::nullopt;
  if (const std::optional<std::uint64_t>& bytes = host.argument_bytes[index]) {
    BufferArgument buffer;
    buffer.typed = false;
    buffer.count = *bytes / std::max<std::uint32_t>(1, parameter.pointee_bytes);
    return Argument{parameter.name, buffer};
  }
  if (number && number->is_integer && number->integer == 0)
    return Argument{parameter.name, ScalarArgument{ElementType::kInt32, *number, false}};
  return std::nullopt;
}

void take_arguments(const ParsedSource& parsed, const HostLaunch& host, Launch& launch, std::string& taken) {
  const CompiledKernel compiled = compile_kernel(parsed, launch.kernel);
  if (!compiled.program) return;
  const std::vector<Parameter>& parameters = compiled.program->parameters;
  std::vector<Argument> found;
  for (std::size_t i = 0; i < parameters.size() && i < host.argument_values.size(); ++i) {
    if (parameters[i].name.empty() || is_given(launch, parameters[i].name)) continue;
    if (const auto argument = argument_for(parameters[i], host, i)) found.push_back(*argument);
  }
  for (Argument& argument : found) {
    taken += (taken.empty() ? "" : " ") + write_argument(argument);
    launch.args.push_back(std::move(argument));
  }
}

std::string why_unknown(const HostLaunch* host, const std::string& text) {
  if (host == nullptr) return "the source has no launch of this kernel";
  return fmt::format("the launch in the source says {}{}{}", text, host->unknown.empty() ? "" : ", which depends on ",
                     fmt::join(host->unknown, " and "));
}

}  // namespace

bool complete_from_host(const ParsedSource& parsed, const LaunchGiven& given, Launch& launch, std::string& taken,
                        std::string& message) {
  const HostLaunch* host = launch_of(parsed, launch.kernel);
  if (!given.grid && (host == nullptr || !host->grid))
    message = "--grid X,Y,Z is needed: " + why_unknown(host, host != nullptr ? host->grid_text : "");
  else if (!given.block && (host == nullptr || !host->block))
    message = "--block X,Y,Z is needed: " + why_unknown(host, host != nullptr ? host->block_text : "");
  if (!message.empty()) return !parsed.ok();
  if (host == nullptr) return true;
  launch.kernel = host->kernel;
  if (!given.grid) launch.grid = *host->grid;
  if (!given.block) launch.block = *host->block;
  if (!given.shared && host->dynamic_shared) launch.dynamic_shared = *host->dynamic_shared;
  if (parsed.ok()) take_arguments(parsed, *host, launch, taken);
  return true;
}

}  // namespace warpglass
