// Which memory a pointer variable points into, found before the code of its function is made, so that a pointer that
// only ever points into shared (or local) memory is a 32-bit offset. Flow-insensitive: the join of everything that is
// assigned; two different spaces make it generic. A null pointer counts as global.
// Each helper returns false when nothing is known yet (a variable that has not been assigned).
#include "sim/lang/lower_context.h"

namespace warpglass::lang {

namespace {

struct PointerAssignment {
  const TypedVariable* variable = nullptr;
  const TypedExpr* value = nullptr;
};

constexpr int kMaximumDepth = 16;  // calls followed while looking for a returned pointer's space

void collect(const TypedExpr& expr, std::vector<PointerAssignment>& out) {
  if (expr.kind == TypedKind::kAssign && expr.a->kind == TypedKind::kVariable && expr.a->type->is_pointer())
    out.push_back({expr.a->variable.get(), expr.b.get()});
  for (const TypedExprPtr* child : {&expr.a, &expr.b, &expr.c})
    if (*child) collect(**child, out);
  for (const TypedExprPtr& arg : expr.args)
    if (arg) collect(*arg, out);
}

void collect(const TypedStmt& stmt, std::vector<PointerAssignment>& out, std::vector<const TypedExpr*>& returns) {
  if (stmt.kind == TypedStmtKind::kDeclare && stmt.expr && stmt.variable->type->is_pointer())
    out.push_back({stmt.variable.get(), stmt.expr.get()});
  if (stmt.kind == TypedStmtKind::kReturn && stmt.expr && stmt.expr->type->is_pointer())
    returns.push_back(stmt.expr.get());
  for (const TypedExprPtr* expr : {&stmt.expr, &stmt.step})
    if (*expr) collect(**expr, out);
  for (const ElementInit& element : stmt.elements)
    if (element.value) collect(*element.value, out);
  for (const TypedStmtPtr* child : {&stmt.init, &stmt.then_branch, &stmt.else_branch})
    if (*child) collect(**child, out, returns);
  for (const TypedStmtPtr& child : stmt.body) collect(*child, out, returns);
}

// Joins `space` into the map; true when that changed something.
bool join(std::unordered_map<const TypedVariable*, Space>& spaces, const TypedVariable* variable, Space space) {
  const auto [it, is_new] = spaces.try_emplace(variable, space);
  if (is_new) return true;
  if (it->second == space || it->second == Space::kGeneric) return false;
  it->second = Space::kGeneric;
  return true;
}

}  // namespace

void Lowering::infer_spaces(const TypedFunction& function, SpaceMap& spaces, int depth) {
  std::vector<PointerAssignment> assignments;
  std::vector<const TypedExpr*> returns;
  if (function.body) collect(*function.body, assignments, returns);
  for (const PointerAssignment& assignment : assignments) {
    bool is_parameter = false;
    for (const auto& param : function.params) is_parameter |= param.get() == assignment.variable;
    if (!is_parameter) spaces.erase(assignment.variable);  // left over from an earlier inlining
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (const PointerAssignment& assignment : assignments) {
      Space space = Space::kGeneric;
      if (pointer_space(*assignment.value, spaces, depth, space)) changed |= join(spaces, assignment.variable, space);
    }
  }
}

bool Lowering::call_space(const TypedExpr& expr, const SpaceMap& spaces, int depth, Space& space) {
  const TypedFunction& callee = kernel_.functions[expr.function];
  space = Space::kGeneric;
  if (callee.is_recursive || depth >= kMaximumDepth || !callee.body) return true;
  SpaceMap inner;
  for (std::size_t i = 0; i < expr.args.size() && i < callee.params.size(); ++i) {
    Space argument = Space::kGeneric;
    if (is_pointer_value(*expr.args[i]) && pointer_space(*expr.args[i], spaces, depth + 1, argument))
      inner[callee.params[i].get()] = argument;
  }
  infer_spaces(callee, inner, depth + 1);
  return returned_space(callee, inner, depth + 1, space);
}

bool Lowering::returned_space(const TypedFunction& function, const SpaceMap& spaces, int depth, Space& space) {
  std::vector<PointerAssignment> assignments;
  std::vector<const TypedExpr*> returns;
  collect(*function.body, assignments, returns);
  bool known = false;
  for (const TypedExpr* value : returns) {
    Space one = Space::kGeneric;
    if (!pointer_space(*value, spaces, depth, one)) continue;
    space = known && space != one ? Space::kGeneric : one;
    known = true;
    if (space == Space::kGeneric) return true;
  }
  return known;
}

bool Lowering::place_space(const TypedExpr& expr, const SpaceMap& spaces, int depth, Space& space) {
  switch (expr.kind) {
    case TypedKind::kVariable:
      switch (expr.variable->storage) {
        case Storage::kShared:
        case Storage::kSharedExtern:
          space = Space::kShared;
          return true;
        case Storage::kConstant:
          space = Space::kConstant;
          return true;
        case Storage::kDevice:
          space = Space::kGlobal;
          return true;
        default:
          space = Space::kLocal;
          return true;
      }
    case TypedKind::kMember:
    case TypedKind::kElement:
      return place_space(*expr.a, spaces, depth, space);
    case TypedKind::kDeref:
      return pointer_space(*expr.a, spaces, depth, space);
    case TypedKind::kComma:
      return place_space(*expr.b, spaces, depth, space);
    case TypedKind::kAssign:
    case TypedKind::kCompound:
    case TypedKind::kIncrement:
      return place_space(*expr.a, spaces, depth, space);
    case TypedKind::kConditional: {
      Space left = Space::kGeneric, right = Space::kGeneric;
      const bool has_left = place_space(*expr.b, spaces, depth, left);
      const bool has_right = place_space(*expr.c, spaces, depth, right);
      space = !has_left ? right : !has_right || left == right ? left : Space::kGeneric;
      return has_left || has_right;
    }
    default:
      space = Space::kGeneric;
      return true;
  }
}

bool Lowering::pointer_space(const TypedExpr& expr, const SpaceMap& spaces, int depth, Space& space) {
  space = Space::kGeneric;
  switch (expr.kind) {
    case TypedKind::kConstant:
      space = Space::kGlobal;
      return true;
    case TypedKind::kLoad: {
      const TypedExpr* place = expr.a.get();
      while (place->kind == TypedKind::kAssign || place->kind == TypedKind::kCompound ||
             place->kind == TypedKind::kIncrement)
        place = place->a.get();
      if (place->kind != TypedKind::kVariable) return true;
      const TypedVariable& variable = *place->variable;
      if (variable.storage != Storage::kLocal && variable.storage != Storage::kParameter) return true;
      if (usage_.of(variable).needs_memory) return true;
      const auto it = spaces.find(&variable);
      if (it == spaces.end()) return false;
      space = it->second;
      return true;
    }
    case TypedKind::kAddressOf:
    case TypedKind::kDecay:
      return place_space(*expr.a, spaces, depth, space);
    case TypedKind::kPointerAdd:
      return pointer_space(*expr.a, spaces, depth, space);
    case TypedKind::kConvert:
      return !is_pointer_value(*expr.a) || pointer_space(*expr.a, spaces, depth, space);
    case TypedKind::kComma:
      return pointer_space(*expr.b, spaces, depth, space);
    case TypedKind::kIncrement: {  // postfix: the old value
      const Root root = root_of(*expr.a);
      const auto it = root.variable && !root.through_pointer ? spaces.find(root.variable) : spaces.end();
      if (expr.a->kind != TypedKind::kVariable || usage_.of(*root.variable).needs_memory) return true;
      if (it == spaces.end()) return false;
      space = it->second;
      return true;
    }
    case TypedKind::kConditional: {
      Space left = Space::kGeneric, right = Space::kGeneric;
      const bool has_left = pointer_space(*expr.b, spaces, depth, left);
      const bool has_right = pointer_space(*expr.c, spaces, depth, right);
      space = !has_left ? right : !has_right || left == right ? left : Space::kGeneric;
      return has_left || has_right;
    }
    case TypedKind::kCall:
      return call_space(expr, spaces, depth, space);
    default:
      return true;
  }
}

}  // namespace warpglass::lang
