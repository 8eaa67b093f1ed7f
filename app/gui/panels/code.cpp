// The code panel: the editor with a cost chip before every line that accesses memory, and below it what is wrong with
// the code or the launch. The editor's text is the panel's own; what is typed leaves as SetSource, and a text that was
// replaced by anything but typing comes in with AppState::source_version.
#include <algorithm>
#include <map>

#include <TextEditor.h>

#include "app/gui/draw/chips.h"
#include "app/gui/panels/cuda_language.h"
#include "app/gui/panels/parts.h"
#include "app/gui/panels/problems.h"
#include "app/gui/widgets.h"

namespace warpglass {
namespace {

constexpr std::size_t kMostChips = 3;  // on one line; the rest become "+2"

class CodePanel : public Panel {
 public:
  void draw(const PanelInput& input, Commands& commands) override {
    take_source(input);
    header(input, commands);
    collect_chips(input);
    const float below = problems_height(input, ImGui::GetContentRegionAvail().y * 0.45f);
    ImVec2 size = ImGui::GetContentRegionAvail();
    size.y = std::max(size.y - below, input.metrics.px(30));
    mark(input);
    ImGui::PushFont(input.fonts.mono, input.metrics.code());
    edit(input, size, commands);
    ImGui::PopFont();
    if (below > 0) {
      const ProblemClick click = draw_problems(input, below);
      if (click.problem != nullptr) look_at(click, commands);
    }
  }

 private:
  void take_source(const PanelInput& input) {
    if (loaded_ == input.state.source_version && loaded_scene_ == input.state.scene.id) return;
    loaded_ = input.state.source_version;
    loaded_scene_ = input.state.scene.id;
    editor_.SetText(input.state.scene.source);
    editor_.SetLanguage(cuda_language());
    editor_.SetShowWhitespacesEnabled(false);
    editor_.SetShowMatchingBrackets(false);
    editor_.SetShowScrollbarMiniMapEnabled(false);
    editor_.SetShowCurrentLineHighlightEnabled(false);
    editor_.SetCompletePairedGlyphs(false);
    editor_.SetTabSize(2);
    editor_.SetInsertSpacesOnTabs(true);
    editor_.SetLineSpacing(1.12f);
    editor_.SetDecorationLeftMargin(1);
    editor_.SetTextLeftMargin(1);
    editor_.SetLineNumberLeftMargin(2);  // room for a mark
    known_text_ = loaded_text_ = editor_.GetText();
    marked_ = {};
    shown_site_ = kNoSite;
  }

  // Title, the checks' switch, and at the right what the chips mean or the way back to the code as it was.
  void header(const PanelInput& input, Commands& commands) {
    const Metrics& m = input.metrics;
    const Scene& scene = input.state.scene;
    const bool edited = scene.source != input.state.opened.source;
    std::string right = input.text(edited ? "code.reset" : "code.legend");
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    if (!edited && width < m.px(480)) right.clear();
    const float right_width = right.empty() ? 0.0f : text_width(input.fonts.regular, m.small(), right) + m.px(18);
    bool clicked = false;
    const float taken = draw_checks_switch(input, at.x + width - right_width, at.y, clicked) + right_width;
    if (clicked) commands.push_back(ToggleChecks{});
    ImGui::SetCursorScreenPos(at);
    const std::string kernel = scene.variants.empty() ? std::string() : chosen_variant(scene).launch.kernel;
    const std::string title =
        shortened(input.fonts.bold, m.small(),
                  kernel.empty() ? std::string(input.text("code.title")) : input.text("code.title_kernel", kernel),
                  std::max(width - taken - m.px(12), m.px(20)));
    if (!edited) return panel_header(input, title, right);
    if (panel_header_link(input, title, right, "###code_reset", input.text("code.reset_tip")))
      commands.push_back(ResetSource{});
  }

  void collect_chips(const PanelInput& input) {
    chips_.clear();
    std::size_t most = 0, longest = 5;
    for (const Chip& chip : input.shown.chips) {
      auto& line = chips_[chip.line];
      line.push_back(&chip);
      most = std::max(most, std::min(line.size(), kMostChips));
      longest = std::max(longest, std::min<std::size_t>(chip.text.size(), 12));
    }
    chip_glyphs_ = longest + 2;
    const std::size_t width = most * chip_glyphs_;
    editor_.SetLineDecorator(std::max<std::size_t>(width, 1), [this](TextEditor::Decorator& d) { decorate(d); });
  }

