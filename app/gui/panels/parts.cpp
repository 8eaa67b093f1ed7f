// See parts.h.
#include "app/gui/panels/parts.h"

#include <algorithm>
#include <cmath>

#include "app/gui/widgets.h"

namespace warpglass {

Canvas canvas_of(const PanelInput& input) {
  return {*ImGui::GetWindowDrawList(), input.theme, input.metrics, input.fonts};
}

namespace {

void triangle(ImDrawList& list, ImVec2 middle, float half, bool right, ImU32 colour) {
  const float way = right ? 1.0f : -1.0f;
  const ImVec2 tip = {middle.x + half * way, middle.y}, high = {middle.x - half * 0.8f * way, middle.y - half},
               low = {middle.x - half * 0.8f * way, middle.y + half};
  if (right)
    list.AddTriangleFilled(high, tip, low, colour);
  else
    list.AddTriangleFilled(tip, high, low, colour);
}

void draw_icon(ImDrawList& list, Icon icon, ImVec2 middle, float half, ImU32 colour) {
  const float thin = half * 0.45f;
  switch (icon) {
    case Icon::kFirst:
    case Icon::kLast: {
      const bool right = icon == Icon::kLast;
      const float way = right ? 1.0f : -1.0f;
      triangle(list, {middle.x - half * 0.25f * way, middle.y}, half, right, colour);
      const float x = middle.x + half * way;
      list.AddRectFilled({x - thin * 0.5f, middle.y - half}, {x + thin * 0.5f, middle.y + half}, colour);
      break;
    }
    case Icon::kBack:
      triangle(list, middle, half, false, colour);
      break;
    case Icon::kForward:
    case Icon::kPlay:
      triangle(list, middle, half, true, colour);
      break;
    case Icon::kPause:
      list.AddRectFilled({middle.x - half, middle.y - half}, {middle.x - half * 0.25f, middle.y + half}, colour);
      list.AddRectFilled({middle.x + half * 0.25f, middle.y - half}, {middle.x + half, middle.y + half}, colour);
      break;
  }
}

}  // namespace

bool icon_button(const PanelInput& input, Icon icon, const char* id, bool enabled, const std::string& tip) {
  const Metrics& m = input.metrics;
  const ImVec2 at = ImGui::GetCursorScreenPos(), size = {m.px(24), m.px(22)};
  const bool clicked = ImGui::InvisibleButton(id, size) && enabled;
  const bool play = icon == Icon::kPlay || icon == Icon::kPause;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (ImGui::IsItemHovered() && enabled)
    list.AddRectFilled(at, {at.x + size.x, at.y + size.y}, input.theme.hover, m.px(4));
  const ImU32 colour = !enabled                         ? input.theme.faint
                       : play || ImGui::IsItemHovered() ? input.theme.accent
                                                        : input.theme.dim;
  draw_icon(list, icon, {at.x + size.x * 0.5f, at.y + size.y * 0.5f}, m.px(play ? 6.0f : 4.5f), colour);
  tooltip(input, tip);
  return clicked;
}

float stepper_width(const PanelInput& input, const std::string& label) {
  return text_width(input.fonts.regular, input.metrics.small(), label) + input.metrics.px(34);
}

int stepper(const PanelInput& input, const std::string& label, const char* id, bool back, bool forward,
            const std::string& tip) {
  const Metrics& m = input.metrics;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float arrow = m.px(16), height = m.px(22), text = text_width(input.fonts.regular, m.small(), label);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  int step = 0;
  for (const bool right : {false, true}) {
    const float x = right ? at.x + arrow + text + m.px(2) : at.x;
    ImGui::SetCursorScreenPos({x, at.y});
    const std::string part = std::string(id) + (right ? "_next" : "_back");
    const bool enabled = right ? forward : back;
    if (ImGui::InvisibleButton(part.c_str(), {arrow, height}) && enabled) step = right ? 1 : -1;
    const ImU32 colour = !enabled ? input.theme.faint : ImGui::IsItemHovered() ? input.theme.accent : input.theme.dim;
    triangle(list, {x + arrow * 0.5f, at.y + height * 0.5f}, m.px(3.6f), right, colour);
    tooltip(input, tip);
  }
  draw_text(input, {at.x + arrow + m.px(1), at.y + (height - m.small()) * 0.5f}, input.fonts.regular, m.small(),
            input.theme.dim, label);
  ImGui::SetCursorScreenPos({at.x + stepper_width(input, label), at.y});
  return step;
}

int segmented(const PanelInput& input, std::span<const Segment> segments, int chosen) {
  const Metrics& m = input.metrics;
  const float size = m.px(13), height = m.px(25), room = ImGui::GetContentRegionAvail().x;
  float widest = 1;
  for (const Segment& segment : segments)
    widest = std::max(widest, text_width(input.fonts.bold, size, segment.label) + m.px(12));
  const auto count = std::max<std::size_t>(segments.size(), 1);
  const auto per_row = std::clamp<std::size_t>(static_cast<std::size_t>(room / widest), 1, count);
  const std::size_t rows = (count + per_row - 1) / per_row, columns = (count + rows - 1) / rows;
  const float width = std::floor(room / static_cast<float>(columns));
  const ImVec2 start = ImGui::GetCursorScreenPos();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(start,
                     {start.x + width * static_cast<float>(columns), start.y + height * static_cast<float>(rows)},
                     input.theme.field, m.px(6));
  int clicked = -1;
  for (std::size_t i = 0; i < segments.size(); ++i) {
    const ImVec2 at = {start.x + width * static_cast<float>(i % columns),
                       start.y + height * static_cast<float>(i / columns)};
    ImGui::SetCursorScreenPos(at);
    if (ImGui::InvisibleButton(segments[i].id, {width, height})) clicked = static_cast<int>(i);
    const bool on = static_cast<int>(i) == chosen, over = ImGui::IsItemHovered();
    const Box box = {{at.x + m.px(2), at.y + m.px(2)}, {at.x + width - m.px(2), at.y + height - m.px(2)}};
    if (on || over) list.AddRectFilled(box.low, box.high, on ? input.theme.accent_soft : input.theme.hover, m.px(5));
    if (on) list.AddRect(box.low, box.high, input.theme.accent, m.px(5), 0, m.px(1.2f));
    ImFont* font = on ? input.fonts.bold : input.fonts.regular;
    canvas_of(input).centred(box, font, size, on ? input.theme.text : input.theme.dim,
                             shortened(font, size, segments[i].label, box.width()));
    tooltip(input, segments[i].tip);
  }
  ImGui::SetCursorScreenPos(start);
  ImGui::Dummy({room, height * static_cast<float>(rows) + m.px(2)});
  return clicked;
}

std::string counted(const PanelInput& input, Unit unit, const std::string& number) {
  struct Forms {
    Unit unit;
    const char *one, *many;
  };
  static constexpr Forms kForms[] = {
      {Unit::kSector, "unit.sector", "unit.sectors"},    {Unit::kLine, "unit.line", "unit.lines"},
      {Unit::kSegment, "unit.segment", "unit.segments"}, {Unit::kPass, "unit.pass", "unit.passes"},
      {Unit::kTurn, "unit.turn", "unit.turns"},          {Unit::kConflict, "unit.conflict", "unit.conflicts"},
      {Unit::kWord, "unit.word", "unit.words"},          {Unit::kLane, "unit.lane", "unit.lanes"},
      {Unit::kByte, "unit.byte", "unit.bytes"}};
  for (const Forms& forms : kForms)
    if (forms.unit == unit) return input.text(number == "1" ? forms.one : forms.many, number);
  return number;
}

std::string operation_word(const PanelInput& input, const Access& access) {
  switch (access.operation) {
    case Operation::kLoad:
      return input.text("operation.load");
    case Operation::kStore:
      return input.text("operation.store");
    case Operation::kAtomic:
      return input.text("operation.atomic");
  }
  return {};
}

std::string knob_label(const PanelInput& input, const std::string& name) {
  if (is_lab(input.state)) {
    if (name == "stride") return input.text("lab.stride");
    if (name == "offset") return input.text("lab.offset");
    if (name == "padding") return input.text("lab.padding");
    if (name == "element_bytes") return input.text("lab.element");
    return name;
  }
  for (const Knob& knob : input.state.scene.knobs)
    if (knob.name == name) return input.text.of(knob.label);
  return name;
}

}  // namespace warpglass
