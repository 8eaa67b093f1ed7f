// See grade.h.
#include "app/course/grade.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

#include <fmt/format.h>

namespace warpglass {
namespace {

std::size_t count_predictions(SceneRunner& runner, const Lesson& lesson, const LessonWork& work, std::size_t& right) {
  std::size_t made = 0;
  for (const LessonStep& step : lesson.steps)
    for (const Prediction& prediction : step.predictions) {
      const auto guess = work.guesses.find(prediction.id);
      if (guess == work.guesses.end()) continue;
      ++made;
      if (prediction.is_choice) {
        right += guess->second == prediction.right_choice;
        continue;
      }
      const auto scene = step_scene(lesson, step);
      double value = 0;
      if (!scene || !read_guess(guess->second, value)) continue;
      const MetricValue answer = runner.evaluate(*scene, prediction.answer);
      right += answer.ok() && guess_is_right(value, answer.value, prediction.tolerance);
    }
  return made;
}

// One line, for tables.
std::string one_line(std::string text) {
  for (char& c : text)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = ' ';
  return text;
}

std::string csv_cell(const std::string& text) {
  std::string cell = one_line(text);
  // A spreadsheet would take these for formulas.
  if (!cell.empty() && std::string("=+-@").find(cell[0]) != std::string::npos) cell.insert(0, 1, '\'');
  if (cell.find_first_of(",\"") == std::string::npos) return cell;
  std::string quoted = "\"";
  for (const char c : cell) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

}  // namespace

bool read_guess(const std::string& text, double& value) {
  std::string digits;
  for (const char c : text)
    if (c != ',' && c != ' ') digits += c;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return error == std::errc() && end == digits.data() + digits.size() && std::isfinite(value);
}

bool guess_is_right(double guess, double answer, double tolerance) {
  // A fraction may be typed with two digits.
  const double slack = std::max(tolerance * std::abs(answer), answer == std::floor(answer) ? 1e-9 : 0.006);
  return std::abs(guess - answer) <= slack;
}

GradedLesson grade_lesson(SceneRunner& runner, const Lesson& lesson, const LessonWork& work) {
  GradedLesson graded;
  graded.lesson = lesson.id;
  graded.known = true;
  graded.has_mission = lesson.mission.has_value();
  if (lesson.mission && lesson.usable) {
    const MissionState state = judge_mission(runner, lesson, attempt_of(work));
    graded.passed = state.passed;
    graded.conditions = state.conditions.size();
    for (const ConditionState& condition : state.conditions) {
      graded.met += condition.met;
      if (!condition.met)
        graded.missed += fmt::format("{}{}: {}", graded.missed.empty() ? "" : " ", condition.id,
                                     condition.detail.empty() ? "not done." : condition.detail);
    }
  }
  graded.questions = lesson.quiz.size();
  for (const QuizQuestion& question : lesson.quiz) {
    const auto answer = work.answers.find(question.id);
    graded.right += answer != work.answers.end() && answer->second == question.answer;
  }
  graded.predictions = count_predictions(runner, lesson, work, graded.predicted);
  graded.hints = static_cast<std::size_t>(work.hints);
  graded.sentence = work.sentence;
  return graded;
}

GradedFile grade_hand_in(const Course& course, const std::string& file, const std::string& text) {
  GradedFile graded;
  graded.file = file;
  const auto hand_in = read_hand_in(text, graded.problem);
  if (!hand_in) return graded;
  graded.student = hand_in->student;
  for (const Lesson& lesson : course.lessons) {
    const auto work = hand_in->lessons.find(lesson.id);
    if (work == hand_in->lessons.end()) continue;
    SceneRunner runner;  // a new one: what one student's source left behind is of no use to the next
    graded.lessons.push_back(grade_lesson(runner, lesson, work->second));
  }
  for (const auto& [id, work] : hand_in->lessons)
    if (std::none_of(course.lessons.begin(), course.lessons.end(), [&id = id](const Lesson& l) { return l.id == id; }))
      graded.lessons.emplace_back().lesson = id;
  return graded;
}

std::string grades_text(const std::vector<GradedFile>& files) {
  std::string out;
  for (const GradedFile& file : files) {
    out += fmt::format("{}{}\n", one_line(file.file), file.student.empty() ? "" : ": " + one_line(file.student));
    if (!file.problem.empty()) out += fmt::format("  {}\n", file.problem);
    for (const GradedLesson& lesson : file.lessons) {
      if (!lesson.known) {
        out += fmt::format("  {:<24} is not in this course\n", one_line(lesson.lesson));
        continue;
      }
      out += fmt::format("  {:<24} mission {} ({}/{})  quiz {}/{}  predictions {}/{}  hints {}\n", lesson.lesson,
                         !lesson.has_mission ? "none"
                         : lesson.passed     ? "passed"
                                             : "not passed",
                         lesson.met, lesson.conditions, lesson.right, lesson.questions, lesson.predicted,
                         lesson.predictions, lesson.hints);
      if (!lesson.sentence.empty()) out += fmt::format("    \"{}\"\n", one_line(lesson.sentence));
      if (!lesson.missed.empty()) out += fmt::format("    {}\n", one_line(lesson.missed));
    }
  }
  return out;
}

std::string grades_csv(const std::vector<GradedFile>& files) {
  std::string out =
      "file,student,lesson,mission,met,conditions,quiz_right,quiz,predictions_right,predictions,hints,"
      "sentence,missed\n";
  for (const GradedFile& file : files) {
    if (!file.problem.empty())
      out += fmt::format("{},,,unreadable,,,,,,,,,{}\n", csv_cell(file.file), csv_cell(file.problem));
    for (const GradedLesson& l : file.lessons)
      out += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{}\n", csv_cell(file.file), csv_cell(file.student),
                         csv_cell(l.lesson),
                         !l.known   ? "unknown"
                         : l.passed ? "passed"
                                    : "not passed",
                         l.met, l.conditions, l.right, l.questions, l.predicted, l.predictions, l.hints,
                         csv_cell(l.sentence), csv_cell(l.missed));
  }
  return out;
}

std::string grades_json(const std::vector<GradedFile>& files) {
  nlohmann::ordered_json out = nlohmann::ordered_json::array();
  for (const GradedFile& file : files) {
    nlohmann::ordered_json entry = {{"file", file.file}, {"student", file.student}};
    if (!file.problem.empty()) entry["problem"] = file.problem;
    entry["lessons"] = nlohmann::ordered_json::array();
    for (const GradedLesson& l : file.lessons)
      entry["lessons"].push_back({{"lesson", l.lesson},
                                  {"known", l.known},
                                  {"passed", l.passed},
                                  {"conditions_met", l.met},
                                  {"conditions", l.conditions},
                                  {"quiz_right", l.right},
                                  {"quiz", l.questions},
                                  {"predictions_right", l.predicted},
                                  {"predictions", l.predictions},
                                  {"hints", l.hints},
                                  {"sentence", l.sentence},
                                  {"missed", l.missed}});
    out.push_back(std::move(entry));
  }
  return out.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

}  // namespace warpglass
