// See problems.h.
#include "app/gui/panels/problems.h"

#include <algorithm>

#include "app/gui/widgets.h"

namespace warpglass {
namespace {

float wrapped_height(ImFont* font, float size, const std::string& text, float width) {
  return font->CalcTextSizeA(size, FLT_MAX, width, text.c_str(), text.c_str() + text.size()).y;
}

std::string where(const PanelInput& input, const Span& span) {
  if (!span.known()) return input.text("problem.launch");
  return input.text("problem.line", span.line);
}

// "wrote: block 0, warp 1, lane 3": the other party's part in it.
std::string others_part(const PanelInput& input, const OtherParty& other) {
  return input.text("problem.other", other.what, other.who.block, other.who.warp, other.who.lane);
}

bool has_other(const Diagnostic& problem) { return problem.other && problem.other->span.known(); }

struct ProblemLayout {
  std::string message;
  float text_x = 0, message_height = 0, note_height = 0, height = 0, other_height = 0;
};

ProblemLayout lay_out(const PanelInput& input, const Diagnostic& problem, float width) {
  const Metrics& m = input.metrics;
  ProblemLayout l;
  l.message = problem.message;
  if (problem.count > 1) l.message += " " + input.text("problem.count", with_commas(problem.count));
  l.text_x = std::max(m.px(62), text_width(input.fonts.bold, m.px(12.5f), where(input, problem.span)) + m.px(24));
  const float room = std::max(width - l.text_x, m.px(60));
  l.message_height = wrapped_height(input.fonts.regular, m.px(13), l.message, room);
  if (!problem.note.empty()) l.note_height = wrapped_height(input.fonts.regular, m.px(12), problem.note, room);
  l.height = l.message_height + l.note_height + m.px(6);
  if (has_other(problem)) l.other_height = m.px(19);
  return l;
}

// The second row of a problem with two places.
bool other_row(const PanelInput& input, const Diagnostic& problem, const ProblemLayout& l, float room, std::size_t i) {
  const Metrics& m = input.metrics;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const bool clicked = ImGui::InvisibleButton(("###other_" + std::to_string(i)).c_str(), {room, l.other_height});
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (ImGui::IsItemHovered()) list.AddRectFilled(at, {at.x + room, at.y + l.other_height}, input.theme.hover, m.px(4));
  const ImU32 colour = problem_colour(input.theme, problem.severity);
  list.AddCircle({at.x + m.px(6), at.y + m.px(9)}, m.px(3.5f), colour, 0, m.px(1.3f));
  draw_text(input, {at.x + m.px(15), at.y + m.px(2)}, input.fonts.bold, m.px(12.5f), colour,
            where(input, problem.other->span));
  draw_text(input, {at.x + l.text_x, at.y + m.px(2)}, input.fonts.regular, m.px(12.5f), input.theme.dim,
            shortened(input.fonts.regular, m.px(12.5f), others_part(input, *problem.other), room - l.text_x));
  return clicked;
}

}  // namespace

ImU32 problem_colour(const Theme& theme, Severity severity) {
  switch (severity) {
    case Severity::kError:
      return theme.strong;
    case Severity::kWarning:
      return theme.warning;
    case Severity::kNote:
      return theme.dim;
  }
  return theme.strong;
}

float problems_height(const PanelInput& input, float most) {
  if (input.state.problems.empty()) return 0.0f;
  const float width = ImGui::GetContentRegionAvail().x;
  float height = input.metrics.px(8);
  for (const Diagnostic& problem : input.state.problems) {
    const ProblemLayout l = lay_out(input, problem, width);
    height += l.height + l.other_height;
  }
  return std::min(height, most);
}

ProblemClick draw_problems(const PanelInput& input, float height) {
  const Metrics& m = input.metrics;
  const ImVec2 top = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  ImGui::GetWindowDrawList()->AddLine({top.x, top.y + m.px(2)}, {top.x + width, top.y + m.px(2)}, input.theme.edge,
                                      m.px(1));
  ImGui::SetCursorScreenPos({top.x, top.y + m.px(4)});
  ProblemClick clicked;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  if (ImGui::BeginChild("###problems", {width, std::max(height - m.px(4), 4.0f)})) {
    const float room = ImGui::GetContentRegionAvail().x;
    for (std::size_t i = 0; i < input.state.problems.size(); ++i) {
      const Diagnostic& problem = input.state.problems[i];
      const ProblemLayout l = lay_out(input, problem, room);
      const ImVec2 at = ImGui::GetCursorScreenPos();
      const std::string id = "###problem_" + std::to_string(i);
      if (ImGui::InvisibleButton(id.c_str(), {room, l.height}) && problem.span.known()) clicked = {&problem, false};
      ImDrawList& list = *ImGui::GetWindowDrawList();
      if (ImGui::IsItemHovered() && problem.span.known())
        list.AddRectFilled(at, {at.x + room, at.y + l.height}, input.theme.hover, m.px(4));
      const ImU32 colour = problem_colour(input.theme, problem.severity);
      list.AddCircleFilled({at.x + m.px(6), at.y + m.px(9)}, m.px(3.5f), colour);
      draw_text(input, {at.x + m.px(15), at.y + m.px(2)}, input.fonts.bold, m.px(12.5f), colour,
                where(input, problem.span));
      const float x = at.x + l.text_x, wrap = std::max(room - l.text_x, m.px(60));
      list.AddText(input.fonts.regular, m.px(13), {x, at.y + m.px(2)}, input.theme.text, l.message.c_str(),
                   l.message.c_str() + l.message.size(), wrap);
      if (!problem.note.empty())
        list.AddText(input.fonts.regular, m.px(12), {x, at.y + m.px(3) + l.message_height}, input.theme.dim,
                     problem.note.c_str(), problem.note.c_str() + problem.note.size(), wrap);
      if (has_other(problem) && other_row(input, problem, l, room, i)) clicked = {&problem, true};
    }
  }
  ImGui::EndChild();
  ImGui::PopStyleVar();
  return clicked;
}

}  // namespace warpglass
