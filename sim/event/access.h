// The addresses of one memory instruction of one warp: the value everything else is computed from.
// coalesce() and banks() are functions of an Access alone.
#pragma once

#include <cstdint>

#include "sim/base/lanes.h"

namespace warpglass {

enum class Space : std::uint8_t { kGlobal, kShared, kLocal, kConstant, kGeneric };
const char* space_name(Space space);  // "global", ...

enum class Operation : std::uint8_t { kLoad, kStore, kAtomic };

enum class AtomicKind : std::uint8_t { kAdd, kSub, kMin, kMax, kAnd, kOr, kXor, kInc, kDec, kExch, kCas, kFloatAdd };
const char* atomic_kind_name(AtomicKind kind);  // "add", "cas", ...

struct Access {
  Operation operation = Operation::kLoad;
  AtomicKind atomic = AtomicKind::kAdd;
  Space space = Space::kGlobal;
  std::uint8_t bytes = 4;  // per lane: 1, 2, 4, 8 or 16
  LaneMask lanes = kAllLanes;
  // Byte addresses; entries of inactive lanes mean nothing. Shared: offset in the block's shared memory. Global:
  // virtual address.
  PerLane<std::uint64_t> address{};
  bool result_used = true;        // atomics: is the old value read by the program?
  bool operand_is_one = false;    // atomics: every active lane adds the compile-time constant 1 (or -1)
  std::uint32_t instruction = 0;  // index in Program::code; 0 in the sandbox
};

}  // namespace warpglass
