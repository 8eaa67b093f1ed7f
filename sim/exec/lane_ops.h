// The lane loops: 32 values in, 32 values out, written so that the compiler vectorises them. Included by each
// engine_*.cpp once; everything is in an anonymous namespace so that no copy compiled for one instruction set can stand
// in for the other. Rows of the frame are bytes; values go in and out through memcpy, which costs nothing.
// What each operation means is written once more, lane by lane, in scalar.cpp; the tests hold the two together.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>

#if defined(__clang__)
#define WARPGLASS_UNROLL _Pragma("unroll 8")
#define WARPGLASS_LANES _Pragma("clang loop vectorize(assume_safety)")
#define WARPGLASS_INLINE inline __attribute__((always_inline))
#define WARPGLASS_NOINLINE __attribute__((noinline))
#elif defined(__GNUC__)
#define WARPGLASS_UNROLL _Pragma("GCC unroll 8")
#define WARPGLASS_LANES _Pragma("GCC ivdep")
#define WARPGLASS_INLINE inline __attribute__((always_inline))
#define WARPGLASS_NOINLINE __attribute__((noinline))
#else
#define WARPGLASS_UNROLL
#define WARPGLASS_LANES
#define WARPGLASS_INLINE inline
#define WARPGLASS_NOINLINE
#endif

