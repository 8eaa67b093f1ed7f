// See focus.h.
#include "app/gui/panels/focus.h"

#include <algorithm>

#include "app/gui/panels/parts.h"
#include "app/gui/panels/problems.h"
#include "app/gui/widgets.h"

namespace warpglass {
namespace {

struct Party {
  const ThreadPlace* who = nullptr;
  std::uint32_t line = 0;
  std::string does;  // "wrote it"; empty for the one whose fault it is
};

std::string party_text(const PanelInput& input, const Party& party, bool with_block) {
  std::string text = with_block ? input.text("focus.party_block", party.who->block, party.who->warp, party.who->lane)
                                : std::string(input.text("focus.party", party.who->warp, party.who->lane));
  if (party.line > 0) text += ", " + input.text("problem.line", party.line);
  if (!party.does.empty()) text += ": " + party.does;
  return text;
}

// A box in the lane's colour with its number, then the words; true when clicked. `x` moves on behind it.
bool draw_party(const PanelInput& input, const Party& party, const char* id, bool chosen, bool with_block, float& x,
                float right, float y, float height) {
  const Metrics& m = input.metrics;
  const Canvas canvas = canvas_of(input);
  const float size = m.px(12.5f), box = m.px(19), gap = m.px(6);
  ImFont* font = chosen ? input.fonts.bold : input.fonts.regular;
  const float room = right - x - box - gap - m.px(8);
  if (room < m.px(30)) return false;
  const std::string words = shortened(font, size, party_text(input, party, with_block), room);
  const float width = box + gap + text_width(font, size, words) + m.px(8);
  ImGui::SetCursorScreenPos({x, y});
  const bool clicked = ImGui::InvisibleButton(id, {width, height});
  if (chosen || ImGui::IsItemHovered())
    canvas.list.AddRectFilled({x, y}, {x + width, y + height}, chosen ? input.theme.accent_soft : input.theme.hover,
                              m.px(5));
  const int lanes = static_cast<int>(std::max(input.shown.access.lanes, 1u));
  const ImU32 fill = input.theme.lane(static_cast<int>(party.who->lane), lanes);
  const Box cell = {{x + m.px(3), y + (height - box) * 0.5f + 1}, {x + m.px(3) + box, y + (height + box) * 0.5f - 1}};
  canvas.list.AddRectFilled(cell.low, cell.high, fill, m.px(3));
  canvas.centred(cell, input.fonts.mono, m.px(11), text_on(fill), std::to_string(party.who->lane));
  draw_text(input, {x + box + gap + m.px(1), y + (height - size) * 0.5f}, font, size,
            chosen ? input.theme.text : input.theme.dim, words);
  tooltip(input, input.text("focus.party_tip"));
  x += width;
  return clicked;
}

}  // namespace

const Hover& lit_hover(const PanelInput& input) {
  return input.state.hover.kind != HoverKind::kNone ? input.state.hover : input.shown.marked;
}

float focus_height(const PanelInput& input) { return input.state.focus ? input.metrics.px(27) : 0.0f; }

void draw_focus(const PanelInput& input, const Box& area, Commands& commands) {
  if (!input.state.focus) return;
  const Metrics& m = input.metrics;
  const Focus& focus = *input.state.focus;
  const Diagnostic& problem = focus.problem;
  const float height = m.px(23), y = area.low.y;
  float x = area.low.x;
  const float right = area.high.x - m.px(20);
  const std::string what =
      problem.object.empty() ? kind_word(input, problem.kind) : kind_word(input, problem.kind) + ": " + problem.object;
  x += draw_text(input, {x, y + (height - m.px(12.5f)) * 0.5f}, input.fonts.bold, m.px(12.5f),
                 problem_colour(input.theme, problem.severity),
                 shortened(input.fonts.bold, m.px(12.5f), what, std::max(right - x, m.px(20)) * 0.34f)) +
       m.px(10);
  const bool two = problem.place && problem.other;
  const bool blocks = two && problem.other->who.block != problem.place->block;
  if (problem.place) {
    const Party own{&*problem.place, problem.span.line, {}};
    if (draw_party(input, own, "###focus_own", !focus.other, blocks, x, right, y, height))
      commands.push_back(ShowParty{false});
    x += m.px(6);
  }
  if (problem.other) {
    const Party other{&problem.other->who, problem.other->span.line, deed(input, *problem.other)};
    if (draw_party(input, other, "###focus_other", focus.other, blocks, x, right, y, height))
      commands.push_back(ShowParty{true});
  }
  ImGui::SetCursorScreenPos({area.high.x - m.px(14), y + m.px(3)});
  if (link(input, "×", "###focus_close", input.text("focus.close"))) commands.push_back(ResetPlay{});
}

}  // namespace warpglass
