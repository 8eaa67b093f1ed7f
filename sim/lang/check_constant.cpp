// Constant expressions beyond folding: calls of constexpr functions are run on their typed trees, with a bound on
// steps; and the walk that finds the names a lambda copies.
#include <algorithm>
#include <optional>

#include "sim/lang/checker.h"

namespace warpglass::lang {
namespace {

constexpr int kMostSteps = 1'000'000;
constexpr int kDeepest = 128;

// Runs typed functions over scalars in local variables. Anything else ends the attempt.
class Evaluator {
 public:
  using Find = std::function<const TypedFunction*(std::uint32_t)>;
  explicit Evaluator(Find find) : find_(std::move(find)) {}
  std::optional<std::uint64_t> value(const TypedExpr& e);

 private:
  enum class Flow { kNext, kBreak, kContinue, kReturn, kFailed };
  Flow run(const TypedStmt& s);
  Flow run_all(const std::vector<TypedStmtPtr>& list);
  Flow run_loop(const TypedStmt& s);
  std::optional<std::uint64_t> call(const TypedExpr& e);
  std::optional<std::uint64_t> store(const TypedExpr& e);
  std::optional<std::uint64_t> folded(const TypedExpr& e);

  Find find_;
  std::map<std::uint32_t, std::uint64_t> variables_;
  std::optional<std::uint64_t> result_;
  int steps_ = 0, depth_ = 0;
};

TypedExprPtr leaf(TypeRef type, std::uint64_t bits) {
  auto e = std::make_unique<TypedExpr>();
  e->type = type;
  e->bits = bits;
  return e;
}

// The node with its operands replaced by their values, folded.
std::optional<std::uint64_t> Evaluator::folded(const TypedExpr& e) {
  auto copy = std::make_unique<TypedExpr>();
  copy->kind = e.kind;
  copy->type = e.type;
  copy->unary = e.unary;
  copy->binary = e.binary;
  copy->compare = e.compare;
  copy->rounding = e.rounding;
  for (const auto& [from, to] : {std::pair{&e.a, &copy->a}, std::pair{&e.b, &copy->b}}) {
    if (!*from) continue;
    const auto bits = value(**from);
    if (!bits) return {};
    *to = leaf((*from)->type, *bits);
  }
  const TypedExprPtr done = fold(std::move(copy));
  return is_constant(*done) ? std::optional(done->bits) : std::nullopt;
}

std::optional<std::uint64_t> Evaluator::store(const TypedExpr& e) {
  if (!e.a || e.a->kind != TypedKind::kVariable || !e.a->type->is_scalar()) return {};
  const std::uint32_t id = e.a->variable->id;
  const auto known = variables_.find(id);
  const ValueType type = e.a->type->scalar;
  if (e.kind == TypedKind::kAssign) {
    const auto bits = value(*e.b);
    if (bits) variables_[id] = *bits;
    return bits;
  }
  if (known == variables_.end()) return {};
  const std::uint64_t old = known->second;
  TypedExpr sum;
  sum.kind = TypedKind::kBinary;
  if (e.kind == TypedKind::kIncrement) {
    sum.type = e.a->type;
    sum.binary = e.is_decrement ? BinaryOp::kSub : BinaryOp::kAdd;
    sum.a = leaf(e.a->type, old);
    sum.b = leaf(e.a->type, convert_bits(1, ValueType::kS32, type));
  } else {
    const auto right = value(*e.b);
    if (!right) return {};
    const bool is_shift = e.binary == BinaryOp::kShl || e.binary == BinaryOp::kShr;
    sum.type = is_shift ? e.a->type : e.b->type;
    sum.binary = e.binary;
    sum.a = leaf(sum.type, convert_bits(old, type, sum.type->scalar));
    sum.b = leaf(e.b->type, *right);
  }
  const TypeRef computed = sum.type;
  const auto bits = folded(sum);
  if (!bits) return {};
  const std::uint64_t now = convert_bits(*bits, computed->scalar, type);
  variables_[id] = now;
  return e.kind == TypedKind::kIncrement && e.is_postfix ? old : now;
}

std::optional<std::uint64_t> Evaluator::call(const TypedExpr& e) {
  const TypedFunction* function = find_(e.function);
  if (!function || !function->body || function->params.size() != e.args.size() || depth_ > kDeepest) return {};
  std::map<std::uint32_t, std::uint64_t> inner;
  for (std::size_t i = 0; i < e.args.size(); ++i) {
    const auto bits = value(*e.args[i]);
    if (!bits) return {};
    inner[function->params[i]->id] = *bits;
  }
  std::swap(variables_, inner);
  ++depth_;
  result_.reset();
  const Flow flow = run(*function->body);
  --depth_;
  std::swap(variables_, inner);
  return flow == Flow::kReturn ? result_ : std::nullopt;
}

std::optional<std::uint64_t> Evaluator::value(const TypedExpr& e) {
  if (++steps_ > kMostSteps) return {};
  switch (e.kind) {
    case TypedKind::kConstant:
      return e.bits;
    case TypedKind::kLoad: {
      if (!e.a || e.a->kind != TypedKind::kVariable) return {};
      const auto found = variables_.find(e.a->variable->id);
      return found == variables_.end() ? std::nullopt : std::optional(found->second);
    }
    case TypedKind::kUnary:
    case TypedKind::kBinary:
    case TypedKind::kCompare:
    case TypedKind::kConvert:
      return folded(e);
    case TypedKind::kLogicalAnd:
    case TypedKind::kLogicalOr: {
      const auto a = value(*e.a);
      if (!a || (*a != 0) == (e.kind == TypedKind::kLogicalOr)) return a;
      return value(*e.b);
    }
    case TypedKind::kConditional: {
      const auto a = value(*e.a);
      return a ? value(*a ? *e.b : *e.c) : std::nullopt;
    }
    case TypedKind::kComma:
      return value(*e.a) ? value(*e.b) : std::nullopt;
    case TypedKind::kAssign:
    case TypedKind::kCompound:
    case TypedKind::kIncrement:
      return store(e);
    case TypedKind::kCall:
      return call(e);
    default:
      return {};
  }
}

Evaluator::Flow Evaluator::run_all(const std::vector<TypedStmtPtr>& list) {
  for (const TypedStmtPtr& inner : list) {
    const Flow flow = run(*inner);
    if (flow != Flow::kNext) return flow;
  }
  return Flow::kNext;
}

Evaluator::Flow Evaluator::run_loop(const TypedStmt& s) {
  if (s.init && run(*s.init) == Flow::kFailed) return Flow::kFailed;
  for (bool first = true;; first = false) {
    if (++steps_ > kMostSteps) return Flow::kFailed;
    if (s.expr && !(first && s.kind == TypedStmtKind::kDoLoop)) {
      const auto test = value(*s.expr);
      if (!test) return Flow::kFailed;
      if (!*test) return Flow::kNext;
    }
    const Flow flow = run(*s.then_branch);
    if (flow == Flow::kBreak) return Flow::kNext;
    if (flow == Flow::kReturn || flow == Flow::kFailed) return flow;
    if (s.step && !value(*s.step)) return Flow::kFailed;
  }
}

Evaluator::Flow Evaluator::run(const TypedStmt& s) {
  if (++steps_ > kMostSteps) return Flow::kFailed;
  switch (s.kind) {
    case TypedStmtKind::kExpr:
      return value(*s.expr) ? Flow::kNext : Flow::kFailed;
    case TypedStmtKind::kDeclare: {
      if (!s.expr) return s.elements.empty() && s.variable->type->is_scalar() ? Flow::kNext : Flow::kFailed;
      const auto bits = value(*s.expr);
      if (bits) variables_[s.variable->id] = *bits;
      return bits ? Flow::kNext : Flow::kFailed;
    }
    case TypedStmtKind::kBlock:
      return run_all(s.body);
    case TypedStmtKind::kIf: {
      const auto test = value(*s.expr);
      if (!test) return Flow::kFailed;
      if (*test) return run(*s.then_branch);
      return s.else_branch ? run(*s.else_branch) : Flow::kNext;
    }
    case TypedStmtKind::kLoop:
    case TypedStmtKind::kDoLoop:
      return run_loop(s);
    case TypedStmtKind::kBreak:
      return Flow::kBreak;
    case TypedStmtKind::kContinue:
      return Flow::kContinue;
    case TypedStmtKind::kReturn:
      result_ = s.expr ? value(*s.expr) : std::nullopt;
      return result_ ? Flow::kReturn : Flow::kFailed;
    default:
      return Flow::kFailed;
  }
}

void names_in(const Expr* e, std::vector<std::string>& names);
void names_in(const Stmt* s, std::vector<std::string>& names);

void names_in(const Decl* d, std::vector<std::string>& names) {
  if (!d) return;
  names_in(d->init.get(), names);
  for (const ExprPtr& arg : d->init_args) names_in(arg.get(), names);
}

void names_in(const Expr* e, std::vector<std::string>& names) {
  if (!e) return;
  if (e->kind == ExprKind::kName && std::find(names.begin(), names.end(), e->text) == names.end())
    names.push_back(e->text);
  for (const Expr* part : {e->a.get(), e->b.get(), e->c.get()}) names_in(part, names);
  for (const ExprPtr& arg : e->args) names_in(arg.get(), names);
  if (e->kind == ExprKind::kLambda && e->decl) names_in(e->decl->body.get(), names);
}

void names_in(const Stmt* s, std::vector<std::string>& names) {
  if (!s) return;
  for (const Expr* part : {s->expr.get(), s->condition.get(), s->step.get()}) names_in(part, names);
  for (const Stmt* part : {s->init.get(), s->then_branch.get(), s->else_branch.get()}) names_in(part, names);
  for (const StmtPtr& part : s->body) names_in(part.get(), names);
  for (const DeclPtr& part : s->decls) names_in(part.get(), names);
  names_in(s->condition_decl.get(), names);
}

}  // namespace

std::optional<Constant> Checker::fold_call(const TypedExpr& e) {
  if (is_constant(e)) return Constant{e.type, e.bits};
  if (!e.type || !e.type->is_scalar()) return {};
  Evaluator evaluator([this](std::uint32_t index) -> const TypedFunction* {
    if (index + 1 >= instances_.size()) return nullptr;
    FunctionInstance& instance = *instances_[index + 1];
    if (instance.active || !instance.decl->is_constexpr) return nullptr;
    if (!instance.done) check_body(instance);
    return &instance.function;
  });
  const auto bits = evaluator.value(e);
  return bits ? std::optional(Constant{e.type, *bits}) : std::nullopt;
}

void Checker::captured_names(const Decl& lambda, std::vector<std::string>& names) const {
  names_in(lambda.body.get(), names);
}

}  // namespace warpglass::lang
