// Lowering of one kernel: parameters and global variables laid out as CUDA's ABI does, the body as flat code, then the
// passes over it.
#include <algorithm>

#include "sim/lang/flow_graph.h"
#include "sim/lang/lower_context.h"
#include "sim/lang/lower_passes.h"

namespace warpglass::lang {

namespace {

constexpr std::uint64_t kMaximumSharedBytes = std::uint64_t{1}
                                              << 31;  // an offset has to fit; the machine's limit is lower
constexpr std::uint64_t kMaximumFields = 65536;

std::uint64_t align_up(std::uint64_t value, std::uint64_t alignment) {
  alignment = std::max<std::uint64_t>(alignment, 1);
  return (value + alignment - 1) / alignment * alignment;
}

void add_fields(TypeRef type, const std::string& name, std::uint32_t offset, std::vector<ScalarField>& out) {
  if (out.size() >= kMaximumFields) return;
  if (type->is_scalar() || type->is_pointer()) {
    out.push_back({name, scalar_type(type), offset});
  } else if (type->is_array()) {
    for (std::uint64_t i = 0; i < type->count; ++i)
      add_fields(type->element, name + "[" + std::to_string(i) + "]",
                 offset + static_cast<std::uint32_t>(i * type->element->size), out);
  } else if (type->is_union) {
    if (!type->fields.empty()) add_fields(type->fields[0].type, type->fields[0].name, offset, out);
  } else {
    for (const Field& field : type->fields)
      add_fields(field.type, name.empty() ? field.name : name + "." + field.name, offset + field.offset, out);
  }
}

Parameter describe_parameter(const TypedVariable& variable, std::uint32_t offset) {
  Parameter parameter;
  parameter.name = variable.name;
  parameter.type_name = variable.type->name;
  parameter.offset = offset;
  parameter.bytes = static_cast<std::uint32_t>(variable.type->size);
  add_fields(variable.type, "", 0, parameter.fields);
  if (!variable.type->is_pointer()) return parameter;
  parameter.is_pointer = true;
  const TypeRef pointee = variable.type->element;
  if (!pointee || pointee->is_void()) return parameter;
  parameter.pointee_name = pointee->name;
  parameter.pointee_bytes = static_cast<std::uint32_t>(pointee->size);
  TypeRef first = pointee;
  while (first->is_array() || (first->is_record() && !first->fields.empty()))
    first = first->is_array() ? first->element : first->fields[0].type;
  if (first->is_scalar() || first->is_pointer()) parameter.pointee_type = scalar_type(first);
  return parameter;
}

Variable describe_variable(const TypedVariable& variable, Space space) {
  Variable entry;
  entry.name = variable.name;
  entry.type_name = variable.type->name;
  entry.space = space;
  entry.bytes = variable.type->size;
  entry.alignment = std::max({variable.alignment, variable.type->alignment, 1u});
  entry.is_extern = variable.storage == Storage::kSharedExtern;
  entry.initial = variable.initial;
  entry.span = variable.span;
  TypeRef element = variable.type;
  for (; element->is_array(); element = element->element) entry.extents.push_back(element->count);
  entry.element_bytes = static_cast<std::uint32_t>(element->size);
  add_fields(element, "", 0, entry.fields);
  return entry;
}

}  // namespace

Lowering::Lowering(const TypedKernel& kernel, Messages& messages, Program& program)
    : kernel_(kernel), messages_(messages), program_(program), code_(program) {}

void Lowering::error(const Span& span, const std::string& message, const std::string& note) {
  if (!failed_) messages_.error(span, message, note);
  failed_ = true;
}

bool Lowering::run() {
  program_.kernel = kernel_.name;
  program_.max_threads_per_block = kernel_.max_threads_per_block;
  program_.sources = kernel_.sources;
  usage_.analyse(kernel_);
  program_.objects.resize(1);
  recursive_.resize(kernel_.functions.size());
  local_bytes_ = &program_.local_bytes;
  declare_globals();
  if (!stopped()) lower_kernel_body();
  if (!stopped()) lower_recursive_bodies();
  if (stopped()) return false;
  finish();
  return true;
}

void Lowering::declare_globals() {
  std::uint64_t shared = 0;
  std::uint32_t extern_alignment = 1;
  for (const auto& variable : kernel_.globals) {
    Place& place = globals_[variable.get()];
    place.type = variable->type;
    place.in_memory = true;
    place.is_volatile = variable->is_volatile;
    place.address.is_pointer = true;
    if (variable->storage == Storage::kShared) {
      Variable entry = describe_variable(*variable, Space::kShared);
      shared = align_up(shared, entry.alignment);
      if (shared + entry.bytes > kMaximumSharedBytes)
        return error(variable->span, "`" + variable->name + "` takes more shared memory than any machine has");
      entry.offset = static_cast<std::uint32_t>(shared);
      shared += entry.bytes;
      place.address = CodeBuilder::make_constant(ValueType::kU32, entry.offset);
      program_.shared_variables.push_back(entry);
      place.address.object = new_object(ObjectKind::kShared, program_.shared_variables.size() - 1, entry.name);
    } else if (variable->storage == Storage::kSharedExtern) {
      extern_alignment = std::max({extern_alignment, variable->alignment, variable->type->alignment});
    } else {
      const Space space = variable->storage == Storage::kConstant ? Space::kConstant : Space::kGlobal;
      const auto index = static_cast<std::uint32_t>(program_.symbols.size());
      program_.symbols.push_back(describe_variable(*variable, space));
      place.address =
          CodeBuilder::in_register(ValueType::kU64, code_.input(InputKind::kSymbolAddress, ValueType::kU64, index));
      place.address.space = space;
      place.address.object = new_object(ObjectKind::kSymbol, index, variable->name);
    }
    place.address.is_pointer = true;
    if (variable->storage == Storage::kShared) place.address.space = Space::kShared;
  }
  declare_dynamic_shared(shared, extern_alignment);
}

void Lowering::declare_dynamic_shared(std::uint64_t shared, std::uint32_t extern_alignment) {
  program_.static_shared_bytes = static_cast<std::uint32_t>(shared);
  // Dynamic shared memory starts behind the static variables, aligned to 16 bytes at least, as CUDA aligns it.
  program_.dynamic_shared_offset = static_cast<std::uint32_t>(align_up(shared, std::max(extern_alignment, 16u)));
  for (const auto& variable : kernel_.globals) {
    if (variable->storage != Storage::kSharedExtern) continue;
    Variable entry = describe_variable(*variable, Space::kShared);
    entry.offset = program_.dynamic_shared_offset;
    entry.bytes = 0;
    program_.shared_variables.push_back(entry);
    Place& place = globals_[variable.get()];
    place.address = CodeBuilder::make_constant(ValueType::kU32, entry.offset);
    place.address.is_pointer = true;
    place.address.space = Space::kShared;
    place.address.object = new_object(ObjectKind::kShared, program_.shared_variables.size() - 1, entry.name);
  }
}

// Parameters read straight from the parameter block; one that the kernel changes gets registers of its own.
void Lowering::declare_parameters() {
  std::uint64_t offset = 0;
  for (const auto& param : kernel_.kernel.params) {
    offset = align_up(offset, param->type->alignment);
    program_.parameters.push_back(describe_parameter(*param, static_cast<std::uint32_t>(offset)));
    if (leaf_count(param->type) > kMaximumFields / 16)
      return error(param->span, "parameter `" + param->name + "` is too large to pass by value",
                   "pass a pointer to it");
    if (param->type->is_pointer()) spaces_[param.get()] = Space::kGlobal;
    offset += param->type->size;
  }
  program_.parameter_bytes = static_cast<std::uint32_t>(offset);
  infer_spaces(kernel_.kernel, spaces_, 0);
  for (std::size_t i = 0; i < kernel_.kernel.params.size(); ++i) {
    const TypedVariable& param = *kernel_.kernel.params[i];
    Value value;
    for (const Leaf& leaf : flatten(param.type)) {
      const Register reg = code_.input(InputKind::kParameter, leaf.type, program_.parameters[i].offset + leaf.offset);
      value.push_back(CodeBuilder::in_register(leaf.type, reg));
      value.back().is_pointer = leaf.is_pointer;
      value.back().space = param.type->is_pointer() ? Space::kGlobal : Space::kGeneric;
      if (param.type->is_pointer()) value.back().object = new_object(ObjectKind::kParameter, i, param.name);
    }
    code_.set_span(param.span);
    bind_value(param, value);
  }
}

void Lowering::lower_kernel_body() {
  declare_parameters();
  if (stopped()) return;
  Frame frame;
  frame.function = &kernel_.kernel;
  frame.is_kernel = true;
  frames_.push_back(frame);
  if (kernel_.kernel.body) statement(*kernel_.kernel.body);
  frames_.pop_back();
  code_.bind(code_.new_label());
  code_.exit();
}

void Lowering::finish() {
  code_.resolve();
  resolve_objects();
  Flags& flags = code_.flags();
  clean_up(program_, flags);
  contract(program_, flags);
  clean_up(program_, flags);
  pack_registers(program_);
  mark_block_local(program_);
  set_reconvergence(program_);
  program_.register_estimate = estimate_registers(program_);
}

std::unique_ptr<Program> lower_kernel(const TypedKernel& kernel, Messages& messages) {
  auto program = std::make_unique<Program>();
  if (!Lowering(kernel, messages, *program).run()) return nullptr;
  return program;
}

}  // namespace warpglass::lang
