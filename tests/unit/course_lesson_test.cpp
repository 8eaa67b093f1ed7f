// Lessons as data: texts cut into sections, metric expressions and markers, lesson.toml with all its mistakes at once,
// missions that pass and fail for the right reason, placeholders with labels.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/course/check_lesson.h"
#include "app/course/new_lesson.h"
#include "app/course/read_lesson.h"

namespace warpglass {
namespace {

std::string all_of(const std::vector<LessonProblem>& problems) {
  std::string text;
  for (const LessonProblem& problem : problems) text += format_problem(problem) + "\n";
  return text;
}

Lesson fresh(LessonFiles files, std::vector<LessonProblem>& problems) {
  return read_lesson("21-test", std::move(files), problems);
}

std::string replaced(std::string text, const std::string& what, const std::string& with) {
  const std::size_t at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return at == std::string::npos ? text : text.replace(at, what.size(), with);
}

TEST(CourseText, IsCutIntoSectionsPartsAndReasons) {
  std::vector<TextMistake> mistakes;
  const LessonText text = read_lesson_text(
      "# A title\r\n## goals\n- one\n\n##  quiz   q1\nWhy?\n### yes\nBecause.\n> Right.\n> So.\n"
      "```\n## no section\n```\n",
      mistakes);
  EXPECT_TRUE(mistakes.empty());
  EXPECT_EQ(text.title, "A title");
  ASSERT_NE(text.find("goals"), nullptr);
  EXPECT_EQ(text.find("goals")->text, "- one");
  const TextSection* quiz = text.find("quiz q1");
  ASSERT_NE(quiz, nullptr);
  EXPECT_EQ(quiz->line, 5u);
  ASSERT_NE(quiz->find("yes"), nullptr);
  EXPECT_EQ(quiz->find("yes")->reason, "Right.\nSo.");
  EXPECT_EQ(text.find("no section"), nullptr);
}

TEST(CourseText, TellsEveryMistakeWithItsLine) {
  std::vector<TextMistake> mistakes;
  read_lesson_text("words\n# T\n# T2\n### part\n## a\n## a\n```\n", mistakes);
  ASSERT_EQ(mistakes.size(), 5u);
  EXPECT_EQ(mistakes[0].line, 1u);
  EXPECT_EQ(mistakes[1].line, 3u);
  EXPECT_EQ(mistakes[2].line, 4u);
  EXPECT_EQ(mistakes[3].line, 6u);
}

TEST(CourseText, FindsPlaceholders) {
  const auto found = find_placeholders("a {{ knob pad }}\nb {{n_way @x | pad=1}} {{open");
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].text, "knob pad");
  EXPECT_EQ(found[1].text, "n_way @x | pad=1");
  EXPECT_EQ(found[1].line, 2u);
}

TEST(CourseMetric, ReadsExpressions) {
  MetricQuery query;
  std::string problem;
  ASSERT_TRUE(read_metric_query("n_way @turn shared_store | pad=1, variant=try0", query, problem)) << problem;
  EXPECT_EQ(query.metric.name, "n_way");
  EXPECT_EQ(query.metric.marker, "turn");
  EXPECT_EQ(query.metric.filter.space, Space::kShared);
  EXPECT_EQ(query.metric.filter.operation, Operation::kStore);
  EXPECT_EQ(query.variant, "try0");
  EXPECT_EQ(query.values.at("pad"), 1);
  ASSERT_TRUE(read_metric_query("32", query, problem));
  EXPECT_EQ(query.number, 32.0);
  for (const char* wrong : {"", "ways", "n_way turn", "n_way @", "n_way @a @b", "blocks @a", "n_way | pad",
                            "n_way | =1", "n_way global shared"})
    EXPECT_FALSE(read_metric_query(wrong, query, problem)) << wrong;
}

