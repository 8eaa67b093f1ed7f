// The time panel: warps of the replayed SM by cycles, every cycle in the colour of its cause. A click or a drag moves
// the cursor; the warp picture follows it. Ctrl+wheel zooms, the wheel scrolls the warps.
#include <algorithm>
#include <cmath>

#include "app/course/streams_metric.h"
#include "app/gui/draw/warp_time.h"
#include "app/gui/panels/bottom_tabs.h"
#include "app/gui/panels/parts.h"
#include "app/gui/panels/streams.h"
#include "app/gui/widgets.h"
#include "sim/timed_run.h"

namespace warpglass {
namespace {

std::string cause(const PanelInput& input, Stall stall) {
  return input.text((std::string("stall.") + stall_name(stall)).c_str());
}

std::vector<Stall> by_share(const StallCycles& cycles) {
  std::vector<Stall> found;
  for (std::size_t i = 0; i < kStalls; ++i)
    if (cycles[i] > 0) found.push_back(static_cast<Stall>(i));
  std::stable_sort(found.begin(), found.end(), [&](Stall a, Stall b) {
    return cycles[static_cast<std::size_t>(a)] > cycles[static_cast<std::size_t>(b)];
  });
  return found;
}

class TimePanel : public Panel {
 public:
  void draw(const PanelInput& input, Commands& commands) override {
    const Metrics& m = input.metrics;
    const ImVec2 head = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    header(input, head, width, commands);
    const ImVec2 window = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
    const Box area = {{head.x, head.y + m.px(22)}, {head.x + width, window.y + size.y - m.px(8)}};
    ImGui::SetCursorScreenPos(area.low);
    ImGui::Dummy({0, 0});
    if (describes_pipeline(input.state.scene)) return streams_view(input, area);
    const auto& timed = input.state.timed;
    if (timed == nullptr || timed->timeline.empty()) return missing(input, area);
    if (area.height() < m.px(40)) return;
    if (shown_ != timed.get()) {
      shown_ = timed.get();
      view_ = {0, std::max<double>(1.0, static_cast<double>(timed->cycles))};
    }
    rows(input, area, commands);
  }

 private:
  static void missing(const PanelInput& input, const Box& area) {
    const AppState& s = input.state;
    const char* why = is_lab(s) ? "time.lab" : s.timing || s.run.running ? "time.pending" : "time.none";
    draw_text(input, area.low, input.fonts.regular, input.metrics.small(), input.theme.dim, input.text(why));
  }

  // Tabs, causes by their share, at the right the cursor's place.
  void header(const PanelInput& input, ImVec2 at, float width, Commands& commands) {
    const Metrics& m = input.metrics;
    const AppState& s = input.state;
    float x = bottom_tabs(input, at, commands) + m.px(10), right = at.x + width;
    if (describes_pipeline(s.scene)) {
      draw_text(input, {x, at.y}, input.fonts.bold, m.small(), input.theme.dim, streams_summary(input));
      return;
    }
    if (s.timed == nullptr || s.timed->timeline.empty()) return;
    const std::string place = input.text("time.cycle", with_commas(s.cycle), with_commas(s.timed->cycles));
    right -= text_width(input.fonts.bold, m.small(), place);
    draw_text(input, {right, at.y}, input.fonts.bold, m.small(), input.theme.dim, place);
    right -= m.px(56);
    ImGui::SetCursorScreenPos({right, at.y - m.px(4)});
    if (icon_button(input, Icon::kBack, "###time_back", true, input.text("time.back")))
      commands.push_back(StepTime{-1});
    ImGui::SetCursorScreenPos({right + m.px(25), at.y - m.px(4)});
    if (icon_button(input, Icon::kForward, "###time_next", true, input.text("time.next")))
      commands.push_back(StepTime{1});
    legend(input, x, right - m.px(8), at.y);
  }

  static void legend(const PanelInput& input, float x, float right, float y) {
    const Metrics& m = input.metrics;
    const StallCycles& cycles = input.state.timed->times.stalls;
    double all = 0;
    for (const std::uint64_t c : cycles) all += static_cast<double>(c);
    for (const Stall stall : by_share(cycles)) {
      const double share = static_cast<double>(cycles[static_cast<std::size_t>(stall)]) / std::max(all, 1.0);
      const std::string words = cause(input, stall) + " " + or_hidden(input, format_value(RowFormat::kPercent, share));
      const float wide = text_width(input.fonts.regular, m.small(), words) + m.px(26);
      if (x + wide > right) return;
      ImGui::GetWindowDrawList()->AddRectFilled({x, y + m.px(3)}, {x + m.px(10), y + m.px(12)},
                                                stall_colour(input.theme, stall), m.px(2));
      draw_text(input, {x + m.px(14), y}, input.fonts.regular, m.small(), input.theme.dim, words);
      x += wide;
    }
  }

