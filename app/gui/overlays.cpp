// What lies over the panels without stopping anything: notices, the list of keys, the list of scene files.
#include <imgui.h>
// after imgui.h
#include <misc/cpp/imgui_stdlib.h>

#include <algorithm>
#include <filesystem>

#include "app/gui/frame.h"
#include "app/gui/widgets.h"

namespace warpglass {
namespace {

constexpr ImGuiWindowFlags kOverlay = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                      ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing |
                                      ImGuiWindowFlags_AlwaysAutoResize;

bool begin_card(const PanelInput& input, const char* id, ImVec2 at, ImVec2 pivot, float width) {
  ImGui::SetNextWindowPos(at, ImGuiCond_Always, pivot);
  ImGui::SetNextWindowSizeConstraints({width, 0}, {width, ImGui::GetIO().DisplaySize.y * 0.9f});
  ImGui::PushStyleColor(ImGuiCol_WindowBg, input.theme.card);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1.0f);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, input.metrics.rounding());
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {input.metrics.px(14), input.metrics.px(12)});
  const bool open = ImGui::Begin(id, nullptr, kOverlay);
  ImGui::PopStyleVar(3);
  ImGui::PopStyleColor();
  return open;
}

// One notice over the whole width, with the mark that dismisses it.
void notice_row(const PanelInput& input, std::size_t index, float room, Commands& commands) {
  const Metrics& m = input.metrics;
  const Notice& notice = input.state.notices[index];
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::SetCursorScreenPos({at.x + room - m.px(12), at.y});
  if (link(input, "×", ("###dismiss_" + std::to_string(index)).c_str(), input.text("notice.dismiss")))
    commands.push_back(DismissNotice{index});
  ImGui::SetCursorScreenPos(at);
  ImGui::PushFont(input.fonts.regular, m.px(13.5f));
  ImGui::PushStyleColor(ImGuiCol_Text, notice.problem ? input.theme.warning : input.theme.text);
  ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + room - m.px(24));
  const std::string text = input.text.filled(notice.id.c_str(), notice.arguments);
  ImGui::TextUnformatted(text.c_str(), text.c_str() + text.size());
  ImGui::PopTextWrapPos();
  ImGui::PopStyleColor();
  ImGui::PopFont();
}

}  // namespace

float draw_problem_strip(const PanelInput& input, float top, Commands& commands) {
  const auto& notices = input.state.notices;
  if (std::none_of(notices.begin(), notices.end(), [](const Notice& n) { return n.problem; })) return 0.0f;
  const Metrics& m = input.metrics;
  const float left = m.gap() + m.padding(), room = ImGui::GetIO().DisplaySize.x - 2 * left;
  float y = top;
  for (std::size_t i = 0; i < notices.size() && y < ImGui::GetIO().DisplaySize.y * 0.3f; ++i) {
    if (!notices[i].problem) continue;
    ImGui::SetCursorScreenPos({left, y});
    notice_row(input, i, room, commands);
    y = ImGui::GetItemRectMax().y + m.px(3);
  }
  return y + m.px(3) - top;
}

void draw_notices(const PanelInput& input, Commands& commands) {
  const auto& notices = input.state.notices;
  const auto here = [&](const Notice& notice) { return !notice.problem || input.presenting; };
  if (std::none_of(notices.begin(), notices.end(), here)) return;
  const Metrics& m = input.metrics;
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  const float width = std::min(window.x * 0.6f, m.px(460));
  if (begin_card(input, "###notices", {window.x * 0.5f, window.y - m.px(6)}, {0.5f, 1.0f}, width))
    for (std::size_t i = 0; i < notices.size(); ++i)
      if (here(notices[i])) notice_row(input, i, ImGui::GetContentRegionAvail().x, commands);
  ImGui::End();
}

void draw_keys(const PanelInput& input, Commands& commands) {
  const Metrics& m = input.metrics;
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  if (begin_card(input, "###keys_card", {window.x * 0.5f, window.y * 0.5f}, {0.5f, 0.5f},
                 std::min(m.px(470), window.x * 0.9f))) {
    if (panel_header_link(input, input.text("keys.title"), input.text("keys.close"), "###keys_close", ""))
      commands.push_back(ToggleKeys{});
    for (const KeyHelp& key : key_help()) {
      const ImVec2 at = ImGui::GetCursorScreenPos();
      draw_text(input, at, input.fonts.mono, m.px(13), input.theme.accent, key.keys);
      draw_text(input, {at.x + m.px(170), at.y}, input.fonts.regular, m.px(13.5f), input.theme.text,
                input.text(key.text));
      ImGui::Dummy({ImGui::GetContentRegionAvail().x, m.px(18)});
    }
  }
  ImGui::End();
}

void draw_open_list(const PanelInput& input, std::string& path, Commands& commands) {
  const Metrics& m = input.metrics;
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  if (begin_card(input, "###open_card", {window.x * 0.5f, m.px(48)}, {0.5f, 0.0f},
                 std::min(m.px(560), window.x * 0.9f))) {
    if (panel_header_link(input, input.text("open.title"), input.text("keys.close"), "###open_close", ""))
      commands.push_back(ToggleOpenList{});
    ImGui::PushFont(input.fonts.mono, m.px(13));
    ImGui::SetNextItemWidth(-1.0f);
    const bool entered =
        ImGui::InputTextWithHint("###open_path", input.text("open.path"), &path, ImGuiInputTextFlags_EnterReturnsTrue);
    ImGui::PopFont();
    if (entered && !path.empty()) commands.push_back(OpenScene{path});
    if (input.state.scene_files.empty()) paragraph(input, input.text("open.none"), input.theme.dim);
    for (std::size_t i = 0; i < input.state.scene_files.size(); ++i) {
      const std::string& file = input.state.scene_files[i];
      const std::string name = std::filesystem::path(file).stem().string();
      if (choice(input, name, ("###open_" + std::to_string(i)).c_str(), false, file))
        commands.push_back(OpenScene{file});
    }
  }
  ImGui::End();
}

}  // namespace warpglass
