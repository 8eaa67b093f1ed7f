// Templates: explicit arguments, deduction from calls, defaults, specialisations. A template is instantiated by
// checking its tree again in a scope that holds the bindings.
#include <fmt/format.h>

#include "sim/lang/checker.h"

namespace warpglass::lang {
namespace {

const TemplateParameter* parameter_named(const Decl& decl, const std::string& name, bool is_type) {
  for (const TemplateParameter& parameter : decl.template_params)
    if (parameter.name == name && parameter.is_type == is_type) return &parameter;
  return nullptr;
}

}  // namespace

std::string Checker::key_of(const TemplateValue& value) {
  if (value.is_type)
    return fmt::format("t{}{}", static_cast<const void*>(value.type.type), value.type.is_const ? "c" : "");
  return fmt::format("v{}", value.value.bits);
}

std::string Checker::text_of(const TemplateValue& value) {
  if (value.is_type) return describe(value.type);
  if (!value.value.type) return "?";
  const ValueType scalar = value.value.type->scalar;
  if (is_bool(value.value.type)) return value.value.bits ? "true" : "false";
  if (value_type_is_float(scalar)) return fmt::format("{}", bits_real(value.value.bits, scalar));
  if (value_type_is_signed(scalar)) return std::to_string(static_cast<std::int64_t>(value.value.bits));
  return std::to_string(value.value.bits);
}

ScopePtr Checker::binding_scope(const ScopePtr& outer, const Bindings& bound, const std::string& name_space) {
  auto scope = std::make_shared<Scope>();
  scope->parent = outer;
  scope->name_space = name_space;
  for (const auto& [name, value] : bound) {
    Symbol symbol;
    symbol.kind = value.is_type ? Symbol::Kind::kType : Symbol::Kind::kConstant;
    symbol.type = value.type;
    if (!value.is_type) symbol.constant = value.value;
    if (!name.empty()) scope->names[name] = symbol;
  }
  return scope;
}

bool Checker::bind(Bindings& bound, const std::string& name, const TemplateValue& value) {
  const auto [at, is_new] = bound.try_emplace(name, value);
  return is_new || key_of(at->second) == key_of(value);
}

bool Checker::template_argument(const TemplateParameter& parameter, const TemplateArgument& argument,
                                TemplateValue& out, bool quiet) {
  out.is_type = parameter.is_type;
  if (parameter.is_type) {
    if (!argument.type) {
      if (!quiet) error(argument.span, fmt::format("the template parameter `{}` wants a type", parameter.name));
      return false;
    }
    out.type = resolve(*argument.type, quiet);
    return static_cast<bool>(out.type);
  }
  if (!argument.expr) {
    if (!quiet) error(argument.span, fmt::format("the template parameter `{}` wants a value", parameter.name));
    return false;
  }
  if (quiet) ++mute_;
  const auto value = evaluate_constant(*argument.expr, "a template argument");
  if (quiet) --mute_;
  if (!value) return false;
  out.value = *value;
  return true;
}

bool Checker::template_values(const Decl& decl, const std::vector<TemplateArgument>& arguments, Bindings& bound,
                              const Span& span, bool quiet) {
  if (arguments.size() > decl.template_params.size()) {
    if (!quiet)
      error(span, fmt::format("`{}` takes {} template arguments, {} are given", decl.name, decl.template_params.size(),
                              arguments.size()));
    return false;
  }
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const TemplateParameter& parameter = decl.template_params[i];
    TemplateValue value;
    if (!template_argument(parameter, arguments[i], value, quiet)) return false;
    if (!parameter.is_type && parameter.type && parameter.type->kind != TypeKind::kAuto) {
      const ScopePtr saved = std::exchange(scope_, binding_scope(scope_, bound, {}));
      const QualifiedType type = resolve(*parameter.type, quiet);
      scope_ = saved;
      if (!type || !type.type->is_scalar() || !value.value.type->is_scalar()) {
        if (!quiet) error(arguments[i].span, fmt::format("`{}` cannot be a template argument here", text_of(value)));
        return false;
      }
      value.value = {type.type, convert_bits(value.value.bits, value.value.type->scalar, type.type->scalar)};
    }
    bound[parameter.name] = value;
  }
  return true;
}

bool Checker::template_defaults(const Decl& decl, const ScopePtr& outer, Bindings& bound, const Span& span,
                                bool quiet) {
  for (const TemplateParameter& parameter : decl.template_params) {
    if (bound.count(parameter.name)) continue;
    TemplateValue value;
    value.is_type = parameter.is_type;
    const ScopePtr saved = std::exchange(scope_, binding_scope(outer, bound, decl.scope));
    if (quiet) ++mute_;
    if (parameter.is_type && parameter.default_type) value.type = resolve(*parameter.default_type);
    if (!parameter.is_type && parameter.default_expr) {
      const auto constant_value = evaluate_constant(*parameter.default_expr, "a template argument");
      const QualifiedType type = parameter.type && constant_value ? resolve(*parameter.type) : QualifiedType{};
      if (type && type.type->is_scalar() && constant_value->type->is_scalar())
        value.value = {type.type, convert_bits(constant_value->bits, constant_value->type->scalar, type.type->scalar)};
    }
    if (quiet) --mute_;
    scope_ = saved;
    if (!(parameter.is_type ? value.type.type : value.value.type)) {
      const bool has_default =
          parameter.is_type ? parameter.default_type != nullptr : parameter.default_expr != nullptr;
      if (!quiet && !has_default)
        error(span, fmt::format("the template parameter `{}` of `{}` is not known here", parameter.name, decl.name),
              fmt::format("name it: {}<...>", decl.name));
      return false;
    }
    bound[parameter.name] = value;
  }
  return true;
}

