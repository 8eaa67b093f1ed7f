// What coalescing and banks ask of an Access, said once: its bytes, the phases of a shared access, who takes turns.
// Small pure functions; the rules are those an H200 was measured to obey.
#pragma once

#include <array>
#include <cstdint>

#include "sim/event/access.h"
#include "sim/memory/banks.h"

namespace warpglass {

struct ByteRange {
  std::uint64_t first = 0;
  std::uint64_t last = 0;  // inclusive: the last byte of the address space is a byte too
};

inline ByteRange bytes_of_lane(const Access& access, int lane) {
  const std::uint64_t first = access.address[static_cast<std::size_t>(lane)];
  const std::uint64_t more = access.bytes == 0 ? 0u : access.bytes - 1u;
  return {first, first + more < first ? ~std::uint64_t{0} : first + more};
}

// Global atomics on one address go one after another, but integer add, min, max, and, or, xor are combined first.
inline bool atomic_takes_global_turns(const Access& access) {
  if (access.operation != Operation::kAtomic) return false;
  switch (access.atomic) {
    case AtomicKind::kInc:
    case AtomicKind::kDec:
    case AtomicKind::kExch:
    case AtomicKind::kCas:
    case AtomicKind::kFloatAdd:
      return true;
    default:
      return false;
  }
}

// Shared atomics: lanes of one bank go one after another, even to one address. Only counting (adding the constant 1
// with the result unused) is combined by hardware, and then costs like a store.
inline bool atomic_takes_bank_turns(const Access& access) {
  if (access.operation != Operation::kAtomic) return false;
  const bool adds = access.atomic == AtomicKind::kAdd || access.atomic == AtomicKind::kSub;
  return !(adds && access.operand_is_one && !access.result_used);
}

// Lanes that one pass over all banks can serve at best: 32 of 4 bytes, a half-warp of 8, a quarter-warp of 16.
inline int lanes_per_phase(std::uint32_t bytes, const BankShape& shape) {
  const std::uint32_t row = shape.banks * shape.bank_bytes;
  if (bytes <= shape.bank_bytes) return static_cast<int>(shape.banks);
  return row < bytes ? 1 : static_cast<int>(row / bytes);
}

// Each active lane's partner, the lane whose number differs in `bit`, is inactive or has the same address.
inline bool partners_agree(const Access& access, int bit) {
  for (int lane = 0; lane < kLanes; ++lane) {
    const int partner = lane ^ bit;
    if (!has_lane(access.lanes, lane) || !has_lane(access.lanes, partner)) continue;
    if (access.address[static_cast<std::size_t>(lane)] != access.address[static_cast<std::size_t>(partner)])
      return false;
  }
  return true;
}

// Wide loads: neighbouring phases are served as one when the lanes agree with lane^1, or all with lane^2.
// Stores and atomics never merge.
inline bool phases_merge(const Access& access, const BankShape& shape) {
  return access.operation == Operation::kLoad && access.bytes > shape.bank_bytes &&
         (partners_agree(access, 1) || partners_agree(access, 2));
}

// The groups of lanes that are served one after another, those without an active lane left out.
struct Phases {
  std::array<LaneMask, kLanes> lanes{};
  int count = 0;
};

inline Phases phases_of(const Access& access, const BankShape& shape) {
  const int width = lanes_per_phase(access.bytes, shape) * (phases_merge(access, shape) ? 2 : 1);
  Phases phases;
  for (int first = 0; first < kLanes; first += width) {
    const LaneMask active = access.lanes & first_lanes(width) << first;
    if (active != 0) phases.lanes[static_cast<std::size_t>(phases.count++)] = active;
  }
  return phases;
}

}  // namespace warpglass
