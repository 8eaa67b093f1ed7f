// Constant folding: see fold.h. Everything is done in unsigned arithmetic of the operand's width, so nothing here can
// overflow in our own code; division by zero is left for the machine.
#include "sim/lang/fold.h"

#include <bit>
#include <cmath>
#include <limits>

namespace warpglass::lang {
namespace {

// Cuts a 64-bit pattern to the width of `type` and extends it by its sign.
std::uint64_t extend(std::uint64_t bits, ValueType type) {
  switch (type) {
    case ValueType::kBool:
      return bits ? 1 : 0;
    case ValueType::kS8:
      return static_cast<std::uint64_t>(static_cast<std::int64_t>(static_cast<std::int8_t>(bits)));
    case ValueType::kU8:
      return bits & 0xffu;
    case ValueType::kS16:
      return static_cast<std::uint64_t>(static_cast<std::int64_t>(static_cast<std::int16_t>(bits)));
    case ValueType::kU16:
      return bits & 0xffffu;
    case ValueType::kS32:
      return static_cast<std::uint64_t>(static_cast<std::int64_t>(static_cast<std::int32_t>(bits)));
    case ValueType::kU32:
      return bits & 0xffffffffu;
    default:
      return bits;
  }
}

std::uint64_t saturate(double value, ValueType to) {
  if (std::isnan(value)) return 0;
  const double cut = std::trunc(value);
  const auto width = static_cast<int>(value_type_bytes(to)) * 8;
  const bool is_signed = value_type_is_signed(to);
  const double top = std::ldexp(1.0, is_signed ? width - 1 : width);
  if (is_signed) {
    if (cut >= top) return extend(~std::uint64_t{0} >> (65 - width), to);
    if (cut < -top) return extend(std::uint64_t{1} << (width - 1), to);
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(cut));
  }
  if (cut >= top) return extend(~std::uint64_t{0}, to);
  return cut <= 0 ? 0 : static_cast<std::uint64_t>(cut);
}

template <class T>
bool fold_real(BinaryOp op, T a, T b, T& out) {
  switch (op) {
    case BinaryOp::kAdd:
      out = a + b;
      return true;
    case BinaryOp::kSub:
      out = a - b;
      return true;
    case BinaryOp::kMul:
      out = a * b;
      return true;
    case BinaryOp::kDiv:
      if (b == T{0}) return false;
      out = a / b;
      return true;
    case BinaryOp::kMin:
      out = std::fmin(a, b);
      return true;
    case BinaryOp::kMax:
      out = std::fmax(a, b);
      return true;
    default:
      return false;
  }
}

bool fold_division(BinaryOp op, std::uint64_t a, std::uint64_t b, ValueType type, std::uint64_t& out) {
  if (b == 0) return false;
  if (!value_type_is_signed(type)) {
    out = op == BinaryOp::kDiv ? a / b : a % b;
    return true;
  }
  const auto sa = static_cast<std::int64_t>(a), sb = static_cast<std::int64_t>(b);
  if (sb == -1) {
    out = op == BinaryOp::kDiv ? 0 - a : 0;
    return true;
  }
  out = static_cast<std::uint64_t>(op == BinaryOp::kDiv ? sa / sb : sa % sb);
  return true;
}

std::uint64_t fold_shift(BinaryOp op, std::uint64_t a, std::uint64_t amount, ValueType type) {
  const std::uint64_t width = value_type_bytes(type) * 8;
  if (op == BinaryOp::kShl) return amount >= width ? 0 : a << amount;
  if (!value_type_is_signed(type)) return amount >= width ? 0 : a >> amount;
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(a) >> (amount >= width ? width - 1 : amount));
}

bool fold_integer(BinaryOp op, std::uint64_t a, std::uint64_t b, ValueType type, std::uint64_t& out) {
  const bool is_signed = value_type_is_signed(type);
  const bool less = is_signed ? static_cast<std::int64_t>(a) < static_cast<std::int64_t>(b) : a < b;
  switch (op) {
    case BinaryOp::kAdd:
      out = a + b;
      break;
    case BinaryOp::kSub:
      out = a - b;
      break;
    case BinaryOp::kMul:
      out = a * b;
      break;
    case BinaryOp::kDiv:
    case BinaryOp::kRem:
      if (!fold_division(op, a, b, type, out)) return false;
      break;
    case BinaryOp::kAnd:
      out = a & b;
      break;
    case BinaryOp::kOr:
      out = a | b;
      break;
    case BinaryOp::kXor:
      out = a ^ b;
      break;
    case BinaryOp::kShl:
    case BinaryOp::kShr:
      out = fold_shift(op, a, b, type);
      break;
    case BinaryOp::kMin:
      out = less ? a : b;
      break;
    case BinaryOp::kMax:
      out = less ? b : a;
      break;
  }
  out = extend(out, type);
  return true;
}

bool fold_compare(const TypedExpr& node) {
  const TypeRef type = node.a->type;
  const std::uint64_t a = node.a->bits, b = node.b->bits;
  if (type->is_scalar() && value_type_is_float(type->scalar))
    return holds(node.compare, bits_real(a, type->scalar), bits_real(b, type->scalar));
  if (type->is_scalar() && value_type_is_signed(type->scalar))
    return holds(node.compare, static_cast<std::int64_t>(a), static_cast<std::int64_t>(b));
  return holds(node.compare, a, b);
}

