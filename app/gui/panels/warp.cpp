// The warp panel: one access of one warp as a picture. From the top: what it is, what it costs, the picture (draw/banks
// or draw/lines), a legend, and at the foot the play controls and which warp is looked at.
#include <algorithm>

#include "app/gui/draw/banks.h"
#include "app/gui/draw/lines.h"
#include "app/gui/panels/focus.h"
#include "app/gui/panels/parts.h"
#include "app/gui/panels/warp_tip.h"
#include "app/gui/widgets.h"

namespace warpglass {
namespace {

UnderMouse under_of(const Hover& hover) {
  static constexpr Under kKinds[] = {Under::kNothing, Under::kLane, Under::kWord, Under::kSector, Under::kBank};
  return {kKinds[static_cast<std::size_t>(hover.kind)], hover.lanes, hover.address};
}

Hover hover_of(const UnderMouse& under) {
  static constexpr HoverKind kKinds[] = {HoverKind::kNone, HoverKind::kLane, HoverKind::kWord, HoverKind::kSector,
                                         HoverKind::kBank};
  return {kKinds[static_cast<std::size_t>(under.what)], under.lanes, under.address};
}

std::string title(const PanelInput& input) {
  const ShownAccess& a = input.shown.access;
  if (!a.valid && a.expression.empty()) return input.text("warp.title_none", a.warp);
  const std::string operation = a.valid ? operation_word(input, a.access) : std::string();
  if (a.line == 0) return input.text("warp.title", a.warp, operation, a.expression);
  return input.text("warp.title_line", a.warp, a.line, operation, a.expression);
}

std::string percent(double part, double whole) {
  return whole > 0 ? format_value(RowFormat::kPercent, part / whole) : "-";
}

std::string costs(const PanelInput& input, bool brief) {
  const ShownAccess& a = input.shown.access;
  const auto shown = [&](std::uint64_t value) { return or_hidden(input, with_commas(value)); };
  const auto units = [&](Unit unit, std::uint64_t value) { return counted(input, unit, shown(value)); };
  if (a.shared())
    return input.text(a.banks.phases.size() > 1 ? "warp.costs_phases" : "warp.costs_shared",
                      units(Unit::kPass, a.banks.wavefronts), units(Unit::kConflict, a.banks.conflicts),
                      with_commas(a.banks.bytes_asked), a.banks.phases.size());
  const bool segments = a.line_shape.sector_bytes == a.line_shape.line_bytes;
  const std::uint64_t moved = segments
                                  ? a.coalesced.bytes_moved_segments
                                  : static_cast<std::uint64_t>(a.coalesced.sectors_counted) * a.line_shape.sector_bytes;
  return input.text(
      brief ? (segments ? "warp.costs_segments_short" : "warp.costs_global_short")
            : (segments ? "warp.costs_segments" : "warp.costs_global"),
      a.coalesced.requests, units(segments ? Unit::kSegment : Unit::kLine, a.coalesced.lines.size()),
      units(Unit::kSector, a.coalesced.sectors_counted), with_commas(a.coalesced.bytes_asked), shown(moved),
      or_hidden(input, percent(static_cast<double>(a.coalesced.bytes_asked), static_cast<double>(moved))));
}

class WarpPanel : public Panel {
 public:
  void draw(const PanelInput& input, Commands& commands) override {
    const ShownAccess& a = input.shown.access;
    const int active = a.valid ? lane_count(a.access.lanes) : 0;
    const std::string right = !a.valid
                                  ? std::string()
                                  : input.text("warp.size", counted(input, Unit::kByte, std::to_string(a.access.bytes)),
                                               counted(input, Unit::kLane, std::to_string(active)));
    panel_header(input, title(input), right);
    focus(input, commands);
    if (!a.valid) {
      ImGui::Dummy({0, input.metrics.px(8)});
      if (!a.missing.empty())
        paragraph(input, input.text.filled(a.missing.c_str(), a.missing_arguments), input.theme.dim);
      foot(input, commands);
      return;
    }
    const Metrics& m = input.metrics;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const bool roomy = room.y > m.px(200);
    float top = at.y;
    if (roomy) {
      std::string words = costs(input, false);
      if (text_width(input.fonts.regular, m.small(), words) > room.x) words = costs(input, true);
      draw_text(input, at, input.fonts.regular, m.small(), input.theme.text,
                shortened(input.fonts.regular, m.small(), words, room.x));
      top += m.px(24);
    }
    const float foot_height = m.px(24), legend_height = roomy ? m.px(18) : 0.0f;
    const Box area = {{at.x, top}, {at.x + room.x, at.y + room.y - foot_height - legend_height - m.px(4)}};
    picture(input, area, commands);
    if (legend_height > 0) legend(input, {at.x, area.high.y + m.px(3)}, room.x);
    foot(input, commands);
  }

