// Places: pointers and their objects, indices, members, `this`; and the expressions about types (sizeof, casts, T(x),
// lambdas). The span of a place is the whole access as written, so that its line is where the access starts.
#include <fmt/format.h>

#include <algorithm>

#include "sim/lang/checker.h"

namespace warpglass::lang {

TypedExprPtr Checker::deref(TypedExprPtr pointer, const Span& span) {
  if (!pointer) return nullptr;
  if (!pointer->type->is_pointer()) {
    error(span, fmt::format("{} is no pointer, so it cannot be dereferenced", pointer->type->name));
    return nullptr;
  }
  if (!pointer->type->element) {
    error(span, "a void pointer points to no known type", "cast it first: *(float*)p");
    return nullptr;
  }
  TypedExprPtr place = node(TypedKind::kDeref, pointer->type->element, span);
  place->is_lvalue = true;
  place->is_const = pointer->type->pointee_const;
  place->is_volatile = pointer->type->pointee_volatile;
  place->a = std::move(pointer);
  return place;
}

TypedExprPtr Checker::address_of(TypedExprPtr place, const Span& span) {
  if (!place) return nullptr;
  const TypeRef type = types_.pointer(place->type, place->is_const, place->is_volatile);
  if (place->kind == TypedKind::kConditional && place->b && place->c) {  // &(c ? a : b)
    for (TypedExprPtr* branch : {&place->b, &place->c}) {
      (*branch)->is_const = place->is_const;
      (*branch)->is_volatile = place->is_volatile;
      *branch = address_of(std::move(*branch), span);
    }
    place->type = type;
    place->is_lvalue = false;
    return place;
  }
  if (place->kind == TypedKind::kDeref && place->a->type == type) return std::move(place->a);
  if (TypedVariable* variable = root(*place)) {
    variable->address_taken = true;
    variable->is_written = true;
  }
  TypedExprPtr pointer = node(TypedKind::kAddressOf, type, span);
  pointer->a = std::move(place);
  return pointer;
}

TypedExprPtr Checker::check_address_of(const Expr& e) {
  const bool saved = std::exchange(wants_place_, e.a->kind == ExprKind::kName);
  TypedExprPtr place = check(*e.a);
  wants_place_ = saved;
  if (!place) return nullptr;
  if (!place->is_lvalue) {
    error(e.span, "only a variable or an element has an address");
    return nullptr;
  }
  return address_of(std::move(place), e.span);
}

TypedExprPtr Checker::check_deref(const Expr& e) {
  if (e.a->kind == ExprKind::kThis) return this_object(e.span);
  std::vector<Argument> operand(1);
  operand[0].value = check(*e.a);
  if (!operand[0].value) return nullptr;
  if (!operand[0].value->type->is_record()) return deref(rvalue(std::move(operand[0].value)), e.span);
  bool viable = false;
  TypedExprPtr call = call_operator("operator*", operand, e.span, viable);
  if (!viable) error(e.span, fmt::format("{} has no operator*", operand[0].value->type->name));
  return call;
}

// An index or distance as one of s32, u32, s64, u64.
TypedExprPtr Checker::index_value(TypedExprPtr e) {
  const TypeRef type = promoted(e->type);
  return arithmetic_convert(std::move(e), type);
}

TypedExprPtr Checker::check_index(const Expr& e) {
  TypedExprPtr a = check(*e.a), b = check(*e.b);
  if (!a || !b) return nullptr;
  if (a->type->is_record()) {
    std::vector<Argument> arguments(1);
    arguments[0].value = std::move(b);
    arguments[0].syntax = e.b.get();
    const std::string type = a->type->name;
    RecordInfo* info = info_of(a->type);
    if (!info || !info->methods.count("operator[]")) {
      error(e.span, fmt::format("{} cannot be indexed", type), info ? "" : "its members are .x .y .z .w");
      return nullptr;
    }
    return call_method(std::move(a), "operator[]", arguments, nullptr, e.span);
  }
  if (a->type->is_scalar() && (b->type->is_pointer() || b->type->is_array())) std::swap(a, b);
  return index(std::move(a), std::move(b), e.span);
}

TypedExprPtr Checker::index(TypedExprPtr a, TypedExprPtr b, const Span& span) {
  b = rvalue(std::move(b));
  if (!b) return nullptr;
  if (!b->type->is_scalar() || !is_integer(b->type) || b->type->is_scoped_enum) {
    error(b->span, fmt::format("an index must be a whole number, not {}", b->type->name),
          is_floating(b->type) ? "cast it: (int)x" : "");
    return nullptr;
  }
  if (a->type->is_array() && a->is_lvalue) {
    b = index_value(std::move(b));
    if (!is_constant(*b))
      if (TypedVariable* variable = root(*a)) variable->address_taken = true;
    TypedExprPtr element = node(TypedKind::kElement, a->type->element, span);
    element->is_lvalue = true;
    element->is_const = a->is_const;
    element->is_volatile = a->is_volatile;
    element->a = std::move(a);
    element->b = std::move(b);
    return element;
  }
  a = rvalue(std::move(a));
  if (!a->type->is_pointer()) {
    error(span, fmt::format("{} cannot be indexed: it is neither an array nor a pointer", a->type->name));
    return nullptr;
  }
  if (!a->type->element) return deref(std::move(a), span);
  return deref(pointer_arithmetic(Op::kAdd, std::move(a), std::move(b), span), span);
}

// ---- Members -----------------------------------------------------------------------------------------------------

bool Checker::find_field(TypeRef record, const std::string& name, std::vector<std::uint32_t>& path, int depth) {
  for (std::uint32_t i = 0; i < record->fields.size(); ++i) {
    const Field& field = record->fields[i];
    if (field.name == name && !name.empty()) {
      path.push_back(i);
      return true;
    }
    if (!field.name.empty() || !field.type->is_record() || depth > 16) continue;  // an anonymous struct or union
    path.push_back(i);
    if (find_field(field.type, name, path, depth + 1)) return true;
    path.pop_back();
  }
  return false;
}

TypedExprPtr Checker::field_of(TypedExprPtr object, std::uint32_t field, const Span& span) {
  const bool is_plain = object->kind == TypedKind::kConstructRecord &&
                        std::all_of(object->args.begin(), object->args.end(), [](const TypedExprPtr& arg) {
                          return arg->kind == TypedKind::kSpecial || arg->kind == TypedKind::kConstant;
                        });
  if (is_plain && field < object->args.size()) return std::move(object->args[field]);  // threadIdx.x
  TypedExprPtr place = node(TypedKind::kMember, object->type->fields[field].type, span);
  RecordInfo* info = info_of(object->type);
  place->field = field;
  place->is_lvalue = object->is_lvalue;
  place->is_const = object->is_const || (info && info->field_types[field].is_const);
  place->is_volatile = object->is_volatile || (info && info->field_types[field].is_volatile);
  place->a = std::move(object);
  return place;
}

TypedExprPtr Checker::member(TypedExprPtr object, const std::string& name, const Span& span, const Span& name_span) {
  if (!object) return nullptr;
  if (object->kind == TypedKind::kConditional) object = rvalue(std::move(object));
  if (!object->type->is_record()) {
    const bool pointer = object->type->is_pointer() && object->type->element && object->type->element->is_record();
    error(name_span, fmt::format("{} has no members", object->type->name),
          pointer ? fmt::format("use -> with a pointer: ->{}", name) : "");
    return nullptr;
  }
  std::vector<std::uint32_t> path;
  if (!find_field(object->type, name, path)) {
    std::string names;
    for (const Field& field : object->type->fields) names += (names.empty() ? "" : ", ") + field.name;
    RecordInfo* info = info_of(object->type);
    if (info && info->scope) {
      const auto found = info->scope->names.find(name);
      if (found != info->scope->names.end() && found->second.kind == Symbol::Kind::kConstant)
        return constant(found->second.constant->type, found->second.constant->bits, span);
    }
    error(name_span, fmt::format("{} has no member `{}`", object->type->name, name), "its members are: " + names);
    return nullptr;
  }
  for (const std::uint32_t field : path) object = field_of(std::move(object), field, span);
  return object;
}

TypedExprPtr Checker::object_of(const Expr& e) {
  if (e.a->kind == ExprKind::kThis) return this_object(e.span);
  TypedExprPtr object = check(*e.a);
  if (!object) return nullptr;
  if (!e.is_arrow) {
    if (object->type->is_pointer() && object->type->element && object->type->element->is_record()) {
      error(e.name_span.known() ? e.name_span : e.span, fmt::format("{} is a pointer", object->type->name),
            fmt::format("use ->{} instead of .{}", e.text, e.text));
      return nullptr;
    }
    return object;
  }
  object = rvalue(std::move(object));
  if (object->type->is_pointer()) return deref(std::move(object), e.span);
  error(e.span, fmt::format("-> wants a pointer, not {}", object->type->name), "use . with an object");
  return nullptr;
}

TypedExprPtr Checker::check_member(const Expr& e) {
  TypedExprPtr object = object_of(e);
  if (!object) return nullptr;
  return member(std::move(object), e.text, e.span, e.name_span.known() ? e.name_span : e.span);
}

TypedExprPtr Checker::this_object(const Span& span) {
  for (const Scope* scope = scope_.get(); scope; scope = scope->parent.get()) {
    if (!scope->this_place) continue;
    TypedExprPtr place = clone(*scope->this_place);
    set_place_span(*place, span);
    return place;
  }
  error(span, "there is no object here: `this` and members need a method");
  return nullptr;
}

TypedExprPtr Checker::check_this(const Span& span) { return address_of(this_object(span), span); }

// ---- Types in expressions ----------------------------------------------------------------------------------------

TypedExprPtr Checker::check_sizeof(const Expr& e) {
  TypeRef type = nullptr;
  if (e.kind == ExprKind::kSizeofType) {
    if (e.type) type = resolve(*e.type).type;
  } else if (e.a) {
    const auto saved = std::exchange(context_.out, nullptr);
    TypedExprPtr value = check(*e.a);  // not evaluated
    context_.out = saved;
    if (value) type = value->type;
  }
  if (!type) return nullptr;
  if (type->size == 0) {
    error(e.span, fmt::format("{} has no size here", type->name));
    return nullptr;
  }
  return constant(types_.size_type(), e.is_alignof ? type->alignment : type->size, e.span);
}

TypedExprPtr Checker::check_cast(const Expr& e) {
  const QualifiedType type = e.type ? resolve(*e.type) : QualifiedType{};
  if (!type) return nullptr;
  TypedExprPtr value = check(*e.a);
  if (!value) return nullptr;
  if (value->type->is_array() && e.cast == CastKind::kReinterpret && type.is_reference)
    return cast(std::move(value), type, e.cast, e.span);
  return cast(std::move(value), type, e.cast, e.span);
}

TypedExprPtr Checker::check_construct(const Expr& e) {
  const QualifiedType type = e.type ? resolve(*e.type) : QualifiedType{};
  if (!type) return nullptr;
  if (type.is_reference || type.type->is_array()) {
    error(e.span, fmt::format("a value of type {} cannot be made here", describe(type)));
    return nullptr;
  }
  RecordInfo* info = info_of(type.type);
  if (e.is_braced && type.type->is_record() && type.type->name != "dim3" && (!info || info->constructors.empty()))
    return construct_record(type.type, e);
  std::vector<Argument> arguments;
  if (!check_arguments(e.args, arguments)) return nullptr;
  TypedExprPtr value = construct(type.type, arguments, e.is_braced, e.span, &e);
  if (value && !value->is_lvalue && value->kind != TypedKind::kSpecial) value->span = e.span;
  return value;
}

// A lambda is an empty record that remembers where it was written; its calls are checked there.
TypedExprPtr Checker::check_lambda(const Expr& e) {
  if (!e.decl || !usable(*e.decl)) return nullptr;
  if (!context_.instance) {
    refuse(e.span, "a lambda outside a function");
    return nullptr;
  }
  auto info = std::make_unique<RecordInfo>();
  info->decl = e.decl.get();
  info->type = types_.new_record(fmt::format("lambda {}", ++lambdas_));
  lay_out(*info->type, 0);
  info->lambda = &e;
  info->lambda_scope = std::make_shared<Scope>();
  info->lambda_scope->parent = scope_;
  info->complete = true;
  TypedExprPtr result = node(TypedKind::kConstructRecord, info->type, e.span);
  std::vector<std::string> copies;
  for (const LambdaCapture& capture : e.captures)
    if (!capture.by_reference && !capture.name.empty() && capture.name != "this") copies.push_back(capture.name);
  if (e.capture_default_copy) captured_names(*e.decl, copies);
  for (const std::string& name : copies) {  // their values now
    const Symbol symbol = look_up(name);
    if (symbol.kind != Symbol::Kind::kVariable || symbol.constant || !symbol.variable) continue;
    if (symbol.variable->storage != Storage::kLocal && symbol.variable->storage != Storage::kParameter) continue;
    Expr use;
    use.kind = ExprKind::kName;
    use.text = name;
    use.span = e.span;
    TypedExprPtr value = use_symbol(symbol, use);
    if (!value || value->type->is_array()) continue;
    const auto variable = temporary(value->type, e.span);
    Symbol copy;
    copy.kind = Symbol::Kind::kVariable;
    copy.variable = variable;
    copy.type = {value->type, true};
    info->lambda_scope->names[name] = copy;
    TypedExprPtr store = node(TypedKind::kAssign, value->type, e.span);
    store->a = variable_place(variable, e.span);
    store->b = rvalue(std::move(value));
    TypedExprPtr comma = node(TypedKind::kComma, info->type, e.span);
    comma->a = std::move(store);
    comma->b = std::move(result);
    result = std::move(comma);
  }
  record_of_[info->type] = info.get();
  records_[fmt::format("lambda{}", lambdas_)] = std::move(info);
  return result;
}

}  // namespace warpglass::lang
