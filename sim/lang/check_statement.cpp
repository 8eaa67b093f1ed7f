// Statements. Declarations inside bodies are in check_declaration.cpp.
#include <fmt/format.h>

#include "sim/lang/checker.h"

namespace warpglass::lang {

TypedStmtPtr Checker::statement(TypedStmtKind kind, const Span& span) const {
  auto s = std::make_unique<TypedStmt>();
  s->kind = kind;
  s->span = span;
  return s;
}

void Checker::check_statement(const Stmt& s, Statements& out) {
  if (messages_.full() || gave_up_) return;
  Statements* const saved = std::exchange(context_.out, &out);
  switch (s.kind) {
    case StmtKind::kEmpty:
      break;
    case StmtKind::kExpr:
      if (s.expr)
        if (TypedExprPtr value = check_discarded(*s.expr)) {
          TypedStmtPtr step = statement(TypedStmtKind::kExpr, s.span);
          step->expr = std::move(value);
          out.push_back(std::move(step));
        }
      break;
    case StmtKind::kDecl:
      for (const DeclPtr& decl : s.decls)
        if (decl) check_local(*decl, out);
      break;
    case StmtKind::kBlock:
      out.push_back(check_branch(s));
      break;
    case StmtKind::kIf:
      check_if(s, out);
      break;
    case StmtKind::kFor:
      check_for(s, out);
      break;
    case StmtKind::kRangeFor:
      check_range_for(s, out);
      break;
    case StmtKind::kWhile:
      check_while(s, out);
      break;
    case StmtKind::kDo:
      check_do(s, out);
      break;
    case StmtKind::kSwitch:
      check_switch(s, out);
      break;
    case StmtKind::kCase:
    case StmtKind::kDefault:
      check_case(s, out);
      break;
    case StmtKind::kBreak:
    case StmtKind::kContinue:
      check_jump(s, out);
      break;
    case StmtKind::kReturn:
      check_return(s, out);
      break;
  }
  context_.out = saved;
}

TypedStmtPtr Checker::check_branch(const Stmt& s) {
  TypedStmtPtr block = statement(TypedStmtKind::kBlock, s.span);
  const ScopePtr saved = push_scope();
  if (s.kind == StmtKind::kBlock) {
    for (const StmtPtr& inner : s.body)
      if (inner) check_statement(*inner, block->body);
  } else {
    check_statement(s, block->body);
  }
  scope_ = saved;
  return block;
}

// The condition of if, while and switch, with a declaration in it: `if (int x = f())`.
TypedExprPtr Checker::check_condition(const Stmt& s, Statements& out) {
  if (!s.condition_decl) return s.condition ? check(*s.condition) : nullptr;
  check_local(*s.condition_decl, out);
  Expr name;
  name.kind = ExprKind::kName;
  name.text = s.condition_decl->name;
  name.span = s.condition_decl->name_span;
  return check(name);
}

void Checker::check_if(const Stmt& s, Statements& out) {
  const ScopePtr saved = push_scope();
  if (s.init) check_statement(*s.init, out);
  TypedExprPtr test = check_condition(s, out);
  if (test) test = to_bool(std::move(test), s.condition ? s.condition->span : s.span);
  const auto known = test ? fold_call(*test) : std::optional<Constant>{};
  if (s.is_constexpr && test && !known)
    error(s.condition ? s.condition->span : s.span,
          "the condition of if constexpr must be known when the kernel is compiled");
  if (s.is_constexpr && known) {  // only the branch that is taken is looked at
    const Stmt* taken = known->bits ? s.then_branch.get() : s.else_branch.get();
    if (taken) out.push_back(check_branch(*taken));
    scope_ = saved;
    return;
  }
  TypedStmtPtr result = statement(TypedStmtKind::kIf, s.span);
  if (s.then_branch) result->then_branch = check_branch(*s.then_branch);
  if (s.else_branch) result->else_branch = check_branch(*s.else_branch);
  scope_ = saved;
  if (!test) return;
  if (!result->then_branch) result->then_branch = statement(TypedStmtKind::kBlock, s.span);
  result->expr = std::move(test);
  out.push_back(std::move(result));
}

void Checker::check_for(const Stmt& s, Statements& out) {
  const ScopePtr saved = push_scope();
  TypedStmtPtr loop = statement(TypedStmtKind::kLoop, s.span);
  loop->unroll = s.unroll;
  if (s.init) {
    loop->init = statement(TypedStmtKind::kBlock, s.init->span);
    check_statement(*s.init, loop->init->body);
  }
  bool ok = true;
  if (s.condition) {
    loop->expr = to_bool(check(*s.condition), s.condition->span);
    ok = loop->expr != nullptr;
  }
  if (s.step) {
    loop->step = check_discarded(*s.step);
    ok = ok && loop->step;
  }
  ++context_.loops;
  loop->then_branch = s.then_branch ? check_branch(*s.then_branch) : statement(TypedStmtKind::kBlock, s.span);
  --context_.loops;
  scope_ = saved;
  if (ok) out.push_back(std::move(loop));
}

// for (auto v : array): a loop over a hidden index; a reference variable names array[index].
void Checker::check_range_for(const Stmt& s, Statements& out) {
  TypedExprPtr range = s.expr ? check(*s.expr) : nullptr;
  if (!range || s.decls.empty() || !s.decls[0] || !s.decls[0]->type) return;
  bool is_local = false;
  std::string key;
  if (!range->type->is_array()) {
    error(s.expr->span, fmt::format("a range-based for runs over an array here, not {}", range->type->name));
    return;
  }
  const std::uint64_t count = range->type->count;
  if (!alias_key(*range, is_local, key)) {  // a row of a larger array: its place is computed once
    range = rvalue(std::move(range));
    const auto start = temporary(range->type, s.span);
    TypedStmtPtr store = statement(TypedStmtKind::kExpr, s.span);
    store->expr = assign(variable_place(start, s.span), std::move(range), s.span);
    out.push_back(std::move(store));
    range = rvalue(variable_place(start, s.span));
  }
  const Decl& decl = *s.decls[0];
  const ScopePtr saved = push_scope();
  const auto counter = temporary(types_.unsigned_type(), s.span);
  counter->is_written = true;
  const auto counter_value = [&] { return rvalue(variable_place(counter, s.span)); };
  TypedExprPtr element = index(clone(*range), counter_value(), decl.name_span);
  TypedStmtPtr loop = statement(TypedStmtKind::kLoop, s.span);
  loop->unroll = s.unroll;
  loop->init = statement(TypedStmtKind::kExpr, s.span);
  loop->init->expr = assign(variable_place(counter, s.span), constant(types_.unsigned_type(), 0, s.span), s.span);
  loop->expr = compare(Op::kLess, counter_value(), constant(types_.unsigned_type(), count, s.span), s.span);
  loop->step = compound(Op::kAdd, variable_place(counter, s.span), constant(types_.unsigned_type(), 1, s.span), s.span);
  loop->then_branch = element ? range_body(s, std::move(element)) : nullptr;
  scope_ = saved;
  if (loop->then_branch && loop->init->expr && loop->expr && loop->step) out.push_back(std::move(loop));
}

// The variable of a range-based for, then its statement; null when the variable has no type.
TypedStmtPtr Checker::range_body(const Stmt& s, TypedExprPtr element) {
  const Decl& decl = *s.decls[0];
  const QualifiedType type = auto_type(*decl.type, *element);
  if (!type) return nullptr;
  TypedStmtPtr body = statement(TypedStmtKind::kBlock, s.span);
  Symbol symbol;
  symbol.kind = type.is_reference ? Symbol::Kind::kPlace : Symbol::Kind::kVariable;
  symbol.type = type;
  if (type.is_reference) {
    element->is_const |= type.is_const;
    symbol.place = std::move(element);
  } else {
    symbol.variable = new_variable(decl.name, type.type, Storage::kLocal, decl.name_span);
    TypedStmtPtr declaration = statement(TypedStmtKind::kDeclare, decl.span);
    declaration->variable = symbol.variable;
    declaration->expr = convert(std::move(element), type.type, s.expr->span);
    body->body.push_back(std::move(declaration));
  }
  declare(decl.name, symbol);
  ++context_.loops;
  if (s.then_branch) body->body.push_back(check_branch(*s.then_branch));
  --context_.loops;
  return body;
}

void Checker::check_while(const Stmt& s, Statements& out) {
  const ScopePtr saved = push_scope();
  TypedStmtPtr loop = statement(TypedStmtKind::kLoop, s.span);
  loop->unroll = s.unroll;
  bool ok = true;
  TypedStmtPtr body = statement(TypedStmtKind::kBlock, s.span);
  if (s.condition_decl) {  // declared anew in every round
    TypedExprPtr test = to_bool(check_condition(s, body->body), s.span);
    ok = test != nullptr;
    if (ok) {
      TypedStmtPtr leave = statement(TypedStmtKind::kIf, s.span);
      leave->expr = std::move(test);
      leave->then_branch = statement(TypedStmtKind::kBlock, s.span);
      leave->else_branch = statement(TypedStmtKind::kBreak, s.span);
      body->body.push_back(std::move(leave));
    }
  } else {
    loop->expr = s.condition ? to_bool(check(*s.condition), s.condition->span) : nullptr;
    ok = loop->expr != nullptr;
  }
  ++context_.loops;
  if (s.then_branch) body->body.push_back(check_branch(*s.then_branch));
  --context_.loops;
  scope_ = saved;
  loop->then_branch = std::move(body);
  if (ok) out.push_back(std::move(loop));
}

void Checker::check_do(const Stmt& s, Statements& out) {
  TypedStmtPtr loop = statement(TypedStmtKind::kDoLoop, s.span);
  loop->unroll = s.unroll;
  ++context_.loops;
  loop->then_branch = s.then_branch ? check_branch(*s.then_branch) : statement(TypedStmtKind::kBlock, s.span);
  --context_.loops;
  loop->expr = s.condition ? to_bool(check(*s.condition), s.condition->span) : nullptr;
  if (loop->expr) out.push_back(std::move(loop));
}

void Checker::check_switch(const Stmt& s, Statements& out) {
  const ScopePtr saved = push_scope();
  if (s.init) check_statement(*s.init, out);
  TypedExprPtr value = check_condition(s, out);
  value = value ? promote(rvalue(std::move(value))) : nullptr;
  if (value && (!value->type->is_scalar() || !is_integer(value->type))) {
    error(s.condition ? s.condition->span : s.span,
          fmt::format("switch wants a whole number, not {}", value->type->name));
    value = nullptr;
  }
  std::set<std::int64_t> cases;
  context_.cases.push_back(&cases);
  ++context_.switches;
  TypedStmtPtr result = statement(TypedStmtKind::kSwitch, s.span);
  result->then_branch = s.then_branch ? check_branch(*s.then_branch) : statement(TypedStmtKind::kBlock, s.span);
  --context_.switches;
  context_.cases.pop_back();
  scope_ = saved;
  if (!value) return;
  result->expr = std::move(value);
  out.push_back(std::move(result));
}

void Checker::check_case(const Stmt& s, Statements& out) {
  const bool is_case = s.kind == StmtKind::kCase;
  if (context_.cases.empty()) {
    error(s.span, fmt::format("`{}` outside a switch", is_case ? "case" : "default"));
    return;
  }
  TypedStmtPtr mark = statement(is_case ? TypedStmtKind::kCase : TypedStmtKind::kDefault, s.span);
  if (is_case) {
    const auto value = s.expr ? evaluate_constant(*s.expr, "the value of a case") : std::optional<Constant>{};
    if (!value) return;
    mark->value = static_cast<std::int64_t>(value->bits);
    if (!context_.cases.back()->insert(mark->value).second) {
      error(s.span, fmt::format("the case {} stands twice in this switch", mark->value));
      return;
    }
  }
  out.push_back(std::move(mark));
}

void Checker::check_jump(const Stmt& s, Statements& out) {
  const bool is_break = s.kind == StmtKind::kBreak;
  if (context_.loops == 0 && !(is_break && context_.switches > 0)) {
    error(s.span, is_break ? "`break` outside a loop or switch" : "`continue` outside a loop");
    return;
  }
  out.push_back(statement(is_break ? TypedStmtKind::kBreak : TypedStmtKind::kContinue, s.span));
}

void Checker::check_return(const Stmt& s, Statements& out) {
  FunctionInstance& instance = *context_.instance;
  TypedStmtPtr result = statement(TypedStmtKind::kReturn, s.span);
  TypedExprPtr value;
  const bool is_list = s.expr && s.expr->kind == ExprKind::kInitList;
  if (s.expr && !is_list && !(value = check(*s.expr))) return;
  if (instance.auto_return) {  // the first return decides
    const TypeRef type = value ? (value = rvalue(std::move(value)))->type : types_.void_type();
    if (instance.return_type.type->is_void()) instance.return_type = {type};
    instance.function.return_type = instance.return_type.type;
  }
  const QualifiedType& type = instance.return_type;
  if (type.type->is_void() && !type.is_reference) {
    if (value && !value->type->is_void()) error(s.expr->span, "a function that returns void cannot return a value");
    if (value) {
      TypedStmtPtr effect = statement(TypedStmtKind::kExpr, s.span);
      effect->expr = std::move(value);
      out.push_back(std::move(effect));
    }
    out.push_back(std::move(result));
    return;
  }
  if (!s.expr) {
    error(s.span, fmt::format("a value of type {} must be returned here", describe(type)));
    return;
  }
  if (type.is_reference) {
    if (!value || !value->is_lvalue || value->type != type.type) {
      error(s.expr->span, fmt::format("this cannot be returned as {}", describe(type)));
      return;
    }
    value->is_const |= type.is_const;
    result->expr = convert(address_of(std::move(value), s.expr->span), instance.function.return_type, s.expr->span);
  } else {
    Argument argument{std::move(value), s.expr.get(), is_list};
    result->expr = convert_argument(argument, type);
  }
  if (result->expr) out.push_back(std::move(result));
}

}  // namespace warpglass::lang
