// The two themes and the lane ramp. Accents are Okabe-Ito's, darkened on white until small text reads on them.
#include "app/gui/theme.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace warpglass {
namespace {

constexpr ImU32 rgb(unsigned hex) { return IM_COL32((hex >> 16) & 255, (hex >> 8) & 255, hex & 255, 255); }

constexpr Theme dark() {
  Theme t{};
  t.name = ThemeName::kDark;
  t.window = rgb(0x14151a), t.card = rgb(0x1b1d24), t.edge = rgb(0x2b2e38);
  t.field = rgb(0x22252e), t.track = rgb(0x2d313b), t.hover = rgb(0x2a2e39);
  t.text = rgb(0xe8eaf0), t.dim = rgb(0x9aa0ae), t.faint = rgb(0x636978);
  t.accent = rgb(0x56b4e9), t.accent_soft = rgb(0x243a4e);
  t.good = rgb(0x2fbf91), t.good_soft = rgb(0x17352e);
  t.warning = rgb(0xe69f00), t.warning_soft = rgb(0x3a2d12);
  t.strong = rgb(0xf0762b), t.strong_soft = rgb(0x412818);
  t.hatch = rgb(0x8a5f24), t.column = rgb(0x20232b), t.frame = rgb(0x596072);
  t.model = rgb(0x3c8dc4), t.measured = rgb(0xe8eaf0), t.code_line = rgb(0x24384b);
  t.code_keyword = rgb(0x7fb2ff), t.code_type = rgb(0x8fc3ff), t.code_number = rgb(0xd7a6e8);
  t.code_comment = rgb(0x7b8190), t.code_string = rgb(0x9fd3a6), t.code_preprocessor = rgb(0xd9a765);
  t.code_builtin = rgb(0xf0b454), t.code_name = rgb(0xe3e6ec);
  return t;
}

constexpr Theme light() {
  Theme t{};
  t.name = ThemeName::kLight;
  t.window = rgb(0xf1f2f5), t.card = rgb(0xffffff), t.edge = rgb(0xd9dce3);
  t.field = rgb(0xf3f5f8), t.track = rgb(0xe4e8ee), t.hover = rgb(0xeaeef4);
  t.text = rgb(0x1b1e25), t.dim = rgb(0x5b6170), t.faint = rgb(0x9aa0ac);
  t.accent = rgb(0x0072b2), t.accent_soft = rgb(0xdbe9f7);
  t.good = rgb(0x00785a), t.good_soft = rgb(0xdaf0e9);
  t.warning = rgb(0x9a6200), t.warning_soft = rgb(0xfbeccb);
  t.strong = rgb(0xb84600), t.strong_soft = rgb(0xfbdfcf);
  t.hatch = rgb(0xd9a15c), t.column = rgb(0xeceef3), t.frame = rgb(0x8d93a3);
  t.model = rgb(0x2a86bf), t.measured = rgb(0x1b1e25), t.code_line = rgb(0xdfecf8);
  t.code_keyword = rgb(0x1f5fbf), t.code_type = rgb(0x2a6fa8), t.code_number = rgb(0x8a3ea8);
  t.code_comment = rgb(0x7d8391), t.code_string = rgb(0x2b7a3a), t.code_preprocessor = rgb(0x8f5a12);
  t.code_builtin = rgb(0xa05c00), t.code_name = rgb(0x22252c);
  return t;
}

constexpr Theme kDarkTheme = dark();
constexpr Theme kLightTheme = light();

constexpr std::array<std::array<float, 3>, 5> kRamp = {
    {{47, 93, 158}, {79, 134, 168}, {124, 154, 143}, {184, 175, 112}, {243, 209, 84}}};

ImVec4 channels(ImU32 colour) { return ImGui::ColorConvertU32ToFloat4(colour); }

float linear(float c) { return c <= 0.04045f ? c / 12.92f : std::pow((c + 0.055f) / 1.055f, 2.4f); }

}  // namespace

const Theme& theme_of(ThemeName name) { return name == ThemeName::kDark ? kDarkTheme : kLightTheme; }

ImU32 Theme::lane(int lane, int lanes) const {
  const float at = lanes > 1 ? std::clamp(static_cast<float>(lane) / static_cast<float>(lanes - 1), 0.0f, 1.0f) : 0.0f;
  const float place = at * (kRamp.size() - 1);
  const auto low = std::min(static_cast<std::size_t>(place), kRamp.size() - 2);
  const float t = place - static_cast<float>(low);
  std::array<int, 3> c{};
  for (std::size_t i = 0; i < 3; ++i)
    c[i] = static_cast<int>(std::lround(kRamp[low][i] + (kRamp[low + 1][i] - kRamp[low][i]) * t));
  return IM_COL32(c[0], c[1], c[2], 255);
}

