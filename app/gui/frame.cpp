// The arrangement: scene | code over warp | knobs, result, sentence; the sweep below. Gaps are splitters. In a narrow
// window (or at a large size) the right column scrolls and holds the scene too. See frame.h.
#include "app/gui/frame.h"

#include <algorithm>
#include <cmath>

#include "app/gui/derive.h"
#include "app/gui/panels/lesson_parts.h"
#include "app/gui/widgets.h"

namespace warpglass {
namespace {

// A gap that can be dragged: changes `share` of `length` pixels.
bool splitter(const PanelInput& input, const char* id, ImVec2 at, ImVec2 size, bool vertical, float length, float sign,
              float least, float most, float& share) {
  ImGui::SetCursorScreenPos(at);
  ImGui::InvisibleButton(id, {std::max(size.x, 1.0f), std::max(size.y, 1.0f)});
  const bool lit = ImGui::IsItemHovered() || ImGui::IsItemActive();
  if (lit) {
    ImGui::SetMouseCursor(vertical ? ImGuiMouseCursor_ResizeEW : ImGuiMouseCursor_ResizeNS);
    const ImVec2 middle = {at.x + size.x * 0.5f, at.y + size.y * 0.5f};
    const float half = input.metrics.px(16), thick = input.metrics.px(1.5f);
    const ImVec2 reach = vertical ? ImVec2{thick, half} : ImVec2{half, thick};
    ImGui::GetWindowDrawList()->AddRectFilled({middle.x - reach.x, middle.y - reach.y},
                                              {middle.x + reach.x, middle.y + reach.y}, input.theme.accent, thick);
  }
  if (!ImGui::IsItemActive() || length < 1.0f) return false;
  const float moved = vertical ? ImGui::GetIO().MouseDelta.x : ImGui::GetIO().MouseDelta.y;
  if (moved == 0.0f) return false;
  share = std::clamp(share + sign * moved / length, least, most);
  return true;
}

// In a column that scrolls, so that the card itself need not: header, variants, and a slider each.
float knobs_height(const AppState& state) {
  if (is_lab(state)) return 246.0f;
  return 82.0f + 43.0f * static_cast<float>(chosen_variant(state.scene).knobs.size());
}

PanelPlace left_place(const AppState& state) { return state.course.learning ? PanelPlace::kLesson : PanelPlace::kLeft; }

}  // namespace

Frame::Frame() {
  for (const PanelEntry& entry : panel_table()) panels_.push_back(entry.make());
}

void Frame::draw_panel(PanelPlace place, const PanelInput& input, ImVec2 at, ImVec2 size, Commands& commands) {
  const auto table = panel_table();
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (table[i].place != place) continue;
    ImGui::SetCursorScreenPos({std::floor(at.x), std::floor(at.y)});
    const std::string id = std::string("###panel_") + table[i].key;
    const ImVec2 whole = {std::max(std::floor(size.x), 4.0f), std::max(std::floor(size.y), 4.0f)};
    if (ImGui::BeginChild(id.c_str(), whole, ImGuiChildFlags_Borders | ImGuiChildFlags_AlwaysUseWindowPadding))
      panels_[i]->draw(input, commands);
    ImGui::EndChild();
  }
}

void Frame::arrange_right(const PanelInput& input, ImVec2 at, ImVec2 size, Commands& commands) {
  Settings shares = input.state.settings;
  const float gap = input.metrics.gap(), room = std::max(size.y - 2 * gap, 30.0f);
  const float knobs = room * shares.knobs_share;
  const float result = std::min(room * shares.result_share, room - knobs - room * 0.1f);
  draw_panel(PanelPlace::kKnobs, input, at, {size.x, knobs}, commands);
  draw_panel(PanelPlace::kResult, input, {at.x, at.y + knobs + gap}, {size.x, result}, commands);
  const float sentence = at.y + knobs + result + 2 * gap;
  draw_panel(PanelPlace::kSentence, input, {at.x, sentence}, {size.x, at.y + size.y - sentence}, commands);
  bool moved = splitter(input, "###split_knobs", {at.x, at.y + knobs}, {size.x, gap}, false, room, 1, 0.12f,
                        0.85f - shares.result_share, shares.knobs_share);
  moved |= splitter(input, "###split_result", {at.x, sentence - gap}, {size.x, gap}, false, room, 1, 0.12f,
                    0.88f - shares.knobs_share, shares.result_share);
  if (moved) commands.push_back(SetShares{shares});
}

