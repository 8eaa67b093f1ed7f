// What each access costs, as data: chips beside the lines, the sentence's numbers, and the tables behind the pictures.
// Pure functions of sites, accesses and counters.
#include "sim/views/sites.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <tuple>

#include <fmt/format.h>

#include "sim/base/source.h"

namespace warpglass {
namespace {

double per_request(std::uint64_t sum, std::uint64_t requests) {
  return static_cast<double>(sum) / static_cast<double>(requests);
}

// "4", "2.5", "1056": at most one decimal, none where it would be 0 or the number is long.
std::string short_number(double value) {
  const double tenths = std::round(value * 10.0) / 10.0;
  if (tenths >= 100.0 || tenths == std::floor(tenths)) return fmt::format("{:.0f}", tenths);
  return fmt::format("{:.1f}", tenths);
}

ChipLevel level_of(double actual, double best) {
  if (best <= 0.0 || actual < 2.0 * best) return ChipLevel::kCalm;
  return actual < 4.0 * best ? ChipLevel::kWarning : ChipLevel::kStrong;
}

// The bank with the most distinct words in one phase; of equals the lowest.
std::uint32_t busiest_bank(const BankAccess& bank_access) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> words;  // (phase, bank) -> words
  std::uint32_t busiest = 0, most = 0;
  for (const BankWord& word : bank_access.words) {
    const std::uint32_t count = ++words[{word.phase, word.bank}];
    if (count < most || (count == most && word.bank >= busiest)) continue;
    most = count;
    busiest = word.bank;
  }
  return busiest;
}

std::int64_t signed_of(std::uint64_t value) { return static_cast<std::int64_t>(value); }

std::size_t distinct_words(const BankAccess& bank_access) {
  std::vector<std::uint64_t> words;
  for (const BankWord& word : bank_access.words) words.push_back(word.word);
  std::sort(words.begin(), words.end());
  return static_cast<std::size_t>(std::unique(words.begin(), words.end()) - words.begin());
}

bool all_on_one_address(const Access& access) {
  const auto first = static_cast<std::size_t>(first_lane(access.lanes));
  for (std::size_t lane = 0; lane < kLanes; ++lane)
    if (has_lane(access.lanes, static_cast<int>(lane)) && access.address[lane] != access.address[first]) return false;
  return lane_count(access.lanes) > 1;
}

// "0-31", "0 2 4", "0-3 8": runs of three and more are joined.
std::string lanes_text(LaneMask lanes) {
  std::string text;
  for (int lane = 0; lane < kLanes; ++lane) {
    if (!has_lane(lanes, lane)) continue;
    int last = lane;
    while (last + 1 < kLanes && has_lane(lanes, last + 1)) ++last;
    if (!text.empty()) text += ' ';
    if (last - lane >= 2) {
      text += fmt::format("{}-{}", lane, last);
      lane = last;
    } else {
      text += fmt::format("{}", lane);
    }
  }
  return text;
}

// What the hot lines table sorts and shows of one line.
struct LineCost {
  std::uint64_t requests = 0, sectors = 0, wavefronts = 0, conflicts = 0;
};

LineCost cost_of(const Counters& c) {
  LineCost cost;
  cost.requests = c.global_load_requests + c.global_store_requests + c.global_red_requests + c.shared_load_requests +
                  c.shared_store_requests + c.shared_atomic_requests;
  cost.sectors = c.global_load_sectors + c.global_store_sectors + c.global_red_sectors;
  cost.wavefronts = c.shared_load_wavefronts + c.shared_store_wavefronts + c.shared_atomic_wavefronts;
  cost.conflicts = c.bank_conflicts_load + c.bank_conflicts_store + c.bank_conflicts_atomic;
  return cost;
}

std::string trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return std::string(text.substr(first, text.find_last_not_of(" \t") - first + 1));
}

}  // namespace

std::vector<Chip> chips(const std::vector<AccessSite>& sites) {
  std::vector<Chip> made;
  for (std::size_t i = 0; i < sites.size(); ++i) {
    const AccessSite& site = sites[i];
    if (site.requests == 0 || site.span.file != 0 || !site.span.known()) continue;
    Chip chip;
    chip.site = i;
    chip.line = site.span.line;
    chip.shared = site.space == Space::kShared;
    chip.actual = per_request(site.cost, site.requests);
    chip.best = per_request(site.best, site.requests);
    chip.level = level_of(chip.actual, chip.best);
    chip.text = fmt::format("{} {}/{}", chip.shared ? 'S' : 'G', short_number(chip.actual), short_number(chip.best));
    made.push_back(std::move(chip));
  }
  std::stable_sort(made.begin(), made.end(), [](const Chip& a, const Chip& b) { return a.line < b.line; });
  return made;
}

