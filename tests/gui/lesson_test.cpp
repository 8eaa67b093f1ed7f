// The Learn side on the null back end: every lesson is walked in both languages, page by page; predictions, missions
// and quizzes are answered wrong and right; what was done is kept and comes back.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "app/course/work.h"
#include "tests/gui/driver.h"

namespace warpglass {
namespace {

namespace fs = std::filesystem;

void act(GuiDriver& gui, CourseVerb verb, const std::string& id = {}, const std::string& text = {}, int by = 0) {
  gui.application->apply_all({CourseAct{verb, id, text, by}});
  gui.settle();
}

const CourseView& view(GuiDriver& gui) { return gui.state().course; }

GuiDriver& learning(GuiDriver& gui) {
  gui.settle();
  act(gui, CourseVerb::kLearn);
  return gui;
}

TEST(Lessons, LearnShowsTheListAndLabShowsTheScenes) {
  GuiDriver gui;
  gui.settle();
  ASSERT_NE(view(gui).course, nullptr);
  ASSERT_FALSE(view(gui).course->lessons.empty());
  gui.click("###learn");
  gui.settle();
  EXPECT_TRUE(view(gui).learning);
  EXPECT_TRUE(gui.has("###lesson_" + view(gui).course->lessons.front().id));
  gui.click("###lab");
  gui.settle();
  EXPECT_FALSE(view(gui).learning);
  EXPECT_TRUE(gui.has("###machine"));
}

TEST(Lessons, TheListCanBeSearchedInBothLanguages) {
  GuiDriver gui;
  learning(gui);
  const std::size_t all = gui.ids("###lesson_").size();
  gui.click("###lesson_search");
  gui.type("zzzz");
  gui.frames(3);
  EXPECT_LT(gui.ids("###lesson_").size(), all);
}

// Every page of every lesson; numbers are filled, the scene of a step is on screen.
void walk(Language language) {
  Settings settings;
  settings.language = language;
  GuiDriver gui(1280, 800, settings);
  learning(gui);
  const auto course = view(gui).course;
  for (const Lesson& lesson : course->lessons) {
    if (!lesson.usable) continue;
    act(gui, CourseVerb::kOpen, lesson.id, "start");
    ASSERT_EQ(view(gui).lesson, lesson.id);
    std::size_t pages = 0, steps = 0;
    for (; pages < 30 && view(gui).lesson == lesson.id; ++pages) {
      EXPECT_TRUE(gui.has("###lesson_next") || &lesson == &course->lessons.back()) << lesson.id;
      for (const auto& [key, number] : view(gui).numbers)
        EXPECT_TRUE(number.there || number.kind == PlaceholderKind::kMeasured)
            << lesson.id << ' ' << key << ": " << number.problem;
      if (const LessonStep* step = open_step(view(gui))) {
        ++steps;
        const auto scene = step_scene(lesson, *step);
        ASSERT_TRUE(scene);
        EXPECT_EQ(gui.state().scene.id, scene->id) << lesson.id << ' ' << step->id;
        EXPECT_TRUE(gui.shown().access.valid || !gui.state().problems.empty())
            << lesson.id << ' ' << step->id << ' ' << gui.shown().access.missing;
        EXPECT_EQ(gui.state().hidden, step->predict_first && !all_guessed(*step, open_work(view(gui))));
      }
      if (view(gui).page == CoursePage::kEnd) break;
      act(gui, CourseVerb::kGo, "", "", 1);
    }
    EXPECT_EQ(steps, lesson.steps.size()) << lesson.id;
    EXPECT_EQ(view(gui).page, CoursePage::kEnd) << lesson.id;
  }
}
TEST(LongLessons, EveryPageIsShownInEnglish) { walk(Language::kEnglish); }
TEST(LongLessons, EveryPageIsShownInKorean) { walk(Language::kKorean); }

TEST(LongLessons, EveryMissionFailsWithTheStartAndPassesWithTheSolution) {
  GuiDriver gui;
  learning(gui);
  const auto course = view(gui).course;
  for (const Lesson& lesson : course->lessons) {
    if (!lesson.usable || !lesson.mission) continue;
    act(gui, CourseVerb::kOpen, lesson.id, "mission");
    ASSERT_EQ(view(gui).page, CoursePage::kMission);
    ASSERT_TRUE(view(gui).mission) << lesson.id;
    EXPECT_FALSE(view(gui).mission->passed) << lesson.id;
    const Mission& mission = *lesson.mission;
    for (const std::string& name : mission.knobs) {  // both results were seen
      const std::int64_t before = knob_value(gui.state().scene, name);
      for (const Knob& knob : gui.state().scene.knobs)
        if (knob.name == name)
          gui.application->apply_all(
              {SetKnob{name, knob.choices.empty()             ? (before == knob.minimum ? knob.maximum : knob.minimum)
                             : before == knob.choices.front() ? knob.choices.back()
                                                              : knob.choices.front()}});
      gui.settle();
      gui.application->apply_all({SetKnob{name, before}});
      gui.settle();
    }
    act(gui, CourseVerb::kSentence, "",
        "it changed because every single access now asks for far fewer things than before");
    if (mission.edit)
      gui.application->apply_all({SetSource{lesson.files.at(mission.solution)}});
    else
      for (const auto& [name, value] : mission.solution_values) gui.application->apply_all({SetKnob{name, value}});
    gui.settle();
    gui.settle();
    ASSERT_TRUE(view(gui).mission);
    for (const ConditionState& condition : view(gui).mission->conditions)
      EXPECT_TRUE(condition.met) << lesson.id << ' ' << condition.id << ": " << condition.detail;
    EXPECT_TRUE(open_work(view(gui)).passed) << lesson.id;
  }
}

TEST(Lessons, PredictionsHideTheNumbersUntilTheyAreMade) {
  GuiDriver gui;
  learning(gui);
  const auto course = view(gui).course;
  for (const Lesson& lesson : course->lessons)
    for (const LessonStep& step : lesson.steps) {
      if (!lesson.usable || !step.predict_first) continue;
      act(gui, CourseVerb::kOpen, lesson.id, "step " + step.id);
      EXPECT_TRUE(gui.state().hidden);
      for (const Prediction& prediction : step.predictions) {
        if (prediction.is_choice)
          EXPECT_TRUE(gui.has("###guess_" + prediction.id + "_" + prediction.choices.front()))
              << lesson.id << ' ' << prediction.id;
        else
          EXPECT_TRUE(gui.has("###predict_" + prediction.id));
        act(gui, CourseVerb::kGuess, prediction.id, prediction.is_choice ? prediction.choices.back() : "7");
      }
      EXPECT_FALSE(gui.state().hidden);
      EXPECT_TRUE(all_guessed(step, open_work(view(gui))));
      return;
    }
}

TEST(Lessons, TheQuizIsAnsweredByClicking) {
  GuiDriver gui(1280, 1000);
  learning(gui);
  const Lesson& lesson = view(gui).course->lessons.front();
  act(gui, CourseVerb::kOpen, lesson.id, "quiz");
  ASSERT_EQ(view(gui).page, CoursePage::kQuiz);
  const QuizQuestion& question = lesson.quiz.front();
  for (const std::string& choice : question.choices) {
    gui.click("###answer_" + question.id + "_" + choice);
    gui.settle();
    EXPECT_EQ(open_work(view(gui)).answers.at(question.id), choice);
  }
}

TEST(Lessons, WhatWasDoneComesBack) {
  const fs::path data = fs::temp_directory_path() / "warpglass_lessons_come_back";
  fs::remove_all(data);
  const fs::path assets = fs::path(WARPGLASS_SOURCE_DIR) / "assets";
  std::string id, step;
  {
    Application first({assets, data}, {}, {});
    first.settle(std::chrono::seconds(20));
    const Lesson& lesson = first.state().course.course->lessons.front();
    id = lesson.id;
    step = "step " + lesson.steps[1].id;
    first.apply_all({CourseAct{CourseVerb::kOpen, id, step, 0}});
    first.apply_all({SetSource{first.state().scene.source + "\n// mine\n"}});
    first.settle(std::chrono::seconds(20));
  }
  Application second({assets, data}, {}, {});
  second.settle(std::chrono::seconds(20));
  EXPECT_EQ(second.state().course.progress.lesson, id);
  second.apply_all({CourseAct{CourseVerb::kContinue, "", "", 0}});
  second.settle(std::chrono::seconds(20));
  EXPECT_EQ(second.state().course.lesson, id);
  EXPECT_EQ(page_name(second.state().course), step);
  EXPECT_TRUE(is_lab(second.state()) || second.state().scene.source.ends_with("// mine\n"));
  second.apply_all({CourseAct{CourseVerb::kExport, "", "", 0}});
  EXPECT_TRUE(fs::exists(data / "hand-in-1.json"));
  fs::remove_all(data);
}

}  // namespace
}  // namespace warpglass