namespace {

using Byte = unsigned char;
using s32 = std::int32_t;
using u32 = std::uint32_t;
using s64 = std::int64_t;
using u64 = std::uint64_t;

template <class T>
WARPGLASS_INLINE T get(const Byte* from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  return value;
}
template <class T>
WARPGLASS_INLINE void put(Byte* to, T value) {
  std::memcpy(to, &value, sizeof value);
}
template <class To, class From>
WARPGLASS_INLINE To as(From from) {
  static_assert(sizeof(To) == sizeof(From));
  To to;
  std::memcpy(&to, &from, sizeof to);
  return to;
}

// Whole rows. In pieces of a vector: as one call this becomes a string instruction, which starts slowly.
template <int Bytes>
WARPGLASS_INLINE void copy_row(Byte* to, const Byte* from) {
  for (int i = 0; i < Bytes; i += 32) {
    Byte piece[32];
    std::memcpy(piece, from + i, 32);
    std::memcpy(to + i, piece, 32);
  }
}

template <class Out, class In, class F>
WARPGLASS_INLINE void lanes1(Byte* d, const Byte* a, F f) {
  WARPGLASS_LANES
  for (int i = 0; i < 32; ++i) put<Out>(d + i * sizeof(Out), f(get<In>(a + i * sizeof(In))));
}
template <class Out, class In, class F>
WARPGLASS_INLINE void lanes2(Byte* d, const Byte* a, const Byte* b, F f) {
  WARPGLASS_LANES
  for (int i = 0; i < 32; ++i)
    put<Out>(d + i * sizeof(Out), f(get<In>(a + i * sizeof(In)), get<In>(b + i * sizeof(In))));
}
template <class Out, class In, class In3, class F>
WARPGLASS_INLINE void lanes3(Byte* d, const Byte* a, const Byte* b, const Byte* c, F f) {
  WARPGLASS_LANES
  for (int i = 0; i < 32; ++i)
    put<Out>(d + i * sizeof(Out),
             f(get<In>(a + i * sizeof(In)), get<In>(b + i * sizeof(In)), get<In3>(c + i * sizeof(In3))));
}

// NaN results, as an H200 stores them. Float: always 0x7fffffff. Double: the first NaN operand comes through, made
// quiet; an invalid operation without one gives 0xfff8000000000000.
WARPGLASS_INLINE float canonical(float x) { return x == x ? x : as<float>(u32{0x7fffffffu}); }
WARPGLASS_INLINE float canonical(float x, float, float = 0, float = 0) { return canonical(x); }
WARPGLASS_INLINE double quiet(double nan) { return as<double>(as<u64>(nan) | 0x0008000000000000ull); }
WARPGLASS_INLINE double canonical(double x, double a, double b = 0, double c = 0) {
  const double invalid = as<double>(u64{0xfff8000000000000ull});
  return x == x ? x : (a != a ? quiet(a) : (b != b ? quiet(b) : (c != c ? quiet(c) : invalid)));
}

WARPGLASS_INLINE float fused(float a, float b, float c) {
#if defined(__GNUC__)
  return __builtin_fmaf(a, b, c);
#else
  return ::fmaf(a, b, c);
#endif
}
WARPGLASS_INLINE double fused(double a, double b, double c) {
#if defined(__GNUC__)
  return __builtin_fma(a, b, c);
#else
  return ::fma(a, b, c);
#endif
}
WARPGLASS_INLINE float root(float x) {
#if defined(__GNUC__)
  return __builtin_sqrtf(x);
#else
  return ::sqrtf(x);
#endif
}
WARPGLASS_INLINE double root(double x) {
#if defined(__GNUC__)
  return __builtin_sqrt(x);
#else
  return ::sqrt(x);
#endif
}

// The number beats NaN; -0 is below +0.
WARPGLASS_INLINE float smaller(float a, float b) {
  const float equal = as<float>(as<u32>(a) | as<u32>(b));
  const float ordered = a < b ? a : (b < a ? b : equal);
  return canonical(a != a ? b : (b != b ? a : ordered));
}
WARPGLASS_INLINE float larger(float a, float b) {
  const float equal = as<float>(as<u32>(a) & as<u32>(b));
  const float ordered = a > b ? a : (b > a ? b : equal);
  return canonical(a != a ? b : (b != b ? a : ordered));
}
WARPGLASS_INLINE double smaller(double a, double b) {
  const double equal = as<double>(as<u64>(a) | as<u64>(b));
  const double ordered = a < b ? a : (b < a ? b : equal);
  return canonical(a != a ? b : (b != b ? a : ordered), b);
}
WARPGLASS_INLINE double larger(double a, double b) {
  const double equal = as<double>(as<u64>(a) & as<u64>(b));
  const double ordered = a > b ? a : (b > a ? b : equal);
  return canonical(a != a ? b : (b != b ? a : ordered), b);
}

// 32-bit division through double, which is exact. By zero: all ones; the most negative by -1: itself.
WARPGLASS_INLINE s32 quotient(s32 a, s32 b) {
  const double divisor = b == 0 ? 1.0 : static_cast<double>(b);
  const double q = static_cast<double>(a) / divisor;
  const s32 whole = static_cast<s32>(q >= 2147483648.0 ? -2147483648.0 : q);
  return b == 0 ? -1 : whole;
}
WARPGLASS_INLINE double as_double(u32 x) {
  return static_cast<double>(static_cast<s32>(x ^ 0x80000000u)) + 2147483648.0;
}
WARPGLASS_INLINE u32 quotient(u32 a, u32 b) {
  const double divisor = b == 0 ? 1.0 : as_double(b);
  // One too large at most where the fraction is cut the wrong way: put right by the remainder.
  const double q = as_double(a) / divisor - 2147483648.0;
  const u32 near = static_cast<u32>(static_cast<s32>(q)) ^ 0x80000000u;
  const u32 whole = near - (static_cast<u64>(near) * b > a ? 1u : 0u);
  return b == 0 ? 0xffffffffu : whole;
}
template <class T>
WARPGLASS_INLINE T rest(T a, T b) {
  const u32 q = static_cast<u32>(quotient(a, b));
  return b == 0 ? a : static_cast<T>(static_cast<u32>(a) - q * static_cast<u32>(b));
}

// Whether every lane has the same value; then it is the first.
WARPGLASS_INLINE bool is_uniform32(const Byte* row) {
  const u32 first = get<u32>(row);
  u32 differs = 0;
  for (int i = 0; i < 32; ++i) differs |= get<u32>(row + 4 * i) ^ first;
  return differs == 0;
}
// Division of all lanes by one divisor as a product with its reciprocal, made a little too large: the error stays below
// one divisor's share, so cutting gives the exact quotient. The divisor is not 0 and not -1.
WARPGLASS_INLINE double reciprocal(double divisor) { return 1.0 / divisor * (1.0 + 8.881784197001252e-16); }
WARPGLASS_INLINE s32 times(s32 a, double inverse) { return static_cast<s32>(static_cast<double>(a) * inverse); }
WARPGLASS_INLINE u32 times(u32 a, double inverse) {
  const double q = as_double(a) * inverse;
  const bool big = q >= 2147483648.0;
  const double low = q - (big ? 2147483648.0 : 0.0);
  return static_cast<u32>(static_cast<s32>(low)) ^ (big ? 0x80000000u : 0u);
}
WARPGLASS_INLINE double wide_value(s32 x) { return static_cast<double>(x); }
WARPGLASS_INLINE double wide_value(u32 x) { return as_double(x); }
template <class T>
WARPGLASS_INLINE bool divides_plainly(const Byte* b) {
  const T divisor = get<T>(b);
  return divisor != 0 && (divisor != static_cast<T>(-1) || T(-1) > T(0)) && is_uniform32(b);
}
template <class T>
WARPGLASS_INLINE void divide_lanes(Byte* d, const Byte* a, const Byte* b) {
  if (!divides_plainly<T>(b)) {
    lanes2<T, T>(d, a, b, [](T x, T y) { return quotient(x, y); });
    return;
  }
  const double inverse = reciprocal(wide_value(get<T>(b)));
  lanes1<T, T>(d, a, [=](T x) { return times(x, inverse); });
}
template <class T>
WARPGLASS_INLINE void remainder_lanes(Byte* d, const Byte* a, const Byte* b) {
  if (!divides_plainly<T>(b)) {
    lanes2<T, T>(d, a, b, [](T x, T y) { return rest(x, y); });
    return;
  }
  const u32 divisor = get<u32>(b);
  const double inverse = reciprocal(wide_value(get<T>(b)));
  lanes1<T, T>(
      d, a, [=](T x) { return static_cast<T>(static_cast<u32>(x) - static_cast<u32>(times(x, inverse)) * divisor); });
}

WARPGLASS_INLINE s32 saturated(float x) {
  const float low = x < -2147483648.0f ? -2147483648.0f : x;
  const float safe = low >= 2147483648.0f ? 0.0f : (low == low ? low : 0.0f);
  const s32 whole = static_cast<s32>(safe);
  return low >= 2147483648.0f ? 0x7fffffff : whole;
}

// 64-bit values by 32-bit amounts.
template <class F>
WARPGLASS_INLINE void shift_lanes(Byte* d, const Byte* a, const Byte* b, F f) {
  WARPGLASS_LANES
  for (int i = 0; i < 32; ++i) put<u64>(d + 8 * i, f(get<u64>(a + 8 * i), get<u32>(b + 4 * i)));
}

// Lanes of `out` into `d` where the mask words are ones.
WARPGLASS_INLINE void blend32(Byte* d, const Byte* out, const u32* mask) {
  WARPGLASS_LANES
  for (int i = 0; i < 32; ++i) {
    const u32 m = mask[i];
    put<u32>(d + 4 * i, (get<u32>(out + 4 * i) & m) | (get<u32>(d + 4 * i) & ~m));
  }
}
WARPGLASS_INLINE void blend64(Byte* d, const Byte* out, const u32* mask) {
  WARPGLASS_LANES
  for (int i = 0; i < 32; ++i) {
    const u64 m = static_cast<u64>(static_cast<s64>(static_cast<s32>(mask[i])));
    put<u64>(d + 8 * i, (get<u64>(out + 8 * i) & m) | (get<u64>(d + 8 * i) & ~m));
  }
}

WARPGLASS_INLINE void narrow_lanes(Byte* d, int how) {
  switch (how) {
    case 0:
      lanes1<s32, s32>(d, d, [](s32 x) { return static_cast<s32>(static_cast<std::int8_t>(x)); });
      break;
    case 1:
      lanes1<u32, u32>(d, d, [](u32 x) { return x & 0xffu; });
      break;
    case 2:
      lanes1<s32, s32>(d, d, [](s32 x) { return static_cast<s32>(static_cast<std::int16_t>(x)); });
      break;
    case 3:
      lanes1<u32, u32>(d, d, [](u32 x) { return x & 0xffffu; });
      break;
    default:
      lanes1<u32, u32>(d, d, [](u32 x) { return x != 0 ? 1u : 0u; });
      break;
  }
}

}  // namespace
