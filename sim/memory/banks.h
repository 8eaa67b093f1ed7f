// How one shared-memory access is served by the banks: phases, wavefronts, conflicts. A pure function of the Access.
// "Where is a bank conflict computed?" Here. Source of the rules: every shared pattern measured on an H200
// (tests/hardware).
//   1, 2, 4 bytes: wavefronts = max over banks of the distinct words asked of it; the same word is one access
//   (broadcast). 8-byte loads: two half-warps, or one phase if lanes i^1 (or all i^2) are inactive or share i's
//   address; 16-byte loads: four quarter-warps, the quarters of a half merging under that condition. Stores never
//   merge. Integer atomics: lanes of one bank go one after another, equal address or not; adding the constant 1 with
//   the result unused costs like a store.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/base/lanes.h"
#include "sim/event/access.h"

namespace warpglass {

struct BankShape {
  std::uint32_t banks = 32;      // a power of two, at most 32
  std::uint32_t bank_bytes = 4;  // bytes of one word
};

// One word asked of one bank, by one or more lanes.
struct BankWord {
  std::uint64_t word = 0;  // byte address / bank_bytes
  std::uint32_t bank = 0;
  std::uint32_t phase = 0;      // index into BankAccess::phases
  std::uint32_t wavefront = 0;  // index over the whole request: when it is served
  LaneMask lanes = 0;           // who gets it
};

struct BankPhase {
  LaneMask lanes = 0;  // the lanes that this phase serves
  std::uint32_t first_wavefront = 0;
  std::uint32_t wavefronts = 0;  // = n_way of this phase, at least 1
};

struct BankAccess {
  std::vector<BankPhase> phases;  // groups that hold at least one active lane, after merging
  std::vector<BankWord> words;    // by phase, bank, wavefront
  std::uint32_t wavefronts = 0;   // passes of the data stage; 0 when no lane is active
  std::uint32_t conflicts = 0;    // wavefronts - phases
  std::uint32_t n_way = 0;        // most distinct words that one bank is asked for in one phase (atomics: most turns)
  std::uint64_t bytes_asked = 0;
};

BankAccess banks(const Access& access, const BankShape& shape = {});

// The counts alone, as the executor needs them: no allocation.
struct WavefrontCount {
  std::uint32_t wavefronts = 0;
  std::uint32_t conflicts = 0;
};
WavefrontCount count_wavefronts(const Access& access, const BankShape& shape = {});

}  // namespace warpglass
