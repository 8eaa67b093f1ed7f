// A student's progress: one file in the user's data folder, written at every change. The file is written aside and put
// in place by a rename, so that whatever happens the old or the new one is there, whole. Each change is made to what
// the file holds at that moment, under a lock: two windows do not lose each other's work. A file that cannot be read is
// set aside under a name of its own, told of, and never overwritten.
#pragma once

#include <functional>
#include <map>
#include <string>

#include "app/course/work.h"

namespace warpglass {

struct Progress {
  std::string student;                        // the name on hand-ins; may be empty
  std::string lesson;                         // where Continue leads; empty: nothing begun
  std::map<std::string, LessonWork> lessons;  // by id
  bool operator==(const Progress&) const = default;
};
std::string write_progress(const Progress& progress);
// False when the text is none.
bool read_progress(const std::string& text, Progress& progress);

class ProgressStore {
 public:
  // `folder`: made when the first change is kept. Empty: nothing is kept, and that is no mistake.
  explicit ProgressStore(std::string folder) : folder_(std::move(folder)) {}

  // Reads what is there. A damaged file is set aside: `set_aside()` then names it.
  Progress load();
  // Makes the change to what the file holds now and keeps it; returns the result. False in `kept()` when the disk
  // refuses: then the work is only in memory.
  Progress update(const std::function<void(Progress&)>& change);

  bool kept() const { return problem_.empty(); }
  const std::string& problem() const { return problem_; }  // one sentence
  const std::string& set_aside() const { return set_aside_; }

 private:
  Progress read_or_set_aside();
  void write(const Progress& progress);

  std::string folder_, problem_, set_aside_;
  Progress unkept_;
};

}  // namespace warpglass
