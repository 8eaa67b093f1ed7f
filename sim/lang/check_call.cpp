// Calls: who is meant by the name, overload resolution with template deduction, and what a wrong call is told.
#include <fmt/format.h>

#include <algorithm>

#include "sim/lang/checker.h"

namespace warpglass::lang {

bool Checker::check_arguments(const std::vector<ExprPtr>& syntax, std::vector<Argument>& out) {
  bool ok = true;
  for (const ExprPtr& item : syntax) {
    Argument argument;
    argument.syntax = item.get();
    argument.is_list = item->kind == ExprKind::kInitList;
    if (!argument.is_list) argument.value = check(*item);
    ok = ok && (argument.is_list || argument.value);
    out.push_back(std::move(argument));
  }
  return ok;
}

TypedExprPtr Checker::check_call(const Expr& e) {
  if (!e.a) return nullptr;
  if (e.a->kind == ExprKind::kName) return call_name(e);
  if (e.a->kind == ExprKind::kMember) return call_member(e);
  TypedExprPtr object = check(*e.a);
  std::vector<Argument> arguments;
  if (!object || !check_arguments(e.args, arguments)) return nullptr;
  return call_object(std::move(object), arguments, e.span);
}

TypedExprPtr Checker::call_name(const Expr& e) {
  const Expr& callee = *e.a;
  const std::string& name = callee.text;
  const Span at = callee.name_span.known() ? callee.name_span : callee.span;
  if (callee.type) return call_qualified(e);
  if (name == "assert") return check_assert(e);
  Symbol symbol = look_up(name);
  const auto using_name = using_names_.find(name);
  if (symbol.kind == Symbol::Kind::kNone && using_name != using_names_.end()) symbol = look_up(using_name->second);
  std::vector<Argument> arguments;
  if (symbol.kind == Symbol::Kind::kNone && !name.starts_with("std::") && builtin_rows(name).empty() &&
      refused_by_name(at, name))
    return nullptr;
  if (symbol.kind == Symbol::Kind::kType) {  // T(x)
    if (!check_arguments(e.args, arguments)) return nullptr;
    return construct(symbol.type.type, arguments, false, e.span, nullptr);
  }
  if (symbol.kind == Symbol::Kind::kVariable || symbol.kind == Symbol::Kind::kPlace ||
      symbol.kind == Symbol::Kind::kField) {
    TypedExprPtr object = use_symbol(symbol, callee);
    if (!object || !check_arguments(e.args, arguments)) return nullptr;
    return call_object(std::move(object), arguments, e.span);
  }
  std::vector<const Decl*> functions;
  for (const Decl* decl : symbol.decls)
    if (decl->kind == DeclKind::kFunction) functions.push_back(decl);
  if (symbol.kind == Symbol::Kind::kDecls && functions.empty()) {
    TypeSyntax syntax;
    syntax.kind = TypeKind::kNamed;
    syntax.name = name;
    syntax.span = callee.span;
    const QualifiedType type = type_from_symbol(symbol, syntax, false);
    if (!type || !check_arguments(e.args, arguments)) return nullptr;
    return construct(type.type, arguments, false, e.span, nullptr);
  }
  if (!check_arguments(e.args, arguments)) return nullptr;
  const bool has_builtin = !builtin_rows(name).empty();
  bool known = false, viable = false;
  if (!functions.empty()) {
    TypedExprPtr call = call_declared(std::move(functions), symbol.scope, e, arguments, has_builtin, viable);
    if (viable || !has_builtin) return call;
  }
  if (TypedExprPtr call = call_builtin(name, e, arguments, known); known) return call;
  undefined(at, name);
  return nullptr;
}

// Functions of the source; `found_in`: the record scope of a method named without its object.
TypedExprPtr Checker::call_declared(std::vector<const Decl*> functions, const Scope* found_in, const Expr& e,
                                    std::vector<Argument>& arguments, bool may_fail, bool& viable) {
  CallTarget target;
  target.decls = std::move(functions);
  target.callee = e.a.get();
  if (found_in) {
    target.record = info_of(found_in->record);
    target.outer = target.record->scope;
  }
  const bool is_plain = e.a->text.find("::") == std::string::npos;  // Other::f(x) has no object
  TypedExprPtr object = found_in && is_plain && has_this() ? this_object(e.span) : nullptr;
  return call_user(target, e.a->text, std::move(object), arguments, e.span, may_fail, viable);
}

bool Checker::has_this() const {
  for (const Scope* scope = scope_.get(); scope; scope = scope->parent.get())
    if (scope->this_place) return true;
  return false;
}

// The methods of one name: the declarations in the record and their definitions outside it, `T Record::name(...)`.
void Checker::add_methods(const RecordInfo& info, const std::string& name, std::vector<const Decl*>& out) const {
  const auto [from, to] = info.methods.equal_range(name);
  for (auto at = from; at != to; ++at) out.push_back(at->second);
  if (from == to || !info.decl || info.decl->name.empty()) return;
  const auto outside = bare_names_.find(info.decl->name + "::" + name);
  if (outside != bare_names_.end()) out.insert(out.end(), outside->second.begin(), outside->second.end());
}

// A static method: Op<T>::apply(x).
TypedExprPtr Checker::call_static(TypeRef type, const std::string& name, const Expr& e) {
  std::vector<Argument> arguments;
  if (!check_arguments(e.args, arguments)) return nullptr;
  RecordInfo* info = info_of(type);
  CallTarget target;
  if (info) {
    add_methods(*info, name, target.decls);
    target.outer = info->scope;
  }
  if (target.decls.empty()) {
    error(e.span, fmt::format("{} has no function `{}`", type->name, name));
    return nullptr;
  }
  target.record = info;
  target.callee = e.a.get();
  bool viable = false;
  return call_user(target, name, nullptr, arguments, e.span, false, viable);
}

TypedExprPtr Checker::call_member(const Expr& e) {
  const Expr& callee = *e.a;
  TypedExprPtr object = object_of(callee);
  std::vector<Argument> arguments;
  if (!object || !check_arguments(e.args, arguments)) return nullptr;
  std::vector<std::uint32_t> path;
  if (object->type->is_record() && find_field(object->type, callee.text, path)) {
    TypedExprPtr field = member(std::move(object), callee.text, callee.span, callee.span);
    return field ? call_object(std::move(field), arguments, e.span) : nullptr;
  }
  return call_method(std::move(object), callee.text, arguments, &callee, e.span);
}

TypedExprPtr Checker::call_object(TypedExprPtr object, std::vector<Argument>& arguments, const Span& span) {
  RecordInfo* info = info_of(object->type);
  if (info && info->lambda) {
    TypedExprPtr call = call_lambda(*info, arguments, span);
    if (!call || object->kind != TypedKind::kComma) return call;
    TypedExprPtr both = node(TypedKind::kComma, call->type, span);
    call = rvalue(std::move(call));
    both->a = std::move(object);
    both->b = std::move(call);
    return both;
  }
  if (info && info->methods.count("operator()"))
    return call_method(std::move(object), "operator()", arguments, nullptr, span);
  error(span, fmt::format("{} cannot be called: it is no function", object->type->name));
  return nullptr;
}

TypedExprPtr Checker::call_method(TypedExprPtr object, const std::string& name, std::vector<Argument>& arguments,
                                  const Expr* callee, const Span& span) {
  RecordInfo* info = info_of(object->type);
  if (!info || !info->methods.count(name)) {
    error(callee && callee->name_span.known() ? callee->name_span : span,
          fmt::format("{} has no method `{}`", object->type->name, name));
    return nullptr;
  }
  CallTarget target;
  add_methods(*info, name, target.decls);
  target.outer = info->scope;
  target.record = info;
  target.callee = callee;
  bool viable = false;
  return call_user(target, name, std::move(object), arguments, span, false, viable);
}

// A member operator of the first operand, else a free operator function. `viable` says whether there was one.
TypedExprPtr Checker::call_operator(const std::string& name, std::vector<Argument>& arguments, const Span& span,
                                    bool& viable) {
  viable = false;
  RecordInfo* info = info_of(arguments[0].value->type);
  if (info && info->methods.count(name)) {
    std::vector<Argument> rest;
    for (std::size_t i = 1; i < arguments.size(); ++i) rest.push_back(std::move(arguments[i]));
    CallTarget target;
    add_methods(*info, name, target.decls);
    target.outer = info->scope;
    target.record = info;
    TypedExprPtr call = call_user(target, name, std::move(arguments[0].value), rest, span, true, viable);
    if (viable) return call;
    for (std::size_t i = 1; i < arguments.size(); ++i) arguments[i] = std::move(rest[i - 1]);
  }
  CallTarget target;
  for (const Decl* decl : file_decls(name, current_namespace()))
    if (decl->kind == DeclKind::kFunction) target.decls.push_back(decl);
  if (target.decls.empty()) return nullptr;
  return call_user(target, name, nullptr, arguments, span, true, viable);
}

// ---- Overloads ---------------------------------------------------------------------------------------------------

std::string Checker::type_text(const TypeSyntax& syntax) {
  const std::string quals = std::string(syntax.is_const ? "const " : "") + (syntax.is_volatile ? "volatile " : "");
  switch (syntax.kind) {
    case TypeKind::kBuiltin:
      return quals + types_.scalar(syntax.builtin)->name;
    case TypeKind::kNamed:
      return quals + syntax.name;
    case TypeKind::kPointer:
      return (syntax.inner ? type_text(*syntax.inner) : "") + "*";
    case TypeKind::kReference:
      return (syntax.inner ? type_text(*syntax.inner) : "") + "&";
    case TypeKind::kArray:
      return (syntax.inner ? type_text(*syntax.inner) : "") + "[]";
    default:
      return quals + "auto";
  }
}

std::string Checker::signature(const Decl& decl) {
  std::string text = decl.name + "(";
  for (std::size_t i = 0; i < decl.params.size(); ++i)
    text += (i ? ", " : "") + (decl.params[i]->type ? type_text(*decl.params[i]->type) : "?") +
            (decl.params[i]->name.empty() ? "" : " " + decl.params[i]->name);
  return text + ")";
}

// Definitions with the declaration that holds their default arguments; prototypes that have a definition fall away.
std::vector<std::pair<const Decl*, const Decl*>> Checker::definitions(const std::vector<const Decl*>& decls) {
  std::vector<std::pair<const Decl*, const Decl*>> out;
  const auto has_body = [](const Decl* d) { return d->body || d->body_skipped; };
  const auto with_body = [&](bool wanted) {
    for (const Decl* decl : decls) {
      if (has_body(decl) != wanted) continue;
      const std::string text = signature_types(*decl);
      bool known = false;
      for (auto& [definition, defaults] : out) {
        if (signature_types(*definition) != text || definition->is_specialisation != decl->is_specialisation ||
            definition->is_template != decl->is_template || (decl->is_specialisation && wanted))
          continue;
        if (definition->space != decl->space && wanted) continue;
        known = true;
        const bool has_defaults =
            std::any_of(decl->params.begin(), decl->params.end(), [](const DeclPtr& p) { return p->init != nullptr; });
        if (has_defaults) defaults = decl;
      }
      if (!known) out.emplace_back(decl, decl);
    }
  };
  with_body(true);
  with_body(false);
  return out;
}

std::string Checker::signature_types(const Decl& decl) {
  std::string text;
  for (const DeclPtr& parameter : decl.params) {
    std::string one = parameter->type ? type_text(*parameter->type) : "?";
    if (one.starts_with("const ") && one.find('*') == std::string::npos && one.find('&') == std::string::npos)
      one = one.substr(6);
    if (one.ends_with("[]")) one = one.substr(0, one.size() - 2) + "*";
    text += one + ",";
  }
  return text + std::to_string(decl.template_params.size()) + (decl.is_method_const ? "c" : "");
}

bool Checker::deduce_candidate(const Decl& decl, const CallTarget& target, std::vector<Argument>& arguments,
                               Bindings& bound) {
  if (target.callee && target.callee->has_template_args &&
      !template_values(decl, target.callee->template_args, bound, {}, true))
    return false;
  for (std::size_t i = 0; i < decl.params.size() && i < arguments.size(); ++i) {
    const Argument& argument = arguments[i];
    if (argument.is_list || !decl.params[i]->type) continue;
    const TypeSyntax& pattern = *decl.params[i]->type;
    QualifiedType type{argument.value->type, argument.value->is_const, argument.value->is_volatile};
    if (pattern.kind != TypeKind::kReference) {
      if (type.type->is_array()) type = {types_.pointer(type.type->element, type.is_const, type.is_volatile)};
      type.is_const = type.is_volatile = false;
      if (pattern.kind == TypeKind::kArray && pattern.inner && type.type->is_pointer() && type.type->element) {
        if (!deduce(decl, *pattern.inner, {type.type->element, type.type->pointee_const, type.type->pointee_volatile},
                    bound))
          return false;
        continue;
      }
    }
    Bindings attempt = bound;
    const bool explicit_given = target.callee && target.callee->has_template_args;
    if (deduce(decl, pattern, type, attempt))
      bound = std::move(attempt);
    else if (!explicit_given)
      return false;
  }
  return template_defaults(decl, target.outer, bound, {}, true);
}

bool Checker::make_candidate(const Decl& decl, const Decl* defaults, const CallTarget& target,
                             std::vector<Argument>& arguments, Candidate& out) {
  out.decl = &decl;
  out.defaults = defaults;
  if (arguments.size() > decl.params.size()) return false;
  for (std::size_t i = arguments.size(); i < decl.params.size(); ++i)
    if (!decl.params[i]->init && !(i < defaults->params.size() && defaults->params[i]->init)) return false;
  if (decl.is_template && !decl.is_specialisation && !deduce_candidate(decl, target, arguments, out.bound))
    return false;
  if (!decl.is_template && target.callee && target.callee->has_template_args && !decl.is_specialisation) return false;
  out.scope = binding_scope(target.outer, out.bound, decl.scope);
  const ScopePtr saved = std::exchange(scope_, out.scope);
  bool ok = true;
  for (std::size_t i = 0; i < decl.params.size() && ok; ++i) {
    QualifiedType type = decl.params[i]->type ? resolve(*decl.params[i]->type, true) : QualifiedType{};
    if (type && type.type->is_array() && !type.is_reference)
      type = {types_.pointer(type.type->element, type.is_const, type.is_volatile)};
    ok = static_cast<bool>(type);
    out.types.push_back(type);
  }
  scope_ = saved;
  for (std::size_t i = 0; i < arguments.size() && ok; ++i) {
    const int rank = conversion_rank(arguments[i], out.types[i]);
    ok = rank >= 0;
    out.ranks.push_back(rank);
    for (const TypeSyntax* part = decl.params[i]->type.get(); part; part = part->inner.get())
      out.specialised += part->kind == TypeKind::kPointer || !part->template_args.empty() ? 1 : 0;
  }
  return ok;
}

const Checker::Candidate* Checker::best(const std::vector<Candidate>& candidates, bool& ambiguous) const {
  const auto better = [](const Candidate& a, const Candidate& b) {
    bool some = false;
    for (std::size_t i = 0; i < a.ranks.size(); ++i) {
      if (a.ranks[i] > b.ranks[i]) return false;
      some = some || a.ranks[i] < b.ranks[i];
    }
    if (some) return true;
    const bool a_template = a.decl->is_template && !a.decl->is_specialisation;
    const bool b_template = b.decl->is_template && !b.decl->is_specialisation;
    if (a_template != b_template) return b_template;
    if (a.decl->is_specialisation != b.decl->is_specialisation) return a.decl->is_specialisation;
    const bool a_device = a.decl->space != FunctionSpace::kHost, b_device = b.decl->space != FunctionSpace::kHost;
    if (a_device != b_device) return a_device;
    if (a.decl->is_method_const != b.decl->is_method_const) return b.decl->is_method_const;
    return a_template && a.specialised > b.specialised;
  };
  ambiguous = false;
  const Candidate* winner = nullptr;
  for (const Candidate& candidate : candidates)
    if (!winner || better(candidate, *winner)) winner = &candidate;
  for (const Candidate& candidate : candidates)
    if (winner && &candidate != winner && !better(*winner, candidate)) ambiguous = true;
  return winner;
}

TypedExprPtr Checker::call_user(const CallTarget& target, const std::string& name, TypedExprPtr&& object,
                                std::vector<Argument>& arguments, const Span& span, bool quiet, bool& viable) {
  std::vector<Candidate> candidates;
  for (const auto& [decl, defaults] : definitions(target.decls)) {
    if (decl->is_specialisation && !decl->template_args.empty() && target.callee && target.callee->has_template_args) {
      Bindings special, given;  // template<> f<int> for f<int>(x)
      std::vector<TemplateValue> values;
      bool ok = true;
      const Decl* primary = nullptr;
      for (const Decl* other : target.decls)
        if (other->is_template && !other->is_specialisation) primary = other;
      if (!primary || !template_values(*primary, target.callee->template_args, given, span, true)) continue;
      for (const TemplateParameter& parameter : primary->template_params)
        if (given.count(parameter.name))
          values.push_back(given[parameter.name]);
        else
          ok = false;
      if (!ok || !matches_specialisation(*decl, values, special)) continue;
    }
    const bool fits_object = !object || !object->is_lvalue || !object->is_const || decl->is_method_const;
    if (!fits_object && target.decls.size() > 1 &&
        std::any_of(target.decls.begin(), target.decls.end(), [](auto* d) { return d->is_method_const; }))
      continue;  // the const overload is meant
    Candidate candidate;
    if (make_candidate(*decl, defaults, target, arguments, candidate)) candidates.push_back(std::move(candidate));
  }
  bool ambiguous = false;
  const Candidate* chosen = best(candidates, ambiguous);
  if (!chosen) {
    viable = false;
    for (const Decl* decl : target.decls)  // its head could not be read
      if (!usable(*decl)) return nullptr;
    if (!quiet) no_candidate(name, target, arguments, span);
    return nullptr;
  }
  viable = true;
  if (ambiguous) {
    std::string list;
    for (const Candidate& candidate : candidates) list += (list.empty() ? "" : ", ") + signature(*candidate.decl);
    error(span, fmt::format("the call of `{}` is ambiguous", name), "it could be " + list);
    return nullptr;
  }
  if (!callable(*chosen->decl, span)) return nullptr;
  return call_candidate(*chosen, std::move(object), arguments, span);
}

void Checker::no_candidate(const std::string& name, const CallTarget& target, const std::vector<Argument>& arguments,
                           const Span& span) {
  std::string given;
  for (const Argument& argument : arguments)
    given += (given.empty() ? "" : ", ") + (argument.value ? argument.value->type->name : std::string("{...}"));
  std::string list;
  std::size_t shown = 0;
  for (const auto& [decl, defaults] : definitions(target.decls))
    if (shown++ < 4) list += (list.empty() ? "" : "; ") + signature(*decl);
  const bool one = shown == 1;
  if (one && target.decls[0]->params.size() != arguments.size() && !target.decls[0]->is_template) {
    error(span,
          fmt::format("`{}` takes {} argument{}, {} {} given", name, target.decls[0]->params.size(),
                      target.decls[0]->params.size() == 1 ? "" : "s", arguments.size(),
                      arguments.size() == 1 ? "is" : "are"),
          "it is " + list);
    return;
  }
  error(span, fmt::format("no `{}` takes ({})", name, given), list.empty() ? "" : "there is " + list);
}

bool Checker::callable(const Decl& decl, const Span& span) {
  if (!usable(decl)) return false;
  if (decl.space == FunctionSpace::kGlobal) {
    error(span, fmt::format("`{}` is a kernel: it is launched with <<<...>>>, not called", decl.name));
    return false;
  }
  const bool is_method = decl.is_constructor || decl.scope.empty();
  if (decl.space == FunctionSpace::kHost && !decl.is_constexpr &&
      !(decl.is_constructor && !decl.body_skipped && decl.body && is_method && decl.body->body.empty() &&
        decl.member_inits.empty())) {
    error(span, fmt::format("`{}` is a __host__ function: a kernel cannot call it", decl.name),
          "write __device__ before it");
    return false;
  }
  if (!decl.body) {
    error(span, fmt::format("`{}` is declared but has no body here", decl.name),
          unit_.skipped_includes.empty() ? "" : "its body may be in a file that was not found");
    return false;
  }
  return true;
}

}  // namespace warpglass::lang
