// See widgets.h. Everything is an InvisibleButton with its own drawing, so that ids, hovering and clicks are ImGui's.
#include "app/gui/widgets.h"

#include <fmt/format.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>

namespace warpglass {
namespace {

ImVec2 operator+(ImVec2 a, ImVec2 b) { return {a.x + b.x, a.y + b.y}; }

float line_height(float size) { return std::ceil(size * 1.3f); }

float text_top(float y, float height, float size) { return std::floor(y + (height - size) * 0.5f - size * 0.03f); }

}  // namespace

float text_width(ImFont* font, float size, const std::string& text) {
  return font->CalcTextSizeA(size, FLT_MAX, 0.0f, text.c_str(), text.c_str() + text.size()).x;
}

float draw_text(const PanelInput&, ImVec2 at, ImFont* font, float size, ImU32 colour, const std::string& text) {
  ImGui::GetWindowDrawList()->AddText(font, size, {std::floor(at.x), std::floor(at.y)}, colour, text.c_str(),
                                      text.c_str() + text.size());
  return text_width(font, size, text);
}

std::string shortened(ImFont* font, float size, const std::string& text, float width) {
  if (text_width(font, size, text) <= width) return text;
  std::string cut = text;
  while (!cut.empty() && text_width(font, size, cut + "…") > width) {
    do cut.pop_back();
    while (!cut.empty() && (static_cast<unsigned char>(cut.back()) & 0xC0) == 0x80);
    if (!cut.empty() && static_cast<unsigned char>(cut.back()) >= 0xC0) cut.pop_back();
  }
  return cut + "…";
}

void panel_header(const PanelInput& input, const std::string& title, const std::string& right) {
  const Metrics& m = input.metrics;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const float right_width = right.empty() ? 0.0f : text_width(input.fonts.regular, m.small(), right);
  const float room = std::max(width - right_width - m.px(12), m.px(20));
  draw_text(input, at, input.fonts.bold, m.small(), input.theme.dim,
            shortened(input.fonts.bold, m.small(), title, room));
  if (!right.empty())
    draw_text(input, {at.x + width - right_width, at.y}, input.fonts.regular, m.small(), input.theme.dim, right);
  ImGui::Dummy({width, line_height(m.small()) + m.px(3)});
}

bool panel_header_link(const PanelInput& input, const std::string& title, const std::string& label, const char* id,
                       const std::string& tip) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  ImGui::SetCursorScreenPos({at.x + width - text_width(input.fonts.regular, input.metrics.small(), label), at.y});
  const bool clicked = link(input, label, id, tip);
  ImGui::SetCursorScreenPos(at);
  panel_header(input, title);
  return clicked;
}

void section_title(const PanelInput& input, const std::string& title) {
  const Metrics& m = input.metrics;
  ImGui::Dummy({0, m.px(2)});
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  ImGui::GetWindowDrawList()->AddLine(at, {at.x + width, at.y}, input.theme.edge, m.px(1.5f));
  draw_text(input, {at.x, at.y + m.px(8)}, input.fonts.bold, m.px(13), input.theme.accent, title);
  ImGui::Dummy({width, m.px(10) + line_height(m.px(13))});
}

void paragraph(const PanelInput& input, const std::string& text, ImU32 colour) {
  ImFont* font = input.fonts.regular;
  const float size = input.metrics.body(), step = std::ceil(size * 1.38f);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = std::max(ImGui::GetContentRegionAvail().x, size * 2.0f);
  const char* from = text.c_str();
  const char* const end = from + text.size();
  float y = at.y;
  while (from < end) {
    const char* to = font->CalcWordWrapPosition(size, from, end, width);
    if (to == from) ++to;
    const char* newline = std::find(from, to, '\n');
    if (newline != to) to = newline;
    ImGui::GetWindowDrawList()->AddText(font, size, {std::floor(at.x), std::floor(y)}, colour, from, to);
    y += step;
    from = to;
    while (from < end && (*from == ' ' || *from == '\n')) ++from;
  }
  ImGui::Dummy({width, std::max(y - at.y, 1.0f)});
}

void tooltip(const PanelInput& input, const std::string& tip) {
  if (tip.empty() || !ImGui::IsItemHovered(ImGuiHoveredFlags_DelayNormal | ImGuiHoveredFlags_NoSharedDelay)) return;
  if (!ImGui::BeginTooltip()) return;
  ImGui::PushFont(input.fonts.regular, input.metrics.px(13));
  ImGui::PushTextWrapPos(input.metrics.px(320));
  ImGui::TextUnformatted(tip.c_str(), tip.c_str() + tip.size());
  ImGui::PopTextWrapPos();
  ImGui::PopFont();
  ImGui::EndTooltip();
}

