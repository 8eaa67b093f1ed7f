// Places, addresses and the memory accesses themselves: exactly those the source names, each as wide as its type.
//
// Addresses: index * size + base is one multiply-add (mad.wide to 64 bits for global memory, mad.lo to a 32-bit offset
// for shared and local memory); what is constant goes into the offset of the access. A constant is only taken out of an
// index whose arithmetic cannot wrap: signed, or 64-bit.
#include "sim/lang/lower_context.h"
#include "sim/lang/lower_fold.h"

namespace warpglass::lang {

namespace {

constexpr std::uint64_t kMaximumObjectLeaves = 1024;  // scalars in one whole-object copy

}  // namespace

// ---- places -----------------------------------------------------------------------------------------------------

Place Lowering::place(const TypedExpr& expr) {
  Place result;
  if (stopped()) {  // anything will do: the code is thrown away
    result.type = expr.type;
    result.in_memory = true;
    result.address = CodeBuilder::make_constant(ValueType::kU64, 0);
    return result;
  }
  switch (expr.kind) {
    case TypedKind::kVariable:
      result = place_of(*expr.variable);
      break;
    case TypedKind::kDeref: {
      if (expr.a->kind == TypedKind::kLoad && expr.a->a->kind == TypedKind::kVariable) {
        const auto it = bindings_.find(expr.a->a->variable.get());
        if (it != bindings_.end() && it->second.is_alias) {
          result = it->second.place;
          break;
        }
      }
      result.in_memory = true;
      result.address = scalar(*expr.a);
      break;
    }
    case TypedKind::kMember:
      result = member_place(expr);
      break;
    case TypedKind::kElement:
      result = element_place(expr);
      break;
    case TypedKind::kAssign:
      result = assign(expr);
      break;
    case TypedKind::kCompound:
      result = compound(expr);
      break;
    case TypedKind::kIncrement:
      increment(expr, false, &result);
      break;
    case TypedKind::kConditional:
      result = conditional_place(expr);
      break;
    case TypedKind::kComma:
      effect(*expr.a);
      result = place(*expr.b);
      break;
    default:  // a temporary whose place is asked for
      result.parts = rvalue(expr);
      break;
  }
  result.type = expr.type;
  result.span = expr.span;
  result.is_volatile |= expr.is_volatile;
  return result;
}

Place Lowering::member_place(const TypedExpr& expr) {
  Place record = place(*expr.a);
  const TypeRef type = expr.a->type;
  const Field& field = type->fields[expr.field];
  if (!record.in_memory && type->is_union) {  // one member's bytes seen as another's
    Place copy = temporary_memory(type, "union", expr.span);
    store(copy, record.parts);
    record = copy;
  }
  if (record.in_memory) {
    record.address.offset += field.offset;
    return record;
  }
  if (record.parts.size() < leaf_count(type)) return record;  // after an error
  std::size_t first = 0;
  for (std::uint32_t i = 0; i < expr.field; ++i) first += leaf_count(type->fields[i].type);
  const std::size_t count = leaf_count(field.type);
  const auto begin = record.parts.begin() + static_cast<std::ptrdiff_t>(first);
  record.parts = Value(begin, begin + static_cast<std::ptrdiff_t>(count));
  return record;
}

Place Lowering::element_place(const TypedExpr& expr) {
  Place array = place(*expr.a);
  if (array.in_memory) {
    array.address = add_index(array.address, *expr.b, expr.type->size, false);
    return array;
  }
  const Scalar index = scalar(*expr.b);
  const std::size_t count = leaf_count(expr.type);
  if (!index.is_constant || (index.bits + 1) * count > array.parts.size()) {
    error(expr.span, "this array element cannot be addressed here",
          "index the array with a variable of the function it belongs to");
    return array;
  }
  const auto begin = array.parts.begin() + static_cast<std::ptrdiff_t>(index.bits * count);
  array.parts = Value(begin, begin + static_cast<std::ptrdiff_t>(count));
  return array;
}

Place Lowering::conditional_place(const TypedExpr& expr) {
  Space space = Space::kGeneric;
  place_space(expr, spaces_, 0, space);
  Place result;
  result.in_memory = true;
  Scalar& address = result.address;
  address.is_pointer = true;
  address.space = space;
  address.type = is_offset_space(space) ? ValueType::kU32 : ValueType::kU64;
  address.reg = code_.new_register(value_type_is_wide(address.type));
  address.object = any_object();
  const Label otherwise = code_.new_label(), end = code_.new_label();
  branch(*expr.a, false, otherwise);
  const Scalar left = to_space(address_of(place(*expr.b)), space);
  join_object(address, left);
  code_.assign(address.reg, left);
  code_.jump(end);
  code_.bind(otherwise);
  const Scalar right = to_space(address_of(place(*expr.c)), space);
  join_object(address, right);
  code_.assign(address.reg, right);
  code_.bind(end);
  return result;
}

Scalar Lowering::address_of(const Place& where) {
  if (where.in_memory) return where.address;
  Place copy = temporary_memory(where.type, "temporary", where.span);  // of a temporary: give it memory
  store(copy, where.parts);
  return copy.address;
}

// ---- loads and stores -------------------------------------------------------------------------------------------

Instruction& Lowering::access(Opcode opcode, ValueType type, const Scalar& address, const Place& where) {
  Scalar base = address;
  std::int64_t offset = address.offset;
  base.offset = 0;
  if (base.is_constant && !value_type_is_wide(base.type)) {
    offset += static_cast<std::int64_t>(base.bits);
    base.bits = 0;
  }
  const Register source = code_.reg(base);
  const Span saved = code_.span();
  if (where.span.known()) code_.set_span(where.span);
  Instruction& made = code_.emit(opcode, type);
  code_.set_span(saved);
  made.space = address.space;
  made.object = address.object;
  made.src[0] = source;
  made.offset = offset;
  made.is_volatile = where.is_volatile;
  return made;
}

void Lowering::load_part(const Place& from, const std::vector<Leaf>& leaves, const AccessPart& part, bool droppable,
                         Value& out) {
  const Leaf& first = leaves[part.first];
  const bool wide = value_type_is_wide(first.type);
  const Register dst = code_.new_registers(part.count, wide);
  Scalar address = from.address;
  address.offset += first.offset;
  Instruction& made = access(Opcode::kLoad, first.type, address, from);
  made.dst = dst;
  made.vector = part.count;
  code_.flags().back().droppable = droppable;
  for (std::uint32_t i = 0; i < part.count; ++i) {
    Scalar scalar = CodeBuilder::in_register(leaves[part.first + i].type, dst + i);
    scalar.is_pointer = leaves[part.first + i].is_pointer;
    out.push_back(scalar);
  }
}

Value Lowering::load(const Place& from) {
  if (!from.in_memory) return from.parts;
  if (leaf_count(from.type) > kMaximumObjectLeaves) {
    error(from.span,
          "copying an object of " + std::to_string(from.type->size) +
              " bytes as a whole is outside the simulator's CUDA subset",
          "copy it member by member");
    return Value(1, CodeBuilder::make_constant(ValueType::kU32, 0));
  }
  const std::vector<Leaf> leaves = flatten(from.type);
  const std::vector<AccessPart> parts = access_parts(from.type, leaves);
  const bool droppable = parts.size() > 1 && !from.is_volatile && !from.type->is_vector;
  Value out;
  for (const AccessPart& part : parts) load_part(from, leaves, part, droppable, out);
  return out;
}

void Lowering::store_part(const Place& to, const std::vector<Leaf>& leaves, const AccessPart& part,
                          const Value& value) {
  const Leaf& first = leaves[part.first];
  const bool wide = value_type_is_wide(first.type);
  std::vector<Register> sources;
  bool consecutive = true;
  for (std::uint32_t i = 0; i < part.count; ++i) {
    const Scalar& scalar = value[part.first + i];
    sources.push_back(code_.reg(scalar.is_pointer ? generic(scalar) : scalar));
    consecutive &= sources[i] == sources[0] + i;
  }
  Register source = sources[0];
  if (!consecutive) {
    source = code_.new_registers(part.count, wide);
    for (std::uint32_t i = 0; i < part.count; ++i)
      code_.move(source + i, CodeBuilder::in_register(leaves[part.first + i].type, sources[i]));
  }
  Scalar address = to.address;
  address.offset += first.offset;
  Instruction& made = access(Opcode::kStore, first.type, address, to);
  made.src[1] = source;
  made.vector = part.count;
}

void Lowering::store(const Place& to, const Value& value) {
  const std::vector<Leaf> leaves = flatten(to.type);
  if (stopped() || value.size() != leaves.size()) return;
  if (to.in_memory) {
    for (const AccessPart& part : access_parts(to.type, leaves)) store_part(to, leaves, part, value);
    return;
  }
  for (std::size_t i = 0; i < value.size(); ++i) join_object(to.parts[i], value[i]);
  if (value.size() == 1) {
    const Scalar& target = to.parts[0];
    return code_.assign(target.reg, target.is_pointer ? to_space(value[0], target.space) : value[0]);
  }
  // A wide load may write straight into the variable; otherwise part by part, old values read before they are replaced.
  if (code_.assign_vector(to.parts.front().reg, value)) return;
  Value sources = value;
  for (Scalar& source : sources) source = source.is_pointer ? generic(source) : source;
  for (std::size_t i = 0; i < sources.size(); ++i)
    for (std::size_t k = 0; k < i; ++k)
      if (!sources[i].is_constant && sources[i].reg == to.parts[k].reg && i != k) {
        const Register copy = code_.new_register(value_type_is_wide(sources[i].type));
        code_.move(copy, sources[i]);
        sources[i].reg = copy;
        break;
      }
  for (std::size_t i = 0; i < sources.size(); ++i) code_.move(to.parts[i].reg, sources[i]);
}

// ---- pointers ---------------------------------------------------------------------------------------------------

Scalar Lowering::to_space(const Scalar& pointer, Space space) {
  Scalar result = pointer;
  result.is_pointer = true;
  if (pointer.space == space) return result;
  result.space = space;
  const bool from_offset = is_offset_space(pointer.space);
  if (from_offset == is_offset_space(space) && !from_offset) return result;
  if (from_offset) {
    Scalar base = pointer;
    base.offset = 0;
    const Register source = code_.reg(base);
    const Register dst = code_.new_register(true);
    Instruction& made = code_.emit(Opcode::kToGeneric, ValueType::kU64);
    made.space = pointer.space;
    made.src[0] = source;
    made.dst = dst;
    result.is_constant = false;
    result.reg = dst;
    result.type = ValueType::kU64;
    return result;
  }
  const Register source = code_.reg(pointer);
  const Register dst = code_.new_register(true);
  Instruction& made = code_.emit(Opcode::kFromGeneric, ValueType::kU64);
  made.space = space;
  made.src[0] = source;
  made.dst = dst;
  result = code_.convert(CodeBuilder::in_register(ValueType::kU64, dst), ValueType::kU32);
  result.is_pointer = true;
  result.space = space;
  result.object = pointer.object;
  return result;
}

Scalar Lowering::add_index(Scalar pointer, const TypedExpr& index, std::uint64_t size, bool negate) {
  IndexParts parts = index_parts(index);
  const std::int64_t step = static_cast<std::int64_t>(size) * (negate ? -1 : 1);
  pointer.offset =
      static_cast<std::int64_t>(static_cast<std::uint64_t>(pointer.offset) +
                                static_cast<std::uint64_t>(parts.constant) * static_cast<std::uint64_t>(step));
  if (!parts.has_rest || size == 0) return pointer;
  return add_scaled(pointer, parts.rest, size, negate);
}

Scalar Lowering::add_scaled(Scalar pointer, const Scalar& index, std::uint64_t size, bool negate) {
  const std::int64_t offset = pointer.offset;
  Scalar base = pointer, result;
  base.offset = 0;
  if (is_offset_space(pointer.space)) {
    Scalar narrow = value_type_is_wide(index.type) ? code_.convert(index, ValueType::kU32) : index;
    narrow.type = ValueType::kU32;
    const std::uint64_t factor = (negate ? 0 - size : size) & 0xffffffffu;
    const std::int64_t constant = base.is_constant ? static_cast<std::int64_t>(base.bits) : 0;
    if (base.is_constant) base = CodeBuilder::make_constant(ValueType::kU32, 0);
    result = code_.mad(ValueType::kU32, narrow, CodeBuilder::make_constant(ValueType::kU32, factor), base);
    result.offset = offset + constant;
  } else if (value_type_is_wide(index.type)) {
    const std::uint64_t factor = negate ? 0 - size : size;
    result = code_.mad(ValueType::kU64, index, CodeBuilder::make_constant(ValueType::kU64, factor), base);
    result.offset = offset;
  } else {
    Scalar factor = CodeBuilder::make_constant(ValueType::kS32, size), narrow = index;
    if (negate && value_type_is_signed(index.type)) factor = CodeBuilder::make_constant(ValueType::kS32, 0 - size);
    if (negate && !value_type_is_signed(index.type)) {
      narrow = code_.unary(Opcode::kNeg, ValueType::kS64, code_.convert(index, ValueType::kS64));
      return add_scaled(pointer, narrow, size, false);
    }
    const Register rb = code_.reg(factor), ri = code_.reg(narrow), rp = code_.reg(base);
    const Register dst = code_.new_register(true);
    Instruction& made =
        code_.emit(Opcode::kMadWide, value_type_is_signed(index.type) ? ValueType::kS32 : ValueType::kU32);
    made.dst = dst;
    made.src = {ri, rb, rp, kNoRegister};
    result = CodeBuilder::in_register(ValueType::kU64, dst);
    result.offset = offset;
  }
  result.is_pointer = true;
  result.space = pointer.space;
  result.object = pointer.object;
  return result;
}

// ---- indices ----------------------------------------------------------------------------------------------------

static bool is_product(const TypedExpr& expr) {
  return expr.kind == TypedKind::kBinary && expr.binary == BinaryOp::kMul;
}

// x * y + other as one multiply-add.
Lowering::IndexParts Lowering::index_product(const TypedExpr& product, const TypedExpr& other, ValueType type) {
  const Scalar x = scalar(*product.a), y = scalar(*product.b);
  IndexParts parts = index_parts(other);
  Scalar rest = parts.has_rest ? parts.rest : CodeBuilder::make_constant(type, 0);
  if (value_type_is_wide(type)) rest = code_.convert(rest, type);
  parts.rest = code_.mad(type, x, y, rest);
  parts.has_rest = !parts.rest.is_constant;
  if (!parts.has_rest) parts.constant += signed_value(type, parts.rest.bits);
  return parts;
}

Lowering::IndexParts Lowering::index_sum(const TypedExpr& expr, ValueType type) {
  const bool minus = expr.binary == BinaryOp::kSub;
  if (!minus && is_product(*expr.a)) return index_product(*expr.a, *expr.b, type);
  if (!minus && is_product(*expr.b)) return index_product(*expr.b, *expr.a, type);
  const IndexParts left = index_parts(*expr.a), right = index_parts(*expr.b);
  const auto l = static_cast<std::uint64_t>(left.constant), r = static_cast<std::uint64_t>(right.constant);
  IndexParts parts;
  parts.constant = static_cast<std::int64_t>(minus ? l - r : l + r);
  parts.has_rest = left.has_rest || right.has_rest;
  parts.rest = left.rest;
  if (!right.has_rest) return parts;
  Scalar a = left.has_rest ? left.rest : CodeBuilder::make_constant(type, 0), b = right.rest;
  if (value_type_is_wide(type)) a = code_.convert(a, type), b = code_.convert(b, type);
  parts.rest = code_.binary(minus ? Opcode::kSub : Opcode::kAdd, type, a, b);
  return parts;
}

// Splits an index into a register and a constant.
Lowering::IndexParts Lowering::index_parts(const TypedExpr& expr) {
  const ValueType type = expr.type->scalar;
  if (expr.kind == TypedKind::kConvert && value_type_is_wide(type) && expr.a->type->is_scalar() &&
      expr.a->type->scalar == ValueType::kS32)
    return index_parts(*expr.a);
  const bool cannot_wrap = type == ValueType::kS32 || value_type_is_wide(type);
  if (expr.kind == TypedKind::kBinary && cannot_wrap &&
      (expr.binary == BinaryOp::kAdd || expr.binary == BinaryOp::kSub))
    return index_sum(expr, type);
  IndexParts parts;
  parts.rest = scalar(expr);
  parts.has_rest = !parts.rest.is_constant;
  if (!parts.has_rest) parts.constant = signed_value(type, parts.rest.bits);
  parts.rest.type = type;
  return parts;
}

}  // namespace warpglass::lang