  void rows(const PanelInput& input, const Box& area, Commands& commands) {
    const Metrics& m = input.metrics;
    const auto& timeline = input.state.timed->timeline;
    const float label = m.px(86), ruler = m.px(14), pitch = m.px(12);
    const Box chart = {{area.low.x + label, area.low.y}, {area.high.x, area.high.y - ruler}};
    ImGui::SetCursorScreenPos(area.low);
    ImGui::InvisibleButton("###time_rows", {area.width(), area.height()});
    const bool hovered = ImGui::IsItemHovered() || ImGui::IsItemActive();
    const int fit = std::max(1, static_cast<int>(chart.height() / pitch));
    const int last = std::max(0, static_cast<int>(timeline.size()) - fit);
    if (hovered) steer(chart, last);
    top_ = std::clamp(top_, 0, last);
    const int under = row_under(chart, pitch, fit, static_cast<int>(timeline.size()));
    if (ImGui::IsItemActive()) take_mouse(input, chart, under, commands);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    for (int i = 0; i < fit && top_ + i < static_cast<int>(timeline.size()); ++i) {
      const WarpTimeline& warp = timeline[static_cast<std::size_t>(top_ + i)];
      const float y = chart.low.y + pitch * static_cast<float>(i);
      const bool chosen = static_cast<std::uint32_t>(top_ + i) == input.state.time_row;
      draw_text(input, {area.low.x, y - m.px(1)}, chosen ? input.fonts.bold : input.fonts.regular, m.px(10.5f),
                chosen ? input.theme.text : input.theme.dim, input.text("time.row", warp.block, warp.warp));
      draw_warp_row(canvas_of(input), warp, view_, {{chart.low.x, y}, {chart.high.x, y + pitch - m.px(2)}});
      if (chosen)
        list.AddRect({chart.low.x, y - 1}, {chart.high.x, y + pitch - m.px(2) + 1}, input.theme.text, 0, 0, 1.0f);
    }
    draw_cycle_ruler(canvas_of(input), view_, {{chart.low.x, chart.high.y}, {chart.high.x, area.high.y}});
    cursor(input, chart);
    if (hovered && under >= 0) tip(input, chart, static_cast<std::size_t>(under));
  }

  void cursor(const PanelInput& input, const Box& chart) const {
    const float x = view_.x(static_cast<double>(input.state.cycle), chart);
    if (x < chart.low.x || x > chart.high.x) return;
    ImGui::GetWindowDrawList()->AddLine({x, chart.low.y}, {x, chart.high.y}, input.theme.text, input.metrics.px(1.5f));
  }

  // The wheel: warps; with Ctrl the zoom around the mouse; with Shift along the cycles.
  void steer(const Box& chart, int last) {
    const ImGuiIO& io = ImGui::GetIO();
    ImGui::SetItemKeyOwner(ImGuiKey_MouseWheelY);
    if (io.MouseWheel == 0.0f) return;
    const double most = std::max<double>(1.0, static_cast<double>(shown_->cycles));
    if (io.KeyCtrl) {
      const double here = view_.at(io.MousePos.x, chart);
      const double span = std::clamp(view_.span * std::pow(0.8, io.MouseWheel), std::min(20.0, most), most);
      view_.first = here - (here - view_.first) * span / view_.span;
      view_.span = span;
    } else if (io.KeyShift) {
      view_.first -= view_.span * 0.1 * io.MouseWheel;
    } else {
      top_ = std::clamp(top_ - static_cast<int>(std::lround(io.MouseWheel * 2)), 0, last);
    }
    view_.first = std::clamp(view_.first, 0.0, most - view_.span);
  }

  int row_under(const Box& chart, float pitch, int fit, int rows) const {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    if (mouse.y < chart.low.y) return -1;
    const int row = static_cast<int>((mouse.y - chart.low.y) / pitch);
    return row < fit && top_ + row < rows ? top_ + row : -1;
  }

  void take_mouse(const PanelInput& input, const Box& chart, int under, Commands& commands) const {
    const float x = std::clamp(ImGui::GetIO().MousePos.x, chart.low.x, chart.high.x);
    const auto cycle = static_cast<std::uint64_t>(std::max(0.0, view_.at(x, chart)));
    if (ImGui::IsItemActivated() && under >= 0 && static_cast<std::uint32_t>(under) != input.state.time_row)
      commands.push_back(SelectTimeRow{static_cast<std::uint32_t>(under)});
    if (cycle != input.state.cycle) commands.push_back(SetCycle{cycle});
  }

  void tip(const PanelInput& input, const Box& chart, std::size_t row) const {
    if (ImGui::GetIO().MousePos.x < chart.low.x) return;
    const WarpTimeline& warp = input.state.timed->timeline[row];
    const auto cycle = static_cast<std::uint64_t>(std::max(0.0, view_.at(ImGui::GetIO().MousePos.x, chart)));
    const WarpSegment* segment = segment_at(warp, cycle);
    if (segment == nullptr) return;
    std::string words =
        input.text("time.tip", with_commas(cycle), cause(input, segment->kind), with_commas(segment->length));
    const auto& program = input.state.result ? input.state.result->program : nullptr;
    if (program && segment->instruction < program->code.size() && program->code[segment->instruction].span.known())
      words += "\n" + input.text("time.tip_line", program->code[segment->instruction].span.line);
    tooltip(input, words + "\n" + input.text(("stall_why." + std::string(stall_name(segment->kind))).c_str()));
  }

  const TimedAnswer* shown_ = nullptr;
  CycleView view_;
  int top_ = 0;
};

}  // namespace

std::unique_ptr<Panel> make_time_panel() { return std::make_unique<TimePanel>(); }

}  // namespace warpglass