void Frame::arrange(const PanelInput& input, float top, Commands& commands) {
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  const float gap = input.metrics.gap();
  Settings shares = input.state.settings;
  const bool time = !is_lab(input.state) && input.state.bottom == BottomView::kTime;
  const bool sweep = time || !is_lab(input.state) || !swept_knob(input.state).empty();
  const float left = std::max(window.x * shares.left_share, input.metrics.px(200)) - gap;
  const float right = std::max(window.x * shares.right_share, input.metrics.px(240)) - gap;
  const float bottom = sweep ? std::max(window.y * shares.bottom_share, input.metrics.px(time ? 150 : 92)) : 0.0f;
  const float height = window.y - top - gap - (sweep ? bottom + gap : 0.0f);
  const float centre = window.x - left - right - 4 * gap, centre_x = left + 2 * gap;
  draw_panel(left_place(input.state), input, {gap, top}, {left, height}, commands);
  float warp_y = top;
  bool moved = false;
  if (!is_lab(input.state)) {
    const float code = (height - gap) * shares.code_share;
    draw_panel(PanelPlace::kCode, input, {centre_x, top}, {centre, code}, commands);
    warp_y += code + gap;
    moved |= splitter(input, "###split_code", {centre_x, warp_y - gap}, {centre, gap}, false, height, 1, 0.15f, 0.7f,
                      shares.code_share);
  }
  draw_panel(PanelPlace::kWarp, input, {centre_x, warp_y}, {centre, top + height - warp_y}, commands);
  const float right_x = window.x - right - gap;
  arrange_right(input, {right_x, top}, {right, height}, commands);
  const PanelPlace strip = time ? PanelPlace::kTime : PanelPlace::kSweep;
  if (sweep) draw_panel(strip, input, {gap, top + height + gap}, {window.x - 2 * gap, bottom}, commands);
  moved |= splitter(input, "###split_left", {gap + left, top}, {gap, height}, true, window.x, 1, 0.14f, 0.4f,
                    shares.left_share);
  moved |= splitter(input, "###split_right", {right_x - gap, top}, {gap, height}, true, window.x, -1, 0.16f, 0.4f,
                    shares.right_share);
  if (sweep)
    moved |= splitter(input, "###split_bottom", {gap, top + height}, {window.x - 2 * gap, gap}, false, window.y, -1,
                      0.1f, 0.4f, shares.bottom_share);
  if (moved) commands.push_back(SetShares{shares});
}

void Frame::arrange_narrow(const PanelInput& input, float top, Commands& commands) {
  const Metrics& m = input.metrics;
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  const float gap = m.gap();
  const float right = std::clamp(window.x * 0.36f, m.px(190), m.px(300));
  const float centre = window.x - right - 3 * gap;
  const bool time = !is_lab(input.state) && input.state.bottom == BottomView::kTime;
  const bool sweep = (!is_lab(input.state) || !swept_knob(input.state).empty()) && window.y > m.px(420);
  const float bottom = sweep ? m.px(100) : 0.0f;
  const float height = window.y - top - gap - (sweep ? bottom + gap : 0.0f);
  float warp_y = top;
  if (!is_lab(input.state)) {
    const float code = (height - gap) * input.state.settings.code_share;
    draw_panel(PanelPlace::kCode, input, {gap, top}, {centre, code}, commands);
    warp_y += code + gap;
  }
  draw_panel(PanelPlace::kWarp, input, {gap, warp_y}, {centre, top + height - warp_y}, commands);
  const PanelPlace strip = time ? PanelPlace::kTime : PanelPlace::kSweep;
  if (sweep) draw_panel(strip, input, {gap, top + height + gap}, {centre, bottom}, commands);
  ImGui::SetCursorScreenPos({window.x - right - gap, top});
  ImGui::PushStyleColor(ImGuiCol_ChildBg, input.theme.window);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {gap, gap});
  const bool open = ImGui::BeginChild("###column", {right, window.y - top - gap});
  ImGui::PopStyleVar();
  ImGui::PopStyleColor();
  if (open) {
    const std::pair<PanelPlace, float> cards[] = {
        {PanelPlace::kKnobs, knobs_height(input.state)},
        {PanelPlace::kResult, 96.0f + 36.0f * static_cast<float>(input.shown.result.rows.size())},
        {PanelPlace::kSentence, 136},
        {left_place(input.state), is_lab(input.state) ? 590.0f : 560.0f}};
    const float width = ImGui::GetContentRegionAvail().x;
    ImVec2 at = ImGui::GetCursorScreenPos();
    for (const auto& [place, card] : cards) {
      draw_panel(place, input, at, {width, m.px(card)}, commands);
      at.y += m.px(card) + gap;
    }
  }
  ImGui::EndChild();
}

