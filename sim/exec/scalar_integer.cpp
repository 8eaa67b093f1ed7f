// Integer operations of one lane: arithmetic, bits, comparison, atomics.
#include <bit>

#include "sim/exec/scalar.h"

namespace warpglass::exec {
namespace {

int width_of(ValueType type) { return value_type_is_wide(type) ? 64 : 32; }

// High half of a 64 x 64 product.
std::uint64_t high_product(std::uint64_t a, std::uint64_t b) {
  const std::uint64_t a0 = a & 0xffffffffu, a1 = a >> 32, b0 = b & 0xffffffffu, b1 = b >> 32;
  const std::uint64_t low = a0 * b0, mid1 = a1 * b0, mid2 = a0 * b1;
  const std::uint64_t carry = ((low >> 32) + (mid1 & 0xffffffffu) + (mid2 & 0xffffffffu)) >> 32;
  return a1 * b1 + (mid1 >> 32) + (mid2 >> 32) + carry;
}

std::uint64_t multiply_high(ValueType type, std::uint64_t a, std::uint64_t b) {
  if (!value_type_is_wide(type)) {
    if (!value_type_is_signed(type)) return ((a & 0xffffffffu) * (b & 0xffffffffu)) >> 32;
    const std::int64_t product = std::int64_t{static_cast<std::int32_t>(a)} * static_cast<std::int32_t>(b);
    return static_cast<std::uint64_t>(product >> 32) & 0xffffffffu;
  }
  std::uint64_t high = high_product(a, b);
  if (value_type_is_signed(type)) {
    if (static_cast<std::int64_t>(a) < 0) high -= b;
    if (static_cast<std::int64_t>(b) < 0) high -= a;
  }
  return high;
}

std::uint64_t wide_product(ValueType type, std::uint64_t a, std::uint64_t b) {
  if (!value_type_is_signed(type)) return (a & 0xffffffffu) * (b & 0xffffffffu);
  return static_cast<std::uint64_t>(std::int64_t{static_cast<std::int32_t>(a)} * static_cast<std::int32_t>(b));
}

std::uint64_t divide(ValueType type, std::uint64_t a, std::uint64_t b, bool remainder) {
  if (value_type_is_signed(type)) {
    const std::int64_t x = signed_value(type, a), y = signed_value(type, b);
    if (y == 0) return remainder ? a : ~std::uint64_t{0};
    if (y == -1) return remainder ? 0 : 0 - a;
    return static_cast<std::uint64_t>(remainder ? x % y : x / y);
  }
  if (b == 0) return remainder ? a : ~std::uint64_t{0};
  return remainder ? a % b : a / b;
}

std::uint64_t shift(const Instruction& i, std::uint64_t a, std::uint64_t amount) {
  const std::uint64_t width = static_cast<std::uint64_t>(width_of(i.type));
  amount &= 0xffffffffu;
  if (i.opcode == Opcode::kShl) return amount >= width ? 0 : a << amount;
  if (!value_type_is_signed(i.type)) return amount >= width ? 0 : a >> amount;
  return static_cast<std::uint64_t>(signed_value(i.type, a) >> (amount >= width ? width - 1 : amount));
}

bool compare(const Instruction& i, std::uint64_t a, std::uint64_t b) {
  if (value_type_is_signed(i.type)) return holds(i.compare, signed_value(i.type, a), signed_value(i.type, b));
  return holds(i.compare, a, b);
}

std::uint64_t funnel(const Instruction& i, const Operands& v) {
  const std::uint64_t both = (v.b & 0xffffffffu) << 32 | (v.a & 0xffffffffu);
  const bool left = i.bits == BitFunction::kFunnelLeft || i.bits == BitFunction::kFunnelLeftClamp;
  const bool clamp = i.bits == BitFunction::kFunnelLeftClamp || i.bits == BitFunction::kFunnelRightClamp;
  const std::uint64_t wanted = v.c & 0xffffffffu;
  const std::uint64_t amount = clamp ? (wanted > 32 ? 32 : wanted) : wanted & 31;
  return (left ? (both << amount) >> 32 : both >> amount) & 0xffffffffu;
}

// prmt: each nibble of the selector names one of eight bytes; its top bit asks for the byte's sign instead.
std::uint64_t permute_bytes(const Operands& v) {
  const std::uint64_t both = (v.b & 0xffffffffu) << 32 | (v.a & 0xffffffffu);
  std::uint64_t out = 0;
  for (int i = 0; i < 4; ++i) {
    const std::uint64_t nibble = (v.c >> (4 * i)) & 15;
    std::uint64_t byte = (both >> (8 * (nibble & 7))) & 0xff;
    if (nibble & 8) byte = byte & 0x80 ? 0xff : 0;
    out |= byte << (8 * i);
  }
  return out;
}

std::uint64_t reverse(std::uint64_t x, int width) {
  std::uint64_t out = 0;
  for (int i = 0; i < width; ++i) out |= ((x >> i) & 1u) << (width - 1 - i);
  return out;
}

std::uint64_t multiply24(ValueType type, std::uint64_t a, std::uint64_t b) {
  if (!value_type_is_signed(type)) return (a & 0xffffffu) * (b & 0xffffffu);
  const auto cut = [](std::uint64_t x) { return std::int64_t{static_cast<std::int32_t>(x << 8) >> 8}; };
  return static_cast<std::uint64_t>(cut(a) * cut(b));
}

}  // namespace

std::int64_t signed_value(ValueType type, std::uint64_t bits) {
  if (value_type_is_wide(type)) return static_cast<std::int64_t>(bits);
  return value_type_is_signed(type) ? std::int64_t{static_cast<std::int32_t>(bits)}
                                    : static_cast<std::int64_t>(bits & 0xffffffffu);
}

std::uint64_t normalised(ValueType type, std::uint64_t bits) {
  switch (type) {
    case ValueType::kS8:
      return static_cast<std::uint32_t>(static_cast<std::int32_t>(static_cast<std::int8_t>(bits)));
    case ValueType::kU8:
      return bits & 0xffu;
    case ValueType::kS16:
      return static_cast<std::uint32_t>(static_cast<std::int32_t>(static_cast<std::int16_t>(bits)));
    case ValueType::kF16:
    case ValueType::kU16:
      return bits & 0xffffu;
    case ValueType::kBool:
      return bits != 0;
    case ValueType::kS32:
    case ValueType::kU32:
    case ValueType::kF32:
      return bits & 0xffffffffu;
    default:
      return bits;
  }
}

std::uint64_t evaluate_integer(const Instruction& i, const Operands& v) {
  const auto cut = [&](std::uint64_t bits) {
    return i.type == ValueType::kBool ? std::uint64_t{(bits & 0xffffffffu) != 0} : normalised(i.type, bits);
  };
  const bool is_signed = value_type_is_signed(i.type);
  const bool less = is_signed ? signed_value(i.type, v.a) < signed_value(i.type, v.b) : v.a < v.b;
  switch (i.opcode) {
    case Opcode::kAdd:
      return cut(v.a + v.b);
    case Opcode::kSub:
      return cut(v.a - v.b);
    case Opcode::kMul:
      return cut(v.a * v.b);
    case Opcode::kMulHi:
      return cut(multiply_high(i.type, v.a, v.b));
    case Opcode::kMulWide:
      return wide_product(i.type, v.a, v.b);
    case Opcode::kMad:
      return cut(v.a * v.b + v.c);
    case Opcode::kMadWide:
      return wide_product(i.type, v.a, v.b) + v.c;
    case Opcode::kDiv:
      return cut(divide(i.type, v.a, v.b, false));
    case Opcode::kRem:
      return cut(divide(i.type, v.a, v.b, true));
    case Opcode::kNeg:
      return cut(0 - v.a);
    case Opcode::kAbs:
      return cut(is_signed && signed_value(i.type, v.a) < 0 ? 0 - v.a : v.a);
    case Opcode::kMin:
      return less ? v.a : v.b;
    case Opcode::kMax:
      return less ? v.b : v.a;
    case Opcode::kAnd:
      return v.a & v.b;
    case Opcode::kOr:
      return v.a | v.b;
    case Opcode::kXor:
      return v.a ^ v.b;
    case Opcode::kNot:
      return i.type == ValueType::kBool ? std::uint64_t{v.a == 0} : cut(~v.a);
    case Opcode::kShl:
    case Opcode::kShr:
      return cut(shift(i, v.a, v.b));
    case Opcode::kCompare:
      return compare(i, v.a, v.b);
    default:
      return 0;
  }
}

std::uint64_t evaluate_bits(const Instruction& i, const Operands& v) {
  const bool wide = value_type_is_wide(i.source_type);
  const int width = wide ? 64 : 32;
  const std::uint64_t a = wide ? v.a : v.a & 0xffffffffu;
  switch (i.bits) {
    case BitFunction::kPopCount:
      return static_cast<std::uint64_t>(std::popcount(a));
    case BitFunction::kLeadingZeros:
      return static_cast<std::uint64_t>(std::countl_zero(a) - (64 - width));
    case BitFunction::kFindFirstSet:
      return a == 0 ? 0 : static_cast<std::uint64_t>(std::countr_zero(a) + 1);
    case BitFunction::kReverse:
      return reverse(a, width);
    case BitFunction::kBytePermute:
      return permute_bytes(v);
    case BitFunction::kFunnelLeft:
    case BitFunction::kFunnelRight:
    case BitFunction::kFunnelLeftClamp:
    case BitFunction::kFunnelRightClamp:
      return funnel(i, v);
    case BitFunction::kSad: {
      const bool is_signed = value_type_is_signed(i.source_type);  // the result is unsigned all the same
      const bool less = is_signed ? signed_value(i.source_type, v.a) < signed_value(i.source_type, v.b) : v.a < v.b;
      return normalised(i.type, (less ? v.b - v.a : v.a - v.b) + v.c);
    }
    case BitFunction::kMul24:
      return multiply24(i.type, v.a, v.b) & 0xffffffffu;
  }
  return 0;
}

std::uint64_t atomic_result(AtomicKind kind, ValueType type, std::uint64_t old, std::uint64_t operand,
                            std::uint64_t replacement) {
  const bool less = value_type_is_signed(type) ? signed_value(type, operand) < signed_value(type, old) : operand < old;
  if (value_type_is_float(type) && (kind == AtomicKind::kAdd || kind == AtomicKind::kFloatAdd)) {
    Instruction add;
    add.opcode = Opcode::kAdd;
    add.type = type;
    return evaluate(add, {old, operand, 0});
  }
  switch (kind) {
    case AtomicKind::kAdd:
    case AtomicKind::kFloatAdd:
      return normalised(type, old + operand);
    case AtomicKind::kSub:
      return normalised(type, old - operand);
    case AtomicKind::kMin:
      return less ? operand : old;
    case AtomicKind::kMax:
      return less || operand == old ? old : operand;
    case AtomicKind::kAnd:
      return old & operand;
    case AtomicKind::kOr:
      return old | operand;
    case AtomicKind::kXor:
      return old ^ operand;
    case AtomicKind::kInc:
      return old >= operand ? 0 : normalised(type, old + 1);
    case AtomicKind::kDec:
      return old == 0 || old > operand ? operand : normalised(type, old - 1);
    case AtomicKind::kExch:
      return operand;
    case AtomicKind::kCas:
      return old == operand ? replacement : old;
  }
  return old;
}

}  // namespace warpglass::exec