  std::uint32_t selected_line(const PanelInput& input) const {
    const auto& result = input.state.result;
    if (result == nullptr || input.state.site >= result->sites.size()) return 0;
    const Span& span = result->sites[input.state.site].span;
    return span.file == 0 ? span.line : 0;
  }

  // Byte column of the text -> glyph index of the editor.
  TextEditor::DocPos place(std::uint32_t line, std::uint32_t column) const {
    const std::size_t row = std::min<std::size_t>(line > 0 ? line - 1 : 0, editor_.GetLineCount() - 1);
    const std::string text = editor_.GetLineText(row);
    std::size_t glyphs = 0;
    for (std::size_t i = 0; i + 1 < column && i < text.size(); ++i)
      if ((static_cast<unsigned char>(text[i]) & 0xC0) != 0x80) ++glyphs;
    return {row, glyphs};
  }

  struct Marked {
    std::uint32_t line = 0;
    std::vector<std::string> problems;
    ThemeName theme = ThemeName::kDark;
    bool operator==(const Marked&) const = default;
  };

  // The selected line's background and the underlines, renewed when they change.
  void mark(const PanelInput& input) {
    Marked now{selected_line(input), {}, input.theme.name};
    for (const Diagnostic& p : input.state.problems)
      now.problems.push_back(std::to_string(p.span.offset) + ":" + std::to_string(p.span.length) + p.message +
                             (p.other ? std::to_string(p.other->span.offset) : ""));
    if (marked_ && *marked_ == now) return;
    marked_ = now;
    editor_.SetPalette(editor_palette(input.theme));
    editor_.ClearMarkers();
    editor_.ClearSquiggles();
    if (now.line > 0 && now.line <= editor_.GetLineCount())
      editor_.AddMarker(now.line - 1, input.theme.code_line, input.theme.code_line, "", "");
    for (const Diagnostic& p : input.state.problems) {
      underline(input, p, p.span, p.message);
      if (p.other) underline(input, p, p.other->span, p.other->what + ": " + p.message);
    }
    show_first_problem(input, now.line);
    if (input.state.site != shown_site_ && now.line > 0) {
      shown_site_ = input.state.site;
      const std::size_t row = now.line - 1;
      const bool drawn = editor_.GetLastVisibleRow() > 0;
      if (!drawn || row <= editor_.GetFirstVisibleRow() || row + 1 >= editor_.GetLastVisibleRow())
        editor_.ScrollToLine(row, TextEditor::Scroll::alignMiddle);
    }
  }

  void underline(const PanelInput& input, const Diagnostic& p, const Span& span, const std::string& words) {
    if (!span.known() || span.file != 0 || span.line > editor_.GetLineCount()) return;
    const TextEditor::DocPos from = place(span.line, span.column);
    TextEditor::DocPos to = place(span.line, span.column + std::max(span.length, 1u));
    if (to.index <= from.index) to.index = from.index + 1;
    editor_.AddSquiggle(from, to, 0, problem_colour(input.theme, p.severity), words);
  }

  // A text that came in with a mistake shows it; while typing, the view stays where it is.
  void show_first_problem(const PanelInput& input, std::uint32_t selected) {
    if (selected > 0 || known_text_ != loaded_text_ || input.state.problems.empty()) return;
    const Span& span = input.state.problems.front().span;
    if (span.known() && span.file == 0 && span.line <= editor_.GetLineCount())
      editor_.ScrollToLine(span.line - 1, TextEditor::Scroll::alignMiddle);
  }

  void edit(const PanelInput& input, ImVec2 size, Commands& commands) {
    input_ = &input;
    commands_ = &commands;
    const bool changed = editor_.Render(
        "###editor", size, ImGuiChildFlags_None,
        ImGuiWindowFlags_NoMove | ImGuiWindowFlags_HorizontalScrollbar | ImGuiWindowFlags_NoSavedSettings);
    input_ = nullptr;
    commands_ = nullptr;
    const bool hovered = ImGui::IsItemHovered();
    if (changed) {
      std::string text = editor_.GetText();
      if (text != known_text_) {
        known_text_ = std::move(text);
        commands.push_back(SetSource{known_text_});
      }
    }
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    if (hovered && ImGui::IsMouseClicked(ImGuiMouseButton_Left) && editor_.IsMousePosOverTextArea(mouse))
      click_line(input, static_cast<std::uint32_t>(editor_.GetDocPosAtMousePos(mouse).line) + 1, commands);
  }