bool link(const PanelInput& input, const std::string& label, const char* id, const std::string& tip) {
  const Metrics& m = input.metrics;
  const float width = text_width(input.fonts.regular, m.small(), label);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const bool clicked = ImGui::InvisibleButton(id, {std::max(width, 1.0f), line_height(m.small())});
  const ImU32 colour = ImGui::IsItemHovered() ? input.theme.accent : input.theme.dim;
  draw_text(input, at, input.fonts.regular, m.small(), colour, label);
  tooltip(input, tip);
  return clicked;
}

bool pill(const PanelInput& input, const std::string& label, const char* id, bool chosen, const std::string& tip,
          float width) {
  const Metrics& m = input.metrics;
  const float size = m.px(13.5f), height = m.px(26);
  ImFont* font = chosen ? input.fonts.bold : input.fonts.regular;
  if (width <= 0.0f) width = text_width(input.fonts.bold, size, label) + m.px(28);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const bool clicked = ImGui::InvisibleButton(id, {width, height});
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImU32 back = chosen ? input.theme.accent_soft : ImGui::IsItemHovered() ? input.theme.hover : input.theme.card;
  list.AddRectFilled(at, at + ImVec2{width, height}, back, height * 0.5f);
  list.AddRect(at, at + ImVec2{width, height}, chosen ? input.theme.accent : input.theme.edge, height * 0.5f, 0,
               m.px(chosen ? 1.5f : 1.0f));
  const float text = text_width(font, size, label);
  draw_text(input, {at.x + (width - text) * 0.5f, text_top(at.y, height, size)}, font, size,
            chosen ? input.theme.text : input.theme.dim, label);
  tooltip(input, tip);
  return clicked;
}

bool button(const PanelInput& input, const std::string& label, const char* id, const std::string& tip) {
  const Metrics& m = input.metrics;
  const float size = m.px(13.5f), height = m.px(28);
  const float width = text_width(input.fonts.bold, size, label) + m.px(32);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const bool clicked = ImGui::InvisibleButton(id, {width, height});
  const ImU32 back = ImGui::IsItemHovered() ? mix(input.theme.accent, input.theme.text, 0.15f) : input.theme.accent;
  ImGui::GetWindowDrawList()->AddRectFilled(at, at + ImVec2{width, height}, back, height * 0.5f);
  draw_text(input, {at.x + m.px(16), text_top(at.y, height, size)}, input.fonts.bold, size, text_on(back), label);
  tooltip(input, tip);
  return clicked;
}

bool choice(const PanelInput& input, const std::string& label, const char* id, bool chosen, const std::string& tip) {
  const Metrics& m = input.metrics;
  const float height = m.px(22), box = m.px(14), width = ImGui::GetContentRegionAvail().x;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const bool clicked = ImGui::InvisibleButton(id, {width, height});
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (ImGui::IsItemHovered())
    list.AddRectFilled({at.x - m.px(4), at.y}, at + ImVec2{width + m.px(4), height}, input.theme.hover, m.px(4));
  const ImVec2 low = {at.x, std::floor(at.y + (height - box) * 0.5f)}, high = low + ImVec2{box, box};
  if (chosen) {
    list.AddRectFilled(low, high, input.theme.good, m.px(3));
    const ImVec2 tick[3] = {low + ImVec2{box * 0.22f, box * 0.52f}, low + ImVec2{box * 0.42f, box * 0.72f},
                            low + ImVec2{box * 0.78f, box * 0.30f}};
    list.AddPolyline(tick, 3, text_on(input.theme.good), m.px(1.8f));
  } else {
    list.AddRect(low, high, input.theme.faint, m.px(3), 0, m.px(1.2f));
  }
  const float room = width - box - m.px(10);
  draw_text(input, {high.x + m.px(8), text_top(at.y, height, m.body())}, input.fonts.regular, m.body(),
            chosen ? input.theme.text : mix(input.theme.text, input.theme.dim, 0.4f),
            shortened(input.fonts.regular, m.body(), label, room));
  tooltip(input, tip);
  return clicked;
}

