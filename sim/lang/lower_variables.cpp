// Where a variable lives: in registers, in the thread's local memory, in shared memory, or nowhere at all (a value that
// is never changed stands for itself, a reference for what it refers to).
#include <algorithm>

#include "sim/lang/lower_context.h"

namespace warpglass::lang {

namespace {

constexpr std::uint64_t kMaximumRegisterLeaves = 64;      // a larger array or struct lives in local memory
constexpr std::uint64_t kMaximumLocalBytes = 512 * 1024;  // per thread, CUDA's own limit

bool contains_union(TypeRef type) {
  if (type->is_array()) return contains_union(type->element);
  if (!type->is_record()) return false;
  if (type->is_union) return true;
  return std::any_of(type->fields.begin(), type->fields.end(), [](const Field& f) { return contains_union(f.type); });
}

bool fits_registers(TypeRef type) { return leaf_count(type) <= kMaximumRegisterLeaves && !contains_union(type); }

}  // namespace

Space Lowering::variable_space(const TypedVariable& variable) const {
  const auto it = spaces_.find(&variable);
  return it == spaces_.end() ? Space::kGlobal : it->second;  // never assigned: null
}

Place Lowering::place_of(const TypedVariable& variable) {
  if (const auto it = globals_.find(&variable); it != globals_.end()) return it->second;
  Binding& binding = bindings_[&variable];
  if (!binding.bound) {  // a jump into a switch may pass over a declaration
    binding.place = make_storage(variable);
    binding.bound = true;
  }
  return binding.place;
}

Place Lowering::make_registers(TypeRef type, const TypedVariable* variable) {
  Place place;
  place.type = type;
  const std::vector<Leaf> leaves = flatten(type);
  const bool one_width = std::all_of(leaves.begin(), leaves.end(), [&](const Leaf& leaf) {
    return value_type_is_wide(leaf.type) == value_type_is_wide(leaves.front().type);
  });
  Space space = Space::kGeneric;
  if (variable && type->is_pointer()) space = variable_space(*variable);
  Register next = kNoRegister;
  if (one_width && leaves.size() > 1)
    next = code_.new_registers(static_cast<std::uint32_t>(leaves.size()), value_type_is_wide(leaves.front().type));
  for (const Leaf& leaf : leaves) {
    Scalar part;
    part.type = leaf.is_pointer && is_offset_space(space) ? ValueType::kU32 : leaf.type;
    part.is_pointer = leaf.is_pointer;
    part.space = space;
    part.reg = next == kNoRegister ? code_.new_register(value_type_is_wide(part.type)) : next++;
    part.object = part.is_pointer ? any_object() : 0;
    code_.set_mutable(part.reg);
    place.parts.push_back(part);
  }
  return place;
}

Scalar Lowering::local_address(std::uint64_t bytes, std::uint32_t alignment, const std::string& name, TypeRef type) {
  alignment = std::max<std::uint32_t>(alignment, 1);
  const std::uint64_t at = (std::uint64_t{*local_bytes_} + alignment - 1) / alignment * alignment;
  Scalar address;
  address.type = ValueType::kU32;
  address.is_pointer = true;
  address.space = Space::kLocal;
  if (at + bytes > kMaximumLocalBytes) {
    error(code_.span(),
          "the local arrays of one thread take more than " + std::to_string(kMaximumLocalBytes / 1024) + " KB",
          "make `" + name + "` smaller, or put it into shared or global memory");
    address.is_constant = true;
    return address;
  }
  *local_bytes_ = static_cast<std::uint32_t>(at + bytes);
  if (in_recursive_) {
    address.reg = frame_pointer_;
    address.offset = static_cast<std::int64_t>(at);
    return address;
  }
  address.is_constant = true;
  address.bits = at;
  Variable entry;
  entry.name = name;
  entry.type_name = type->name;
  entry.space = Space::kLocal;
  entry.offset = static_cast<std::uint32_t>(at);
  entry.bytes = bytes;
  entry.alignment = alignment;
  entry.span = code_.span();
  while (type->is_array()) {
    entry.extents.push_back(type->count);
    type = type->element;
  }
  entry.element_bytes = static_cast<std::uint32_t>(type->size);
  program_.local_variables.push_back(entry);
  address.object = new_object(ObjectKind::kLocal, program_.local_variables.size() - 1, name);
  return address;
}

Place Lowering::temporary_memory(TypeRef type, const std::string& name, const Span& span) {
  Place place;
  place.type = type;
  place.in_memory = true;
  place.span = span;
  place.address = local_address(type->size, type->alignment, name, type);
  return place;
}

Place Lowering::local_memory(const TypedVariable& variable) {
  auto it = local_slots_.find(&variable);
  if (it == local_slots_.end()) {
    const Span saved = code_.span();
    if (variable.span.known()) code_.set_span(variable.span);
    const std::uint32_t alignment = std::max(variable.alignment, variable.type->alignment);
    it = local_slots_.emplace(&variable, local_address(variable.type->size, alignment, variable.name, variable.type))
             .first;
    code_.set_span(saved);
  }
  Place place;
  place.type = variable.type;
  place.in_memory = true;
  place.is_volatile = variable.is_volatile;
  place.address = it->second;
  return place;
}

Place Lowering::make_storage(const TypedVariable& variable) {
  if (lives_in_memory(variable)) return local_memory(variable);
  return make_registers(variable.type, &variable);
}

void Lowering::bind_alias(const TypedVariable& variable, const Place& place) {
  Binding& binding = bindings_[&variable];
  binding = {true, true, place};
}

bool Lowering::lives_in_memory(const TypedVariable& variable) const {
  return usage_.of(variable).needs_memory || !fits_registers(variable.type);
}

// The part of an unchanged variable's value: itself, or a copy where its register may change.
Scalar Lowering::own_copy(const TypedVariable& variable, Scalar part, bool may_share) {
  const bool is_pointer = variable.type->is_pointer();
  if (is_pointer) part = to_space(part, variable_space(variable));
  if (part.is_constant) return part;
  const bool copies = code_.is_mutable(part.reg) && !may_share;
  if (copies || (is_pointer && part.offset != 0 && !is_offset_space(part.space))) {
    const Scalar value = copies && part.offset == 0 ? copy_if_mutable(part) : pointer_in_register(part);
    part.reg = value.reg;
    part.offset = 0;
  }
  code_.pin(part);
  return part;
}

void Lowering::bind_value(const TypedVariable& variable, const Value& value, bool may_share) {
  Binding& binding = bindings_[&variable];
  binding = {};
  binding.bound = true;
  if (!lives_in_memory(variable) && !usage_.of(variable).written) {
    Place place;
    place.type = variable.type;
    for (const Scalar& part : value) place.parts.push_back(own_copy(variable, part, may_share));
    bindings_[&variable].place = place;
    return;
  }
  Place target = make_storage(variable);
  target.span = variable.span;
  bindings_[&variable].place = target;
  store(target, value);
}

}  // namespace warpglass::lang
