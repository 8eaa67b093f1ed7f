// See bars.h.
#include "app/gui/draw/bars.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/gui/widgets.h"

namespace warpglass {
namespace {

struct BarLayout {
  float left = 0, pitch = 0, width = 0, top = 0, base = 0;
  double most = 1;
  float y_of(double value) const { return base - (base - top) * static_cast<float>(value / most); }
};

BarLayout lay_out(const Canvas& canvas, const BarChart& chart, const Box& area) {
  BarLayout l;
  const auto count = static_cast<float>(std::max<std::size_t>(chart.bars.size(), 1));
  l.pitch = std::min(area.width() / count, canvas.px(96));
  l.left = area.low.x + (area.width() - l.pitch * count) * 0.5f;
  l.width = std::max(std::min(l.pitch * 0.62f, canvas.px(40)), 2.0f);
  l.base = area.high.y - canvas.px(15);
  l.top = std::min(area.low.y + canvas.px(15), l.base - 4.0f);
  for (const Bar& bar : chart.bars) l.most = std::max({l.most, bar.model.value_or(0), bar.measured.value_or(0)});
  return l;
}

void draw_bar(const Canvas& canvas, const BarChart& chart, const BarLayout& l, const Bar& bar, float middle, bool lit,
              bool numbers) {
  const Theme& theme = canvas.theme;
  const Box slot = {{std::round(middle - l.width * 0.5f), l.top}, {std::round(middle + l.width * 0.5f), l.base}};
  const ImU32 colour = bar.current ? theme.warning : theme.model;
  if (chart.hidden || !bar.model) {
    canvas.list.AddRectFilled(slot.low, slot.high, theme.column, canvas.px(2));
    if (chart.hidden && bar.current)
      canvas.list.AddRect(slot.low, slot.high, theme.warning, canvas.px(2), 0, canvas.px(1.5f));
    if (chart.hidden) canvas.centred(slot, canvas.fonts.mono, canvas.px(11), theme.dim, "?");
    return;
  }
  const float y = std::min(l.y_of(*bar.model), l.base - canvas.px(2));
  canvas.list.AddRectFilled({slot.low.x, y}, slot.high, lit ? mix(colour, theme.text, 0.2f) : colour, canvas.px(2),
                            ImDrawFlags_RoundCornersTop);
  if (bar.measured) {
    const ImVec2 at = {middle, l.y_of(*bar.measured)};
    canvas.list.AddCircleFilled(at, canvas.px(3.4f), with_alpha(theme.card, 0.55f));
    canvas.list.AddCircle(at, canvas.px(3.6f), theme.measured, 0, canvas.px(1.4f));
  }
  if (!numbers && !bar.current) return;
  const double value = *bar.model;
  const std::string text = format_value(RowFormat::kRatio, value);
  const float size = canvas.px(11), wide = canvas.width(canvas.fonts.mono, size, text);
  const float above = bar.measured ? std::min(y, l.y_of(*bar.measured) - canvas.px(4)) : y;
  canvas.text({middle - wide * 0.5f, above - size - canvas.px(2)},
              bar.current ? canvas.fonts.mono_bold : canvas.fonts.mono, size, bar.current ? theme.warning : theme.dim,
              text);
}

}  // namespace

int draw_bars(const Canvas& canvas, const BarChart& chart, const Box& area, ImVec2 mouse) {
  const BarLayout l = lay_out(canvas, chart, area);
  const float label = canvas.px(10.5f);
  float widest = 1, number = 1;
  for (const Bar& bar : chart.bars) {
    widest = std::max(widest, canvas.width(canvas.fonts.mono, label, bar.label) + canvas.px(4));
    if (bar.model)
      number =
          std::max(number, canvas.width(canvas.fonts.mono, canvas.px(11), format_value(RowFormat::kRatio, *bar.model)));
  }
  const int step = std::max(1, static_cast<int>(std::ceil(widest / std::max(l.pitch, 1.0f))));
  int over = -1;
  canvas.list.AddLine({area.low.x, l.base}, {area.high.x, l.base}, canvas.theme.edge, canvas.px(1));
  for (int i = 0; i < static_cast<int>(chart.bars.size()); ++i) {
    const Bar& bar = chart.bars[static_cast<std::size_t>(i)];
    const float middle = l.left + l.pitch * (static_cast<float>(i) + 0.5f);
    const bool lit = area.holds(mouse) && std::abs(mouse.x - middle) <= l.pitch * 0.5f;
    if (lit) over = i;
    draw_bar(canvas, chart, l, bar, middle, lit, number + canvas.px(6) <= l.pitch);
    if (i % step != 0 && !bar.current) continue;
    const float wide = canvas.width(canvas.fonts.mono, label, bar.label);
    canvas.text({middle - wide * 0.5f, l.base + canvas.px(3)}, canvas.fonts.mono, label,
                bar.current ? canvas.theme.text : canvas.theme.dim, bar.label);
  }
  return over;
}

}  // namespace warpglass
