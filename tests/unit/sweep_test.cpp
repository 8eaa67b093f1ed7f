// Sweeps and reports of the shipped scenes, with the recorded numbers beside them.
#include "app/scene/sweep.h"

#include <gtest/gtest.h>

#include "app/device/measured.h"
#include "app/scene/report.h"

namespace warpglass {
namespace {

const std::string kAssets = std::string(WARPGLASS_SOURCE_DIR) + "/assets";

Scene shipped(const std::string& id) {
  const SceneLibrary library = load_scenes(kAssets);
  const Scene* scene = find_scene(library, id);
  EXPECT_NE(scene, nullptr);
  return scene == nullptr ? Scene{} : *scene;
}

const std::vector<Recording>& recordings() {
  static const std::vector<Recording> all = [] {
    std::vector<std::string> errors;
    return load_recordings(kAssets + "/recordings", errors);
  }();
  return all;
}

KnobSweep sweep_of(const Scene& scene, const std::string& knob) {
  Session session;
  KnobSweepOptions options;
  options.measured = measured_numbers(recordings());
  return sweep_knob(session, scene, knob, options);
}

TEST(Sweep, PaddingOverItsRange) {
  const Scene scene = shipped("transpose");
  EXPECT_EQ(sweep_knobs(scene), (std::vector<std::string>{"pad", "width"}));
  const KnobSweep sweep = sweep_of(scene, "pad");
  ASSERT_EQ(sweep.points.size(), 9u);
  EXPECT_TRUE(sweep.shared);
  EXPECT_TRUE(sweep.partial);
  const std::vector<double> passes = {32, 1, 2, 1, 4, 1, 2, 1, 8};
  for (std::size_t i = 0; i < passes.size(); ++i) {
    ASSERT_TRUE(sweep.points[i].cost.has_value()) << sweep.points[i].problem;
    EXPECT_EQ(*sweep.points[i].cost, passes[i]);
    EXPECT_EQ(sweep.points[i].best, 1.0);
  }
  ASSERT_TRUE(sweep.points[0].measured.has_value());
  EXPECT_GE(*sweep.points[0].measured, 32.0);
  EXPECT_LE(*sweep.points[0].measured, 32.0 * 1.35);
  ASSERT_TRUE(sweep.points[2].measured.has_value());
  EXPECT_GE(*sweep.points[2].measured, 2.0);
  EXPECT_LE(*sweep.points[2].measured, 2.0 * 1.35);
  EXPECT_EQ(sweep.measured_label.find("NVIDIA H200, recorded 20"), 0u);
}

TEST(Sweep, ARefusedLaunchSaysWhy) {
  Scene scene = shipped("transpose");
  scene.variant = "try2";
  set_knob(scene, "block_y", 33);
  const KnobSweep sweep = sweep_of(scene, "block_x");
  ASSERT_EQ(sweep.points.size(), 8u);
  EXPECT_EQ(sweep.points[6].value, 33);
  EXPECT_FALSE(sweep.points[6].cost.has_value());
  EXPECT_NE(sweep.points[6].problem.find("1,024"), std::string::npos) << sweep.points[6].problem;
  EXPECT_TRUE(sweep.points[3].cost.has_value()) << sweep.points[3].problem;
}

TEST(Sweep, TheLabNeedsNoKernel) {
  Scene scene = shipped("access_lab");
  scene.lab.offset = 0;
  const KnobSweep sweep = sweep_of(scene, "stride");
  ASSERT_EQ(sweep.points.size(), 34u);
  EXPECT_EQ(sweep.points[0].cost, 1.0);
  EXPECT_EQ(sweep.points[1].cost, 4.0);
  EXPECT_EQ(sweep.points[3].cost, 12.0);
  EXPECT_EQ(sweep.points[32].cost, 32.0);
  EXPECT_EQ(sweep.points[2].measured, 8.0);
  scene.lab.space = Space::kShared;
  const KnobSweep shared = sweep_of(scene, "stride");
  for (const KnobSweepPoint& point : shared.points) {
    if (!point.measured) continue;
    EXPECT_EQ(point.measured, point.cost) << point.value;
  }
  EXPECT_EQ(shared.points[32].cost, 32.0);
  EXPECT_EQ(shared.points[32].measured, 32.0);
}

TEST(Sweep, CanBeCancelled) {
  Session session;
  const std::atomic<bool> cancel{true};
  KnobSweepOptions options;
  options.cancel = &cancel;
  const KnobSweep sweep = sweep_knob(session, shipped("transpose"), "pad", options);
  EXPECT_TRUE(sweep.cancelled);
  EXPECT_TRUE(sweep.points.empty());
  EXPECT_TRUE(sweep_of(shipped("transpose"), "nothing").points.empty());
}

TEST(Report, SaysWhatTheWindowShows) {
  Session session;
  const SceneReport report = scene_report(session, shipped("transpose"), {}, measured_numbers(recordings()));
  EXPECT_TRUE(report.ok) << report.text;
  for (const char* piece : {"Matrix transpose", "S 32/1", "buffer[localCol * pitch + localRow]",
                            "bank 0 has to serve 32", "NVIDIA H200, recorded", "shared_load_wavefronts", "bank 0  1"})
    EXPECT_NE(report.text.find(piece), std::string::npos) << piece << "\n" << report.text;
}

TEST(Report, OfTheLab) {
  Session session;
  Scene scene = shipped("access_lab");
  const SceneReport report = scene_report(session, scene, {}, measured_numbers(recordings()));
  EXPECT_TRUE(report.ok);
  EXPECT_NE(report.text.find("a[lane * 3 + 2]"), std::string::npos) << report.text;
  EXPECT_NE(report.text.find("|//"), std::string::npos) << report.text;
  scene.lab.offset = -5;
  EXPECT_FALSE(scene_report(session, scene, {}, {}).ok);
}

TEST(Report, PicturesStayNarrow) {
  Access access;
  access.bytes = 16;
  for (std::size_t i = 0; i < kLanes; ++i) access.address[i] = 0x7f0000000000ull + i * 16;
  const std::string lines = line_picture(access, coalesce(access), {});
  const std::string columns = bank_picture(banks(access), {});
  for (const std::string& picture : {lines, columns}) {
    std::size_t start = 0;
    for (std::size_t end = picture.find('\n'); end != std::string::npos;
         start = end + 1, end = picture.find('\n', start))
      EXPECT_LE(end - start, 200u);
  }
}

}  // namespace
}  // namespace warpglass
