// `--lessons DIR`, and the recordings that belong to a folder of lessons.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "app/course/fill_text.h"
#include "app/course/read_lesson.h"

namespace warpglass {

struct CourseOption {
  std::string given;
  void add_to(CLI::App& command);
  // What was given, or the program's own lessons; empty when there are none.
  std::string folder() const;
};

// What the recordings in assets/recordings beside the folder of lessons measured.
MeasuredLookup measured_in(const std::string& lessons);

}  // namespace warpglass
