// Variables of function bodies: local, __shared__ and static ones, references, auto, initialisers, local types.
#include <fmt/format.h>

#include <algorithm>

#include "sim/lang/checker.h"

namespace warpglass::lang {
namespace {

constexpr std::uint64_t kLocalLimit = 512 * 1024;  // bytes of local memory a thread has

}  // namespace

std::shared_ptr<TypedVariable> Checker::new_variable(const std::string& name, TypeRef type, Storage storage,
                                                     const Span& span) {
  auto variable = std::make_shared<TypedVariable>();
  variable->name = name;
  variable->type = type;
  variable->storage = storage;
  variable->span = span;
  variable->id = next_variable_++;
  return variable;
}

void Checker::use_global(const std::shared_ptr<TypedVariable>& variable) {
  if (variable->storage == Storage::kLocal || variable->storage == Storage::kParameter) return;
  if (mute_ == 0 && used_global_set_.insert(variable.get()).second) used_globals_.push_back(variable);
}

void Checker::static_assertion(const Decl& decl) {
  if (!decl.init) return;
  const auto truth = evaluate_constant(*decl.init, "the condition of static_assert");
  if (truth && !bits_true(truth->bits, truth->type->scalar))
    error(decl.init->span, "static_assert failed" + (decl.name.empty() ? "" : ": " + decl.name));
}

void Checker::check_local(const Decl& decl, Statements& out) {
  Symbol symbol;
  switch (decl.kind) {
    case DeclKind::kVariable:
      return check_local_variable(decl, out);
    case DeclKind::kStaticAssert:
      return static_assertion(decl);
    case DeclKind::kFunction:
      return;  // a prototype
    case DeclKind::kTypedef:
      if (!usable(decl) || !decl.type) return;
      symbol.kind = Symbol::Kind::kType;
      symbol.type = resolve(*decl.type);
      if (!symbol.type) poisoned_.insert(decl.name);
      break;
    case DeclKind::kRecord:
      if (decl.is_template) return refuse(decl.name_span, "a template inside a function");
      symbol.kind = Symbol::Kind::kType;
      symbol.type.type = record_type(decl, scope_, nullptr, nullptr);
      break;
    case DeclKind::kEnum: {
      symbol.kind = Symbol::Kind::kType;
      symbol.type.type = enum_type(decl, scope_);
      std::vector<std::pair<std::string, Constant>> values;
      if (!symbol.type.type || !enumerators(decl, values)) return;
      for (const auto& [name, value] : values) {
        Symbol enumerator;
        enumerator.kind = Symbol::Kind::kConstant;
        enumerator.constant = value;
        if (!decl.is_enum_class) declare(name, enumerator);
      }
      break;
    }
  }
  if (symbol.type && !decl.name.empty()) declare(decl.name, symbol);
}

// The type of `auto`, `auto&`, `const auto*` and plain types for an initial value.
QualifiedType Checker::auto_type(const TypeSyntax& syntax, const TypedExpr& value) {
  if (syntax.kind == TypeKind::kReference && syntax.inner && syntax.inner->kind == TypeKind::kAuto)
    return {value.type, value.is_const || syntax.inner->is_const, value.is_volatile, true};
  if (syntax.kind == TypeKind::kPointer && syntax.inner && syntax.inner->kind == TypeKind::kAuto) {
    TypeRef type =
        value.type->is_array() ? types_.pointer(value.type->element, value.is_const, value.is_volatile) : value.type;
    if (type->is_pointer() && syntax.inner->is_const)
      type = types_.pointer(type->element, true, type->pointee_volatile);
    return {type, syntax.is_const};
  }
  if (syntax.kind != TypeKind::kAuto) return resolve(syntax);
  if (value.type->is_array())
    return {types_.pointer(value.type->element, value.is_const, value.is_volatile), syntax.is_const};
  return {value.type, syntax.is_const};
}

QualifiedType Checker::variable_type(const Decl& decl, TypedExprPtr& initial) {
  if (!decl.type) return {};
  const TypeSyntax* innermost = decl.type.get();
  while (innermost->kind == TypeKind::kPointer || innermost->kind == TypeKind::kReference) {
    if (!innermost->inner) return {};
    innermost = innermost->inner.get();
  }
  if (innermost->kind != TypeKind::kAuto) return resolve(*decl.type);
  const Expr* value = decl.init ? decl.init.get() : decl.init_args.size() == 1 ? decl.init_args[0].get() : nullptr;
  if (value && value->kind == ExprKind::kInitList && value->args.size() == 1) value = value->args[0].get();
  if (!value || value->kind == ExprKind::kInitList) {
    error(decl.name_span, "`auto` needs an initial value to take its type from");
    return {};
  }
  initial = check(*value);
  if (!initial) return {};
  if (initial->type->is_void()) {
    error(value->span, fmt::format("`{}` cannot be void", decl.name));
    return {};
  }
  return auto_type(*decl.type, *initial);
}

// int d[] = {1, 2, 3}; takes its size from the list.
QualifiedType Checker::sized_by_initialiser(const Decl& decl, const QualifiedType& type) {
  if (!type.type->is_array() || type.type->count != 0) return type;
  std::uint64_t count = 0;
  if (decl.init && decl.init->kind == ExprKind::kString) count = decl.init->text.size() + 1;
  if (decl.init && decl.init->kind == ExprKind::kInitList) {
    TypeRef flat = type.type->element;
    std::uint64_t per = 1;
    const bool nested = !decl.init->args.empty() && decl.init->args[0]->kind == ExprKind::kInitList;
    while (!nested && flat->is_array()) {
      per *= flat->count;
      flat = flat->element;
    }
    count = (decl.init->args.size() + per - 1) / std::max<std::uint64_t>(per, 1);
  }
  if (count == 0) {
    error(decl.name_span, fmt::format("the array `{}` needs a size", decl.name));
    return {};
  }
  QualifiedType sized = type;
  sized.type = types_.array(type.type->element, count);
  return sized;
}

void Checker::check_local_variable(const Decl& decl, Statements& out) {
  Symbol failed;
  failed.kind = Symbol::Kind::kVariable;  // without a variable: uses are silent
  declare(decl.name, failed);
  if (!usable(decl)) return;
  TypedExprPtr initial;
  QualifiedType type = variable_type(decl, initial);
  if (!type) return;
  if (decl.is_shared) return declare_shared(decl, type);
  if (type.is_reference) {
    if (initial) return declare_place(decl, type, std::move(initial), out);
    return declare_reference(decl, type, out);
  }
  type = sized_by_initialiser(decl, type);
  if (!type) return;
  type.is_const |= decl.is_const || decl.is_constexpr;
  if (type.type->is_void() || type.type->size == 0) {
    error(decl.name_span, fmt::format("`{}` cannot have the type {}", decl.name, type.type->name));
    return;
  }
  if (type.type->size > kLocalLimit) {
    error(decl.name_span, fmt::format("`{}` takes {} bytes; a thread has at most {} bytes of local memory", decl.name,
                                      type.type->size, kLocalLimit));
    return;
  }
  if (decl.is_static && !type.is_const) return declare_static(decl, type);
  const RecordInfo* info = info_of(type.type);
  if (info && info->lambda && initial) return declare_lambda(decl, type, std::move(initial), out);
  declare_local(decl, type, std::move(initial), out);
}

// No bytes: the name stands for the lambda.
void Checker::declare_lambda(const Decl& decl, const QualifiedType& type, TypedExprPtr initial, Statements& out) {
  if (initial->kind == TypedKind::kComma) {
    TypedStmtPtr copies = statement(TypedStmtKind::kExpr, decl.span);
    copies->expr = std::move(initial);
    out.push_back(std::move(copies));
  }
  Symbol symbol;
  symbol.kind = Symbol::Kind::kPlace;
  symbol.place = node(TypedKind::kConstructRecord, type.type, decl.span);
  declare(decl.name, symbol);
}

void Checker::declare_local(const Decl& decl, QualifiedType type, TypedExprPtr initial, Statements& out) {
  Symbol symbol;
  symbol.kind = Symbol::Kind::kVariable;
  symbol.type = type;
  symbol.variable = new_variable(decl.name, type.type, Storage::kLocal, decl.name_span);
  symbol.variable->is_volatile = type.is_volatile;
  symbol.variable->alignment = alignment_of(decl);
  TypedStmtPtr declaration = statement(TypedStmtKind::kDeclare, decl.span);
  declaration->variable = symbol.variable;
  Statements after;
  bool ok = true;
  if (initial) {
    declaration->expr = convert(std::move(initial), type.type, decl.name_span);
    ok = declaration->expr != nullptr;
  } else {
    ok = initialise(decl, *declaration, *symbol.variable, type, after);
  }
  if (ok && type.is_const && !type.is_volatile && declaration->expr && type.type->is_scalar())
    symbol.constant = fold_call(*declaration->expr);
  if (ok && decl.is_constexpr && type.type->is_scalar() && !symbol.constant)
    error(decl.name_span,
          fmt::format("the value of the constexpr `{}` must be known when the kernel is compiled", decl.name));
  declare(decl.name, symbol);
  if (!ok) return;
  out.push_back(std::move(declaration));
  for (TypedStmtPtr& step : after) out.push_back(std::move(step));
}

bool Checker::initialise(const Decl& decl, TypedStmt& declaration, TypedVariable& variable, QualifiedType& type,
                         Statements& after) {
  RecordInfo* info = info_of(type.type);
  const bool is_list = decl.init && decl.init->kind == ExprKind::kInitList;
  const Span span = decl.init ? decl.init->span : decl.name_span;
  if (info && !info->constructors.empty()) {
    std::vector<Argument> arguments;
    if (!check_arguments(is_list ? decl.init->args : decl.init_args, arguments)) return false;
    if (decl.init && !is_list) {
      declaration.expr = convert(check(*decl.init), type.type, span);
      return declaration.expr != nullptr;
    }
    if (arguments.size() == 1 && arguments[0].value && arguments[0].value->type == type.type) {
      declaration.expr = rvalue(std::move(arguments[0].value));
      return true;
    }
    TypedStmtPtr call = statement(TypedStmtKind::kExpr, decl.span);
    TypedExprPtr place = node(TypedKind::kVariable, type.type, decl.name_span);
    place->is_lvalue = true;
    place->variable = declaration.variable;
    call->expr = call_constructor(*info, std::move(place), arguments, decl.span);
    variable.is_written = true;
    if (!call->expr) return false;
    after.push_back(std::move(call));
    return true;
  }
  if (decl.has_paren_init || !decl.init_args.empty()) {
    std::vector<Argument> arguments;
    if (!check_arguments(decl.init_args, arguments)) return false;
    if (arguments.size() == 1 && !arguments[0].is_list)
      declaration.expr = convert(std::move(arguments[0].value), type.type, span);
    else
      declaration.expr = construct(type.type, arguments, false, decl.span, nullptr);
    return declaration.expr != nullptr;
  }
  if (!decl.init) {
    if (has_defaults(type.type)) return fill_defaults(type.type, 0, declaration.elements);
    if (type.is_const && type.type->is_scalar()) {
      error(decl.name_span, fmt::format("the const `{}` needs an initial value", decl.name));
      return false;
    }
    if (type.type->name == "dim3") declaration.expr = zero_value(type.type, span);
    return true;
  }
  if (type.type->is_array() && (is_list || decl.init->kind == ExprKind::kString)) {
    declaration.zero_rest = true;
    return is_list ? fill_list(type.type, 0, *decl.init, declaration.elements)
                   : type.type->element->size == 1 && fill_string(type.type, 0, *decl.init, declaration.elements);
  }
  if (type.type->is_array()) {
    error(span, "an array is initialised with a list: = {...}");
    return false;
  }
  if (is_list && type.type->is_record() && has_array(type.type)) {
    declaration.zero_rest = true;
    return fill_list(type.type, 0, *decl.init, declaration.elements);
  }
  if (is_list) {
    Argument argument{nullptr, decl.init.get(), true};
    declaration.expr = convert_argument(argument, type);
  } else {
    declaration.expr = convert(check(*decl.init), type.type, span);
  }
  return declaration.expr != nullptr;
}

void Checker::declare_reference(const Decl& decl, QualifiedType type, Statements& out) {
  const Expr* init = decl.init ? decl.init.get() : decl.init_args.size() == 1 ? decl.init_args[0].get() : nullptr;
  if (init && init->kind == ExprKind::kInitList && init->args.size() == 1) init = init->args[0].get();
  if (!init) {
    error(decl.name_span, fmt::format("the reference `{}` needs something to refer to", decl.name));
    return;
  }
  TypedExprPtr place = check(*init);
  if (place) declare_place(decl, type, std::move(place), out);
}

// A reference to a fixed place is another name for it; to anything else, a pointer.
void Checker::declare_place(const Decl& decl, QualifiedType type, TypedExprPtr place, Statements& out) {
  Symbol symbol;
  const Span span = decl.name_span;
  if (!place->is_lvalue || place->type != type.type) {
    if (!type.is_const && !place->is_lvalue && !(decl.type && decl.type->kind == TypeKind::kReference)) return;
    if (!type.is_const) {
      error(span, fmt::format("`{}` cannot refer to {} {}", decl.name, place->is_lvalue ? "a" : "a temporary",
                              place->type->name));
      return;
    }
    symbol.kind = Symbol::Kind::kVariable;
    symbol.type = {type.type, true};
    symbol.variable = new_variable(decl.name, type.type, Storage::kLocal, span);
    TypedStmtPtr declaration = statement(TypedStmtKind::kDeclare, decl.span);
    declaration->variable = symbol.variable;
    declaration->expr = convert(std::move(place), type.type, span);
    declare(decl.name, symbol);
    if (declaration->expr) out.push_back(std::move(declaration));
    return;
  }
  if (place->is_const && !type.is_const) {
    error(span, fmt::format("`{}` would allow writing to something const", decl.name), "make it a const reference");
    return;
  }
  place->is_const |= type.is_const;
  bool is_local = false;
  std::string key;
  if (alias_key(*place, is_local, key)) {
    if (TypedVariable* variable = root(*place); variable && !type.is_const) variable->is_written = true;
    symbol.kind = Symbol::Kind::kPlace;
    symbol.place = std::move(place);
  } else {
    TypedStmtPtr declaration = statement(TypedStmtKind::kDeclare, decl.span);
    declaration->expr = address_of(std::move(place), span);
    symbol.kind = Symbol::Kind::kVariable;
    symbol.type = type;
    symbol.variable = new_variable(decl.name, declaration->expr->type, Storage::kLocal, span);
    declaration->variable = symbol.variable;
    out.push_back(std::move(declaration));
  }
  declare(decl.name, symbol);
}

void Checker::declare_shared(const Decl& decl, const QualifiedType& type) {
  if (type.is_reference) return error(decl.name_span, "a __shared__ variable cannot be a reference");
  RecordInfo* info = info_of(type.type);
  if (decl.init || !decl.init_args.empty())
    return error(decl.name_span, fmt::format("the __shared__ variable `{}` cannot have an initial value", decl.name),
                 "let one thread store it, then call __syncthreads()");
  if (info && (!info->constructors.empty() || has_defaults(type.type)))
    return error(
        decl.name_span,
        fmt::format("the __shared__ variable `{}` cannot have a type with a constructor or default member values",
                    decl.name));
  const bool open = type.type->is_array() && type.type->count == 0;
  if (open && !decl.is_extern)
    return error(decl.name_span, fmt::format("the __shared__ array `{}` needs a size", decl.name),
                 "write extern __shared__ for one whose size comes with the launch");
  std::string key =
      fmt::format("{}@{}", static_cast<const void*>(&decl), context_.instance ? context_.instance->template_key : "");
  Symbol& symbol = static_variables_[key];
  if (!symbol.variable) {
    symbol.kind = Symbol::Kind::kVariable;
    symbol.type = type;
    symbol.variable =
        new_variable(decl.name, type.type, decl.is_extern ? Storage::kSharedExtern : Storage::kShared, decl.name_span);
    symbol.variable->is_volatile = type.is_volatile;
    symbol.variable->alignment = alignment_of(decl);
  }
  declare(decl.name, symbol);
  use_global(symbol.variable);
}

// A static local is one variable for the whole grid, as nvcc makes it.
void Checker::declare_static(const Decl& decl, const QualifiedType& type) {
  std::string key =
      fmt::format("{}@{}", static_cast<const void*>(&decl), context_.instance ? context_.instance->template_key : "");
  Symbol& symbol = static_variables_[key];
  if (!symbol.variable) {
    symbol.kind = Symbol::Kind::kVariable;
    symbol.type = type;
    symbol.variable = new_variable(decl.name, type.type, Storage::kDevice, decl.name_span);
    symbol.variable->is_volatile = type.is_volatile;
    if (!initial_bytes(decl, *symbol.variable)) return;
  }
  declare(decl.name, symbol);
}

}  // namespace warpglass::lang