  // A click on a line looks at its access; again: at its next one.
  void click_line(const PanelInput& input, std::uint32_t line, Commands& commands) {
    const auto found = chips_.find(line);
    if (found == chips_.end() || input.state.stale) return;
    const auto& here = found->second;
    for (const Chip* chip : here)
      if (chip->site == input.state.site) return;
    commands.push_back(SelectSite{here.front()->site});
    shown_site_ = here.front()->site;  // it is in sight
  }

  // The place in the code, and in the picture the access there at that moment with the lanes of both parties.
  void look_at(const ProblemClick& click, Commands& commands) {
    jump_to(click.other ? click.problem->other->span.line : click.problem->span.line);
    commands.push_back(ShowProblem{click.index, click.other});
  }

  void jump_to(std::uint32_t line) {
    const std::size_t row = std::min<std::size_t>(line - 1, editor_.GetLineCount() - 1);
    editor_.SetCursor({row, 0});
    editor_.ScrollToLine(row, TextEditor::Scroll::alignMiddle);
    editor_.SetFocus();
  }

  // Inside the editor's window, once for every line in sight.
  void decorate(const TextEditor::Decorator& d) {
    if (input_ == nullptr) return;
    const PanelInput& input = *input_;
    if (ImGui::IsWindowFocused()) ImGui::GetIO().WantTextInput = true;  // letters are text here, not the window's keys
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const Canvas canvas = canvas_of(input);
    const auto line = static_cast<std::uint32_t>(d.line) + 1;
    if (line == marked_->line) selected_background(canvas, at, d);
    const auto found = chips_.find(line);
    if (found != chips_.end()) line_chips(input, canvas, at, d, found->second);
    line_problem(input, canvas, at, d, line);
  }

  static void selected_background(const Canvas& canvas, ImVec2 at, const TextEditor::Decorator& d) {
    const float left = ImGui::GetWindowPos().x;
    // between line number and text, and the accent bar at the edge
    canvas.list.AddRectFilled({at.x - d.glyphSize.x, at.y}, {at.x + d.width + d.glyphSize.x, at.y + d.height},
                              canvas.theme.code_line);
    canvas.list.AddRectFilled({left, at.y}, {left + canvas.px(3), at.y + d.height}, canvas.theme.accent);
  }

  void line_chips(const PanelInput& input, const Canvas& canvas, ImVec2 at, const TextEditor::Decorator& d,
                  const std::vector<const Chip*>& chips) {
    const float width = static_cast<float>(chip_glyphs_) * d.glyphSize.x - canvas.px(4);
    const float height = std::min(d.height - canvas.px(2), canvas.px(17));
    const float y = at.y + (d.height - height) * 0.5f;
    const std::size_t fit = chips.size() > kMostChips ? kMostChips - 1 : chips.size();
    for (std::size_t i = 0; i < fit; ++i) {
      const float x = at.x + static_cast<float>(i * chip_glyphs_) * d.glyphSize.x;
      chip_button(input, canvas, {{x, y}, {x + width, y + height}}, *chips[i]);
    }
    if (fit == chips.size()) return;
    const float x = at.x + static_cast<float>(fit * chip_glyphs_) * d.glyphSize.x;
    const Box box = {{x, y}, {x + width, y + height}};
    ImGui::SetCursorScreenPos(box.low);
    if (ImGui::InvisibleButton("###more", {box.width(), box.height()})) next_of(input, chips, fit);
    const std::string words = "+" + std::to_string(chips.size() - fit);
    draw_tag(canvas, box, words, input.theme.dim, ImGui::IsItemHovered() ? input.theme.hover : input.theme.field);
    tooltip(input, input.text("code.more_tip", chips.size() - fit));
  }

