// Grading: what students handed in, run again. No number in a hand-in is used: sources are compiled and run, quiz
// answers and predictions are compared with the lesson's own. The same files give the same table.
#pragma once

#include <string>
#include <vector>

#include "app/course/read_lesson.h"
#include "app/course/scene_run.h"
#include "app/course/work.h"

namespace warpglass {

struct GradedLesson {
  std::string lesson;
  bool known = false;  // the course has it
  bool has_mission = false, passed = false;
  std::size_t conditions = 0, met = 0;
  std::string missed;  // one sentence for each condition that is not met
  std::size_t questions = 0, right = 0;
  std::size_t predictions = 0, predicted = 0;  // made and right
  std::size_t hints = 0;
  std::string sentence;
};

struct GradedFile {
  std::string file, student;
  std::string problem;                // it could not be read: one sentence
  std::vector<GradedLesson> lessons;  // in the course's order, unknown ones last
};

GradedLesson grade_lesson(SceneRunner& runner, const Lesson& lesson, const LessonWork& work);
GradedFile grade_hand_in(const Course& course, const std::string& file, const std::string& text);

// A guess that was typed, as a number.
bool read_guess(const std::string& text, double& value);
bool guess_is_right(double guess, double answer, double tolerance);

std::string grades_text(const std::vector<GradedFile>& files);
std::string grades_csv(const std::vector<GradedFile>& files);
std::string grades_json(const std::vector<GradedFile>& files);

}  // namespace warpglass
