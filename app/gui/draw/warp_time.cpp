// See warp_time.h.
#include "app/gui/draw/warp_time.h"

#include <algorithm>
#include <cmath>

#include "app/gui/widgets.h"

namespace warpglass {
namespace {

constexpr float kColumn = 1.0f;  // pixels that are decided together

// The segment that stands for the cycles [from, to), starting the search at `next`; advances `next`.
const WarpSegment* strongest(const std::vector<WarpSegment>& segments, double from, double to, std::size_t& next) {
  while (next < segments.size() && static_cast<double>(segments[next].cycle + segments[next].length) <= from) ++next;
  const WarpSegment* best = nullptr;
  double most = 0;
  for (std::size_t i = next; i < segments.size() && static_cast<double>(segments[i].cycle) < to; ++i) {
    const WarpSegment& s = segments[i];
    if (s.kind == Stall::kSelected) return &s;
    const double low = std::max(from, static_cast<double>(s.cycle));
    const double high = std::min(to, static_cast<double>(s.cycle + s.length));
    if (high - low > most) most = high - low, best = &s;
  }
  return best;
}

double tick_step(double span, float width, float least_pixels) {
  const double wanted = span / std::max(1.0f, width / least_pixels);
  double step = std::pow(10.0, std::floor(std::log10(std::max(wanted, 1.0))));
  for (const double factor : {1.0, 2.0, 5.0, 10.0})
    if (step * factor >= wanted) return std::max(1.0, step * factor);
  return std::max(1.0, step * 10.0);
}

}  // namespace

ImU32 stall_colour(const Theme& theme, Stall stall) {
  switch (stall) {
    case Stall::kSelected:
      return theme.accent;
    case Stall::kLongScoreboard:
      return IM_COL32(213, 94, 0, 255);
    case Stall::kShortScoreboard:
      return IM_COL32(230, 159, 0, 255);
    case Stall::kMioThrottle:
      return IM_COL32(240, 228, 66, 255);
    case Stall::kLgThrottle:
      return IM_COL32(170, 68, 17, 255);
    case Stall::kBarrier:
      return IM_COL32(204, 121, 167, 255);
    case Stall::kMathPipe:
      return IM_COL32(0, 158, 115, 255);
    case Stall::kWait:
      return mix(IM_COL32(0, 158, 115, 255), theme.card, 0.45f);
    case Stall::kBranch:
      return IM_COL32(0, 114, 178, 255);
    case Stall::kDrain:
      return mix(IM_COL32(213, 94, 0, 255), theme.card, 0.5f);
    case Stall::kNoInstruction:
      return mix(IM_COL32(0, 114, 178, 255), theme.card, 0.45f);
    case Stall::kNotSelected:
      return theme.faint;
    case Stall::kLaunch:
      return theme.track;
  }
  return theme.faint;
}

const WarpSegment* segment_at(const WarpTimeline& warp, std::uint64_t cycle) {
  const auto after = std::upper_bound(warp.segments.begin(), warp.segments.end(), cycle,
                                      [](std::uint64_t c, const WarpSegment& s) { return c < s.cycle; });
  if (after == warp.segments.begin()) return nullptr;
  const WarpSegment& s = *(after - 1);
  return cycle < s.cycle + s.length ? &s : nullptr;
}

void draw_warp_row(const Canvas& canvas, const WarpTimeline& warp, const CycleView& view, const Box& area) {
  const auto begin = std::upper_bound(warp.segments.begin(), warp.segments.end(), view.first,
                                      [](double c, const WarpSegment& s) { return c < static_cast<double>(s.cycle); });
  std::size_t next = begin == warp.segments.begin() ? 0 : static_cast<std::size_t>(begin - warp.segments.begin()) - 1;
  float run_from = area.low.x;
  const WarpSegment* run = nullptr;
  const auto flush = [&](float to) {
    if (run != nullptr && to > run_from)
      canvas.list.AddRectFilled({run_from, area.low.y}, {to, area.high.y}, stall_colour(canvas.theme, run->kind));
  };
  for (float x = area.low.x; x < area.high.x; x += kColumn) {
    const WarpSegment* here = strongest(warp.segments, view.at(x, area), view.at(x + kColumn, area), next);
    const bool same = (here == nullptr) == (run == nullptr) && (here == nullptr || here->kind == run->kind);
    if (!same) {
      flush(x);
      run = here, run_from = x;
    }
  }
  flush(area.high.x);
}

void draw_cycle_ruler(const Canvas& canvas, const CycleView& view, const Box& area) {
  const float size = std::min(canvas.metrics.px(10), area.height());
  const double step = tick_step(view.span, area.width(), canvas.px(70));
  for (double cycle = std::ceil(view.first / step) * step; cycle < view.first + view.span; cycle += step) {
    const float x = view.x(cycle, area);
    const std::string words = with_commas(static_cast<std::uint64_t>(std::max(cycle, 0.0)));
    canvas.list.AddLine({x, area.low.y}, {x, area.low.y + canvas.px(3)}, canvas.theme.faint);
    const float wide = canvas.width(canvas.fonts.regular, size, words);
    if (x + wide + canvas.px(4) > area.high.x) break;
    canvas.text({x + canvas.px(3), area.low.y + canvas.px(1)}, canvas.fonts.regular, size, canvas.theme.dim, words);
  }
}

}  // namespace warpglass
