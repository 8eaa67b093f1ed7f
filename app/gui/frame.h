// One frame of the window: top bar, the fixed and resizable arrangement of panels (or the presentation), overlays,
// keys. Draws constant state and returns commands. Called between ImGui::NewFrame and ImGui::Render, on any back end.
#pragma once

#include <memory>
#include <vector>

#include "app/gui/panels.h"

namespace warpglass {

struct FrameInput {
  const AppState& state;
  const Shown& shown;
  const Fonts& fonts;
  float pixel_scale = 1.0f;  // of the monitor
};

class Frame {
 public:
  Frame();
  void draw(const FrameInput& input, Commands& commands);

 private:
  void draw_panel(PanelPlace place, const PanelInput& input, ImVec2 at, ImVec2 size, Commands& commands);
  void arrange(const PanelInput& input, float top, Commands& commands);
  void arrange_right(const PanelInput& input, ImVec2 at, ImVec2 size, Commands& commands);
  void arrange_narrow(const PanelInput& input, float top, Commands& commands);
  void present(const PanelInput& input, Commands& commands);

  std::vector<std::unique_ptr<Panel>> panels_;  // in the order of panel_table()
  std::string path_;                            // typed in the open list
  float styled_scale_ = 0.0f;
  ThemeName styled_theme_ = ThemeName::kDark;
};

// The parts of a frame besides the panels; each in a file of its name.
float draw_top_bar(const PanelInput& input, Commands& commands);  // returns its height
// overlays.cpp. What is wrong stands between top bar and panels and pushes them down; returns its height. What only
// informs lies at the bottom for some seconds, over no panel's header.
float draw_problem_strip(const PanelInput& input, float top, Commands& commands);
void draw_notices(const PanelInput& input, Commands& commands);
void draw_keys(const PanelInput& input, Commands& commands);  // overlays.cpp: F1
void draw_open_list(const PanelInput& input, std::string& path, Commands& commands);
void take_keys(const AppState& state, Commands& commands);  // keys.cpp

struct KeyHelp {
  const char* keys;  // "Shift+←/→"
  const char* text;  // id of what it does
};
std::span<const KeyHelp> key_help();  // keys.cpp

// Where the current scene and variant stand among all: {5, 9}.
std::pair<std::size_t, std::size_t> slide_of(const AppState& state);

}  // namespace warpglass
