// kConvert for one lane, after PTX's cvt: integers cut or extend, floats round once, float to integer saturates.
#include <bit>
#include <cmath>
#include <limits>

#include "sim/exec/scalar.h"

namespace warpglass::exec {
namespace {

struct IntegerRange {
  double low = 0, high = 0;  // high: first double above the largest value
  std::uint64_t least = 0, most = 0;
};

IntegerRange range_of(ValueType type) {
  switch (type) {
    case ValueType::kS8:
      return {-128.0, 128.0, std::uint64_t(-128), 127};
    case ValueType::kU8:
      return {0.0, 256.0, 0, 255};
    case ValueType::kS16:
      return {-32768.0, 32768.0, std::uint64_t(-32768), 32767};
    case ValueType::kU16:
      return {0.0, 65536.0, 0, 65535};
    case ValueType::kU32:
      return {0.0, 4294967296.0, 0, 0xffffffffu};
    case ValueType::kS64:
      return {-9223372036854775808.0, 9223372036854775808.0, 0x8000000000000000ull, 0x7fffffffffffffffull};
    case ValueType::kU64:
      return {0.0, 18446744073709551616.0, 0, ~std::uint64_t{0}};
    default:
      return {-2147483648.0, 2147483648.0, std::uint64_t(-2147483648ll), 0x7fffffffu};
  }
}

double rounded(double x, Rounding rounding) {
  switch (rounding) {
    case Rounding::kNearest:
      return std::nearbyint(x);
    case Rounding::kDown:
      return std::floor(x);
    case Rounding::kUp:
      return std::ceil(x);
    default:
      return std::trunc(x);
  }
}

std::uint64_t to_integer(const Instruction& i, double x) {
  if (i.type == ValueType::kBool) return x != 0;
  if (x != x) {
    // PTX: zero, but the integer's top bit alone where one side has 64 bits.
    const bool wide_type = value_type_is_wide(i.type);
    if (i.source_type != ValueType::kF64 && !wide_type) return 0;
    return normalised(i.type,
                      wide_type ? std::uint64_t{1} << 63 : std::uint64_t{1} << (8 * value_type_bytes(i.type) - 1));
  }
  const IntegerRange range = range_of(i.type);
  const double whole = rounded(x, i.rounding);
  if (whole < range.low) return normalised(i.type, range.least);
  if (whole >= range.high) return normalised(i.type, range.most);
  if (whole >= 9223372036854775808.0) return static_cast<std::uint64_t>(whole);
  return normalised(i.type, static_cast<std::uint64_t>(static_cast<std::int64_t>(whole)));
}

// The neighbour that a directed rounding asks for; `order` says how the exact value lies to `near`: -1 below, 1 above.
template <class T>
T directed(T near, int order, Rounding rounding, bool negative) {
  const T infinity = std::numeric_limits<T>::infinity();
  const bool down = rounding == Rounding::kDown || (rounding == Rounding::kZero && !negative);
  const bool up = rounding == Rounding::kUp || (rounding == Rounding::kZero && negative);
  if (down && order < 0) return std::nextafter(near, -infinity);
  if (up && order > 0) return std::nextafter(near, infinity);
  return near;
}

float narrowed(double x, Rounding rounding) {
  const float near = static_cast<float>(x);
  if (rounding == Rounding::kDefault || rounding == Rounding::kNearest || x != x) return near;
  const double back = near;
  return directed(near, back > x ? -1 : (back < x ? 1 : 0), rounding, x < 0);
}

// An integer (magnitude and sign) to a float type, with its rounding.
template <class T>
T from_integer(std::uint64_t magnitude, bool negative, Rounding rounding) {
  const T near = static_cast<T>(magnitude);
  const T value = negative ? -near : near;
  if (rounding == Rounding::kDefault || rounding == Rounding::kNearest) return value;
  int order = 0;  // of the exact magnitude against `near`
  if (near >= T(18446744073709551616.0)) {
    order = -1;
  } else {
    const std::uint64_t back = static_cast<std::uint64_t>(near);
    order = magnitude < back ? -1 : (magnitude > back ? 1 : 0);
  }
  return directed(value, negative ? -order : order, rounding, negative);
}

std::uint64_t integer_to_float(const Instruction& i, std::uint64_t bits) {
  const std::int64_t value = signed_value(i.source_type, bits);
  const bool negative = value_type_is_signed(i.source_type) && value < 0;
  const std::uint64_t magnitude = negative ? 0 - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
  if (i.type == ValueType::kF64) return raw_bits(from_integer<double>(magnitude, negative, i.rounding));
  if (i.type == ValueType::kF32) return float_bits(from_integer<float>(magnitude, negative, i.rounding));
  // Above 2^17 every integer is infinity as a half; below it a float holds it exactly.
  const float exact = magnitude > 131072 ? 131072.0f : static_cast<float>(magnitude);
  return float_to_half(negative ? -exact : exact);
}

}  // namespace

float half_to_float(std::uint16_t half) {
  const std::uint32_t sign = static_cast<std::uint32_t>(half & 0x8000u) << 16;
  const std::uint32_t exponent = (half >> 10) & 31u, fraction = half & 0x3ffu;
  if (exponent == 31) return std::bit_cast<float>(sign | 0x7f800000u | fraction << 13);
  if (exponent == 0) {
    const float tiny = static_cast<float>(fraction) * 5.9604644775390625e-8f;  // 2^-24
    return sign != 0 ? -tiny : tiny;
  }
  return std::bit_cast<float>(sign | (exponent + 112) << 23 | fraction << 13);
}

std::uint16_t double_to_half(double value) {
  const std::uint16_t sign = std::signbit(value) ? 0x8000u : 0;
  const double size = std::fabs(value);
  if (value != value) return 0x7fff;
  if (size == 0.0) return sign;
  if (size >= 65520.0) return static_cast<std::uint16_t>(sign | 0x7c00u);
  int exponent = 0;
  std::frexp(size, &exponent);  // size = m * 2^exponent, m in [0.5, 1)
  const int scale = exponent - 11 < -24 ? -24 : exponent - 11;
  const double steps = std::nearbyint(std::ldexp(size, -scale));  // nearest even, at most 2048
  const std::uint32_t bits = static_cast<std::uint32_t>(steps);
  if (scale == -24) return static_cast<std::uint16_t>(sign | bits);  // subnormal, or carries into the first normal
  return static_cast<std::uint16_t>(sign | ((static_cast<std::uint32_t>(scale + 24) << 10) + bits));
}

std::uint16_t float_to_half(float value) { return double_to_half(double{value}); }

std::uint64_t evaluate_convert(const Instruction& i, std::uint64_t bits) {
  if (!value_type_is_float(i.source_type)) {
    if (value_type_is_float(i.type)) return integer_to_float(i, bits);
    const bool wide_source = value_type_is_wide(i.source_type);
    if (i.type == ValueType::kBool) return wide_source ? bits != 0 : (bits & 0xffffffffu) != 0;
    return normalised(i.type, wide_source ? bits : static_cast<std::uint64_t>(signed_value(i.source_type, bits)));
  }
  const double value = i.source_type == ValueType::kF64   ? bits_double(bits)
                       : i.source_type == ValueType::kF32 ? double{bits_float(bits)}
                                                          : double{half_to_float(static_cast<std::uint16_t>(bits))};
  if (!value_type_is_float(i.type)) return to_integer(i, value);
  const bool same = i.type == i.source_type;
  // cvt.rni / rmi / ... between equal float types rounds to a whole number.
  if (same && i.rounding != Rounding::kDefault) {
    const double whole = rounded(value, i.rounding);
    return i.type == ValueType::kF64 ? double_bits(whole, value) : float_bits(static_cast<float>(whole));
  }
  if (i.type == ValueType::kF64) return raw_bits(value);
  if (i.type == ValueType::kF32)
    return raw_bits(value != value ? static_cast<float>(value) : narrowed(value, i.rounding));
  return double_to_half(value);
}

}  // namespace warpglass::exec
