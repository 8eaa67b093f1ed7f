// The keys, all in one table for the F1 card and one function that reads them. While a text field is being typed in,
// only those with Ctrl and the function keys count.
#include <array>

#include <imgui_internal.h>

#include "app/gui/frame.h"

namespace warpglass {
namespace {

bool pressed(ImGuiKey key) { return ImGui::IsKeyPressed(key, true); }
bool pressed_once(ImGuiKey key) { return ImGui::IsKeyPressed(key, false); }

void take_control_keys(const AppState& state, Commands& commands) {
  if (pressed(ImGuiKey_Equal) || pressed(ImGuiKey_KeypadAdd))
    commands.push_back(SetScale{state.settings.scale_percent + 10});
  if (pressed(ImGuiKey_Minus) || pressed(ImGuiKey_KeypadSubtract))
    commands.push_back(SetScale{state.settings.scale_percent - 10});
  if (pressed_once(ImGuiKey_0) || pressed_once(ImGuiKey_Keypad0)) commands.push_back(SetScale{100});
  if (pressed_once(ImGuiKey_S)) commands.push_back(SaveScene{});
  if (pressed_once(ImGuiKey_O)) commands.push_back(ToggleOpenList{});
}

void take_presenting_keys(const AppState& state, Commands& commands) {
  const int pages = (pressed(ImGuiKey_RightArrow) || pressed(ImGuiKey_PageDown) ? 1 : 0) -
                    (pressed(ImGuiKey_LeftArrow) || pressed(ImGuiKey_PageUp) ? 1 : 0);
  if (state.course.learning && open_lesson(state.course) != nullptr) {
    if (pages != 0) commands.push_back(CourseAct{CourseVerb::kGo, "", "", pages});
    return;
  }
  if (pages != 0) commands.push_back(StepScene{pages});
}

void take_arrows(bool shift, Commands& commands) {
  if (!ImGui::TestKeyOwner(ImGuiKey_RightArrow, ImGuiKeyOwner_NoOwner)) return;  // a slider has them
  const int by = (pressed(ImGuiKey_RightArrow) ? 1 : 0) - (pressed(ImGuiKey_LeftArrow) ? 1 : 0);
  if (by == 0) return;
  if (shift)
    commands.push_back(StepAccess{by});
  else
    commands.push_back(StepPass{by});
}

void take_escape(const AppState& state, Commands& commands) {
  if (!pressed_once(ImGuiKey_Escape)) return;
  ImGui::SetWindowFocus(nullptr);  // of a slider: its arrows are the window's again
  if (state.keys_shown)
    commands.push_back(ToggleKeys{});
  else if (state.open_list)
    commands.push_back(ToggleOpenList{});
  else if (state.presenting)
    commands.push_back(TogglePresent{});
  else if (state.full_screen)
    commands.push_back(ToggleFullScreen{});
}

}  // namespace

void take_keys(const AppState& state, Commands& commands) {
  const ImGuiIO& io = ImGui::GetIO();
  if (pressed_once(ImGuiKey_F1)) commands.push_back(ToggleKeys{});
  if (pressed_once(ImGuiKey_F11)) commands.push_back(ToggleFullScreen{});
  if (io.KeyCtrl) return take_control_keys(state, commands);
  if (io.WantTextInput || io.KeyAlt) return;
  take_escape(state, commands);
  if (state.presenting)
    take_presenting_keys(state, commands);
  else
    take_arrows(io.KeyShift, commands);
  if (pressed_once(ImGuiKey_Space)) commands.push_back(TogglePlay{});
  if (pressed_once(ImGuiKey_Home)) commands.push_back(ResetPlay{});
  if (pressed_once(ImGuiKey_P)) commands.push_back(TogglePresent{});
  if (pressed_once(ImGuiKey_C)) commands.push_back(ToggleChecks{});
  if (pressed_once(ImGuiKey_H)) commands.push_back(ToggleHidden{});
  if (pressed_once(ImGuiKey_L))
    commands.push_back(
        SetLanguage{state.settings.language == Language::kKorean ? Language::kEnglish : Language::kKorean});
}

std::span<const KeyHelp> key_help() {
  static constexpr std::array<KeyHelp, 15> kKeys = {{{"Space", "keys.play"},
                                                     {"Left / Right", "keys.step"},
                                                     {"Shift+Left / Right", "keys.access"},
                                                     {"Home", "keys.home"},
                                                     {"H", "keys.hide"},
                                                     {"C", "keys.checks"},
                                                     {"P", "keys.present"},
                                                     {"PageUp / PageDown", "keys.slides"},
                                                     {"L", "keys.language"},
                                                     {"Ctrl +/-, Ctrl 0", "keys.size"},
                                                     {"Ctrl+wheel, arrows", "keys.wheel"},
                                                     {"Ctrl+S", "keys.save"},
                                                     {"Ctrl+O", "keys.open"},
                                                     {"F11", "keys.full"},
                                                     {"F1", "keys.keys"}}};
  return kKeys;
}

}  // namespace warpglass
