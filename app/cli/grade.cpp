// `warpglass grade FILES|DIR`: what students handed in, run again, as a table. See app/course/grade.h.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>

#include "app/cli/commands.h"
#include "app/cli/course_option.h"
#include "app/cli/files.h"
#include "app/course/grade.h"

namespace warpglass {
namespace {

namespace fs = std::filesystem;

struct GradeCommand {
  CourseOption course;
  std::vector<std::string> paths;
  bool csv = false, json = false;
};

int wrong_use(const std::string& message) {
  fmt::print(stderr, "warpglass grade: {}\n", message);
  return kWrongUse;
}

// The files themselves, and every *.json of a folder, by name.
std::vector<fs::path> files_of(const std::vector<std::string>& given) {
  std::vector<fs::path> files;
  std::error_code code;
  for (const std::string& path : given) {
    if (!fs::is_directory(path, code)) {
      files.emplace_back(path);
      continue;
    }
    std::vector<fs::path> found;
    for (fs::directory_iterator it(path, code), end; !code && it != end; it.increment(code))
      if (it->path().extension() == ".json") found.push_back(it->path());
    std::sort(found.begin(), found.end());
    files.insert(files.end(), found.begin(), found.end());
  }
  return files;
}

int grade(const GradeCommand& options) {
  const std::string folder = options.course.folder();
  if (folder.empty()) return wrong_use("no lessons were found; name their folder with --lessons");
  const Course course = load_course(folder);
  if (course.lessons.empty()) return wrong_use(fmt::format("{} holds no lesson", folder));
  const std::vector<fs::path> files = files_of(options.paths);
  if (files.empty()) return wrong_use("there is no hand-in to grade: *.json files are looked for");
  std::vector<GradedFile> graded;
  bool unread = false;
  for (const fs::path& file : files) {
    std::string problem;
    const auto text = read_file(file, problem);
    graded.push_back(text ? grade_hand_in(course, file.filename().string(), *text) : GradedFile{});
    if (!text) graded.back().file = file.filename().string(), graded.back().problem = problem;
    unread = unread || !graded.back().problem.empty();
  }
  fmt::print("{}", options.json ? grades_json(graded) : options.csv ? grades_csv(graded) : grades_text(graded));
  return unread ? kAtFault : kOk;
}

}  // namespace

void add_grade_command(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<GradeCommand>();
  CLI::App* command = app.add_subcommand("grade", "Run again what students handed in, and print a table");
  command->add_option("FILES", options->paths, "Files that were handed in, or folders of them")->required();
  options->course.add_to(*command);
  CLI::Option* csv = command->add_flag("--csv", options->csv, "As comma-separated values");
  command->add_flag("--json", options->json, "As JSON")->excludes(csv);
  command->callback([options, &exit_code] { exit_code = grade(*options); });
}

}  // namespace warpglass
