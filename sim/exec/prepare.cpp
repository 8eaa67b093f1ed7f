// From a launch as a user wrote it to memory and a parameter block: limits of the machine, arguments to parameters,
// fills, symbols. Everything that can be wrong is one sentence with the numbers and names in it.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sim/exec/fault.h"
#include "sim/exec/reference.h"

namespace warpglass {
namespace {

using exec::grouped;

ElementType element_of(ValueType type) {
  switch (type) {
    case ValueType::kS8:
      return ElementType::kInt8;
    case ValueType::kU8:
      return ElementType::kUint8;
    case ValueType::kS16:
      return ElementType::kInt16;
    case ValueType::kU16:
      return ElementType::kUint16;
    case ValueType::kS32:
      return ElementType::kInt32;
    case ValueType::kU32:
      return ElementType::kUint32;
    case ValueType::kS64:
      return ElementType::kInt64;
    case ValueType::kU64:
      return ElementType::kUint64;
    case ValueType::kF16:
      return ElementType::kFloat16;
    case ValueType::kF32:
      return ElementType::kFloat32;
    case ValueType::kF64:
      return ElementType::kFloat64;
    case ValueType::kBool:
      return ElementType::kBool;
  }
  return ElementType::kUint8;
}

// Why a fill cannot be done; empty when it can.
std::string fill_problem(const Fill& fill) {
  const bool needs_first = fill.kind == FillKind::kRandomBelow || fill.kind == FillKind::kPermutationWithin ||
                           fill.kind == FillKind::kDivideModulo;
  if (needs_first && fill.first == 0) return "its fill counts to 0";
  if (fill.kind == FillKind::kDivideModulo && fill.second == 0) return "its fill divides by 0";
  if (fill.kind == FillKind::kRepeat && fill.data.empty()) return "its fill repeats nothing";
  return {};
}

// Whether a whole number can be a value of the type, signed or unsigned of its width.
bool fits(std::int64_t value, ElementType type) {
  const std::uint32_t bits = element_bytes(type) * 8;
  if (bits >= 64 || type == ElementType::kBool) return true;
  return value >= -(std::int64_t{1} << (bits - 1)) && value < (std::int64_t{1} << bits);
}

bool is_real(ElementType type) {
  return type == ElementType::kFloat16 || type == ElementType::kFloat32 || type == ElementType::kFloat64;
}

// One preparation; stops at the first error.
class Preparation {
 public:
  Preparation(std::shared_ptr<const Program> program, const Launch& launch, const MachineSpec& machine,
              std::uint64_t budget)
      : program_(*program),
        launch_(launch),
        machine_(machine),
        budget_(budget),
        out_(std::make_shared<PreparedLaunch>()) {
    out_->program = std::move(program);
    out_->grid = launch.grid;
    out_->block = launch.block;
    out_->dynamic_shared = launch.dynamic_shared;
  }

  PrepareResult run() {
    PrepareResult result;
    const bool fine =
        check_extents() && check_block() && check_shared() && make_symbols() && take_arguments() && check_missing();
    result.diagnostics = std::move(diagnostics_);
    if (fine) result.launch = std::move(out_);
    return result;
  }

 private:
  bool fail(FaultKind kind, std::string message, std::string note = {}) {
    Diagnostic d;
    d.kind = kind;
    d.message = std::move(message);
    d.note = std::move(note);
    diagnostics_.push_back(std::move(d));
    return false;
  }

  bool check_extent(const char* what, const char* axis, std::uint64_t value, std::uint64_t limit) {
    if (value == 0) return fail(FaultKind::kLaunch, fmt::format("the {}'s {} is 0; the least is 1", what, axis));
    if (value <= limit) return true;
    return fail(FaultKind::kLaunch, fmt::format("the {}'s {} is {}; {} allows {}", what, axis, grouped(value),
                                                machine_.title, grouped(limit)));
  }

  bool check_extents() {
    const MachineSpec& m = machine_;
    return check_extent("block", "x", launch_.block.x, m.max_block_x.value) &&
           check_extent("block", "y", launch_.block.y, m.max_block_y.value) &&
           check_extent("block", "z", launch_.block.z, m.max_block_z.value) &&
           check_extent("grid", "x", launch_.grid.x, m.max_grid_x.value) &&
           check_extent("grid", "y", launch_.grid.y, m.max_grid_y.value) &&
           check_extent("grid", "z", launch_.grid.z, m.max_grid_z.value);
  }

