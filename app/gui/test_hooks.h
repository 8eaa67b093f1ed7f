// The four functions that ImGui's core calls in a build with IMGUI_ENABLE_TEST_ENGINE. In the program they do nothing;
// tests install a recorder and are told every widget with its id, label and place.
#pragma once

#include <imgui.h>

#include <string>

namespace warpglass {

struct WidgetSeen {
  ImGuiID id = 0;
  std::string label;  // as given to ImGui, with its ###id; empty when only the place is known
  ImVec2 low, high;
};

class WidgetRecorder {
 public:
  virtual ~WidgetRecorder() = default;
  virtual void placed(ImGuiID id, ImVec2 low, ImVec2 high) = 0;
  virtual void labelled(ImGuiID id, const char* label) = 0;
};

// For the current ImGui context; null removes it.
void set_widget_recorder(WidgetRecorder* recorder);
// Our own drawn widgets tell their label through this.
void tell_label(ImGuiID id, const char* label);

}  // namespace warpglass
