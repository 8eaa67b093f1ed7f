// See window.h. The loop sleeps until something happens: an event, an answer of the worker (glfwPostEmptyEvent), or the
// next step of a play; nothing is drawn while nothing changes.
#define GLFW_INCLUDE_NONE
#include "app/gui/window.h"

#include <GLFW/glfw3.h>
#include <imgui.h>
#include <imgui_impl_glfw.h>
#include <imgui_impl_opengl3.h>

#if defined(__APPLE__)
#include <OpenGL/gl3.h>
#else
#include <GL/gl.h>
#endif

#include <algorithm>
#include <cstdio>
#include <memory>

#include "app/gui/application.h"
#include "app/gui/assets.h"
#include "app/gui/fonts.h"
#include "app/gui/frame.h"
#include "app/gui/picture.h"
#include "app/gui/platform.h"
#include "app/gui/test_hooks.h"

namespace warpglass {
namespace {
using std::chrono::milliseconds;

class Window {
 public:
  explicit Window(const WindowOptions& options) : options_(options) {}
  ~Window();
  bool open();
  int run();
  int shoot();

 private:
  void prepare();
  void draw_frame();
  void follow_state();
  void tell_and_forget_notices();
  Picture grab() const;
  bool for_picture() const { return !options_.picture.empty() || !options_.report.empty(); }

