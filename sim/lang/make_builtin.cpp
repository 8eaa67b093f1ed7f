// The typed expression of a call to a built-in function, once check_builtin.cpp has chosen its signature.
#include <fmt/format.h>
#include <algorithm>
#include <limits>
#include "sim/lang/checker.h"

namespace warpglass::lang {

TypedExprPtr Checker::make_arithmetic(const Builtin& row, std::vector<TypedExprPtr>& args, TypedExprPtr e) {
  const auto operands = [&] {
    e->a = std::move(args[0]);
    if (args.size() > 1) e->b = std::move(args[1]);
    if (args.size() > 2) e->c = std::move(args[2]);
  };
  switch (row.kind) {
    case BuiltinKind::kMath:
      e->kind = TypedKind::kMath;
      e->math = static_cast<MathFunction>(row.code);
      e->args = std::move(args);
      return e;
    case BuiltinKind::kDirected:
      return make_directed(row, args, std::move(e));
    case BuiltinKind::kBits:
    case BuiltinKind::kMul24:
      e->kind = TypedKind::kBits;
      e->bit_function = row.kind == BuiltinKind::kMul24 ? BitFunction::kMul24 : static_cast<BitFunction>(row.code);
      if (e->bit_function == BitFunction::kBytePermute) {  // the function ignores bit 3 of a selector, prmt does not
        TypedExprPtr selector = node(TypedKind::kBinary, args[2]->type, e->span);
        selector->binary = BinaryOp::kAnd;
        selector->a = std::move(args[2]);
        selector->b = constant(selector->type, 0x7777, e->span);
        args[2] = fold(std::move(selector));
      }
      e->args = std::move(args);
      return e;
    case BuiltinKind::kAbs:
      if (!value_type_is_float(e->type->scalar) && !value_type_is_signed(e->type->scalar)) return std::move(args[0]);
      e->kind = TypedKind::kUnary;
      e->unary = UnaryOp::kAbs;
      break;
    case BuiltinKind::kMinMax:
    case BuiltinKind::kArithmetic:
      e->kind = TypedKind::kBinary;
      e->binary = static_cast<BinaryOp>(row.code);
      e->contract = false;
      break;
    case BuiltinKind::kReciprocal:
      e->kind = TypedKind::kBinary;
      e->binary = BinaryOp::kDiv;
      e->contract = false;
      e->b = std::move(args[0]);
      e->a = constant(e->type, real_bits(1.0, e->type->scalar), e->span);
      return e;
    case BuiltinKind::kFused:
      e->kind = TypedKind::kFused;
      break;
    case BuiltinKind::kMulHi:
      e->kind = TypedKind::kMulHi;
      break;
    case BuiltinKind::kReinterpret:
      e->kind = TypedKind::kReinterpret;
      break;
    case BuiltinKind::kConvert:
      e->kind = TypedKind::kConvert;
      e->rounding = static_cast<Rounding>(row.code);
      break;
    case BuiltinKind::kRoundTo: {
      TypedExprPtr rounded = node(TypedKind::kMath, args[0]->type, e->span);
      rounded->math = MathFunction::kRound;
      rounded->args.push_back(std::move(args[0]));
      return arithmetic_convert(std::move(rounded), e->type);
    }
    default:
      break;
  }
  operands();
  return fold(std::move(e));
}

// __fadd_rz and its like. x - y is x + -y in every rounding; a reciprocal is a division.
TypedExprPtr Checker::make_directed(const Builtin& row, std::vector<TypedExprPtr>& args, TypedExprPtr e) {
  static constexpr Opcode kOpcodes[] = {Opcode::kAdd, Opcode::kAdd,  Opcode::kMul, Opcode::kDiv,
                                        Opcode::kFma, Opcode::kMath, Opcode::kDiv};
  const auto op = static_cast<DirectedOp>(row.code / 8);
  e->kind = TypedKind::kMath;
  e->math = MathFunction::kSqrt;
  e->opcode = kOpcodes[row.code / 8];
  e->rounding = static_cast<Rounding>(row.code % 8);
  if (op == DirectedOp::kSub) {
    TypedExprPtr negated = node(TypedKind::kUnary, e->type, e->span);
    negated->unary = UnaryOp::kNegate;
    negated->a = std::move(args[1]);
    args[1] = fold(std::move(negated));
  }
  if (op == DirectedOp::kReciprocal)
    args.insert(args.begin(), constant(e->type, real_bits(1.0, e->type->scalar), e->span));
  e->args = std::move(args);
  return e;
}

TypedExprPtr Checker::make_warp(const Builtin& row, std::vector<TypedExprPtr>& args, TypedExprPtr e) {
  const std::string name = row.name;
  switch (row.kind) {
    case BuiltinKind::kAtomic:
      e->kind = TypedKind::kAtomic;
      e->atomic = static_cast<AtomicKind>(row.code);
      if (e->atomic == AtomicKind::kAdd && is_floating(e->type)) e->atomic = AtomicKind::kFloatAdd;
      break;
    case BuiltinKind::kShuffle:
    case BuiltinKind::kOldShuffle:
      e->kind = TypedKind::kShuffle;
      e->shuffle = static_cast<ShuffleMode>(row.code);
      e->is_old_form = row.kind == BuiltinKind::kOldShuffle;
      if (args.size() < (e->is_old_form ? 3u : 4u)) args.push_back(constant(types_.int_type(), 32, e->span));
      break;
    case BuiltinKind::kVote:
    case BuiltinKind::kOldVote:
      e->kind = TypedKind::kVote;
      e->vote = static_cast<VoteMode>(row.code);
      e->is_old_form = row.kind == BuiltinKind::kOldVote;
      if (e->vote != VoteMode::kMatchAny) args.back() = to_bool(std::move(args.back()), e->span);
      break;
    case BuiltinKind::kMatchAll:
      e->kind = TypedKind::kVote;
      e->vote = VoteMode::kMatchAll;
      break;
    case BuiltinKind::kActiveMask:
      e->kind = TypedKind::kActiveMask;
      break;
    case BuiltinKind::kBarrier:
      e->kind = TypedKind::kBarrier;
      e->reduce = static_cast<BarrierReduce>(row.code);
      if (!args.empty()) args[0] = to_bool(std::move(args[0]), e->span);
      break;
    case BuiltinKind::kWarpSync:
      e->kind = TypedKind::kWarpSync;
      if (args.empty()) args.push_back(constant(types_.unsigned_type(), 0xffffffffu, e->span));
      break;
    default:
      e->kind = TypedKind::kFence;
      break;
  }
  if (e->is_old_form && mute_ == 0 && noted_.insert(name).second)
    messages_.note(
        e->span,
        fmt::format("{} is the old form without a mask: nvcc 13 no longer accepts it; write {}_sync(0xffffffff, ...)",
                    name, name));
  e->args = std::move(args);
  return e;
}

TypedExprPtr Checker::make_memory(const Builtin& row, std::vector<TypedExprPtr>& args, TypedExprPtr e) {
  const Span span = e->span;
  switch (row.kind) {
    case BuiltinKind::kLoadHint:
      return rvalue(deref(std::move(args[0]), span));
    case BuiltinKind::kStoreHint: {
      TypedExprPtr place = deref(std::move(args[0]), span);
      TypedExprPtr store = node(TypedKind::kAssign, place->type, span);
      store->is_lvalue = true;
      store->a = std::move(place);
      store->b = std::move(args[1]);
      return store;
    }
    case BuiltinKind::kClock:
      e->kind = TypedKind::kClock;
      return e;
    default:
      break;
  }
  TypedExprPtr address = node(TypedKind::kConvert, types_.size_type(), span);
  address->a = std::move(args[0]);
  const auto with = [&](BinaryOp op, std::uint64_t bits, TypedExprPtr a) {
    TypedExprPtr result = node(TypedKind::kBinary, types_.size_type(), span);
    result->binary = op;
    result->a = std::move(a);
    result->b = constant(types_.size_type(), bits, span);
    return result;
  };
  if (row.kind == BuiltinKind::kToShared) return with(BinaryOp::kAnd, ~kWindowMask, std::move(address));
  constexpr std::uint64_t kWindows[] = {0, kSharedWindow, kLocalWindow, kConstantWindow};
  TypedExprPtr test = node(TypedKind::kCompare, types_.boolean(), span);
  test->compare = warpglass::Compare::kEq;
  test->a = with(BinaryOp::kAnd, kWindowMask, std::move(address));
  test->b = constant(types_.size_type(), kWindows[row.code & 3], span);
  return arithmetic_convert(std::move(test), e->type);
}

// Functions with two results: sincosf, modff, frexpf; and the words of a double.
TypedExprPtr Checker::make_split(const Builtin& row, std::vector<TypedExprPtr>& args, TypedExprPtr e) {
  const Span span = e->span;
  const TypeRef type = args[0]->type;
  if (row.kind == BuiltinKind::kPair || row.kind == BuiltinKind::kHiWord || row.kind == BuiltinKind::kLoWord)
    return make_words(row, args, std::move(e));
  const auto variable = temporary(type, span);
  const auto x = [&] { return rvalue(variable_place(variable, span)); };
  const auto math = [&](MathFunction function, TypeRef result) {
    TypedExprPtr call = node(TypedKind::kMath, result, span);
    call->math = function;
    call->args.push_back(x());
    return call;
  };
  const auto store = [&](TypedExprPtr place, TypedExprPtr value) {
    TypedExprPtr assignment = node(TypedKind::kAssign, place->type, span);
    assignment->a = std::move(place);
    assignment->b = std::move(value);
    return assignment;
  };
  const auto comma = [&](TypedExprPtr a, TypedExprPtr b) {
    TypedExprPtr both = node(TypedKind::kComma, b->type, span);
    both->a = std::move(a);
    both->b = std::move(b);
    return both;
  };
  TypedExprPtr first = store(variable_place(variable, span), std::move(args[0]));
  if (row.kind == BuiltinKind::kSinCos) {
    const bool fast = row.code != 0;
    TypedExprPtr sine =
        store(deref(std::move(args[1]), span), math(fast ? MathFunction::kFastSin : MathFunction::kSin, type));
    TypedExprPtr cosine =
        store(deref(std::move(args[2]), span), math(fast ? MathFunction::kFastCos : MathFunction::kCos, type));
    TypedExprPtr all = comma(std::move(first), comma(std::move(sine), std::move(cosine)));
    return cast(std::move(all), {types_.void_type()}, CastKind::kC, span);
  }
  if (row.kind == BuiltinKind::kFrexp) {
    TypedExprPtr exponent =
        store(deref(std::move(args[1]), span), math(MathFunction::kFrexpExponent, types_.int_type()));
    return comma(std::move(first), comma(std::move(exponent), math(MathFunction::kFrexpMantissa, type)));
  }
  TypedExprPtr whole = store(deref(std::move(args[1]), span), math(MathFunction::kTrunc, type));
  TypedExprPtr rest = node(TypedKind::kBinary, type, span);
  rest->binary = BinaryOp::kSub;
  rest->a = x();
  rest->b = math(MathFunction::kTrunc, type);
  return comma(std::move(first), comma(std::move(whole), std::move(rest)));
}

TypedExprPtr Checker::make_words(const Builtin& row, std::vector<TypedExprPtr>& args, TypedExprPtr e) {
  const TypeRef wide = types_.size_type();
  const auto binary_node = [&](BinaryOp op, TypedExprPtr a, TypedExprPtr b) {
    TypedExprPtr result = node(TypedKind::kBinary, wide, e->span);
    result->binary = op;
    result->a = std::move(a);
    result->b = std::move(b);
    return fold(std::move(result));
  };
  const auto thirty_two = [&] { return constant(types_.unsigned_type(), 32, e->span); };
  if (row.kind == BuiltinKind::kPair) {
    TypedExprPtr high = binary_node(
        BinaryOp::kShl, arithmetic_convert(arithmetic_convert(std::move(args[0]), types_.unsigned_type()), wide),
        thirty_two());
    TypedExprPtr low = arithmetic_convert(arithmetic_convert(std::move(args[1]), types_.unsigned_type()), wide);
    e->kind = TypedKind::kReinterpret;
    e->a = binary_node(BinaryOp::kOr, std::move(high), std::move(low));
    return e;
  }
  TypedExprPtr bits = node(TypedKind::kReinterpret, wide, e->span);
  bits->a = std::move(args[0]);
  if (row.kind == BuiltinKind::kHiWord) bits = binary_node(BinaryOp::kShr, std::move(bits), thirty_two());
  return arithmetic_convert(std::move(bits), e->type);
}

}  // namespace warpglass::lang