  void next_of(const PanelInput& input, const std::vector<const Chip*>& chips, std::size_t from) {
    std::size_t chosen = from;
    for (std::size_t i = from; i < chips.size(); ++i)
      if (chips[i]->site == input.state.site) chosen = i + 1 < chips.size() ? i + 1 : from;
    commands_->push_back(SelectSite{chips[chosen]->site});
  }

  void chip_button(const PanelInput& input, const Canvas& canvas, const Box& box, const Chip& chip) {
    ImGui::SetCursorScreenPos(box.low);
    const std::string id = "###chip_" + std::to_string(chip.site);
    if (ImGui::InvisibleButton(id.c_str(), {box.width(), box.height()})) {
      commands_->push_back(SelectSite{chip.site});
      shown_site_ = chip.site;
    }
    std::string words = chip.text;
    if (input.state.hidden) words = std::string(chip.shared ? "S" : "G") + " ?/?";
    const ChipLevel level = input.state.hidden ? ChipLevel::kCalm : chip.level;
    draw_chip(canvas, box, {words, level, chip.site == input.state.site, input.state.stale, ImGui::IsItemHovered()});
    if (!ImGui::IsItemHovered(ImGuiHoveredFlags_DelayNormal)) return;
    const auto& result = input.state.result;
    const std::string what = result && chip.site < result->sites.size() ? result->sites[chip.site].text : std::string();
    const auto number = [&](double value) { return or_hidden(input, format_value(RowFormat::kRatio, value)); };
    tooltip(input, input.text(chip.shared ? "code.chip_shared" : "code.chip_global", what, number(chip.actual),
                              number(chip.best)));
  }

  // A mark at the edge of each line that has a part in a problem, as in the list: full for the line itself, a ring for
  // the other party's; and right of the text the first message.
  void line_problem(const PanelInput& input, const Canvas& canvas, ImVec2 at, const TextEditor::Decorator& d,
                    std::uint32_t line) const {
    const Diagnostic* own = nullptr;
    const Diagnostic* others = nullptr;
    for (const Diagnostic& p : input.state.problems) {
      if (own == nullptr && p.span.file == 0 && p.span.line == line) own = &p;
      if (others == nullptr && p.other && p.other->span.file == 0 && p.other->span.line == line) others = &p;
    }
    if (own == nullptr && others == nullptr) return;
    const Diagnostic& p = own != nullptr ? *own : *others;
    const ImU32 colour = problem_colour(input.theme, p.severity);
    const ImVec2 mark = {ImGui::GetWindowPos().x + canvas.px(8), at.y + d.height * 0.5f};
    if (own != nullptr) canvas.list.AddCircleFilled(mark, canvas.px(3.5f), colour);
    if (others != nullptr)
      canvas.list.AddCircle(mark, canvas.px(own != nullptr ? 5.5f : 3.5f), colour, 0, canvas.px(1.4f));
    const std::string& words = own != nullptr ? own->message : others_part(input, *others->other);
    right_of_text(input, canvas, at, d, colour, words);
  }

  void right_of_text(const PanelInput& input, const Canvas& canvas, ImVec2 at, const TextEditor::Decorator& d,
                     ImU32 colour, const std::string& words) const {
    const float size = input.metrics.px(12);
    const float wide = text_width(input.fonts.mono, input.metrics.code(), editor_.GetLineText(d.line));
    const float x = at.x + d.width + 3.0f * d.glyphSize.x + wide - ImGui::GetScrollX();
    const float end = ImGui::GetWindowPos().x + ImGui::GetWindowWidth() - canvas.px(8);
    if (end - x < canvas.px(60)) return;
    canvas.text({x, at.y + (d.height - size) * 0.5f}, input.fonts.regular, size, colour,
                shortened(input.fonts.regular, size, words, end - x));
  }

  TextEditor editor_;
  std::uint64_t loaded_ = 0;
  std::string loaded_scene_, known_text_, loaded_text_;
  std::map<std::uint32_t, std::vector<const Chip*>> chips_;
  std::size_t chip_glyphs_ = 8;
  std::optional<Marked> marked_;
  std::size_t shown_site_ = kNoSite;
  const PanelInput* input_ = nullptr;  // only while the editor renders
  Commands* commands_ = nullptr;
};

}  // namespace

std::unique_ptr<Panel> make_code_panel() { return std::make_unique<CodePanel>(); }

}  // namespace warpglass
