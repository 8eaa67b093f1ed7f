// A small lesson that works, to start a new one from.
#pragma once

#include <string>

#include "app/course/lesson.h"

namespace warpglass {

// Its files by name; empty when `id` is no folder's name for a lesson.
LessonFiles new_lesson_files(const std::string& id);

}  // namespace warpglass
