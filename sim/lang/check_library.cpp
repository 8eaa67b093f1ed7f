// Library calls that are no table rows: printf, assert, make_float4 and the like, std::swap, numeric_limits, type
// traits.
#include <fmt/format.h>

#include <limits>

#include "sim/lang/checker.h"

namespace warpglass::lang {

TypedExprPtr Checker::make_vector(TypeRef type, std::vector<Argument>& arguments, const Span& span,
                                  const std::string& name) {
  const bool is_dim3 = type->name == "dim3";
  if (arguments.size() != type->fields.size() && !(is_dim3 && arguments.size() < 4)) {
    error(span, fmt::format("`{}` takes {} values, {} {} given", name, type->fields.size(), arguments.size(),
                            arguments.size() == 1 ? "is" : "are"));
    return nullptr;
  }
  TypedExprPtr record = node(TypedKind::kConstructRecord, type, span);
  for (std::size_t i = 0; i < type->fields.size(); ++i) {
    TypedExprPtr value = i < arguments.size() ? convert_argument(arguments[i], {type->fields[i].type})
                                              : constant(type->fields[i].type, 1, span);
    if (!value) return nullptr;
    record->args.push_back(std::move(value));
  }
  return record;
}

TypedExprPtr Checker::check_print(const Expr& e, std::vector<Argument>& arguments) {
  if (arguments.empty() || !arguments[0].value || arguments[0].value->kind != TypedKind::kString) {
    error(e.span, "the format of printf must be a string in quotes");
    return nullptr;
  }
  TypedExprPtr print = node(TypedKind::kPrint, types_.int_type(), e.span);
  print->text = arguments[0].value->text;
  for (std::size_t i = 1; i < arguments.size(); ++i) {
    TypedExprPtr value = arguments[i].is_list ? nullptr : std::move(arguments[i].value);
    if (value && value->kind != TypedKind::kString) {
      value = rvalue(std::move(value));
      if (value->type->is_record() || value->type->is_void()) {
        error(value->span, fmt::format("printf cannot print {}", value->type->name), "print its members");
        return nullptr;
      }
      if (is_floating(value->type))
        value = arithmetic_convert(std::move(value), types_.double_type());
      else if (value->type->is_scalar())
        value = promote(std::move(value));
    }
    if (!value) return nullptr;
    print->args.push_back(std::move(value));
  }
  return print;
}

TypedExprPtr Checker::check_assert(const Expr& e) {
  if (e.args.size() != 1) {
    error(e.span, "assert takes one condition");
    return nullptr;
  }
  TypedExprPtr truth = to_bool(check(*e.args[0]), e.args[0]->span);
  if (!truth) return nullptr;
  TypedExprPtr assertion = node(TypedKind::kAssert, types_.void_type(), e.span);
  const Span& span = e.args[0]->span;
  if (span.file < unit_.sources.files.size()) {
    const std::string& text = unit_.sources.files[span.file].text;
    if (span.offset <= text.size()) assertion->text = text.substr(span.offset, span.length);
  }
  assertion->a = std::move(truth);
  return assertion;
}

TypedExprPtr Checker::swap_values(std::vector<Argument>& arguments, const Span& span) {
  if (!arguments[0].value || !arguments[1].value) return nullptr;
  TypedExprPtr a = std::move(arguments[0].value), b = std::move(arguments[1].value);
  if (a->type != b->type || !writable(*a, span) || !writable(*b, span)) {
    if (a->type != b->type)
      error(span, fmt::format("swap wants two places of one type, not {} and {}", a->type->name, b->type->name));
    return nullptr;
  }
  const auto variable = temporary(a->type, span);
  const auto store = [&](TypedExprPtr place, TypedExprPtr value) {
    TypedExprPtr assignment = node(TypedKind::kAssign, place->type, span);
    assignment->a = std::move(place);
    assignment->b = std::move(value);
    return assignment;
  };
  TypedExprPtr keep = store(variable_place(variable, span), rvalue(clone(*a)));
  TypedExprPtr first = store(std::move(a), rvalue(clone(*b)));
  TypedExprPtr second = store(std::move(b), rvalue(variable_place(variable, span)));
  TypedExprPtr all = nullptr;
  for (TypedExprPtr* step : {&keep, &first, &second}) {
    if (!all) {
      all = std::move(*step);
      continue;
    }
    TypedExprPtr both = node(TypedKind::kComma, (*step)->type, span);
    both->a = std::move(all);
    both->b = std::move(*step);
    all = std::move(both);
  }
  return cast(std::move(all), {types_.void_type()}, CastKind::kC, span);
}

// std::numeric_limits<T>::max(), Op<T>::apply(x)
TypedExprPtr Checker::call_qualified(const Expr& e) {
  const TypeSyntax& written = *e.a->type;
  const bool is_limit = written.name.ends_with("numeric_limits");
  const bool has_type = is_limit && written.template_args.size() == 1 && written.template_args[0].type;
  const QualifiedType type = resolve(has_type ? *written.template_args[0].type : written);
  if (!type) return nullptr;
  return is_limit ? numeric_limit(type.type, e.a->text, e.span) : call_static(type.type, e.a->text, e);
}

TypedExprPtr Checker::numeric_limit(const TypeRef& type, const std::string& name, const Span& span) {
  const ValueType scalar = type->scalar;
  if (type->is_scalar() && value_type_is_float(scalar)) {
    const bool wide = type->size == 8;
    const double largest =
        wide ? std::numeric_limits<double>::max() : static_cast<double>(std::numeric_limits<float>::max());
    const double least =
        wide ? std::numeric_limits<double>::min() : static_cast<double>(std::numeric_limits<float>::min());
    const double step =
        wide ? std::numeric_limits<double>::epsilon() : static_cast<double>(std::numeric_limits<float>::epsilon());
    const auto real = [&](double value) { return constant(type, real_bits(value, scalar), span); };
    if (name == "max") return real(largest);
    if (name == "lowest") return real(-largest);
    if (name == "min") return real(least);
    if (name == "epsilon") return real(step);
    if (name == "infinity") return real(std::numeric_limits<double>::infinity());
    if (name == "quiet_NaN") return real(std::numeric_limits<double>::quiet_NaN());
  } else if (type->is_scalar()) {
    const int bits = static_cast<int>(type->size) * 8;
    const bool is_signed = value_type_is_signed(scalar);
    const std::uint64_t top = is_bool(type) ? 1 : ~std::uint64_t{0} >> (64 - bits + (is_signed ? 1 : 0));
    if (name == "max") return constant(type, top, span);
    if (name == "min" || name == "lowest") return constant(type, is_signed ? ~top : 0, span);
  }
  error(span, fmt::format("numeric_limits<{}> has no {} here", type->name, name));
  return nullptr;
}

// std::is_same_v<A, B>, std::is_same<A, B>::value and the like; nothing when the name is no trait.
std::optional<bool> Checker::type_trait(const Expr& e) {
  const bool by_value = e.type && e.text == "value";
  std::string name = by_value ? e.type->name : e.text;
  const auto& arguments = by_value ? e.type->template_args : e.template_args;
  if (name.starts_with("std::")) name = name.substr(5);
  if (!name.starts_with("is_")) return {};
  if (name.ends_with("_v"))
    name.resize(name.size() - 2);
  else if (!by_value)
    return {};
  if (arguments.empty() || !arguments[0].type) return {};
  const QualifiedType a = resolve(*arguments[0].type, true);
  if (!a) return {};
  if (name == "is_same" && arguments.size() == 2 && arguments[1].type) {
    const QualifiedType b = resolve(*arguments[1].type, true);
    if (!b) return {};
    return a.type == b.type && a.is_const == b.is_const && a.is_reference == b.is_reference;
  }
  if (name == "is_integral") return is_integer(a.type) && !a.type->is_enum;
  if (name == "is_floating_point") return is_floating(a.type);
  if (name == "is_pointer") return a.type->is_pointer();
  if (name == "is_signed") return a.type->is_scalar() && (is_floating(a.type) || value_type_is_signed(a.type->scalar));
  if (name == "is_unsigned") return a.type->is_scalar() && is_integer(a.type) && !value_type_is_signed(a.type->scalar);
  if (name == "is_arithmetic") return a.type->is_scalar() && !a.type->is_enum;
  return {};
}

}  // namespace warpglass::lang
