// What the Learn side of the window shows, as plain values: the course, the student's work, the page, and the numbers
// that its texts ask for. Part of AppState; changed by app/gui/course_keeper.cpp only.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "app/course/fill_text.h"
#include "app/course/lesson.h"
#include "app/course/mission.h"
#include "app/course/progress.h"

namespace warpglass {

enum class CoursePage { kPicker, kStart, kStep, kMission, kQuiz, kEnd };

struct CourseView {
  std::shared_ptr<const Course> course;  // null: not read yet
  bool missing = false;                  // there is none
  Progress progress;
  bool learning = false;  // Learn, else Lab
  CoursePage page = CoursePage::kPicker;
  std::string lesson;    // id; empty: none open
  std::size_t step = 0;  // of kStep
  // By section and placeholder: "step look\nn_way @read". Not there: being computed.
  std::map<std::string, FilledNumber> numbers;
  // By prediction: "ways"; a wrong answer's number: "ways/one".
  std::map<std::string, MetricValue> answers;
  std::optional<MissionState> mission;  // of the newest attempt that was judged
  bool judging = false;
};

// Null when none is open.
const Lesson* open_lesson(const CourseView& view);
const LessonStep* open_step(const CourseView& view);  // on a step's page
// What was done in the open lesson; empty when nothing.
const LessonWork& open_work(const CourseView& view);
// "step look", "mission" ...: the page's name in the progress.
std::string page_name(const CourseView& view);
bool all_guessed(const LessonStep& step, const LessonWork& work);

// Everything that can be asked of the Learn side.
enum class CourseVerb {
  kLearn,
  kLab,
  kPicker,
  kOpen,
  kContinue,
  kGo,
  kGuess,
  kAnswer,
  kSentence,
  kHint,
  kStudent,
  kExport
};
struct CourseAct {
  CourseVerb verb = CourseVerb::kLearn;
  std::string id, text;  // lesson, prediction or question; what was typed or chosen
  int by = 0;            // kGo: pages on or back
};

}  // namespace warpglass
