// Where the lessons are, and where a student's work is kept.
#pragma once

#include <string>

namespace warpglass {

// The folder with course.toml: WARPGLASS_LESSONS, lessons/ in the current folder, lessons/ beside the program, in the
// source tree around a build folder, or in ../share/warpglass of an installation. Empty when there is none.
// `program_folder`: empty asks the system where it can tell.
std::string lessons_folder(const std::string& program_folder = {});

// XDG_DATA_HOME or ~/.local/share, the usual places elsewhere, and "warpglass" in it; not created. Empty when there is
// no home.
std::string default_data_folder();

}  // namespace warpglass
