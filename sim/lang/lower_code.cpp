// Registers, inputs, labels and instructions of the code under construction.
#include "sim/lang/lower_code.h"

#include <bit>

#include "sim/lang/lower_fold.h"

namespace warpglass::lang {

namespace {

bool is_power_of_two(std::uint64_t value) { return std::has_single_bit(value); }

// 1 / x when that is exact, so that x / 2.0f can be a multiplication, as the compiler makes it.
std::optional<std::uint64_t> exact_reciprocal(ValueType type, std::uint64_t bits) {
  if (type == ValueType::kF32) {
    const std::uint32_t b = static_cast<std::uint32_t>(bits), exponent = (b >> 23) & 0xffu;
    if ((b & 0x7fffffu) != 0 || exponent == 0 || exponent >= 254) return std::nullopt;
    return (b & 0x80000000u) | ((254u - exponent) << 23);
  }
  if (type == ValueType::kF64) {
    const std::uint64_t exponent = (bits >> 52) & 0x7ffu;
    if ((bits & 0xfffffffffffffull) != 0 || exponent == 0 || exponent >= 2046) return std::nullopt;
    return (bits & 0x8000000000000000ull) | ((2046ull - exponent) << 52);
  }
  return std::nullopt;
}

bool commutes(Opcode opcode) {
  switch (opcode) {
    case Opcode::kAdd:
    case Opcode::kMul:
    case Opcode::kAnd:
    case Opcode::kOr:
    case Opcode::kXor:
      return true;
    default:
      return false;
  }
}

}  // namespace

// ---- registers and inputs ---------------------------------------------------------------------------------------

Register CodeBuilder::new_register(bool wide) { return new_registers(1, wide); }

Register CodeBuilder::new_registers(std::uint32_t count, bool wide) {
  const Register first = static_cast<Register>(program_.registers.size());
  program_.registers.resize(first + count, RegisterInfo{wide, false});
  registers_.resize(first + count);
  return first;
}

Register CodeBuilder::constant(bool wide, std::uint64_t bits) {
  const auto [it, is_new] = constants_.try_emplace({wide, bits}, kNoRegister);
  if (is_new) {
    it->second = new_register(wide);
    registers_[it->second].is_input = true;
    Input made;
    made.reg = it->second;
    made.type = wide ? ValueType::kU64 : ValueType::kU32;
    made.bits = bits;
    program_.inputs.push_back(made);
  }
  return it->second;
}

Register CodeBuilder::input(InputKind kind, ValueType type, std::uint32_t offset_or_index) {
  const auto [it, is_new] = inputs_.try_emplace({kind, offset_or_index}, kNoRegister);
  if (is_new) {
    it->second = new_register(value_type_is_wide(type));
    registers_[it->second].is_input = true;
    Input made;
    made.reg = it->second;
    made.kind = kind;
    made.type = type;
    (kind == InputKind::kParameter ? made.offset : made.index) = offset_or_index;
    program_.inputs.push_back(made);
  }
  return it->second;
}

void CodeBuilder::pin(const Scalar& scalar) {
  if (!scalar.is_constant) registers_[scalar.reg].pinned = true;
}

Register CodeBuilder::reg(const Scalar& scalar) {
  const bool wide = value_type_is_wide(scalar.type);
  if (scalar.is_constant) {
    const std::uint64_t bits = scalar.bits + static_cast<std::uint64_t>(scalar.offset);
    return constant(wide, wide ? bits : bits & 0xffffffffu);
  }
  if (scalar.offset == 0) return scalar.reg;
  Scalar base = scalar;
  base.offset = 0;
  return binary(Opcode::kAdd, scalar.type, base, make_constant(scalar.type, static_cast<std::uint64_t>(scalar.offset)))
      .reg;
}

Scalar CodeBuilder::make_constant(ValueType type, std::uint64_t bits) {
  Scalar scalar;
  scalar.type = type;
  scalar.is_constant = true;
  scalar.bits = normalise_bits(type, bits);
  return scalar;
}

Scalar CodeBuilder::in_register(ValueType type, Register reg) {
  Scalar scalar;
  scalar.type = type;
  scalar.reg = reg;
  return scalar;
}

// ---- labels and branches ----------------------------------------------------------------------------------------

Label CodeBuilder::new_label() {
  labels_.push_back(0xffffffffu);
  return static_cast<Label>(labels_.size() - 1);
}

void CodeBuilder::bind(Label label) {
  labels_[label] = static_cast<std::uint32_t>(size());
  last_label_ = size();
  reachable_ = true;
}

void CodeBuilder::jump(Label label) {
  if (!reachable_) return;
  emit(Opcode::kBranch, ValueType::kBool).target = label;
  reachable_ = false;
}

void CodeBuilder::branch(const Scalar& condition, bool jump_if, Label label) {
  if (condition.is_constant) {
    if ((condition.bits != 0) == jump_if) jump(label);
    return;
  }
  const Register source = reg(condition);
  Instruction& made = emit(Opcode::kBranch, ValueType::kBool);
  made.src[0] = source;
  made.negate = !jump_if;
  made.target = label;
}

void CodeBuilder::hint_unroll(int unroll) {
  if (size() != 0 && program_.code.back().opcode == Opcode::kBranch) program_.code.back().unroll = unroll;
}

void CodeBuilder::resolve() {
  for (Instruction& instruction : program_.code)
    if (instruction.opcode == Opcode::kBranch) instruction.target = labels_[instruction.target];
}

void CodeBuilder::exit() {
  if (!reachable_) return;
  emit(Opcode::kExit, ValueType::kU32);
  reachable_ = false;
}

// ---- instructions -----------------------------------------------------------------------------------------------

Instruction& CodeBuilder::emit(Opcode opcode, ValueType type) {
  Instruction made;
  made.opcode = opcode;
  made.type = type;
  made.source_type = type;
  made.span = span_;
  program_.code.push_back(made);
  flags_.push_back({});
  return program_.code.back();
}

std::optional<Scalar> CodeBuilder::simplify(Opcode opcode, ValueType type, const Scalar& a, const Scalar& b) {
  if (!b.is_constant) return std::nullopt;
  const std::uint64_t c = b.bits;
  if (value_type_is_float(type)) {
    if (opcode == Opcode::kDiv)
      if (const auto inverse = exact_reciprocal(type, c))
        return binary(Opcode::kMul, type, a, make_constant(type, *inverse), true);
    return std::nullopt;
  }
  switch (opcode) {
    case Opcode::kAdd:
    case Opcode::kSub:
    case Opcode::kOr:
    case Opcode::kXor:
    case Opcode::kShl:
    case Opcode::kShr:
      return c == 0 ? std::optional(a) : std::nullopt;
    case Opcode::kAnd:
      return c == 0 ? std::optional(b) : std::nullopt;
    case Opcode::kMul:
      if (c == 0) return b;
      if (c == 1) return a;
      if (!is_power_of_two(c)) return std::nullopt;
      return binary(Opcode::kShl, type, a, make_constant(ValueType::kU32, static_cast<unsigned>(std::countr_zero(c))));
    case Opcode::kDiv:
      if (c == 1) return a;
      if (value_type_is_signed(type) || !is_power_of_two(c)) return std::nullopt;
      return binary(Opcode::kShr, type, a, make_constant(ValueType::kU32, static_cast<unsigned>(std::countr_zero(c))));
    case Opcode::kRem:
      if (c == 1) return make_constant(type, 0);
      if (value_type_is_signed(type) || !is_power_of_two(c)) return std::nullopt;
      return binary(Opcode::kAnd, type, a, make_constant(type, c - 1));
    default:
      return std::nullopt;
  }
}

Scalar CodeBuilder::binary(Opcode opcode, ValueType type, const Scalar& a, const Scalar& b, bool contract) {
  if (a.is_constant && b.is_constant)
    if (const auto bits = fold_binary(opcode, type, a.bits, b.bits)) return make_constant(type, *bits);
  if (a.is_constant && !b.is_constant && commutes(opcode) && !value_type_is_float(type))
    return binary(opcode, type, b, a, contract);
  if (auto simple = simplify(opcode, type, a, b)) {
    simple->type = type;
    return *simple;
  }
  const Register ra = reg(a), rb = reg(b);
  const Register dst = new_register(value_type_is_wide(type));
  Instruction& made = emit(opcode, type);
  made.dst = dst;
  made.src[0] = ra;
  made.src[1] = rb;
  flags_.back().contract = contract && value_type_is_float(type);
  return in_register(type, dst);
}

Scalar CodeBuilder::mad(ValueType type, const Scalar& a, const Scalar& b, const Scalar& c) {
  if (a.is_constant && !b.is_constant) return mad(type, b, a, c);
  if ((a.is_constant && b.is_constant) || (c.is_constant && c.bits == 0) || (b.is_constant && b.bits <= 1))
    return binary(Opcode::kAdd, type, binary(Opcode::kMul, type, a, b), c);
  const Register ra = reg(a), rb = reg(b), rc = reg(c);
  const Register dst = new_register(value_type_is_wide(type));
  Instruction& made = emit(Opcode::kMad, type);
  made.dst = dst;
  made.src = {ra, rb, rc, kNoRegister};
  return in_register(type, dst);
}

Scalar CodeBuilder::fma(ValueType type, const Scalar& a, const Scalar& b, const Scalar& c) {
  const Register ra = reg(a), rb = reg(b), rc = reg(c);
  const Register dst = new_register(value_type_is_wide(type));
  Instruction& made = emit(Opcode::kFma, type);
  made.dst = dst;
  made.src = {ra, rb, rc, kNoRegister};
  return in_register(type, dst);
}

Scalar CodeBuilder::unary(Opcode opcode, ValueType type, const Scalar& a) {
  if (a.is_constant && opcode == Opcode::kNot)
    return make_constant(type, type == ValueType::kBool ? a.bits ^ 1u : ~a.bits);
  if (a.is_constant && opcode == Opcode::kNeg && !value_type_is_float(type)) return make_constant(type, 0 - a.bits);
  if (a.is_constant && opcode == Opcode::kNeg && type != ValueType::kF16)
    return make_constant(type, a.bits ^ (type == ValueType::kF64 ? 0x8000000000000000ull : 0x80000000ull));
  const Register source = reg(a);
  const Register dst = new_register(value_type_is_wide(type));
  Instruction& made = emit(opcode, type);
  made.dst = dst;
  made.src[0] = source;
  return in_register(type, dst);
}

Scalar CodeBuilder::compare(Compare how, ValueType type, const Scalar& a, const Scalar& b) {
  if (a.is_constant && b.is_constant)
    if (const auto known = fold_compare(how, type, a.bits, b.bits)) return make_constant(ValueType::kBool, *known);
  const Register ra = reg(a), rb = reg(b);
  const Register dst = new_register(false);
  Instruction& made = emit(Opcode::kCompare, type);
  made.compare = how;
  made.dst = dst;
  made.src[0] = ra;
  made.src[1] = rb;
  return in_register(ValueType::kBool, dst);
}

Scalar CodeBuilder::select(const Scalar& condition, const Scalar& a, const Scalar& b) {
  if (condition.is_constant) return condition.bits ? a : b;
  const Register ra = reg(a), rb = reg(b), rc = reg(condition);
  const Register dst = new_register(value_type_is_wide(a.type));
  Instruction& made = emit(Opcode::kSelect, a.type);
  made.dst = dst;
  made.src = {ra, rb, rc, kNoRegister};
  return in_register(a.type, dst);
}

// Is the register already what the conversion would give? (u8 to int, int to unsigned, bool to int, ...)
static bool same_register(ValueType from, ValueType to) {
  if (from == to) return true;
  if (value_type_is_float(from) || value_type_is_float(to) || to == ValueType::kBool) return false;
  if (value_type_is_wide(from) != value_type_is_wide(to)) return false;
  if (value_type_bytes(to) >= 4) return true;
  if (from == ValueType::kBool) return true;
  const bool fits = value_type_bytes(from) < value_type_bytes(to);
  return fits && (!value_type_is_signed(from) || value_type_is_signed(to));
}

Scalar CodeBuilder::convert(const Scalar& value, ValueType to, Rounding rounding) {
  if (value.is_constant && rounding == Rounding::kDefault)
    if (const auto bits = fold_convert(value.type, to, value.bits)) return make_constant(to, *bits);
  Scalar result = value;
  if (same_register(value.type, to)) {
    result.type = to;
    return result;
  }
  if (to == ValueType::kBool) return compare(Compare::kNe, value.type, value, make_constant(value.type, 0));
  const ValueType from = value.type == ValueType::kBool ? ValueType::kU32 : value.type;
  const Register source = reg(value);
  const Register dst = new_register(value_type_is_wide(to));
  Instruction& made = emit(Opcode::kConvert, to);
  made.source_type = from;
  made.rounding = rounding;
  made.dst = dst;
  made.src[0] = source;
  return in_register(to, dst);
}

void CodeBuilder::move(Register to, const Scalar& from) {
  const Register source = reg(from);
  if (source == to) return;
  Instruction& made = emit(Opcode::kMove, value_type_is_wide(from.type) ? ValueType::kU64 : ValueType::kU32);
  made.dst = to;
  made.src[0] = source;
}

bool CodeBuilder::can_retarget(Register from) const {
  if (size() == 0 || last_label_ == size() || !reachable_) return false;
  const Instruction& last = program_.code.back();
  const RegisterState& state = registers_[from];
  return last.dst == from && last.vector == 1 && !state.is_mutable && !state.pinned && !state.is_input &&
         last.opcode != Opcode::kBranch;
}

void CodeBuilder::assign(Register to, const Scalar& value) {
  Scalar source = value;
  if (!source.is_constant) {
    source = in_register(value.type, reg(value));
    if (can_retarget(source.reg)) {
      program_.code.back().dst = to;
      return;
    }
  }
  move(to, source);
}

bool CodeBuilder::assign_vector(Register to, const Value& values) {
  if (size() == 0 || last_label_ == size() || !reachable_) return false;
  Instruction& last = program_.code.back();
  if (last.opcode != Opcode::kLoad || last.vector != values.size() || values[0].is_constant ||
      last.dst != values[0].reg)
    return false;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Register from = values[i].reg;
    if (values[i].is_constant || from != values[0].reg + i || registers_[from].pinned || registers_[from].is_mutable)
      return false;
  }
  last.dst = to;
  return true;
}

}  // namespace warpglass::lang