  bool check_block() {
    const Dim3& b = launch_.block;
    const std::uint64_t threads = b.x * b.y * b.z;
    if (threads > machine_.max_threads_per_block.value)
      return fail(FaultKind::kLaunch,
                  fmt::format("a block of {} x {} x {} has {} threads; {} allows {}", b.x, b.y, b.z, grouped(threads),
                              machine_.title, grouped(machine_.max_threads_per_block.value)),
                  "use smaller blocks and more of them");
    if (program_.max_threads_per_block != 0 && threads > program_.max_threads_per_block)
      return fail(FaultKind::kLaunch,
                  fmt::format("the block has {} threads; __launch_bounds__ of {} promises at most {}", grouped(threads),
                              program_.kernel, grouped(program_.max_threads_per_block)));
    const std::uint64_t local = std::uint64_t{program_.local_bytes} * threads;
    if (local > budget_)
      return fail(FaultKind::kBudget,
                  fmt::format("the local arrays of one block take {} bytes; the memory budget is {}", grouped(local),
                              grouped(budget_)));
    return true;
  }

  bool check_shared() {
    const std::uint64_t start = std::max<std::uint64_t>(
        program_.static_shared_bytes, launch_.dynamic_shared != 0 ? program_.dynamic_shared_offset : 0);
    const std::uint64_t usual = machine_.shared_bytes_per_block.value,
                        most = machine_.shared_bytes_per_block_opt_in.value;
    const std::uint64_t limit = launch_.shared_opt_in ? std::max(usual, most) : usual;
    if (launch_.dynamic_shared <= limit && start <= limit - launch_.dynamic_shared) return true;
    const std::string asked = launch_.dynamic_shared > UINT64_MAX - start ? grouped(launch_.dynamic_shared)
                                                                          : grouped(start + launch_.dynamic_shared);
    const bool could =
        !launch_.shared_opt_in && launch_.dynamic_shared <= most && start <= most - launch_.dynamic_shared;
    return fail(
        FaultKind::kLaunch,
        fmt::format("a block asks for {} bytes of shared memory ({} static, {} dynamic); {} allows {}{}", asked,
                    grouped(program_.static_shared_bytes), grouped(launch_.dynamic_shared), machine_.title,
                    grouped(limit), launch_.shared_opt_in ? "" : " without opting in"),
        could ? fmt::format(
                    "opt in (cudaFuncSetAttribute with cudaFuncAttributeMaxDynamicSharedMemorySize) for up to {} bytes",
                    grouped(most))
              : "make the tile smaller");
  }

  // A buffer of `bytes`, within the memory budget.
  bool reserve(const std::string& name, std::uint64_t bytes, ElementType type, std::size_t& index) {
    if (bytes > budget_ || used_ > budget_ - bytes)
      return fail(FaultKind::kBudget,
                  fmt::format("{} needs {} bytes; {} of the memory budget of {} bytes are left", name, grouped(bytes),
                              grouped(budget_ - used_), grouped(budget_)),
                  "use a smaller problem size");
    used_ += bytes;
    index = out_->memory.add(name, bytes, type);
    return true;
  }

  bool make_symbols() {
    for (const Variable& v : program_.symbols) {
      std::size_t index = 0;
      if (!reserve(v.name, v.bytes, v.fields.empty() ? ElementType::kUint8 : element_of(v.fields.front().type), index))
        return false;
      Buffer& buffer = out_->memory.buffer(index);
      buffer.read_only = v.space == Space::kConstant;
      std::copy_n(v.initial.begin(), std::min<std::size_t>(v.initial.size(), buffer.data.size()), buffer.data.begin());
      out_->symbol_addresses.push_back(buffer.address);
      symbol_buffers_.push_back(index);
    }
    return std::all_of(launch_.symbols.begin(), launch_.symbols.end(),
                       [this](const SymbolValue& value) { return set_symbol(value); });
  }

