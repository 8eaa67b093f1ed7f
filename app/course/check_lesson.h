// What `warpglass lesson check` asks of a lesson beyond being readable: the start fails its mission and every solution
// passes, nothing in wrong/ passes, both languages say the same things with the same numbers, every number in a text
// can be computed, and every scene runs.
#pragma once

#include <vector>

#include "app/course/fill_text.h"
#include "app/course/lesson.h"
#include "app/course/mission.h"

namespace warpglass {

// Texts only: sections, parts and placeholders of both languages. Fast.
void check_texts(const Lesson& lesson, std::vector<LessonProblem>& problems);
// Every step's scene runs, its selected access is there, its predictions and placeholders have numbers.
void check_scenes(const Lesson& lesson, SceneRunner& runner, const MeasuredLookup& measured,
                  std::vector<LessonProblem>& problems);
void check_mission(const Lesson& lesson, SceneRunner& runner, std::vector<LessonProblem>& problems);

// All three.
void check_lesson(const Lesson& lesson, SceneRunner& runner, const MeasuredLookup& measured,
                  std::vector<LessonProblem>& problems);

}  // namespace warpglass
