// Directed roundings against the definition: the two neighbours around the exact value, found with more digits.
#include <gtest/gtest.h>

#include <cfenv>
#include <cmath>
#include <cstring>
#include <random>

#include "sim/exec/scalar.h"

namespace warpglass::exec {
namespace {

Instruction instruction(Opcode opcode, ValueType type, Rounding rounding) {
  Instruction i;
  i.opcode = opcode;
  i.type = i.source_type = type;
  i.math = MathFunction::kSqrt;
  i.rounding = rounding;
  return i;
}

// What the host's own unit gives in that mode; volatile keeps the compiler from computing it beforehand.
template <class T>
T by_host(Opcode opcode, Rounding rounding, T x, T y, T z) {
  const int mode =
      rounding == Rounding::kZero ? FE_TOWARDZERO : (rounding == Rounding::kDown ? FE_DOWNWARD : FE_UPWARD);
  volatile T a = x, b = y, c = z, r = 0;
  std::fesetround(mode);
  if (opcode == Opcode::kAdd) r = a + b;
  if (opcode == Opcode::kMul) r = a * b;
  if (opcode == Opcode::kDiv) r = a / b;
  if (opcode == Opcode::kFma) r = std::fma(a, b, c);
  if (opcode == Opcode::kMath) r = std::sqrt(a);
  std::fesetround(FE_TONEAREST);
  return r;
}

template <class T, class Bits>
T any_number(std::mt19937_64& random, int spread) {
  Bits bits = static_cast<Bits>(random());
  T value;
  std::memcpy(&value, &bits, sizeof value);
  if (!std::isfinite(value)) value = T(1.5);
  return spread == 0 ? value : std::ldexp(std::copysign(T(1) + std::abs(std::fmod(value, T(1))), value), spread);
}

template <class T, class Bits>
void compare(ValueType type) {
  std::mt19937_64 random(7);
  const Opcode opcodes[] = {Opcode::kAdd, Opcode::kMul, Opcode::kDiv, Opcode::kFma, Opcode::kMath};
  for (int n = 0; n < 30000; ++n) {
    const int spread = n % 3 == 0 ? 0 : static_cast<int>(random() % 40) + 1;
    const T a = any_number<T, Bits>(random, spread), b = any_number<T, Bits>(random, spread ? 20 : 0);
    // A small sum of large terms is where a fused result is hardest.
    const T c = n % 5 == 0 ? -a * b : any_number<T, Bits>(random, spread ? 30 : 0);
    for (const Opcode opcode : opcodes)
      for (const Rounding rounding : {Rounding::kZero, Rounding::kDown, Rounding::kUp}) {
        const T first = opcode == Opcode::kMath ? std::abs(a) : a;
        if (opcode == Opcode::kFma && (spread == 0 || !std::isfinite(c))) continue;
        const T wanted = by_host(opcode, rounding, first, b, c);
        const Operands v{raw_bits(first), raw_bits(b), raw_bits(c)};
        const std::uint64_t found = evaluate(instruction(opcode, type, rounding), v);
        if (std::isnan(wanted)) continue;
        ASSERT_EQ(found, raw_bits(wanted)) << static_cast<int>(opcode) << " " << static_cast<int>(rounding) << " of "
                                           << first << ", " << b << ", " << c;
      }
  }
}

TEST(DirectedRounding, FloatIsTheNeighbourOnItsSide) { compare<float, std::uint32_t>(ValueType::kF32); }
TEST(DirectedRounding, DoubleIsTheNeighbourOnItsSide) { compare<double, std::uint64_t>(ValueType::kF64); }

TEST(DirectedRounding, OverflowAndZero) {
  const float largest = 3.402823466e38f;
  const auto add = [&](Rounding rounding, float a, float b) {
    return bits_float(evaluate(instruction(Opcode::kAdd, ValueType::kF32, rounding), {raw_bits(a), raw_bits(b), 0}));
  };
  EXPECT_EQ(add(Rounding::kZero, largest, largest), largest);
  EXPECT_EQ(add(Rounding::kUp, largest, largest), INFINITY);
  EXPECT_EQ(add(Rounding::kUp, -largest, -largest), -largest);
  EXPECT_TRUE(std::signbit(add(Rounding::kDown, 1.0f, -1.0f)));
  EXPECT_FALSE(std::signbit(add(Rounding::kUp, 1.0f, -1.0f)));
}

}  // namespace
}  // namespace warpglass::exec