TEST(CourseMetric, MarkersNameTheirLines) {
  const std::string source = "int a;\nb();  // @read and @write\n// mail me@home\nc();  // @read\n\"@no\";\n";
  EXPECT_EQ(marker_lines(source, "read"), (std::vector<std::uint32_t>{2, 4}));
  EXPECT_EQ(markers_of(source), (std::vector<std::string>{"read", "write"}));
}

TEST(CourseLesson, ANewLessonIsGood) {
  std::vector<LessonProblem> problems;
  const Lesson lesson = fresh(new_lesson_files("21-test"), problems);
  EXPECT_TRUE(lesson.usable);
  SceneRunner runner;
  check_lesson(lesson, runner, {}, problems);
  EXPECT_TRUE(problems.empty()) << all_of(problems);
  EXPECT_TRUE(new_lesson_files("../x").empty());
}

TEST(CourseLesson, TellsEveryMistakeOfTheTomlWithLineAndKey) {
  LessonFiles files = new_lesson_files("21-test");
  std::string& toml = files["lesson.toml"];
  toml = replaced(toml, "minutes = 10", "minutes = \"ten\"");
  toml = replaced(toml, "id = \"step1\"\nscene = \"copy\"", "id = \"step1\"\nscene = \"cpoy\"");
  toml = replaced(toml, "values = { stride = 2 }", "values = { strid = 2 }");
  toml = replaced(toml, "select = \"@read\"", "select = \"@red\"");
  toml = replaced(toml, "metric = \"global_load_requests\"", "metric = \"global_loads\"");
  toml = replaced(toml, "answer = \"yes\"", "answer = \"maybe\"");
  std::vector<LessonProblem> problems;
  const Lesson lesson = fresh(files, problems);
  EXPECT_FALSE(lesson.usable);
  const std::string told = all_of(problems);
  for (const char* key :
       {"minutes", "step[0].scene", "step[1].values", "mission.condition[2].metric", "quiz[0].answer"})
    EXPECT_NE(told.find(key), std::string::npos) << key << "\n" << told;
  for (const LessonProblem& problem : problems) EXPECT_GT(problem.line, 0u) << format_problem(problem);
}

TEST(CourseLesson, TellsWhatTheTextsLack) {
  LessonFiles files = new_lesson_files("21-test");
  files["en.md"] = replaced(files["en.md"], "## step step2", "## step stop2");
  files["en.md"] = replaced(files["en.md"], "### four", "### for");
  files["ko.md"] = replaced(files["ko.md"], "{{sectors_per_request global_load}}", "4");
  files["ko.md"] = replaced(files["ko.md"], "> ", "");
  std::vector<LessonProblem> problems;
  const Lesson lesson = fresh(files, problems);
  check_texts(lesson, problems);
  const std::string told = all_of(problems);
  for (const char* what : {"\"## step step2\" is missing", "is it misspelt", "\"### four\" is missing",
                           "needs its reason", "{{sectors_per_request global_load}} is in the English text"})
    EXPECT_NE(told.find(what), std::string::npos) << what << "\n" << told;
}

TEST(CourseLesson, ABrokenLessonLeavesTheOthersAlone) {
  Course course;
  EXPECT_TRUE(read_course("format_version = 1\nlessons = [\"a\", \"b\"]\n[title]\nen = \"x\"\nko = \"y\"\n", course));
  EXPECT_EQ(course.order.size(), 2u);
  EXPECT_FALSE(read_course("format_version = 1\nlessons = [\"../a\", \"b\", \"b\"]\n[title]\nen = \"x\"\n", course));
  std::vector<LessonProblem> problems;
  for (const char* broken : {"", "[", "format_version = 2", "step = 1", "[[step]]\n", "[mission]\n"}) {
    LessonFiles files = new_lesson_files("21-test");
    files["lesson.toml"] = broken;
    EXPECT_FALSE(fresh(files, problems).usable) << broken;
  }
}

