// Evaluation of formulas. Arithmetic is done on unsigned 64-bit values, which wrap; what C leaves undefined is an error
// with its place.
#include "app/scene/formula.h"

#include <algorithm>

#include <fmt/format.h>

#include "app/scene/formula_node.h"

namespace warpglass {
namespace {

using Op = FormulaOp;

struct Undefined {
  const char* key = nullptr;
  const char* message = nullptr;
};

bool divide(Op op, std::int64_t a, std::int64_t b, std::int64_t& value, Undefined& why) {
  if (b == 0) {
    why = {"formula.division_by_zero", "The formula divides by zero."};
    return false;
  }
  const auto negated = static_cast<std::int64_t>(0u - static_cast<std::uint64_t>(a));
  if (op == Op::kDiv)
    value = b == -1 ? negated : a / b;
  else
    value = b == -1 ? 0 : a % b;
  return true;
}

bool shift(Op op, std::int64_t a, std::int64_t b, std::int64_t& value, Undefined& why) {
  if (b < 0 || b > 63) {
    why = {"formula.shift", "The formula shifts by an amount outside 0 to 63."};
    return false;
  }
  value = op == Op::kShl ? static_cast<std::int64_t>(static_cast<std::uint64_t>(a) << b) : a >> b;
  return true;
}

bool combine(Op op, std::int64_t a, std::int64_t b, std::int64_t& value, Undefined& why) {
  const auto ua = static_cast<std::uint64_t>(a), ub = static_cast<std::uint64_t>(b);
  switch (op) {
    case Op::kMul:
      value = static_cast<std::int64_t>(ua * ub);
      return true;
    case Op::kAdd:
      value = static_cast<std::int64_t>(ua + ub);
      return true;
    case Op::kSub:
      value = static_cast<std::int64_t>(ua - ub);
      return true;
    case Op::kDiv:
    case Op::kRem:
      return divide(op, a, b, value, why);
    case Op::kShl:
    case Op::kShr:
      return shift(op, a, b, value, why);
    case Op::kLt:
      value = a < b;
      return true;
    case Op::kLe:
      value = a <= b;
      return true;
    case Op::kGt:
      value = a > b;
      return true;
    case Op::kGe:
      value = a >= b;
      return true;
    case Op::kEq:
      value = a == b;
      return true;
    case Op::kNe:
      value = a != b;
      return true;
    case Op::kAnd:
      value = a & b;
      return true;
    case Op::kXor:
      value = a ^ b;
      return true;
    case Op::kOr:
      value = a | b;
      return true;
    case Op::kMin:
      value = std::min(a, b);
      return true;
    case Op::kMax:
      value = std::max(a, b);
      return true;
    default:
      return false;
  }
}

class Evaluator {
 public:
  Evaluator(const std::map<std::string, std::int64_t>& variables, FormulaError& error)
      : variables_(variables), error_(error) {}

  bool run(const FormulaNode& node, std::int64_t& value) {
    switch (node.op) {
      case Op::kNumber:
        value = node.value;
        return true;
      case Op::kName:
        return look_up(node, value);
      case Op::kNegate:
      case Op::kNot:
      case Op::kInvert:
        return unary(node, value);
      case Op::kAndAnd:
      case Op::kOrOr:
        return logical(node, value);
      case Op::kChoose: {
        std::int64_t test = 0;
        return run(*node.operand[0], test) && run(*node.operand[test != 0 ? 1 : 2], value);
      }
      default:
        return binary(node, value);
    }
  }

 private:
  bool look_up(const FormulaNode& node, std::int64_t& value) {
    const auto found = variables_.find(node.name);
    if (found == variables_.end()) {
      error_ = {fmt::format("The formula uses \"{}\", which is not known here.", node.name), "formula.unknown_name",
                node.name, node.position};
      return false;
    }
    value = found->second;
    return true;
  }

  bool unary(const FormulaNode& node, std::int64_t& value) {
    std::int64_t a = 0;
    if (!run(*node.operand[0], a)) return false;
    if (node.op == Op::kNot)
      value = a == 0;
    else if (node.op == Op::kInvert)
      value = ~a;
    else
      value = static_cast<std::int64_t>(0u - static_cast<std::uint64_t>(a));
    return true;
  }

  bool logical(const FormulaNode& node, std::int64_t& value) {
    std::int64_t a = 0;
    if (!run(*node.operand[0], a)) return false;
    const bool decided = node.op == Op::kAndAnd ? a == 0 : a != 0;
    if (!decided && !run(*node.operand[1], a)) return false;
    value = a != 0;
    return true;
  }

  bool binary(const FormulaNode& node, std::int64_t& value) {
    std::int64_t a = 0, b = 0;
    if (!run(*node.operand[0], a) || !run(*node.operand[1], b)) return false;
    Undefined why;
    if (combine(node.op, a, b, value, why)) return true;
    error_ = {why.message, why.key, "", node.position};
    return false;
  }

  const std::map<std::string, std::int64_t>& variables_;
  FormulaError& error_;
};

void collect_names(const FormulaNode& node, std::vector<std::string>& names) {
  if (node.op == Op::kName && std::find(names.begin(), names.end(), node.name) == names.end())
    names.push_back(node.name);
  for (const auto& operand : node.operand) collect_names(*operand, names);
}

}  // namespace

bool Formula::evaluate(const std::map<std::string, std::int64_t>& variables, std::int64_t& value,
                       FormulaError& error) const {
  if (root_ == nullptr) {
    error = {"There is no formula.", "formula.empty", "", 0};
    return false;
  }
  return Evaluator(variables, error).run(*root_, value);
}

std::vector<std::string> Formula::names() const {
  std::vector<std::string> names;
  if (root_ != nullptr) collect_names(*root_, names);
  return names;
}

}  // namespace warpglass
