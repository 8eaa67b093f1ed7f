// The whole window on the null back end: the shipped scenes, every knob, every view, every key, both themes and
// languages, all sizes. What is expected is read from the same state that panels draw.
#include <gtest/gtest.h>

#include <algorithm>
#include <thread>

#include "tests/gui/driver.h"

namespace warpglass {
namespace {

double row(const Shown& shown, const std::string& id) {
  for (const ResultRow& r : shown.result.rows)
    if (r.id == id && r.now) return *r.now;
  ADD_FAILURE() << "no row " << id;
  return -1;
}

TEST(Window, OpensOnTheTranspose) {
  GuiDriver gui;
  EXPECT_EQ(gui.state().scene.id, kFirstScene);
  ASSERT_TRUE(gui.shown().access.valid);
  EXPECT_TRUE(gui.shown().access.shared());
  EXPECT_TRUE(gui.state().problems.empty());
  EXPECT_GT(gui.vertices, 1000);
}

TEST(Window, DraggingThePaddingSpreadsTheBanks) {
  GuiDriver gui;
  ASSERT_TRUE(gui.has("###knob_pad"));
  EXPECT_EQ(gui.shown().access.banks.n_way, 32u);
  EXPECT_DOUBLE_EQ(row(gui.shown(), "result.passes_read"), 32.0);
  const Knob* pad = nullptr;
  for (const Knob& knob : gui.state().scene.knobs)
    if (knob.name == "pad") pad = &knob;
  ASSERT_NE(pad, nullptr);
  const float one = 0.03f + 0.94f / static_cast<float>(pad->maximum - pad->minimum);
  gui.drag("###knob_pad", 0.03f, one);
  gui.settle();
  EXPECT_EQ(knob_value(gui.state().scene, "pad"), 1);
  EXPECT_EQ(gui.shown().access.banks.n_way, 1u);
  EXPECT_DOUBLE_EQ(row(gui.shown(), "result.passes_read"), 1.0);
  const auto start = std::find_if(gui.shown().result.rows.begin(), gui.shown().result.rows.end(),
                                  [](const ResultRow& r) { return std::string(r.id) == "result.passes_read"; });
  EXPECT_EQ(start->start, 32.0);
}

TEST(Window, EveryVariantAndEveryKnobGivesNumbers) {
  GuiDriver gui(1600, 1000);
  const std::vector<Variant> variants = gui.state().scene.variants;
  ASSERT_GE(variants.size(), 5u);
  for (const Variant& variant : variants) {
    gui.application->apply_all({ChooseVariant{variant.name}});
    gui.settle();
    EXPECT_TRUE(gui.shown().access.valid) << variant.name;
    EXPECT_FALSE(gui.shown().chips.empty()) << variant.name;
    for (const std::string& name : variant.knobs) {
      const std::string id = "###knob_" + name;
      ASSERT_TRUE(gui.has(id)) << variant.name << ' ' << name;
      const std::int64_t before = knob_value(gui.state().scene, name);
      gui.click(id, 0.98f);
      gui.settle();
      EXPECT_TRUE(gui.shown().access.valid || !gui.state().problems.empty()) << variant.name << ' ' << name;
      gui.application->apply_all({SetKnob{name, before}});
      gui.settle();
      EXPECT_EQ(knob_value(gui.state().scene, name), before);
    }
  }
}

TEST(Window, EverySceneOpensFromTheTopBar) {
  GuiDriver gui;
  ASSERT_GE(gui.state().library.size(), 2u);
  for (const Scene& scene : std::vector<Scene>(gui.state().library)) {
    gui.click("###scene_" + scene.id);
    gui.settle();
    EXPECT_EQ(gui.state().scene.id, scene.id);
    EXPECT_TRUE(gui.shown().access.valid) << scene.id;
  }
}

TEST(Window, TheLabShowsEveryPatternMemoryAndSize) {
  GuiDriver gui;
  const auto& library = gui.state().library;
  const auto lab =
      std::find_if(library.begin(), library.end(), [](const Scene& s) { return s.kind == SceneKind::kAccessLab; });
  ASSERT_NE(lab, library.end());
  gui.application->show(Scene(*lab));
  for (const Pattern pattern : {Pattern::kContiguous, Pattern::kStride, Pattern::kOffset, Pattern::kScatter,
                                Pattern::kBroadcast, Pattern::kFormula})
    for (const Space space : {Space::kGlobal, Space::kShared})
      for (const std::uint32_t bytes : {1u, 2u, 4u, 8u, 16u}) {
        AccessLab wanted = gui.state().scene.lab;
        wanted.pattern = pattern, wanted.space = space, wanted.element_bytes = bytes;
        gui.application->apply_all({SetLab{wanted}});
        gui.frames(2);
        ASSERT_TRUE(gui.shown().access.valid) << pattern_name(pattern) << ' ' << bytes;
        EXPECT_FALSE(gui.shown().result.rows.empty());
        EXPECT_EQ(gui.state().sweep.knob.empty(), gui.state().sweep.points.empty());
      }
}

TEST(Window, TheLabsWidgetsWork) {
  GuiDriver gui(1600, 1000);
  for (const Scene& scene : std::vector<Scene>(gui.state().library))
    if (scene.kind == SceneKind::kAccessLab) gui.application->show(scene);
  gui.frames(3);
  gui.click("###space_shared");
  EXPECT_EQ(gui.state().scene.lab.space, Space::kShared);
  gui.click("###pattern_stride");
  EXPECT_EQ(gui.state().scene.lab.pattern, Pattern::kStride);
  gui.drag("###knob_stride", 0.03f, 0.97f);
  EXPECT_GT(gui.state().scene.lab.stride, 8);
  gui.click("###space_global");
  EXPECT_EQ(gui.state().scene.lab.space, Space::kGlobal);
  gui.click("###machine");
  gui.frames(3);
  gui.click("###machine_classroom16");
  EXPECT_EQ(gui.state().scene.lab.lanes, 16u);
  EXPECT_EQ(gui.shown().access.line_shape.sector_bytes, 128u);
}

TEST(Window, PlayGoesPassByPass) {
  GuiDriver gui;
  const std::uint32_t passes = gui.shown().access.passes();
  ASSERT_EQ(passes, 32u);
  gui.key(ImGuiKey_RightArrow);
  EXPECT_TRUE(gui.state().stepped);
  EXPECT_EQ(gui.state().pass, 0u);
  gui.key(ImGuiKey_RightArrow);
  EXPECT_EQ(gui.state().pass, 1u);
  gui.key(ImGuiKey_LeftArrow);
  gui.key(ImGuiKey_LeftArrow);
  EXPECT_FALSE(gui.state().stepped);
  gui.key(ImGuiKey_Space);
  EXPECT_TRUE(gui.state().playing);
  gui.frames(60);
  EXPECT_GT(gui.state().pass, 0u);
  gui.key(ImGuiKey_Home);
  EXPECT_FALSE(gui.state().playing);
  gui.click("###play");
  EXPECT_TRUE(gui.state().playing);
}

TEST(Window, KeysChangeWhatTheySay) {
  GuiDriver gui;
  gui.key(ImGuiKey_H);
  EXPECT_TRUE(gui.state().hidden);
  gui.key(ImGuiKey_L);
  EXPECT_EQ(gui.state().settings.language, Language::kKorean);
  gui.key(ImGuiKey_F1);
  EXPECT_TRUE(gui.state().keys_shown);
  gui.key(ImGuiKey_Escape);
  EXPECT_FALSE(gui.state().keys_shown);
  gui.key(ImGuiKey_O, true);
  EXPECT_TRUE(gui.state().open_list);
  gui.key(ImGuiKey_O, true);
  gui.key(ImGuiKey_Equal, true);
  EXPECT_EQ(gui.state().settings.scale_percent, 110);
  gui.key(ImGuiKey_P);
  EXPECT_TRUE(gui.state().presenting);
  const std::string before = gui.state().scene.variant;
  gui.key(ImGuiKey_PageDown);
  gui.settle();
  EXPECT_TRUE(gui.state().scene.variant != before || gui.state().scene.id != kFirstScene);
  gui.key(ImGuiKey_Escape);
  EXPECT_FALSE(gui.state().presenting);
  const auto occurrence = gui.shown().access.occurrence;
  const auto site = gui.state().site;
  gui.key(ImGuiKey_RightArrow, false, true);
  EXPECT_TRUE(gui.shown().access.occurrence != occurrence || gui.state().site != site || is_lab(gui.state()));
}

TEST(Window, AMistakeInTheCodeKeepsTheNumbersAndSaysWhere) {
  GuiDriver gui;
  std::string source = gui.state().scene.source;
  gui.application->apply_all({SetSource{source + "\n__global__ void broken( {\n"}});
  gui.settle();
  EXPECT_FALSE(gui.state().problems.empty());
  EXPECT_TRUE(gui.state().stale);
  EXPECT_TRUE(gui.shown().access.valid);
  gui.application->apply_all({SetSource{source}});
  gui.settle();
  EXPECT_FALSE(gui.state().stale);
}

TEST(Window, ALargeLaunchAnswersSoonThenInFull) {
  GuiDriver gui;
  gui.application->apply_all({SetKnob{"n", 1024}}, std::chrono::milliseconds(0));
  gui.settle();
  ASSERT_NE(gui.state().result, nullptr);
  EXPECT_FALSE(gui.state().result->partial);
  EXPECT_TRUE(gui.state().result->run.completed);
}

TEST(Window, ARunawayKernelIsCancelled) {
  GuiDriver gui;
  std::string source = gui.state().scene.source;
  const auto brace = source.find('{', source.find(gui.state().result_launch.kernel));
  ASSERT_NE(brace, std::string::npos);
  source.insert(brace + 1, " for (volatile int runaway = 0; runaway >= 0;) { } ");
  gui.application->apply_all({SetSource{source}}, std::chrono::milliseconds(0));
  bool offered = false;
  for (int i = 0; i < 200 && !offered; ++i) {
    gui.frames(1);
    offered = gui.has("###cancel");
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  ASSERT_TRUE(offered);
  gui.click("###cancel");
  gui.settle();
  EXPECT_FALSE(gui.state().run.running);
  EXPECT_FALSE(gui.state().problems.empty());
}

TEST(Window, EverySizeThemeAndLanguageDraws) {
  for (const auto& [width, height] : {std::pair{640, 480}, std::pair{1280, 800}, std::pair{1920, 1080}})
    for (const int scale : {100, 150, 200}) {
      Settings settings;
      settings.scale_percent = scale;
      settings.theme = scale == 150 ? ThemeName::kLight : ThemeName::kDark;
      settings.language = scale == 100 ? Language::kEnglish : Language::kKorean;
      GuiDriver gui(width, height, settings);
      EXPECT_GT(gui.vertices, 500);
      EXPECT_TRUE(gui.visible("###knob_pad")) << width << 'x' << height << " at " << scale;
      EXPECT_TRUE(gui.visible("###language"));
    }
}

TEST(Window, ASceneIsCopiedPastedAndInformationGoesByItself) {
  GuiDriver gui;
  std::string clipboard;
  gui.application->set_clipboard = [&](const std::string& text) { clipboard = text; };
  gui.application->get_clipboard = [&] { return clipboard; };
  gui.application->apply_all({SetKnob{"pad", 1}});
  gui.settle();
  gui.click("###copy_scene");
  EXPECT_NE(clipboard.find("pad"), std::string::npos);
  EXPECT_FALSE(gui.state().notices.empty());
  gui.application->apply_all({ResetKnobs{}});
  gui.settle();
  EXPECT_EQ(knob_value(gui.state().scene, "pad"), 0);
  gui.click("###paste_scene");
  gui.settle();
  EXPECT_EQ(knob_value(gui.state().scene, "pad"), 1);
  gui.frames(400);
  EXPECT_TRUE(gui.state().notices.empty());
  clipboard = "not a scene";
  gui.click("###paste_scene");
  ASSERT_FALSE(gui.state().notices.empty());
  EXPECT_TRUE(gui.state().notices.back().problem);
  gui.frames(400);
  EXPECT_FALSE(gui.state().notices.empty());
  gui.click("###dismiss_0");
  EXPECT_TRUE(gui.state().notices.empty());
}

// From nothing to the first frame: library, fonts, a posted run, one frame.
TEST(Window, StartsAtOnce) {
  const auto start = std::chrono::steady_clock::now();
  GuiDriver gui;
  const double whole = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  std::printf("start to three settled frames: %.1f ms\n", whole);
  EXPECT_LT(whole, 3000.0);  // the budget is 100 ms to the first frame; see AFrameIsCheap
}

TEST(Window, AFrameIsCheap) {
  GuiDriver gui;
  gui.frames(20);
  const auto start = std::chrono::steady_clock::now();
  gui.frames(100);
  const double each = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count() / 100;
  RecordProperty("frame_ms", std::to_string(each));
  std::printf("one frame: %.3f ms\n", each);
  EXPECT_LT(each, 20.0);  // the budget is 1 ms; a loaded or instrumented machine must not fail the build
}

}  // namespace
}  // namespace warpglass
