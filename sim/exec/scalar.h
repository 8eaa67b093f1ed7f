// What each operation means for one lane: the definition that the vectorised loops are tested against, and what runs
// the operations that have no loop of their own.
#pragma once

#include <cstdint>

#include "sim/lang/program.h"

namespace warpglass::exec {

// Values as register bits: a 32-bit register in the low half, upper half zero.
struct Operands {
  std::uint64_t a = 0, b = 0, c = 0;
};
// Result bits of an arithmetic instruction (kMove ... kMath). Source of the rules: PTX ISA (rounding, saturation, NaN,
// shifts); division by zero as program.h says; functions that a GPU approximates are the correctly rounded double
// result rounded once more to float.
std::uint64_t evaluate(const Instruction& instruction, const Operands& operands);

// Parts of it, by the file they are in.
std::uint64_t evaluate_integer(const Instruction& instruction, const Operands& operands);  // scalar_integer.cpp
std::uint64_t evaluate_bits(const Instruction& instruction, const Operands& operands);
std::uint64_t evaluate_float(const Instruction& instruction, const Operands& operands);  // scalar_float.cpp
std::uint64_t evaluate_convert(const Instruction& instruction, std::uint64_t value);     // scalar_convert.cpp
std::uint64_t evaluate_math(const Instruction& instruction, const Operands& operands);   // scalar_math.cpp
bool is_directed(const Instruction& instruction);  // float arithmetic rounded towards zero, down or up
std::uint64_t evaluate_directed(const Instruction& instruction, const Operands& operands);  // scalar_directed.cpp

// An integer cut to `type` as its register keeps it: sign- or zero-extended to 32 bits, 64-bit types whole.
std::uint64_t normalised(ValueType type, std::uint64_t bits);
std::int64_t signed_value(ValueType type, std::uint64_t bits);  // of an integer register

float half_to_float(std::uint16_t half);
std::uint16_t float_to_half(float value);    // nearest even
std::uint16_t double_to_half(double value);  // nearest even, one rounding

std::uint64_t float_bits(float value);  // NaN becomes the canonical one
// The value; of a NaN result the first NaN among the operands, made quiet, or 0xfff8000000000000 (measured on an H200).
std::uint64_t double_bits(double value, double a = 0, double b = 0, double c = 0);
std::uint64_t raw_bits(float value);  // NaN as it is
std::uint64_t raw_bits(double value);
float bits_float(std::uint64_t bits);
double bits_double(std::uint64_t bits);

// New value of an atomic: `old` and the operands in `type`.
std::uint64_t atomic_result(AtomicKind kind, ValueType type, std::uint64_t old, std::uint64_t operand,
                            std::uint64_t replacement);

}  // namespace warpglass::exec