bool fold_binary(const TypedExpr& node, std::uint64_t& out) {
  const ValueType type = node.type->scalar;
  if (!node.type->is_scalar()) return false;
  if (type == ValueType::kF32) {
    float value = 0;
    if (!fold_real(node.binary, std::bit_cast<float>(static_cast<std::uint32_t>(node.a->bits)),
                   std::bit_cast<float>(static_cast<std::uint32_t>(node.b->bits)), value))
      return false;
    out = std::bit_cast<std::uint32_t>(value);
    return true;
  }
  if (type == ValueType::kF64) {
    double value = 0;
    if (!fold_real(node.binary, bits_real(node.a->bits, type), bits_real(node.b->bits, type), value)) return false;
    out = std::bit_cast<std::uint64_t>(value);
    return true;
  }
  return fold_integer(node.binary, node.a->bits, node.b->bits, type, out);
}

bool fold_unary(const TypedExpr& node, std::uint64_t& out) {
  const std::uint64_t a = node.a->bits;
  const ValueType type = node.a->type->scalar;
  if (!node.type->is_scalar() || !node.a->type->is_scalar()) return false;
  switch (node.unary) {
    case UnaryOp::kNegate:
      if (type == ValueType::kF32)
        out = a ^ 0x80000000u;
      else if (type == ValueType::kF64)
        out = a ^ (std::uint64_t{1} << 63);
      else
        out = extend(0 - a, type);
      return true;
    case UnaryOp::kBitNot:
      out = extend(~a, type);
      return true;
    case UnaryOp::kLogicalNot:
      out = bits_true(a, type) ? 0 : 1;
      return true;
    case UnaryOp::kAbs:
      if (value_type_is_float(type))
        out = real_bits(std::fabs(bits_real(a, type)), type);
      else
        out = extend(value_type_is_signed(type) && static_cast<std::int64_t>(a) < 0 ? 0 - a : a, type);
      return true;
  }
  return false;
}

bool fold_convert(const TypedExpr& node, std::uint64_t& out) {
  if (node.rounding != Rounding::kDefault) return false;
  if (!node.type->is_scalar() || !node.a->type->is_scalar()) {
    out = node.a->bits;
    return node.type->is_pointer() && (node.a->type->is_pointer() || node.a->bits == 0);
  }
  out = convert_bits(node.a->bits, node.a->type->scalar, node.type->scalar);
  return true;
}

TypedExprPtr constant_from(TypedExprPtr node, std::uint64_t bits) {
  node->kind = TypedKind::kConstant;
  node->bits = bits;
  node->a.reset();
  node->b.reset();
  node->c.reset();
  return node;
}

TypedExprPtr fold_logical(TypedExprPtr node) {
  if (!is_constant(*node->a)) return node;
  const bool decides = (node->kind == TypedKind::kLogicalOr) == (node->a->bits != 0);
  const std::uint64_t truth = node->kind == TypedKind::kLogicalOr ? 1 : 0;
  if (decides) return constant_from(std::move(node), truth);
  TypedExprPtr rest = std::move(node->b);
  return rest;
}

}  // namespace

std::uint64_t real_bits(double value, ValueType type) {
  return type == ValueType::kF32 ? std::bit_cast<std::uint32_t>(static_cast<float>(value))
                                 : std::bit_cast<std::uint64_t>(value);
}

double bits_real(std::uint64_t bits, ValueType type) {
  return type == ValueType::kF32 ? static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits)))
                                 : std::bit_cast<double>(bits);
}

bool bits_true(std::uint64_t bits, ValueType type) {
  return value_type_is_float(type) ? bits_real(bits, type) != 0.0 : bits != 0;
}

std::uint64_t convert_bits(std::uint64_t bits, ValueType from, ValueType to) {
  if (to == ValueType::kBool) return bits_true(bits, from) ? 1 : 0;
  if (value_type_is_float(from)) {
    const double value = bits_real(bits, from);
    return value_type_is_float(to) ? real_bits(value, to) : saturate(value, to);
  }
  if (to == ValueType::kF32) {
    const float value =
        value_type_is_signed(from) ? static_cast<float>(static_cast<std::int64_t>(bits)) : static_cast<float>(bits);
    return std::bit_cast<std::uint32_t>(value);
  }
  if (to == ValueType::kF64)
    return std::bit_cast<std::uint64_t>(
        value_type_is_signed(from) ? static_cast<double>(static_cast<std::int64_t>(bits)) : static_cast<double>(bits));
  return extend(bits, to);
}

TypedExprPtr fold(TypedExprPtr node) {
  std::uint64_t bits = 0;
  const bool a = node->a && is_constant(*node->a), b = node->b && is_constant(*node->b);
  switch (node->kind) {
    case TypedKind::kBinary:
      return a && b && node->rounding == Rounding::kDefault && fold_binary(*node, bits)
                 ? constant_from(std::move(node), bits)
                 : std::move(node);
    case TypedKind::kUnary:
      return a && fold_unary(*node, bits) ? constant_from(std::move(node), bits) : std::move(node);
    case TypedKind::kCompare: {
      if (!a || !b) return node;
      const bool truth = fold_compare(*node);
      return constant_from(std::move(node), truth ? 1 : 0);
    }
    case TypedKind::kConvert:
      return a && fold_convert(*node, bits) ? constant_from(std::move(node), bits) : std::move(node);
    case TypedKind::kLogicalAnd:
    case TypedKind::kLogicalOr:
      return fold_logical(std::move(node));
    case TypedKind::kConditional: {
      if (!a) return node;
      TypedExprPtr taken = std::move(node->a->bits ? node->b : node->c);
      return taken;
    }
    default:
      return node;
  }
}

}  // namespace warpglass::lang