void Frame::present(const PanelInput& input, Commands& commands) {
  const Metrics& m = input.metrics;
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  const float margin = m.px(18), title = m.px(17);
  std::string name = input.text.of(input.state.scene.title);
  if (!input.state.scene.variants.empty()) name += " · " + input.text.of(chosen_variant(input.state.scene).label);
  const Lesson* lesson = input.state.course.learning ? open_lesson(input.state.course) : nullptr;
  if (lesson != nullptr) name = lesson_slide_title(input, *lesson);
  draw_text(input, {margin, margin}, input.fonts.bold, title, input.theme.text, name);
  const auto [slide, slides] = slide_of(input.state);
  std::string place = std::to_string(slide) + " / " + std::to_string(slides);
  if (lesson != nullptr && open_step(input.state.course) != nullptr)
    place = input.text("lesson.step", input.state.course.step + 1, lesson->steps.size());
  draw_text(input, {window.x - margin - text_width(input.fonts.regular, m.body(), place), margin}, input.fonts.regular,
            m.body(), input.theme.dim, place);
  const float foot = m.px(24), top = margin + title + m.px(12);
  const float low = std::clamp(window.y * 0.24f, m.px(90), m.px(190));
  const float focus = window.y - top - low - foot - m.gap();
  draw_panel(PanelPlace::kWarp, input, {margin, top}, {window.x - 2 * margin, focus}, commands);
  const float half = (window.x - 2 * margin - m.gap()) * 0.5f;
  draw_panel(PanelPlace::kKnobs, input, {margin, top + focus + m.gap()}, {half, low}, commands);
  draw_panel(PanelPlace::kResult, input, {margin + half + m.gap(), top + focus + m.gap()}, {half, low}, commands);
  const std::string keys = input.text("present.keys");
  draw_text(input, {window.x - margin - text_width(input.fonts.regular, m.px(9), keys), window.y - m.px(16)},
            input.fonts.regular, m.px(9), input.theme.faint, keys);
}

void Frame::draw(const FrameInput& input, Commands& commands) {
  const AppState& state = input.state;
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  Metrics metrics{input.pixel_scale * static_cast<float>(state.settings.scale_percent) / 100.0f};
  if (state.presenting) metrics.scale = std::max(std::min(window.x / 1280.0f, window.y / 800.0f) * 1.25f, 1.0f);
  const Theme& theme = theme_of(state.settings.theme);
  if (metrics.scale != styled_scale_ || theme.name != styled_theme_) {
    apply_style(theme, metrics);
    styled_scale_ = metrics.scale, styled_theme_ = theme.name;
  }
  const Texts text(state.settings.language);
  const PanelInput panel{state, input.shown, theme, metrics, input.fonts, text, state.presenting};
  ImGui::SetNextWindowPos({0, 0});
  ImGui::SetNextWindowSize(window);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  ImGui::Begin("###main", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoScrollWithMouse);
  ImGui::PopStyleVar();
  if (state.presenting) {
    present(panel, commands);
  } else {
    float top = draw_top_bar(panel, commands) + metrics.gap();
    top += draw_problem_strip(panel, top, commands);
    if (window.x < metrics.px(960) || window.y < metrics.px(600))
      arrange_narrow(panel, top, commands);
    else
      arrange(panel, top, commands);
  }
  ImGui::End();
  draw_notices(panel, commands);
  if (state.open_list) draw_open_list(panel, path_, commands);
  if (state.keys_shown) draw_keys(panel, commands);
  take_keys(state, commands);
}

std::pair<std::size_t, std::size_t> slide_of(const AppState& state) {
  std::size_t here = 1, count = 0;
  for (const Scene& scene : state.library) {
    const bool current = scene.id == state.scene.id;
    if (scene.variants.empty()) {
      ++count;
      if (current) here = count;
    }
    for (const Variant& variant : scene.variants) {
      ++count;
      if (current && variant.name == state.scene.variant) here = count;
    }
  }
  return {here, std::max<std::size_t>(count, 1)};
}

}  // namespace warpglass
