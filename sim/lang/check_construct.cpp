// Values of records and arrays: braced lists (with brace elision and designators), T(...), constructors, zero values.
#include <fmt/format.h>

#include <algorithm>

#include "sim/lang/checker.h"

namespace warpglass::lang {
namespace {

constexpr std::size_t kMostElements = 65536;  // initialised one by one

}  // namespace

bool Checker::has_array(TypeRef type) const {
  if (type->is_array()) return true;
  return type->is_record() && (type->is_union || std::any_of(type->fields.begin(), type->fields.end(),
                                                             [&](const Field& f) { return has_array(f.type); }));
}

// Do members have default values, so that a declaration without an initialiser still stores something?
bool Checker::has_defaults(TypeRef type) {
  if (type->is_array()) return has_defaults(type->element);
  RecordInfo* info = info_of(type);
  if (!info) return false;
  for (std::size_t i = 0; i < info->fields.size(); ++i)
    if ((info->fields[i]->kind == DeclKind::kVariable && info->fields[i]->init) || has_defaults(type->fields[i].type))
      return true;
  return false;
}

TypedExprPtr Checker::zero_value(TypeRef type, const Span& span) {
  if (!type->is_record()) return constant(type, 0, span);
  TypedExprPtr record = node(TypedKind::kConstructRecord, type, span);
  RecordInfo* info = info_of(type);
  for (std::size_t i = 0; i < type->fields.size(); ++i) {
    const Decl* member = info ? info->fields[i] : nullptr;
    TypedExprPtr value;
    if (member && member->kind == DeclKind::kVariable && member->init) {
      const ScopePtr saved = std::exchange(scope_, info->scope);
      value = member->init->kind == ExprKind::kInitList && member->init->args.empty()
                  ? zero_value(type->fields[i].type, span)
                  : convert(check(*member->init), type->fields[i].type, member->init->span);
      scope_ = saved;
      if (!value) return nullptr;
    }
    record->args.push_back(value ? std::move(value) : zero_value(type->fields[i].type, span));
    if (!record->args.back()) return nullptr;
  }
  return record;
}

std::shared_ptr<TypedVariable> Checker::temporary(TypeRef type, const Span& span) {
  auto variable = new_variable("", type, Storage::kLocal, span);
  if (context_.out) {
    TypedStmtPtr declaration = statement(TypedStmtKind::kDeclare, span);
    declaration->variable = variable;
    context_.out->push_back(std::move(declaration));
  }
  return variable;
}

TypedExprPtr Checker::variable_place(const std::shared_ptr<TypedVariable>& variable, const Span& span) {
  TypedExprPtr place = node(TypedKind::kVariable, variable->type, span);
  place->is_lvalue = true;
  place->is_volatile = variable->is_volatile;
  place->variable = variable;
  return place;
}

// The member or element of `root` at a byte offset, `type` wide; the path down to it.
TypedExprPtr Checker::place_at(const TypedExpr& whole, std::uint64_t offset, TypeRef type) {
  TypedExprPtr place = clone(whole);
  while (place->type != type) {
    if (place->type->is_array()) {
      const TypeRef element = place->type->element;
      TypedExprPtr next = node(TypedKind::kElement, element, place->span);
      next->is_lvalue = true;
      next->b = constant(types_.size_type(), offset / element->size, place->span);
      offset %= element->size;
      next->a = std::move(place);
      place = std::move(next);
      continue;
    }
    const std::vector<Field>& fields = place->type->fields;
    std::uint32_t at = 0;
    for (std::uint32_t i = 0; i < fields.size(); ++i)
      if (fields[i].offset <= offset && (!place->type->is_union || fields[i].type == type)) at = i;
    if (fields.empty()) return place;
    offset -= std::min<std::uint64_t>(offset, fields[at].offset);
    const Span span = place->span;
    place = field_of(std::move(place), at, span);
  }
  return place;
}

TypedExprPtr Checker::construct_in_temporary(TypeRef type, const Expr& list) {
  std::vector<ElementInit> elements;
  if (!fill_list(type, 0, list, elements)) return nullptr;
  const auto variable = temporary(type, list.span);
  const TypedExprPtr place = variable_place(variable, list.span);
  TypedExprPtr zero = nullptr;
  TypedExprPtr chain;
  const auto then = [&](TypedExprPtr next) {
    if (!chain) {
      chain = std::move(next);
      return;
    }
    TypedExprPtr comma = node(TypedKind::kComma, next->type, list.span);
    comma->is_lvalue = next->is_lvalue;
    comma->a = std::move(chain);
    comma->b = std::move(next);
    chain = std::move(comma);
  };
  for (ElementInit& element : elements) {
    TypedExprPtr target = place_at(*place, element.offset, element.value->type);
    TypedExprPtr store = node(TypedKind::kAssign, target->type, list.span);
    store->a = std::move(target);
    store->b = std::move(element.value);
    then(std::move(store));
  }
  then(rvalue(clone(*place)));
  return chain;
}

TypedExprPtr Checker::construct_record(TypeRef type, const Expr& list) {
  RecordInfo* info = info_of(type);
  if ((info && !info->constructors.empty()) || type->name == "dim3") {
    std::vector<Argument> arguments;
    if (!check_arguments(list.args, arguments)) return nullptr;
    return construct(type, arguments, true, list.span, &list);
  }
  if (list.args.size() == 1 && list.designators.empty() && list.args[0]->kind != ExprKind::kInitList) {
    TypedExprPtr only = check(*list.args[0]);  // T{other}
    if (!only) return nullptr;
    if (only->type == type) return rvalue(std::move(only));
  }
  if (has_array(type)) return construct_in_temporary(type, list);
  std::vector<ElementInit> elements;
  if (!fill_list(type, 0, list, elements)) return nullptr;
  TypedExprPtr whole = zero_value(type, list.span);
  if (!whole) return nullptr;
  for (ElementInit& element : elements) {
    TypedExpr* at = whole.get();
    std::uint64_t offset = element.offset;
    while (at->type != element.value->type && at->kind == TypedKind::kConstructRecord) {
      std::size_t field = 0;
      for (std::size_t i = 0; i < at->type->fields.size(); ++i)
        if (at->type->fields[i].offset <= offset) field = i;
      offset -= at->type->fields[field].offset;
      if (at->args[field]->type == element.value->type) {
        at->args[field] = std::move(element.value);
        break;
      }
      at = at->args[field].get();
    }
    if (element.value && at == whole.get()) return std::move(element.value);
  }
  return whole;
}

TypedExprPtr Checker::call_constructor(RecordInfo& info, TypedExprPtr object, std::vector<Argument>& arguments,
                                       const Span& span) {
  CallTarget target;
  target.decls = info.constructors;
  target.outer = info.scope;
  target.record = &info;
  bool viable = false;
  return call_user(target, info.type->name, std::move(object), arguments, span, false, viable);
}

// T(a, b) and T{a, b} with checked arguments. `syntax` is the list of a braced form, else null.
TypedExprPtr Checker::construct(TypeRef type, std::vector<Argument>& arguments, bool braced, const Span& span,
                                const Expr* syntax) {
  if (type->is_void() && arguments.empty()) return node(TypedKind::kNop, type, span);
  if (!type->is_record()) {
    if (arguments.empty()) return zero_value(type, span);
    if (arguments.size() == 1 && !arguments[0].is_list)
      return cast(std::move(arguments[0].value), {type}, braced ? CastKind::kStatic : CastKind::kC, span);
    error(span, fmt::format("{} takes one value", type->name));
    return nullptr;
  }
  if (arguments.size() == 1 && !arguments[0].is_list && arguments[0].value->type == type)
    return rvalue(std::move(arguments[0].value));
  if (type->name == "dim3") return make_vector(type, arguments, span, "dim3");
  RecordInfo* info = info_of(type);
  if (info && !info->constructors.empty()) {
    const auto variable = temporary(type, span);
    TypedExprPtr call = call_constructor(*info, variable_place(variable, span), arguments, span);
    if (!call) return nullptr;
    TypedExprPtr comma = node(TypedKind::kComma, type, span);
    comma->a = std::move(call);
    comma->b = rvalue(variable_place(variable, span));
    return comma;
  }
  if (arguments.empty()) {
    if (!has_array(type)) return zero_value(type, span);
    Expr empty;
    empty.kind = ExprKind::kInitList;
    empty.span = span;
    return construct_in_temporary(type, empty);
  }
  if (braced && syntax) return construct_record(type, *syntax);
  error(span,
        fmt::format("{} has no constructor that takes {} value{}", type->name, arguments.size(),
                    arguments.size() == 1 ? "" : "s"),
        type->is_vector || !info ? fmt::format("write make_{}(...)", type->name)
                                 : fmt::format("write {}{{...}} with braces", type->name));
  return nullptr;
}

// ---- Braced lists into (offset, value) pairs -----------------------------------------------------------------------

bool Checker::fill_defaults(TypeRef type, std::uint64_t offset, std::vector<ElementInit>& out) {
  if (out.size() > kMostElements) return false;
  if (type->is_array()) {
    for (std::uint64_t i = 0; i < type->count && has_defaults(type->element); ++i)
      if (!fill_defaults(type->element, offset + i * type->element->size, out)) return false;
    return true;
  }
  RecordInfo* info = info_of(type);
  if (!info) return true;
  for (std::size_t i = 0; i < info->fields.size(); ++i) {
    const Decl& member = *info->fields[i];
    const std::uint64_t at = offset + type->fields[i].offset;
    if (member.kind != DeclKind::kVariable || !member.init) {
      if (!fill_defaults(type->fields[i].type, at, out)) return false;
      continue;
    }
    const ScopePtr saved = std::exchange(scope_, info->scope);
    std::vector<ExprPtr> none;
    bool ok = true;
    if (member.init->kind == ExprKind::kInitList) {
      ok = fill_list(type->fields[i].type, at, *member.init, out);
    } else {
      TypedExprPtr value = convert(check(*member.init), type->fields[i].type, member.init->span);
      ok = value != nullptr;
      if (ok) out.push_back({at, std::move(value)});
    }
    scope_ = saved;
    if (!ok) return false;
  }
  return true;
}

bool Checker::fill_string(TypeRef type, std::uint64_t offset, const Expr& text, std::vector<ElementInit>& out) {
  if (text.text.size() + 1 > type->count) {
    error(text.span, fmt::format("the string needs {} bytes, the array has {}", text.text.size() + 1, type->count));
    return false;
  }
  for (std::size_t i = 0; i < text.text.size(); ++i) {
    const auto byte = static_cast<std::uint64_t>(static_cast<std::int64_t>(static_cast<signed char>(text.text[i])));
    out.push_back({offset + i, constant(type->element, byte, text.span)});
  }
  return true;
}

bool Checker::fill_list(TypeRef type, std::uint64_t offset, const Expr& list, std::vector<ElementInit>& out) {
  if (!list.designators.empty()) return fill_designated(type, offset, list, out);
  if (!type->is_array() && !type->is_record()) {
    if (list.args.empty()) {
      out.push_back({offset, zero_value(type, list.span)});
      return true;
    }
    if (list.args.size() > 1) {
      error(list.args[1]->span, fmt::format("{} takes one value", type->name));
      return false;
    }
    std::size_t at = 0;
    return fill_item(type, offset, list.args, at, out);
  }
  if (type->is_array() && list.args.size() == 1 && list.args[0]->kind == ExprKind::kString && type->element->size == 1)
    return fill_string(type, offset, *list.args[0], out);
  if (list.args.empty()) return fill_defaults(type, offset, out);
  std::size_t at = 0;
  if (!fill(type, offset, list.args, at, out)) return false;
  if (at == list.args.size()) return true;
  error(list.args[at]->span, fmt::format("too many values for {}", type->name));
  return false;
}

bool Checker::fill_designated(TypeRef type, std::uint64_t offset, const Expr& list, std::vector<ElementInit>& out) {
  for (std::size_t i = 0; i < list.args.size(); ++i) {
    std::vector<std::uint32_t> path;
    if (!type->is_record() || i >= list.designators.size() || !find_field(type, list.designators[i], path)) {
      error(list.args[i]->span,
            fmt::format("{} has no member `{}`", type->name, i < list.designators.size() ? list.designators[i] : ""));
      return false;
    }
    std::uint64_t place = offset;
    TypeRef inner = type;
    for (const std::uint32_t field : path) {
      place += inner->fields[field].offset;
      inner = inner->fields[field].type;
    }
    std::size_t at = i;
    if (!fill_item(inner, place, list.args, at, out)) return false;
  }
  return true;
}

// Fills an array or record from items[at...], as many as it needs.
bool Checker::fill(TypeRef type, std::uint64_t offset, const std::vector<ExprPtr>& items, std::size_t& at,
                   std::vector<ElementInit>& out) {
  const std::uint64_t count = type->is_array() ? type->count : type->is_union ? 1 : type->fields.size();
  for (std::uint64_t i = 0; i < count && at < items.size(); ++i) {
    const TypeRef inner = type->is_array() ? type->element : type->fields[i].type;
    const std::uint64_t place = offset + (type->is_array() ? i * inner->size : type->fields[i].offset);
    if (!fill_item(inner, place, items, at, out)) return false;
    if (out.size() > kMostElements) {
      error(items[0]->span, fmt::format("more than {} values are initialised one by one", kMostElements));
      return false;
    }
  }
  return true;
}

bool Checker::fill_item(TypeRef type, std::uint64_t offset, const std::vector<ExprPtr>& items, std::size_t& at,
                        std::vector<ElementInit>& out) {
  const Expr& item = *items[at];
  if (item.kind == ExprKind::kInitList) {
    ++at;
    RecordInfo* info = info_of(type);
    if (!info || info->constructors.empty()) return fill_list(type, offset, item, out);
    TypedExprPtr value = construct_record(type, item);
    if (!value) return false;
    out.push_back({offset, std::move(value)});
    return true;
  }
  if (type->is_array() && item.kind == ExprKind::kString && type->element->size == 1) {
    ++at;
    return fill_string(type, offset, item, out);
  }
  if (type->is_array()) return fill(type, offset, items, at, out);
  TypedExprPtr value = check(item);
  if (!value) return false;
  if (type->is_record() && value->type != type) {
    Argument argument;
    argument.value = std::move(value);
    if (!can_construct(type, argument)) {
      if (type->fields.empty()) return false;
      return fill(type, offset, items, at, out);
    }
    value = std::move(argument.value);
  }
  ++at;
  value = convert(std::move(value), type, item.span);
  if (!value) return false;
  out.push_back({offset, std::move(value)});
  return true;
}

}  // namespace warpglass::lang
