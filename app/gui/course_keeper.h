// The course behind the window: reads the lessons, opens their scenes, follows what the student does in them, asks the
// worker for numbers and judgements, and keeps the progress. Knows no ImGui.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <future>
#include <memory>
#include <string>

#include "app/gui/apply.h"
#include "app/gui/course_worker.h"
#include "app/gui/state.h"

namespace warpglass {

class CourseKeeper {
 public:
  // `assets`: the lessons lie in it or beside it; WARPGLASS_LESSONS names others.
  CourseKeeper(const std::filesystem::path& assets, const std::filesystem::path& data, std::function<void()> wake);

  void act(AppState& state, const CourseAct& act, Effects& effects);
  // After commands and answers: is the step's task done, what was seen, what was edited.
  void follow(AppState& state);
  bool update(AppState& state);  // once a frame; true when something changed
  bool busy() const;
  void wait_for_course();  // for tests and pictures

 private:
  struct Read {
    std::shared_ptr<const Course> course;
    Progress progress;
  };
  void keep(AppState& state, const std::string& key, const std::function<void(LessonWork&)>& change);
  void open_page(AppState& state, Effects& effects);
  void open_lesson_at(AppState& state, const std::string& id, const std::string& place, Effects& effects);
  void go(AppState& state, int by, Effects& effects);
  void show(AppState& state, Scene scene, Effects& effects);
  void ask_numbers(AppState& state);
  void ask_answers(AppState& state, const LessonStep& step);
  void follow_step(AppState& state, const LessonStep& step);
  void follow_mission(AppState& state);
  void judge(AppState& state);
  void hand_in(AppState& state);
  MeasuredLookup measured(const AppState& state) const;

  std::filesystem::path data_;
  std::future<Read> reading_;
  std::unique_ptr<CourseWorker> worker_;
  std::string read_for_numbers_;
  std::uint64_t judged_version_ = 0;
  std::string judged_sentence_;
};

}  // namespace warpglass
