// See stream_rows.h.
#include "app/gui/draw/stream_rows.h"

#include <algorithm>

#include <fmt/format.h>

namespace warpglass {
namespace {

using timing::StreamOperation;
using timing::StreamSpan;
using timing::StreamWork;

constexpr int kEngines = 3;

// Where rows and times stand.
struct Layout {
  Box chart;
  float label = 0, pitch = 0, gap = 0;
  int streams = 0;
  double span = 1;

  float x(double us) const { return chart.low.x + static_cast<float>(us / span) * chart.width(); }
  float y(int row) const { return chart.low.y + pitch * static_cast<float>(row) + (row >= streams ? gap : 0.0f); }
  Box bar(const StreamSpan& span_of, int row) const {
    const float from = x(span_of.start_us), to = std::max(x(span_of.end_us), from + 1.0f);
    return {{from, y(row)}, {to, y(row) + std::max(pitch - 2.0f, 1.0f)}};
  }
};

Layout layout_of(const Canvas& canvas, const StreamPicture& picture, const Box& area) {
  Layout out;
  out.streams = static_cast<int>(picture.streams);
  out.span = std::max(picture.span_us, 1e-3);
  out.gap = canvas.px(5);
  out.label = canvas.px(86);
  const float rows = static_cast<float>(out.streams + kEngines);
  out.pitch = std::clamp((area.height() - out.gap) / rows, 2.0f, canvas.px(18));
  out.chart = {{area.low.x + out.label, area.low.y}, area.high};
  return out;
}

void draw_label(const Canvas& canvas, const Layout& layout, const Box& area, int row, const std::string& words) {
  const float size = std::min(canvas.px(10.5f), layout.pitch);
  if (size < canvas.px(7)) return;
  canvas.text({area.low.x, layout.y(row) - canvas.px(1)}, canvas.fonts.regular, size, canvas.theme.dim, words);
}

void draw_bar(const Canvas& canvas, const Box& box, ImU32 colour, const std::string& words, bool bright) {
  canvas.list.AddRectFilled(box.low, box.high, bright ? colour : with_alpha(colour, 0.75f), canvas.px(2));
  canvas.list.AddRect(box.low, box.high, bright ? canvas.theme.text : canvas.theme.card, canvas.px(2));
  const float size = std::min(canvas.px(10.5f), box.height() - canvas.px(2));
  if (size < canvas.px(7) || canvas.width(canvas.fonts.regular, size, words) + canvas.px(6) > box.width()) return;
  canvas.centred(box, canvas.fonts.regular, size, text_on(colour), words);
}

}  // namespace

ImU32 stream_colour(StreamWork work) {
  switch (work) {
    case StreamWork::kCopyIn:
      return IM_COL32(86, 180, 233, 255);
    case StreamWork::kKernel:
      return IM_COL32(230, 159, 0, 255);
    case StreamWork::kCopyOut:
      return IM_COL32(0, 158, 115, 255);
  }
  return IM_COL32(128, 128, 128, 255);
}

int draw_streams(const Canvas& canvas, const StreamPicture& picture, const Box& area, ImVec2 mouse) {
  const Layout layout = layout_of(canvas, picture, area);
  const auto stream_row = [&](std::size_t i) { return static_cast<int>(picture.operations[i].stream); };
  const auto engine_row = [&](std::size_t i) {
    return layout.streams + static_cast<int>(picture.timeline.spans[i].engine);
  };
  for (int row = 0; row < layout.streams; ++row)
    draw_label(canvas, layout, area, row, fmt::format("{} {}", picture.stream_label, row));
  for (int engine = 0; engine < kEngines; ++engine)
    draw_label(canvas, layout, area, layout.streams + engine, picture.engine_labels[engine]);
  const float line = layout.y(layout.streams) - layout.gap * 0.5f;
  canvas.list.AddLine({area.low.x, line}, {area.high.x, line}, canvas.theme.edge);

  int under = -1;
  const std::size_t count = std::min(picture.operations.size(), picture.timeline.spans.size());
  for (std::size_t i = 0; i < count; ++i)
    for (const int row : {stream_row(i), engine_row(i)})
      if (layout.bar(picture.timeline.spans[i], row).holds(mouse)) under = static_cast<int>(i);
  for (std::size_t i = 0; i < count; ++i) {
    const auto work = picture.operations[i].work;
    for (const int row : {stream_row(i), engine_row(i)})
      draw_bar(canvas, layout.bar(picture.timeline.spans[i], row), stream_colour(work),
               picture.work_labels[static_cast<std::size_t>(work)], under == static_cast<int>(i));
  }
  return under;
}

}  // namespace warpglass
