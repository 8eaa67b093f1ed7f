// Statements and control flow. Every loop has one branch a round: a jump to the condition, which stands at the bottom.
#include <algorithm>

#include "sim/lang/lower_context.h"

namespace warpglass::lang {

namespace {

constexpr std::uint64_t kUnrolledZeroes = 64;  // a larger array is cleared by a loop

// Case labels of a switch, not those of a switch inside it.
void collect_cases(const TypedStmt& stmt, std::vector<const TypedStmt*>& cases) {
  if (stmt.kind == TypedStmtKind::kCase || stmt.kind == TypedStmtKind::kDefault) cases.push_back(&stmt);
  if (stmt.kind == TypedStmtKind::kSwitch) return;
  for (const TypedStmtPtr* child : {&stmt.init, &stmt.then_branch, &stmt.else_branch})
    if (*child) collect_cases(**child, cases);
  for (const TypedStmtPtr& child : stmt.body) collect_cases(*child, cases);
}

bool has_case(const TypedStmt& stmt) {
  std::vector<const TypedStmt*> cases;
  collect_cases(stmt, cases);
  return !cases.empty();
}

}  // namespace

void Lowering::statement(const TypedStmt& stmt) {
  if (stopped() || (!code_.reachable() && !has_case(stmt))) return;
  if (program_.code.size() > kMaximumCode)
    return error(
        stmt.span, "the kernel is too large after its device functions are inlined",
        "more than " + std::to_string(kMaximumCode) + " instructions; call fewer functions or make them smaller");
  if (stmt.span.known()) code_.set_span(stmt.span);
  switch (stmt.kind) {
    case TypedStmtKind::kExpr:
      if (stmt.expr) effect(*stmt.expr);
      return;
    case TypedStmtKind::kDeclare:
      return declare(stmt);
    case TypedStmtKind::kBlock:
      for (const TypedStmtPtr& child : stmt.body) statement(*child);
      return;
    case TypedStmtKind::kIf:
      return lower_if(stmt);
    case TypedStmtKind::kLoop:
      return lower_loop(stmt);
    case TypedStmtKind::kDoLoop:
      return lower_do(stmt);
    case TypedStmtKind::kSwitch:
      return lower_switch(stmt);
    case TypedStmtKind::kCase:
    case TypedStmtKind::kDefault:
      if (const auto it = case_labels_.find(&stmt); it != case_labels_.end()) code_.bind(it->second);
      for (const TypedStmtPtr& child : stmt.body) statement(*child);
      return;
    case TypedStmtKind::kBreak:
      if (!loops_.empty()) code_.jump(loops_.back().break_label);
      return;
    case TypedStmtKind::kContinue:
      for (auto it = loops_.rbegin(); it != loops_.rend(); ++it)
        if (it->has_continue) return code_.jump(it->continue_label);
      return;
    case TypedStmtKind::kReturn:
      return lower_return(stmt);
  }
}

// ---- declarations -----------------------------------------------------------------------------------------------

void Lowering::declare(const TypedStmt& stmt) {
  const TypedVariable& variable = *stmt.variable;
  if (variable.storage != Storage::kLocal && variable.storage != Storage::kParameter) return;
  if (!stmt.elements.empty() || stmt.zero_rest) return declare_elements(stmt);
  if (!stmt.expr) {
    bindings_[&variable] = {true, false, make_storage(variable)};
    return;
  }
  if (stmt.expr->kind == TypedKind::kAddressOf && usage_.is_reference(variable)) {
    const Place target = place(*stmt.expr->a);
    if (!target.in_memory) return bind_alias(variable, target);
    return bind_value(variable, {target.address});
  }
  bind_value(variable, rvalue(*stmt.expr));
  carve(variable);
}

void Lowering::declare_elements(const TypedStmt& stmt) {
  const TypedVariable& variable = *stmt.variable;
  if (!lives_in_memory(variable)) {
    const std::vector<Leaf> leaves = flatten(variable.type);
    Value value;
    for (const Leaf& leaf : leaves) {
      value.push_back(CodeBuilder::make_constant(leaf.type, 0));
      value.back().is_pointer = leaf.is_pointer;
    }
    for (const ElementInit& element : stmt.elements) {
      const Value part = rvalue(*element.value);
      const auto at =
          std::find_if(leaves.begin(), leaves.end(), [&](const Leaf& l) { return l.offset == element.offset; });
      const auto first = static_cast<std::size_t>(at - leaves.begin());
      for (std::size_t i = 0; i < part.size() && first + i < value.size(); ++i)
        value[first + i] = part[i].is_pointer ? generic(part[i]) : part[i];
    }
    return bind_value(variable, value);
  }
  const Place target = local_memory(variable);
  bindings_[&variable] = {true, false, target};
  if (stmt.zero_rest) clear(target, stmt);
  for (const ElementInit& element : stmt.elements) {
    Place part = target;
    part.type = element.value->type;
    part.address.offset += static_cast<std::int64_t>(element.offset);
    part.span = element.value->span;
    store(part, rvalue(*element.value));
  }
}

// Zeroes what the initialiser does not give; a large array by a loop over all of it.
void Lowering::clear(const Place& target, const TypedStmt& stmt) {
  const std::uint64_t count = leaf_count(target.type);
  Place word = target;
  word.span = stmt.span;
  if (count <= kUnrolledZeroes) {
    const std::vector<Leaf> leaves = flatten(target.type);
    for (const Leaf& leaf : leaves) {
      const bool given = std::any_of(stmt.elements.begin(), stmt.elements.end(), [&](const ElementInit& e) {
        return leaf.offset >= e.offset && leaf.offset < e.offset + e.value->type->size;
      });
      if (given) continue;
      word.address = target.address;
      store_part(word, {leaf}, {}, {CodeBuilder::make_constant(leaf.type, 0)});
    }
    return;
  }
  const std::uint32_t bytes = target.type->size % 4 == 0 && target.type->alignment >= 4 ? 4 : 1;
  const ValueType type = bytes == 4 ? ValueType::kU32 : ValueType::kU8;
  const Register at = code_.new_register(false);
  code_.set_mutable(at);
  Scalar counter = CodeBuilder::in_register(ValueType::kU32, at);
  code_.move(at, CodeBuilder::make_constant(ValueType::kU32, 0));
  const Label again = code_.new_label();
  code_.bind(again);
  word.address = add_scaled(target.address, counter, bytes, false);
  store_part(word, {Leaf{type, false, 0}}, {}, {CodeBuilder::make_constant(type, 0)});
  code_.assign(at,
               code_.binary(Opcode::kAdd, ValueType::kU32, counter, CodeBuilder::make_constant(ValueType::kU32, 1)));
  code_.branch(code_.compare(Compare::kLt, ValueType::kU32, counter,
                             CodeBuilder::make_constant(ValueType::kU32, target.type->size / bytes)),
               true, again);
}

// ---- control flow -----------------------------------------------------------------------------------------------

void Lowering::lower_if(const TypedStmt& stmt) {
  if (stmt.init) statement(*stmt.init);
  const Label otherwise = code_.new_label();
  branch(*stmt.expr, false, otherwise);
  if (stmt.then_branch) statement(*stmt.then_branch);
  if (!stmt.else_branch) return code_.bind(otherwise);
  const Label end = code_.new_label();
  code_.jump(end);
  code_.bind(otherwise);
  statement(*stmt.else_branch);
  code_.bind(end);
}

void Lowering::lower_loop(const TypedStmt& stmt) {
  if (stmt.init) statement(*stmt.init);
  const Label body = code_.new_label(), next = code_.new_label(), test = code_.new_label(), end = code_.new_label();
  if (stmt.expr) code_.jump(test);
  code_.bind(body);
  loops_.push_back({end, next, true});
  if (stmt.then_branch) statement(*stmt.then_branch);
  loops_.pop_back();
  code_.bind(next);
  if (stmt.step) effect(*stmt.step);
  code_.bind(test);
  if (stmt.expr) {
    branch(*stmt.expr, true, body);
  } else {
    code_.jump(body);
  }
  code_.hint_unroll(stmt.unroll);
  code_.bind(end);
}

void Lowering::lower_do(const TypedStmt& stmt) {
  const Label body = code_.new_label(), next = code_.new_label(), end = code_.new_label();
  code_.bind(body);
  loops_.push_back({end, next, true});
  if (stmt.then_branch) statement(*stmt.then_branch);
  loops_.pop_back();
  code_.bind(next);
  branch(*stmt.expr, true, body);
  code_.hint_unroll(stmt.unroll);
  code_.bind(end);
}

void Lowering::lower_switch(const TypedStmt& stmt) {
  if (stmt.init) statement(*stmt.init);
  const Scalar value = copy_if_mutable(scalar(*stmt.expr));
  std::vector<const TypedStmt*> cases;
  if (stmt.then_branch) collect_cases(*stmt.then_branch, cases);
  const Label end = code_.new_label();
  Label fallback = end;
  for (const TypedStmt* one : cases) {
    const Label label = code_.new_label();
    case_labels_[one] = label;
    if (one->kind == TypedStmtKind::kDefault) {
      fallback = label;
      continue;
    }
    const Scalar wanted = CodeBuilder::make_constant(value.type, static_cast<std::uint64_t>(one->value));
    code_.branch(code_.compare(Compare::kEq, value.type, value, wanted), true, label);
  }
  code_.jump(fallback);
  loops_.push_back({end, 0, false});
  if (stmt.then_branch) statement(*stmt.then_branch);
  loops_.pop_back();
  code_.bind(end);
}

void Lowering::lower_return(const TypedStmt& stmt) {
  Frame& frame = frames_.back();
  if (frame.is_kernel) {
    if (stmt.expr) effect(*stmt.expr);
    return code_.exit();
  }
  if (stmt.expr && stmt.expr->type->is_void()) {
    effect(*stmt.expr);
  } else if (stmt.expr) {
    const Value value = rvalue(*stmt.expr);
    if (frames_.back().direct_return) {
      frames_.back().result = value;
      return;
    }
    assign_result(frames_.back().result, value);
  }
  code_.jump(frames_.back().exit);
}

}  // namespace warpglass::lang
