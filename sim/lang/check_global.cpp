// File-level variables: constants that fold, __constant__ and __device__ memory with its first bytes, shared memory at
// file level, and what is only on the host.
#include <fmt/format.h>

#include <algorithm>

#include "sim/lang/checker.h"

namespace warpglass::lang {
namespace {

constexpr std::uint64_t kConstantLimit = 64 * 1024;
constexpr std::uint64_t kDeviceLimit = std::uint64_t{256} << 20;

}  // namespace

Symbol Checker::global_symbol(const Decl& decl) {
  if (const auto found = globals_.find(&decl); found != globals_.end()) return found->second;
  Symbol failed;
  failed.kind = Symbol::Kind::kVariable;  // no variable: already reported
  if (!globals_active_.insert(&decl).second) {
    error(decl.name_span, fmt::format("the value of `{}` depends on itself", decl.name));
    return failed;
  }
  const ScopePtr saved = scope_;
  const Context saved_context = context_;
  scope_ = std::make_shared<Scope>();
  scope_->name_space = decl.scope;
  context_ = {};
  Symbol symbol = make_global(decl);
  scope_ = saved;
  context_ = saved_context;
  globals_active_.erase(&decl);
  if (symbol.kind == Symbol::Kind::kNone) symbol = failed;
  if (mute_ == 0 || symbol.variable || symbol.constant) globals_[&decl] = symbol;
  return symbol;
}

Symbol Checker::make_global(const Decl& decl) {
  Symbol symbol;
  if (!usable(decl)) return symbol;
  TypedExprPtr initial;
  QualifiedType type = variable_type(decl, initial);
  if (!type) return symbol;
  symbol.type = type;
  symbol.type.is_const |= decl.is_const || decl.is_constexpr;  // __constant__ alone is no const type
  const bool on_device = decl.is_constant || decl.is_device || decl.is_managed || decl.is_shared;
  const Expr* value = decl.init ? decl.init.get() : decl.init_args.size() == 1 ? decl.init_args[0].get() : nullptr;
  if (value && value->kind == ExprKind::kInitList && value->args.size() == 1 && type.type->is_scalar())
    value = value->args[0].get();
  if (symbol.type.is_const && !decl.is_constant && !type.is_volatile && type.type->is_scalar() && value) {
    TypedExprPtr folded = convert(initial ? std::move(initial) : check(*value), type.type, value->span);
    if (!folded) return symbol;
    symbol.constant = fold_call(*folded);
    if (symbol.constant) {
      symbol.kind = Symbol::Kind::kConstant;
      return symbol;
    }
  }
  if (!on_device && !(decl.is_constexpr && !type.type->is_scalar())) {
    symbol.kind = Symbol::Kind::kDecls;  // its use is told so, where it stands
    symbol.decls = {&decl};
    return symbol;
  }
  place_global(decl, type, on_device, symbol);
  return symbol;
}

// A variable with memory of its own: __shared__, __constant__, __device__, or a constexpr table.
void Checker::place_global(const Decl& decl, QualifiedType type, bool on_device, Symbol& symbol) {
  const bool open = type.type->is_array() && type.type->count == 0;
  if (decl.is_shared && open && !decl.is_extern)
    return error(decl.name_span, fmt::format("the __shared__ array `{}` needs a size", decl.name),
                 "write extern __shared__ for one whose size comes with the launch");
  if (!decl.is_shared) {
    type = sized_by_initialiser(decl, type);
    if (!type) return;
    symbol.type.type = type.type;
  }
  const std::uint64_t limit = decl.is_constant ? kConstantLimit : kDeviceLimit;
  if (type.type->size > limit || type.type->is_void())
    return error(decl.name_span,
                 fmt::format("`{}` takes {} bytes; the limit is {}", decl.name, type.type->size, limit));
  symbol.kind = Symbol::Kind::kVariable;
  const Storage storage = decl.is_shared     ? (decl.is_extern ? Storage::kSharedExtern : Storage::kShared)
                          : decl.is_constant ? Storage::kConstant
                                             : Storage::kDevice;
  symbol.variable = new_variable(decl.name, type.type, !on_device ? Storage::kConstant : storage, decl.name_span);
  symbol.variable->is_volatile = type.is_volatile;
  symbol.variable->alignment = alignment_of(decl);
  if (!decl.is_shared && !initial_bytes(decl, *symbol.variable)) symbol = {};
}

void Checker::write_bytes(std::vector<std::uint8_t>& bytes, std::uint64_t offset, const TypedExpr& value, bool& ok) {
  if (value.kind == TypedKind::kConstructRecord) {
    for (std::size_t i = 0; i < value.args.size() && i < value.type->fields.size(); ++i)
      write_bytes(bytes, offset + value.type->fields[i].offset, *value.args[i], ok);
    return;
  }
  const auto known = fold_call(value);
  if (!known || (value.type->is_pointer() && known->bits != 0)) {
    error(value.span,
          "the initial value of a __device__ or __constant__ variable must be known when the kernel is compiled");
    ok = false;
    return;
  }
  for (std::uint64_t i = 0; i < value.type->size && offset + i < bytes.size(); ++i)
    bytes[offset + i] = static_cast<std::uint8_t>(known->bits >> (8 * i));
}

bool Checker::initial_bytes(const Decl& decl, TypedVariable& variable) {
  std::vector<ElementInit> elements;
  const TypeRef type = variable.type;
  RecordInfo* info = info_of(type);
  if (info && !info->constructors.empty() && (decl.init || !decl.init_args.empty())) {
    refuse(decl.name_span, "a constructor call for a __device__ or __constant__ variable");
    return false;
  }
  if (decl.init && decl.init->kind == ExprKind::kInitList) {
    if (!fill_list(type, 0, *decl.init, elements)) return false;
  } else if (decl.init && type->is_array()) {
    if (decl.init->kind != ExprKind::kString || type->element->size != 1 ||
        !fill_string(type, 0, *decl.init, elements)) {
      error(decl.init->span, "an array is initialised with a list: = {...}");
      return false;
    }
  } else if (decl.init || !decl.init_args.empty()) {
    const Expr& value = decl.init ? *decl.init : *decl.init_args[0];
    TypedExprPtr initial = convert(check(value), type, value.span);
    if (!initial) return false;
    elements.push_back({0, std::move(initial)});
  } else if (has_defaults(type) && !fill_defaults(type, 0, elements)) {
    return false;
  }
  if (elements.empty()) return true;
  variable.initial.assign(type->size, 0);
  bool ok = true;
  for (const ElementInit& element : elements)
    if (ok) write_bytes(variable.initial, element.offset, *element.value, ok);
  return ok;
}

}  // namespace warpglass::lang
