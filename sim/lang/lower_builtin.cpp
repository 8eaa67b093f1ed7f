// Built-in functions, one instruction each: mathematics, bits, atomics, warp functions, barriers, printf, assert.
#include "sim/lang/lower_context.h"

namespace warpglass::lang {

Value Lowering::builtin(const TypedExpr& expr, bool wanted) {
  switch (expr.kind) {
    case TypedKind::kFused: {
      const Scalar a = scalar(*expr.a), b = scalar(*expr.b), c = scalar(*expr.c);
      return {code_.fma(expr.type->scalar, a, b, c)};
    }
    case TypedKind::kMath:
      return {math(expr)};
    case TypedKind::kBits:
      return {bits(expr)};
    case TypedKind::kMulHi: {
      const Scalar a = scalar(*expr.a), b = scalar(*expr.b);
      return {code_.binary(Opcode::kMulHi, expr.type->scalar, a, b)};
    }
    case TypedKind::kAtomic:
      return {atomic(expr, wanted)};
    case TypedKind::kShuffle:
      return shuffle(expr);
    case TypedKind::kVote:
      return {vote(expr)};
    case TypedKind::kBarrier:
      return {barrier(expr, wanted)};
    case TypedKind::kPrint:
      return {print(expr)};
    default:
      return {simple_builtin(expr)};
  }
}

// An instruction with a fresh result register of `type`.
Instruction& Lowering::emit_with_result(Opcode opcode, ValueType type, TypeRef result) {
  const ValueType kept = result && result->is_scalar() ? result->scalar : ValueType::kU32;
  const Register dst = code_.new_register(value_type_is_wide(kept));
  Instruction& made = code_.emit(opcode, type);
  made.dst = dst;
  return made;
}

Scalar Lowering::result_of(const Instruction& made, TypeRef type) {
  return CodeBuilder::in_register(type && type->is_scalar() ? type->scalar : ValueType::kU32, made.dst);
}

Scalar Lowering::simple_builtin(const TypedExpr& expr) {
  std::vector<Register> args;
  for (const TypedExprPtr& arg : expr.args) args.push_back(code_.reg(scalar(*arg)));
  switch (expr.kind) {
    case TypedKind::kActiveMask:
      return result_of(emit_with_result(Opcode::kActiveMask, ValueType::kU32, expr.type), expr.type);
    case TypedKind::kClock:
      return result_of(emit_with_result(Opcode::kClock, expr.type->scalar, expr.type), expr.type);
    case TypedKind::kWarpSync: {
      const Register mask = args.empty() ? code_.constant(false, 0xffffffffu) : args[0];
      code_.emit(Opcode::kWarpSync, ValueType::kU32).src[0] = mask;
      break;
    }
    case TypedKind::kFence:
      code_.emit(Opcode::kFence, ValueType::kU32);
      break;
    case TypedKind::kTrap:
      code_.emit(Opcode::kTrap, ValueType::kU32);
      break;
    case TypedKind::kNop:
      code_.emit(Opcode::kNop, ValueType::kU32);
      break;
    case TypedKind::kAssert: {
      const Register condition = code_.reg(scalar(*expr.a));
      const std::uint32_t text = string_index(expr.text);
      Instruction& made = code_.emit(Opcode::kAssert, ValueType::kBool);
      made.src[0] = condition;
      made.target = text;
      break;
    }
    default:
      error(expr.span, "this expression is outside the simulator's CUDA subset (docs/language.md)");
      break;
  }
  return CodeBuilder::make_constant(ValueType::kU32, 0);
}

Scalar Lowering::math(const TypedExpr& expr) {
  std::vector<Register> args;
  for (const TypedExprPtr& arg : expr.args) args.push_back(code_.reg(scalar(*arg)));
  Instruction& made = emit_with_result(expr.opcode, expr.args[0]->type->scalar, expr.type);
  made.math = expr.math;
  made.rounding = expr.rounding;
  for (std::size_t i = 0; i < args.size() && i < made.src.size(); ++i) made.src[i] = args[i];
  return result_of(made, expr.type);
}

Scalar Lowering::bits(const TypedExpr& expr) {
  std::vector<Register> args;
  for (const TypedExprPtr& arg : expr.args) args.push_back(code_.reg(scalar(*arg)));
  Instruction& made = emit_with_result(Opcode::kBits, expr.type->scalar, expr.type);
  made.source_type = expr.args[0]->type->scalar;
  made.bits = expr.bit_function;
  for (std::size_t i = 0; i < args.size() && i < made.src.size(); ++i) made.src[i] = args[i];
  return result_of(made, expr.type);
}

// ---- atomics ----------------------------------------------------------------------------------------------------

namespace {

// Adds the constant 1 or -1?
bool adds_one(AtomicKind kind, ValueType type, const Scalar& operand) {
  if (!operand.is_constant || value_type_is_float(type)) return false;
  if (kind != AtomicKind::kAdd && kind != AtomicKind::kSub) return false;
  const std::uint64_t all_ones = value_type_is_wide(type) ? ~std::uint64_t{0} : 0xffffffffu;
  return operand.bits == 1 || operand.bits == all_ones;
}

}  // namespace

Scalar Lowering::atomic(const TypedExpr& expr, bool wanted) {
  const ValueType type = expr.type->is_scalar() ? expr.type->scalar : expr.args[1]->type->scalar;
  const Scalar address = scalar(*expr.args[0]);
  const Scalar operand = scalar(*expr.args[1]);
  const Register first = code_.reg(operand);
  const Register second = expr.args.size() > 2 ? code_.reg(scalar(*expr.args[2])) : kNoRegister;
  const Register dst = wanted ? code_.new_register(value_type_is_wide(type)) : kNoRegister;
  Place where;
  where.span = expr.span;
  Instruction& made = access(Opcode::kAtomic, type, address, where);
  made.atomic = expr.atomic == AtomicKind::kAdd && value_type_is_float(type) ? AtomicKind::kFloatAdd : expr.atomic;
  made.operand_is_one = adds_one(made.atomic, type, operand);
  made.src[1] = first;
  made.src[2] = second;
  made.dst = dst;
  return wanted ? CodeBuilder::in_register(type, dst) : CodeBuilder::make_constant(type, 0);
}

// ---- warp and block functions -----------------------------------------------------------------------------------

Value Lowering::shuffle(const TypedExpr& expr) {
  const std::size_t first = expr.is_old_form ? 0 : 1;
  const Register mask = expr.is_old_form ? kNoRegister : code_.reg(scalar(*expr.args[0]));
  const Scalar value = scalar(*expr.args[first]);
  const Register source = code_.reg(value);
  const Register lane = code_.reg(scalar(*expr.args[first + 1]));
  const Register width =
      expr.args.size() > first + 2 ? code_.reg(scalar(*expr.args[first + 2])) : code_.constant(false, 32);
  const Register dst = code_.new_register(value_type_is_wide(value.type));
  Instruction& made = code_.emit(Opcode::kShuffle, value.type);
  made.shuffle = expr.shuffle;
  made.src = {mask, source, lane, width};
  made.dst = dst;
  return {CodeBuilder::in_register(value.type, dst)};
}

Scalar Lowering::vote(const TypedExpr& expr) {
  const std::size_t first = expr.is_old_form ? 0 : 1;
  const Register mask = expr.is_old_form ? kNoRegister : code_.reg(scalar(*expr.args[0]));
  Scalar value = scalar(*expr.args[first]);
  const bool matches = expr.vote == VoteMode::kMatchAny || expr.vote == VoteMode::kMatchAll;
  if (!matches) value = code_.convert(value, ValueType::kBool);
  const Register source = code_.reg(value);
  Instruction& made = emit_with_result(Opcode::kVote, value.type, expr.type);
  made.vote = expr.vote;
  made.src[0] = mask;
  made.src[1] = source;
  const Scalar result = result_of(made, expr.type);
  if (expr.args.size() > first + 2 - 1 && expr.vote == VoteMode::kMatchAll) {
    Place flag;
    flag.type = expr.args[first + 1]->type->element;
    flag.in_memory = true;
    flag.span = expr.span;
    flag.address = scalar(*expr.args[first + 1]);
    store(flag, {code_.convert(result, ValueType::kBool)});
  }
  return result;
}

Scalar Lowering::barrier(const TypedExpr& expr, bool wanted) {
  Register predicate = kNoRegister;
  if (expr.reduce != BarrierReduce::kNone && !expr.args.empty())
    predicate = code_.reg(code_.convert(scalar(*expr.args[0]), ValueType::kBool));
  const bool has_result = wanted && expr.reduce != BarrierReduce::kNone;
  const Register dst = has_result ? code_.new_register(false) : kNoRegister;
  Instruction& made = code_.emit(Opcode::kBarrier, ValueType::kU32);
  made.reduce = expr.reduce;
  made.src[0] = predicate;
  made.dst = dst;
  return has_result ? CodeBuilder::in_register(ValueType::kS32, dst) : CodeBuilder::make_constant(ValueType::kS32, 0);
}

// ---- printf -----------------------------------------------------------------------------------------------------

std::uint32_t Lowering::string_index(const std::string& text) {
  const auto [it, is_new] = strings_.try_emplace(text, static_cast<std::uint32_t>(program_.strings.size()));
  if (is_new) program_.strings.push_back(text);
  return it->second;
}

Scalar Lowering::print(const TypedExpr& expr) {
  Print entry;
  entry.format = expr.text;
  for (const TypedExprPtr& arg : expr.args) {
    if (arg->kind == TypedKind::kString) {
      entry.args.push_back(code_.constant(true, 0));
      entry.types.push_back(ValueType::kU64);
      entry.string.push_back(static_cast<std::int32_t>(string_index(arg->text)));
      continue;
    }
    Scalar value = scalar(*arg);
    if (value.is_pointer) {
      value = generic(value);
    } else if (value_type_is_float(value.type)) {
      value = code_.convert(value, ValueType::kF64);
    } else if (value_type_bytes(value.type) < 4) {
      value = code_.convert(value, ValueType::kS32);
    }
    entry.args.push_back(code_.reg(value));
    entry.types.push_back(value.type);
    entry.string.push_back(-1);
  }
  const Register dst = code_.new_register(false);
  Instruction& made = code_.emit(Opcode::kPrint, ValueType::kS32);
  made.dst = dst;
  made.target = static_cast<std::uint32_t>(program_.prints.size());
  program_.prints.push_back(entry);
  return CodeBuilder::in_register(ValueType::kS32, dst);
}

}  // namespace warpglass::lang
