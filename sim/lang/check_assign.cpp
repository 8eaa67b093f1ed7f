// Assignments, compound assignments, ++ and --.
#include <fmt/format.h>

#include "sim/lang/checker.h"

namespace warpglass::lang {
namespace {

bool is_place_of_local(const TypedExpr& place) {
  const TypedExpr* e = &place;
  while ((e->kind == TypedKind::kMember || e->kind == TypedKind::kElement) && e->a) e = e->a.get();
  return e->kind == TypedKind::kVariable;
}

}  // namespace

bool Checker::writable(const TypedExpr& place, const Span& span) {
  if (!place.is_lvalue) {
    error(span, "only a variable or an element can be assigned to");
    return false;
  }
  if (place.is_const) {
    const std::string name =
        place.kind == TypedKind::kVariable ? fmt::format("`{}`", place.variable->name) : "this place";
    error(span, fmt::format("{} cannot be assigned to: it is const", name));
    return false;
  }
  const TypedExpr* e = &place;
  while ((e->kind == TypedKind::kMember || e->kind == TypedKind::kElement) && e->a) e = e->a.get();
  if (e->kind == TypedKind::kVariable && e->variable->storage == Storage::kConstant) {
    error(span,
          fmt::format("`{}` cannot be assigned to: __constant__ memory is read-only in a kernel", e->variable->name));
    return false;
  }
  if (place.type->is_array()) {
    error(span, "an array cannot be assigned as a whole", "assign its elements in a loop");
    return false;
  }
  if (is_place_of_local(place)) e->variable->is_written = true;
  return true;
}

TypedExprPtr Checker::check_assign(const Expr& e) {
  TypedExprPtr place = check(*e.a);
  if (!place) return nullptr;
  if (place->kind == TypedKind::kConditional && place->is_lvalue)  // (c ? a : b) = x
    place = deref(address_of(std::move(place), e.a->span), e.a->span);
  const Op op = e.op;
  if (op == Op::kAssignPlain && e.b->kind == ExprKind::kInitList) {
    Argument list{nullptr, e.b.get(), true};
    TypedExprPtr value = convert_argument(list, {place->type});
    return value ? assign(std::move(place), std::move(value), e.span) : nullptr;
  }
  TypedExprPtr value = check(*e.b);
  if (!value) return nullptr;
  RecordInfo* info = info_of(place->type);
  if (place->type->is_record() && (op != Op::kAssignPlain || (info && info->methods.count("operator=")))) {
    const std::string name = op == Op::kAssignPlain ? "operator=" : std::string("operator") + op_text(op) + "=";
    std::vector<Argument> operands(2);
    operands[0].value = std::move(place);
    operands[1].value = std::move(value);
    operands[1].syntax = e.b.get();
    bool viable = false;
    TypedExprPtr call = call_operator(name, operands, e.span, viable);
    if (!viable)
      error(e.span,
            fmt::format("{} has no {} for {}", operands[0].value->type->name, name, operands[1].value->type->name),
            info ? "" : "CUDA defines no operators for its vector types: write the members one by one");
    return call;
  }
  return op == Op::kAssignPlain ? assign(std::move(place), std::move(value), e.span)
                                : compound(op, std::move(place), std::move(value), e.span);
}

TypedExprPtr Checker::assign(TypedExprPtr place, TypedExprPtr value, const Span& span) {
  if (!writable(*place, span)) return nullptr;
  const Span at = value->span;
  value = convert(std::move(value), place->type, at);
  if (!value) return nullptr;
  TypedExprPtr store = node(TypedKind::kAssign, place->type, span);
  store->is_lvalue = true;
  store->is_volatile = place->is_volatile;
  store->a = std::move(place);
  store->b = std::move(value);
  return store;
}

// The operator is checked on a stand-in for the old value, which shows the type it is computed in.
TypedExprPtr Checker::compound(Op op, TypedExprPtr place, TypedExprPtr value, const Span& span) {
  if (!writable(*place, span)) return nullptr;
  const TypeRef type = place->type;
  value = rvalue(std::move(value));
  TypedExprPtr old = node(TypedKind::kLoad, type, place->span);
  TypedExprPtr whole = binary(op, std::move(old), std::move(value), span);
  if (!whole) return nullptr;
  TypedExprPtr store = node(TypedKind::kCompound, type, span);
  store->is_lvalue = true;
  store->is_volatile = place->is_volatile;
  if (whole->kind == TypedKind::kPointerAdd && whole->type == type) {
    store->binary = BinaryOp::kAdd;
  } else if (whole->kind == TypedKind::kBinary && type->is_scalar()) {
    store->binary = whole->binary;
  } else {
    error(span, fmt::format("{}= does not work on {}", op_text(op), type->name));
    return nullptr;
  }
  store->a = std::move(place);
  store->b = std::move(whole->b);
  return store;
}

TypedExprPtr Checker::check_increment(const Expr& e, bool is_postfix) {
  TypedExprPtr place = check(*e.a);
  if (!place) return nullptr;
  if (place->kind == TypedKind::kConditional && place->is_lvalue)  // (c ? a : b) = x
    place = deref(address_of(std::move(place), e.a->span), e.a->span);
  const char* text = e.op == Op::kDecrement ? "--" : "++";
  if (place->type->is_record()) {
    std::vector<Argument> operand(1);
    operand[0].value = std::move(place);
    if (is_postfix) {
      operand.emplace_back();
      operand[1].value = constant(types_.int_type(), 0, e.span);
    }
    bool viable = false;
    TypedExprPtr call = call_operator(std::string("operator") + text, operand, e.span, viable);
    if (!viable) error(e.span, fmt::format("{} has no operator{}", operand[0].value->type->name, text));
    return call;
  }
  if (!writable(*place, e.span)) return nullptr;
  const bool is_pointer = place->type->is_pointer() && place->type->element;
  if (!is_pointer && (!place->type->is_scalar() || place->type->is_enum || is_bool(place->type))) {
    error(e.span, fmt::format("{} does not work on {}", text, place->type->name));
    return nullptr;
  }
  TypedExprPtr step = node(TypedKind::kIncrement, place->type, e.span);
  step->is_postfix = is_postfix;
  step->is_decrement = e.op == Op::kDecrement;
  step->is_lvalue = !is_postfix;
  step->is_volatile = place->is_volatile;
  step->a = std::move(place);
  return step;
}

}  // namespace warpglass::lang
