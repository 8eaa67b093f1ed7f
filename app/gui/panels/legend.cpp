// See legend.h.
#include "app/gui/panels/legend.h"

#include <cfloat>
#include <vector>

#include "app/gui/panels/parts.h"
#include "app/gui/widgets.h"

namespace warpglass {
namespace {

enum class Sign { kBox, kStack, kRow, kWaste, kUnmoved, kChip };

// Three little boxes, side by side or on each other, in a field of 22 x 22.
void boxes(const Canvas& canvas, ImVec2 at, bool upright) {
  for (int i = 0; i < 3; ++i) {
    const float along = canvas.px(2 + 6.5f * static_cast<float>(i)), across = canvas.px(upright ? 4 : 8);
    const ImVec2 low = upright ? ImVec2{at.x + across, at.y + along} : ImVec2{at.x + along, at.y + across};
    const ImVec2 size = upright ? ImVec2{canvas.px(14), canvas.px(5)} : ImVec2{canvas.px(5), canvas.px(8)};
    canvas.list.AddRectFilled(low, {low.x + size.x, low.y + size.y}, canvas.theme.lane(6 + 9 * i), canvas.px(1.5f));
  }
}

void draw_sign(const Canvas& canvas, Sign sign, ImVec2 at) {
  const Box box = {{at.x + canvas.px(3), at.y + canvas.px(3)}, {at.x + canvas.px(19), at.y + canvas.px(19)}};
  switch (sign) {
    case Sign::kBox:
      canvas.list.AddRectFilled(box.low, box.high, canvas.theme.lane(7), canvas.px(3));
      canvas.centred(box, canvas.fonts.bold, canvas.px(11), text_on(canvas.theme.lane(7)), "7");
      break;
    case Sign::kStack:
    case Sign::kRow:
      boxes(canvas, at, sign == Sign::kStack);
      break;
    case Sign::kWaste:
      hatch(canvas.list, box.low, box.high, canvas.theme.hatch, canvas.px(4), canvas.px(1.2f));
      canvas.list.AddRect(box.low, box.high, canvas.theme.frame);
      break;
    case Sign::kUnmoved:
      canvas.dotted(box, canvas.theme.frame);
      break;
    case Sign::kChip:
      canvas.list.AddRectFilled({at.x + canvas.px(1), at.y + canvas.px(5)},
                                {at.x + canvas.px(21), at.y + canvas.px(17)}, canvas.theme.strong_soft, canvas.px(6));
      canvas.list.AddRect({at.x + canvas.px(1), at.y + canvas.px(5)}, {at.x + canvas.px(21), at.y + canvas.px(17)},
                          canvas.theme.strong, canvas.px(6));
      break;
  }
}

struct Entry {
  Sign sign;
  std::string words;
};

std::vector<Entry> entries(const PanelInput& input) {
  std::vector<Entry> all = {{Sign::kBox, input.text("legend.lane")}};
  if (input.shown.access.shared()) {
    all.push_back({Sign::kStack, input.text("legend.stack")});
    all.push_back({Sign::kRow, input.text("legend.row")});
  } else {
    all.push_back({Sign::kRow, input.text("legend.line")});
    all.push_back({Sign::kWaste, input.text("legend.waste")});
    all.push_back({Sign::kUnmoved, input.text("legend.unmoved")});
  }
  if (!is_lab(input.state)) all.push_back({Sign::kChip, input.text("legend.chip")});
  return all;
}

}  // namespace

void draw_legend(const PanelInput& input) {
  if (!input.shown.access.valid) return;
  const Metrics& m = input.metrics;
  const float width = ImGui::GetContentRegionAvail().x, text_x = m.px(30), size = m.px(12.5f);
  const float bottom = ImGui::GetCursorScreenPos().y + ImGui::GetContentRegionAvail().y;
  if (ImGui::GetContentRegionAvail().y < m.px(120)) return;  // one sentence alone would explain little
  section_title(input, input.text("legend.title"));
  for (const Entry& entry : entries(input)) {
    const char *from = entry.words.c_str(), *to = from + entry.words.size();
    const float wrap = std::max(width - text_x, m.px(40));
    const float text = input.fonts.regular->CalcTextSizeA(size, FLT_MAX, wrap, from, to).y;
    const float height = std::max(text, m.px(22)) + m.px(6);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    if (at.y + height > bottom) return;
    draw_sign(canvas_of(input), entry.sign, at);
    ImGui::GetWindowDrawList()->AddText(input.fonts.regular, size,
                                        {at.x + text_x, at.y + std::max((m.px(22) - text) * 0.5f, 0.0f)},
                                        mix(input.theme.text, input.theme.dim, 0.45f), from, to, wrap);
    ImGui::Dummy({width, height});
  }
}

}  // namespace warpglass
