// The result: start, now (model), measured. Start is pinned when a scene opens or by a click, so that a change is seen
// and not remembered. A number wears its level when the access could do better, and green when it became better.
#include <algorithm>
#include <cmath>
#include <string_view>

#include "app/gui/panels/parts.h"
#include "app/gui/widgets.h"

namespace warpglass {
namespace {

double over_best(const AppState& state, Space space, Operation operation) {
  if (state.result == nullptr) return 1.0;
  double cost = 0, best = 0;
  for (const AccessSite& site : state.result->sites) {
    if (site.space != space || site.operation != operation || site.requests == 0) continue;
    cost += static_cast<double>(site.cost), best += static_cast<double>(site.best);
  }
  return best > 0 ? cost / best : 1.0;
}

double lab_over_best(const ShownAccess& a, std::string_view id) {
  if (a.shared()) {
    if (id != "result.passes" && id != "result.ways" && id != "result.conflicts") return 1.0;
    return static_cast<double>(a.banks.wavefronts) / std::max(1.0, static_cast<double>(a.banks.phases.size()));
  }
  if (id != "result.sectors" && id != "result.bytes_moved") return 1.0;
  return static_cast<double>(a.coalesced.sectors_counted) /
         std::max(1.0, static_cast<double>(a.coalesced.ideal_sectors));
}

// How many times more than needed this row says; 1 where it says nothing of the kind.
double excess(const PanelInput& input, const ResultRow& row) {
  const std::string_view id = row.id;
  if (!row.now) return 1.0;
  if (row.format == RowFormat::kPercent) return *row.now > 0 ? 1.0 / *row.now : 1.0;
  if (is_lab(input.state)) return lab_over_best(input.shown.access, id);
  if (id == "result.passes_read") return over_best(input.state, Space::kShared, Operation::kLoad);
  if (id == "result.passes_written") return over_best(input.state, Space::kShared, Operation::kStore);
  if (id == "result.passes_atomic") return over_best(input.state, Space::kShared, Operation::kAtomic);
  if (id == "result.sectors_read") return over_best(input.state, Space::kGlobal, Operation::kLoad);
  if (id == "result.sectors_written") return over_best(input.state, Space::kGlobal, Operation::kStore);
  if (id == "result.conflicts")
    return std::max(over_best(input.state, Space::kShared, Operation::kLoad),
                    over_best(input.state, Space::kShared, Operation::kStore));
  return 1.0;
}

ImU32 now_colour(const PanelInput& input, const ResultRow& row) {
  if (input.state.hidden || row.neutral || !row.now) return input.theme.text;
  const double times = excess(input, row);
  if (times >= 4.0) return input.theme.strong;
  if (times >= 2.0) return input.theme.warning;
  if (!row.start || std::abs(*row.start - *row.now) < 1e-9) return input.theme.text;
  const bool better = (*row.now < *row.start) == row.lower_is_better;
  return better ? input.theme.good : input.theme.text;
}

std::string cell(const PanelInput& input, RowFormat format, const std::optional<double>& value) {
  return value ? or_hidden(input, format_value(format, *value)) : "–";
}

class ResultPanel : public Panel {
 public:
  void draw(const PanelInput& input, Commands& commands) override {
    if (panel_header_link(input, input.text("result.title"), input.text("result.pin"), "###pin",
                          input.text("result.pin_tip")))
      commands.push_back(PinStart{});
    if (input.shown.result.rows.empty()) {
      const bool running = input.state.run.running && !is_lab(input.state);
      paragraph(input, input.text(running ? "result.running" : "result.none"), input.theme.dim);
      return;
    }
    if (input.presenting)
      present(input);
    else
      table(input);
  }

 private:
  struct Columns {
    float left = 0, start = 0, now = 0, measured = 0;  // right edges of the numbers
    float label_width = 0;
    bool with_measured = false;  // of this launch or access something was measured
    bool stacked = false;        // too narrow: labels stand above their numbers
  };

