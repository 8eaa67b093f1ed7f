// See driver.h.
#include "tests/gui/driver.h"

#include <gtest/gtest.h>
#include <imgui_impl_null.h>
#include <imgui_internal.h>

#include <filesystem>
#include <string>

#include <unistd.h>

namespace warpglass {
namespace {
// The user's folder of a driver: emptied first, so that no test sees what another did.
std::filesystem::path empty_data() {
  const auto folder = std::filesystem::temp_directory_path() / ("warpglass-gui-test-" + std::to_string(::getpid()));
  std::error_code error;
  std::filesystem::remove_all(folder, error);
  return folder;
}
}  // namespace

GuiDriver::GuiDriver(int width, int height, Settings settings)
    : size_(static_cast<float>(width), static_cast<float>(height)) {
  const std::filesystem::path assets = std::filesystem::path(WARPGLASS_SOURCE_DIR) / "assets";
  settings.width = width, settings.height = height;
  application = std::make_unique<Application>(ApplicationPaths{assets, empty_data()}, settings, nullptr);
  ImGui::CreateContext();
  ImGui::GetIO().IniFilename = nullptr;
  ImGui_ImplNull_Init();
  set_widget_recorder(this);
  ImGui::GetCurrentContext()->ErrorCallback = [](ImGuiContext*, void*, const char* text) {
    ADD_FAILURE() << "Dear ImGui: " << text;
  };
  fonts_ = load_fonts(assets);
  frame_ = std::make_unique<Frame>();
  application->open("");
  settle();
}

GuiDriver::~GuiDriver() {
  frame_.reset();
  set_widget_recorder(nullptr);
  ImGui_ImplNull_Shutdown();
  ImGui::DestroyContext();
}

void GuiDriver::frame() {
  application->update(1.0 / 60.0);
  ImGui_ImplNull_NewFrame();
  ImGui::GetIO().DisplaySize = size_;
  ImGui::NewFrame();
  drawing_.clear();
  Commands commands;
  frame_->draw({application->state(), application->shown(), fonts_.fonts, 1.0f}, commands);
  ImGui::Render();
  vertices = ImGui::GetDrawData()->TotalVtxCount;
  ImGui_ImplNullRender_RenderDrawData(ImGui::GetDrawData());
  application->apply_all(commands, std::chrono::milliseconds(200));
  seen_ = drawing_;
}

void GuiDriver::frames(int count) {
  for (int i = 0; i < count; ++i) frame();
}

void GuiDriver::resize(int width, int height) {
  size_ = {static_cast<float>(width), static_cast<float>(height)};
  frames(1);
}

void GuiDriver::settle() {
  EXPECT_TRUE(application->settle(std::chrono::seconds(60)));
  frames(3);
}

void GuiDriver::placed(ImGuiID id, ImVec2 low, ImVec2 high) {
  WidgetSeen& widget = drawing_[id];
  widget.id = id, widget.low = low, widget.high = high;
}

void GuiDriver::labelled(ImGuiID id, const char* label) {
  drawing_[id].id = id;
  if (label != nullptr) drawing_[id].label = label;
}

namespace {
std::string id_part(const std::string& label) {
  const auto at = label.find("###");
  return at == std::string::npos ? std::string() : label.substr(at);
}
}  // namespace

// By the label it told; some of ImGui's own (combo boxes) tell none and are found by the id's hash in every window.
const WidgetSeen* GuiDriver::lookup(const std::string& id) const {
  for (const auto& [number, widget] : seen_)
    if (id_part(widget.label) == id) return &widget;
  for (ImGuiWindow* window : ImGui::GetCurrentContext()->Windows)
    if (const auto found = seen_.find(window->GetID(id.c_str())); found != seen_.end()) return &found->second;
  return nullptr;
}

bool GuiDriver::has(const std::string& id) const { return lookup(id) != nullptr; }

WidgetSeen GuiDriver::find(const std::string& id) const {
  if (const WidgetSeen* widget = lookup(id)) return *widget;
  ADD_FAILURE() << "no widget " << id << " in this frame";
  return {};
}

bool GuiDriver::visible(const std::string& id) const {
  const WidgetSeen widget = find(id);
  return widget.high.x > widget.low.x && widget.low.x >= 0 && widget.low.y >= 0 && widget.high.x <= size_.x + 1 &&
         widget.low.y < size_.y;
}

std::vector<std::string> GuiDriver::ids(const std::string& start) const {
  std::vector<std::string> found;
  for (const auto& [number, widget] : seen_)
    if (const std::string id = id_part(widget.label); id.rfind(start, 0) == 0) found.push_back(id);
  return found;
}

void GuiDriver::hover(const std::string& id, float at_x, float at_y) {
  const WidgetSeen widget = find(id);
  ImGui::GetIO().AddMousePosEvent(widget.low.x + (widget.high.x - widget.low.x) * at_x,
                                  widget.low.y + (widget.high.y - widget.low.y) * at_y);
  frames(2);
}

void GuiDriver::click(const std::string& id, float at_x, float at_y) {
  hover(id, at_x, at_y);
  ImGui::GetIO().AddMouseButtonEvent(0, true);
  frames(1);
  ImGui::GetIO().AddMouseButtonEvent(0, false);
  frames(2);
}

void GuiDriver::drag(const std::string& id, float from_x, float to_x) {
  const WidgetSeen widget = find(id);
  const float y = (widget.low.y + widget.high.y) * 0.5f, width = widget.high.x - widget.low.x;
  ImGuiIO& io = ImGui::GetIO();
  io.AddMousePosEvent(widget.low.x + width * from_x, y);
  frames(2);
  io.AddMouseButtonEvent(0, true);
  frames(1);
  for (int step = 1; step <= 4; ++step) {
    io.AddMousePosEvent(widget.low.x + width * (from_x + (to_x - from_x) * static_cast<float>(step) / 4.0f), y);
    frames(1);
  }
  io.AddMouseButtonEvent(0, false);
  frames(2);
}

void GuiDriver::key(ImGuiKey pressed, bool control, bool shift) {
  ImGuiIO& io = ImGui::GetIO();
  io.AddKeyEvent(ImGuiMod_Ctrl, control);
  io.AddKeyEvent(ImGuiMod_Shift, shift);
  io.AddKeyEvent(pressed, true);
  frames(1);
  io.AddKeyEvent(pressed, false);
  io.AddKeyEvent(ImGuiMod_Ctrl, false);
  io.AddKeyEvent(ImGuiMod_Shift, false);
  frames(2);
}

void GuiDriver::type(const std::string& text) {
  for (const char c : text) {
    ImGui::GetIO().AddInputCharacter(static_cast<unsigned char>(c));
    frames(1);
  }
}

}  // namespace warpglass
