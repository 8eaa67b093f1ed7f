// See problems.h.
#include "app/gui/panels/problems.h"

#include <algorithm>

#include "app/gui/widgets.h"

namespace warpglass {
namespace {

float wrapped_height(ImFont* font, float size, const std::string& text, float width) {
  return font->CalcTextSizeA(size, FLT_MAX, width, text.c_str(), text.c_str() + text.size()).y;
}

std::string where(const PanelInput& input, const Diagnostic& problem) {
  if (!problem.span.known()) return input.text("problem.launch");
  return input.text("problem.line", problem.span.line);
}

struct ProblemLayout {
  float text_x = 0, message_height = 0, note_height = 0, height = 0;
};

ProblemLayout lay_out(const PanelInput& input, const Diagnostic& problem, float width) {
  const Metrics& m = input.metrics;
  ProblemLayout l;
  l.text_x = std::max(m.px(62), text_width(input.fonts.bold, m.px(12.5f), where(input, problem)) + m.px(24));
  const float room = std::max(width - l.text_x, m.px(60));
  l.message_height = wrapped_height(input.fonts.regular, m.px(13), problem.message, room);
  if (!problem.note.empty()) l.note_height = wrapped_height(input.fonts.regular, m.px(12), problem.note, room);
  l.height = l.message_height + l.note_height + m.px(6);
  return l;
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
  for (const Diagnostic& problem : input.state.problems) height += lay_out(input, problem, width).height;
  return std::min(height, most);
}

std::uint32_t draw_problems(const PanelInput& input, float height) {
  const Metrics& m = input.metrics;
  const ImVec2 top = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  ImGui::GetWindowDrawList()->AddLine({top.x, top.y + m.px(2)}, {top.x + width, top.y + m.px(2)}, input.theme.edge,
                                      m.px(1));
  ImGui::SetCursorScreenPos({top.x, top.y + m.px(4)});
  std::uint32_t clicked = 0;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  if (ImGui::BeginChild("###problems", {width, std::max(height - m.px(4), 4.0f)})) {
    const float room = ImGui::GetContentRegionAvail().x;
    for (std::size_t i = 0; i < input.state.problems.size(); ++i) {
      const Diagnostic& problem = input.state.problems[i];
      const ProblemLayout l = lay_out(input, problem, room);
      const ImVec2 at = ImGui::GetCursorScreenPos();
      const std::string id = "###problem_" + std::to_string(i);
      if (ImGui::InvisibleButton(id.c_str(), {room, l.height}) && problem.span.known()) clicked = problem.span.line;
      ImDrawList& list = *ImGui::GetWindowDrawList();
      if (ImGui::IsItemHovered() && problem.span.known())
        list.AddRectFilled(at, {at.x + room, at.y + l.height}, input.theme.hover, m.px(4));
      const ImU32 colour = problem_colour(input.theme, problem.severity);
      list.AddCircleFilled({at.x + m.px(6), at.y + m.px(9)}, m.px(3.5f), colour);
      draw_text(input, {at.x + m.px(15), at.y + m.px(2)}, input.fonts.bold, m.px(12.5f), colour, where(input, problem));
      const float x = at.x + l.text_x, wrap = std::max(room - l.text_x, m.px(60));
      list.AddText(input.fonts.regular, m.px(13), {x, at.y + m.px(2)}, input.theme.text, problem.message.c_str(),
                   problem.message.c_str() + problem.message.size(), wrap);
      if (!problem.note.empty())
        list.AddText(input.fonts.regular, m.px(12), {x, at.y + m.px(3) + l.message_height}, input.theme.dim,
                     problem.note.c_str(), problem.note.c_str() + problem.note.size(), wrap);
    }
  }
  ImGui::EndChild();
  ImGui::PopStyleVar();
  return clicked;
}

}  // namespace warpglass
