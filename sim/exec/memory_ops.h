// The quick way of a memory instruction: where its shape is the remembered one, what it costs and how its bytes move is
// known already. Included by each engine_*.cpp once, after lane_ops.h. Everything else goes to general_access().
#pragma once

#include "sim/exec/lane_ops.h"
#include "sim/exec/state.h"

namespace {

using warpglass::exec::Context;
using warpglass::exec::Decoded;
using warpglass::exec::Element;
using warpglass::exec::Movement;
using warpglass::exec::Site;
using warpglass::exec::SiteCost;
using warpglass::exec::Stop;
using warpglass::exec::Warp;

constexpr u32 kFull = 0xffffffffu;

WARPGLASS_INLINE int lowest(u32 mask) {
#if defined(__GNUC__)
  return __builtin_ctz(mask);
#else
  int i = 0;
  while (!((mask >> i) & 1u)) ++i;
  return i;
#endif
}
WARPGLASS_INLINE u32 bit_count(u32 mask) {
#if defined(__GNUC__)
  return static_cast<u32>(__builtin_popcount(mask));
#else
  u32 n = 0;
  for (; mask != 0; mask &= mask - 1) ++n;
  return n;
#endif
}

template <bool Store>
WARPGLASS_INLINE void touch_soon(const Byte* at) {
#if defined(__GNUC__)
  __builtin_prefetch(at, Store ? 1 : 0);
#else
  (void)at;
#endif
}

WARPGLASS_INLINE bool same_shape64(const Byte* address, const Site& site, s64 first) {
  u64 differs = 0;
  for (int i = 0; i < 32; ++i)
    differs |= static_cast<u64>(get<s64>(address + 8 * i) - first) ^ static_cast<u64>(site.shape[i]);
  return differs == 0;
}
WARPGLASS_INLINE bool same_shape64(const Byte* address, const Site& site, s64 first, const u32* mask) {
  u64 differs = 0;
  for (int i = 0; i < 32; ++i) {
    const u64 m = static_cast<u64>(static_cast<s64>(static_cast<s32>(mask[i])));
    differs |= (static_cast<u64>(get<s64>(address + 8 * i) - first) ^ static_cast<u64>(site.shape[i])) & m;
  }
  return differs == 0;
}
WARPGLASS_INLINE bool same_shape32(const Byte* address, const Site& site, u32 first) {
  u32 differs = 0;
  for (int i = 0; i < 32; ++i) differs |= (get<u32>(address + 4 * i) - first) ^ site.shape32[i];
  return differs == 0;
}
WARPGLASS_INLINE bool same_shape32(const Byte* address, const Site& site, u32 first, const u32* mask) {
  u32 differs = 0;
  for (int i = 0; i < 32; ++i) differs |= ((get<u32>(address + 4 * i) - first) ^ site.shape32[i]) & mask[i];
  return differs == 0;
}

// Elements between memory and registers, one lane.
WARPGLASS_INLINE void load_lane(const Decoded& op, Byte* d, const Byte* from, int lane) {
  for (u32 v = 0; v < op.vector; ++v, from += op.element_bytes) {
    switch (op.element) {
      case Element::kI8:
        put<s32>(d + v * 128 + 4 * lane, get<std::int8_t>(from));
        break;
      case Element::kU8:
        put<u32>(d + v * 128 + 4 * lane, get<std::uint8_t>(from));
        break;
      case Element::kI16:
        put<s32>(d + v * 128 + 4 * lane, get<std::int16_t>(from));
        break;
      case Element::kU16:
        put<u32>(d + v * 128 + 4 * lane, get<std::uint16_t>(from));
        break;
      case Element::kW32:
        put<u32>(d + v * 128 + 4 * lane, get<u32>(from));
        break;
      case Element::kW64:
        put<u64>(d + v * 256 + 8 * lane, get<u64>(from));
        break;
    }
  }
}
WARPGLASS_INLINE void store_lane(const Decoded& op, const Byte* s, Byte* to, int lane) {
  for (u32 v = 0; v < op.vector; ++v, to += op.element_bytes) {
    switch (op.element) {
      case Element::kI8:
      case Element::kU8:
        put<std::uint8_t>(to, get<std::uint8_t>(s + v * 128 + 4 * lane));
        break;
      case Element::kI16:
      case Element::kU16:
        put<std::uint16_t>(to, get<std::uint16_t>(s + v * 128 + 4 * lane));
        break;
      case Element::kW32:
        put<u32>(to, get<u32>(s + v * 128 + 4 * lane));
        break;
      case Element::kW64:
        put<u64>(to, get<u64>(s + v * 256 + 8 * lane));
        break;
    }
  }
}

// Shape offset of a lane: how the two kinds of site keep it. Shared offsets are signed 32-bit distances.
template <bool Shared>
WARPGLASS_INLINE s64 distance_of(const Site& site, int lane) {
  if constexpr (Shared) return static_cast<s32>(site.shape32[lane]);
  return site.shape[lane];
}

// Moves the lanes of a remembered shape whose first lane is at `from`. Word: u32 or u64, one element; void: any.
template <class Word, bool Shared>
WARPGLASS_INLINE void load_rows(const Decoded& op, const Site& site, Byte* d, const Byte* from, u32 mask) {
  if (mask == kFull) {
    if (site.movement == Movement::kRun) {
      copy_row<32 * static_cast<int>(sizeof(Word))>(d, from);
    } else if (site.movement == Movement::kUniform) {
      const Word value = get<Word>(from);
      for (int i = 0; i < 32; ++i) put<Word>(d + i * sizeof(Word), value);
    } else {
      WARPGLASS_UNROLL
      for (int i = 0; i < 32; ++i) put<Word>(d + i * sizeof(Word), get<Word>(from + distance_of<Shared>(site, i)));
    }
    return;
  }
  (void)op;
  for (u32 rest_of = mask; rest_of != 0; rest_of &= rest_of - 1) {
    const int i = lowest(rest_of);
    put<Word>(d + i * sizeof(Word), get<Word>(from + distance_of<Shared>(site, i)));
  }
}
template <class Word, bool Shared>
WARPGLASS_INLINE void store_rows(const Site& site, const Byte* s, Byte* to, u32 mask) {
  if (mask == kFull) {
    if (site.movement == Movement::kRun) {
      copy_row<32 * static_cast<int>(sizeof(Word))>(to, s);
    } else {
      WARPGLASS_UNROLL
      for (int i = 0; i < 32; ++i) put<Word>(to + distance_of<Shared>(site, i), get<Word>(s + i * sizeof(Word)));
    }
    return;
  }
  for (u32 rest_of = mask; rest_of != 0; rest_of &= rest_of - 1) {
    const int i = lowest(rest_of);
    put<Word>(to + distance_of<Shared>(site, i), get<Word>(s + i * sizeof(Word)));
  }
}
struct AnyWidth {};
template <bool Shared>
WARPGLASS_NOINLINE void load_any(const Decoded& op, const Site& site, Byte* d, const Byte* from, u32 mask) {
  for (u32 rest_of = mask; rest_of != 0; rest_of &= rest_of - 1) {
    const int i = lowest(rest_of);
    load_lane(op, d, from + distance_of<Shared>(site, i), i);
  }
}
template <bool Shared>
WARPGLASS_NOINLINE void store_any(const Decoded& op, const Site& site, const Byte* s, Byte* to, u32 mask) {
  for (u32 rest_of = mask; rest_of != 0; rest_of &= rest_of - 1) {
    const int i = lowest(rest_of);
    store_lane(op, s, to + distance_of<Shared>(site, i), i);
  }
}

// A launch on several cores notes the bytes that it writes (spread.h).
WARPGLASS_INLINE void mark_bytes(u64* marks, u64 first, u64 count) {
  for (u64 at = first; at < first + count;) {
    const u64 here = first + count - at < 64 - (at & 63) ? first + count - at : 64 - (at & 63);
    marks[at >> 6] |= (here == 64 ? ~u64{0} : (u64{1} << here) - 1) << (at & 63);
    at += here;
  }
}
WARPGLASS_NOINLINE void mark_shape(const Context& context, const Decoded& op, const Site& site, u64 relative,
                                   u32 mask) {
  const u32 shift = context.mark_shift;
  if (mask == kFull && site.movement == Movement::kRun) {
    mark_bytes(site.marks, relative >> shift, (u64{32} * op.bytes) >> shift);
    return;
  }
  const u64 units = u64{op.bytes} >> shift;
  for (u32 rest_of = mask; rest_of != 0; rest_of &= rest_of - 1) {
    const u64 at = (relative + static_cast<u64>(site.shape[lowest(rest_of)])) >> shift;
    if (units == 1)
      site.marks[at >> 6] |= u64{1} << (at & 63);
    else
      mark_bytes(site.marks, at, units);
  }
}
WARPGLASS_NOINLINE void mark_each(const Context& context, const Decoded& op, const Site& site, const u64* at) {
  for (int i = 0; i < 32; ++i) mark_bytes(site.marks, at[i] >> context.mark_shift, u64{op.bytes} >> context.mark_shift);
}

constexpr u64 kFarApart = u64{1} << 16;  // bytes from the lowest lane to the highest: more than the first cache holds

// Stores that lie far apart miss the host's cache one by one: where the shape moved on by as much as the last time, the
// lines of the next time are asked for already. A wrong guess costs little: nothing is written by it.
WARPGLASS_INLINE void touch_next(Site& site, u64 relative) {
  const u64 step = relative - site.last;
  site.last = relative;
  if (step == 0 || relative + step - site.first > site.span) return;
  const Byte* next = site.host + relative + step;
  WARPGLASS_UNROLL
  for (int i = 0; i < 32; ++i) touch_soon<true>(next + site.shape[i]);
}

template <class Word, bool Store, bool Shared>
WARPGLASS_INLINE void move_rows(Context& context, const Decoded& op, const Site& site, Byte* frame, Byte* memory,
                                u32 mask) {
  if constexpr (Store) {
    context.progress = 1;
    if constexpr (sizeof(Word) == 1) {
      store_any<Shared>(op, site, frame + op.b, memory, mask);
    } else {
      store_rows<Word, Shared>(site, frame + op.b, memory, mask);
    }
  } else {
    context.polls |= op.flags & warpglass::exec::kPolls;
    if constexpr (sizeof(Word) == 1) {
      load_any<Shared>(op, site, frame + op.d, memory, mask);
    } else {
      load_rows<Word, Shared>(op, site, frame + op.d, memory, mask);
    }
  }
}

// One instruction on global memory. False: its shape is new, or it leaves the buffer it was in.
template <class Word, bool Store>
WARPGLASS_INLINE bool global_again(Context& context, const Decoded& op, Byte* frame, u32 mask, const u32* mask_words) {
  Site& site = context.sites[op.site];
  if (mask != site.mask) return false;
  const Byte* address = frame + op.a;
  const s64 first = get<s64>(address + 8 * (mask == kFull ? 0 : lowest(mask)));
  const bool same = mask == kFull ? same_shape64(address, site, first) : same_shape64(address, site, first, mask_words);
  const u64 where = static_cast<u64>(first) + static_cast<u64>(op.offset);
  const u64 relative = where - site.base;
  if (!same || relative - site.first > site.span || (where & (op.bytes - 1u)) != 0) return false;
  const SiteCost cost = site.cost[where & 127];
  if (cost.a == 0) return false;
  ++site.counts.global_requests;
  site.counts.global_sectors += cost.a;
  site.counts.global_lines += cost.b;
  site.counts.global_lanes += mask == kFull ? 32 : bit_count(mask);
  if (Store && site.marks != nullptr) mark_shape(context, op, site, relative, mask);
  if (Store && site.limit - site.span >= kFarApart) touch_next(site, relative);
  move_rows<Word, Store, false>(context, op, site, frame, site.host + relative, mask);
  return true;
}

// A full warp whose addresses have had a new shape many times in a row (a random gather): its memo is left alone, the
// access is done at once if it stays in the buffer it was in. Every sixteenth time the memo is tried again.
template <class Word, bool Store>
WARPGLASS_INLINE bool global_once(Context& context, Warp& warp, const Decoded& op) {
  Site& site = context.sites[op.site];
  if (site.streak < 4 || warp.current.mask != kFull || sizeof(Word) == 1) return false;
  alignas(64) u64 at[32];
  u64 outside = 0, low_bits = 0;
  const u64 base = site.base - static_cast<u64>(op.offset);
  for (int i = 0; i < 32; ++i) {
    at[i] = get<u64>(warp.frame + op.a + 8 * i) - base;
    outside |= at[i] | (site.limit - at[i]);
    low_bits |= at[i];
  }
  if (static_cast<s64>(outside) < 0 || (low_bits & (sizeof(Word) - 1)) != 0) return false;
  WARPGLASS_UNROLL
  for (int i = 0; i < 32; ++i) touch_soon<Store>(site.host + at[i]);  // they come while the costs are counted
  site.streak = (site.streak & 15) == 15 ? 0 : site.streak + 1;
  const SiteCost cost = price_once(context, op.bytes, site.limit, at);
  ++site.counts.global_requests;
  site.last_new = site.counts.global_requests - 1;
  site.counts.global_sectors += cost.a;
  site.counts.global_lines += cost.b;
  site.counts.global_lanes += 32;
  if (Store) {
    if (site.marks != nullptr) mark_each(context, op, site, at);
    context.progress = 1;
    for (int i = 0; i < 32; ++i) put<Word>(site.host + at[i], get<Word>(warp.frame + op.b + i * sizeof(Word)));
  } else {
    context.polls |= op.flags & warpglass::exec::kPolls;
    for (int i = 0; i < 32; ++i) put<Word>(warp.frame + op.d + i * sizeof(Word), get<Word>(site.host + at[i]));
  }
  return true;
}

// The same on shared memory with 32-bit offsets.
template <class Word, bool Store>
WARPGLASS_INLINE bool shared_again(Context& context, const Decoded& op, Byte* frame, u32 mask, const u32* mask_words) {
  Site& site = context.sites[op.site];
  if (mask != site.mask) return false;
  const Byte* address = frame + op.a;
  const u32 first = get<u32>(address + 4 * (mask == kFull ? 0 : lowest(mask)));
  const bool same = mask == kFull ? same_shape32(address, site, first) : same_shape32(address, site, first, mask_words);
  const u32 where = first + static_cast<u32>(op.offset);
  if (!same || where - site.first > site.span || (where & (op.bytes - 1u)) != 0) return false;
  const SiteCost cost = site.cost[where & 3];
  if (cost.a == 0) return false;
  ++site.counts.shared_requests;
  site.counts.shared_wavefronts += cost.a;
  site.counts.shared_conflicts += cost.b;
  move_rows<Word, Store, true>(context, op, site, frame, context.shared + where, mask);
  return true;
}

}  // namespace
