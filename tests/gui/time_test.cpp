// The time panel on the null back end: the tab, the cursor by mouse and buttons, the picture that follows; and the pure
// functions that find the access a warp has under way.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/gui/draw/warp_time.h"
#include "app/gui/time_cursor.h"
#include "sim/timed_run.h"
#include "tests/gui/driver.h"

namespace warpglass {
namespace {

TEST(TimePanel, ShowsWarpsAndTheCursorMovesThePicture) {
  GuiDriver gui;
  gui.settle();
  ASSERT_NE(gui.state().timed, nullptr);
  ASSERT_TRUE(gui.state().timed->times.ok) << gui.state().timed->times.problem;
  EXPECT_FALSE(gui.has("###time_rows"));
  gui.click("###tab_time");
  gui.settle();
  ASSERT_TRUE(gui.has("###time_rows"));
  gui.click("###time_rows", 0.9f, 0.1f);
  gui.settle();
  EXPECT_GT(gui.state().cycle, gui.state().timed->cycles / 2);
  EXPECT_EQ(gui.state().time_row, 0u);
  EXPECT_TRUE(gui.shown().access.valid);
  const WarpTimeline& warp = gui.state().timed->timeline[0];
  EXPECT_EQ(gui.state().scene.probe_block, warp.block);
  EXPECT_EQ(gui.state().scene.probe_warp, warp.warp);
  const std::uint64_t before = gui.state().cycle;
  gui.click("###time_back");
  EXPECT_LT(gui.state().cycle, before);
  gui.click("###tab_sweep");
  gui.settle();
  EXPECT_FALSE(gui.has("###time_rows"));
}

TEST(TimePanel, AKnobGivesAnotherTime) {
  GuiDriver gui;
  gui.settle();
  ASSERT_NE(gui.state().timed, nullptr);
  ASSERT_FALSE(gui.state().start.values.empty());
  EXPECT_EQ(gui.state().start.values.back(),
            std::pair(std::string("result.time"), gui.state().timed->times.time_cold_us));
  const double conflicts = gui.state().timed->times.time_cold_us;
  gui.application->apply_all({SetKnob{"n", 1024}});
  gui.settle();
  ASSERT_NE(gui.state().timed, nullptr);
  EXPECT_GT(gui.state().timed->times.time_cold_us, conflicts);
  const auto& rows = gui.shown().result.rows;
  const auto time = std::find_if(rows.begin(), rows.end(),
                                 [](const ResultRow& r) { return std::string_view(r.id) == "result.time"; });
  ASSERT_NE(time, rows.end());
  EXPECT_EQ(*time->now, gui.state().timed->times.time_cold_us);
}

TEST(TimePanel, AnotherProbeKeepsTheTimes) {
  GuiDriver gui;
  gui.settle();
  const auto timed = gui.state().timed;
  gui.application->apply_all({SetProbe{1, 1}});
  gui.settle();
  EXPECT_EQ(gui.state().timed, timed);
}

TEST(TimePanel, TheLabHasNoTimeTab) {
  GuiDriver gui;
  gui.settle();
  gui.click("###tab_time");
  ASSERT_TRUE(gui.application->open("access_lab"));
  gui.settle();
  EXPECT_FALSE(gui.has("###tab_time"));
  EXPECT_FALSE(gui.has("###time_rows"));
}

TimedAnswer two_issues() {
  TimedAnswer timed;
  timed.cycles = 100;
  timed.timeline = {{3,
                     2,
                     0,
                     {{10, 1, Stall::kSelected, 5},
                      {11, 29, Stall::kLongScoreboard, 6},
                      {40, 1, Stall::kSelected, 5},
                      {41, 9, Stall::kWait, 7}}}};
  return timed;
}

TEST(TimeCursor, FindsTheAccessUnderWay) {
  const TimedAnswer timed = two_issues();
  SessionResult result;
  result.sites.resize(2);
  result.sites[0].instruction = 9;
  result.sites[1].instruction = 5;
  EXPECT_FALSE(moment_at(timed, result, 0, 9));
  EXPECT_FALSE(moment_at(timed, result, 1, 50));
  const auto first = moment_at(timed, result, 0, 25);
  ASSERT_TRUE(first);
  EXPECT_EQ(first->block, 3u);
  EXPECT_EQ(first->warp, 2u);
  EXPECT_EQ(first->site, 1u);
  EXPECT_EQ(first->occurrence, 0u);
  EXPECT_EQ(first->since, 15u);
  EXPECT_EQ(moment_at(timed, result, 0, 45)->occurrence, 1u);
}

TEST(TimeCursor, StepsFromChangeToChange) {
  const TimedAnswer timed = two_issues();
  EXPECT_EQ(next_change(timed, 0, 0, 1), 10u);
  EXPECT_EQ(next_change(timed, 0, 10, 1), 11u);
  EXPECT_EQ(next_change(timed, 0, 50, 1), 50u);
  EXPECT_EQ(next_change(timed, 0, 45, -1), 41u);
  EXPECT_EQ(next_change(timed, 0, 41, -1), 40u);
  EXPECT_EQ(next_change(timed, 0, 10, -1), 10u);
  EXPECT_EQ(next_change(timed, 7, 10, -1), 10u);
}

TEST(TimeCursor, SegmentsEndWhereTheyEnd) {
  const TimedAnswer timed = two_issues();
  const WarpTimeline& warp = timed.timeline[0];
  EXPECT_EQ(segment_at(warp, 9), nullptr);
  ASSERT_NE(segment_at(warp, 10), nullptr);
  EXPECT_EQ(segment_at(warp, 39)->kind, Stall::kLongScoreboard);
  EXPECT_EQ(segment_at(warp, 50), nullptr);
}

}  // namespace
}  // namespace warpglass
