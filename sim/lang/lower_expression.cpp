// Values of expressions, and conditions as branches.
#include <algorithm>

#include "sim/lang/lower_context.h"

namespace warpglass::lang {

namespace {

constexpr int kSelectBudget = 6;  // operations both sides of ?: may cost together to be computed without a branch

}  // namespace

Scalar Lowering::scalar(const TypedExpr& expr) {
  const Value value = rvalue(expr);
  return value.empty() ? CodeBuilder::make_constant(ValueType::kU32, 0) : value.front();
}

Value Lowering::rvalue(const TypedExpr& expr) {
  if (stopped()) return Value(1, CodeBuilder::make_constant(ValueType::kU32, 0));
  const Span saved = code_.span();
  if (expr.span.known()) code_.set_span(expr.span);
  Value value = value_of(expr);
  code_.set_span(saved);
  return value;
}

Value Lowering::value_of(const TypedExpr& expr) {
  switch (expr.kind) {
    case TypedKind::kConstant: {
      Scalar constant = CodeBuilder::make_constant(scalar_type(expr.type), expr.bits);
      constant.is_pointer = expr.type->is_pointer();
      if (constant.is_pointer) constant.space = Space::kGlobal;
      return {constant};
    }
    case TypedKind::kLoad:
      if (expr.a->kind == TypedKind::kConditional) return conditional(*expr.a);
      return load(place(*expr.a));
    case TypedKind::kVariable:
    case TypedKind::kDeref:
    case TypedKind::kElement:
      return load(place(expr));
    case TypedKind::kAssign: {
      Value stored;
      assign(expr, &stored);
      return stored;
    }
    case TypedKind::kCompound: {
      Value stored;
      compound(expr, &stored);
      return stored;
    }
    case TypedKind::kMember:
      return member_value(expr);
    case TypedKind::kAddressOf:
      return {address_of(place(*expr.a))};
    case TypedKind::kDecay:
      return {address_of(place(*expr.a))};
    case TypedKind::kPointerAdd: {
      const Scalar base = scalar(*expr.a);
      const std::uint64_t size = expr.type->element ? expr.type->element->size : 1;
      return {add_index(base, *expr.b, std::max<std::uint64_t>(size, 1), false)};
    }
    case TypedKind::kPointerDifference:
      return {pointer_difference(expr)};
    case TypedKind::kUnary:
      return {unary(expr)};
    case TypedKind::kBinary:
      return {binary(expr)};
    case TypedKind::kCompare:
      return {compare(expr)};
    case TypedKind::kLogicalAnd:
    case TypedKind::kLogicalOr:
      return logical(expr);
    case TypedKind::kConditional:
      return conditional(expr);
    case TypedKind::kIncrement:
      return increment(expr, true, nullptr);
    case TypedKind::kConvert:
      return {convert(expr)};
    case TypedKind::kReinterpret: {
      Scalar value = scalar(*expr.a);
      value.type = scalar_type(expr.type);
      return {value};
    }
    case TypedKind::kComma:
      effect(*expr.a);
      return rvalue(*expr.b);
    case TypedKind::kCall:
      return call(expr);
    case TypedKind::kConstructRecord:
      return construct(expr);
    case TypedKind::kSpecial:
      return {CodeBuilder::in_register(ValueType::kU32, code_.input(expr.special, ValueType::kU32))};
    default:
      return builtin(expr, true);
  }
}

// For its effects only: an unused ++ needs no old value, an unused atomic returns none.
void Lowering::effect(const TypedExpr& expr) {
  if (stopped()) return;
  const Span saved = code_.span();
  if (expr.span.known()) code_.set_span(expr.span);
  switch (expr.kind) {
    case TypedKind::kAssign:
      assign(expr);
      break;
    case TypedKind::kCompound:
      compound(expr);
      break;
    case TypedKind::kIncrement:
      increment(expr, false, nullptr);
      break;
    case TypedKind::kComma:
      effect(*expr.a);
      effect(*expr.b);
      break;
    case TypedKind::kConvert:
      effect(*expr.a);
      break;  // (void)x
    case TypedKind::kVariable:
      break;
    case TypedKind::kLoad:
      if (expr.a->kind == TypedKind::kAssign || expr.a->kind == TypedKind::kCompound ||
          expr.a->kind == TypedKind::kIncrement)
        effect(*expr.a);
      else
        rvalue(expr);
      break;
    case TypedKind::kConditional: {
      const Label otherwise = code_.new_label(), end = code_.new_label();
      branch(*expr.a, false, otherwise);
      effect(*expr.b);
      code_.jump(end);
      code_.bind(otherwise);
      effect(*expr.c);
      code_.bind(end);
      break;
    }
    case TypedKind::kLogicalAnd:
    case TypedKind::kLogicalOr: {
      const Label end = code_.new_label();
      branch(*expr.a, expr.kind == TypedKind::kLogicalOr, end);
      effect(*expr.b);
      code_.bind(end);
      break;
    }
    case TypedKind::kAtomic:
    case TypedKind::kBarrier:
    case TypedKind::kPrint:
      builtin(expr, false);
      break;
    default:
      rvalue(expr);
      break;
  }
  code_.set_span(saved);
}

// ---- conditions -------------------------------------------------------------------------------------------------

void Lowering::branch(const TypedExpr& expr, bool jump_if, Label label) {
  if (expr.kind == TypedKind::kUnary && expr.unary == UnaryOp::kLogicalNot) return branch(*expr.a, !jump_if, label);
  const bool is_and = expr.kind == TypedKind::kLogicalAnd, is_or = expr.kind == TypedKind::kLogicalOr;
  int budget = kSelectBudget;
  if ((is_and || is_or) && !is_cheap(*expr.b, budget)) {
    if (is_or == jump_if) {  // either side alone decides
      branch(*expr.a, jump_if, label);
      return branch(*expr.b, jump_if, label);
    }
    const Label skip = code_.new_label();
    branch(*expr.a, !jump_if, skip);
    branch(*expr.b, jump_if, label);
    return code_.bind(skip);
  }
  const Scalar condition = scalar(expr);
  const Span saved = code_.span();
  if (expr.span.known()) code_.set_span(expr.span);
  code_.branch(condition, jump_if, label);
  code_.set_span(saved);
}

Value Lowering::logical(const TypedExpr& expr) {
  const bool is_and = expr.kind == TypedKind::kLogicalAnd;
  const Scalar left = scalar(*expr.a);
  if (left.is_constant) {
    if ((left.bits != 0) != is_and) return {left};
    return rvalue(*expr.b);
  }
  int budget = kSelectBudget;
  if (is_cheap(*expr.b, budget)) {  // both at once: no access, nothing that could trap
    const Scalar right = scalar(*expr.b);
    if (right.is_constant) return {(right.bits != 0) == is_and ? left : right};
    return {code_.binary(is_and ? Opcode::kAnd : Opcode::kOr, ValueType::kBool, left, right)};
  }
  const Register result = code_.new_register(false);
  const Label end = code_.new_label();
  code_.move(result, left);
  code_.branch(left, !is_and, end);
  code_.assign(result, scalar(*expr.b));
  code_.bind(end);
  return {CodeBuilder::in_register(ValueType::kBool, result)};
}

// May this be computed in every lane without anybody noticing? No accesses, calls, traps or effects, and few
// operations.
bool Lowering::is_cheap(const TypedExpr& expr, int& budget) {
  switch (expr.kind) {
    case TypedKind::kConstant:
    case TypedKind::kSpecial:
      return true;
    case TypedKind::kLoad:
      return in_registers(*expr.a);
    case TypedKind::kBinary:
      if ((expr.binary == BinaryOp::kDiv || expr.binary == BinaryOp::kRem) && expr.b->kind != TypedKind::kConstant)
        return false;
      break;
    case TypedKind::kUnary:
    case TypedKind::kCompare:
    case TypedKind::kConvert:
    case TypedKind::kReinterpret:
    case TypedKind::kLogicalAnd:
    case TypedKind::kLogicalOr:
    case TypedKind::kConditional:
    case TypedKind::kPointerAdd:
    case TypedKind::kFused:
      break;
    case TypedKind::kDecay:
    case TypedKind::kAddressOf:
      return expr.a->kind == TypedKind::kVariable;
    default:
      return false;
  }
  if (expr.is_lvalue || --budget < 0) return false;
  for (const TypedExprPtr* child : {&expr.a, &expr.b, &expr.c})
    if (*child && !is_cheap(**child, budget)) return false;
  return std::all_of(expr.args.begin(), expr.args.end(),
                     [&](const TypedExprPtr& arg) { return is_cheap(*arg, budget); });
}

// Is the lvalue a variable, or a member or constant element of one, that lives in registers?
bool Lowering::in_registers(const TypedExpr& lvalue) {
  switch (lvalue.kind) {
    case TypedKind::kVariable: {
      const Storage storage = lvalue.variable->storage;
      if (storage != Storage::kLocal && storage != Storage::kParameter) return false;
      const auto it = bindings_.find(lvalue.variable.get());
      return it != bindings_.end() && it->second.bound && !it->second.place.in_memory;
    }
    case TypedKind::kMember:
      return lvalue.a->is_lvalue && !lvalue.a->type->is_union && in_registers(*lvalue.a);
    case TypedKind::kElement:
      return lvalue.b->kind == TypedKind::kConstant && in_registers(*lvalue.a);
    case TypedKind::kDeref: {
      const Root root = root_of(lvalue);
      const auto it = root.variable ? bindings_.find(root.variable) : bindings_.end();
      return it != bindings_.end() && it->second.is_alias && !it->second.place.in_memory;
    }
    default:
      return false;
  }
}

// ---- ?: ---------------------------------------------------------------------------------------------------------

// Registers that the sides of a ?: or the returns of a function write.
Value Lowering::result_registers(TypeRef type, Space space) {
  Value result;
  for (const Leaf& leaf : flatten(type)) {
    Scalar part;
    part.is_pointer = leaf.is_pointer;
    part.space = type->is_pointer() ? space : Space::kGeneric;
    part.type = part.is_pointer && is_offset_space(part.space) ? ValueType::kU32 : leaf.type;
    part.reg = code_.new_register(value_type_is_wide(part.type));
    part.object = part.is_pointer ? any_object() : 0;
    result.push_back(part);
  }
  return result;
}

void Lowering::assign_result(const Value& to, const Value& from) {
  for (std::size_t i = 0; i < to.size() && i < from.size(); ++i) join_object(to[i], from[i]);
  if (to.size() == 1 && from.size() == 1)
    return code_.assign(to[0].reg, to[0].is_pointer ? to_space(from[0], to[0].space) : from[0]);
  for (std::size_t i = 0; i < to.size() && i < from.size(); ++i)
    code_.move(to[i].reg, to[i].is_pointer ? to_space(from[i], to[i].space) : from[i]);
}

Value Lowering::conditional(const TypedExpr& expr) {
  const bool read = expr.is_lvalue;  // the lvalue is read at once: each side loads its own
  Space space = Space::kGeneric;
  if (expr.type->is_pointer() && !read) pointer_space(expr, spaces_, 0, space);
  const auto side = [&](const TypedExpr& which) { return read ? load(place(which)) : rvalue(which); };
  int budget = kSelectBudget;
  const auto cheap = [&](const TypedExpr& which) {
    return which.is_lvalue ? in_registers(which) : is_cheap(which, budget);
  };
  if ((expr.type->is_scalar() || expr.type->is_pointer()) && cheap(*expr.b) && cheap(*expr.c)) {
    const Scalar condition = scalar(*expr.a);
    if (condition.is_constant) return side(condition.bits ? *expr.b : *expr.c);
    Scalar left = side(*expr.b).front(), right = side(*expr.c).front();
    if (expr.type->is_pointer()) {
      left = to_space(left, space), right = to_space(right, space);
      left = pointer_in_register(left), right = pointer_in_register(right);
    }
    Scalar result = code_.select(condition, left, right);
    result.is_pointer = expr.type->is_pointer();
    result.space = space;
    result.object = result.is_pointer ? any_object() : 0;
    join_object(result, left);
    join_object(result, right);
    return {result};
  }
  const Label otherwise = code_.new_label(), end = code_.new_label();
  const Value result = result_registers(expr.type, space);
  branch(*expr.a, false, otherwise);
  assign_result(result, side(*expr.b));
  code_.jump(end);
  code_.bind(otherwise);
  assign_result(result, side(*expr.c));
  code_.bind(end);
  return result;
}

Scalar Lowering::pointer_in_register(const Scalar& pointer) {
  Scalar result = CodeBuilder::in_register(pointer.type, code_.reg(pointer));
  result.is_pointer = true;
  result.space = pointer.space;
  result.object = pointer.object;
  return result;
}

// ---- records ----------------------------------------------------------------------------------------------------

Value Lowering::member_value(const TypedExpr& expr) {
  if (expr.is_lvalue || expr.a->is_lvalue) return load(place(expr));
  if (expr.a->kind == TypedKind::kLoad && !expr.a->a->is_volatile && !expr.a->type->is_union &&
      expr.a->a->kind != TypedKind::kConditional) {
    Place record = place(*expr.a->a);  // only the member is read, not the whole
    if (record.in_memory) {
      record.address.offset += expr.a->type->fields[expr.field].offset;
      record.type = expr.type;
      return load(record);
    }
  }
  return load(member_place(expr));
}

Value Lowering::construct(const TypedExpr& expr) {
  Value value;
  for (const TypedExprPtr& arg : expr.args) {
    const Value part = rvalue(*arg);
    value.insert(value.end(), part.begin(), part.end());
  }
  for (Scalar& part : value)
    if (part.is_pointer && !expr.type->is_pointer()) part = generic(part);
  return value;
}

}  // namespace warpglass::lang