ImU32 Theme::lane_dim(int lane_index, int lanes) const {
  return mix(lane(lane_index, lanes), card, name == ThemeName::kDark ? 0.62f : 0.70f);
}

ImU32 Theme::level(ChipLevel level) const {
  switch (level) {
    case ChipLevel::kCalm:
      return good;
    case ChipLevel::kWarning:
      return warning;
    case ChipLevel::kStrong:
      return strong;
  }
  return good;
}

ImU32 Theme::level_soft(ChipLevel level) const {
  switch (level) {
    case ChipLevel::kCalm:
      return good_soft;
    case ChipLevel::kWarning:
      return warning_soft;
    case ChipLevel::kStrong:
      return strong_soft;
  }
  return good_soft;
}

ImU32 text_on(ImU32 background) {
  const ImVec4 c = channels(background);
  const float luminance = 0.2126f * linear(c.x) + 0.7152f * linear(c.y) + 0.0722f * linear(c.z);
  return luminance > 0.20f ? IM_COL32(22, 24, 30, 255) : IM_COL32(240, 243, 248, 255);
}

ImU32 with_alpha(ImU32 colour, float alpha) {
  const auto a = static_cast<float>((colour >> IM_COL32_A_SHIFT) & 255) * std::clamp(alpha, 0.0f, 1.0f);
  return (colour & ~IM_COL32_A_MASK) | (static_cast<ImU32>(a + 0.5f) << IM_COL32_A_SHIFT);
}

ImU32 mix(ImU32 a, ImU32 b, float t) {
  const ImVec4 x = channels(a), y = channels(b);
  return ImGui::ColorConvertFloat4ToU32(
      {x.x + (y.x - x.x) * t, x.y + (y.y - x.y) * t, x.z + (y.z - x.z) * t, x.w + (y.w - x.w) * t});
}

void apply_style(const Theme& theme, const Metrics& metrics) {
  ImGuiStyle style;
  const auto set = [&](ImGuiCol index, ImU32 colour) { style.Colors[index] = channels(colour); };
  if (theme.name == ThemeName::kDark)
    ImGui::StyleColorsDark(&style);
  else
    ImGui::StyleColorsLight(&style);
  set(ImGuiCol_Text, theme.text), set(ImGuiCol_TextDisabled, theme.dim);
  set(ImGuiCol_WindowBg, theme.window), set(ImGuiCol_ChildBg, theme.card), set(ImGuiCol_PopupBg, theme.card);
  set(ImGuiCol_Border, theme.edge), set(ImGuiCol_Separator, theme.edge), set(ImGuiCol_NavCursor, theme.accent);
  set(ImGuiCol_FrameBg, theme.field), set(ImGuiCol_FrameBgHovered, theme.hover);
  set(ImGuiCol_FrameBgActive, theme.hover), set(ImGuiCol_Button, theme.field);
  set(ImGuiCol_ButtonHovered, theme.hover), set(ImGuiCol_ButtonActive, theme.accent_soft);
  set(ImGuiCol_Header, theme.accent_soft), set(ImGuiCol_HeaderHovered, theme.hover);
  set(ImGuiCol_HeaderActive, theme.accent_soft), set(ImGuiCol_CheckMark, theme.accent);
  set(ImGuiCol_SliderGrab, theme.accent), set(ImGuiCol_SliderGrabActive, theme.accent);
  set(ImGuiCol_ScrollbarBg, with_alpha(theme.card, 0)), set(ImGuiCol_ScrollbarGrab, theme.track);
  set(ImGuiCol_ScrollbarGrabHovered, theme.faint), set(ImGuiCol_ScrollbarGrabActive, theme.dim);
  set(ImGuiCol_TextSelectedBg, with_alpha(theme.accent, 0.35f));
  style.WindowPadding = {metrics.padding(), metrics.px(9)};
  style.FramePadding = {metrics.px(8), metrics.px(4)};
  style.ItemSpacing = {metrics.px(8), metrics.px(6)};
  style.ItemInnerSpacing = {metrics.px(6), metrics.px(4)};
  style.ScrollbarSize = metrics.px(9);
  style.WindowRounding = 0, style.ChildRounding = metrics.rounding(), style.FrameRounding = metrics.px(4);
  style.PopupRounding = metrics.rounding(), style.ScrollbarRounding = metrics.px(5), style.GrabRounding = metrics.px(4);
  style.WindowBorderSize = 0, style.ChildBorderSize = 1, style.PopupBorderSize = 1, style.FrameBorderSize = 0;
  style.HoverDelayNormal = 0.5f;
  style.FontSizeBase = metrics.body();
  ImGui::GetStyle() = style;
}

}  // namespace warpglass