class CourseMission : public testing::Test {
 protected:
  void SetUp() override {
    files_ = new_lesson_files("21-test");
    std::vector<LessonProblem> problems;
    lesson_ = read_lesson("21-test", files_, problems);
    ASSERT_TRUE(lesson_.usable) << all_of(problems);
  }
  const ConditionState& state(const MissionState& of, const std::string& id) {
    static const ConditionState none;
    for (const ConditionState& condition : of.conditions)
      if (condition.id == id) return condition;
    ADD_FAILURE() << id;
    return none;
  }
  LessonFiles files_;
  Lesson lesson_;
  SceneRunner runner_;
};

TEST_F(CourseMission, TheStartFailsAndTheSolutionPasses) {
  const MissionState start = judge_mission(runner_, lesson_, diligent_attempt(lesson_, files_["start.cu"]));
  EXPECT_FALSE(start.passed);
  EXPECT_FALSE(state(start, "once").met);
  EXPECT_EQ(state(start, "once").value, 32.0);
  EXPECT_TRUE(state(start, "right").met);
  EXPECT_TRUE(judge_mission(runner_, lesson_, diligent_attempt(lesson_, files_["solution.cu"])).passed);
}

TEST_F(CourseMission, DoingLessWorkDoesNotPass) {
  const std::string lazy = replaced(files_["solution.cu"], "out[i] = x + x;", "if (i < 256) out[i] = x + x;");
  const MissionState judged = judge_mission(runner_, lesson_, diligent_attempt(lesson_, lazy));
  EXPECT_FALSE(judged.passed);
  EXPECT_NE(state(judged, "right").detail.find("out[256]"), std::string::npos) << state(judged, "right").detail;
}

TEST_F(CourseMission, ASourceThatFailsSaysWhy) {
  for (const std::string& source :
       {std::string("__global__ void copy("), replaced(files_["solution.cu"], "out[i]", "out[i + 999]"),
        replaced(files_["solution.cu"], "float x", "for (;;) {} float x")}) {
    const MissionState judged = judge_mission(runner_, lesson_, diligent_attempt(lesson_, source));
    EXPECT_FALSE(judged.passed);
    EXPECT_FALSE(state(judged, "right").detail.empty());
  }
}

TEST_F(CourseMission, TheThreeHabitsAreAsked) {
  MissionAttempt attempt = diligent_attempt(lesson_, files_["solution.cu"]);
  attempt.seen_start = false;
  EXPECT_FALSE(state(judge_mission(runner_, lesson_, attempt), "looked").met);
  attempt = diligent_attempt(lesson_, files_["solution.cu"]);
  attempt.sentence = "a a a a a a a a a";
  EXPECT_FALSE(state(judge_mission(runner_, lesson_, attempt), "why").met);
  attempt.sentence = "each number is read once now";
  EXPECT_TRUE(state(judge_mission(runner_, lesson_, attempt), "why").met);
  EXPECT_EQ(count_words("뱅크가 겹치지 않아요 — !"), 4);
}

TEST_F(CourseMission, NumbersInTextsComeFromTheScene) {
  const auto scene = section_scene(lesson_, "step step4");
  ASSERT_TRUE(scene);
  EXPECT_EQ(fill_text(runner_, *scene,
                      "{{knob stride}}: {{sectors_per_request global_load}}, {{blocks}} x "
                      "{{threads_per_block}}, {{sectors_per_request @read | stride=1}}",
                      {}),
            "4: 16, 4 x 128, 4");
  const FilledNumber nothing = fill_placeholder(runner_, *scene, "measured time_us", {});
  EXPECT_FALSE(nothing.there);
  EXPECT_EQ(nothing.text, "–");
  const MeasuredLookup one = [](const SceneRun&, const std::string&) {
    return MeasuredMetric{1234.5, "GPU, recorded"};
  };
  EXPECT_EQ(fill_placeholder(runner_, *scene, "measured time_us", one).label, "GPU, recorded");
  EXPECT_EQ(fill_placeholder(runner_, *scene, "machine max_threads_per_block", {}).text, "1,024");
}

}  // namespace
}  // namespace warpglass
