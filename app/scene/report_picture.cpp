// The pictures and the sentence of a report. See report.h.
#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "app/scene/report.h"

namespace warpglass {
namespace {

constexpr std::size_t kMostRows = 64;
constexpr std::uint32_t kWordBytes = 4;

std::string lane_cell(LaneMask lanes) { return fmt::format("{:2}", first_lane(lanes)); }

std::string plural(std::int64_t count, const char* one, const char* many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

// Which lanes ask for any byte of [address, address + kWordBytes).
LaneMask lanes_at(const Access& access, std::uint64_t address) {
  LaneMask lanes = 0;
  for (int lane = 0; lane < kLanes; ++lane) {
    const std::uint64_t first = access.address[static_cast<std::size_t>(lane)];
    if (has_lane(access.lanes, lane) && first < address + kWordBytes && address < first + access.bytes)
      lanes |= LaneMask{1} << lane;
  }
  return lanes;
}

// The words of one sector, or of the place where one was not moved.
std::string sector_text(const Access& access, std::uint64_t address, std::uint32_t bytes, bool moved) {
  std::string out;
  for (std::uint32_t at = 0; at < bytes; at += kWordBytes) {
    const LaneMask lanes = lanes_at(access, address + at);
    if (lanes != 0)
      out += lane_cell(lanes);
    else
      out += moved ? "//" : "..";
  }
  return out;
}

}  // namespace

std::string bank_picture(const BankAccess& bank_access, const BankShape& shape) {
  std::map<std::uint32_t, std::map<std::uint32_t, LaneMask>> rows;  // wavefront -> bank -> lanes
  for (const BankWord& word : bank_access.words) rows[word.wavefront][word.bank] |= word.lanes;
  std::string out;
  if (rows.size() > kMostRows) out += fmt::format("({} more passes)\n", rows.size() - kMostRows);
  for (auto row = rows.rbegin(); row != rows.rend(); ++row) {
    if (row->first >= kMostRows) continue;
    out += fmt::format("{:3} ", row->first + 1);
    std::string cells;
    for (std::uint32_t bank = 0; bank < shape.banks; ++bank) {
      const auto found = row->second.find(bank);
      cells += found == row->second.end() ? " ·" : lane_cell(found->second);
      cells += ' ';
    }
    cells.pop_back();
    out += cells + "\n";
  }
  out += "bank";
  for (std::uint32_t bank = 0; bank < shape.banks; ++bank) out += fmt::format("{:2} ", bank);
  out.pop_back();
  return out + "\n";
}

std::string line_picture(const Access& access, const Coalesced& coalesced, const LineShape& shape) {
  std::string out;
  const std::uint32_t sector_bytes = std::min(shape.sector_bytes, shape.line_bytes);
  for (std::size_t l = 0; l < coalesced.lines.size(); ++l) {
    if (l == kMostRows) return out + fmt::format("({} more lines)\n", coalesced.lines.size() - kMostRows);
    const CoalescedLine& line = coalesced.lines[l];
    out += fmt::format("{:#x} ", line.address);
    std::uint32_t next = line.first_sector;
    for (std::uint32_t at = 0; at < shape.line_bytes; at += sector_bytes) {
      const std::uint64_t address = line.address + at;
      const bool moved = next < line.first_sector + line.sector_count && coalesced.sectors[next].address == address;
      if (moved) ++next;
      out += "|" + sector_text(access, address, sector_bytes, moved);
    }
    out += "|\n";
  }
  return out;
}

std::string sentence_text(const Sentence& sentence) {
  const auto& n = sentence.numbers;
  const auto at = [&](std::size_t i) { return i < n.size() ? n[i] : 0; };
  const std::string lanes = plural(at(0), "lane", "lanes");
  switch (sentence.kind) {
    case SentenceKind::kNothing:
      return "No lane takes part in this access.";
    case SentenceKind::kSharedConflict:
      return fmt::format("{}: bank {} has to serve {} of them one after another, so it takes {} where {} would do.",
                         lanes, at(2), at(1), plural(at(3), "pass", "passes"), at(4));
    case SentenceKind::kSharedBroadcast:
      return fmt::format("{} share {}: lanes that ask for the same word are served together.", lanes,
                         plural(at(1), "word", "words"));
    case SentenceKind::kSharedFree:
      return fmt::format("{} ask every bank for at most one word at a time: {}, no conflict.", lanes,
                         plural(at(1), "pass", "passes"));
    case SentenceKind::kGlobalCoalesced:
      return fmt::format("{} ask for {} bytes and move just the sectors that hold them: {} in {}.", lanes, at(1),
                         plural(at(2), "sector", "sectors"), plural(at(3), "line", "lines"));
    case SentenceKind::kGlobalWaste:
      return fmt::format("{} touch {} in {}: {} bytes move for {} that were asked for, {} % of them are used.", lanes,
                         plural(at(1), "sector", "sectors"), plural(at(2), "line", "lines"), at(3), at(4), at(5));
    case SentenceKind::kGlobalBroadcast:
      return fmt::format("{} ask for the same address: {} is fetched for all of them.", lanes,
                         plural(at(1), "sector", "sectors"));
  }
  return {};
}

}  // namespace warpglass