  static Columns columns(const PanelInput& input) {
    const Metrics& m = input.metrics;
    const float size = m.px(13), width = ImGui::GetContentRegionAvail().x;
    float widest[3] = {0, 0, 0};
    const auto wider = [](float& most, float wide) { most = std::max(most, wide); };
    const auto heading = [&](const std::string& words) { return text_width(input.fonts.regular, m.px(11.5f), words); };
    wider(widest[0], heading(input.text("result.start")));
    wider(widest[1], heading(input.text("result.now")));
    const bool measured = !input.shown.result.measured_gpu.empty();
    if (measured) wider(widest[2], heading(input.text("result.measured")));
    for (const ResultRow& row : input.shown.result.rows) {
      wider(widest[0], text_width(input.fonts.regular, size, cell(input, row.format, row.start)));
      wider(widest[1], text_width(input.fonts.bold, size, cell(input, row.format, row.now)));
      if (measured) wider(widest[2], text_width(input.fonts.bold, size, cell(input, row.format, row.measured)));
    }
    Columns c;
    c.with_measured = measured;
    c.left = ImGui::GetCursorScreenPos().x;
    c.measured = c.left + width;
    const float room = width - widest[0] - widest[1] - widest[2];
    const float between = std::clamp(room * 0.12f, m.px(9), m.px(22));
    c.now = measured ? c.measured - widest[2] - between : c.measured;
    c.start = c.now - widest[1] - between;
    c.label_width = std::max(c.start - widest[0] - between * 0.7f - c.left, m.px(40));
    float longest = 0;
    for (const ResultRow& row : input.shown.result.rows)
      wider(longest, text_width(input.fonts.regular, size, input.text(row.id)));
    c.stacked = longest > c.label_width;
    if (c.stacked) c.label_width = width;
    return c;
  }

  static void right_text(const PanelInput& input, float right, float y, ImFont* font, float size, ImU32 colour,
                         const std::string& words) {
    draw_text(input, {right - text_width(font, size, words), y}, font, size, colour, words);
  }

  void table(const PanelInput& input) const {
    const Metrics& m = input.metrics;
    const ShownResult& result = input.shown.result;
    const Columns c = columns(input);
    const float width = ImGui::GetContentRegionAvail().x;
    const float y = ImGui::GetCursorScreenPos().y, small = m.px(11.5f);
    right_text(input, c.start, y, input.fonts.regular, small, input.theme.dim, input.text("result.start"));
    right_text(input, c.now, y, input.fonts.regular, small, input.theme.dim, input.text("result.now"));
    if (c.with_measured)
      right_text(input, c.measured, y, input.fonts.regular, small, input.theme.dim, input.text("result.measured"));
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
    ImGui::Dummy({width, m.px(17)});
    const float below = m.px(5) + source_height(input, width);
    const float room = ImGui::GetContentRegionAvail().y - below;
    const float height = std::floor(std::clamp(room / static_cast<float>(result.rows.size()),
                                               m.px(c.stacked ? 36.0f : 18.0f), m.px(c.stacked ? 36.0f : 28.0f)));
    for (const ResultRow& row : result.rows) table_row(input, row, c, width, height);
    source(input, width);
    ImGui::PopStyleVar();
  }

  static void table_row(const PanelInput& input, const ResultRow& row, const Columns& c, float width, float height) {
    const Metrics& m = input.metrics;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float size = m.px(13), label_y = at.y + (c.stacked ? m.px(2) : (height - size) * 0.5f - m.px(1));
    const float y = c.stacked ? at.y + m.px(18) : label_y;
    const std::string label = input.text(row.id);
    const std::string id = std::string("###row_") + row.id;
    ImGui::InvisibleButton(id.c_str(), {width, height});
    if (ImGui::IsItemHovered())
      ImGui::GetWindowDrawList()->AddRectFilled({at.x - m.px(4), at.y}, {at.x + width + m.px(4), at.y + height - 1},
                                                input.theme.hover, m.px(3));
    tooltip(input, label + "\n" + input.text("result.start") + " " + cell(input, row.format, row.start));
    draw_text(input, {c.left, label_y}, input.fonts.regular, size, c.stacked ? input.theme.dim : input.theme.text,
              shortened(input.fonts.regular, size, label, c.label_width));
    right_text(input, c.start, y, input.fonts.regular, size, input.theme.dim, cell(input, row.format, row.start));
    right_text(input, c.now, y, input.fonts.bold, size, now_colour(input, row), cell(input, row.format, row.now));
    const bool known = row.measured.has_value();
    if (c.with_measured)
      right_text(input, c.measured, y, known ? input.fonts.bold : input.fonts.regular, size,
                 known ? input.theme.text : input.theme.faint, cell(input, row.format, row.measured));
    ImGui::GetWindowDrawList()->AddLine({at.x, at.y + height - 1}, {at.x + width, at.y + height - 1}, input.theme.edge,
                                        1.0f);
  }

