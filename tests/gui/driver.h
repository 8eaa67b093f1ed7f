// Drives the real Application and Frame on a null back end: no window system, no GPU. A frame is drawn at a given size,
// widgets are found by the ###id they tell ImGui's test hooks, and mouse and keys are injected as ImGui events.
#pragma once

#include <imgui.h>

#include <chrono>
#include <map>
#include <memory>
#include <string>

#include "app/gui/application.h"
#include "app/gui/fonts.h"
#include "app/gui/frame.h"
#include "app/gui/test_hooks.h"

namespace warpglass {

class GuiDriver : public WidgetRecorder {
 public:
  explicit GuiDriver(int width = 1280, int height = 800, Settings settings = {});
  ~GuiDriver() override;

  // Draws frames and applies their commands, as the window does.
  void frames(int count = 1);
  // Waits for the worker, then draws two frames.
  void settle();

  bool has(const std::string& id) const;  // "###knob_pad": seen in the last frame
  WidgetSeen find(const std::string& id) const;
  void click(const std::string& id, float at_x = 0.5f, float at_y = 0.5f);
  void drag(const std::string& id, float from_x, float to_x);
  void hover(const std::string& id, float at_x = 0.5f, float at_y = 0.5f);
  void key(ImGuiKey key, bool control = false, bool shift = false);
  void type(const std::string& text);
  // Ids seen in the last frame that start with `start`.
  std::vector<std::string> ids(const std::string& start = "###") const;
  bool visible(const std::string& id) const;  // inside the window
  void resize(int width, int height);

  const AppState& state() const { return application->state(); }
  const Shown& shown() const { return application->shown(); }
  int vertices = 0;  // of the last frame

  std::unique_ptr<Application> application;

  void placed(ImGuiID id, ImVec2 low, ImVec2 high) override;
  void labelled(ImGuiID id, const char* label) override;

 private:
  void frame();
  const WidgetSeen* lookup(const std::string& id) const;
  ImVec2 size_;
  FontsFound fonts_;
  std::unique_ptr<Frame> frame_;
  std::map<ImGuiID, WidgetSeen> drawing_, seen_;
};

}  // namespace warpglass
