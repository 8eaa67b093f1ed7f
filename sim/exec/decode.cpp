// Instruction -> Decoded: which handler runs it, where its rows are. Reads top down: the handler of each kind of
// operation, then one instruction, then the whole program.
#include <array>

#include "sim/exec/program_image.h"
#include "sim/exec/scalar.h"

namespace warpglass::exec {
namespace {

enum Lane : int { kLaneI32, kLaneU32, kLaneI64, kLaneU64, kLaneF32, kLaneF64, kLaneOther };

// How a type sits in its lane for arithmetic. Narrow integers use the 32-bit loops and are cut afterwards.
Lane lane_of(ValueType type) {
  switch (type) {
    case ValueType::kS8:
    case ValueType::kS16:
    case ValueType::kS32:
      return kLaneI32;
    case ValueType::kU8:
    case ValueType::kU16:
    case ValueType::kBool:
    case ValueType::kU32:
      return kLaneU32;
    case ValueType::kS64:
      return kLaneI64;
    case ValueType::kU64:
      return kLaneU64;
    case ValueType::kF32:
      return kLaneF32;
    case ValueType::kF64:
      return kLaneF64;
    case ValueType::kF16:
      return kLaneOther;
  }
  return kLaneOther;
}

using H = Handler;
using Row = std::array<Handler, 7>;  // by Lane
constexpr Handler kNone = H::kEvaluate;

Handler arithmetic(Opcode opcode, Lane lane) {
  const auto pick = [&](const Row& row) { return row[static_cast<std::size_t>(lane)]; };
  switch (opcode) {
    case Opcode::kMove:
      return pick({H::kMove32, H::kMove32, H::kMove64, H::kMove64, H::kMove32, H::kMove64, H::kMove32});
    case Opcode::kAdd:
      return pick({H::kAddI32, H::kAddI32, H::kAddI64, H::kAddI64, H::kAddF32, H::kAddF64, kNone});
    case Opcode::kSub:
      return pick({H::kSubI32, H::kSubI32, H::kSubI64, H::kSubI64, H::kSubF32, H::kSubF64, kNone});
    case Opcode::kMul:
      return pick({H::kMulI32, H::kMulI32, H::kMulI64, H::kMulI64, H::kMulF32, H::kMulF64, kNone});
    case Opcode::kMulHi:
      return pick({H::kMulHiS32, H::kMulHiU32, kNone, kNone, kNone, kNone, kNone});
    case Opcode::kMulWide:
      return pick({H::kMulWideS32, H::kMulWideU32, kNone, kNone, kNone, kNone, kNone});
    case Opcode::kMadWide:
      return pick({H::kMadWideS32, H::kMadWideU32, kNone, kNone, kNone, kNone, kNone});
    case Opcode::kMad:
      return pick({H::kMadI32, H::kMadI32, H::kMadI64, H::kMadI64, kNone, kNone, kNone});
    case Opcode::kFma:
      return pick({kNone, kNone, kNone, kNone, H::kFmaF32, H::kFmaF64, kNone});
    case Opcode::kDiv:
      return pick({H::kDivS32, H::kDivU32, kNone, kNone, H::kDivF32, H::kDivF64, kNone});
    case Opcode::kRem:
      return pick({H::kRemS32, H::kRemU32, kNone, kNone, kNone, kNone, kNone});
    case Opcode::kNeg:
      return pick({H::kNegI32, H::kNegI32, H::kNegI64, H::kNegI64, H::kNegF32, H::kNegF64, kNone});
    case Opcode::kAbs:
      return pick({H::kAbsI32, kNone, kNone, kNone, H::kAbsF32, H::kAbsF64, kNone});
    case Opcode::kMin:
      return pick({H::kMinS32, H::kMinU32, kNone, kNone, H::kMinF32, H::kMinF64, kNone});
    case Opcode::kMax:
      return pick({H::kMaxS32, H::kMaxU32, kNone, kNone, H::kMaxF32, H::kMaxF64, kNone});
    case Opcode::kAnd:
      return pick({H::kAnd32, H::kAnd32, H::kAnd64, H::kAnd64, H::kAnd32, H::kAnd64, kNone});
    case Opcode::kOr:
      return pick({H::kOr32, H::kOr32, H::kOr64, H::kOr64, H::kOr32, H::kOr64, kNone});
    case Opcode::kXor:
      return pick({H::kXor32, H::kXor32, H::kXor64, H::kXor64, H::kXor32, H::kXor64, kNone});
    case Opcode::kNot:
      return pick({H::kNot32, H::kNot32, H::kNot64, H::kNot64, H::kNot32, H::kNot64, kNone});
    case Opcode::kShl:
      return pick({H::kShl32, H::kShl32, H::kShl64, H::kShl64, kNone, kNone, kNone});
    case Opcode::kShr:
      return pick({H::kShrS32, H::kShrU32, H::kShrS64, H::kShrU64, kNone, kNone, kNone});
    case Opcode::kSelect:
      return pick({H::kSelect32, H::kSelect32, H::kSelect64, H::kSelect64, H::kSelect32, H::kSelect64, H::kSelect32});
    default:
      return kNone;
  }
}

Handler comparison(Compare compare, Lane lane) {
  static constexpr std::array<std::array<Handler, 7>, 6> kTable = {{
      {H::kEqI32, H::kEqI32, H::kEqI64, H::kEqI64, H::kEqF32, H::kEqF64, kNone},
      {H::kNeI32, H::kNeI32, H::kNeI64, H::kNeI64, H::kNeF32, H::kNeF64, kNone},
      {H::kLtS32, H::kLtU32, H::kLtS64, H::kLtU64, H::kLtF32, H::kLtF64, kNone},
      {H::kLeS32, H::kLeU32, H::kLeS64, H::kLeU64, H::kLeF32, H::kLeF64, kNone},
      {H::kGtS32, H::kGtU32, H::kGtS64, H::kGtU64, H::kGtF32, H::kGtF64, kNone},
      {H::kGeS32, H::kGeU32, H::kGeS64, H::kGeU64, H::kGeF32, H::kGeF64, kNone},
  }};
  return kTable[static_cast<std::size_t>(compare)][static_cast<std::size_t>(lane)];
}

bool is_small_integer(ValueType type) {
  return !value_type_is_float(type) && !value_type_is_wide(type) && type != ValueType::kBool;
}

Handler conversion(const Instruction& i) {
  const bool from_small = is_small_integer(i.source_type) || i.source_type == ValueType::kBool;
  const bool from_wide = i.source_type == ValueType::kS64 || i.source_type == ValueType::kU64;
  const bool plain = i.rounding == Rounding::kDefault || i.rounding == Rounding::kNearest;
  switch (i.type) {
    case ValueType::kS64:
    case ValueType::kU64:
      if (from_wide) return H::kMove64;
      if (from_small) return value_type_is_signed(i.source_type) ? H::kS32ToI64 : H::kU32ToI64;
      return kNone;
    case ValueType::kS32:
    case ValueType::kU32:
      if (from_wide) return H::kI64ToI32;
      if (from_small) return H::kMove32;
      if (i.type == ValueType::kS32 && i.source_type == ValueType::kF32 &&
          (i.rounding == Rounding::kDefault || i.rounding == Rounding::kZero))
        return H::kF32ToS32;
      return kNone;
    case ValueType::kS8:
      return from_small ? H::kI32ToS8 : kNone;
    case ValueType::kU8:
      return from_small ? H::kI32ToU8 : kNone;
    case ValueType::kS16:
      return from_small ? H::kI32ToS16 : kNone;
    case ValueType::kU16:
      return from_small ? H::kI32ToU16 : kNone;
    case ValueType::kBool:
      return from_small ? H::kI32ToBool : kNone;
    case ValueType::kF32:
      if (from_small && plain) return value_type_is_signed(i.source_type) ? H::kS32ToF32 : H::kU32ToF32;
      return i.source_type == ValueType::kF64 && plain ? H::kF64ToF32 : kNone;
    case ValueType::kF64:
      if (from_small && plain && value_type_is_signed(i.source_type)) return H::kS32ToF64;
      return i.source_type == ValueType::kF32 ? H::kF32ToF64 : kNone;
    case ValueType::kF16:
      return kNone;
  }
  return kNone;
}

Handler mathematics(const Instruction& i) {
  if (i.type != ValueType::kF32) return kNone;
  switch (i.math) {
    case MathFunction::kSqrt:
      return H::kSqrtF32;
    case MathFunction::kRcp:
      return H::kRcpF32;
    case MathFunction::kRsqrt:
      return H::kRsqrtF32;
    default:
      return kNone;
  }
}

Handler memory_handler(const Instruction& i, bool wide_address) {
  const bool load = i.opcode == Opcode::kLoad;
  const std::uint32_t bytes = value_type_bytes(i.type);
  const bool one4 = i.vector == 1 && bytes == 4, one8 = i.vector == 1 && bytes == 8;
  const bool global = i.space == Space::kGlobal || i.space == Space::kConstant || i.space == Space::kGeneric;
  if (global && wide_address) {
    if (one4) return load ? H::kLoadGlobal4 : H::kStoreGlobal4;
    if (one8) return load ? H::kLoadGlobal8 : H::kStoreGlobal8;
    return load ? H::kLoadGlobal : H::kStoreGlobal;
  }
  if (i.space == Space::kShared && !wide_address) {
    if (one4) return load ? H::kLoadShared4 : H::kStoreShared4;
    if (one8) return load ? H::kLoadShared8 : H::kStoreShared8;
    return load ? H::kLoadShared : H::kStoreShared;
  }
  return H::kSlow;
}

Element element_of(ValueType type) {
  switch (type) {
    case ValueType::kS8:
      return Element::kI8;
    case ValueType::kBool:
    case ValueType::kU8:
      return Element::kU8;
    case ValueType::kS16:
      return Element::kI16;
    case ValueType::kF16:
    case ValueType::kU16:
      return Element::kU16;
    case ValueType::kS64:
    case ValueType::kU64:
    case ValueType::kF64:
      return Element::kW64;
    default:
      return Element::kW32;
  }
}

// Arithmetic on a narrow type: how its result is cut; -1: not.
int narrowing(const Instruction& i) {
  switch (i.opcode) {
    case Opcode::kMove:
    case Opcode::kCompare:
    case Opcode::kSelect:
    case Opcode::kConvert:
    case Opcode::kMulWide:
    case Opcode::kMadWide:
      return -1;
    default:
      break;
  }
  switch (i.type) {
    case ValueType::kS8:
      return 0;
    case ValueType::kU8:
      return 1;
    case ValueType::kS16:
      return 2;
    case ValueType::kU16:
      return 3;
    case ValueType::kBool:
      return 4;
    default:
      return -1;
  }
}

void decode_memory(const Program& program, const Instruction& i, ProgramImage& image, Decoded& to) {
  to.element = element_of(i.type);
  to.vector = i.vector;
  to.element_bytes = static_cast<std::uint8_t>(value_type_bytes(i.type));
  to.bytes = static_cast<std::uint8_t>(to.element_bytes * i.vector);
  to.offset = i.offset;
  to.site = image.site_count++;
  image.site_instruction.push_back(static_cast<std::uint32_t>(&i - program.code.data()));
  if (i.is_volatile && i.opcode == Opcode::kLoad) to.flags |= kPolls;
  const bool wide_address = i.src[0] != kNoRegister && program.registers[i.src[0]].wide;
  to.handler = i.opcode == Opcode::kAtomic ? H::kSlow : memory_handler(i, wide_address);
}

Decoded decode(const Program& program, const Instruction& i, ProgramImage& image) {
  Decoded to;
  const auto row = [&](Register r) { return r == kNoRegister ? kZeroRow : image.rows[r]; };
  to.d = i.dst == kNoRegister ? kDiscardRow : image.rows[i.dst];
  to.a = row(i.src[0]);
  to.b = row(i.src[1]);
  to.c = row(i.src[2]);
  to.e = row(i.src[3]);
  to.wide = i.dst != kNoRegister && program.registers[i.dst].wide;
  if (i.dst == kNoRegister || program.registers[i.dst].block_local) to.flags |= kWholeWrite;
  to.target = i.target;
  to.reconverge = i.reconverge;
  to.handler = choose_handler(i);
  if (i.negate) to.flags |= kNegate;
  if (i.opcode == Opcode::kLoad || i.opcode == Opcode::kStore || i.opcode == Opcode::kAtomic)
    decode_memory(program, i, image, to);
  const int cut = narrowing(i);
  if (cut >= 0) {
    to.flags |= kNarrow;
    to.narrow = static_cast<std::uint8_t>(cut);
  }
  return to;
}

}  // namespace

bool ends_run(Opcode opcode) {
  return opcode == Opcode::kBranch || opcode == Opcode::kCall || opcode == Opcode::kReturn || opcode == Opcode::kExit ||
         opcode == Opcode::kBarrier || opcode == Opcode::kWarpSync || opcode == Opcode::kShuffle ||
         opcode == Opcode::kVote || opcode == Opcode::kTrap;
}

namespace {

void lay_out_frame(const Program& program, ProgramImage& image) {
  std::uint32_t at = kFirstRow;
  image.rows.clear();
  for (const RegisterInfo& info : program.registers) {
    image.rows.push_back(at);
    at += info.wide ? kRow64 : kRow32;
  }
  image.frame_bytes = (at + 255) / 256 * 256 + 64;  // not a power of two: rows of different warps spread over the cache
}

bool check_instruction(const Program& program, const Instruction& i, std::string& error) {
  std::vector<Register> used;
  registers_read(program, i, used);
  registers_written(i, used);
  for (const Register r : used) {
    if (r < program.registers.size()) continue;
    error = "the program uses register " + std::to_string(r) + ", which it does not have";
    return false;
  }
  const std::size_t size = program.code.size();
  const bool bad = (i.opcode == Opcode::kBranch && (i.target > size || i.reconverge > size)) ||
                   (i.opcode == Opcode::kCall && i.target >= program.functions.size()) ||
                   (i.opcode == Opcode::kPrint && i.target >= program.prints.size()) ||
                   (i.opcode == Opcode::kAssert && i.target >= program.strings.size()) ||
                   (i.vector != 1 && i.vector != 2 && i.vector != 4) || value_type_bytes(i.type) * i.vector > 16;
  if (bad) error = "the program refers to something it does not have";
  return !bad;
}

}  // namespace

Handler choose_handler(const Instruction& i) {
  if (is_directed(i)) return kNone;
  switch (i.opcode) {
    case Opcode::kCompare:
      return comparison(i.compare, lane_of(i.type));
    case Opcode::kConvert:
      return conversion(i);
    case Opcode::kMath:
      return mathematics(i);
    case Opcode::kBits:
      return H::kEvaluate;
    case Opcode::kBranch:
      return i.src[0] == kNoRegister ? H::kJump : H::kBranch;
    case Opcode::kExit:
      return H::kExit;
    case Opcode::kBarrier:
      return H::kBarrier;
    case Opcode::kNop:
    case Opcode::kFence:
      return H::kNop;
    case Opcode::kNot:
      return i.type == ValueType::kBool ? H::kNotBool : arithmetic(i.opcode, lane_of(i.type));
    default:
      return i.opcode <= Opcode::kSelect ? arithmetic(i.opcode, lane_of(i.type)) : H::kSlow;
  }
}

bool make_image(const Program& program, ProgramImage& image, std::string& error) {
  lay_out_frame(program, image);
  for (const Instruction& i : program.code)
    if (!check_instruction(program, i, error)) return false;
  for (const Input& input : program.inputs) {
    if (input.reg < program.registers.size()) continue;
    error = "an input of the program has no register";
    return false;
  }
  for (const Instruction& i : program.code) image.code.push_back(decode(program, i, image));
  Decoded end;
  end.handler = H::kExit;
  end.flags = kImplicit;
  image.code.push_back(end);
  for (std::size_t at = program.code.size(); at-- > 0;)
    image.code[at].run_length = ends_run(program.code[at].opcode) ? 1 : image.code[at + 1].run_length + 1;
  plan_rows(program, image);
  return true;
}

}  // namespace warpglass::exec
