// Names and properties of the types and opcodes of program.h, in PTX's words.
#include "sim/lang/program.h"

namespace warpglass {

const char* value_type_name(ValueType type) {
  switch (type) {
    case ValueType::kS8:
      return "s8";
    case ValueType::kU8:
      return "u8";
    case ValueType::kS16:
      return "s16";
    case ValueType::kU16:
      return "u16";
    case ValueType::kS32:
      return "s32";
    case ValueType::kU32:
      return "u32";
    case ValueType::kS64:
      return "s64";
    case ValueType::kU64:
      return "u64";
    case ValueType::kF16:
      return "f16";
    case ValueType::kF32:
      return "f32";
    case ValueType::kF64:
      return "f64";
    case ValueType::kBool:
      return "pred";
  }
  return "?";
}

std::uint32_t value_type_bytes(ValueType type) {
  switch (type) {
    case ValueType::kS8:
    case ValueType::kU8:
    case ValueType::kBool:
      return 1;
    case ValueType::kS16:
    case ValueType::kU16:
    case ValueType::kF16:
      return 2;
    case ValueType::kS32:
    case ValueType::kU32:
    case ValueType::kF32:
      return 4;
    case ValueType::kS64:
    case ValueType::kU64:
    case ValueType::kF64:
      return 8;
  }
  return 4;
}

bool value_type_is_float(ValueType type) {
  return type == ValueType::kF16 || type == ValueType::kF32 || type == ValueType::kF64;
}

bool value_type_is_signed(ValueType type) {
  return type == ValueType::kS8 || type == ValueType::kS16 || type == ValueType::kS32 || type == ValueType::kS64;
}

bool value_type_is_wide(ValueType type) {
  return type == ValueType::kS64 || type == ValueType::kU64 || type == ValueType::kF64;
}

const char* opcode_name(Opcode opcode) {
  switch (opcode) {
    case Opcode::kMove:
      return "mov";
    case Opcode::kAdd:
      return "add";
    case Opcode::kSub:
      return "sub";
    case Opcode::kMul:
      return "mul";
    case Opcode::kMulHi:
      return "mul.hi";
    case Opcode::kMulWide:
      return "mul.wide";
    case Opcode::kMad:
      return "mad";
    case Opcode::kMadWide:
      return "mad.wide";
    case Opcode::kFma:
      return "fma";
    case Opcode::kDiv:
      return "div";
    case Opcode::kRem:
      return "rem";
    case Opcode::kNeg:
      return "neg";
    case Opcode::kAbs:
      return "abs";
    case Opcode::kMin:
      return "min";
    case Opcode::kMax:
      return "max";
    case Opcode::kAnd:
      return "and";
    case Opcode::kOr:
      return "or";
    case Opcode::kXor:
      return "xor";
    case Opcode::kNot:
      return "not";
    case Opcode::kShl:
      return "shl";
    case Opcode::kShr:
      return "shr";
    case Opcode::kCompare:
      return "setp";
    case Opcode::kSelect:
      return "selp";
    case Opcode::kConvert:
      return "cvt";
    case Opcode::kBits:
      return "bits";
    case Opcode::kMath:
      return "math";
    case Opcode::kLoad:
      return "ld";
    case Opcode::kStore:
      return "st";
    case Opcode::kAtomic:
      return "atom";
    case Opcode::kToGeneric:
      return "cvta";
    case Opcode::kFromGeneric:
      return "cvta.to";
    case Opcode::kBranch:
      return "bra";
    case Opcode::kCall:
      return "call";
    case Opcode::kReturn:
      return "ret";
    case Opcode::kExit:
      return "exit";
    case Opcode::kBarrier:
      return "bar.sync";
    case Opcode::kWarpSync:
      return "bar.warp.sync";
    case Opcode::kFence:
      return "membar";
    case Opcode::kShuffle:
      return "shfl";
    case Opcode::kVote:
      return "vote";
    case Opcode::kActiveMask:
      return "activemask";
    case Opcode::kClock:
      return "clock";
    case Opcode::kPrint:
      return "printf";
    case Opcode::kAssert:
      return "assert";
    case Opcode::kTrap:
      return "trap";
    case Opcode::kNop:
      return "nop";
  }
  return "?";
}

}  // namespace warpglass