 private:
  // The problem that is looked at, in a row of its own.
  static void focus(const PanelInput& input, Commands& commands) {
    const float height = focus_height(input);
    if (height <= 0.0f) return;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    draw_focus(input, {at, {at.x + width, at.y + height}}, commands);
    ImGui::SetCursorScreenPos(at);
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
    ImGui::Dummy({width, height});
    ImGui::PopStyleVar();
  }

  void picture(const PanelInput& input, const Box& area, Commands& commands) {
    if (area.height() < 8.0f || area.width() < 40.0f) return;
    ImGui::SetCursorScreenPos(area.low);
    ImGui::InvisibleButton("###warp_picture", {area.width(), area.height()});
    const bool hovered = ImGui::IsItemHovered() || ImGui::IsItemActive();
    if (hovered) ImGui::SetItemKeyOwner(ImGuiKey_MouseWheelY);
    const ImGuiIO& io = ImGui::GetIO();
    const ImVec2 mouse = hovered ? io.MousePos : ImVec2{-1e6f, -1e6f};
    const ShownAccess& a = input.shown.access;
    const UnderMouse under =
        a.shared() ? banks_picture(input, area, mouse) : lines_picture(input, area, mouse, hovered);
    const Hover wanted = hovered ? hover_of(under) : Hover{};
    const bool was_ours = input.state.hover.kind != HoverKind::kNone;
    if ((hovered || (was_ours && had_hover_)) && !(wanted == input.state.hover)) commands.push_back(SetHover{wanted});
    had_hover_ = hovered;
    if (hovered) warp_tooltip(input, under);
  }

  UnderMouse banks_picture(const PanelInput& input, const Box& area, ImVec2 mouse) {
    const ShownAccess& a = input.shown.access;
    BankPicture picture{a.access,
                        a.banks,
                        a.bank_shape,
                        static_cast<int>(a.lanes),
                        input.state.stepped,
                        input.state.pass,
                        under_of(lit_hover(input)),
                        input.text("warp.lanes"),
                        input.text("warp.banks"),
                        {},
                        {}};
    if (a.banks.n_way > 1)
      picture.ways_label = input.text("warp.ways", or_hidden(input, std::to_string(a.banks.n_way)));
    for (std::size_t i = 0; i < a.banks.phases.size(); ++i)
      picture.phase_labels.push_back(input.text("warp.phase", i + 1, a.banks.phases.size()));
    return draw_banks(canvas_of(input), picture, area, mouse);
  }

  LinePicture line_picture(const PanelInput& input) const {
    const ShownAccess& a = input.shown.access;
    return {a.access,
            a.coalesced,
            a.line_shape,
            static_cast<int>(a.lanes),
            input.state.stepped,
            input.state.pass,
            under_of(lit_hover(input)),
            input.text("warp.lanes")};
  }

  UnderMouse lines_picture(const PanelInput& input, const Box& area, ImVec2 mouse, bool hovered) {
    const ImGuiIO& io = ImGui::GetIO();
    const LineMouse line_mouse{mouse, hovered ? io.MouseWheel : 0.0f, io.MouseDown[0], hovered && io.MouseClicked[0]};
    return draw_lines(canvas_of(input), line_picture(input), area, line_mouse, scroll_);
  }

  void legend(const PanelInput& input, ImVec2 at, float width) const {
    const Metrics& m = input.metrics;
    std::string left, right;
    ImU32 left_colour = input.theme.warning;
    const ShownAccess& a = input.shown.access;
    if (a.shared()) {
      right = input.text("warp.legend_pass");
    } else {
      const LinePicture picture = line_picture(input);
      if (has_waste(picture)) left = input.text("warp.legend_waste");
      if (has_unmoved(picture)) right = input.text("warp.legend_unmoved");
    }
    const float size = m.px(11.5f), right_width = text_width(input.fonts.regular, size, right);
    draw_text(input, at, input.fonts.regular, size, left_colour,
              shortened(input.fonts.regular, size, left, std::max(width - right_width - m.px(12), m.px(30))));
    draw_text(input, {at.x + std::max(width - right_width, 0.0f), at.y}, input.fonts.regular, size, input.theme.dim,
              right);
  }

  void foot(const PanelInput& input, Commands& commands) const {
    const Metrics& m = input.metrics;
    const ImVec2 window = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
    const float y = window.y + size.y - m.px(9) - m.px(22);
    const float left = window.x + m.padding(), right = window.x + size.x - m.padding();
    const float used = input.shown.access.valid ? controls(input, {left, y}, commands) : left;
    if (!is_lab(input.state) && !input.presenting) probe(input, used + m.px(8), right, y, commands);
    ImGui::SetCursorScreenPos({left, y});
    ImGui::Dummy({0, 0});
  }

