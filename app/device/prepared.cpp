// See prepared.h.
#include "app/device/prepared.h"

#include <algorithm>
#include <thread>

#include "app/device/device_source.h"
#include "sim/base/diagnostic.h"
#include "sim/lang/compile.h"

namespace warpglass {
namespace {

constexpr std::uint64_t kMostMemory = 16ull << 30;
constexpr std::uint64_t kMostInstructions = 20'000'000'000ull;

std::string first_error(const std::vector<Diagnostic>& diagnostics) {
  for (const Diagnostic& d : diagnostics)
    if (d.severity == Severity::kError) return d.message;
  return "the launch is refused";
}

std::shared_ptr<const Program> program_of(const DeviceRequest& request, std::string& problem) {
  CompileOptions options;
  options.defines = request.launch.defines;
  options.include = [&](const std::string& name) -> std::optional<std::string> {
    const auto found = request.includes.find(name);
    return found == request.includes.end() ? std::nullopt : std::optional(found->second);
  };
  const ParsedSource parsed = parse_source(request.source_name, request.source, options);
  CompiledKernel compiled = compile_kernel(parsed, request.launch.kernel);
  if (compiled.program) return std::make_shared<const Program>(std::move(*compiled.program));
  problem = first_error(compiled.diagnostics.empty() ? parsed.diagnostics : compiled.diagnostics);
  return nullptr;
}

void add_buffers(DeviceLaunch& out) {
  const PreparedLaunch& p = *out.prepared;
  const std::vector<Buffer>& all = p.memory.buffers();
  out.after.resize(all.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    out.after[i].resize(all[i].data.size());
    const auto is_it = [&](std::uint64_t address) { return address == all[i].address; };
    const bool symbol = std::any_of(p.symbol_addresses.begin(), p.symbol_addresses.end(), is_it);
    out.buffers.push_back({all[i].name.c_str(), all[i].bytes, all[i].data.data(), out.after[i].data(), symbol ? 1 : 0});
  }
}

void add_parameters(DeviceLaunch& out) {
  const PreparedLaunch& p = *out.prepared;
  for (std::size_t i = 0; i < p.program->parameters.size(); ++i) {
    const Parameter& parameter = p.program->parameters[i];
    const std::size_t buffer = p.parameter_buffers[i];
    out.parameters.push_back(
        {parameter.offset, parameter.bytes, buffer == SIZE_MAX ? -1 : static_cast<std::int64_t>(buffer)});
  }
}

void fill_request(const DeviceRequest& from, DeviceLaunch& out) {
  const PreparedLaunch& p = *out.prepared;
  WgRequest& r = out.request;
  r.source_name = from.source_name.c_str();
  r.source = out.source.c_str();
  r.headers = out.headers.data();
  r.header_count = static_cast<std::uint32_t>(out.headers.size());
  r.defines = out.defines.data();
  r.define_count = static_cast<std::uint32_t>(out.defines.size());
  r.kernel = p.program->kernel.c_str();
  const std::uint64_t grid[] = {p.grid.x, p.grid.y, p.grid.z}, block[] = {p.block.x, p.block.y, p.block.z};
  for (std::size_t i = 0; i < 3; ++i) {
    r.grid[i] = static_cast<std::uint32_t>(grid[i]);  // the machine's limits hold: they were checked
    r.block[i] = static_cast<std::uint32_t>(block[i]);
  }
  r.dynamic_shared = static_cast<std::uint32_t>(p.dynamic_shared);
  r.shared_opt_in = from.launch.shared_opt_in ? 1 : 0;
  r.parameter_block = p.parameters.data();
  r.parameters = out.parameters.data();
  r.parameter_count = static_cast<std::uint32_t>(out.parameters.size());
  r.buffers = out.buffers.data();
  r.buffer_count = static_cast<std::uint32_t>(out.buffers.size());
  const DeviceProtocol& protocol = from.protocol;
  r.warm_ups = std::min(protocol.warm_ups, 1000u);
  r.repeats = std::clamp(protocol.repeats, kFewestSamples, 10'000u);
  r.back_to_back = std::clamp(protocol.back_to_back, 1u, 10'000u);
  r.watchdog_ms = static_cast<std::uint32_t>(std::clamp(protocol.watchdog_seconds, 0.1, 3600.0) * 1000.0);
  r.times = protocol.times ? 1 : 0;
  r.counters = protocol.counters ? 1 : 0;
}

ElementType element_of(ValueType type) {
  static constexpr ElementType kTypes[] = {ElementType::kInt8,    ElementType::kUint8,   ElementType::kInt16,
                                           ElementType::kUint16,  ElementType::kInt32,   ElementType::kUint32,
                                           ElementType::kInt64,   ElementType::kUint64,  ElementType::kFloat16,
                                           ElementType::kFloat32, ElementType::kFloat64, ElementType::kBool};
  return kTypes[static_cast<std::size_t>(type)];
}

struct Slot {
  const Parameter* parameter;
  std::size_t field;
  bool given = false;
};

void give_type(Argument& argument, const Slot& slot) {
  const Parameter& p = *slot.parameter;
  if (auto* buffer = std::get_if<BufferArgument>(&argument.value)) {
    if (buffer->typed) return;
    buffer->type = element_of(p.pointee_type);
    buffer->count *= std::max<std::uint64_t>(1, p.pointee_bytes / element_bytes(buffer->type));
    buffer->typed = true;
    return;
  }
  auto& scalar = std::get<ScalarArgument>(argument.value);
  if (scalar.typed) return;
  scalar.type = p.is_pointer || p.fields.empty() ? ElementType::kUint64 : element_of(p.fields[slot.field].type);
  scalar.typed = true;
}

}  // namespace

bool prepare_device_launch(const DeviceRequest& request, DeviceLaunch& out, std::string& problem) {
  const auto program = program_of(request, problem);
  if (program == nullptr) return false;
  const MachineSpec* machine = find_machine(request.machine);
  if (machine == nullptr) {
    problem = "there is no machine \"" + request.machine + "\"";
    return false;
  }
  PrepareResult prepared = prepare_launch(program, request.launch, *machine, kMostMemory);
  if (prepared.launch == nullptr) {
    problem = first_error(prepared.diagnostics);
    return false;
  }
  out.prepared = std::move(prepared.launch);
  out.source = device_text(request.source);
  for (const auto& [name, text] : request.includes) out.headers.push_back({name.c_str(), text.c_str()});
  for (const auto& [name, text] : request.launch.defines) out.defines.push_back({name.c_str(), text.c_str()});
  add_buffers(out);
  add_parameters(out);
  fill_request(request, out);
  return true;
}

Launch typed_launch(const Launch& launch, const Program& program) {
  std::vector<Slot> slots;
  for (const Parameter& p : program.parameters)
    for (std::size_t f = 0; f < (p.is_pointer ? 1 : p.fields.size()); ++f) slots.push_back({&p, f});
  Launch out = launch;
  for (Argument& argument : out.args) {
    const auto fits = [&](const Slot& slot) {
      const Parameter& p = *slot.parameter;
      const bool member = !p.is_pointer && slot.field < p.fields.size() && !p.fields[slot.field].name.empty();
      return !slot.given && (argument.name.empty() || argument.name == p.name ||
                             (member && argument.name == p.name + "." + p.fields[slot.field].name));
    };
    const auto slot = std::find_if(slots.begin(), slots.end(), fits);
    if (slot == slots.end()) continue;
    slot->given = true;
    give_type(argument, *slot);
    if (argument.name.empty() && (slot->parameter->is_pointer || slot->parameter->fields.size() == 1))
      argument.name = slot->parameter->name;
  }
  for (SymbolValue& symbol : out.symbols) {
    const auto found = std::find_if(program.symbols.begin(), program.symbols.end(),
                                    [&](const Variable& v) { return v.name == symbol.symbol; });
    if (symbol.typed || found == program.symbols.end() || found->fields.size() != 1) continue;
    symbol.type = element_of(found->fields.front().type);
    symbol.typed = true;
  }
  return out;
}

void compare_with_model(DeviceLaunch& launch, const DeviceRequest& request, std::atomic<std::uint64_t>* progress,
                        const std::atomic<bool>* cancel, DeviceAnswer& answer) {
  RunOptions options;
  options.instruction_budget = kMostInstructions;
  options.blocks_done = progress;
  options.cancel = cancel;
  options.threads = std::max(1u, std::thread::hardware_concurrency());
  const RunResult run = run_reference(*launch.prepared, *find_machine(request.machine), options);
  if (!run.completed) {
    const bool budget = !run.faults.empty() && run.faults.front().kind == FaultKind::kBudget;
    answer.not_compared = run.faults.empty() || budget ? "device.not_compared_budget" : "device.not_compared_fault";
    return;
  }
  const std::vector<Buffer>& buffers = launch.prepared->memory.buffers();
  for (std::size_t i = 0; i < buffers.size(); ++i)
    answer.buffers.push_back(compare_buffer(buffers[i].name, buffers[i].type, buffers[i].data, launch.after[i]));
}

}  // namespace warpglass
