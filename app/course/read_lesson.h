// From the files of a lesson's folder to a Lesson; from a folder of lessons to a Course. Reading goes on after a
// mistake, so that all of them are told at once, and a lesson that is broken takes no other down with it.
#pragma once

#include <string>
#include <vector>

#include "app/course/lesson.h"

namespace warpglass {

// The files of one lesson as they were given, without touching a disk. `usable` tells whether it can be shown.
Lesson read_lesson(const std::string& id, const LessonFiles& files, std::vector<LessonProblem>& problems);

// *.toml, *.md and *.cu of the folder, and *.cu of solutions/ and wrong/; bounded, regular files only, no link that
// leads out of the folder.
LessonFiles load_lesson_files(const std::string& folder, std::vector<LessonProblem>& problems);

// One folder: its name is the lesson's id.
Lesson load_lesson(const std::string& folder, std::vector<LessonProblem>& problems);

// The folder that holds course.toml. Problems of the course and of its lessons go into Course::problems.
Course load_course(const std::string& folder);

// course.toml alone.
bool read_course(const std::string& text, Course& course);

}  // namespace warpglass
