// Constant folding on the typed tree, one node at a time, with the machine's arithmetic: integers wrap, float is
// rounded to float at each step, float to integer saturates.
#pragma once

#include "sim/lang/typed.h"

namespace warpglass::lang {

inline bool is_constant(const TypedExpr& e) { return e.kind == TypedKind::kConstant; }

// `bits` of a value of `from`, as the bits of the same value in `to` (see TypedKind::kConstant for their form).
std::uint64_t convert_bits(std::uint64_t bits, ValueType from, ValueType to);
std::uint64_t real_bits(double value, ValueType type);
double bits_real(std::uint64_t bits, ValueType type);  // of a floating type
bool bits_true(std::uint64_t bits, ValueType type);

// The node itself, or the constant it always is: its operands are constants and it has no effect.
TypedExprPtr fold(TypedExprPtr node);

}  // namespace warpglass::lang
