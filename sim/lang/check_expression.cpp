// Expressions: literals, unary and binary operators, conditionals. Names are in check_name.cpp, members and indices are
// in check_member.cpp.
#include <fmt/format.h>

#include <algorithm>

#include "sim/lang/checker.h"

namespace warpglass::lang {
namespace {

constexpr std::uint64_t kMostSteps = 4'000'000;  // nodes checked over all instances

BinaryOp binary_op(Op op) {
  switch (op) {
    case Op::kSub:
      return BinaryOp::kSub;
    case Op::kMul:
      return BinaryOp::kMul;
    case Op::kDiv:
      return BinaryOp::kDiv;
    case Op::kRem:
      return BinaryOp::kRem;
    case Op::kBitAnd:
      return BinaryOp::kAnd;
    case Op::kBitOr:
      return BinaryOp::kOr;
    case Op::kBitXor:
      return BinaryOp::kXor;
    case Op::kShl:
      return BinaryOp::kShl;
    case Op::kShr:
      return BinaryOp::kShr;
    default:
      return BinaryOp::kAdd;
  }
}

bool needs_integers(Op op) {
  return op == Op::kRem || op == Op::kBitAnd || op == Op::kBitOr || op == Op::kBitXor || op == Op::kShl ||
         op == Op::kShr;
}

}  // namespace

TypedExprPtr Checker::node(TypedKind kind, TypeRef type, const Span& span) const {
  auto e = std::make_unique<TypedExpr>();
  e->kind = kind;
  e->type = type;
  e->span = span;
  return e;
}

TypedExprPtr Checker::constant(TypeRef type, std::uint64_t bits, const Span& span) const {
  TypedExprPtr e = node(TypedKind::kConstant, type, span);
  e->bits = bits;
  return e;
}

TypedExprPtr Checker::special(InputKind kind, const Span& span) const {
  TypedExprPtr e = node(TypedKind::kSpecial, types_.unsigned_type(), span);
  e->special = kind;
  return e;
}

TypedExprPtr Checker::clone(const TypedExpr& e) {
  auto copy = std::make_unique<TypedExpr>();
  copy->kind = e.kind;
  copy->type = e.type;
  copy->is_lvalue = e.is_lvalue;
  copy->is_volatile = e.is_volatile;
  copy->is_const = e.is_const;
  copy->span = e.span;
  copy->bits = e.bits;
  copy->variable = e.variable;
  copy->field = e.field;
  copy->special = e.special;
  if (e.a) copy->a = clone(*e.a);
  if (e.b) copy->b = clone(*e.b);
  for (const TypedExprPtr& arg : e.args) copy->args.push_back(clone(*arg));
  return copy;
}

void Checker::set_place_span(TypedExpr& place, const Span& span) {
  for (TypedExpr* e = &place; e; e = e->a.get()) {
    e->span = span;
    if (e->b) e->b->span = span;
  }
}

TypedVariable* Checker::root(TypedExpr& place) {
  TypedExpr* e = &place;
  while ((e->kind == TypedKind::kMember || e->kind == TypedKind::kElement) && e->a) e = e->a.get();
  return e->kind == TypedKind::kVariable ? e->variable.get() : nullptr;
}

TypedExprPtr Checker::check(const Expr& e) {
  if (gave_up_) return nullptr;
  if (++steps_ > kMostSteps) {
    gave_up_ = true;
    error(e.span, "this kernel and its templates are too large for the simulator",
          "instantiate fewer templates, or split the kernel");
    return nullptr;
  }
  switch (e.kind) {
    case ExprKind::kInteger:
    case ExprKind::kCharacter:
    case ExprKind::kBoolean: {
      const BuiltinType type = e.kind == ExprKind::kBoolean     ? BuiltinType::kBool
                               : e.kind == ExprKind::kCharacter ? BuiltinType::kChar
                                                                : e.integer_type;
      return constant(types_.scalar(type), convert_bits(e.integer, ValueType::kU64, types_.scalar(type)->scalar),
                      e.span);
    }
    case ExprKind::kFloating: {
      const TypeRef type = e.is_float ? types_.float_type() : types_.double_type();
      return constant(type, real_bits(e.real, type->scalar), e.span);
    }
    case ExprKind::kString:
      return string_literal(e);
    case ExprKind::kNullptr:
      return constant(types_.pointer(nullptr, false, false), 0, e.span);
    case ExprKind::kName:
      return check_name(e);
    case ExprKind::kUnary:
      return check_unary(e);
    case ExprKind::kPostfix:
      return check_increment(e, true);
    case ExprKind::kBinary:
      return check_binary(e);
    case ExprKind::kAssign:
      return check_assign(e);
    case ExprKind::kConditional:
      return check_conditional(e);
    case ExprKind::kCall:
      return check_call(e);
    case ExprKind::kIndex:
      return check_index(e);
    case ExprKind::kMember:
      return check_member(e);
    case ExprKind::kCast:
      return check_cast(e);
    case ExprKind::kConstruct:
      return check_construct(e);
    case ExprKind::kInitList:
      error(e.span, "a braced list cannot stand here");
      return nullptr;
    case ExprKind::kSizeofType:
    case ExprKind::kSizeofExpr:
      return check_sizeof(e);
    case ExprKind::kThis:
      return check_this(e.span);
    case ExprKind::kLambda:
      return check_lambda(e);
    case ExprKind::kLaunch:
      refuse(e.span, "dynamic parallelism");
      return nullptr;
    case ExprKind::kError:
      return nullptr;
  }
  return nullptr;
}

TypedExprPtr Checker::string_literal(const Expr& e) {
  TypedExprPtr text = node(TypedKind::kString, types_.pointer(types_.scalar(BuiltinType::kChar), true, false), e.span);
  text->text = e.text;
  return text;
}

// A statement's expression: C++ reads nothing from a place whose value is not used, unless it is volatile.
TypedExprPtr Checker::check_discarded(const Expr& e) {
  TypedExprPtr value = check(e);
  if (!value) return nullptr;
  const bool store =
      value->kind == TypedKind::kAssign || value->kind == TypedKind::kCompound || value->kind == TypedKind::kIncrement;
  return value->is_lvalue && value->is_volatile && !store && value->type->is_scalar() ? rvalue(std::move(value))
                                                                                      : std::move(value);
}

std::optional<Constant> Checker::evaluate(const Expr& e) {
  ++mute_;
  TypedExprPtr value = check_value(e);
  --mute_;
  if (!value) return {};
  return fold_call(*value);
}

std::optional<Constant> Checker::evaluate_constant(const Expr& e, const char* what) {
  TypedExprPtr value = check_value(e);
  if (!value) return {};
  if (const auto known = fold_call(*value)) return known;
  error(e.span, fmt::format("{} must be known when the kernel is compiled", what),
        "use a #define, const, constexpr or template parameter; for shared memory sized at the launch: extern "
        "__shared__");
  return {};
}

// ---- Operators ---------------------------------------------------------------------------------------------------

TypedExprPtr Checker::check_unary(const Expr& e) {
  if (e.op == Op::kIncrement || e.op == Op::kDecrement) return check_increment(e, false);
  if (e.op == Op::kAddressOf) return check_address_of(e);
  if (e.op == Op::kDeref) return check_deref(e);
  std::vector<Argument> operand(1);
  operand[0].value = check(*e.a);
  if (!operand[0].value) return nullptr;
  if (operand[0].value->type->is_record()) {
    bool viable = false;
    const std::string name = e.op == Op::kMinus  ? "operator-"
                             : e.op == Op::kPlus ? "operator+"
                             : e.op == Op::kNot  ? "operator!"
                                                 : "operator~";
    TypedExprPtr call = call_operator(name, operand, e.span, viable);
    if (!viable) error(e.span, fmt::format("{} has no {}", operand[0].value->type->name, name));
    return call;
  }
  if (e.op == Op::kNot) {
    TypedExprPtr truth = to_bool(std::move(operand[0].value), e.a->span);
    if (!truth) return nullptr;
    TypedExprPtr result = node(TypedKind::kUnary, types_.boolean(), e.span);
    result->unary = UnaryOp::kLogicalNot;
    result->a = std::move(truth);
    return fold(std::move(result));
  }
  TypedExprPtr a = rvalue(std::move(operand[0].value));
  if (e.op == Op::kPlus && a->type->is_pointer()) return a;
  a = promote(need_scalar(std::move(a), "the operand"));
  if (!a || e.op == Op::kPlus) return a;
  if (e.op == Op::kBitNot && !is_integer(a->type)) {
    error(e.span, fmt::format("~ wants a whole number, not {}", a->type->name));
    return nullptr;
  }
  TypedExprPtr result = node(TypedKind::kUnary, a->type, e.span);
  result->unary = e.op == Op::kMinus ? UnaryOp::kNegate : UnaryOp::kBitNot;
  result->a = std::move(a);
  return fold(std::move(result));
}

TypedExprPtr Checker::check_binary(const Expr& e) {
  if (e.op == Op::kLogicalAnd || e.op == Op::kLogicalOr) return check_logical(e);
  if (e.op == Op::kComma) {
    TypedExprPtr a = check_discarded(*e.a), b = check(*e.b);
    if (!a || !b) return nullptr;
    TypedExprPtr comma = node(TypedKind::kComma, b->type, e.span);
    b = b->type->is_array() ? std::move(b) : rvalue(std::move(b));
    comma->is_lvalue = b->is_lvalue;
    comma->type = b->type;
    comma->a = std::move(a);
    comma->b = std::move(b);
    return comma;
  }
  TypedExprPtr a = check(*e.a), b = check(*e.b);
  if (!a || !b) return nullptr;
  return binary(e.op, std::move(a), std::move(b), e.span);
}

TypedExprPtr Checker::binary(Op op, TypedExprPtr a, TypedExprPtr b, const Span& span) {
  if (a->type->is_record() || b->type->is_record()) {
    std::vector<Argument> operands(2);
    operands[0].value = std::move(a);
    operands[1].value = std::move(b);
    bool viable = false;
    const std::string name = std::string("operator") + op_text(op);
    TypedExprPtr call = call_operator(name, operands, span, viable);
    if (viable) return call;
    operands[0].value = user_conversion(std::move(operands[0].value), nullptr, span);
    if (operands[0].value) operands[1].value = user_conversion(std::move(operands[1].value), nullptr, span);
    if (!operands[0].value || !operands[1].value) return nullptr;
    if (!operands[0].value->type->is_record() && !operands[1].value->type->is_record())
      return binary(op, std::move(operands[0].value), std::move(operands[1].value), span);
    const TypeRef type = operands[0].value->type->is_record() ? operands[0].value->type : operands[1].value->type;
    error(span,
          fmt::format("{} has no {} for {} and {}", type->name, name, operands[0].value->type->name,
                      operands[1].value->type->name),
          info_of(type) ? "write a __device__ operator function, or the members one by one"
                        : "CUDA defines no operators for its vector types: write a __device__ operator function, or "
                          "the members one by one");
    return nullptr;
  }
  a = rvalue(std::move(a));
  b = rvalue(std::move(b));
  switch (op) {
    case Op::kLess:
    case Op::kGreater:
    case Op::kLessEqual:
    case Op::kGreaterEqual:
    case Op::kEqual:
    case Op::kNotEqual:
      return compare(op, std::move(a), std::move(b), span);
    case Op::kShl:
    case Op::kShr:
      return shift(op, std::move(a), std::move(b), span);
    default:
      break;
  }
  if (a->type->is_pointer() || b->type->is_pointer()) return pointer_arithmetic(op, std::move(a), std::move(b), span);
  a = need_scalar(std::move(a), "the left operand");
  if (a) b = need_scalar(std::move(b), "the right operand");
  if (!a || !b) return nullptr;
  const TypeRef type = common(a->type, b->type);
  if (type->is_scoped_enum || a->type->is_scoped_enum || b->type->is_scoped_enum ||
      (needs_integers(op) && is_floating(type))) {
    error(span, fmt::format("{} does not work on {} and {}", op_text(op), a->type->name, b->type->name),
          op == Op::kRem && is_floating(type) ? "fmodf gives the remainder of floats" : "");
    return nullptr;
  }
  TypedExprPtr result = node(TypedKind::kBinary, type, span);
  result->binary = binary_op(op);
  result->a = arithmetic_convert(std::move(a), type);
  result->b = arithmetic_convert(std::move(b), type);
  return fold(std::move(result));
}

TypedExprPtr Checker::shift(Op op, TypedExprPtr a, TypedExprPtr b, const Span& span) {
  if (!a->type->is_scalar() || !b->type->is_scalar() || !is_integer(a->type) || !is_integer(b->type)) {
    error(span, fmt::format("{} does not work on {} and {}", op_text(op), a->type->name, b->type->name));
    return nullptr;
  }
  a = promote(std::move(a));
  TypedExprPtr result = node(TypedKind::kBinary, a->type, span);
  result->binary = binary_op(op);
  result->a = std::move(a);
  result->b = arithmetic_convert(std::move(b), types_.unsigned_type());
  return fold(std::move(result));
}

TypedExprPtr Checker::compare(Op op, TypedExprPtr a, TypedExprPtr b, const Span& span) {
  TypeRef type = nullptr;
  if (a->type->is_scalar() && b->type->is_scalar()) {
    type = a->type == b->type ? promoted(a->type) : common(a->type, b->type);
    if (a->type != b->type && (a->type->is_scoped_enum || b->type->is_scoped_enum)) type = nullptr;
  } else if (a->type->is_pointer() && (is_null_constant(*b) || b->type->is_pointer())) {
    const bool same = is_null_constant(*b) || a->type->element == b->type->element || is_void_pointer(a->type) ||
                      is_void_pointer(b->type);
    type = same ? a->type : nullptr;
  } else if (b->type->is_pointer() && is_null_constant(*a)) {
    type = b->type;
  }
  if (!type) {
    error(span, fmt::format("{} and {} cannot be compared", a->type->name, b->type->name));
    return nullptr;
  }
  TypedExprPtr result = node(TypedKind::kCompare, types_.boolean(), span);
  using warpglass::Compare;
  result->compare = op == Op::kLess           ? Compare::kLt
                    : op == Op::kGreater      ? Compare::kGt
                    : op == Op::kLessEqual    ? Compare::kLe
                    : op == Op::kGreaterEqual ? Compare::kGe
                    : op == Op::kEqual        ? Compare::kEq
                                              : Compare::kNe;
  const auto to_type = [&](TypedExprPtr e) {
    if (type->is_scalar()) return arithmetic_convert(std::move(e), type);
    if (is_constant(*e)) return constant(type, e->bits, e->span);
    if (e->type == type) return e;
    TypedExprPtr converted = node(TypedKind::kConvert, type, e->span);
    converted->a = std::move(e);
    return converted;
  };
  result->a = to_type(std::move(a));
  result->b = to_type(std::move(b));
  return fold(std::move(result));
}

TypedExprPtr Checker::pointer_arithmetic(Op op, TypedExprPtr a, TypedExprPtr b, const Span& span) {
  if (op == Op::kSub && a->type->is_pointer() && b->type->is_pointer() && a->type->element == b->type->element &&
      a->type->element) {
    TypedExprPtr difference = node(TypedKind::kPointerDifference, types_.scalar(BuiltinType::kLong), span);
    difference->a = std::move(a);
    difference->b = std::move(b);
    return difference;
  }
  if (op == Op::kAdd && b->type->is_pointer()) std::swap(a, b);
  if ((op != Op::kAdd && op != Op::kSub) || !a->type->is_pointer() || !b->type->is_scalar() || !is_integer(b->type)) {
    error(span, fmt::format("{} does not work on {} and {}", op_text(op), a->type->name, b->type->name));
    return nullptr;
  }
  if (!a->type->element || a->type->element->size == 0) {
    error(span, fmt::format("{} has no element size to count in", a->type->name),
          "cast it to a pointer to the element type");
    return nullptr;
  }
  TypedExprPtr sum = node(TypedKind::kPointerAdd, a->type, span);
  b = index_value(std::move(b));
  if (op == Op::kSub) {
    if (!value_type_is_signed(b->type->scalar)) b = arithmetic_convert(std::move(b), types_.scalar(BuiltinType::kLong));
    TypedExprPtr negated = node(TypedKind::kUnary, b->type, b->span);
    negated->unary = UnaryOp::kNegate;
    negated->a = std::move(b);
    b = fold(std::move(negated));
  }
  sum->a = std::move(a);
  sum->b = std::move(b);
  return sum;
}

TypedExprPtr Checker::check_logical(const Expr& e) {
  TypedExprPtr a = to_bool(check(*e.a), e.a->span);
  TypedExprPtr b = to_bool(check(*e.b), e.b->span);
  if (!a || !b) return nullptr;
  TypedExprPtr result =
      node(e.op == Op::kLogicalAnd ? TypedKind::kLogicalAnd : TypedKind::kLogicalOr, types_.boolean(), e.span);
  result->a = std::move(a);
  result->b = std::move(b);
  return fold(std::move(result));
}

TypedExprPtr Checker::check_conditional(const Expr& e) {
  TypedExprPtr test = to_bool(check(*e.a), e.a->span);
  TypedExprPtr b = check(*e.b), c = check(*e.c);
  if (!test || !b || !c) return nullptr;
  // A place only while both are; whoever reads it (rvalue) reads in the branches, whoever needs it takes its address.
  const bool both_places = b->is_lvalue && c->is_lvalue && b->type == c->type && !b->type->is_array();
  if (!both_places) {
    b = rvalue(std::move(b));
    c = rvalue(std::move(c));
  }
  TypeRef type = b->type;
  if (b->type != c->type) {
    if (b->type->is_scalar() && c->type->is_scalar())
      type = common(b->type, c->type);
    else if (b->type->is_pointer() && value_rank(*c, b->type) >= 0)
      type = b->type;
    else if (c->type->is_pointer() && value_rank(*b, c->type) >= 0)
      type = c->type;
    b = convert(std::move(b), type, e.b->span);
    if (b) c = convert(std::move(c), type, e.c->span);
    if (!b || !c) return nullptr;
  }
  TypedExprPtr result = node(TypedKind::kConditional, type, e.span);
  result->is_lvalue = both_places;
  result->is_const = both_places && (b->is_const || c->is_const);
  result->is_volatile = both_places && (b->is_volatile || c->is_volatile);
  result->a = std::move(test);
  result->b = std::move(b);
  result->c = std::move(c);
  return fold(std::move(result));
}

}  // namespace warpglass::lang
