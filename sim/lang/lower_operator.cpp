// Arithmetic, comparison, conversion and assignment.
//
// Contraction: additions, subtractions and multiplications of floats are marked where nvcc -fmad=true may fuse them;
// the pass in lower_contract.cpp decides, because it depends on every use of the product.
#include <algorithm>
#include <bit>

#include "sim/lang/lower_context.h"

namespace warpglass::lang {

namespace {

Opcode opcode_of(BinaryOp op) {
  switch (op) {
    case BinaryOp::kAdd:
      return Opcode::kAdd;
    case BinaryOp::kSub:
      return Opcode::kSub;
    case BinaryOp::kMul:
      return Opcode::kMul;
    case BinaryOp::kDiv:
      return Opcode::kDiv;
    case BinaryOp::kRem:
      return Opcode::kRem;
    case BinaryOp::kAnd:
      return Opcode::kAnd;
    case BinaryOp::kOr:
      return Opcode::kOr;
    case BinaryOp::kXor:
      return Opcode::kXor;
    case BinaryOp::kShl:
      return Opcode::kShl;
    case BinaryOp::kShr:
      return Opcode::kShr;
    case BinaryOp::kMin:
      return Opcode::kMin;
    case BinaryOp::kMax:
      return Opcode::kMax;
  }
  return Opcode::kAdd;
}

bool is_integer_product(const TypedExpr& expr) {
  return expr.kind == TypedKind::kBinary && expr.binary == BinaryOp::kMul && !value_type_is_float(expr.type->scalar);
}

bool is_negation(const TypedExpr& expr) { return expr.kind == TypedKind::kUnary && expr.unary == UnaryOp::kNegate; }

// u32 product converted to int, or the other way round: the same bits.
const TypedExpr& without_sign_change(const TypedExpr& expr) {
  const auto is_word = [](TypeRef type) {
    return type->is_scalar() && (type->scalar == ValueType::kS32 || type->scalar == ValueType::kU32);
  };
  if (expr.kind == TypedKind::kConvert && is_word(expr.type) && is_word(expr.a->type)) return *expr.a;
  return expr;
}

bool changes_something(const TypedExpr& expr) {
  switch (expr.kind) {
    case TypedKind::kAssign:
    case TypedKind::kCompound:
    case TypedKind::kIncrement:
    case TypedKind::kCall:
      return true;
    default:
      break;
  }
  for (const TypedExprPtr* child : {&expr.a, &expr.b, &expr.c})
    if (*child && changes_something(**child)) return true;
  return false;
}

bool is_narrow_integer(TypeRef type) {
  return type->is_scalar() && value_type_bytes(type->scalar) < 4 && type->scalar != ValueType::kBool &&
         type->scalar != ValueType::kF16;
}

bool is_word_integer(TypeRef type) {
  return type->is_scalar() && !value_type_is_float(type->scalar) && !value_type_is_wide(type->scalar);
}

}  // namespace

Scalar Lowering::apply(BinaryOp op, ValueType type, const Scalar& a, const Scalar& b, bool contract) {
  return code_.binary(opcode_of(op), type, a, b, contract);
}

Scalar Lowering::binary(const TypedExpr& expr) {
  const ValueType type = expr.type->scalar;
  if (expr.binary == BinaryOp::kAdd && !value_type_is_float(type) && value_type_bytes(type) >= 4)
    return integer_add(expr);
  const bool is_sum = expr.binary == BinaryOp::kAdd || expr.binary == BinaryOp::kSub;
  if (is_sum && value_type_is_float(type) && is_negation(*expr.b)) {  // x + -y is x - y: no negation, and it may fuse
    const Scalar a = scalar(*expr.a), b = scalar(*expr.b->a);
    return apply(expr.binary == BinaryOp::kAdd ? BinaryOp::kSub : BinaryOp::kAdd, type, a, b, expr.contract);
  }
  if (expr.binary == BinaryOp::kAdd && value_type_is_float(type) && is_negation(*expr.a)) {
    const Scalar a = scalar(*expr.a->a), b = scalar(*expr.b);
    return apply(BinaryOp::kSub, type, b, a, expr.contract);
  }
  const Scalar a = scalar(*expr.a), b = scalar(*expr.b);
  return apply(expr.binary, type, a, b, expr.contract);
}

// a + b, with a multiply-add where one side is a product.
Scalar Lowering::integer_add(const TypedExpr& expr) {
  const ValueType type = expr.type->scalar;
  const TypedExpr& left = without_sign_change(*expr.a);
  const TypedExpr& right = without_sign_change(*expr.b);
  if (is_integer_product(left)) {
    const Scalar x = scalar(*left.a), y = scalar(*left.b);
    const Scalar other = scalar(*expr.b);
    return code_.mad(type, x, y, other);
  }
  const Scalar a = scalar(*expr.a);
  if (is_integer_product(right)) {
    const Scalar x = scalar(*right.a), y = scalar(*right.b);
    return code_.mad(type, x, y, a);
  }
  return code_.binary(Opcode::kAdd, type, a, scalar(*expr.b));
}

Scalar Lowering::unary(const TypedExpr& expr) {
  const Scalar a = scalar(*expr.a);
  const ValueType type = expr.type->scalar;
  switch (expr.unary) {
    case UnaryOp::kNegate:
      return code_.unary(Opcode::kNeg, type, a);
    case UnaryOp::kBitNot:
      return code_.unary(Opcode::kNot, type, a);
    case UnaryOp::kAbs:
      return code_.unary(Opcode::kAbs, type, a);
    case UnaryOp::kLogicalNot:
      return code_.binary(Opcode::kXor, ValueType::kBool, a, CodeBuilder::make_constant(ValueType::kBool, 1));
  }
  return a;
}

Scalar Lowering::compare(const TypedExpr& expr) {
  Scalar a = scalar(*expr.a), b = scalar(*expr.b);
  if (!is_pointer_value(*expr.a)) {
    const ValueType type = expr.a->type->scalar;
    return code_.compare(expr.compare, type == ValueType::kBool ? ValueType::kU32 : type, a, b);
  }
  if (a.space != b.space || !is_offset_space(a.space)) a = generic(a), b = generic(b);
  a = a.is_constant ? a : pointer_in_register(a);
  b = b.is_constant ? b : pointer_in_register(b);
  return code_.compare(expr.compare, a.type, a, b);
}

Scalar Lowering::convert(const TypedExpr& expr) {
  if (expr.type->is_void()) {
    effect(*expr.a);
    return CodeBuilder::make_constant(ValueType::kU32, 0);
  }
  Scalar value = scalar(*expr.a);
  if (expr.type->is_pointer()) {
    if (is_pointer_value(*expr.a)) return value;
    const bool is_signed = value_type_is_signed(value.type) && !value_type_is_float(value.type);
    value = code_.convert(value, is_signed ? ValueType::kS64 : ValueType::kU64);
    value.type = ValueType::kU64;
    value.is_pointer = true;
    value.space = Space::kGeneric;
    return value;
  }
  if (is_pointer_value(*expr.a)) {
    value = pointer_in_register(generic(value));
    value.is_pointer = false;
  }
  return code_.convert(value, expr.type->scalar, expr.rounding);
}

Scalar Lowering::pointer_difference(const TypedExpr& expr) {
  Scalar a = scalar(*expr.a), b = scalar(*expr.b);
  if (a.space != b.space || !is_offset_space(a.space)) a = generic(a), b = generic(b);
  const std::int64_t apart = a.offset - b.offset;
  a.offset = b.offset = 0;
  const ValueType type = value_type_is_wide(a.type) ? ValueType::kS64 : ValueType::kS32;
  a.is_pointer = b.is_pointer = false;
  Scalar bytes = code_.binary(Opcode::kSub, type, a, b);
  bytes = code_.binary(Opcode::kAdd, type, bytes, CodeBuilder::make_constant(type, static_cast<std::uint64_t>(apart)));
  const TypeRef element = expr.a->type->element;
  const std::uint64_t size = element && element->size ? element->size : 1;
  if (std::has_single_bit(size)) {
    const auto shift = static_cast<std::uint64_t>(std::countr_zero(size));
    bytes = code_.binary(Opcode::kShr, type, bytes, CodeBuilder::make_constant(ValueType::kU32, shift));
  } else {
    bytes = code_.binary(Opcode::kDiv, type, bytes, CodeBuilder::make_constant(type, size));
  }
  return code_.convert(bytes, ValueType::kS64);
}

// ---- assignment -------------------------------------------------------------------------------------------------

// `stored`, when asked for, is the value of the expression: nothing is loaded again for it.
Place Lowering::assign(const TypedExpr& expr, Value* stored) {
  const TypedExpr* source = expr.b.get();
  // A store keeps the low bits anyway: no conversion to char or short before it.
  const bool narrows = !stored && source->kind == TypedKind::kConvert && is_narrow_integer(expr.a->type) &&
                       source->type == expr.a->type && is_word_integer(source->a->type) &&
                       source->a->type->scalar != ValueType::kBool && !in_registers(*expr.a);
  Value value = rvalue(narrows ? *source->a : *source);
  if (changes_something(*expr.a))
    for (Scalar& part : value) part = copy_if_mutable(part);
  const Place target = place(*expr.a);
  const Span saved = code_.span();
  store(target, value);
  code_.set_span(saved);
  if (stored) *stored = target.in_memory ? value : load(target);
  return target;
}

Scalar Lowering::copy_if_mutable(const Scalar& value) {
  if (value.is_constant || !code_.is_mutable(value.reg)) return value;
  Scalar copy = value;
  copy.reg = code_.new_register(value_type_is_wide(value.type));
  Scalar source = value;
  source.offset = 0;
  code_.move(copy.reg, source);
  return copy;
}

Place Lowering::compound(const TypedExpr& expr, Value* stored) {
  if (expr.type->is_pointer()) {
    const Place target = place(*expr.a);
    const Scalar old = load(target).front();
    const std::uint64_t size = expr.type->element ? std::max<std::uint64_t>(expr.type->element->size, 1) : 1;
    return store_result(target, add_index(old, *expr.b, size, expr.binary == BinaryOp::kSub), stored);
  }
  const bool is_shift = expr.binary == BinaryOp::kShl || expr.binary == BinaryOp::kShr;
  const ValueType own = expr.a->type->scalar;
  ValueType type = expr.b->type->scalar;
  if (is_shift) type = value_type_bytes(own) < 4 ? ValueType::kS32 : own;
  if (expr.binary == BinaryOp::kAdd && type == own && is_integer_product(*expr.b)) {
    const Scalar x = scalar(*expr.b->a), y = scalar(*expr.b->b);
    const Place target = place(*expr.a);
    return store_result(target, code_.mad(type, x, y, load(target).front()), stored);
  }
  Scalar right = scalar(*expr.b);
  if (changes_something(*expr.a)) right = copy_if_mutable(right);
  const Place target = place(*expr.a);
  const Scalar left = code_.convert(load(target).front(), type);
  Scalar result = apply(expr.binary, type, left, right, expr.contract);
  const bool low_bits_do = !stored && target.in_memory && is_narrow_integer(expr.a->type) && type != ValueType::kBool &&
                           !value_type_is_float(type) && !value_type_is_wide(type);
  if (!low_bits_do) result = code_.convert(result, own);
  return store_result(target, result, stored);
}

Place Lowering::store_result(const Place& target, const Scalar& value, Value* stored) {
  store(target, {value});
  if (stored) *stored = target.in_memory ? Value{value} : load(target);
  return target;
}

Value Lowering::increment(const TypedExpr& expr, bool want_value, Place* where) {
  const Place target = place(*expr.a);
  const Scalar old = load(target).front();
  Scalar kept = old;
  if (want_value && expr.is_postfix) kept = copy_if_mutable(old);
  Scalar next;
  if (expr.a->type->is_pointer()) {
    const TypeRef element = expr.a->type->element;
    const auto size = static_cast<std::int64_t>(element && element->size ? element->size : 1);
    next = old;
    next.offset += expr.is_decrement ? -size : size;
  } else {
    const ValueType own = expr.a->type->scalar;
    const ValueType type = value_type_bytes(own) < 4 && own != ValueType::kF16 ? ValueType::kS32 : own;
    const Scalar one = code_.convert(CodeBuilder::make_constant(ValueType::kS32, 1), type);
    next = code_.convert(code_.binary(expr.is_decrement ? Opcode::kSub : Opcode::kAdd, type, old, one), own);
  }
  store(target, {next});
  if (where) *where = target;
  if (!want_value) return {};
  if (expr.is_postfix) return {kept};
  return target.in_memory ? Value{next} : load(target);
}

}  // namespace warpglass::lang
