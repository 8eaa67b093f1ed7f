// The tree behind a Formula: what formula_parse.cpp builds and formula.cpp evaluates. Nothing else includes this.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace warpglass {

enum class FormulaOp {
  kNumber,
  kName,
  kNegate,
  kNot,
  kInvert,  // one operand at most
  kMul,
  kDiv,
  kRem,
  kAdd,
  kSub,
  kShl,
  kShr,  // two, by C's precedence
  kLt,
  kLe,
  kGt,
  kGe,
  kEq,
  kNe,
  kAnd,
  kXor,
  kOr,
  kAndAnd,
  kOrOr,
  kMin,
  kMax,
  kChoose,  // three
};

struct FormulaNode {
  FormulaOp op = FormulaOp::kNumber;
  std::int64_t value = 0;
  std::string name;
  std::size_t position = 0;
  std::vector<std::shared_ptr<const FormulaNode>> operand;
};

}  // namespace warpglass
