// Any bytes as a lesson: the first line that is "====" parts lesson.toml from a text, the next one from a scene. What
// is read can be looked up, arranged and compared without a run.
#include <cstddef>
#include <cstdint>
#include <string>

#include "app/course/check_lesson.h"
#include "app/course/new_lesson.h"
#include "app/course/read_lesson.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace warpglass;
  const std::string all(reinterpret_cast<const char*>(data), size), bar = "\n====\n";
  const std::size_t first = all.find(bar), second = first == std::string::npos ? first : all.find(bar, first + 1);
  LessonFiles files = new_lesson_files("fuzz");
  files["lesson.toml"] = all.substr(0, first);
  if (first != std::string::npos) files["en.md"] = all.substr(first + bar.size(), second - first - bar.size());
  if (second != std::string::npos && second > first) files["copy.toml"] = all.substr(second + bar.size());
  std::vector<LessonProblem> problems;
  const Lesson lesson = read_lesson("fuzz", files, problems);
  check_texts(lesson, problems);
  for (const LessonProblem& problem : problems) format_problem(problem);
  for (const LessonStep& step : lesson.steps) step_scene(lesson, step);
  mission_scene(lesson, "");
  Course course;
  read_course(all, course);
  return 0;
}
