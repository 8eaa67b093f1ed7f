// Progress on the disk: it comes back, a damaged file is set aside, two writers lose nothing, and a process that is
// killed at any moment leaves the old or the new file, whole. Hand-ins: nothing in them is believed.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>

#if !defined(_WIN32)
#include <sys/wait.h>
#include <unistd.h>
#include <csignal>
#endif

#include "app/course/grade.h"
#include "app/course/new_lesson.h"
#include "app/course/progress.h"

namespace warpglass {
namespace {
namespace fs = std::filesystem;

class CourseProgress : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("warpglass_progress_" + std::to_string(::getpid()) +
                                           ::testing::UnitTest::GetInstance()->current_test_info()->name());
    fs::remove_all(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }
  std::string text(const std::string& name) const {
    std::ifstream in(folder_ / name, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  }
  fs::path folder_;
};

LessonWork some_work() {
  LessonWork work;
  work.place = "step two";
  work.done = {"one"};
  work.guesses = {{"ways", "32"}};
  work.answers = {{"why", "walks"}};
  work.sources = {{"mission", "__global__ void k() {}\n"}};
  work.values = {{"pad", 1}};
  work.seen = {{{"pad", 0}}, {{"pad", 1}}};
  work.seen_start = true;
  work.sentence = "패딩이 뱅크를 흩어요.";
  work.hints = 2;
  return work;
}

TEST_F(CourseProgress, ComesBack) {
  ProgressStore store(folder_.string());
  EXPECT_EQ(store.load(), Progress{});
  const Progress kept = store.update([](Progress& p) { p.lesson = "09", p.lessons["09"] = some_work(); });
  EXPECT_TRUE(store.kept());
  EXPECT_EQ(ProgressStore(folder_.string()).load(), kept);
  EXPECT_EQ(kept.lessons.at("09"), some_work());
  std::size_t files = 0;
  for ([[maybe_unused]] const auto& entry : fs::directory_iterator(folder_)) ++files;
  EXPECT_EQ(files, 2u);  // the file and the lock
}

TEST_F(CourseProgress, ADamagedFileIsSetAsideAndNeverWrittenOver) {
  fs::create_directories(folder_);
  for (int i = 1; i <= 3; ++i) {
    std::ofstream(folder_ / "progress.json") << "{ damaged " << i;
    ProgressStore store(folder_.string());
    const Progress after = store.update([](Progress& p) { p.lesson = "01"; });
    EXPECT_EQ(after.lesson, "01");
    EXPECT_NE(store.set_aside().find("progress-damaged-" + std::to_string(i)), std::string::npos);
    EXPECT_EQ(text("progress-damaged-" + std::to_string(i) + ".json"), "{ damaged " + std::to_string(i));
  }
}

TEST_F(CourseProgress, WhereNothingCanBeWrittenTheWorkStaysInMemory) {
  std::ofstream((folder_.string() + "-file")) << "x";
  ProgressStore store(folder_.string() + "-file/sub");
  store.update([](Progress& p) { p.lesson = "01"; });
  EXPECT_FALSE(store.kept());
  EXPECT_EQ(store.update([](Progress& p) { p.student = "s"; }).lesson, "01");
  fs::remove(folder_.string() + "-file");
}

TEST_F(CourseProgress, TwoWritersLoseNothing) {
  const auto work = [&](int who) {
    ProgressStore store(folder_.string());
    for (int i = 0; i < 40; ++i)
      store.update([&](Progress& p) { p.lessons[std::to_string(who)].guesses[std::to_string(i)] = "1"; });
  };
  std::thread first(work, 1), second(work, 2);
  first.join();
  second.join();
  const Progress all = ProgressStore(folder_.string()).load();
  EXPECT_EQ(all.lessons.at("1").guesses.size(), 40u);
  EXPECT_EQ(all.lessons.at("2").guesses.size(), 40u);
}

#if !defined(_WIN32)
TEST_F(CourseProgress, SurvivesBeingKilledAtAnyMoment) {
  ProgressStore store(folder_.string());
  store.update([](Progress& p) { p.lessons["kept"].sentence = "stays"; });
  std::size_t most = 0;
  for (int round = 0; round < 300; ++round) {
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      ProgressStore own(folder_.string());
      for (int i = 0;; ++i)
        own.update(
            [&](Progress& p) { p.lessons["child"].sentence = std::string(static_cast<std::size_t>(i % 4000), 'x'); });
    }
    ::usleep(static_cast<useconds_t>(200 + (round * 7919) % 6000));
    ::kill(child, SIGKILL);
    int status = 0;
    ::waitpid(child, &status, 0);
    Progress read;
    ASSERT_TRUE(read_progress(text("progress.json"), read)) << round;
    ASSERT_EQ(read.lessons.at("kept").sentence, "stays");
    if (const auto found = read.lessons.find("child"); found != read.lessons.end())
      most = std::max(most, found->second.sentence.size());
  }
  EXPECT_GT(most, 0u);
  EXPECT_TRUE(store.load().lessons.contains("kept"));
  EXPECT_TRUE(store.set_aside().empty());
}
#endif

Course small_course() {
  Course course;
  std::vector<LessonProblem> problems;
  course.lessons.push_back(read_lesson("21-test", new_lesson_files("21-test"), problems));
  return course;
}

TEST(CourseGrade, RunsEverythingAgain) {
  const Course course = small_course();
  HandIn hand_in;
  hand_in.student = "김하나";
  LessonWork& work = hand_in.lessons["21-test"];
  work.sources["mission"] = course.lessons[0].files.at("solution.cu");
  work.seen_start = true;
  work.sentence = "each number is read only once now";
  work.answers = {{"question1", "yes"}, {"question2", "no"}};
  work.guesses = {{"sectors", "8"}};
  hand_in.lessons["unknown"] = {};
  const GradedFile graded = grade_hand_in(course, "a.json", write_hand_in(hand_in));
  ASSERT_EQ(graded.lessons.size(), 2u) << graded.problem;
  EXPECT_EQ(graded.student, "김하나");
  EXPECT_TRUE(graded.lessons[0].passed) << graded.lessons[0].missed;
  EXPECT_EQ(graded.lessons[0].right, 1u);
  EXPECT_EQ(graded.lessons[0].predicted, 1u);
  EXPECT_FALSE(graded.lessons[1].known);
  work.sources["mission"] = course.lessons[0].files.at("start.cu");
  work.passed = true;  // says the file
  const GradedFile honest = grade_hand_in(course, "a.json", write_hand_in(hand_in));
  EXPECT_FALSE(honest.lessons[0].passed);
  EXPECT_EQ(grades_csv({honest}), grades_csv({grade_hand_in(course, "a.json", write_hand_in(hand_in))}));
  EXPECT_EQ(grades_json({honest}), grades_json({grade_hand_in(course, "a.json", write_hand_in(hand_in))}));
}

TEST(CourseGrade, HostileFilesGetASentence) {
  const Course course = small_course();
  std::string deep = "{\"format\": \"warpglass hand-in\", \"lessons\": ";
  for (int i = 0; i < 100'000; ++i) deep += '[';
  for (const std::string& text :
       {std::string(), std::string("{"), std::string("[1]"), deep, std::string("{\"format\": \"warpglass hand-in\"}"),
        std::string("{\"format\": \"warpglass hand-in\", \"format_version\": 9}")})
    EXPECT_FALSE(grade_hand_in(course, "x", text).problem.empty());
  HandIn endless;
  endless.lessons["21-test"].sources["mission"] =
      "__global__ void copy(const float* in, float* out, int stride) { for (;;) out[0] += 1; }";
  EXPECT_FALSE(grade_hand_in(course, "x", write_hand_in(endless)).lessons[0].passed);
  GradedFile formula;
  formula.file = "=cmd()";
  formula.problem = "a,\"b\"";
  EXPECT_NE(grades_csv({formula}).find("'=cmd(),,,unreadable,,,,,,,,,\"a,\"\"b\"\"\""), std::string::npos);
}

}  // namespace
}  // namespace warpglass
