// See lesson.h: looking things up, and arranging a scene as a step asks.
#include "app/course/lesson.h"

#include <algorithm>

#include <fmt/format.h>

#include "app/scene/sweep.h"

namespace warpglass {

std::string format_problem(const LessonProblem& problem) {
  std::string place = problem.file;
  if (problem.line != 0) place += fmt::format(":{}", problem.line);
  return problem.key.empty() ? fmt::format("{}: {}", place, problem.message)
                             : fmt::format("{}: {}: {}", place, problem.key, problem.message);
}

const LessonStep* find_step(const Lesson& lesson, const std::string& id) {
  const auto found =
      std::find_if(lesson.steps.begin(), lesson.steps.end(), [&](const LessonStep& s) { return s.id == id; });
  return found == lesson.steps.end() ? nullptr : &*found;
}

void arrange_scene(Scene& scene, const std::string& variant, const KnobValues& values) {
  if (!variant.empty()) scene.variant = variant;
  if (scene.kind == SceneKind::kAccessLab) {
    for (const auto& [name, value] : values) set_lab_knob(scene.lab, name, value);
    return;
  }
  if (!variant.empty())
    for (const auto& [name, value] : chosen_variant(scene).fixed) set_knob(scene, name, value);
  for (const auto& [name, value] : values) set_knob(scene, name, value);
}

std::optional<Scene> step_scene(const Lesson& lesson, const LessonStep& step) {
  const auto found = lesson.scenes.find(step.scene);
  if (found == lesson.scenes.end()) return std::nullopt;
  Scene scene = found->second;
  arrange_scene(scene, step.variant, step.values);
  scene.selected_access = step.select == "lab" ? "" : step.select;
  return scene;
}

std::optional<Scene> mission_scene(const Lesson& lesson, const std::string& source) {
  if (!lesson.mission) return std::nullopt;
  const Mission& mission = *lesson.mission;
  const auto found = lesson.scenes.find(mission.scene);
  if (found == lesson.scenes.end()) return std::nullopt;
  Scene scene = found->second;
  arrange_scene(scene, mission.variant, mission.values);
  if (!source.empty()) scene.source = source;
  return scene;
}

const Lesson* find_lesson(const Course& course, const std::string& id) {
  for (const Lesson& lesson : course.lessons)
    if (lesson.id == id) return &lesson;
  const bool digits = !id.empty() && id.size() <= 3 && id.find_first_not_of("0123456789") == std::string::npos;
  if (!digits) return nullptr;
  for (const Lesson& lesson : course.lessons) {
    const std::string number = lesson.id.substr(0, lesson.id.find('-'));
    if (!number.empty() && number.size() <= 3 && number.find_first_not_of("0123456789") == std::string::npos &&
        std::stoi(number) == std::stoi(id))
      return &lesson;
  }
  return nullptr;
}

}  // namespace warpglass