  bool set_symbol(const SymbolValue& value) {
    const auto is = [&](const Variable& v) { return v.name == value.symbol; };
    const auto found = std::find_if(program_.symbols.begin(), program_.symbols.end(), is);
    if (found == program_.symbols.end()) {
      std::string known;
      for (const Variable& v : program_.symbols) known += (known.empty() ? "" : ", ") + v.name;
      return fail(FaultKind::kCase,
                  fmt::format("{} uses no __constant__ or __device__ variable named {}", program_.kernel, value.symbol),
                  known.empty() ? "it uses none" : "it uses " + known);
    }
    Buffer& buffer = out_->memory.buffer(symbol_buffers_[static_cast<std::size_t>(found - program_.symbols.begin())]);
    const std::size_t fields = std::max<std::size_t>(1, found->fields.size());
    for (std::size_t i = 0; i < value.data.size(); ++i) {
      const ScalarField field = found->fields.empty() ? ScalarField{"", ValueType::kU8, 0} : found->fields[i % fields];
      const ElementType type = value.typed ? value.type : element_of(field.type);
      const std::uint64_t at = value.typed ? i * element_bytes(type) : i / fields * found->element_bytes + field.offset;
      if (at + element_bytes(type) > buffer.bytes)
        return fail(FaultKind::kCase, fmt::format("{} values are too many for {}, which has {} bytes",
                                                  grouped(value.data.size()), value.symbol, grouped(buffer.bytes)));
      store_number(value.data[i], type, buffer.data.data() + at);
    }
    return true;
  }

  // The slots that arguments fill, in order: one for each pointer, scalar, or member of a struct.
  struct Slot {
    std::size_t parameter = 0;
    std::size_t field = 0;
    bool given = false;
  };

  void make_slots() {
    for (std::size_t p = 0; p < program_.parameters.size(); ++p) {
      const std::size_t count = program_.parameters[p].is_pointer ? 1 : program_.parameters[p].fields.size();
      for (std::size_t f = 0; f < count; ++f) slots_.push_back({p, f, false});
    }
  }

  std::string slot_name(const Slot& slot) const {
    const Parameter& p = program_.parameters[slot.parameter];
    const bool member = !p.is_pointer && slot.field < p.fields.size() && !p.fields[slot.field].name.empty();
    return member ? p.name + "." + p.fields[slot.field].name : p.name;
  }

  // The slot an argument goes to: by name ("n", "p", "p.x"), else the first free one.
  Slot* slot_for(const Argument& argument) {
    for (Slot& slot : slots_) {
      if (slot.given) continue;
      if (argument.name.empty() || argument.name == slot_name(slot) ||
          argument.name == program_.parameters[slot.parameter].name)
        return &slot;
    }
    return nullptr;
  }

  std::string signature() const {
    std::string text;
    for (const Parameter& p : program_.parameters) text += (text.empty() ? "" : ", ") + p.type_name + " " + p.name;
    return fmt::format("{}({})", program_.kernel, text);
  }

  bool take_arguments() {
    make_slots();
    out_->parameters.assign(program_.parameter_bytes, 0);
    out_->parameter_buffers.assign(program_.parameters.size(), SIZE_MAX);
    for (std::size_t index = 0; index < launch_.args.size(); ++index) {
      const Argument& argument = launch_.args[index];
      Slot* slot = slot_for(argument);
      if (slot == nullptr) return no_slot(argument);
      slot->given = true;
      const bool fine = std::holds_alternative<BufferArgument>(argument.value)
                            ? give_buffer(*slot, std::get<BufferArgument>(argument.value), index)
                            : give_scalar(*slot, std::get<ScalarArgument>(argument.value));
      if (!fine) return false;
    }
    return true;
  }

  bool no_slot(const Argument& argument) {
    const auto named = [&](const Slot& s) {
      return slot_name(s) == argument.name || program_.parameters[s.parameter].name == argument.name;
    };
    if (argument.name.empty())
      return fail(FaultKind::kCase, fmt::format("{} arguments are given, but {} takes {}", launch_.args.size(),
                                                signature(), slots_.size()));
    if (std::any_of(slots_.begin(), slots_.end(), named))
      return fail(FaultKind::kCase, fmt::format("the parameter {} of {} is given twice", argument.name, signature()));
    return fail(FaultKind::kCase, fmt::format("{} has no parameter named {}", signature(), argument.name));
  }

  bool put(const Slot& slot, const Number& number, ElementType type) {
    const Parameter& p = program_.parameters[slot.parameter];
    const std::uint64_t at =
        std::uint64_t{p.offset} + (p.is_pointer || p.fields.empty() ? 0 : p.fields[slot.field].offset);
    if (at + element_bytes(type) > out_->parameters.size())
      return fail(FaultKind::kCase, fmt::format("the parameter {} lies outside the parameter block", p.name));
    store_number(number, type, out_->parameters.data() + at);
    return true;
  }

