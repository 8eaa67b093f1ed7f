// Conversions: lvalue to value, promotions, the usual arithmetic conversions, implicit conversions with their ranks for
// overloads, and casts. Every conversion becomes a node of the typed tree.
#include <fmt/format.h>

#include <algorithm>

#include "sim/lang/checker.h"

namespace warpglass::lang {
namespace {

// Integer conversion rank by size and C++'s order among equals.
int integer_rank(TypeRef type) {
  switch (static_cast<BuiltinType>(type->builtin)) {
    case BuiltinType::kLongLong:
    case BuiltinType::kUnsignedLongLong:
      return 6;
    case BuiltinType::kLong:
    case BuiltinType::kUnsignedLong:
      return 5;
    case BuiltinType::kInt:
    case BuiltinType::kUnsigned:
      return 4;
    default:
      return 3;
  }
}

enum Rank { kExact = 0, kQualification = 1, kPromotion = 2, kConversion = 3, kToVoid = 4, kUser = 5, kNever = -1 };

}  // namespace

TypedExprPtr Checker::rvalue(TypedExprPtr e) {
  if (!e || !e->is_lvalue) return e;
  if (e->type->is_array()) {
    if (TypedVariable* variable = root(*e)) variable->address_taken = true;
    TypedExprPtr decay =
        node(TypedKind::kDecay, types_.pointer(e->type->element, e->is_const, e->is_volatile), e->span);
    decay->a = std::move(e);
    return decay;
  }
  if (e->kind == TypedKind::kAssign || e->kind == TypedKind::kCompound || e->kind == TypedKind::kIncrement) {
    e->is_lvalue = false;  // the value just stored
    return e;
  }
  if (e->kind == TypedKind::kConditional) {
    e->b = rvalue(std::move(e->b));
    e->c = rvalue(std::move(e->c));
    e->is_lvalue = false;
    return e;
  }
  TypedExprPtr load = node(TypedKind::kLoad, e->type, e->span);
  load->is_volatile = e->is_volatile;
  load->a = std::move(e);
  return load;
}

TypeRef Checker::promoted(TypeRef type) const {
  if (!is_integer(type)) return type;
  if (type->is_enum)
    return type->is_scoped_enum
               ? type
               : types_.scalar(type->size < 4 ? BuiltinType::kInt : static_cast<BuiltinType>(type->builtin));
  return type->size < 4 ? types_.int_type() : type;
}

TypedExprPtr Checker::promote(TypedExprPtr e) {
  if (!e) return e;
  const TypeRef type = promoted(e->type);
  return arithmetic_convert(std::move(e), type);
}

TypeRef Checker::common(TypeRef a, TypeRef b) const {
  if (is_floating(a) || is_floating(b)) {
    const bool is_double = (is_floating(a) && a->size == 8) || (is_floating(b) && b->size == 8);
    return is_double ? types_.double_type() : types_.float_type();
  }
  a = promoted(a);
  b = promoted(b);
  if (a == b) return a;
  const bool a_signed = value_type_is_signed(a->scalar), b_signed = value_type_is_signed(b->scalar);
  if (a_signed == b_signed) return integer_rank(a) >= integer_rank(b) ? a : b;
  const TypeRef with_sign = a_signed ? a : b, without = a_signed ? b : a;
  if (integer_rank(without) >= integer_rank(with_sign)) return without;
  if (with_sign->size > without->size) return with_sign;
  return types_.scalar(with_sign->builtin == static_cast<std::uint8_t>(BuiltinType::kLongLong)
                           ? BuiltinType::kUnsignedLongLong
                           : BuiltinType::kUnsignedLong);
}

TypedExprPtr Checker::arithmetic_convert(TypedExprPtr e, TypeRef to) {
  if (!e || e->type == to) return e;
  if (is_bool(to)) {
    TypedExprPtr test = node(TypedKind::kCompare, to, e->span);
    test->compare = warpglass::Compare::kNe;
    test->b = constant(e->type, 0, e->span);
    test->a = std::move(e);
    return fold(std::move(test));
  }
  // As nvcc does it: a float becomes a 32-bit integer (which saturates), of which the low bits are kept.
  if (is_floating(e->type) && is_integer(to) && to->size < 4)
    e = arithmetic_convert(std::move(e), value_type_is_signed(to->scalar) ? types_.int_type() : types_.unsigned_type());
  TypedExprPtr converted = node(TypedKind::kConvert, to, e->span);
  converted->a = std::move(e);
  return fold(std::move(converted));
}

TypedExprPtr Checker::to_bool(TypedExprPtr e, const Span& span) {
  e = rvalue(user_conversion(std::move(e), types_.boolean(), span));
  if (!e) return e;
  if (e->kind == TypedKind::kString) return constant(types_.boolean(), 1, span);
  if (!e->type->is_scalar() && !e->type->is_pointer()) {
    error(span, fmt::format("a condition must be a number or a pointer, not {}", e->type->name));
    return nullptr;
  }
  return arithmetic_convert(std::move(e), types_.boolean());
}

TypedExprPtr Checker::need_scalar(TypedExprPtr e, const char* what) {
  const Span place = e ? e->span : Span{};
  e = rvalue(user_conversion(std::move(e), nullptr, place));
  if (!e || e->type->is_scalar()) return e;
  error(e->span, fmt::format("{} must be a number, not {}", what, e->type->name));
  return nullptr;
}

bool Checker::is_null_constant(const TypedExpr& e) const {
  return is_constant(e) && e.bits == 0 && ((e.type->is_scalar() && is_integer(e.type)) || is_void_pointer(e.type));
}

void Checker::cannot_convert(const TypedExpr& e, TypeRef to, const Span& span, const char* what) {
  std::string note_text;
  if (e.type->is_pointer() && to->is_pointer()) {
    note_text = e.type->element == to->element ? "the object is const; take a const pointer"
                                               : "write the cast: (" + to->name + ")";
  } else if (e.type->is_pointer() && e.type->element == to) {
    note_text = "read the element: p[i] or *p";
  }
  error(span, fmt::format("{}{} cannot become {}", what ? std::string(what) + ": " : "", e.type->name, to->name),
        note_text);
}

TypedExprPtr Checker::convert_pointer(TypedExprPtr e, TypeRef to, const Span& span) {
  if (is_null_constant(*e)) return constant(to, 0, span);
  if (!e->type->is_pointer()) return nullptr;
  const bool keeps_const = to->pointee_const || !e->type->pointee_const;
  const bool keeps_volatile = to->pointee_volatile || !e->type->pointee_volatile;
  if ((e->type->element != to->element && !is_void_pointer(to)) || !keeps_const || !keeps_volatile) return nullptr;
  TypedExprPtr converted = node(TypedKind::kConvert, to, e->span);
  converted->a = std::move(e);
  return converted;
}

const Decl* Checker::conversion_to(TypeRef record, TypeRef to, bool is_const, TypeRef& result) {
  RecordInfo* info = info_of(record);
  if (!info || depth_ > 16) return nullptr;
  const Decl* best = nullptr;
  int least = 0;
  const auto [from, end] = info->methods.equal_range(kConversionName);
  for (auto at = from; at != end; ++at) {
    const Decl& decl = *at->second;
    if (is_const && !decl.is_method_const) continue;
    ++mute_;
    ++depth_;
    const QualifiedType type = decl.type ? resolve_in(info->scope, *decl.type) : QualifiedType{};
    --depth_;
    --mute_;
    if (!type || (!type.type->is_scalar() && !type.type->is_pointer())) continue;
    TypedExpr sample;
    sample.kind = TypedKind::kVariable;
    sample.type = type.type;
    const int rank = to ? value_rank(sample, to) : 0;
    const int cost = 2 * rank + (decl.is_method_const && !is_const ? 1 : 0);
    if (rank < 0 || (best && cost >= least)) continue;
    best = &decl;
    least = cost;
    result = type.type;
  }
  return best;
}

// The value of a record as `to` through its conversion operator; what it was given when there is no such operator.
TypedExprPtr Checker::user_conversion(TypedExprPtr e, TypeRef to, const Span& span) {
  if (!e || !e->type->is_record()) return e;
  TypeRef result = nullptr;
  const Decl* decl = conversion_to(e->type, to, e->is_lvalue && e->is_const, result);
  if (!decl) return e;
  CallTarget target;
  target.decls.push_back(decl);
  target.record = info_of(e->type);
  target.outer = target.record->scope;
  std::vector<Argument> none;
  bool viable = false;
  return rvalue(call_user(target, decl->name, std::move(e), none, span, false, viable));
}

// The characters of a literal, with their zero, in constant memory.
TypedExprPtr Checker::string_place(TypedExprPtr text) {
  const TypeRef type = types_.array(types_.scalar(BuiltinType::kChar), text->text.size() + 1);
  auto& known = strings_[text->text];
  if (!known) {
    known = new_variable("text literal", type, Storage::kConstant, text->span);
    known->initial.assign(text->text.begin(), text->text.end());
    known->initial.push_back(0);
  }
  use_global(known);
  TypedExprPtr place = variable_place(known, text->span);
  place->is_const = true;
  return place;
}

TypedExprPtr Checker::convert(TypedExprPtr e, TypeRef to, const Span& span, const char* what) {
  if (!e) return e;
  if (!to->is_record()) e = user_conversion(std::move(e), to, span);
  if (!e) return e;
  if (e->kind == TypedKind::kString && to->is_pointer() && to->pointee_const) e = string_place(std::move(e));
  if (e->kind == TypedKind::kString) {
    refuse(e->span, "a string literal anywhere but in printf and assert");
    return nullptr;
  }
  if (e->type == to && !e->is_lvalue) return e;
  if (to->is_record()) {
    if (e->type == to) return rvalue(std::move(e));
    std::vector<Argument> arguments(1);
    arguments[0].value = std::move(e);
    if (can_construct(to, arguments[0])) return construct(to, arguments, false, span, nullptr);
    cannot_convert(*arguments[0].value, to, span, what);
    return nullptr;
  }
  e = rvalue(std::move(e));
  if (e->type == to) return e;
  if (to->is_scalar() && e->type->is_scalar() && !(e->type->is_scoped_enum || to->is_enum))
    return arithmetic_convert(std::move(e), to);
  if (is_bool(to) && e->type->is_pointer()) return to_bool(std::move(e), span);
  if (to->is_pointer()) {
    const bool possible = value_rank(*e, to) != kNever;
    if (possible) return convert_pointer(std::move(e), to, span);
  }
  cannot_convert(*e, to, span, what);
  return nullptr;
}

TypedExprPtr Checker::convert_argument(Argument& argument, const QualifiedType& to) {
  if (!argument.is_list)
    return convert(std::move(argument.value), to.type, argument.syntax ? argument.syntax->span : Span{});
  if (to.type->is_record()) return construct_record(to.type, *argument.syntax);
  if (argument.syntax->args.size() == 1)
    return convert(check(*argument.syntax->args[0]), to.type, argument.syntax->span);
  if (argument.syntax->args.empty()) return zero_value(to.type, argument.syntax->span);
  error(argument.syntax->span,
        fmt::format("a list of {} values cannot become {}", argument.syntax->args.size(), to.type->name));
  return nullptr;
}

int Checker::value_rank(const TypedExpr& e, TypeRef to) {
  const TypeRef from = e.type;
  if (e.kind == TypedKind::kString)
    return to->is_pointer() && to->pointee_const && e.type->element == to->element ? kExact : kNever;
  if (from == to) return kExact;
  if (from->is_record() && !to->is_record()) {
    TypeRef result = nullptr;
    return conversion_to(from, to, e.is_lvalue && e.is_const, result) ? kUser : kNever;
  }
  if (to->is_scalar() && from->is_scalar()) {
    if (from->is_scoped_enum || to->is_enum) return kNever;
    if (promoted(from) == to) return kPromotion;
    return is_floating(from) && is_floating(to) && to->size > from->size ? kPromotion : kConversion;
  }
  if (is_bool(to) && (from->is_pointer() || from->is_array())) return kToVoid;
  if (!to->is_pointer()) return kNever;
  if (is_null_constant(e) && !from->is_pointer()) return kConversion;
  if (is_null_constant(e)) return kQualification;
  const bool is_array = from->is_array();
  if (!is_array && !from->is_pointer()) return kNever;
  const bool from_const = is_array ? e.is_const : from->pointee_const;
  const bool from_volatile = is_array ? e.is_volatile : from->pointee_volatile;
  if ((from_const && !to->pointee_const) || (from_volatile && !to->pointee_volatile)) return kNever;
  if (from->element == to->element)
    return from_const == to->pointee_const && from_volatile == to->pointee_volatile ? kExact : kQualification;
  return is_void_pointer(to) ? kToVoid : kNever;
}

// How well an argument fits a parameter: 0 exactly, more the worse, -1 not at all.
int Checker::conversion_rank(const Argument& argument, const QualifiedType& to) {
  if (argument.is_list) return to.type->is_record() || argument.syntax->args.size() <= 1 ? kConversion : kNever;
  const TypedExpr& e = *argument.value;
  if (to.is_reference && !to.is_const) {
    const bool same = e.is_lvalue && e.type == to.type && !e.is_const && (!e.is_volatile || to.is_volatile);
    return same ? kExact : kNever;
  }
  if (to.type->is_array()) return e.type == to.type ? kExact : kNever;  // const T (&)[N]
  if (to.type->is_record()) {
    if (e.type == to.type) return to.is_reference && e.is_lvalue && !e.is_const ? kQualification : kExact;
    return can_construct(to.type, argument) ? kUser : kNever;
  }
  const int rank = value_rank(e, to.type);
  return rank == kExact && to.is_reference && e.is_lvalue && !e.is_const ? kQualification : rank;
}

bool Checker::can_construct(TypeRef record, const Argument& argument) {
  RecordInfo* info = info_of(record);
  if (!info) return record->name == "dim3" && !argument.is_list && argument.value && is_integer(argument.value->type);
  if (depth_ > 16) return false;
  ++depth_;
  bool possible = false;
  for (const Decl* constructor : info->constructors) {
    if (constructor->params.empty() || constructor->is_template || !constructor->params[0]->type) continue;
    if (constructor->params.size() > 1 && !constructor->params[1]->init) continue;
    ++mute_;
    const QualifiedType type = resolve_in(info->scope, *constructor->params[0]->type);
    --mute_;
    possible = possible || (type && type.type != record && conversion_rank(argument, type) >= 0);
  }
  --depth_;
  return possible;
}

TypedExprPtr Checker::cast(TypedExprPtr e, const QualifiedType& to, CastKind kind, const Span& span) {
  if (!e) return e;
  if (to.is_reference) {  // reinterpret_cast<float4&>(x), static_cast<T&>(x)
    if (!e->is_lvalue) {
      error(span, "only a place (an lvalue) can be cast to a reference");
      return nullptr;
    }
    if (e->type == to.type) return e;
    TypedExprPtr pointer = node(TypedKind::kConvert, types_.pointer(to.type, to.is_const, to.is_volatile), span);
    pointer->a = address_of(std::move(e), span);
    return deref(std::move(pointer), span);
  }
  const TypeRef type = to.type;
  if (type->is_void()) {
    TypedExprPtr nothing = node(TypedKind::kNop, type, span);
    nothing->args.push_back(std::move(e));
    return nothing;
  }
  if (type->is_record()) return convert(std::move(e), type, span);
  e = rvalue(user_conversion(std::move(e), type, span));
  if (!e) return e;
  if (kind == CastKind::kDynamic) {
    refuse(span, "dynamic_cast");
    return nullptr;
  }
  if (e->kind != TypedKind::kString && e->type == type) return e;
  const bool from_scalar = e->type->is_scalar(), from_pointer = e->type->is_pointer();
  if (e->kind != TypedKind::kString && type->is_scalar() && from_scalar) return arithmetic_convert(std::move(e), type);
  if (is_bool(type) && from_pointer) return to_bool(std::move(e), span);
  const bool pointers =
      (type->is_pointer() && from_pointer) || (type->is_pointer() && from_scalar && is_integer(e->type)) ||
      (type->is_scalar() && is_integer(type) && from_pointer && (type->size == 8 || kind == CastKind::kC));
  const bool static_pointers = kind != CastKind::kStatic || is_void_pointer(type) ||
                               (from_pointer && (is_void_pointer(e->type) || e->type->element == type->element)) ||
                               is_null_constant(*e);
  if (e->kind == TypedKind::kString || !pointers || !static_pointers) {
    error(span, fmt::format("{} cannot be cast to {}", e->type->name, type->name),
          pointers ? "reinterpret_cast says that the bytes are read as another type" : "");
    return nullptr;
  }
  if (is_null_constant(*e) && type->is_pointer()) return constant(type, 0, span);
  TypedExprPtr converted = node(TypedKind::kConvert, type, span);
  converted->a = std::move(e);
  return converted;
}

}  // namespace warpglass::lang
