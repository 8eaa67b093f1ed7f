// A kernel as register code, shaped like PTX: what the front end produces and the executor runs.
// This is the only header of sim/lang that execution, memory and timing may include. Everything is flat and listable;
// a reader of PTX text could produce the same thing.
//
// How to read it: registers are typed by width only (32 or 64 bits, 32 lanes each); the instruction carries the type.
// Control flow is structured enough that every branch knows its reconvergence point (its immediate post-dominator).
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "sim/base/launch.h"
#include "sim/base/source.h"
#include "sim/event/access.h"

namespace warpglass {

using Register = std::uint32_t;
inline constexpr Register kNoRegister = 0xffffffffu;

enum class ValueType : std::uint8_t { kS8, kU8, kS16, kU16, kS32, kU32, kS64, kU64, kF16, kF32, kF64, kBool };
const char* value_type_name(ValueType type);     // PTX suffix: "s32", "f32", "pred", ...
std::uint32_t value_type_bytes(ValueType type);  // in memory; kBool is 1
bool value_type_is_float(ValueType type);
bool value_type_is_signed(ValueType type);  // integers only
bool value_type_is_wide(ValueType type);    // needs a 64-bit register

// 8- and 16-bit integers live sign- or zero-extended in 32-bit registers; a bool is 0 or 1 in a 32-bit register.
enum class Opcode : std::uint8_t {
  // dst = op(src0[, src1[, src2]]) in `type`, unless said otherwise
  kMove,
  kAdd,
  kSub,
  kMul,
  kMulHi,    // integer overflow wraps; kMul on integers is the low half
  kMulWide,  // 32 x 32 -> 64 bits; `type` is the 32-bit source type
  kMad,      // integer src0 * src1 + src2, low half
  kMadWide,  // 32 x 32 + 64 -> 64 bits; `type` is the 32-bit source type
  kFma,      // float, one rounding
  kDiv,
  kRem,  // integer: as C, division by zero gives all ones (kDiv) or src0 (kRem), no fault
  kNeg,
  kAbs,
  kMin,
  kMax,  // float min/max: the number beats NaN
  kAnd,
  kOr,
  kXor,
  kNot,  // bitwise
  kShl,
  kShr,      // shift amount src1 is u32, clamped as PTX does (>= width: 0, or sign fill)
  kCompare,  // dst (bool) = src0 <compare> src1
  kSelect,   // dst = src2 (bool) ? src0 : src1
  kConvert,  // from `source_type` to `type` with `rounding`; float to integer saturates, NaN gives 0 as PTX
  kBits,     // `bit_function`
  kMath,     // `math`, f32 or f64
  // memory: address = src0 + offset; a 32-bit src0 is an offset in `space`, a 64-bit one a virtual address
  kLoad,       // dst .. dst+vector-1
  kStore,      // src1 .. src1+vector-1
  kAtomic,     // dst (or kNoRegister: result unused) = old; src1 operand; src2 new value of a compare-and-swap (src1 is
               // the comparand)
  kToGeneric,  // dst (64) = virtual address of offset src0 (32) in `space`
  kFromGeneric,  // dst (64) = offset of virtual address src0 in `space`
  // control
  kBranch,  // where src0 (bool, kNoRegister: always) differs from `negate`: go to `target`; lanes meet again at
            // `reconverge`
  kCall,    // recursive device functions only: to functions[target]
  kReturn,  // from such a function
  kExit,    // the active lanes end
  // synchronisation
  kBarrier,   // __syncthreads; `reduce` says which variant; dst = result, src0 = predicate
  kWarpSync,  // src0 = mask of members
  kFence,
  kShuffle,  // `shuffle`; src0 mask, src1 value, src2 lane/delta, width in src3; dst in `type` (32- or 64-bit). Old
             // forms: src0 = kNoRegister (active lanes)
  kVote,     // `vote`; src0 mask (kNoRegister: active lanes), src1 predicate or value; dst
  kActiveMask,
  // others
  kClock,   // dst in `type` (u32 or u64)
  kPrint,   // prints[target]; dst (kNoRegister allowed) = number of arguments
  kAssert,  // src0 (bool) must be true; strings[target] is the expression's text
  kTrap,
  kNop,  // e.g. __nanosleep
};
const char* opcode_name(Opcode opcode);  // "add", "ld", "bra", ...

enum class Compare : std::uint8_t { kEq, kNe, kLt, kLe, kGt, kGe };  // float: ordered, but kNe is true for NaN, as C
template <class T>
constexpr bool holds(Compare compare, T a, T b) {
  switch (compare) {
    case Compare::kEq:
      return a == b;
    case Compare::kNe:
      return a != b;
    case Compare::kLt:
      return a < b;
    case Compare::kLe:
      return a <= b;
    case Compare::kGt:
      return a > b;
    case Compare::kGe:
      return a >= b;
  }
  return false;
}
enum class Rounding : std::uint8_t {
  kDefault,
  kNearest,
  kZero,
  kDown,
  kUp
};  // kDefault: nearest to float, toward zero to integer
enum class ShuffleMode : std::uint8_t { kIndex, kUp, kDown, kXor };
enum class VoteMode : std::uint8_t { kAll, kAny, kBallot, kUniform, kMatchAny, kMatchAll };
enum class BarrierReduce : std::uint8_t { kNone, kCount, kAnd, kOr };

enum class BitFunction : std::uint8_t {
  kPopCount,
  kLeadingZeros,
  kFindFirstSet,
  kReverse,      // source in `source_type` (u32/u64), result in 32 bits (kReverse: same type)
  kBytePermute,  // src0, src1, selector src2
  kFunnelLeft,
  kFunnelRight,
  kFunnelLeftClamp,
  kFunnelRightClamp,  // (lo src0, hi src1) shift src2
  kSad,               // |src0 - src1| + src2
  kMul24,
};

enum class MathFunction : std::uint8_t {
  kSqrt,
  kRsqrt,
  kCbrt,
  kRcbrt,
  kRcp,
  kExp,
  kExp2,
  kExp10,
  kExpm1,
  kLog,
  kLog2,
  kLog10,
  kLog1p,
  kPow,
  kSin,
  kCos,
  kTan,
  kSinPi,
  kCosPi,
  kAsin,
  kAcos,
  kAtan,
  kAtan2,
  kSinh,
  kCosh,
  kTanh,
  kAsinh,
  kAcosh,
  kAtanh,
  kFloor,
  kCeil,
  kTrunc,
  kRound,
  kRint,
  kFmod,
  kRemainder,
  kFdim,
  kHypot,
  kRhypot,
  kErf,
  kErfc,
  kErfinv,
  kNormCdf,
  kTgamma,
  kLgamma,
  kCopysign,
  kLdexp,
  kLogb,
  kNextafter,
  kFrexpMantissa,
  kFrexpExponent,  // the exponent is an s32
  kIsNan,
  kIsInf,
  kIsFinite,
  kSignBit,  // to bool
  kSaturate,
  kFastExp,
  kFastExp10,
  kFastLog,
  kFastLog2,
  kFastLog10,
  kFastSin,
  kFastCos,
  kFastTan,
  kFastPow,
  kFastDivide,
};

struct Instruction {
  Opcode opcode = Opcode::kNop;
  ValueType type = ValueType::kS32;
  ValueType source_type = ValueType::kS32;
  Space space = Space::kGlobal;  // kGeneric: found per lane at run time
  std::uint8_t vector = 1;       // elements of a memory access: 1, 2 or 4; one access of vector * bytes(type)
  bool negate = false;
  bool is_volatile = false;
  bool operand_is_one = false;  // atomics: adds the compile-time constant 1 or -1
  Compare compare = Compare::kEq;
  Rounding rounding = Rounding::kDefault;
  AtomicKind atomic = AtomicKind::kAdd;
  ShuffleMode shuffle = ShuffleMode::kIndex;
  VoteMode vote = VoteMode::kAll;
  BarrierReduce reduce = BarrierReduce::kNone;
  BitFunction bits = BitFunction::kPopCount;
  MathFunction math = MathFunction::kSqrt;
  Register dst = kNoRegister;
  std::array<Register, 4> src{kNoRegister, kNoRegister, kNoRegister, kNoRegister};
  std::int64_t offset = 0;       // memory: bytes added to the address
  std::uint32_t target = 0;      // branch: instruction; call: function; print, assert: table index
  std::uint32_t reconverge = 0;  // branch: instruction where the lanes meet again; code.size(): at the exit
  // branch back to a loop's body: its #pragma unroll, 0 without a number; -1: none. A hint for sim/timing alone.
  std::int32_t unroll = -1;
  std::uint32_t object = 0;  // memory: Program::objects that its address was made from; 0: not known
  Span span;                 // an access: its expression, whose line it belongs to
};

struct RegisterInfo {
  bool wide = false;         // 64 bits a lane
  bool block_local = false;  // every use follows its definition in one basic block without a warp-level synchronisation
                             // between: lanes outside the active mask may be overwritten
};

// Registers that hold a value before the first instruction.
enum class InputKind : std::uint8_t {
  kConstant,       // `bits`, all lanes
  kParameter,      // bytes at `offset` of the parameter block, as `type`
  kSymbolAddress,  // virtual address of symbols[index]; shared_variables are plain constants (offsets)
  kThreadIdX,
  kThreadIdY,
  kThreadIdZ,
  kBlockIdX,
  kBlockIdY,
  kBlockIdZ,
  kBlockDimX,
  kBlockDimY,
  kBlockDimZ,
  kGridDimX,
  kGridDimY,
  kGridDimZ,
  kLaneId,
  kWarpSize,
};
struct Input {
  Register reg = kNoRegister;
  InputKind kind = InputKind::kConstant;
  ValueType type = ValueType::kU32;
  std::uint64_t bits = 0;
  std::uint32_t offset = 0;
  std::uint32_t index = 0;
};

// A scalar inside a parameter or symbol; structs and arrays are given flattened, members in order.
struct ScalarField {
  std::string name;  // "x" or "" for a plain scalar
  ValueType type = ValueType::kS32;
  std::uint32_t offset = 0;  // bytes from the start of the parameter or symbol
};

struct Parameter {
  std::string name;
  std::string type_name;  // as written: "const float*"
  bool is_pointer = false;
  std::string pointee_name;                 // "float"; pointers only
  std::uint32_t pointee_bytes = 0;          // pointers only; 0 for void
  ValueType pointee_type = ValueType::kU8;  // first scalar of the pointee, for a default buffer
  std::uint32_t offset = 0;                 // in the parameter block
  std::uint32_t bytes = 0;
  std::vector<ScalarField> fields;  // what a launch has to give (a pointer: one u64)
};

struct Variable {  // __shared__, __constant__ or __device__
  std::string name;
  std::string type_name;  // "float[32][33]"
  Space space = Space::kShared;
  std::uint32_t offset = 0;  // shared: byte offset in the block's shared memory
  std::uint64_t bytes = 0;   // 0 for the extern array, whose size comes with the launch
  std::uint32_t alignment = 4;
  std::uint32_t element_bytes = 4;
  std::vector<std::uint64_t> extents;  // [32][33]; empty for a scalar
  bool is_extern = false;
  std::vector<ScalarField> fields;    // of one element
  std::vector<std::uint8_t> initial;  // constant and device variables; empty: zero
  Span span;
};

// What a pointer was made from. A checked run allows an access only what its object holds; a plain run does not look.
enum class ObjectKind : std::uint8_t {
  kUnknown,
  kParameter,  // the buffer that parameters[index] points to
  kSymbol,     // symbols[index]
  kShared,     // shared_variables[index]
  kLocal,      // local_variables[index]
  kCarve,      // a part of the extern array shared_variables[index], from a base that is the same for all threads
  kAnyOf,      // one of `members`
};
struct MemoryObject {
  ObjectKind kind = ObjectKind::kUnknown;
  std::uint32_t index = 0;
  std::string name;                    // as the source calls it
  std::vector<std::uint32_t> members;  // kAnyOf
  // kCarve: where it starts, as an offset in shared memory: the value of `base` after `steps`, plus `offset`.
  std::vector<Instruction> steps;
  struct StepInput {
    Register reg = kNoRegister;
    std::uint8_t kind = 0;  // InputKind
    ValueType type = ValueType::kU32;
    std::uint64_t bits = 0;
    std::uint32_t offset = 0;
  };
  std::vector<StepInput> step_inputs;
  Register base = kNoRegister;
  std::int64_t offset = 0;
};

struct Print {
  std::string format;
  std::vector<Register> args;
  std::vector<ValueType> types;  // after default promotions: s32/u32/s64/u64/f64; a string literal: kU64 with `strings`
  std::vector<std::int32_t> string;  // index into Program::strings for a %s argument that is a literal, else -1
};

struct RecursiveFunction {
  std::string name;
  std::uint32_t entry = 0;  // instruction
  // Registers the function owns, a contiguous range. A call saves them for the active lanes and a return restores them.
  Register first_register = 0;
  std::uint32_t register_count = 0;
};

struct Program {
  std::string kernel;  // "k<32>"
  std::vector<Instruction> code;
  std::vector<RegisterInfo> registers;
  std::vector<Input> inputs;
  std::vector<Parameter> parameters;
  std::uint32_t parameter_bytes = 0;
  std::vector<Variable> shared_variables;  // the static ones first, the extern one after them, aligned
  std::uint32_t static_shared_bytes = 0;
  std::uint32_t dynamic_shared_offset = 0;  // where the extern array starts
  std::vector<Variable> symbols;            // __constant__ and __device__
  std::vector<Variable> local_variables;    // arrays and address-taken variables; offset in the thread's local memory
  std::uint32_t local_bytes = 0;            // per thread, without recursion
  std::uint32_t recursion_local_bytes = 0;  // extra bytes per call level, 0 without recursion
  std::vector<RecursiveFunction> functions;
  Register frame_pointer = kNoRegister;  // of recursive calls: every thread starts with 0 in it
  std::vector<MemoryObject> objects;     // the first is kUnknown
  std::vector<Print> prints;
  std::vector<std::string> strings;
  std::uint32_t max_threads_per_block = 0;  // __launch_bounds__; 0: none
  std::uint32_t register_estimate = 0;      // 32-bit registers a thread would need: an estimate, says so wherever shown
  SourceSet sources;
};

// Virtual address windows of generic pointers. Global buffers lie below kLocalWindow, from kGlobalBase up.
inline constexpr std::uint64_t kGlobalBase = 0x7f0000000000ull;
inline constexpr std::uint64_t kSharedWindow = 0x100000000000000ull;
inline constexpr std::uint64_t kLocalWindow = 0x200000000000000ull;
inline constexpr std::uint64_t kConstantWindow = 0x300000000000000ull;
inline constexpr std::uint64_t kWindowMask = 0xff00000000000000ull;

}  // namespace warpglass
