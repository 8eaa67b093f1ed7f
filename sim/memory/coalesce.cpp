// How a global access becomes lines and sectors. Read coalesce() from the top: it is the rule.
//   1. Every active lane touches the sectors that hold its bytes.
//   2. The request moves each touched sector once, however many lanes want it; inactive lanes count for nothing.
//   3. Sectors of one line travel together, so a request has as many line look-ups as distinct lines.
// The executor needs only the counts, and fast: count_sectors() in fast_counts.cpp gives the same numbers.
#include "sim/memory/coalesce.h"

#include <algorithm>

#include "sim/memory/rules.h"

namespace warpglass {
namespace {

// The sectors that active lanes touch, ascending, each with its lanes.
std::vector<CoalescedSector> touched_sectors(const Access& access, std::uint64_t sector_bytes) {
  std::vector<CoalescedSector> touched;
  for (int lane = 0; lane < kLanes; ++lane) {
    if (!has_lane(access.lanes, lane)) continue;
    const ByteRange range = bytes_of_lane(access, lane);
    for (std::uint64_t sector = range.first / sector_bytes; sector <= range.last / sector_bytes; ++sector)
      touched.push_back({sector * sector_bytes, LaneMask{1} << lane});
  }
  std::sort(touched.begin(), touched.end(), [](const auto& a, const auto& b) { return a.address < b.address; });
  std::vector<CoalescedSector> distinct;
  for (const CoalescedSector& one : touched) {
    if (distinct.empty() || distinct.back().address != one.address) distinct.push_back({one.address, 0});
    distinct.back().lanes |= one.lanes;
  }
  return distinct;
}

std::vector<CoalescedLine> lines_of(const std::vector<CoalescedSector>& sectors, std::uint64_t line_bytes) {
  std::vector<CoalescedLine> lines;
  for (std::uint32_t i = 0; i < sectors.size(); ++i) {
    const std::uint64_t line = sectors[i].address / line_bytes * line_bytes;
    if (lines.empty() || lines.back().address != line) lines.push_back({line, i, 0, 0});
    ++lines.back().sector_count;
    lines.back().lanes |= sectors[i].lanes;
  }
  return lines;
}

// Atomics on one address take turns, and every turn moves its sectors again: the sum over k of the distinct sectors of
// each address's k-th occurrence.
std::uint32_t sectors_with_turns(const Access& access, std::uint64_t sector_bytes) {
  std::vector<std::pair<int, std::uint64_t>> moved;  // turn, sector
  for (int lane = 0; lane < kLanes; ++lane) {
    if (!has_lane(access.lanes, lane)) continue;
    int turn = 0;
    for (int earlier = 0; earlier < lane; ++earlier)
      turn += has_lane(access.lanes, earlier) && access.address[earlier] == access.address[lane];
    const ByteRange range = bytes_of_lane(access, lane);
    for (std::uint64_t sector = range.first / sector_bytes; sector <= range.last / sector_bytes; ++sector)
      moved.emplace_back(turn, sector);
  }
  std::sort(moved.begin(), moved.end());
  return static_cast<std::uint32_t>(std::unique(moved.begin(), moved.end()) - moved.begin());
}

// How many different bytes the active lanes ask for.
std::uint64_t distinct_bytes(const Access& access) {
  std::vector<ByteRange> ranges;
  for (int lane = 0; lane < kLanes; ++lane)
    if (has_lane(access.lanes, lane)) ranges.push_back(bytes_of_lane(access, lane));
  std::sort(ranges.begin(), ranges.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::uint64_t total = 0;
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    ByteRange range = ranges[i];
    if (i != 0 && ranges[i - 1].last >= range.last) continue;
    if (i != 0 && ranges[i - 1].last >= range.first) range.first = ranges[i - 1].last + 1;
    total += range.last - range.first + 1;
  }
  return total;
}

}  // namespace

Coalesced coalesce(const Access& access, const LineShape& shape) {
  Coalesced out;
  if (access.lanes == 0) return out;
  out.requests = 1;
  out.sectors = touched_sectors(access, shape.sector_bytes);
  out.lines = lines_of(out.sectors, shape.line_bytes);
  out.sectors_counted = atomic_takes_global_turns(access) ? sectors_with_turns(access, shape.sector_bytes)
                                                          : static_cast<std::uint32_t>(out.sectors.size());
  out.bytes_asked = static_cast<std::uint64_t>(lane_count(access.lanes)) * access.bytes;
  out.bytes_distinct = distinct_bytes(access);
  out.bytes_moved_sectors = std::uint64_t{out.sectors_counted} * shape.sector_bytes;
  out.bytes_moved_segments = out.lines.size() * std::uint64_t{shape.line_bytes};
  out.ideal_sectors = static_cast<std::uint32_t>((out.bytes_distinct + shape.sector_bytes - 1) / shape.sector_bytes);
  return out;
}

}  // namespace warpglass
