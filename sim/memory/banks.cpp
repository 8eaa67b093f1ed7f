// How a shared access is served by the banks. Read banks() from the top: it is the rule.
//   1. The lanes go in phases: as many lanes as one row of all banks can serve (32 of 4 bytes, 16 of 8, 8 of 16).
//   2. In a phase every bank hands out one word a pass. Lanes that want the same word share it (broadcast).
//   3. So a phase needs as many passes (wavefronts) as the busiest bank has distinct words, and at least one.
//   4. Bank conflicts are the wavefronts beyond one for each phase.
// Which lanes form a phase, and which atomics take turns instead of sharing, is in rules.h. The executor needs only the
// counts: count_wavefronts() in fast_counts.cpp gives the same numbers.
#include "sim/memory/banks.h"

#include <algorithm>
#include <array>
#include <tuple>

#include "sim/memory/rules.h"

namespace warpglass {
namespace {

// Serves one phase: appends its words to `out`, each with the wavefront it gets, and returns how many wavefronts it
// took. A word's wavefront is its turn in its bank, in order of the first lane that asks.
std::uint32_t serve_phase(const Access& access, const BankShape& shape, const BankPhase& phase, BankAccess& out) {
  const auto phase_index = static_cast<std::uint32_t>(out.phases.size());
  const std::size_t first_word = out.words.size();
  const bool share = !atomic_takes_bank_turns(access);
  std::array<std::uint32_t, kLanes> words_in_bank{};
  for (int lane = 0; lane < kLanes; ++lane) {
    if (!has_lane(phase.lanes, lane)) continue;
    const ByteRange range = bytes_of_lane(access, lane);
    for (std::uint64_t word = range.first / shape.bank_bytes; word <= range.last / shape.bank_bytes; ++word) {
      const auto begin = out.words.begin() + static_cast<std::ptrdiff_t>(first_word);
      const auto same = std::find_if(begin, out.words.end(), [&](const BankWord& w) { return w.word == word; });
      if (share && same != out.words.end()) {
        same->lanes |= LaneMask{1} << lane;
        continue;
      }
      const auto bank = static_cast<std::uint32_t>(word % shape.banks);
      const std::uint32_t turn = words_in_bank[bank]++;
      out.words.push_back({word, bank, phase_index, phase.first_wavefront + turn, LaneMask{1} << lane});
    }
  }
  return std::max(1u, *std::max_element(words_in_bank.begin(), words_in_bank.end()));
}

}  // namespace

BankAccess banks(const Access& access, const BankShape& shape) {
  BankAccess out;
  const Phases phases = phases_of(access, shape);
  for (int i = 0; i < phases.count; ++i) {
    BankPhase phase{phases.lanes[static_cast<std::size_t>(i)], out.wavefronts, 0};
    phase.wavefronts = serve_phase(access, shape, phase, out);
    out.phases.push_back(phase);
    out.wavefronts += phase.wavefronts;
    out.n_way = std::max(out.n_way, phase.wavefronts);
  }
  out.conflicts = out.wavefronts - static_cast<std::uint32_t>(out.phases.size());
  out.bytes_asked = static_cast<std::uint64_t>(lane_count(access.lanes)) * access.bytes;
  std::sort(out.words.begin(), out.words.end(), [](const BankWord& a, const BankWord& b) {
    return std::tie(a.phase, a.bank, a.wavefront) < std::tie(b.phase, b.bank, b.wavefront);
  });
  return out;
}

}  // namespace warpglass
