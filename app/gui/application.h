// The program behind the window: state, worker, files. It takes commands, collects the worker's answers, and keeps
// Shown in step with AppState. Knows no ImGui and no window; the null back end and the real one drive the same object.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <future>
#include <string>

#include "app/gui/apply.h"
#include "app/gui/course_keeper.h"
#include "app/gui/derive.h"
#include "app/gui/runner.h"
#include "app/gui/settings.h"

namespace warpglass {

struct ApplicationPaths {
  std::filesystem::path assets;  // may be empty
  std::filesystem::path data;    // the user's; may not exist
};

class Application {
 public:
  Application(ApplicationPaths paths, const Settings& settings, std::function<void()> wake);
  ~Application();

  // A file, or the id of a scene in the library; false with a notice when it cannot be opened.
  bool open(const std::string& path_or_id);
  void show(Scene scene);  // as opening it would

  // Between two frames. `patience`: how long a small launch may hold the frame, so that its numbers are in it.
  void apply_all(const Commands& commands, std::chrono::milliseconds patience = std::chrono::milliseconds(10));
  // Once a frame: answers of the worker, recordings, play clock, sweep. True when something changed.
  bool update(double seconds);
  // Waits until nothing runs and no sweep is open: for pictures and tests. False when `most` passed.
  bool settle(std::chrono::milliseconds most);

  const AppState& state() const { return state_; }
  const Shown& shown() const { return shown_; }
  bool busy() const;      // a run or a play is going on: frames are needed
  void forget_notices();  // for pictures
  void note(bool problem, std::string id, std::vector<std::string> arguments = {});
  void window_size(int width, int height);

  // What is on screen as text: scene, launch, result, lines, sentence.
  std::string report() const;

  std::function<void(const std::string&)> set_clipboard;
  std::function<std::string()> get_clipboard;

 private:
  void follow(Effects effects, std::chrono::milliseconds patience);
  void post_run();
  void receive(RunAnswer answer);
  void reselect();
  void refresh_sweep();
  void refresh_timing(const SessionInput& input, bool pinned);
  void bound_pass();
  bool forget_information(double seconds);
  void save_scene();
  void open_file(const std::filesystem::path& path);
  void open_text(const std::string& text, const std::string& name, const SceneFileReader& beside = {});
  void list_files();
  void load_library();
  void receive_recordings();

  struct Loaded {
    Recordings recordings;
    std::vector<std::string> errors;
  };

  ApplicationPaths paths_;
  std::function<void()> wake_;
  std::future<Loaded> loading_;  // of the recordings, which the first frame does not wait for
  AppState state_;
  Shown shown_;
  Runner runner_;
  CourseKeeper course_;
  std::uint64_t ticket_ = 0, answered_ = 0;
  bool answered_final_ = true;
  bool pin_next_ = false;
  bool sweep_wanted_ = false;
  SessionInput timed_;     // what state_.timed is of, or will be
  bool pin_time_ = false;  // its time belongs to "start"
  bool settings_changed_ = false;
  double since_pass_ = 0.0, since_notice_ = 0.0;
  std::size_t notices_before_ = 0;
  SiteHint selected_;  // where the access on screen stands
};

}  // namespace warpglass
