// Types as written to types of the table: names, typedefs, arrays with constant extents, records and enums.
#include <fmt/format.h>

#include <algorithm>

#include "sim/lang/checker.h"

namespace warpglass::lang {
namespace {

constexpr std::uint64_t kLargestType = std::uint64_t{1} << 30;  // bytes
constexpr int kDeepest = 128;                                   // nested instantiations of types
constexpr std::size_t kMostRecords = 2000;

}  // namespace

QualifiedType Checker::resolve_in(ScopePtr scope, const TypeSyntax& syntax) {
  const ScopePtr saved = std::exchange(scope_, std::move(scope));
  const QualifiedType type = resolve(syntax);
  scope_ = saved;
  return type;
}

QualifiedType Checker::resolve(const TypeSyntax& syntax, bool quiet) {
  if (depth_ > kDeepest) {
    gave_up_ = true;
    error(syntax.span, fmt::format("types are nested more than {} deep here", kDeepest));
    return {};
  }
  ++depth_;
  if (quiet) ++mute_;
  QualifiedType type;
  switch (syntax.kind) {
    case TypeKind::kBuiltin:
      type.type = types_.scalar(syntax.builtin);
      break;
    case TypeKind::kNamed:
      type = resolve_named(syntax, quiet);
      break;
    case TypeKind::kAuto:
      error(syntax.span, "`auto` needs an initial value to take its type from");
      break;
    case TypeKind::kInlineRecord:
      if (syntax.decl)
        type.type = syntax.decl->kind == DeclKind::kEnum ? enum_type(*syntax.decl, scope_)
                                                         : record_type(*syntax.decl, scope_, nullptr, nullptr);
      break;
    case TypeKind::kPointer:
      if (const QualifiedType inner = syntax.inner ? resolve(*syntax.inner) : QualifiedType{})
        type.type = types_.pointer(inner.type, inner.is_const, inner.is_volatile);
      break;
    case TypeKind::kReference:
      if (syntax.inner) type = resolve(*syntax.inner);
      type.is_reference = type.type != nullptr;
      break;
    case TypeKind::kArray:
      type = resolve_array(syntax, quiet);
      break;
    case TypeKind::kDecltype:
      if (TypedExprPtr e = syntax.expr ? check(*syntax.expr) : nullptr) type.type = e->type;
      break;
  }
  if (type) {
    type.is_const |= syntax.is_const;
    type.is_volatile |= syntax.is_volatile;
  }
  if (quiet) --mute_;
  --depth_;
  return type;
}

QualifiedType Checker::resolve_array(const TypeSyntax& syntax, bool) {
  QualifiedType type = syntax.inner ? resolve(*syntax.inner) : QualifiedType{};
  if (!type) return {};
  if (type.is_reference || type.type->is_void()) {
    error(syntax.span, fmt::format("there is no array of {}", describe(type)));
    return {};
  }
  std::uint64_t count = 0;
  if (syntax.array_size) {
    const auto extent = array_extent(*syntax.array_size, "the size of an array");
    if (!extent) return {};
    count = *extent;
  }
  if (!bounded(syntax.span, type.type, count)) return {};
  type.type = types_.array(type.type, count);
  return type;
}

bool Checker::bounded(const Span& span, TypeRef element, std::uint64_t count) {
  if (element->size == 0 || count <= kLargestType / element->size) return true;
  error(span, fmt::format("an array of {} elements of {} bytes is larger than the simulator's limit of {} bytes", count,
                          element->size, kLargestType));
  return false;
}

std::optional<std::uint64_t> Checker::array_extent(const Expr& size, const char* what) {
  const auto value = evaluate_constant(size, what);
  if (!value) return {};
  if (!is_integer(value->type)) {
    error(size.span, fmt::format("{} must be a whole number, not {}", what, value->type->name));
    return {};
  }
  if (value_type_is_signed(value->type->scalar) && static_cast<std::int64_t>(value->bits) < 0) {
    error(size.span, fmt::format("{} is negative: {}", what, static_cast<std::int64_t>(value->bits)));
    return {};
  }
  if (value->bits == 0) {
    error(size.span, fmt::format("{} is 0", what));
    return {};
  }
  return value->bits;
}

QualifiedType Checker::resolve_named(const TypeSyntax& syntax, bool quiet) {
  if (syntax.inner) {  // Outer<int>::type
    if (const QualifiedType type = syntax.name == "type" ? standard_trait(*syntax.inner, "_t") : QualifiedType{})
      return type;
    const QualifiedType outer = resolve(*syntax.inner);
    if (!outer) return {};
    const QualifiedType type = type_from_symbol(qualified_member(outer.type, syntax.name), syntax, true);
    if (!type) error(syntax.span, fmt::format("{} has no type `{}`", outer.type->name, syntax.name));
    return type;
  }
  Symbol symbol = look_up(syntax.name);
  if (symbol.kind == Symbol::Kind::kType && syntax.has_template_args) {  // inside the template: not the instance itself
    const RecordInfo* info = info_of(symbol.type.type);
    if (info && info->template_decl) symbol = file_symbol(syntax.name, current_namespace());
  }
  if (symbol.kind != Symbol::Kind::kNone) {
    const QualifiedType type = type_from_symbol(symbol, syntax, quiet);
    if (type || symbol.kind != Symbol::Kind::kDecls) return type;
    if (std::any_of(symbol.decls.begin(), symbol.decls.end(), [](auto d) {
          return d->kind == DeclKind::kRecord || d->kind == DeclKind::kTypedef || d->kind == DeclKind::kEnum;
        }))
      return {};
  }
  if (const TypeRef type = types_.named(syntax.name)) return {type};
  if (const QualifiedType type = standard_trait(syntax)) return type;
  undefined(syntax.span, syntax.name, true);
  return {};
}

// std::conditional_t and its like; `suffix` is "_t" where the source says std::conditional<...>::type.
QualifiedType Checker::standard_trait(const TypeSyntax& syntax, const char* suffix) {
  const std::string name = (syntax.name.starts_with("std::") ? syntax.name.substr(5) : syntax.name) + suffix;
  const auto type_at = [&](std::size_t i) {
    return i < syntax.template_args.size() && syntax.template_args[i].type ? resolve(*syntax.template_args[i].type)
                                                                           : QualifiedType{};
  };
  if (name == "conditional_t" && syntax.template_args.size() == 3 && syntax.template_args[0].expr) {
    const auto which = evaluate_constant(*syntax.template_args[0].expr, "the condition");
    return which ? type_at(which->bits ? 1 : 2) : QualifiedType{};
  }
  if (name == "enable_if_t" && !syntax.template_args.empty() && syntax.template_args[0].expr) {
    const auto holds = evaluate_constant(*syntax.template_args[0].expr, "the condition");
    if (holds && holds->bits) return syntax.template_args.size() > 1 ? type_at(1) : QualifiedType{types_.void_type()};
    if (holds) error(syntax.span, "the condition of enable_if does not hold for these template arguments");
    return {};
  }
  if (name == "remove_reference_t" || name == "remove_const_t" || name == "remove_cv_t" || name == "decay_t" ||
      name == "remove_cvref_t")
    return {type_at(0).type};
  return {};
}

QualifiedType Checker::type_from_symbol(const Symbol& symbol, const TypeSyntax& syntax, bool quiet) {
  if (symbol.kind == Symbol::Kind::kType) return symbol.type;
  if (symbol.kind != Symbol::Kind::kDecls) {
    if (!quiet && symbol.kind != Symbol::Kind::kNone)
      error(syntax.span, fmt::format("`{}` is not a type", syntax.name));
    return {};
  }
  const Decl* chosen = nullptr;
  for (const Decl* decl : symbol.decls) {
    if (decl->kind == DeclKind::kRecord && decl->is_template)
      return {record_template(symbol.decls, syntax.template_args, syntax.span)};
    const bool is_type =
        decl->kind == DeclKind::kRecord || decl->kind == DeclKind::kTypedef || decl->kind == DeclKind::kEnum;
    if (is_type && (!chosen || chosen->kind == DeclKind::kTypedef ||
                    (decl->kind == chosen->kind && !(decl->members.empty() && decl->enumerators.empty()))))
      chosen = decl;
  }
  if (!chosen) return {};
  if (!usable(*chosen)) return {};
  ScopePtr outer;  // a member of a record is resolved there
  for (const auto& [key, info] : records_)
    if (info->scope && std::any_of(info->decl->members.begin(), info->decl->members.end(),
                                   [&](const DeclPtr& member) { return member.get() == chosen; }))
      outer = info->scope;
  if (chosen->kind == DeclKind::kEnum) return {enum_type(*chosen, outer)};
  if (chosen->kind == DeclKind::kRecord) return {record_type(*chosen, outer, nullptr, nullptr)};
  return resolve_alias(*chosen, outer, syntax);
}

// What a typedef or `using` stands for. One without parameters is one type wherever it is named: a struct without a
// name of its own (`typedef struct {...} Body;`) must not become another one at each use.
QualifiedType Checker::resolve_alias(const Decl& alias, const ScopePtr& outer, const TypeSyntax& syntax) {
  if (!alias.type) return {};
  Bindings bound;
  if (alias.is_template) {
    if (!template_values(alias, syntax.template_args, bound, syntax.span, false) ||
        !template_defaults(alias, outer, bound, syntax.span, false))
      return {};
    return resolve_in(binding_scope(outer, bound, alias.scope), *alias.type);
  }
  const auto key = std::make_pair(&alias, outer);
  if (const auto found = aliases_.find(key); found != aliases_.end()) return found->second;
  const QualifiedType type = resolve_in(binding_scope(outer, bound, alias.scope), *alias.type);
  if (RecordInfo* info = type ? info_of(type.type) : nullptr; info && info->decl->name.empty())
    info->type->name = alias.name;
  if (type) aliases_[key] = type;
  return type;
}

RecordInfo* Checker::info_of(TypeRef type) {
  const auto found = record_of_.find(type);
  return found == record_of_.end() ? nullptr : found->second;
}

TypeRef Checker::record_template(const std::vector<const Decl*>& decls, const std::vector<TemplateArgument>& arguments,
                                 const Span& span) {
  const Decl* primary = nullptr;
  for (const Decl* decl : decls)
    if (decl->kind == DeclKind::kRecord && decl->is_template && !decl->is_specialisation &&
        decl->template_args.empty() && (!primary || primary->members.empty()))
      primary = decl;
  if (!primary || !usable(*primary)) return nullptr;
  Bindings bound;
  if (!template_values(*primary, arguments, bound, span, false) ||
      !template_defaults(*primary, nullptr, bound, span, false))
    return nullptr;
  std::vector<TemplateValue> values;
  for (const TemplateParameter& parameter : primary->template_params) values.push_back(bound[parameter.name]);
  const Decl* chosen = primary;
  Bindings used = bound;
  for (const Decl* decl : decls) {
    Bindings special;
    if (decl->kind != DeclKind::kRecord || decl->template_args.empty()) continue;
    if (!matches_specialisation(*decl, values, special)) continue;
    const bool is_full = decl->template_params.empty();
    if (chosen != primary && !is_full) continue;
    chosen = decl;
    used = special;
    if (is_full) break;
  }
  return usable(*chosen) ? record_type(*chosen, binding_scope(nullptr, used, primary->scope), &values, primary)
                         : nullptr;
}

TypeRef Checker::record_type(const Decl& decl, const ScopePtr& outer, const std::vector<TemplateValue>* values,
                             const Decl* primary) {
  std::string key = fmt::format("{}", static_cast<const void*>(&decl));
  std::string name = decl.name.empty() ? (decl.is_union ? "union" : "struct") : decl.name;
  if (values) {
    std::string text;
    for (const TemplateValue& value : *values) {
      key += "," + key_of(value);
      text += (text.empty() ? "" : ", ") + text_of(value);
    }
    name += "<" + text + ">";
  } else {
    key += fmt::format("@{}", static_cast<const void*>(outer.get()));
  }
  std::unique_ptr<RecordInfo>& slot = records_[key];
  if (slot) return slot->failed ? nullptr : slot->type;
  if (records_.size() > kMostRecords) {
    gave_up_ = true;
    error(decl.name_span, fmt::format("more than {} record types are instantiated", kMostRecords));
    return nullptr;
  }
  slot = std::make_unique<RecordInfo>();
  RecordInfo& info = *slot;
  info.decl = &decl;
  info.template_decl = primary;
  if (values) info.template_values = *values;
  info.type = types_.new_record(name);
  info.type->is_union = decl.is_union;
  info.type->size = 0;
  info.scope = std::make_shared<Scope>();
  info.scope->parent = outer;
  info.scope->name_space = decl.scope;
  info.scope->record = info.type;
  record_of_[info.type] = &info;
  Symbol self;
  self.kind = Symbol::Kind::kType;
  self.type.type = info.type;
  if (!decl.name.empty()) info.scope->names[decl.name] = self;
  info.failed = !complete_record(info);
  return info.failed ? nullptr : info.type;
}

bool Checker::complete_record(RecordInfo& info) {
  const Decl& decl = *info.decl;
  if (!usable(decl)) return false;
  if (decl.has_base) {
    refuse(decl.name_span, "inheritance");
    return false;
  }
  const ScopePtr saved = std::exchange(scope_, info.scope);
  bool ok = true;
  for (const DeclPtr& member : decl.members)
    if (member && member->kind != DeclKind::kVariable) add_nested(info, *member);
  for (const DeclPtr& member : decl.members) {
    if (!member || !ok) continue;
    if (member->type && member->kind == DeclKind::kVariable && member->type->kind == TypeKind::kInlineRecord &&
        member->type->decl && !member->type->decl->name.empty())
      add_nested(info, *member->type->decl);
    if (member->kind == DeclKind::kRecord && member->name.empty()) ok = add_field(info, *member);
    if (member->kind == DeclKind::kVariable) ok = add_field(info, *member);
  }
  const std::uint32_t alignment = alignment_of(decl);
  scope_ = saved;
  lay_out(*info.type, alignment);
  if (info.type->size > kLargestType) {
    error(decl.name_span,
          fmt::format("{} is larger than the simulator's limit of {} bytes", info.type->name, kLargestType));
    ok = false;
  }
  info.complete = ok;
  return ok;
}

void Checker::add_nested(RecordInfo& info, const Decl& member) {
  Symbol symbol;
  symbol.kind = Symbol::Kind::kDecls;
  symbol.decls.push_back(&member);
  if (member.kind == DeclKind::kFunction) {
    if (member.is_constructor)
      info.constructors.push_back(&member);
    else
      info.methods.emplace(member.name, &member);
    return;
  }
  if (member.kind == DeclKind::kEnum && !member.is_enum_class) {
    std::vector<std::pair<std::string, Constant>> values;
    enumerators(member, values);
    for (const auto& [name, value] : values) {
      Symbol enumerator;
      enumerator.kind = Symbol::Kind::kConstant;
      enumerator.constant = value;
      info.scope->names[name] = enumerator;
    }
  }
  if (member.kind == DeclKind::kStaticAssert) return static_assertion(member);
  if (!member.name.empty()) info.scope->names[member.name] = symbol;
}

bool Checker::add_field(RecordInfo& info, const Decl& member) {
  if (!usable(member)) return false;
  if (member.is_static) {  // static constexpr int N = 4;
    Symbol symbol;
    symbol.kind = Symbol::Kind::kConstant;
    const QualifiedType type = member.type ? resolve(*member.type) : QualifiedType{};
    const auto value = member.init ? evaluate(*member.init) : std::optional<Constant>{};
    if (!type || !value || !type.type->is_scalar()) {
      refuse(member.name_span, "a static member that is not a constant");
      return false;
    }
    symbol.constant = Constant{type.type, convert_bits(value->bits, value->type->scalar, type.type->scalar)};
    info.scope->names[member.name] = symbol;
    return true;
  }
  const QualifiedType type = member.kind == DeclKind::kRecord
                                 ? QualifiedType{record_type(member, scope_, nullptr, nullptr)}
                             : member.type ? resolve(*member.type)
                                           : QualifiedType{};
  if (!type) return false;
  if (type.is_reference) {
    refuse(member.name_span, "a reference as a struct member");
    return false;
  }
  if (type.type->size == 0) {
    error(member.name_span,
          fmt::format("the member `{}` cannot have the incomplete type {}", member.name, type.type->name));
    return false;
  }
  info.type->fields.push_back({member.name, type.type, 0});
  info.fields.push_back(&member);
  info.field_types.push_back(type);
  if (info.type->fields.size() > 4096) {
    error(member.name_span, "a struct of more than 4096 members");
    return false;
  }
  return true;
}

std::uint32_t Checker::alignment_of(const Decl& decl) {
  if (!decl.alignment) return 0;
  const auto value = evaluate_constant(*decl.alignment, "an alignment");
  if (!value) return 0;
  if (value->bits == 0 || value->bits > 4096 || (value->bits & (value->bits - 1)) != 0) {
    error(decl.alignment->span, "an alignment must be a power of two, at most 4096");
    return 0;
  }
  return static_cast<std::uint32_t>(value->bits);
}

}  // namespace warpglass::lang
