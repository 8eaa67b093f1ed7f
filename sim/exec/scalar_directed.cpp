// Arithmetic with a directed rounding (add.rz, mul.rm, fma.rp, sqrt.rz ...): the nearest result, then one step towards
// the rounding's side when the exact value lies there. Which side it lies on is found from remainders that are exact.
#include <cmath>
#include <limits>

#include "sim/exec/scalar.h"

namespace warpglass::exec {
namespace {

int sign_of(double value) { return value < 0 ? -1 : (value > 0 ? 1 : 0); }

// value * 2^-exponent: with both factors between 1/2 and 1 no remainder underflows.
template <class T>
struct Split {
  T mantissa = 0;
  int exponent = 0;
};
template <class T>
Split<T> split(T value) {
  Split<T> out;
  out.mantissa = std::frexp(value, &out.exponent);
  return out;
}

// Sign of a * b - c.
template <class T>
int product_side(T a, T b, T c) {
  const Split<T> x = split(a), y = split(b);
  return sign_of(std::fma(x.mantissa, y.mantissa, -std::ldexp(c, -(x.exponent + y.exponent))));
}

// What a + b loses by rounding to `sum`; exact.
template <class T>
T lost(T a, T b, T sum) {
  const T rest = sum - a;
  return (a - (sum - rest)) + (b - rest);
}

int fused_side(float a, float b, float c, float near) {
  const double product = double{a} * double{b};  // exact
  const double sum = product + double{c};
  return sign_of((sum - double{near}) + lost(product, double{c}, sum));
}

int fused_side(double a, double b, double c, double near) {
  const double product = a * b, product_rest = std::fma(a, b, -product);
  const double sum = product + c, sum_rest = lost(product, c, sum);
  const double gap = sum - near, gap_rest = lost(sum, -near, gap);
  const double rest = sum_rest + product_rest, rest_rest = lost(sum_rest, product_rest, rest);
  return sign_of((gap + rest) + (gap_rest + rest_rest + lost(gap, rest, gap + rest)));
}

// -1: the exact result lies below `near`; 1: above; 0: it is `near`.
template <class T>
int side(const Instruction& i, T a, T b, T c, T near) {
  switch (i.opcode) {
    case Opcode::kAdd:
      return sign_of(lost(a, b, near));
    case Opcode::kMul:
      return product_side(a, b, near);
    case Opcode::kDiv:
      return (near == 0 ? sign_of(a) : -product_side(near, b, a)) * (std::signbit(b) ? -1 : 1);
    case Opcode::kFma:
      return fused_side(a, b, c, near);
    default:  // the square root
      return -product_side(near, near, a);
  }
}

template <class T>
T nearest(const Instruction& i, T a, T b, T c) {
  switch (i.opcode) {
    case Opcode::kAdd:
      return a + b;
    case Opcode::kMul:
      return a * b;
    case Opcode::kDiv:
      return a / b;
    case Opcode::kFma:
      return std::fma(a, b, c);
    default:
      return std::sqrt(a);
  }
}

// Terms of opposite signs: when they leave nothing it is -0 when rounding down.
template <class T>
bool cancels(const Instruction& i, T a, T b, T c) {
  if (i.opcode == Opcode::kAdd) return std::signbit(a) != std::signbit(b);
  return i.opcode == Opcode::kFma && (std::signbit(a) != std::signbit(b)) != std::signbit(c);
}

template <class T>
T directed(const Instruction& i, T a, T b, T c) {
  const T infinity = std::numeric_limits<T>::infinity(), near = nearest(i, a, b, c);
  const bool exact = std::isnan(near) || !std::isfinite(a) || !std::isfinite(b) || !std::isfinite(c) ||
                     (i.opcode == Opcode::kDiv && b == 0);
  if (exact) return near;
  const bool zero = i.rounding == Rounding::kZero;
  const int where = std::isinf(near) ? (near > 0 ? -1 : 1) : side(i, a, b, c, near);
  if (where == 0 && near == 0 && i.rounding == Rounding::kDown && cancels(i, a, b, c)) return -std::fabs(near);
  const bool negative = std::signbit(near);
  if (where < 0 && (i.rounding == Rounding::kDown || (zero && !negative))) return std::nextafter(near, -infinity);
  if (where > 0 && (i.rounding == Rounding::kUp || (zero && negative))) return std::nextafter(near, infinity);
  return near;
}

}  // namespace

bool is_directed(const Instruction& i) {
  const bool rounds = i.rounding == Rounding::kZero || i.rounding == Rounding::kDown || i.rounding == Rounding::kUp;
  if (!rounds || (i.type != ValueType::kF32 && i.type != ValueType::kF64)) return false;
  return i.opcode == Opcode::kAdd || i.opcode == Opcode::kMul || i.opcode == Opcode::kDiv || i.opcode == Opcode::kFma ||
         (i.opcode == Opcode::kMath && i.math == MathFunction::kSqrt);
}

std::uint64_t evaluate_directed(const Instruction& i, const Operands& v) {
  const bool two = i.opcode != Opcode::kMath, three = i.opcode == Opcode::kFma;
  if (i.type == ValueType::kF32) {
    const float a = bits_float(v.a), b = two ? bits_float(v.b) : 0.0f, c = three ? bits_float(v.c) : 0.0f;
    return float_bits(directed(i, a, b, c));
  }
  const double a = bits_double(v.a), b = two ? bits_double(v.b) : 0.0, c = three ? bits_double(v.c) : 0.0;
  return double_bits(directed(i, a, b, c), a, b, c);
}

}  // namespace warpglass::exec
