// The course as values: what lessons/*/lesson.toml and the texts beside it say. docs/lesson-format.md is the format.
// Everything is data that was read and checked; nothing here runs anything.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/course/lesson_text.h"
#include "app/course/metric.h"
#include "app/scene/scene.h"

namespace warpglass {

// A mistake in a lesson, a course or a file that a student hands in.
struct LessonProblem {
  std::string file;        // "09-padding/lesson.toml"
  std::uint32_t line = 0;  // 1-based; 0: of the whole file
  std::string key;         // "step[1].scene"; empty: of the line
  std::string message;     // one sentence
};
std::string format_problem(const LessonProblem& problem);  // "09-padding/lesson.toml:7: step[1].scene: ..."

using KnobValues = std::map<std::string, std::int64_t>;

enum class StepFocus { kCode, kWarp, kKnobs, kResult, kTime, kCompare };
// What the student has to do before the step counts as done.
enum class StepTask { kNone, kKnob, kEdit, kRun, kPlay, kSelect, kPredict };

struct Prediction {
  std::string id;
  bool is_choice = false;
  MetricQuery answer;  // of a number
  double tolerance = 0.0;
  std::vector<std::pair<std::string, MetricQuery>> wrong;  // misconceptions: section id, the number it leads to
  std::vector<std::string> choices;
  std::string right_choice;
};

struct LessonStep {
  std::string id;
  std::string scene;    // file name without ".toml"
  std::string variant;  // empty: the scene's start
  KnobValues values;
  std::optional<std::vector<std::string>> knobs;  // nothing: the variant's
  std::string select;                             // "@marker", the text of an access, "lab"; empty: the variant's
  StepFocus focus = StepFocus::kWarp;
  bool predict_first = false;  // numbers are hidden until the predictions are made
  StepTask task = StepTask::kNone;
  std::string task_name;  // of the knob or marker
  std::vector<Prediction> predictions;
};

enum class ConditionKind { kMetric, kResult, kFault, kLooked, kCompared, kExplained };

struct MissionCondition {
  std::string id;
  ConditionKind kind = ConditionKind::kMetric;
  MetricQuery metric;
  std::optional<double> min, max, equals;
  std::string buffer;      // result
  double tolerance = 0.0;  // result: of each element, in parts of the reference
  std::string fault;       // fault: a name of docs/checks.md, or "any"
  bool present = false;    // fault
  std::int64_t words = 6;  // explained
};

struct Mission {
  std::string scene, variant;
  KnobValues values;
  bool edit = true;
  std::string start, solution;  // files
  KnobValues solution_values;   // without edit
  std::vector<std::string> knobs;
  std::vector<KnobValues> check_values;
  std::vector<MissionCondition> conditions;
};

struct QuizQuestion {
  std::string id;
  std::vector<std::string> choices;
  std::string answer;
};

using LessonFiles = std::map<std::string, std::string>;  // "start.cu", "solutions/swizzle.cu" -> bytes

struct Lesson {
  std::string id;  // the folder's name
  std::int64_t minutes = 0;
  std::vector<std::string> needs;
  std::vector<LessonStep> steps;
  std::optional<Mission> mission;
  std::vector<QuizQuestion> quiz;
  std::array<LessonText, 2> text;  // by TextLanguage
  std::map<std::string, Scene> scenes;
  LessonFiles files;
  // Mistakes so bad that the lesson cannot be shown; the others are told by `warpglass lesson check`.
  bool usable = false;
};

// Where a lesson's text of that kind is: "step look", "quiz why33".
const LessonStep* find_step(const Lesson& lesson, const std::string& id);
// The scene of a step or of the mission with variant, values and selected access set; the mission's with `source`,
// where it is not empty. Nothing when the lesson names a scene that it does not have.
std::optional<Scene> step_scene(const Lesson& lesson, const LessonStep& step);
std::optional<Scene> mission_scene(const Lesson& lesson, const std::string& source);
// Chooses a variant, with the knob values that it fixes, then sets the values. The lab's knobs too.
void arrange_scene(Scene& scene, const std::string& variant, const KnobValues& values);

struct Course {
  LocalisedText title;
  std::vector<std::string> order;  // folder names, as course.toml names them
  std::vector<Lesson> lessons;     // in that order, broken ones too
  std::vector<LessonProblem> problems;
};
const Lesson* find_lesson(const Course& course, const std::string& id);  // by id, or by its number: "9", "09"

}  // namespace warpglass
