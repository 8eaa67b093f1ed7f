// `warpglass lesson check|list|show|new`: what an instructor needs beside a text editor.
#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <memory>

#include "app/cli/commands.h"
#include "app/cli/course_option.h"
#include "app/course/check_lesson.h"
#include "app/course/new_lesson.h"

namespace warpglass {
namespace {

namespace fs = std::filesystem;

struct LessonCommand {
  CourseOption course;
  std::string folder, id, language = "en";
  bool texts_only = false;
};

int wrong_use(const std::string& message) {
  fmt::print(stderr, "warpglass lesson: {}\n", message);
  return kWrongUse;
}

void print_problems(const std::vector<LessonProblem>& problems) {
  for (const LessonProblem& problem : problems) fmt::print("{}\n", format_problem(problem));
}

// A lesson's own problems, beside those of reading it.
std::size_t check_one(const Lesson& lesson, const LessonCommand& options, const MeasuredLookup& measured,
                      std::vector<LessonProblem> problems) {
  SceneRunner runner;
  if (options.texts_only)
    check_texts(lesson, problems);
  else
    check_lesson(lesson, runner, measured, problems);
  print_problems(problems);
  fmt::print("{}: {}\n", lesson.id,
             problems.empty() ? "good" : fmt::format("{} problem{}", problems.size(), problems.size() == 1 ? "" : "s"));
  std::fflush(stdout);
  return problems.size();
}

int check(const LessonCommand& options) {
  const std::string folder = options.folder.empty() ? options.course.folder() : options.folder;
  if (folder.empty()) return wrong_use("no lessons were found; name their folder");
  std::error_code code;
  const MeasuredLookup measured = measured_in(folder);
  std::size_t problems = 0;
  if (!fs::exists(fs::path(folder) / "course.toml", code)) {
    if (!fs::exists(fs::path(folder) / "lesson.toml", code))
      return wrong_use(fmt::format("{} has neither course.toml nor lesson.toml", folder));
    std::vector<LessonProblem> found;
    const Lesson lesson = load_lesson(folder, found);
    return check_one(lesson, options, measured, std::move(found)) == 0 ? kOk : kAtFault;
  }
  const Course course = load_course(folder);
  std::vector<LessonProblem> of_course;
  for (const LessonProblem& problem : course.problems)
    if (problem.file == "course.toml") of_course.push_back(problem);
  print_problems(of_course);
  problems += of_course.size();
  for (const Lesson& lesson : course.lessons) {
    std::vector<LessonProblem> own;
    for (const LessonProblem& problem : course.problems)
      if (problem.file.starts_with(lesson.id + "/")) own.push_back(problem);
    problems += check_one(lesson, options, measured, std::move(own));
  }
  fmt::print("{} lessons, {} problems\n", course.lessons.size(), problems);
  return problems == 0 ? kOk : kAtFault;
}

TextLanguage language_of(const LessonCommand& options) {
  return options.language == "ko" ? TextLanguage::kKorean : TextLanguage::kEnglish;
}

int list(const LessonCommand& options) {
  const Course course = load_course(options.course.folder());
  const auto language = static_cast<std::size_t>(language_of(options));
  for (const Lesson& lesson : course.lessons)
    fmt::print("{:<24} {:>3} min  {} steps, {} questions  {}{}\n", lesson.id, lesson.minutes, lesson.steps.size(),
               lesson.quiz.size(), lesson.text[language].title,
               lesson.usable ? "" : "  (has mistakes: warpglass lesson check)");
  if (course.lessons.empty()) {
    print_problems(course.problems);
    return wrong_use("there is no lesson");
  }
  return kOk;
}

int show(const LessonCommand& options) {
  const Course course = load_course(options.course.folder());
  const Lesson* lesson = find_lesson(course, options.id);
  if (lesson == nullptr)
    return wrong_use(fmt::format("there is no lesson \"{}\"; `warpglass lesson list` names them", options.id));
  const LessonText& text = lesson->text[static_cast<std::size_t>(language_of(options))];
  const MeasuredLookup measured = measured_in(options.course.folder());
  SceneRunner runner;
  fmt::print("{}\n", text.title);
  for (const TextSection& section : text.sections) {
    const Scene scene = section_scene(*lesson, section.id).value_or(Scene{});
    const auto fill = [&](const std::string& words) { return fill_text(runner, scene, words, measured); };
    fmt::print("\n== {}\n", section.id);
    if (!section.text.empty()) fmt::print("{}\n", fill(section.text));
    for (const TextPart& part : section.parts) {
      fmt::print("-- {}\n{}\n", fill(part.id), fill(part.text));
      if (!part.reason.empty()) fmt::print("   > {}\n", fill(part.reason));
    }
  }
  return kOk;
}

int make_new(const LessonCommand& options) {
  std::error_code code;
  const fs::path folder = options.folder;
  if (fs::exists(folder, code)) return wrong_use(fmt::format("{} is there already", options.folder));
  const std::string id = folder.filename().string();
  const LessonFiles files = new_lesson_files(id);
  if (files.empty())
    return wrong_use(fmt::format("\"{}\" is no name for a lesson: letters, digits, - and _, such as 21-my-lesson", id));
  for (const auto& [name, text] : files) {
    fs::create_directories((folder / name).parent_path(), code);
    std::ofstream out(folder / name, std::ios::binary);
    out << text;
    if (!out.flush()) return wrong_use(fmt::format("{} cannot be written", (folder / name).string()));
  }
  fmt::print(
      "{} is a lesson that works. Change it, and check it with\n  warpglass lesson check {}\n"
      "In the course it appears when course.toml names it: docs/lesson-format.md.\n",
      options.folder, options.folder);
  return kOk;
}

}  // namespace

void add_lesson_command(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<LessonCommand>();
  CLI::App* lesson = app.add_subcommand("lesson", "Check, list, show and start lessons");
  lesson->require_subcommand(1);
  CLI::App* checking = lesson->add_subcommand("check", "Check a lesson's folder, or all lessons of a course");
  checking->add_option("DIR", options->folder, "Folder with lesson.toml or course.toml; the program's own if left out");
  checking->add_flag("--texts-only", options->texts_only, "Only compare the texts with lesson.toml and each other");
  checking->callback([options, &exit_code] { exit_code = check(*options); });
  CLI::App* listing = lesson->add_subcommand("list", "The lessons of the course");
  CLI::App* showing = lesson->add_subcommand("show", "A lesson's words with their numbers filled in");
  showing->add_option("LESSON", options->id, "Its folder's name, or its number")->required();
  for (CLI::App* command : {listing, showing}) {
    options->course.add_to(*command);
    command->add_option("--language", options->language, "en or ko")->check(CLI::IsMember({"en", "ko"}));
  }
  listing->callback([options, &exit_code] { exit_code = list(*options); });
  showing->callback([options, &exit_code] { exit_code = show(*options); });
  CLI::App* starting = lesson->add_subcommand("new", "Write a small lesson that works, to be changed");
  starting->add_option("DIR", options->folder, "Its folder, such as lessons/21-my-lesson")->required();
  starting->callback([options, &exit_code] { exit_code = make_new(*options); });
}

}  // namespace warpglass
