// One walk over every function of the kernel, callees first, that finds which variables need memory, which are written
// and which pointers are references in all but name.
#include "sim/lang/lower_usage.h"

#include <algorithm>

namespace warpglass::lang {

namespace {

// Is element `index` of an array of `count` known to be inside it?
bool is_constant_index(const TypedExpr& index, std::uint64_t count) {
  if (index.kind == TypedKind::kConvert) return is_constant_index(*index.a, count);
  return index.kind == TypedKind::kConstant && index.bits < count;
}

// The variable p of an expression that reads pointer variable p and nothing else.
const TypedVariable* pointer_read(const TypedExpr& expr) {
  if (expr.kind != TypedKind::kLoad || expr.a->kind != TypedKind::kVariable) return nullptr;
  return expr.type->is_pointer() ? expr.a->variable.get() : nullptr;
}

}  // namespace

Root root_of(const TypedExpr& lvalue) {
  switch (lvalue.kind) {
    case TypedKind::kVariable:
      return {lvalue.variable.get(), false};
    case TypedKind::kMember:
    case TypedKind::kElement:
      return root_of(*lvalue.a);
    case TypedKind::kDeref:
      return {pointer_read(*lvalue.a), true};
    case TypedKind::kAssign:
    case TypedKind::kCompound:
    case TypedKind::kIncrement:
      return root_of(*lvalue.a);
    case TypedKind::kComma:
      return root_of(*lvalue.b);
    default:
      return {};
  }
}

void Usage::analyse(const TypedKernel& kernel) {
  kernel_ = &kernel;
  state_.assign(kernel.functions.size(), 0);
  writes_outer_.assign(kernel.functions.size(), true);
  function(kernel.kernel);
}

const VariableUse& Usage::of(const TypedVariable& variable) const {
  static const VariableUse kNone;
  const auto it = uses_.find(&variable);
  return it == uses_.end() ? kNone : it->second;
}

bool Usage::is_reference(const TypedVariable& variable) const {
  const VariableUse& use = of(variable);
  return variable.type->is_pointer() && !use.written && !use.not_alias && !use.needs_memory;
}

void Usage::function(const TypedFunction& function) {
  const std::size_t begin = own_.size(), saved_begin = own_begin_;
  own_begin_ = begin;
  for (const auto& param : function.params) own_.push_back(param.get());
  if (function.body) statement(*function.body);
  own_.resize(begin);
  own_begin_ = saved_begin;
}

void Usage::note_write(const TypedVariable& variable) {
  uses_[&variable].written = true;
  const bool is_local = variable.storage == Storage::kLocal || variable.storage == Storage::kParameter;
  if (is_local &&
      std::find(own_.begin() + static_cast<std::ptrdiff_t>(own_begin_), own_.end(), &variable) == own_.end())
    outer_written_ = true;
}

void Usage::statement(const TypedStmt& stmt) {
  if (stmt.init) statement(*stmt.init);
  // A reference declared here is judged after everything that uses it: the rest of the block. Walk the block's
  // declarations of that kind last, the latest first.
  std::vector<const TypedStmt*> references;
  if (stmt.kind == TypedStmtKind::kDeclare) declaration(stmt);
  if (stmt.kind != TypedStmtKind::kDeclare && stmt.expr) expression(*stmt.expr);
  for (const TypedStmtPtr& child : stmt.body) {
    const bool candidate = child->kind == TypedStmtKind::kDeclare && child->variable &&
                           child->variable->type->is_pointer() && child->expr &&
                           child->expr->kind == TypedKind::kAddressOf;
    if (candidate) {
      references.push_back(child.get());
    } else {
      statement(*child);
    }
  }
  for (const TypedStmtPtr* child : {&stmt.then_branch, &stmt.else_branch})
    if (*child) statement(**child);
  if (stmt.step) expression(*stmt.step);
  for (auto it = references.rbegin(); it != references.rend(); ++it) declaration(**it);
}

void Usage::declaration(const TypedStmt& stmt) {
  own_.push_back(stmt.variable.get());
  for (const ElementInit& element : stmt.elements)
    if (element.value) expression(*element.value);
  if (!stmt.expr) return;
  if (stmt.expr->kind == TypedKind::kAddressOf && is_reference(*stmt.variable)) {
    reference_argument(*stmt.expr);
  } else {
    expression(*stmt.expr);
  }
}

void Usage::reference_argument(const TypedExpr& expr) {
  inside(*expr.a);
  const Root root = root_of(*expr.a);
  if (root.variable && !root.through_pointer) note_write(*root.variable);
  if (expr.a->kind == TypedKind::kConditional) escape(*expr.a);
}

void Usage::call(const TypedExpr& expr) {
  const TypedFunction& callee = kernel_->functions[expr.function];
  if (state_[expr.function] == 0) {
    state_[expr.function] = 1;
    const bool saved = outer_written_;
    outer_written_ = false;
    function(callee);
    writes_outer_[expr.function] = outer_written_;
    outer_written_ = saved;
    state_[expr.function] = 2;
  }
  outer_written_ |= writes_outer_[expr.function];
  const bool inlined = !callee.is_recursive && state_[expr.function] == 2;
  for (std::size_t i = 0; i < expr.args.size(); ++i) {
    const TypedExpr& arg = *expr.args[i];
    const bool by_reference = inlined && i < callee.params.size() && is_reference(*callee.params[i]);
    if (by_reference && arg.kind == TypedKind::kAddressOf) {
      reference_argument(arg);
    } else if (!(by_reference && pointer_read(arg))) {
      expression(arg);
    }
  }
}

void Usage::escape(const TypedExpr& lvalue) {
  if (lvalue.kind == TypedKind::kConditional) {
    escape(*lvalue.b);
    escape(*lvalue.c);
    return;
  }
  const Root root = root_of(lvalue);
  if (!root.variable) return;
  VariableUse& use = uses_[root.variable];
  if (root.through_pointer) {
    use.not_alias = true;
  } else {
    use.needs_memory = true;
    note_write(*root.variable);
  }
}

void Usage::write(const TypedExpr& lvalue) {
  if (lvalue.kind == TypedKind::kConditional) return escape(lvalue);
  const Root root = root_of(lvalue);
  if (root.variable && !root.through_pointer) note_write(*root.variable);
}

void Usage::inside(const TypedExpr& lvalue) {
  switch (lvalue.kind) {
    case TypedKind::kVariable:
      return;
    case TypedKind::kMember:
      if (!lvalue.a->is_lvalue) return expression(*lvalue.a);
      if (lvalue.a->type->is_union) escape(*lvalue.a);
      return inside(*lvalue.a);
    case TypedKind::kElement:
      expression(*lvalue.b);
      if (!is_constant_index(*lvalue.b, lvalue.a->type->count)) escape(*lvalue.a);
      return inside(*lvalue.a);
    case TypedKind::kDeref:
      if (!pointer_read(*lvalue.a)) expression(*lvalue.a);
      return;
    case TypedKind::kConditional:
      expression(*lvalue.a);
      inside(*lvalue.b);
      return inside(*lvalue.c);
    default:
      return expression(lvalue);
  }
}

void Usage::expression(const TypedExpr& expr) {
  switch (expr.kind) {
    case TypedKind::kVariable:
    case TypedKind::kDeref:
    case TypedKind::kElement:
      return inside(expr);
    case TypedKind::kMember:
      if (expr.is_lvalue) return inside(expr);
      return children(expr);
    case TypedKind::kConditional:
      if (expr.is_lvalue) return inside(expr);
      return children(expr);
    case TypedKind::kLoad:
      if (const TypedVariable* pointer = pointer_read(expr)) uses_[pointer].not_alias = true;
      return inside(*expr.a);
    case TypedKind::kAddressOf:
    case TypedKind::kDecay:
      escape(*expr.a);
      return inside(*expr.a);
    case TypedKind::kAssign:
    case TypedKind::kCompound:
    case TypedKind::kIncrement:
      write(*expr.a);
      inside(*expr.a);
      if (expr.b) expression(*expr.b);
      return;
    case TypedKind::kCall:
      return call(expr);
    default:
      return children(expr);
  }
}

void Usage::children(const TypedExpr& expr) {
  for (const TypedExprPtr* child : {&expr.a, &expr.b, &expr.c})
    if (*child) expression(**child);
  for (const TypedExprPtr& arg : expr.args)
    if (arg) expression(*arg);
}

}  // namespace warpglass::lang