  // Where the measured numbers come from, or that there are none; and why the two differ, when they do.
  struct Remark {
    std::string words, tip;
    bool warning = false;
  };
  static std::vector<Remark> remarks(const PanelInput& input) {
    const ShownResult& result = input.shown.result;
    std::vector<Remark> all;
    if (result.partial)
      all.push_back({input.text("result.partial"), {}, true});
    else if (result.measured_gpu.empty())
      all.push_back(
          {input.text(is_lab(input.state) ? "result.not_measured_access" : "result.not_measured"), {}, false});
    else
      all.push_back({input.text("result.recorded", result.measured_gpu, result.measured_date) +
                         (result.measured_us ? " · " + cell(input, RowFormat::kMicroseconds, result.measured_us) : ""),
                     result.measured_protocol, false});
    if (!result.differs.empty()) all.push_back({input.text(result.differs.c_str()), {}, true});
    return all;
  }

  static float remark_height(const PanelInput& input, const Remark& remark, float width) {
    const float size = input.metrics.px(11.5f);
    const char* const from = remark.words.c_str();
    return input.fonts.regular->CalcTextSizeA(size, FLT_MAX, width, from, from + remark.words.size()).y +
           input.metrics.px(3);
  }
  static float source_height(const PanelInput& input, float width) {
    float height = 0;
    for (const Remark& remark : remarks(input)) height += remark_height(input, remark, width);
    return height;
  }
  static void source(const PanelInput& input, float width) {
    ImGui::Dummy({width, input.metrics.px(5)});
    for (const Remark& remark : remarks(input)) {
      ImGui::GetWindowDrawList()->AddText(input.fonts.regular, input.metrics.px(11.5f), ImGui::GetCursorScreenPos(),
                                          remark.warning ? input.theme.warning : input.theme.dim, remark.words.c_str(),
                                          remark.words.c_str() + remark.words.size(), width);
      ImGui::Dummy({width, remark_height(input, remark, width)});
      tooltip(input, remark.tip);
    }
  }

  // Presenting: a few numbers, large.
  static void present(const PanelInput& input) {
    const Metrics& m = input.metrics;
    std::vector<const ResultRow*> rows;
    for (const ResultRow& row : input.shown.result.rows)
      if (!row.neutral && row.now && rows.size() < 3) rows.push_back(&row);
    for (const ResultRow& row : input.shown.result.rows)
      if (row.format == RowFormat::kPercent && row.now && rows.size() == 3) rows.back() = &row;
    if (rows.empty()) return;
    const ImVec2 at = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
    const float gap = m.px(10),
                width = (room.x - gap * static_cast<float>(rows.size() - 1)) / static_cast<float>(rows.size());
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float label = m.px(12), top = at.y + m.px(19), high = std::min(room.y - m.px(21), m.px(70));
    if (high < m.px(16)) return;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const float x = at.x + (width + gap) * static_cast<float>(i);
      draw_text(input, {x, at.y}, input.fonts.regular, label, input.theme.dim,
                shortened(input.fonts.regular, label, input.text(rows[i]->id), width));
      const Box box = {{x, top}, {x + width, top + high}};
      list.AddRectFilled(box.low, box.high, input.theme.field, m.px(5));
      list.AddRect(box.low, box.high, i == 0 ? input.theme.accent : input.theme.edge, m.px(5), 0, m.px(1.2f));
      canvas_of(input).centred(box, input.fonts.bold, std::min(m.large(), high * 0.7f),
                               input.state.hidden ? input.theme.accent : now_colour(input, *rows[i]),
                               cell(input, rows[i]->format, rows[i]->now));
    }
    ImGui::Dummy({room.x, m.px(19) + high});
  }
};

}  // namespace

std::unique_ptr<Panel> make_result_panel() { return std::make_unique<ResultPanel>(); }

}  // namespace warpglass
