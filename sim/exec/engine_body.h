// The fast loop: runs one path of a warp until it ends, waits, or its slice is used up. Included by engine_baseline.cpp
// and engine_avx2.cpp, each of which defines WARPGLASS_ENGINE (the function's name) and lane_bits() before.
// How to read it: one case for each handler; a case writes whole rows to `out`, which is the destination, or a scratch
// row that is blended in under the mask afterwards. What is rare leaves the loop through an ordinary function.
#pragma once

#include "sim/exec/memory_ops.h"

#ifndef WARPGLASS_CHECKED  // 1: the copy of the loop for checked runs
#define WARPGLASS_CHECKED 0
#endif

namespace {

using warpglass::exec::Handler;
using warpglass::exec::kNarrow;
using warpglass::exec::kNegate;
using warpglass::exec::kNoIndex;
using warpglass::exec::kWatched;
using warpglass::exec::kWholeWrite;
using warpglass::exec::Path;

// What the loop holds of the running path.
struct Running {
  u32 pc = 0;
  u32 mask = 0;
  u32 stop = kNoIndex;  // where the path meets others
};

WARPGLASS_INLINE void begin_run(Context& context, Warp& warp, u32 pc, u32 mask) {
  ++context.runs[pc].runs;
  context.runs[pc].threads += mask == kFull ? 32 : bit_count(mask);
  const u32 length = context.code[pc].run_length;
  context.slice -= length;
  warp.sequence += length;
  if (context.sink != nullptr) report_run(context, warp, pc, mask);
}
// Takes back what begin_run() counted from `pc` on: the path leaves a straight run before its end.
WARPGLASS_NOINLINE void cut_run(Context& context, Warp& warp, u32 pc, u32 mask) {
  --context.runs[pc].runs;
  context.runs[pc].threads -= bit_count(mask);
  const u32 length = context.code[pc].run_length;
  context.slice += length;
  warp.sequence -= length;
  if (context.sink != nullptr) report_cut(context, warp, pc);
}

void set_mask_words(Warp& warp, u32 mask) {
  for (u32 i = 0; i < 32; ++i) warp.mask_words[i] = ((mask >> i) & 1u) != 0 ? 0xffffffffu : 0u;
}

// A memory instruction whose shape is new.
template <class Word, bool Store, bool Shared>
WARPGLASS_NOINLINE Stop access_anew(Context& context, Warp& warp, u32 pc) {
  warp.current.pc = pc;
  const Decoded& op = context.code[pc];
  const auto done = [&] {
    if constexpr (WARPGLASS_CHECKED != 0) report_access(context, warp, pc, warp.current.mask, Shared);
    return Stop::kNone;
  };
  if constexpr (Shared) {
    if (remember_shared(context, warp) &&
        shared_again<Word, Store>(context, op, warp.frame, warp.current.mask, warp.mask_words))
      return done();
  } else {
    if (global_once<Word, Store>(context, warp, op)) return done();
    if (remember_global(context, warp) &&
        global_again<Word, Store>(context, op, warp.frame, warp.current.mask, warp.mask_words))
      return done();
  }
  return general_access(context, warp);
}

#define ALU(name, body) \
  case Handler::name:   \
    body;               \
    break;
#define BIN(name, T, expression)                                                  \
  case Handler::name:                                                             \
    lanes2<T, T>(out, a, b, [](T x, T y) { return static_cast<T>(expression); }); \
    break;
#define ONE(name, To, From, expression)                                           \
  case Handler::name:                                                             \
    lanes1<To, From>(out, a, [](From x) { return static_cast<To>(expression); }); \
    break;
#define CMP(name, T, sign)                                                          \
  case Handler::name:                                                               \
    lanes2<u32, T>(out, a, b, [](T x, T y) { return x sign y ? u32{1} : u32{0}; }); \
    break;
#define TRI(name, T, expression)                                                             \
  case Handler::name:                                                                        \
    lanes3<T, T, T>(out, a, b, c, [](T x, T y, T z) { return static_cast<T>(expression); }); \
    break;
#define MEMORY(name, Word, Store, Shared, again)                                   \
  case Handler::name:                                                              \
    if (!again<Word, Store>(context, op, warp.frame, now.mask, warp.mask_words)) { \
      const Stop stop = access_anew<Word, Store, Shared>(context, warp, now.pc);   \
      if (stop != Stop::kNone) return stop;                                        \
    } else if constexpr (WARPGLASS_CHECKED != 0) {                                 \
      report_access(context, warp, now.pc, now.mask, Shared);                      \
    }                                                                              \
    ++now.pc;                                                                      \
    continue;

Stop run_loop(Context& context, Warp& warp) {
  alignas(64) Byte scratch[256];
  Running now;
  const auto reload = [&] {
    now.pc = warp.current.pc;
    now.mask = warp.current.mask;
    now.stop = warpglass::exec::stop_of(warp);
    if (now.mask != kFull) set_mask_words(warp, now.mask);  // read for partial masks only
    begin_run(context, warp, now.pc, now.mask);
  };
  reload();
  for (;;) {
    if (now.pc == now.stop) {
      cut_run(context, warp, now.pc, now.mask);
      warp.current.pc = now.pc;
      if (arrive(context, warp) == Stop::kBlocked) return Stop::kBlocked;
      reload();
      continue;
    }
    const Decoded& op = context.code[now.pc];
    if constexpr (WARPGLASS_CHECKED != 0) {
      if ((op.flags & kWatched) != 0) report_watched(context, warp, now.pc, now.mask);
    }
    Byte* const d = warp.frame + op.d;
    const Byte* const a = warp.frame + op.a;
    const Byte* const b = warp.frame + op.b;
    const Byte* const c = warp.frame + op.c;
    const bool whole = now.mask == kFull || (op.flags & kWholeWrite) != 0;
    Byte* const out = whole ? d : scratch;
    switch (op.handler) {
      ALU(kMove32, copy_row<128>(out, a))
      ALU(kMove64, copy_row<256>(out, a))
      BIN(kAddI32, u32, x + y)
      BIN(kAddI64, u64, x + y)
      BIN(kAddF32, float, canonical(x + y))
      BIN(kAddF64, double, canonical(x + y, x, y))
      BIN(kSubI32, u32, x - y)
      BIN(kSubI64, u64, x - y)
      BIN(kSubF32, float, canonical(x - y))
      BIN(kSubF64, double, canonical(x - y, x, y))
      BIN(kMulI32, u32, x * y)
      BIN(kMulI64, u64, x * y)
      BIN(kMulF32, float, canonical(x * y))
      BIN(kMulF64, double, canonical(x * y, x, y))
      BIN(kMulHiS32, s32, (static_cast<s64>(x) * y) >> 32)
      BIN(kMulHiU32, u32, (static_cast<u64>(x) * y) >> 32)
      ALU(kMulWideS32, (lanes2<s64, s32>(out, a, b, [](s32 x, s32 y) { return static_cast<s64>(x) * y; })))
      ALU(kMulWideU32, (lanes2<u64, u32>(out, a, b, [](u32 x, u32 y) { return static_cast<u64>(x) * y; })))
      ALU(kMadWideS32, (lanes3<u64, s32, u64>(out, a, b, c, [](s32 x, s32 y, u64 z) {
            return static_cast<u64>(static_cast<s64>(x) * y) + z;
          })))
      ALU(kMadWideU32,
          (lanes3<u64, u32, u64>(out, a, b, c, [](u32 x, u32 y, u64 z) { return static_cast<u64>(x) * y + z; })))
      TRI(kMadI32, u32, x * y + z)
      TRI(kMadI64, u64, x * y + z)
      TRI(kFmaF32, float, canonical(fused(x, y, z)))
      TRI(kFmaF64, double, canonical(fused(x, y, z), x, y, z))
      ALU(kDivS32, divide_lanes<s32>(out, a, b))
      ALU(kDivU32, divide_lanes<u32>(out, a, b))
      ALU(kRemS32, remainder_lanes<s32>(out, a, b))
      ALU(kRemU32, remainder_lanes<u32>(out, a, b))
      BIN(kDivF32, float, canonical(x / y))
      BIN(kDivF64, double, canonical(x / y, x, y))
      ONE(kNegI32, u32, u32, 0u - x)
      ONE(kNegI64, u64, u64, 0u - x)
      ONE(kNegF32, u32, u32, (x & 0x7fffffffu) > 0x7f800000u ? 0x7fffffffu : x ^ 0x80000000u)
      ONE(kNegF64, double, double, canonical(-x, x))
      ONE(kAbsI32, u32, u32, static_cast<s32>(x) < 0 ? 0u - x : x)
      ONE(kAbsF32, u32, u32, (x & 0x7fffffffu) > 0x7f800000u ? 0x7fffffffu : x & 0x7fffffffu)
      ONE(kAbsF64, double, double, canonical(x < 0 ? -x : (x == 0 ? 0.0 : x), x))
      BIN(kMinS32, s32, x < y ? x : y)
      BIN(kMinU32, u32, x < y ? x : y)
      BIN(kMinF32, float, smaller(x, y))
      BIN(kMinF64, double, smaller(x, y))
      BIN(kMaxS32, s32, x > y ? x : y)
      BIN(kMaxU32, u32, x > y ? x : y)
      BIN(kMaxF32, float, larger(x, y))
      BIN(kMaxF64, double, larger(x, y))
      BIN(kAnd32, u32, x & y)
      BIN(kAnd64, u64, x & y)
      BIN(kOr32, u32, x | y)
      BIN(kOr64, u64, x | y)
      BIN(kXor32, u32, x ^ y)
      BIN(kXor64, u64, x ^ y)
      ONE(kNot32, u32, u32, ~x)
      ONE(kNot64, u64, u64, ~x)
      ONE(kNotBool, u32, u32, x == 0 ? 1u : 0u)
      ALU(kShl32, (lanes2<u32, u32>(out, a, b, [](u32 x, u32 y) { return y > 31 ? 0u : x << (y & 31); })))
      ALU(kShrU32, (lanes2<u32, u32>(out, a, b, [](u32 x, u32 y) { return y > 31 ? 0u : x >> (y & 31); })))
      ALU(kShrS32, (lanes2<s32, u32>(out, a, b, [](u32 x, u32 y) { return static_cast<s32>(x) >> (y > 31 ? 31 : y); })))
      ALU(kShl64, (shift_lanes(out, a, b, [](u64 x, u32 y) { return y > 63 ? 0 : x << (y & 63); })))
      ALU(kShrU64, (shift_lanes(out, a, b, [](u64 x, u32 y) { return y > 63 ? 0 : x >> (y & 63); })))
      ALU(kShrS64, (shift_lanes(out, a, b, [](u64 x, u32 y) {
            return static_cast<u64>(static_cast<s64>(x) >> (y > 63 ? 63 : y));
          })))
      CMP(kEqI32, u32, ==)
      CMP(kNeI32, u32, !=)
      CMP(kLtS32, s32, <)
      CMP(kLeS32, s32, <=)
      CMP(kGtS32, s32, >)
      CMP(kGeS32, s32, >=)
      CMP(kLtU32, u32, <)
      CMP(kLeU32, u32, <=)
      CMP(kGtU32, u32, >)
      CMP(kGeU32, u32, >=)
      CMP(kEqI64, u64, ==)
      CMP(kNeI64, u64, !=)
      CMP(kLtS64, s64, <)
      CMP(kLeS64, s64, <=)
      CMP(kGtS64, s64, >)
      CMP(kGeS64, s64, >=)
      CMP(kLtU64, u64, <)
      CMP(kLeU64, u64, <=)
      CMP(kGtU64, u64, >)
      CMP(kGeU64, u64, >=)
      CMP(kEqF32, float, ==)
      CMP(kNeF32, float, !=)
      CMP(kLtF32, float, <)
      CMP(kLeF32, float, <=)
      CMP(kGtF32, float, >)
      CMP(kGeF32, float, >=)
      CMP(kEqF64, double, ==)
      CMP(kNeF64, double, !=)
      CMP(kLtF64, double, <)
      CMP(kLeF64, double, <=)
      CMP(kGtF64, double, >)
      CMP(kGeF64, double, >=)
      ALU(kSelect32, (lanes3<u32, u32, u32>(out, a, b, c, [](u32 x, u32 y, u32 z) { return z != 0 ? x : y; })))
      ALU(kSelect64, (lanes3<u64, u64, u32>(out, a, b, c, [](u64 x, u64 y, u32 z) { return z != 0 ? x : y; })))
      ONE(kS32ToI64, s64, s32, x)
      ONE(kU32ToI64, u64, u32, x)
      ONE(kI64ToI32, u32, u64, x)
      ONE(kS32ToF32, float, s32, x)
      ONE(kU32ToF32, float, u32, as_double(x))
      ONE(kF32ToS32, s32, float, saturated(x))
      ONE(kF32ToF64, double, float, static_cast<double>(x))
      ONE(kF64ToF32, float, double, static_cast<float>(x))
      ONE(kS32ToF64, double, s32, x)
      ALU(kI32ToS8, (copy_row<128>(out, a), narrow_lanes(out, 0)))
      ONE(kI32ToU8, u32, u32, x & 0xffu)
      ALU(kI32ToS16, (copy_row<128>(out, a), narrow_lanes(out, 2)))
      ONE(kI32ToU16, u32, u32, x & 0xffffu)
      ONE(kI32ToBool, u32, u32, x != 0 ? 1u : 0u)
      ONE(kSqrtF32, float, float, canonical(root(x)))
      ONE(kRcpF32, float, float, canonical(1.0f / x))
      ONE(kRsqrtF32, float, float, canonical(static_cast<float>(1.0 / root(static_cast<double>(x)))))
      case Handler::kEvaluate:
        warp.current.pc = now.pc;
        evaluate_lanes(context, warp, out);
        break;
        MEMORY(kLoadGlobal4, u32, false, false, global_again)
        MEMORY(kLoadGlobal8, u64, false, false, global_again)
        MEMORY(kLoadGlobal, Byte, false, false, global_again)
        MEMORY(kStoreGlobal4, u32, true, false, global_again)
        MEMORY(kStoreGlobal8, u64, true, false, global_again)
        MEMORY(kStoreGlobal, Byte, true, false, global_again)
        MEMORY(kLoadShared4, u32, false, true, shared_again)
        MEMORY(kLoadShared8, u64, false, true, shared_again)
        MEMORY(kLoadShared, Byte, false, true, shared_again)
        MEMORY(kStoreShared4, u32, true, true, shared_again)
        MEMORY(kStoreShared8, u64, true, true, shared_again)
        MEMORY(kStoreShared, Byte, true, true, shared_again)
      case Handler::kBranch: {
        const u32 wanted = lane_bits(a) ^ ((op.flags & kNegate) != 0 ? kFull : 0u);
        const u32 taken = wanted & now.mask;
        if (context.sink != nullptr) {
          warp.current.pc = now.pc;
          report_branch(context, warp, taken);
        }
        if (taken == now.mask) {
          now.pc = op.target;
        } else if (taken == 0) {
          ++now.pc;
        } else {
          warp.current.pc = now.pc;
          ++context.divergent[now.pc];
          if (diverge(context, warp, taken) == Stop::kBlocked) return Stop::kBlocked;
          if (context.slice <= 0) return Stop::kSlice;
          reload();
          continue;
        }
        if (context.slice <= 0) {
          warp.current.pc = now.pc;
          return Stop::kSlice;
        }
        begin_run(context, warp, now.pc, now.mask);
        continue;
      }
      case Handler::kJump:
        now.pc = op.target;
        if (context.slice <= 0) {
          warp.current.pc = now.pc;
          return Stop::kSlice;
        }
        begin_run(context, warp, now.pc, now.mask);
        continue;
      case Handler::kNop:
        ++now.pc;
        continue;
      case Handler::kExit:
        warp.current.pc = now.pc;
        if (exit_lanes(context, warp) == Stop::kBlocked) return Stop::kBlocked;
        reload();
        continue;
      case Handler::kBarrier:
      case Handler::kSlow: {
        warp.current.pc = now.pc;
        const Stop stop = slow_instruction(context, warp);
        if (stop == Stop::kNone) {
          ++now.pc;
          if (op.run_length == 1) begin_run(context, warp, now.pc, now.mask);
          continue;
        }
        if (stop != Stop::kReload) return stop;
        reload();
        continue;
      }
    }
    if ((op.flags & kNarrow) != 0) narrow_lanes(out, op.narrow);
    if (!whole) {
      if (op.wide) {
        blend64(d, out, warp.mask_words);
      } else {
        blend32(d, out, warp.mask_words);
      }
    }
    ++now.pc;
  }
}

#undef ALU
#undef BIN
#undef ONE
#undef CMP
#undef TRI
#undef MEMORY

}  // namespace

namespace warpglass::exec {
Stop WARPGLASS_ENGINE(Context& context, Warp& warp) { return run_loop(context, warp); }
}  // namespace warpglass::exec