  const WindowOptions& options_;
  GLFWwindow* window_ = nullptr;
  bool glfw_ = false, imgui_ = false;
  std::unique_ptr<Application> application_;
  Frame frame_;
  FontsFound fonts_;
  Commands dropped_;
  bool opened_ = false;  // the scene that was asked for
  bool full_screen_ = false;
  int restore_[4] = {0, 0, 1280, 800};
  double last_ = 0.0;
};

Window::~Window() {
  application_.reset();  // its worker may still wake the loop
  if (imgui_) {
    ImGui_ImplOpenGL3_Shutdown();
    ImGui_ImplGlfw_Shutdown();
    ImGui::DestroyContext();
  }
  if (window_ != nullptr) glfwDestroyWindow(window_);
  if (glfw_) glfwTerminate();
}

Settings start_settings(const WindowOptions& options, const std::filesystem::path& data) {
  Settings settings = options.picture.empty() ? load_settings(data) : Settings{};
  if (options.theme) settings.theme = *options.theme;
  if (options.language) settings.language = *options.language;
  if (options.scale_percent) settings.scale_percent = *options.scale_percent;
  if (options.width) settings.width = *options.width;
  if (options.height) settings.height = *options.height;
  if (options.checks) settings.checks = true;
  return settings;
}

bool Window::open() {
  const std::filesystem::path data = options_.data.empty() ? user_data_folder() : std::filesystem::path(options_.data);
  const Settings settings = start_settings(options_, data);
  glfwSetErrorCallback([](int, const char* text) { std::fprintf(stderr, "warpglass: %s\n", text); });
  if (!glfwInit()) return false;
  glfw_ = true;
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
  glfwWindowHint(GLFW_SAMPLES, 4);
  if (for_picture()) glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
  window_ = glfwCreateWindow(settings.width, settings.height, "Warpglass", nullptr, nullptr);
  if (window_ == nullptr) return false;
  glfwMakeContextCurrent(window_);
  glfwSwapInterval(for_picture() ? 0 : 1);
  application_ =
      std::make_unique<Application>(ApplicationPaths{assets_folder(), data}, settings, [] { glfwPostEmptyEvent(); });
  return true;
}

void Window::prepare() {
  IMGUI_CHECKVERSION();
  ImGui::CreateContext();
  imgui_ = true;
  set_widget_recorder(nullptr);  // no test listens
  ImGui::GetIO().IniFilename = nullptr;
  ImGui::GetIO().ConfigErrorRecoveryEnableTooltip = false;  // a slip in a panel never covers a lecture
  glfwSetWindowUserPointer(window_, this);
  glfwSetDropCallback(window_, [](GLFWwindow* window, int count, const char** paths) {
    if (count > 0) static_cast<Window*>(glfwGetWindowUserPointer(window))->dropped_.push_back(OpenScene{paths[0]});
  });
  ImGui_ImplGlfw_InitForOpenGL(window_, true);
  ImGui_ImplOpenGL3_Init("#version 330");
  fonts_ = load_fonts(assets_folder());
  if (fonts_.substitute) application_->note(true, "notice.fonts");
  application_->set_clipboard = [this](const std::string& text) { glfwSetClipboardString(window_, text.c_str()); };
  application_->get_clipboard = [this] {
    const char* text = glfwGetClipboardString(window_);
    return std::string(text == nullptr ? "" : text);
  };
  opened_ = application_->open(options_.scene);
  if (!opened_ && !application_->state().library.empty()) application_->show(application_->state().library.front());
  if (!options_.lesson.empty()) {
    application_->settle(milliseconds(20'000));
    const std::size_t colon = options_.lesson.find(':');
    const std::string place = colon == std::string::npos ? "start" : options_.lesson.substr(colon + 1);
    application_->apply_all({CourseAct{CourseVerb::kOpen, options_.lesson.substr(0, colon), place, 0}});
  } else if (options_.scene.empty() && !for_picture()) {
    application_->apply_all({CourseAct{CourseVerb::kLearn, "", "", 0}});  // a student begins with the lessons
  }
  Commands first;
  if (!options_.variant.empty()) first.push_back(ChooseVariant{options_.variant});
  application_->apply_all(first);
  first.clear();
  if (!options_.knobs.empty() || options_.pass >= 0) application_->settle(milliseconds(20'000));
  for (const auto& [name, value] : options_.knobs) first.push_back(SetKnob{name, value});
  if (options_.hidden) first.push_back(ToggleHidden{});
  if (options_.presenting) first.push_back(TogglePresent{});
  if (options_.keys_shown) first.push_back(ToggleKeys{});
  application_->apply_all(first);
  last_ = glfwGetTime();
}

// What the state asks of the window itself.
void Window::follow_state() {
  const bool wanted = application_->state().full_screen;
  if (wanted == full_screen_) return;
  full_screen_ = wanted;
  if (!wanted) {
    glfwSetWindowMonitor(window_, nullptr, restore_[0], restore_[1], restore_[2], restore_[3], 0);
    return;
  }
  glfwGetWindowPos(window_, &restore_[0], &restore_[1]);
  glfwGetWindowSize(window_, &restore_[2], &restore_[3]);
  GLFWmonitor* monitor = glfwGetPrimaryMonitor();
  const GLFWvidmode* mode = monitor ? glfwGetVideoMode(monitor) : nullptr;
  if (mode != nullptr) glfwSetWindowMonitor(window_, monitor, 0, 0, mode->width, mode->height, mode->refreshRate);
}

void Window::draw_frame() {
  const double now = glfwGetTime();
  application_->update(now - last_);
  last_ = now;
  ImGui_ImplOpenGL3_NewFrame();
  ImGui_ImplGlfw_NewFrame();
  ImGui::NewFrame();
  Commands commands = std::move(dropped_);
  dropped_.clear();
  float x = 1.0f, y = 1.0f;
  int width = 0, height = 0, pixels_x = 0, pixels_y = 0;
  glfwGetWindowContentScale(window_, &x, &y);
  glfwGetWindowSize(window_, &width, &height);
  glfwGetFramebufferSize(window_, &pixels_x, &pixels_y);
  // Where a window's units are already scaled (macOS, Wayland) the framebuffer is larger; elsewhere we scale ourselves.
  const float own = pixels_x > width ? 1.0f : x;
  frame_.draw({application_->state(), application_->shown(), fonts_.fonts, own > 0.5f ? own : 1.0f}, commands);
  ImGui::Render();
  const ImVec4 back = ImGui::GetStyle().Colors[ImGuiCol_WindowBg];
  glViewport(0, 0, pixels_x, pixels_y);
  glClearColor(back.x, back.y, back.z, 1.0f);
  glClear(GL_COLOR_BUFFER_BIT);
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  application_->apply_all(commands);
  if (!full_screen_ && !for_picture()) application_->window_size(width, height);
  follow_state();
}

int Window::run() {
  prepare();
  int extra = 3;  // frames after an event: ImGui needs some to settle
  int late = 2;   // frames some time after an event: tooltips appear
  while (!glfwWindowShouldClose(window_) && !application_->state().quit) {
    const bool clock = ImGui::GetIO().WantTextInput || !application_->state().notices.empty();
    if (extra > 0) {
      glfwPollEvents();
      --extra;
    } else if (!application_->busy() && !clock && late == 0) {
      glfwWaitEvents();
      extra = 3, late = 2;
    } else {
      const double wait = application_->busy() ? 1.0 / 30.0 : clock ? 0.25 : 0.6;
      const double before = glfwGetTime();
      glfwWaitEventsTimeout(wait);
      const bool woken = glfwGetTime() - before < wait * 0.95;
      late = woken ? 2 : std::max(late - 1, 0);
      if (woken) extra = 3;
    }
    draw_frame();
    glfwSwapBuffers(window_);
  }
  return 0;
}

Picture Window::grab() const {
  Picture picture;
  glfwGetFramebufferSize(window_, &picture.width, &picture.height);
  const auto row = static_cast<std::size_t>(picture.width) * 4;
  std::vector<std::uint8_t> upside_down(row * static_cast<std::size_t>(picture.height));
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, picture.width, picture.height, GL_RGBA, GL_UNSIGNED_BYTE, upside_down.data());
  for (int y = picture.height - 1; y >= 0; --y) {
    const auto at = upside_down.begin() + static_cast<std::ptrdiff_t>(row) * y;
    picture.rgba.insert(picture.rgba.end(), at, at + static_cast<std::ptrdiff_t>(row));
  }
  for (std::size_t i = 3; i < picture.rgba.size(); i += 4) picture.rgba[i] = 255;
  return picture;
}

// A picture shows the scene; what there is to say goes to standard error.
void Window::tell_and_forget_notices() {
  const Texts text(Language::kEnglish);
  for (const Notice& notice : application_->state().notices)
    if (notice.problem)
      std::fprintf(stderr, "warpglass: %s\n", text.filled(notice.id.c_str(), notice.arguments).c_str());
  application_->forget_notices();
}

int Window::shoot() {
  prepare();
  for (int i = 0; i < options_.shot_after_frames; ++i) {
    glfwPollEvents();
    application_->settle(milliseconds(20'000));
    if (i + 1 == options_.shot_after_frames) tell_and_forget_notices();
    if (i == 1 && options_.pass >= 0) application_->apply_all({SetPass{static_cast<std::uint32_t>(options_.pass)}});
    if (i == 1 && options_.cycle >= 0) {
      const auto cycle = static_cast<std::uint64_t>(options_.cycle);
      application_->apply_all({SetBottom{BottomView::kTime}, SetCycle{cycle}});
      application_->settle(std::chrono::seconds(5));
    }
    if (i == 1 && options_.problem > 0) {
      application_->apply_all({ShowProblem{static_cast<std::size_t>(options_.problem) - 1, false}});
      application_->settle(milliseconds(20'000));
    }
    draw_frame();
    if (i + 1 < options_.shot_after_frames) glfwSwapBuffers(window_);
  }
  int code = opened_ ? 0 : 1;
  if (!options_.picture.empty() && !write_png(options_.picture, grab())) {
    std::fprintf(stderr, "warpglass: could not write %s\n", options_.picture.c_str());
    code = 1;
  }
  if (!options_.report.empty() && !write_file(options_.report, application_->report())) {
    std::fprintf(stderr, "warpglass: could not write %s\n", options_.report.c_str());
    code = 1;
  }
  return code;
}

}  // namespace

int run_window(const WindowOptions& options) {
  Window window(options);
  if (!window.open()) {
    std::fprintf(stderr,
                 "warpglass: no window could be opened (is there a display, and OpenGL 3.3?). Without one: xvfb-run "
                 "warpglass --scene-picture scene.png, or the command line: warpglass --help\n");
    return 1;
  }
  return options.picture.empty() && options.report.empty() ? window.run() : window.shoot();
}

}  // namespace warpglass
