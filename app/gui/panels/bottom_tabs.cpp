// See bottom_tabs.h.
#include "app/gui/panels/bottom_tabs.h"

#include "app/gui/panels/parts.h"
#include "app/gui/widgets.h"

namespace warpglass {
namespace {

// One tab; returns where it ends.
float tab(const PanelInput& input, ImVec2 at, BottomView view, const char* id, const char* name, const char* tip,
          Commands& commands) {
  const Metrics& m = input.metrics;
  const std::string label = input.text(name);
  const float size = m.small(), wide = text_width(input.fonts.bold, size, label) + m.px(16);
  const bool on = input.state.bottom == view;
  ImGui::SetCursorScreenPos({at.x, at.y - m.px(2)});
  if (ImGui::InvisibleButton(id, {wide, size + m.px(6)})) commands.push_back(SetBottom{view});
  const Box box = {{at.x, at.y - m.px(3)}, {at.x + wide, at.y + size + m.px(4)}};
  const bool over = ImGui::IsItemHovered();
  if (on || over)
    ImGui::GetWindowDrawList()->AddRectFilled(box.low, box.high, on ? input.theme.accent_soft : input.theme.hover,
                                              m.px(4));
  canvas_of(input).centred(box, input.fonts.bold, size, on ? input.theme.text : input.theme.dim, label);
  tooltip(input, input.text(tip));
  return at.x + wide + m.px(2);
}

}  // namespace

float bottom_tabs(const PanelInput& input, ImVec2 at, Commands& commands) {
  if (is_lab(input.state)) return at.x;
  const float x = tab(input, at, BottomView::kSweep, "###tab_sweep", "bottom.sweep", "bottom.sweep_tip", commands);
  return tab(input, {x, at.y}, BottomView::kTime, "###tab_time", "bottom.time", "bottom.time_tip", commands);
}

}  // namespace warpglass
