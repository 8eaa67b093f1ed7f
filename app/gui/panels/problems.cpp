// See problems.h.
#include "app/gui/panels/problems.h"

#include <algorithm>
#include <cmath>

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

std::string deed(const PanelInput& input, const OtherParty& other) {
  static constexpr std::pair<const char*, const char*> kDeeds[] = {
      {"reads it", "deed.reads"},          {"writes it", "deed.writes"},
      {"updates it", "deed.updates"},      {"waits at this barrier", "deed.waits"},
      {"gives another mask", "deed.mask"}, {"went past and ended", "deed.ended"},
  };
  for (const auto& [what, id] : kDeeds)
    if (other.what == what) return input.text(id);
  return other.what;
}

std::string others_part(const PanelInput& input, const OtherParty& other) {
  return input.text("problem.other", deed(input, other), other.who.block, other.who.warp, other.who.lane);
}

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

std::string kind_word(const PanelInput& input, FaultKind kind) {
  switch (kind) {
    case FaultKind::kRace:
      return input.text("problem.race");
    case FaultKind::kBarrier:
      return input.text("problem.barrier");
    case FaultKind::kBounds:
      return input.text("problem.bounds");
    case FaultKind::kMisaligned:
      return input.text("problem.misaligned");
    case FaultKind::kUninitialised:
      return input.text("problem.uninitialised");
    case FaultKind::kArithmetic:
      return input.text("problem.arithmetic");
    default:
      return fault_kind_name(kind);  // "assert", "launch": words of CUDA
  }
}

namespace {

struct ChecksState {
  std::string words;
  ImU32 colour = 0;
};

ChecksState checks_state(const PanelInput& input) {
  const AppState& s = input.state;
  if (!s.settings.checks) return {input.text("checks.off"), input.theme.dim};
  if (s.stale || s.result == nullptr || !s.checked || (s.run.running && s.run.cancellable))
    return {input.text("checks.on"), input.theme.dim};
  const std::size_t found = s.result->faults.size();
  if (found > 0) return {input.text("checks.found", found), input.theme.strong};
  if (s.result->launch == nullptr || !s.result->run.faults.empty()) return {input.text("checks.on"), input.theme.dim};
  return {input.text(s.result->partial ? "checks.none_yet" : "checks.none"), input.theme.good};
}

}  // namespace

float draw_checks_switch(const PanelInput& input, float right, float y, bool& clicked) {
  const Metrics& m = input.metrics;
  const ChecksState now = checks_state(input);
  const float size = m.small(), box = m.px(12), height = m.px(17);
  const float width = box + m.px(6) + text_width(input.fonts.regular, size, now.words);
  const float x = right - width;
  ImGui::SetCursorScreenPos({x, y - m.px(1)});
  clicked = ImGui::InvisibleButton("###checks", {width, height});
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const bool lit = ImGui::IsItemHovered();
  const ImVec2 low = {std::floor(x), std::floor(y + (size - box) * 0.5f + m.px(1))};
  const ImVec2 high = {low.x + box, low.y + box};
  if (input.state.settings.checks) {
    list.AddRectFilled(low, high, input.theme.accent, m.px(3));
    const ImVec2 tick[3] = {{low.x + box * 0.22f, low.y + box * 0.52f},
                            {low.x + box * 0.42f, low.y + box * 0.72f},
                            {low.x + box * 0.78f, low.y + box * 0.30f}};
    list.AddPolyline(tick, 3, text_on(input.theme.accent), m.px(1.7f));
  } else {
    list.AddRect(low, high, lit ? input.theme.accent : input.theme.dim, m.px(3), 0, m.px(1.2f));
  }
  draw_text(input, {high.x + m.px(6), y}, input.fonts.regular, size, lit ? input.theme.accent : now.colour, now.words);
  tooltip(input, input.text("checks.tip"));
  return width;
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
      if (ImGui::InvisibleButton(id.c_str(), {room, l.height}) && problem.span.known()) clicked = {&problem, false, i};
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
      if (has_other(problem) && other_row(input, problem, l, room, i)) clicked = {&problem, true, i};
    }
  }
  ImGui::EndChild();
  ImGui::PopStyleVar();
  return clicked;
}

}  // namespace warpglass
