// A Program made ready to run: one fixed-size record for each instruction, with frame offsets in place of register
// numbers and one flat handler number in place of opcode and type. Only plain data: the instruction-set specific
// translation units include this header and must not share inline functions with the rest.
#pragma once

#include <cstddef>
#include <cstdint>

namespace warpglass::exec {

// Handlers of the fast loop. A: one per (operation, type) that has a vectorised lane loop. What is not listed runs
// through kEvaluate (lane by lane, scalar.h) or kSlow (slow.cpp).
// Laid out by hand: clang-format has no stable layout for a list this long.
// clang-format off
#define WARPGLASS_HANDLERS(X) \
  X(kMove32) X(kMove64) X(kAddI32) X(kAddI64) X(kAddF32) X(kAddF64) X(kSubI32) X(kSubI64) X(kSubF32) \
  X(kSubF64) X(kMulI32) X(kMulI64) X(kMulF32) X(kMulF64) X(kMulHiS32) X(kMulHiU32) X(kMulWideS32) \
  X(kMulWideU32) X(kMadWideS32) X(kMadWideU32) X(kMadI32) X(kMadI64) X(kFmaF32) X(kFmaF64) X(kDivS32) \
  X(kDivU32) X(kRemS32) X(kRemU32) X(kDivF32) X(kDivF64) X(kNegI32) X(kNegI64) X(kNegF32) X(kNegF64) \
  X(kAbsI32) X(kAbsF32) X(kAbsF64) X(kMinS32) X(kMinU32) X(kMinF32) X(kMinF64) X(kMaxS32) X(kMaxU32) \
  X(kMaxF32) X(kMaxF64) X(kAnd32) X(kAnd64) X(kOr32) X(kOr64) X(kXor32) X(kXor64) X(kNot32) X(kNot64) \
  X(kNotBool) X(kShl32) X(kShl64) X(kShrS32) X(kShrU32) X(kShrS64) X(kShrU64) X(kEqI32) X(kNeI32) X(kLtS32) \
  X(kLeS32) X(kGtS32) X(kGeS32) X(kLtU32) X(kLeU32) X(kGtU32) X(kGeU32) X(kEqI64) X(kNeI64) X(kLtS64) \
  X(kLeS64) X(kGtS64) X(kGeS64) X(kLtU64) X(kLeU64) X(kGtU64) X(kGeU64) X(kEqF32) X(kNeF32) X(kLtF32) \
  X(kLeF32) X(kGtF32) X(kGeF32) X(kEqF64) X(kNeF64) X(kLtF64) X(kLeF64) X(kGtF64) X(kGeF64) X(kSelect32) \
  X(kSelect64) X(kS32ToI64) X(kU32ToI64) X(kI64ToI32) X(kS32ToF32) X(kU32ToF32) X(kF32ToS32) X(kF32ToF64) \
  X(kF64ToF32) X(kS32ToF64) X(kI32ToS8) X(kI32ToU8) X(kI32ToS16) X(kI32ToU16) X(kI32ToBool) X(kSqrtF32) \
  X(kRcpF32) X(kRsqrtF32) X(kEvaluate) X(kLoadGlobal4) X(kLoadGlobal8) X(kLoadGlobal) X(kStoreGlobal4) \
  X(kStoreGlobal8) X(kStoreGlobal) X(kLoadShared4) X(kLoadShared8) X(kLoadShared) X(kStoreShared4) \
  X(kStoreShared8) X(kStoreShared) X(kBranch) X(kJump) X(kExit) X(kBarrier) X(kNop) X(kSlow)
// clang-format on

enum class Handler : std::uint16_t {
#define X(name) name,
  WARPGLASS_HANDLERS(X)
#undef X
};

enum DecodedFlag : std::uint8_t {
  kWholeWrite = 1,  // the destination is block-local: lanes outside the mask may be overwritten
  kNarrow = 2,      // after the operation the result is cut to an 8- or 16-bit type
  kNegate = 4,      // branch: taken where the predicate is false
  kPolls = 8,       // a volatile load: what a waiting loop does
  kImplicit = 16,   // the exit that follows the last instruction; never counted
  kUntold = 64,     // a checked run: the checks need not hear of this access
  kWatched = 32,    // a checked run tells the checks before it runs
};

// Element of a memory access as the register sees it.
enum class Element : std::uint8_t { kI8, kU8, kI16, kU16, kW32, kW64 };

struct alignas(64) Decoded {
  Handler handler = Handler::kNop;
  std::uint8_t flags = 0;
  Element element = Element::kW32;
  std::uint8_t bytes = 4;   // memory: of the whole access a lane
  std::uint8_t vector = 1;  // memory: elements
  std::uint8_t narrow = 0;  // with kNarrow: 0 s8, 1 u8, 2 s16, 3 u16, 4 bool
  std::uint8_t element_bytes = 4;
  bool wide = false;                                // the destination has 64 bits a lane
  std::uint32_t d = 0, a = 0, b = 0, c = 0, e = 0;  // byte offsets in the warp's frame
  std::uint32_t target = 0;                         // branch: instruction
  std::uint32_t site = 0;                           // memory: index of its Site
  std::uint32_t run_length = 1;  // instructions from here to the end of its straight run, this one included
  std::int64_t offset = 0;       // memory: bytes added to the address
  std::uint32_t reconverge = 0;
};

inline constexpr std::uint32_t kRow32 = 128;  // bytes of a 32-bit register in the frame
inline constexpr std::uint32_t kRow64 = 256;

}  // namespace warpglass::exec
