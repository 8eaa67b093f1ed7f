// One thread that computes what the course's texts and missions ask for, and keeps the progress on the disk, so that
// the window waits for neither. Jobs of one key replace each other while they wait.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "app/course/progress.h"
#include "app/course/scene_run.h"
#include "app/gui/course_state.h"

namespace warpglass {

// Called between two frames with what the window shows.
using CourseAnswer = std::function<void(CourseView&)>;
using CourseJob = std::function<CourseAnswer(SceneRunner&)>;
using ProgressChange = std::function<void(Progress&)>;

class CourseWorker {
 public:
  CourseWorker(std::string data, std::function<void()> wake);
  ~CourseWorker();  // keeps what waits to be kept, drops the rest
  CourseWorker(const CourseWorker&) = delete;
  CourseWorker& operator=(const CourseWorker&) = delete;

  void compute(const std::string& key, CourseJob job);
  void drop_computing();  // the page is gone
  void keep(const std::string& key, ProgressChange change);
  std::vector<CourseAnswer> take();
  bool busy() const;
  // What there is to say about the progress file, once: {id of a text, its argument}; empty id: nothing.
  std::pair<std::string, std::string> take_notice();

 private:
  struct Job {
    std::string key;
    CourseJob compute;
    ProgressChange change;
  };
  void work();
  void run(Job& job);

  ProgressStore store_;
  std::function<void()> wake_;
  mutable std::mutex mutex_;
  std::condition_variable ready_;
  std::deque<Job> keeping_, computing_;
  std::vector<CourseAnswer> answers_;
  std::pair<std::string, std::string> notice_;
  std::string told_;
  bool running_ = false, leaving_ = false;
  SceneRunner runner_;
  std::thread thread_;
};

}  // namespace warpglass