  bool give_buffer(const Slot& slot, const BufferArgument& buffer, std::size_t index) {
    const Parameter& p = program_.parameters[slot.parameter];
    if (!p.is_pointer)
      return fail(FaultKind::kCase, fmt::format("the parameter {} is {}, not a pointer, but a buffer is given",
                                                slot_name(slot), type_of(slot)));
    const std::string problem = fill_problem(buffer.fill);
    if (!problem.empty())
      return fail(FaultKind::kCase, fmt::format("the buffer {} cannot be filled: {}", p.name, problem));
    // Without a type of its own it has the pointee's: `count` whole structs, filled as their first scalar.
    const ElementType type = buffer.typed ? buffer.type : element_of(p.pointee_type);
    const std::uint64_t size = element_bytes(type);
    const std::uint64_t scalars = buffer.typed ? 1 : std::max<std::uint64_t>(1, p.pointee_bytes / size);
    if (buffer.count > UINT64_MAX / size / scalars)
      return fail(FaultKind::kBudget,
                  fmt::format("{} elements of {} are more memory than there is", grouped(buffer.count), p.name));
    std::size_t at = 0;
    if (!reserve(p.name, buffer.count * scalars * size, type, at)) return false;
    Buffer& made = out_->memory.buffer(at);
    made.initialised = buffer.fill.kind != FillKind::kNone;
    fill_buffer(buffer.fill, type, buffer.count * scalars, index, made.data);
    out_->parameter_buffers[slot.parameter] = at;
    return put(slot, Number::of(static_cast<std::int64_t>(made.address)), ElementType::kUint64);
  }

  std::string type_of(const Slot& slot) const {
    const Parameter& p = program_.parameters[slot.parameter];
    return p.fields.size() > 1 ? std::string(element_type_name(element_of(p.fields[slot.field].type))) : p.type_name;
  }

  bool give_scalar(const Slot& slot, const ScalarArgument& scalar) {
    const Parameter& p = program_.parameters[slot.parameter];
    if (p.is_pointer) {
      const bool null = scalar.value.is_integer && scalar.value.integer == 0;
      if (!null)
        return fail(FaultKind::kCase,
                    fmt::format("the parameter {} is {}, a pointer, but a number is given", p.name, p.type_name),
                    fmt::format("give it a buffer, e.g. {}=zero:1024", p.name));
      return put(slot, scalar.value, ElementType::kUint64);
    }
    const ElementType type = element_of(p.fields[slot.field].type);
    Number value = scalar.value;
    if (!is_real(type) && type != ElementType::kBool) {
      if (!value.is_integer && value.real == std::trunc(value.real) && std::fabs(value.real) < 9.0e18)
        value = Number::of(static_cast<std::int64_t>(value.real));
      if (!value.is_integer)
        return fail(FaultKind::kCase, fmt::format("the parameter {} is {}, a whole number, but {} is given",
                                                  slot_name(slot), type_of(slot), value.real));
      if (!fits(value.integer, type))
        return fail(FaultKind::kCase, fmt::format("{} does not fit the parameter {}, which is {}", value.integer,
                                                  slot_name(slot), type_of(slot)));
    }
    return put(slot, value, type);
  }

  bool check_missing() {
    for (const Slot& slot : slots_) {
      if (slot.given) continue;
      return fail(FaultKind::kCase, fmt::format("{} is not given its parameter {}", signature(), slot_name(slot)),
                  program_.parameters[slot.parameter].is_pointer
                      ? "give it a buffer, as --arg " + slot_name(slot) + "=zero:1024"
                      : "give it a value, as --arg " + slot_name(slot) + "=1");
    }
    return true;
  }

  const Program& program_;
  const Launch& launch_;
  const MachineSpec& machine_;
  std::uint64_t budget_ = 0;
  std::uint64_t used_ = 0;
  std::shared_ptr<PreparedLaunch> out_;
  std::vector<std::size_t> symbol_buffers_;
  std::vector<Slot> slots_;
  std::vector<Diagnostic> diagnostics_;
};

}  // namespace

PrepareResult prepare_launch(std::shared_ptr<const Program> program, const Launch& launch, const MachineSpec& machine,
                             std::uint64_t memory_budget) {
  return Preparation(std::move(program), launch, machine, memory_budget).run();
}

}  // namespace warpglass
