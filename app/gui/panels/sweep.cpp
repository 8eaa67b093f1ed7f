// The sweep strip: the result over the whole range of a knob at once; a click on a bar sets the knob.
#include <algorithm>

#include "app/gui/derive.h"
#include "app/gui/draw/bars.h"
#include "app/gui/panels/bottom_tabs.h"
#include "app/gui/panels/parts.h"
#include "app/gui/widgets.h"

namespace warpglass {
namespace {

std::int64_t current_value(const AppState& state, const std::string& name) {
  if (!is_lab(state)) return knob_value(state.scene, name);
  const AccessLab& lab = state.scene.lab;
  if (name == "element_bytes") return lab.element_bytes;
  return name == "stride" ? lab.stride : name == "offset" ? lab.offset : lab.padding;
}

void set_value(const PanelInput& input, const std::string& name, std::int64_t value, Commands& commands) {
  if (!is_lab(input.state)) {
    commands.push_back(SetKnob{name, value});
    return;
  }
  AccessLab lab = input.state.scene.lab;
  set_lab_knob(lab, name, value);
  commands.push_back(SetLab{lab});
}

class SweepPanel : public Panel {
 public:
  void draw(const PanelInput& input, Commands& commands) override {
    const KnobSweep& sweep = input.state.sweep;
    const Metrics& m = input.metrics;
    const ImVec2 head = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    header(input, head, width, commands);
    const float top = head.y + m.px(20);
    const ImVec2 window = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
    const Box area = {{head.x, top}, {head.x + width, window.y + size.y - m.px(9)}};
    ImGui::SetCursorScreenPos(area.low);
    ImGui::Dummy({0, 0});
    if (sweep.points.empty() || area.height() < m.px(30)) return;
    ImGui::SetCursorScreenPos(area.low);
    const bool clicked = ImGui::InvisibleButton("###sweep_bars", {area.width(), area.height()});
    const bool hovered = ImGui::IsItemHovered();
    const int over =
        draw_bars(canvas_of(input), chart(input), area, hovered ? ImGui::GetIO().MousePos : ImVec2{-1e6f, 0});
    if (over < 0) return;
    const KnobSweepPoint& point = sweep.points[static_cast<std::size_t>(over)];
    if (clicked) set_value(input, sweep.knob, point.value, commands);
    tip(input, point);
  }

 private:
  static BarChart chart(const PanelInput& input) {
    BarChart chart;
    chart.hidden = input.state.hidden;
    const std::int64_t now = current_value(input.state, input.state.sweep.knob);
    for (const KnobSweepPoint& point : input.state.sweep.points)
      chart.bars.push_back({std::to_string(point.value), point.cost, point.measured, point.value == now});
    return chart;
  }

  static void tip(const PanelInput& input, const KnobSweepPoint& point) {
    const std::string label = knob_label(input, input.state.sweep.knob) + " = " + std::to_string(point.value);
    const auto number = [&](double value) { return or_hidden(input, format_value(RowFormat::kRatio, value)); };
    std::string words = label + "\n";
    if (point.cost)
      words += input.text("sweep.tip_model", number(*point.cost));
    else
      words += input.text(point.problem.empty() ? "sweep.tip_pending" : "sweep.tip_refused");
    if (point.measured) words += "\n" + input.text("sweep.tip_measured", number(*point.measured));
    tooltip(input, words);
  }

  static void header(const PanelInput& input, ImVec2 at, float width, Commands& commands) {
    const Metrics& m = input.metrics;
    const KnobSweep& sweep = input.state.sweep;
    const float size = m.small();
    float right = at.x + width;
    const auto mark = [&](const std::string& words, bool ring) {
      right -= text_width(input.fonts.regular, size, words);
      draw_text(input, {right, at.y}, input.fonts.regular, size, input.theme.dim, words);
      right -= m.px(8);
      ImDrawList& list = *ImGui::GetWindowDrawList();
      const ImVec2 middle = {right, at.y + size * 0.55f};
      if (ring)
        list.AddCircle(middle, m.px(3.8f), input.theme.measured, 0, m.px(1.4f));
      else
        list.AddRectFilled({middle.x - m.px(4), middle.y - m.px(4)}, {middle.x + m.px(4), middle.y + m.px(4)},
                           input.theme.model, m.px(1));
      right -= m.px(16);
    };
    const bool measured = std::any_of(sweep.points.begin(), sweep.points.end(),
                                      [](const KnobSweepPoint& p) { return p.measured.has_value(); });
    if (measured) mark(input.text("sweep.measured"), true);
    mark(input.text("sweep.model"), false);
    const std::string quantity = input.text(sweep.shared ? "sweep.passes" : "sweep.sectors");
    const std::string title =
        sweep.points.empty() ? std::string(input.text("sweep.title_none")) : input.text("sweep.title", quantity);
    at.x = bottom_tabs(input, at, commands) + (is_lab(input.state) ? 0.0f : m.px(10));
    float x = at.x + draw_text(input, at, input.fonts.bold, size, input.theme.dim, title) + m.px(12);
    for (const std::string& name : sweep_knobs(input.state.scene)) {
      const std::string label = knob_label(input, name);
      const float wide = text_width(input.fonts.bold, size, label) + m.px(16);
      if (x + wide > right) break;
      const bool on = name == swept_knob(input.state);
      ImGui::SetCursorScreenPos({x, at.y - m.px(2)});
      const std::string id = "###sweep_" + name;
      if (ImGui::InvisibleButton(id.c_str(), {wide, size + m.px(6)})) commands.push_back(SetSweepKnob{name});
      const Box box = {{x, at.y - m.px(3)}, {x + wide, at.y + size + m.px(4)}};
      const bool over = ImGui::IsItemHovered();
      ImDrawList& list = *ImGui::GetWindowDrawList();
      if (on || over)
        list.AddRectFilled(box.low, box.high, on ? input.theme.accent_soft : input.theme.hover, box.height() * 0.5f);
      canvas_of(input).centred(box, on ? input.fonts.bold : input.fonts.regular, size,
                               on ? input.theme.text : input.theme.dim, label);
      tooltip(input, input.text("sweep.choose_tip"));
      x += wide + m.px(4);
    }
    if (!sweep.finished && !sweep.points.empty() && x + m.px(80) < right)
      draw_text(input, {x + m.px(6), at.y}, input.fonts.regular, size, input.theme.faint, input.text("sweep.pending"));
  }
};

}  // namespace

std::unique_ptr<Panel> make_sweep_panel() { return std::make_unique<SweepPanel>(); }

}  // namespace warpglass
