// Enums: their types and the values of their enumerators, in files, records, functions and the instances of templates.
#include <algorithm>

#include "sim/lang/checker.h"

namespace warpglass::lang {

// Enumerators of a template's enum differ from instance to instance: such an enum is known by the scope around it.
Checker::EnumKey Checker::enum_key(const Decl& decl, const ScopePtr& outer) {
  if (file_enums_.count(&decl)) return {&decl, nullptr};
  for (ScopePtr scope = outer; scope; scope = scope->parent) {
    const RecordInfo* info = scope->record ? info_of(scope->record) : nullptr;
    if (info && std::any_of(info->decl->members.begin(), info->decl->members.end(),
                            [&](const DeclPtr& member) { return member.get() == &decl; }))
      return {&decl, scope};
  }
  return {&decl, outer};
}

TypeRef Checker::enum_type(const Decl& decl, ScopePtr outer) {
  const EnumKey key = enum_key(decl, outer);
  if (const auto found = enums_.find(key); found != enums_.end()) return found->second;
  QualifiedType underlying{types_.int_type()};
  if (decl.type) underlying = resolve(*decl.type);
  if (!underlying || !is_integer(underlying.type)) return nullptr;
  const ScopePtr saved = std::exchange(scope_, std::move(outer));
  if (!decl.type) {  // unsigned when a value needs it, as C++ picks
    std::vector<std::pair<std::string, Constant>> values;
    enums_[key] = types_.new_enum(decl.name.empty() ? "enum" : decl.name, underlying.type, decl.is_enum_class);
    if (enumerators(decl, values))
      for (const auto& [name, value] : values)
        if (value.bits > 0x7fffffffu && value.bits <= 0xffffffffu) underlying.type = types_.unsigned_type();
    enumerators_.erase(key);
  }
  const TypeRef type = types_.new_enum(decl.name.empty() ? "enum" : decl.name, underlying.type, decl.is_enum_class);
  enums_[key] = type;
  std::vector<std::pair<std::string, Constant>> values;
  enumerators(decl, values);
  scope_ = saved;
  return type;
}

bool Checker::enumerators(const Decl& decl, std::vector<std::pair<std::string, Constant>>& out) {
  const EnumKey key = enum_key(decl, scope_);
  if (const auto found = enumerators_.find(key); found != enumerators_.end()) {
    out = found->second;
    return true;
  }
  if (!usable(decl)) return false;
  const TypeRef type = enum_type(decl, scope_);
  if (!type) return false;
  if (const auto found = enumerators_.find(key); found != enumerators_.end()) {
    out = found->second;
    return true;
  }
  if (!enums_active_.insert(key).second) return false;
  const ScopePtr saved = push_scope();
  scope_->name_space = decl.scope;
  std::uint64_t next = 0;
  bool ok = true;
  for (const Enumerator& enumerator : decl.enumerators) {
    if (enumerator.value) {
      const auto value = evaluate_constant(*enumerator.value, "the value of an enumerator");
      ok = ok && value && is_integer(value->type);
      if (!ok) break;
      next = value->bits;
    }
    Symbol symbol;
    symbol.kind = Symbol::Kind::kConstant;
    symbol.constant =
        Constant{type, convert_bits(next, ValueType::kS64,
                                    type->scalar == ValueType::kS32 && next > 0x7fffffffu && next <= 0xffffffffu
                                        ? ValueType::kS64
                                        : type->scalar)};
    out.emplace_back(enumerator.name, *symbol.constant);
    declare(enumerator.name, symbol);
    ++next;
  }
  scope_ = saved;
  enums_active_.erase(key);
  enumerators_[key] = out;
  return ok;
}

}  // namespace warpglass::lang
