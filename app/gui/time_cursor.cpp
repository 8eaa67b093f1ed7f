// See time_cursor.h.
#include "app/gui/time_cursor.h"

#include <algorithm>
#include <map>

#include "sim/timed_run.h"
namespace warpglass {
namespace {

using Segments = std::vector<WarpSegment>;

// Of the first segment that begins after `cycle`.
Segments::const_iterator after(const Segments& segments, std::uint64_t cycle) {
  return std::upper_bound(segments.begin(), segments.end(), cycle,
                          [](std::uint64_t c, const WarpSegment& s) { return c < s.cycle; });
}

}  // namespace

std::optional<TimeMoment> moment_at(const TimedAnswer& timed, const SessionResult& result, std::uint32_t row,
                                    std::uint64_t cycle) {
  if (row >= timed.timeline.size()) return std::nullopt;
  const WarpTimeline& warp = timed.timeline[row];
  std::map<std::uint32_t, std::size_t> site_of;
  for (std::size_t i = 0; i < result.sites.size(); ++i) site_of[result.sites[i].instruction] = i;
  const auto end = after(warp.segments, cycle);
  for (auto s = end; s != warp.segments.begin();) {
    --s;
    const auto site = site_of.find(s->instruction);
    if (s->kind != Stall::kSelected || site == site_of.end()) continue;
    TimeMoment moment{warp.block, warp.warp, site->second, 0, cycle - s->cycle};
    moment.occurrence = static_cast<std::uint32_t>(std::count_if(warp.segments.begin(), s, [&](const WarpSegment& t) {
      return t.kind == Stall::kSelected && t.instruction == s->instruction;
    }));
    return moment;
  }
  return std::nullopt;
}

std::uint64_t next_change(const TimedAnswer& timed, std::uint32_t row, std::uint64_t cycle, int by) {
  if (row >= timed.timeline.size()) return cycle;
  const Segments& segments = timed.timeline[row].segments;
  auto next = after(segments, cycle);
  if (by > 0) return next == segments.end() ? cycle : next->cycle;
  while (next != segments.begin()) {
    --next;
    if (next->cycle < cycle) return next->cycle;
  }
  return cycle;
}

}  // namespace warpglass
