// What each access of the source costs: the chips beside the code lines, and the sentence that says it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/memory/banks.h"
#include "sim/memory/coalesce.h"
#include "sim/views/result.h"
#include "sim/views/table.h"

namespace warpglass {

enum class ChipLevel { kCalm, kWarning, kStrong };  // cost / best: under 2, from 2, from 4

struct Chip {
  std::size_t site = 0;    // index into the sites
  std::uint32_t line = 0;  // 1-based, file 0
  bool shared = false;     // "S" passes, else "G" sectors
  double actual = 0.0;     // per request
  double best = 0.0;       // per request
  std::string text;        // "G 4/4", "S 32/1", "G 2.5/2.5"
  ChipLevel level = ChipLevel::kCalm;
};
// By line, in the order of the sites. Sites without requests have none.
std::vector<Chip> chips(const std::vector<AccessSite>& sites);

// What a picture shows, in words that the window's text table fills in: an id and its numbers.
enum class SentenceKind {
  kNothing,          // no access selected
  kSharedConflict,   // {lanes, n_way, busiest bank, wavefronts, phases}
  kSharedBroadcast,  // {lanes, distinct words}
  kSharedFree,       // {lanes, wavefronts}: no conflict
  kGlobalCoalesced,  // {lanes, bytes asked, sectors, lines}
  kGlobalWaste,      // {lanes, sectors, lines, bytes moved, bytes asked, percent used}
  kGlobalBroadcast,  // {lanes, sectors}
};
struct Sentence {
  SentenceKind kind = SentenceKind::kNothing;
  std::vector<std::int64_t> numbers;
};
Sentence describe_global(const Access& access, const Coalesced& coalesced);
Sentence describe_shared(const Access& access, const BankAccess& bank_access);

Table coalescing_table(const Access& access, const Coalesced& coalesced);  // a row a lane: lane, address, line, sector
Table bank_table(const Access& access,
                 const BankAccess& bank_access);     // a row a word: phase, wavefront, bank, word, lanes
Table counters_table(const Counters& counters);      // a row a counter that is not 0
Table hot_lines_table(const SessionResult& result);  // a row a line with accesses, costliest first

}  // namespace warpglass