  float controls(const PanelInput& input, ImVec2 at, Commands& commands) const {
    const Metrics& m = input.metrics;
    const AppState& s = input.state;
    const std::uint32_t passes = input.shown.access.passes();
    const bool more = !s.stepped || s.pass + 1 < passes;
    float x = at.x;
    const auto next = [&](Icon icon, const char* id, bool enabled, const std::string& tip) {
      ImGui::SetCursorScreenPos({x, at.y});
      x += m.px(25);
      return icon_button(input, icon, id, enabled, tip);
    };
    if (next(Icon::kFirst, "###play_reset", s.stepped, input.text("warp.play_reset"))) commands.push_back(ResetPlay{});
    if (next(Icon::kBack, "###play_back", s.stepped, input.text("warp.play_back"))) commands.push_back(StepPass{-1});
    if (next(s.playing ? Icon::kPause : Icon::kPlay, "###play", passes > 0, input.text("warp.play")))
      commands.push_back(TogglePlay{});
    if (next(Icon::kForward, "###play_next", more && passes > 0, input.text("warp.play_next")))
      commands.push_back(StepPass{1});
    if (next(Icon::kLast, "###play_last", more && passes > 0, input.text("warp.play_last")) && passes > 0)
      commands.push_back(SetPass{passes - 1});
    const bool shared = input.shown.access.shared();
    const std::string total = or_hidden(input, std::to_string(passes));
    const std::string now = or_hidden(input, std::to_string(s.pass + 1));
    const bool turns = shared && input.shown.access.access.operation == Operation::kAtomic;
    const Unit unit = turns ? Unit::kTurn : shared ? Unit::kPass : Unit::kLine;
    const std::string words = !s.stepped ? counted(input, unit, total)
                              : turns    ? input.text("warp.turn", now, total)
                              : shared   ? input.text("warp.pass", now, total)
                                         : input.text("warp.line", now, total);
    x += m.px(6);
    return x + draw_text(input, {x, at.y + (m.px(22) - m.px(12.5f)) * 0.5f}, input.fonts.bold, m.px(12.5f),
                         s.stepped ? input.theme.accent : input.theme.dim, words);
  }

  // Right-aligned: block, warp, and which of several executions; what does not fit is left out, the last first.
  void probe(const PanelInput& input, float left, float right, float y, Commands& commands) const {
    const Scene& scene = input.state.scene;
    const ShownAccess& a = input.shown.access;
    const Dim3& grid = input.state.result_launch.grid;
    const Dim3& block = input.state.result_launch.block;
    const std::uint64_t blocks = grid.x * grid.y * grid.z;
    const std::uint64_t warps = (block.x * block.y * block.z + a.lanes - 1) / std::max(a.lanes, 1u);
    const std::string labels[] = {input.text("warp.block", scene.probe_block),
                                  input.text("warp.warp", scene.probe_warp),
                                  input.text("warp.time", a.occurrence + 1, a.occurrences)};
    float widths[3];
    for (int i = 0; i < 3; ++i) widths[i] = stepper_width(input, labels[i]);
    const bool many = a.valid && a.occurrences > 1;
    const bool times = many && widths[0] + widths[1] + widths[2] <= right - left;
    const float all = widths[0] + widths[1] + (times ? widths[2] : 0.0f);
    if (all > right - left) return;
    ImGui::SetCursorScreenPos({right - all, y});
    if (const int by = stepper(input, labels[0], "###probe_block", scene.probe_block > 0,
                               scene.probe_block + 1 < blocks, input.text("warp.block_tip")))
      commands.push_back(SetProbe{scene.probe_block + static_cast<std::uint64_t>(static_cast<std::int64_t>(by)), 0});
    if (const int by = stepper(input, labels[1], "###probe_warp", scene.probe_warp > 0, scene.probe_warp + 1 < warps,
                               input.text("warp.warp_tip")))
      commands.push_back(SetProbe{scene.probe_block, scene.probe_warp + static_cast<std::uint32_t>(by)});
    if (!times) return;
    if (const int by = stepper(input, labels[2], "###occurrence", a.occurrence > 0, a.occurrence + 1 < a.occurrences,
                               input.text("warp.time_tip")))
      commands.push_back(SelectOccurrence{a.occurrence + static_cast<std::uint32_t>(by)});
  }

  LineScroll scroll_;
  bool had_hover_ = false;
};

}  // namespace

std::unique_ptr<Panel> make_warp_panel() { return std::make_unique<WarpPanel>(); }

}  // namespace warpglass