Sentence describe_global(const Access& access, const Coalesced& coalesced) {
  const std::int64_t lanes = lane_count(access.lanes);
  if (lanes == 0 || coalesced.sectors.empty()) return {};
  const auto sectors = static_cast<std::int64_t>(coalesced.sectors_counted);
  const auto lines = static_cast<std::int64_t>(coalesced.lines.size());
  const bool turns = coalesced.sectors_counted > coalesced.sectors.size();  // atomics on one address, one after another
  if (all_on_one_address(access) && !turns) return {SentenceKind::kGlobalBroadcast, {lanes, sectors}};
  if (coalesced.sectors_counted <= coalesced.ideal_sectors)
    return {SentenceKind::kGlobalCoalesced, {lanes, signed_of(coalesced.bytes_asked), sectors, lines}};
  const std::uint64_t moved = coalesced.bytes_moved_sectors;
  const double used =
      static_cast<double>(coalesced.bytes_distinct) / static_cast<double>(std::max<std::uint64_t>(moved, 1));
  return {SentenceKind::kGlobalWaste,
          {lanes, sectors, lines, signed_of(moved), signed_of(coalesced.bytes_distinct), std::lround(used * 100.0)}};
}

Sentence describe_shared(const Access& access, const BankAccess& bank_access) {
  const std::int64_t lanes = lane_count(access.lanes);
  if (lanes == 0 || bank_access.wavefronts == 0) return {};
  const auto wavefronts = static_cast<std::int64_t>(bank_access.wavefronts);
  if (bank_access.conflicts > 0)
    return {SentenceKind::kSharedConflict,
            {lanes, bank_access.n_way, busiest_bank(bank_access), wavefronts, signed_of(bank_access.phases.size())}};
  const std::uint64_t words_a_lane = std::max<std::uint64_t>(1, access.bytes / 4u);
  const std::size_t distinct = distinct_words(bank_access);
  if (access.bytes >= 4 && distinct < static_cast<std::uint64_t>(lanes) * words_a_lane)
    return {SentenceKind::kSharedBroadcast, {lanes, signed_of(distinct)}};
  if (all_on_one_address(access)) return {SentenceKind::kSharedBroadcast, {lanes, signed_of(distinct)}};
  return {SentenceKind::kSharedFree, {lanes, wavefronts}};
}

Table coalescing_table(const Access& access, const Coalesced& coalesced) {
  Table table{"coalescing",
              "lanes, lines and sectors",
              {{"lane", "lane"}, {"address", "address"}, {"line", "line"}, {"sector", "sector"}},
              {}};
  for (int lane = 0; lane < kLanes; ++lane) {
    if (!has_lane(access.lanes, lane)) continue;
    Cell line = text_cell("-"), sector = text_cell("-");
    for (std::size_t l = 0; l < coalesced.lines.size() && !line.is_number; ++l) {
      const CoalescedLine& found = coalesced.lines[l];
      if (!has_lane(found.lanes, lane)) continue;
      line = count_cell(l);
      for (std::uint32_t s = 0; s < found.sector_count && !sector.is_number; ++s)
        if (has_lane(coalesced.sectors[found.first_sector + s].lanes, lane))
          sector = count_cell(found.first_sector + s);
    }
    table.rows.push_back({count_cell(static_cast<std::uint64_t>(lane)),
                          text_cell(fmt::format("{:#x}", access.address[static_cast<std::size_t>(lane)])), line,
                          sector});
  }
  return table;
}

Table bank_table(const Access& /*access*/, const BankAccess& bank_access) {
  Table table{
      "banks",
      "words, banks and passes",
      {{"phase", "phase"}, {"wavefront", "pass"}, {"bank", "bank"}, {"word", "word"}, {"lanes", "lanes", Align::kLeft}},
      {}};
  for (const BankWord& word : bank_access.words)
    table.rows.push_back({count_cell(word.phase), count_cell(word.wavefront), count_cell(word.bank),
                          count_cell(word.word), text_cell(lanes_text(word.lanes))});
  return table;
}

Table counters_table(const Counters& counters) {
  Table table{"counters", "counters of the launch", {{"counter", "counter", Align::kLeft}, {"value", "value"}}, {}};
  for (const CounterName& counter : counter_names()) {
    const std::uint64_t value = counters.*counter.member;
    if (value != 0) table.rows.push_back({text_cell(counter.name), count_cell(value)});
  }
  return table;
}

Table hot_lines_table(const SessionResult& result) {
  struct Row {
    const LineCounters* line;
    LineCost cost;
  };
  std::vector<Row> rows;
  for (const LineCounters& line : result.lines) {
    const LineCost cost = cost_of(line.counters);
    if (cost.requests > 0) rows.push_back({&line, cost});
  }
  std::stable_sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) {
    return a.cost.sectors + a.cost.wavefronts > b.cost.sectors + b.cost.wavefronts;
  });
  Table table{"hot_lines",
              "source lines by cost",
              {{"line", "line"},
               {"requests", "requests"},
               {"sectors", "sectors"},
               {"wavefronts", "wavefronts"},
               {"conflicts", "conflicts"},
               {"code", "code", Align::kLeft}},
              {}};
  for (const Row& row : rows) {
    std::string code;
    if (row.line->file < result.sources.files.size())
      code = trimmed(line_text(result.sources.files[row.line->file], row.line->line));
    table.rows.push_back({count_cell(row.line->line), count_cell(row.cost.requests), count_cell(row.cost.sectors),
                          count_cell(row.cost.wavefronts), count_cell(row.cost.conflicts), text_cell(std::move(code))});
  }
  return table;
}

}  // namespace warpglass
