// See course_option.h.
#include "app/cli/course_option.h"

#include <filesystem>
#include <memory>

#include "app/course/places.h"
#include "app/device/measured_metric.h"

namespace warpglass {

void CourseOption::add_to(CLI::App& command) {
  command.add_option("--lessons", given, "Folder with course.toml; the program's own lessons if left out");
}

std::string CourseOption::folder() const { return given.empty() ? lessons_folder() : given; }

MeasuredLookup measured_in(const std::string& lessons) {
  namespace fs = std::filesystem;
  auto recordings = std::make_shared<std::vector<Recording>>();
  std::error_code code;
  fs::path place = fs::weakly_canonical(lessons, code);
  for (int up = 0; up < 2 && recordings->empty() && place.has_parent_path(); ++up) {
    place = place.parent_path();
    std::vector<std::string> errors;
    *recordings = load_recordings((place / "assets" / "recordings").string(), errors);
  }
  return [recordings](const SceneRun& run, const std::string& metric) -> std::optional<MeasuredMetric> {
    const auto found = recorded_metric(*recordings, run.input, metric);
    if (!found) return std::nullopt;
    return MeasuredMetric{found->value, found->label};
  };
}

}  // namespace warpglass