// False only when the pattern can never match; what is not deducible is left to the later conversion.
bool Checker::deduce(const Decl& decl, const TypeSyntax& pattern, const QualifiedType& argument, Bindings& bound) {
  switch (pattern.kind) {
    case TypeKind::kReference: {
      QualifiedType inner = argument;
      inner.is_reference = false;
      return pattern.inner && deduce(decl, *pattern.inner, inner, bound);
    }
    case TypeKind::kPointer: {
      TypeRef type = argument.type;
      if (type->is_array()) type = types_.pointer(type->element, argument.is_const, argument.is_volatile);
      if (!type->is_pointer()) return false;
      const QualifiedType pointee{type->element ? type->element : types_.void_type(), type->pointee_const,
                                  type->pointee_volatile};
      return pattern.inner && deduce(decl, *pattern.inner, pointee, bound);
    }
    case TypeKind::kArray: {
      if (!argument.type->is_array() || !pattern.inner) return !argument.type->is_array();
      if (pattern.array_size && pattern.array_size->kind == ExprKind::kName) {
        const TemplateParameter* parameter = parameter_named(decl, pattern.array_size->text, false);
        TemplateValue value;
        value.value = {types_.size_type(), argument.type->count};
        if (parameter && parameter->type) {
          const QualifiedType type = resolve(*parameter->type, true);
          if (type && type.type->is_scalar()) value.value.type = type.type;
        }
        if (parameter && !bind(bound, parameter->name, value)) return false;
      }
      return deduce(decl, *pattern.inner, {argument.type->element, argument.is_const, argument.is_volatile}, bound);
    }
    case TypeKind::kNamed:
      return deduce_named(decl, pattern, argument, bound);
    default:
      return true;
  }
}

bool Checker::deduce_named(const Decl& decl, const TypeSyntax& pattern, const QualifiedType& argument,
                           Bindings& bound) {
  if (pattern.has_template_args || !pattern.template_args.empty())
    return deduce_template_id(decl, pattern, argument.type, bound);
  if (!parameter_named(decl, pattern.name, true)) return true;
  TemplateValue value;
  value.is_type = true;
  value.type = argument;
  value.type.is_reference = false;
  if (pattern.is_const) value.type.is_const = false;
  if (pattern.is_volatile) value.type.is_volatile = false;
  return bind(bound, pattern.name, value);
}

// Vec<T> against Vec<float>.
bool Checker::deduce_template_id(const Decl& decl, const TypeSyntax& pattern, TypeRef argument, Bindings& bound) {
  RecordInfo* info = info_of(argument);
  if (!info || !info->template_decl) return true;
  const std::size_t cut = pattern.name.rfind("::");
  if (info->template_decl->name != (cut == std::string::npos ? pattern.name : pattern.name.substr(cut + 2)))
    return false;
  for (std::size_t i = 0; i < pattern.template_args.size() && i < info->template_values.size(); ++i) {
    const TemplateArgument& part = pattern.template_args[i];
    const TemplateValue& value = info->template_values[i];
    if (value.is_type && part.type && !deduce(decl, *part.type, value.type, bound)) return false;
    if (!value.is_type && part.expr && part.expr->kind == ExprKind::kName &&
        parameter_named(decl, part.expr->text, false) && !bind(bound, part.expr->text, value))
      return false;
  }
  return true;
}

bool Checker::matches_specialisation(const Decl& special, const std::vector<TemplateValue>& values, Bindings& bound) {
  if (special.template_args.size() > values.size()) return false;
  for (std::size_t i = 0; i < special.template_args.size(); ++i) {
    const TemplateArgument& part = special.template_args[i];
    const TemplateValue& value = values[i];
    if (value.is_type) {
      if (!part.type || !deduce(special, *part.type, value.type, bound)) return false;
      const ScopePtr saved = std::exchange(scope_, binding_scope(nullptr, bound, special.scope));
      const QualifiedType type = resolve(*part.type, true);
      scope_ = saved;
      if (type.type != value.type.type || type.is_const != value.type.is_const) return false;
      continue;
    }
    if (!part.expr) return false;
    if (part.expr->kind == ExprKind::kName && parameter_named(special, part.expr->text, false)) {
      if (!bind(bound, part.expr->text, value)) return false;
      continue;
    }
    ++mute_;
    const auto known = evaluate(*part.expr);
    --mute_;
    if (!known || convert_bits(known->bits, known->type->scalar, value.value.type->scalar) != value.value.bits)
      return false;
  }
  return true;
}

}  // namespace warpglass::lang
