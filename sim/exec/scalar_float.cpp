// Floating-point operations of one lane, and the dispatch over all arithmetic.
#include <cmath>
#include <cstring>

#include "sim/exec/scalar.h"

namespace warpglass::exec {
namespace {

template <class T>
T fused(T a, T b, T c) {
  return std::fma(a, b, c);
}

// PTX: the number beats NaN, -0 is below +0.
template <class T>
T lesser(T a, T b) {
  if (std::isnan(a)) return b;
  if (std::isnan(b)) return a;
  if (a == b) return std::signbit(a) ? a : b;
  return a < b ? a : b;
}
template <class T>
T greater(T a, T b) {
  if (std::isnan(a)) return b;
  if (std::isnan(b)) return a;
  if (a == b) return std::signbit(a) ? b : a;
  return a > b ? a : b;
}

template <class T>
T arithmetic(Opcode opcode, T a, T b, T c) {
  switch (opcode) {
    case Opcode::kAdd:
      return a + b;
    case Opcode::kSub:
      return a - b;
    case Opcode::kMul:
      return a * b;
    case Opcode::kFma:
    case Opcode::kMad:
      return fused(a, b, c);
    case Opcode::kDiv:
      return a / b;
    case Opcode::kRem:
      return std::fmod(a, b);
    case Opcode::kNeg:
      return -a;
    case Opcode::kAbs:
      return std::fabs(a);
    case Opcode::kMin:
      return lesser(a, b);
    case Opcode::kMax:
      return greater(a, b);
    default:
      return a;
  }
}

std::uint64_t evaluate_half(const Instruction& i, const Operands& v) {
  const auto half = [](std::uint64_t bits) { return half_to_float(static_cast<std::uint16_t>(bits)); };
  // A product of halves is exact in float, and float sums of halves round once more without harm; the fused form
  // needs double.
  if (i.opcode == Opcode::kFma || i.opcode == Opcode::kMad)
    return double_to_half(std::fma(double{half(v.a)}, double{half(v.b)}, double{half(v.c)}));
  return float_to_half(arithmetic<float>(i.opcode, half(v.a), half(v.b), half(v.c)));
}

bool is_bitwise(Opcode opcode) {
  return opcode == Opcode::kAnd || opcode == Opcode::kOr || opcode == Opcode::kXor || opcode == Opcode::kNot;
}

}  // namespace

std::uint64_t float_bits(float value) {
  if (value != value) return 0x7fffffffu;
  std::uint32_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}
std::uint64_t raw_bits(float value) {
  std::uint32_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}
std::uint64_t raw_bits(double value) {
  std::uint64_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}
std::uint64_t double_bits(double value, double a, double b, double c) {
  if (value == value) return raw_bits(value);
  for (const double operand : {a, b, c})
    if (operand != operand) return raw_bits(operand) | 0x0008000000000000ull;
  return 0xfff8000000000000ull;
}
float bits_float(std::uint64_t bits) {
  const std::uint32_t low = static_cast<std::uint32_t>(bits);
  float value;
  std::memcpy(&value, &low, sizeof value);
  return value;
}
double bits_double(std::uint64_t bits) {
  double value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

namespace {

// Operands that the operation does not have hold nothing that counts.
std::uint64_t evaluate_double(const Instruction& i, double a, double b, double c) {
  if (i.opcode == Opcode::kNeg || i.opcode == Opcode::kAbs) b = 0;
  if (i.opcode != Opcode::kFma && i.opcode != Opcode::kMad) c = 0;
  if (i.opcode == Opcode::kMin || i.opcode == Opcode::kMax) std::swap(a, b);
  return double_bits(arithmetic(i.opcode, a, b, c), a, b, c);
}

}  // namespace

std::uint64_t evaluate_float(const Instruction& i, const Operands& v) {
  if (i.opcode == Opcode::kCompare) {
    if (i.type == ValueType::kF64) return holds(i.compare, bits_double(v.a), bits_double(v.b));
    if (i.type == ValueType::kF32) return holds(i.compare, bits_float(v.a), bits_float(v.b));
    return holds(i.compare, half_to_float(static_cast<std::uint16_t>(v.a)),
                 half_to_float(static_cast<std::uint16_t>(v.b)));
  }
  if (i.type == ValueType::kF16) return evaluate_half(i, v);
  if (i.type == ValueType::kF64) return evaluate_double(i, bits_double(v.a), bits_double(v.b), bits_double(v.c));
  return float_bits(arithmetic(i.opcode, bits_float(v.a), bits_float(v.b), bits_float(v.c)));
}

std::uint64_t evaluate(const Instruction& i, const Operands& v) {
  if (is_directed(i)) return evaluate_directed(i, v);
  switch (i.opcode) {
    case Opcode::kMove:
      return v.a;
    case Opcode::kSelect:
      return (v.c & 0xffffffffu) != 0 ? v.a : v.b;
    case Opcode::kConvert:
      return evaluate_convert(i, v.a);
    case Opcode::kBits:
      return evaluate_bits(i, v);
    case Opcode::kMath:
      return evaluate_math(i, v);
    default:
      break;
  }
  if (!value_type_is_float(i.type)) return evaluate_integer(i, v);
  if (is_bitwise(i.opcode)) {
    Instruction bitwise = i;
    bitwise.type = i.type == ValueType::kF64 ? ValueType::kU64 : ValueType::kU32;
    return evaluate_integer(bitwise, v);
  }
  return evaluate_float(i, v);
}

}  // namespace warpglass::exec
