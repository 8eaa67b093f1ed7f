// A lesson's files and a course from a folder: bounded, regular files only, nothing from outside the folder.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <fmt/format.h>

#include "app/course/read_lesson.h"

namespace warpglass {
namespace {

namespace fs = std::filesystem;
constexpr std::uintmax_t kLargestFile = 1u << 20;
constexpr std::size_t kMostFiles = 200;

bool wanted(const std::string& name, bool sources_only) {
  if (name.ends_with(".cu")) return true;
  return !sources_only && (name.ends_with(".toml") || name.ends_with(".md"));
}

std::optional<std::string> read_regular(const fs::path& path, const fs::path& inside, std::string& problem) {
  std::error_code code;
  const fs::path real = fs::canonical(path, code);
  if (code || real.parent_path() != inside || !fs::is_regular_file(real, code)) {
    problem = "This is no file of the lesson's own folder.";
    return std::nullopt;
  }
  const std::uintmax_t size = fs::file_size(real, code);
  if (code || size > kLargestFile) {
    problem = code ? "The file cannot be read." : "A file of a lesson may have at most 1 MiB.";
    return std::nullopt;
  }
  std::ifstream in(real, std::ios::binary);
  if (in) return std::string{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  problem = "The file cannot be read.";
  return std::nullopt;
}

void load_folder(const fs::path& folder, const std::string& prefix, const std::string& id, LessonFiles& files,
                 std::vector<LessonProblem>& problems) {
  std::error_code code;
  const fs::path real = fs::canonical(folder, code);
  if (code) return;
  std::vector<std::string> names;
  for (fs::directory_iterator it(real, code), end; !code && it != end && names.size() <= kMostFiles; it.increment(code))
    if (const std::string name = it->path().filename().string(); name[0] != '.' && wanted(name, !prefix.empty()))
      names.push_back(name);
  std::sort(names.begin(), names.end());
  for (const std::string& name : names) {
    std::string problem = "A lesson may have at most 200 files.";
    auto text = files.size() < kMostFiles ? read_regular(real / name, real, problem) : std::nullopt;
    if (text)
      files.emplace(prefix + name, std::move(*text));
    else
      problems.push_back({id + "/" + prefix + name, 0, "", problem});
  }
}

std::string name_of(const std::string& folder) {
  std::error_code code;
  const fs::path real = fs::canonical(folder, code);
  return code ? fs::path(folder).filename().string() : real.filename().string();
}

}  // namespace

LessonFiles load_lesson_files(const std::string& folder, std::vector<LessonProblem>& problems) {
  LessonFiles files;
  const std::string id = name_of(folder);
  load_folder(folder, "", id, files, problems);
  load_folder(fs::path(folder) / "solutions", "solutions/", id, files, problems);
  load_folder(fs::path(folder) / "wrong", "wrong/", id, files, problems);
  return files;
}

Lesson load_lesson(const std::string& folder, std::vector<LessonProblem>& problems) {
  std::error_code code;
  if (!fs::is_directory(folder, code)) {
    Lesson none;
    none.id = name_of(folder);
    problems.push_back({none.id, 0, "", "There is no such folder."});
    return none;
  }
  std::vector<LessonProblem> found;
  const LessonFiles files = load_lesson_files(folder, found);
  Lesson lesson = read_lesson(name_of(folder), files, found);
  problems.insert(problems.end(), found.begin(), found.end());
  return lesson;
}

Course load_course(const std::string& folder) {
  Course course;
  std::error_code code;
  const fs::path place = fs::canonical(folder.empty() ? "." : folder, code);
  std::string problem = "There is no such folder.";
  const auto text = code ? std::nullopt : read_regular(place / "course.toml", place, problem);
  if (!text) {
    course.problems.push_back({"course.toml", 0, "", problem});
    return course;
  }
  read_course(*text, course);
  for (const std::string& id : course.order) {
    if (fs::is_directory(place / id, code)) {
      course.lessons.push_back(load_lesson((place / id).string(), course.problems));
    } else {
      course.problems.push_back({"course.toml", 0, "lessons", fmt::format("There is no folder {}.", id)});
    }
  }
  return course;
}

}  // namespace warpglass
