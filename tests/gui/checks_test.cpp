// Checks in the window: the switch, the list, the marks, and a click that shows both parties of a fault at the moment
// when it happened.
#include <gtest/gtest.h>

#include <algorithm>

#include "sim/views/moment.h"
#include "tests/gui/driver.h"

namespace warpglass {
namespace {

Scene kernel_scene(const std::string& source, const std::string& grid, const std::string& block,
                   std::vector<std::pair<std::string, std::string>> args) {
  Scene scene;
  scene.id = "checked";
  scene.title = {"Checked", "검사"};
  scene.source_name = "k.cu";
  scene.source = source;
  Variant variant;
  variant.name = "only";
  variant.launch.kernel = "k";
  variant.launch.grid = {grid, "1", "1"};
  variant.launch.block = {block, "1", "1"};
  variant.launch.args = std::move(args);
  scene.variants = {variant};
  scene.variant = "only";
  return scene;
}

// Warp 1 reads what warp 0 wrote, in the third round only.
constexpr const char* kRace = R"(__global__ void k(float* out) {
  __shared__ float s[64];
  for (int i = 0; i < 4; ++i) {
    if (threadIdx.x < 32) s[threadIdx.x] = i;
    if (i != 2) __syncthreads();
    if (i == 2 && threadIdx.x == 37) out[i] = s[5];
    __syncthreads();
  }
}
)";

constexpr const char* kSteps = R"(__global__ void k(float* out) {
  __shared__ float s[64];
  s[threadIdx.x] = threadIdx.x;
  if (threadIdx.x < 16) s[threadIdx.x] += s[threadIdx.x + 16];
  if (threadIdx.x < 8) s[threadIdx.x] += s[threadIdx.x + 8];
  out[threadIdx.x] = s[threadIdx.x];
}
)";

void open(GuiDriver& gui, Scene scene, bool checks) {
  if (gui.state().settings.checks != checks) gui.application->apply_all({ToggleChecks{}});
  gui.application->show(std::move(scene));
  gui.settle();
}

Scene race_scene() { return kernel_scene(kRace, "1", "64", {{"out", "float32:zero:64"}}); }

const Diagnostic* problem_of(const GuiDriver& gui, FaultKind kind) {
  for (const Diagnostic& p : gui.state().problems)
    if (p.kind == kind) return &p;
  return nullptr;
}

TEST(CheckedWindow, TheSwitchTurnsChecksOnAndOff) {
  GuiDriver gui;
  open(gui, race_scene(), false);
  EXPECT_TRUE(gui.state().problems.empty());
  EXPECT_FALSE(gui.state().checked);
  ASSERT_TRUE(gui.visible("###checks"));
  gui.click("###checks");
  gui.settle();
  EXPECT_TRUE(gui.state().settings.checks);
  EXPECT_TRUE(gui.state().checked);
  ASSERT_NE(problem_of(gui, FaultKind::kRace), nullptr);
  EXPECT_TRUE(gui.has("###problem_0"));
  EXPECT_TRUE(gui.has("###other_0"));
  gui.key(ImGuiKey_C);
  gui.settle();
  EXPECT_TRUE(gui.state().problems.empty());
  EXPECT_FALSE(gui.state().settings.checks);
}

TEST(CheckedWindow, ACleanKernelHasNothing) {
  GuiDriver gui;
  gui.application->apply_all({ToggleChecks{}});
  for (const Scene& scene : std::vector<Scene>(gui.state().library)) {
    if (scene.kind != SceneKind::kKernel) continue;
    for (const Variant& variant : scene.variants) {
      gui.application->show(Scene(scene));
      gui.application->apply_all({ChooseVariant{variant.name}});
      gui.settle();
      EXPECT_TRUE(gui.state().checked);
      EXPECT_TRUE(gui.state().problems.empty())
          << scene.id << ' ' << variant.name << ": " << gui.state().problems.front().message;
    }
  }
}

