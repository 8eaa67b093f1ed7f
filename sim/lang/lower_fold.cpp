// Constant arithmetic for the lowering. Integers wrap; floats are IEEE single or double, nearest.
#include "sim/lang/lower_fold.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace warpglass::lang {

namespace {

float as_float(std::uint64_t bits) { return std::bit_cast<float>(static_cast<std::uint32_t>(bits)); }
double as_double(std::uint64_t bits) { return std::bit_cast<double>(bits); }

template <class T>
std::optional<T> fold_float(Opcode opcode, T a, T b) {
  T result;
  switch (opcode) {
    case Opcode::kAdd:
      result = a + b;
      break;
    case Opcode::kSub:
      result = a - b;
      break;
    case Opcode::kMul:
      result = a * b;
      break;
    case Opcode::kDiv:
      if (b == T{0}) return std::nullopt;
      result = a / b;
      break;
    default:
      return std::nullopt;
  }
  if (std::isnan(result)) return std::nullopt;
  return result;
}

std::optional<std::uint64_t> fold_shift(Opcode opcode, ValueType type, std::uint64_t a, std::uint64_t amount) {
  const std::uint32_t width = value_type_is_wide(type) ? 64 : 32;
  if (amount >= width) return std::nullopt;
  if (opcode == Opcode::kShl) return normalise_bits(type, a << amount);
  if (value_type_is_signed(type))
    return normalise_bits(type, static_cast<std::uint64_t>(signed_value(type, a) >> amount));
  return normalise_bits(type, a >> amount);
}

std::optional<std::uint64_t> fold_divide(Opcode opcode, ValueType type, std::uint64_t a, std::uint64_t b) {
  if (b == 0) return std::nullopt;
  const bool quotient = opcode == Opcode::kDiv;
  if (!value_type_is_signed(type)) return quotient ? a / b : a % b;
  const std::int64_t x = signed_value(type, a), y = signed_value(type, b);
  if (y == -1) return quotient ? normalise_bits(type, 0 - a) : 0;
  return normalise_bits(type, static_cast<std::uint64_t>(quotient ? x / y : x % y));
}

std::optional<std::uint64_t> fold_integer(Opcode opcode, ValueType type, std::uint64_t a, std::uint64_t b) {
  const bool less = value_type_is_signed(type) ? signed_value(type, a) < signed_value(type, b) : a < b;
  switch (opcode) {
    case Opcode::kAdd:
      return normalise_bits(type, a + b);
    case Opcode::kSub:
      return normalise_bits(type, a - b);
    case Opcode::kMul:
      return normalise_bits(type, a * b);
    case Opcode::kAnd:
      return a & b;
    case Opcode::kOr:
      return a | b;
    case Opcode::kXor:
      return normalise_bits(type, a ^ b);
    case Opcode::kMin:
      return less ? a : b;
    case Opcode::kMax:
      return less ? b : a;
    case Opcode::kShl:
    case Opcode::kShr:
      return fold_shift(opcode, type, a, b);
    case Opcode::kDiv:
    case Opcode::kRem:
      return fold_divide(opcode, type, a, b);
    default:
      return std::nullopt;
  }
}

std::optional<std::uint64_t> float_bits(ValueType to, double value) {
  if (to == ValueType::kF64) return std::bit_cast<std::uint64_t>(value);
  if (to == ValueType::kF32) return std::bit_cast<std::uint32_t>(static_cast<float>(value));
  return std::nullopt;
}

}  // namespace

std::uint64_t normalise_bits(ValueType type, std::uint64_t bits) {
  switch (type) {
    case ValueType::kS8:
      return static_cast<std::uint32_t>(static_cast<std::int32_t>(static_cast<std::int8_t>(bits)));
    case ValueType::kU8:
      return static_cast<std::uint8_t>(bits);
    case ValueType::kS16:
      return static_cast<std::uint32_t>(static_cast<std::int32_t>(static_cast<std::int16_t>(bits)));
    case ValueType::kU16:
    case ValueType::kF16:
      return static_cast<std::uint16_t>(bits);
    case ValueType::kBool:
      return bits & 1u;
    case ValueType::kS64:
    case ValueType::kU64:
    case ValueType::kF64:
      return bits;
    default:
      return static_cast<std::uint32_t>(bits);
  }
}

std::int64_t signed_value(ValueType type, std::uint64_t bits) {
  if (type == ValueType::kU32 || type == ValueType::kBool || type == ValueType::kU8 || type == ValueType::kU16)
    return static_cast<std::int64_t>(bits & 0xffffffffu);
  if (value_type_is_wide(type)) return static_cast<std::int64_t>(bits);
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(bits));
}

std::optional<std::uint64_t> fold_binary(Opcode opcode, ValueType type, std::uint64_t a, std::uint64_t b) {
  if (type == ValueType::kF16) return std::nullopt;
  if (type == ValueType::kF32) {
    const auto result = fold_float(opcode, as_float(a), as_float(b));
    return result ? float_bits(type, static_cast<double>(*result)) : std::nullopt;
  }
  if (type == ValueType::kF64) {
    const auto result = fold_float(opcode, as_double(a), as_double(b));
    return result ? float_bits(type, *result) : std::nullopt;
  }
  return fold_integer(opcode, type, a, b);
}

std::optional<bool> fold_compare(Compare compare, ValueType type, std::uint64_t a, std::uint64_t b) {
  if (type == ValueType::kF16) return std::nullopt;
  if (type == ValueType::kF32) return holds(compare, as_float(a), as_float(b));
  if (type == ValueType::kF64) return holds(compare, as_double(a), as_double(b));
  if (value_type_is_signed(type)) return holds(compare, signed_value(type, a), signed_value(type, b));
  return holds(compare, a, b);
}

std::optional<std::uint64_t> fold_convert(ValueType from, ValueType to, std::uint64_t bits) {
  if (from == ValueType::kF16 || to == ValueType::kF16) return std::nullopt;
  if (!value_type_is_float(from)) {
    const std::int64_t number = signed_value(from, bits);
    if (to == ValueType::kBool) return bits != 0 ? 1u : 0u;
    if (!value_type_is_float(to)) return normalise_bits(to, static_cast<std::uint64_t>(number));
    const bool huge = from == ValueType::kU64 && number < 0;
    if (to == ValueType::kF32)
      return std::bit_cast<std::uint32_t>(huge ? static_cast<float>(bits) : static_cast<float>(number));
    return std::bit_cast<std::uint64_t>(huge ? static_cast<double>(bits) : static_cast<double>(number));
  }
  const double value = from == ValueType::kF32 ? static_cast<double>(as_float(bits)) : as_double(bits);
  if (std::isnan(value)) return std::nullopt;
  if (to == ValueType::kBool) return value != 0.0 ? 1u : 0u;
  if (value_type_is_float(to)) return float_bits(to, value);
  const bool narrow = value_type_bytes(to) < 4;
  if (narrow || std::fabs(value) >= 2147483647.0 || (!value_type_is_signed(to) && value < 0)) return std::nullopt;
  return normalise_bits(to, static_cast<std::uint64_t>(static_cast<std::int64_t>(value)));
}

}  // namespace warpglass::lang