namespace {

// The arrow keys of the slider that was clicked last; they are not the window's keys then.
std::int64_t slider_keys() {
  if (!ImGui::IsItemFocused() || ImGui::GetIO().WantTextInput || ImGui::GetIO().KeyShift) return 0;
  std::int64_t by = 0;
  for (const auto& [key, step] : {std::pair{ImGuiKey_LeftArrow, -1}, std::pair{ImGuiKey_RightArrow, 1},
                                  std::pair{ImGuiKey_DownArrow, -1}, std::pair{ImGuiKey_UpArrow, 1}}) {
    if (ImGui::IsKeyPressed(key, true)) by += step;
    ImGui::SetKeyOwner(key, ImGui::GetItemID());
  }
  return by;
}

// The track under the current cursor: true when the mouse or wheel changed the value.
bool slider_track(const PanelInput& input, const char* id, std::int64_t& value, std::int64_t low, std::int64_t high) {
  const Metrics& m = input.metrics;
  const float width = ImGui::GetContentRegionAvail().x, height = m.px(20), radius = m.px(8);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::InvisibleButton(id, {width, height});
  const double range = std::max<double>(1.0, static_cast<double>(high) - static_cast<double>(low));
  const float first = at.x + radius, room = std::max(width - 2 * radius, 1.0f);
  std::int64_t wanted = value;
  if (ImGui::IsItemActive()) {
    const double share = std::clamp((ImGui::GetIO().MousePos.x - first) / room, 0.0f, 1.0f);
    wanted = low + static_cast<std::int64_t>(std::llround(share * range));
  }
  if (ImGui::IsItemHovered() && ImGui::GetIO().KeyCtrl && ImGui::GetIO().MouseWheel != 0.0f)
    wanted += ImGui::GetIO().MouseWheel > 0 ? 1 : -1;
  wanted += slider_keys();
  wanted = std::clamp(wanted, low, high);
  const bool changed = wanted != value;
  value = wanted;
  const auto share = static_cast<float>((static_cast<double>(value) - static_cast<double>(low)) / range);
  const float x = first + room * share, y = at.y + height * 0.5f;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled({at.x, y - m.px(3)}, {at.x + width, y + m.px(3)}, input.theme.track, m.px(3));
  list.AddRectFilled({at.x, y - m.px(3)}, {x, y + m.px(3)}, input.theme.accent, m.px(3));
  const bool lit = ImGui::IsItemHovered() || ImGui::IsItemActive();
  if (ImGui::IsItemFocused()) list.AddCircle({x, y}, radius + m.px(2.5f), input.theme.accent, 0, m.px(1.3f));
  if (lit) list.AddCircleFilled({x, y}, radius + m.px(3), with_alpha(input.theme.accent, 0.25f));
  list.AddCircleFilled({x, y}, radius, input.theme.accent);
  return changed;
}

}  // namespace

bool knob_slider(const PanelInput& input, const std::string& label, const char* id, std::int64_t& value,
                 std::int64_t minimum, std::int64_t maximum, const std::string& shown, const std::string& hint,
                 const std::string& tip) {
  const Metrics& m = input.metrics;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  ImGui::Dummy({width, line_height(m.body())});
  ImGui::SetCursorScreenPos({at.x, at.y + line_height(m.body()) + m.px(1)});
  const bool changed = slider_track(input, id, value, std::min(minimum, maximum), std::max(minimum, maximum));
  tooltip(input, tip);
  const std::string number = shown.empty() ? std::to_string(value) : shown;
  const float number_width = text_width(input.fonts.bold, m.body(), number);
  draw_text(input, at, input.fonts.regular, m.body(), input.theme.text,
            shortened(input.fonts.regular, m.body(), label, width - number_width - m.px(10)));
  draw_text(input, {at.x + width - number_width, at.y}, input.fonts.bold, m.body(), input.theme.accent, number);
  ImGui::SetCursorScreenPos({at.x, at.y + line_height(m.body()) + m.px(hint.empty() ? 20.0f : 21.0f)});
  if (!hint.empty()) {
    draw_text(input, ImGui::GetCursorScreenPos(), input.fonts.regular, m.small(), input.theme.dim,
              shortened(input.fonts.regular, m.small(), hint, width));
    ImGui::Dummy({width, line_height(m.small())});
  } else {
    ImGui::Dummy({width, m.px(1)});
  }
  return changed;
}

std::string or_hidden(const PanelInput& input, const std::string& number) { return input.state.hidden ? "?" : number; }

std::string with_commas(std::uint64_t value) {
  std::string digits = std::to_string(value);
  for (auto at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > 0; at -= 3)
    digits.insert(static_cast<std::size_t>(at), ",");
  return digits;
}

std::string format_value(RowFormat format, double value) {
  const auto whole = [&] { return with_commas(static_cast<std::uint64_t>(std::llround(std::max(value, 0.0)))); };
  switch (format) {
    case RowFormat::kCount:
    case RowFormat::kBytes:
      return whole();
    case RowFormat::kRatio:
      if (std::abs(value - std::round(value)) < 0.005) return whole();
      return fmt::format("{:.2f}", value);
    case RowFormat::kPercent:
      return fmt::format("{} %", std::lround(value * 100.0));
    case RowFormat::kMicroseconds:
      return fmt::format("{:.1f} μs", value);
  }
  return {};
}

void hatch(ImDrawList& list, ImVec2 low, ImVec2 high, ImU32 colour, float spacing, float thickness) {
  if (high.x <= low.x || high.y <= low.y || spacing < 1.0f) return;
  const float height = high.y - low.y;
  for (float x = low.x - height + spacing * 0.5f; x < high.x; x += spacing) {
    // from (x, high.y) up to (x + height, low.y), cut at the sides
    const float left = std::max(x, low.x), right = std::min(x + height, high.x);
    if (left < right) list.AddLine({left, high.y - (left - x)}, {right, high.y - (right - x)}, colour, thickness);
  }
}

}  // namespace warpglass