// Both languages: the click shows the faulty access in the third round, its lane and its word; the other's row shows
// what it wrote in that round.
TEST(CheckedWindow, AClickShowsBothPartiesAtThatMoment) {
  for (const Language language : {Language::kEnglish, Language::kKorean}) {
    Settings settings;
    settings.language = language;
    GuiDriver gui(1280, 800, settings);
    open(gui, race_scene(), true);
    const Diagnostic* found = problem_of(gui, FaultKind::kRace);
    ASSERT_NE(found, nullptr);
    const Diagnostic race = *found;
    ASSERT_TRUE(race.other.has_value());
    EXPECT_NE(race.place->warp, race.other->who.warp);
    gui.click("###problem_0", 0.5f, 0.3f);
    gui.settle();
    EXPECT_EQ(gui.state().scene.probe_warp, race.place->warp);
    ASSERT_TRUE(gui.shown().access.valid);
    EXPECT_EQ(gui.shown().access.line, race.span.line);
    EXPECT_EQ(gui.shown().marked.lanes, LaneMask{1} << race.place->lane);
    EXPECT_TRUE(touches(gui.shown().access.access, static_cast<int>(race.place->lane), *race.address));
    ASSERT_TRUE(gui.visible("###focus_own"));
    ASSERT_TRUE(gui.visible("###focus_other"));
    gui.click("###focus_other");
    gui.settle();
    EXPECT_EQ(gui.state().scene.probe_warp, race.other->who.warp);
    EXPECT_EQ(gui.shown().access.line, race.other->span.line);
    EXPECT_EQ(gui.shown().access.occurrence, 2u);  // the third of four rounds
    EXPECT_EQ(gui.shown().marked.lanes, LaneMask{1} << race.other->who.lane);
    EXPECT_TRUE(touches(gui.shown().access.access, static_cast<int>(race.other->who.lane), *race.address));
    gui.click("###other_0");
    gui.settle();
    EXPECT_TRUE(gui.state().focus && gui.state().focus->other);
    gui.click("###focus_close");
    EXPECT_FALSE(gui.state().focus.has_value());
    EXPECT_FALSE(gui.has("###focus_own"));
  }
}

TEST(CheckedWindow, TwoLanesOfOneWarpAreBothLit) {
  GuiDriver gui;
  open(gui, kernel_scene(kSteps, "1", "32", {{"out", "float32:zero:32"}}), true);
  const auto& problems = gui.state().problems;
  const auto at =
      std::find_if(problems.begin(), problems.end(), [](const Diagnostic& p) { return p.other.has_value(); });
  ASSERT_NE(at, problems.end());
  const Diagnostic race = *at;
  EXPECT_NE(race.note.find("works only because"), std::string::npos);
  gui.application->apply_all({ShowProblem{static_cast<std::size_t>(at - problems.begin()), false}});
  gui.settle();
  EXPECT_EQ(gui.shown().marked.lanes, (LaneMask{1} << race.place->lane) | (LaneMask{1} << race.other->who.lane));
  EXPECT_EQ(gui.shown().access.line, race.span.line);
}

// What was refused can be seen: the access that a bounds fault names, with and without checks.
TEST(CheckedWindow, ARefusedAccessIsInThePicture) {
  for (const bool checks : {true, false}) {
    GuiDriver gui;
    open(gui,
         kernel_scene("__global__ void k(float* A, int n) {\n  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                      "  A[i] = 1;\n}\n",
                      "3", "64", {{"A", "float32:zero:150"}, {"n", "150"}}),
         checks);
    const Diagnostic* found = problem_of(gui, FaultKind::kBounds);
    ASSERT_NE(found, nullptr);
    const Diagnostic bounds = *found;
    gui.click("###problem_0", 0.5f, 0.3f);
    gui.settle();
    ASSERT_TRUE(gui.shown().access.valid) << checks;
    EXPECT_EQ(gui.shown().access.line, 3u);
    EXPECT_EQ(gui.shown().marked.lanes, LaneMask{1} << bounds.place->lane);
    EXPECT_EQ(gui.shown().access.access.address[bounds.place->lane], *bounds.address);
    EXPECT_TRUE(gui.has("###focus_own"));
    EXPECT_FALSE(gui.has("###focus_other"));
  }
}

TEST(CheckedWindow, WhatIsLookedAtGoesWithItsRun) {
  GuiDriver gui;
  open(gui, race_scene(), true);
  gui.application->apply_all({ShowProblem{0, true}});
  gui.settle();
  ASSERT_TRUE(gui.state().focus.has_value());
  gui.application->apply_all({SetSource{std::string(kRace) + "\n"}});
  EXPECT_FALSE(gui.state().focus.has_value());
  gui.settle();
  gui.application->apply_all({ShowProblem{99, true}, ShowParty{true}});
  EXPECT_FALSE(gui.state().focus.has_value());
}

TEST(CheckedWindow, EverySizeDrawsAProblem) {
  for (const auto& [width, height] : {std::pair{640, 480}, std::pair{1280, 800}, std::pair{1920, 1080}})
    for (const int scale : {100, 200}) {
      Settings settings;
      settings.scale_percent = scale;
      settings.language = scale == 100 ? Language::kEnglish : Language::kKorean;
      GuiDriver gui(width, height, settings);
      open(gui, race_scene(), true);
      gui.application->apply_all({ShowProblem{0, false}});
      gui.settle();
      EXPECT_TRUE(gui.has("###focus_own") || (width == 640 && scale == 200)) << width << " at " << scale;
      EXPECT_TRUE(gui.visible("###checks")) << width << " at " << scale;
    }
}

}  // namespace
}  // namespace warpglass
