// The table of every built-in function: name, signature, what it becomes.
// A signature is "result(parameters)", one letter a type:
//   v void  b bool  h unsigned short  i int  u unsigned  L long  M unsigned long  l long long  m unsigned long long
//   f float  d double  p const void*
//   F float when every F argument is float, else double (integers count as double)
//   A the usual arithmetic common type of all A arguments
//   T a type found from the arguments, one of `allowed` (or any when empty)   * after a letter: pointer to it
//   = after a parameter: it and the rest may be left out (masks and widths get their usual value)
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sim/lang/program.h"

namespace warpglass::lang {

enum class BuiltinKind : std::uint8_t {
  kMath,
  kAbs,
  kMinMax,
  kFused,
  kArithmetic,
  kDirected,
  kReciprocal,
  kMul24,
  kMulHi,
  kBits,
  kConvert,
  kRoundTo,
  kReinterpret,
  kHiWord,
  kLoWord,
  kPair,
  kSinCos,
  kModf,
  kFrexp,
  kAtomic,
  kShuffle,
  kOldShuffle,
  kVote,
  kOldVote,
  kMatchAll,
  kActiveMask,
  kBarrier,
  kWarpSync,
  kFence,
  kClock,
  kTrap,
  kNop,
  kLoadHint,
  kStoreHint,
  kToShared,
  kIsWindow,
};

// kDirected: arithmetic with a rounding of its own, both in a row's `code`.
enum class DirectedOp : std::uint8_t { kAdd, kSub, kMul, kDiv, kFma, kSqrt, kReciprocal };
constexpr int directed_code(DirectedOp op, Rounding rounding) {
  return static_cast<int>(op) * 8 + static_cast<int>(rounding);
}

struct Builtin {
  const char* name;
  const char* signature;
  BuiltinKind kind;
  int code = 0;              // of the kind: a MathFunction, an AtomicKind, ...
  const char* allowed = "";  // for T
};

// All rows of one name, in order; empty when there is no such built-in.
std::vector<const Builtin*> builtin_rows(std::string_view name);
// Every name, for "did you mean".
std::vector<std::string> builtin_names();

}  // namespace warpglass::lang
