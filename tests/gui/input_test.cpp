// Hands on the window: typing, splitters, files, sliders by mouse and keys, hostile speed and sizes.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <random>

#include "app/gui/derive.h"
#include "tests/gui/driver.h"

namespace warpglass {
namespace {
namespace fs = std::filesystem;

fs::path fresh_folder(const std::string& name) {
  const fs::path folder = fs::temp_directory_path() / ("warpglass-" + name + "-" + std::to_string(::getpid()));
  fs::remove_all(folder);
  fs::create_directories(folder);
  return folder;
}

void write(const fs::path& path, const std::string& text) { std::ofstream(path, std::ios::binary) << text; }

Scene scene_of_kind(const GuiDriver& gui, SceneKind kind) {
  for (const Scene& scene : gui.state().library)
    if (scene.kind == kind) return scene;
  ADD_FAILURE() << "no scene of that kind";
  return {};
}

TEST(Input, TypingInTheEditorChangesTheSource) {
  GuiDriver gui;
  const WidgetSeen panel = gui.find("###panel_code");
  ImGui::GetIO().AddMousePosEvent(panel.high.x - 60, (panel.low.y + panel.high.y) * 0.5f);
  gui.frames(2);
  ImGui::GetIO().AddMouseButtonEvent(0, true);
  gui.frames(1);
  ImGui::GetIO().AddMouseButtonEvent(0, false);
  gui.frames(2);
  const std::string before = gui.state().scene.source;
  gui.type("/*hH pP lL*/");  // letters that are keys of the window elsewhere
  gui.settle();
  EXPECT_NE(gui.state().scene.source, before);
  EXPECT_NE(gui.state().scene.source.find("hH pP lL"), std::string::npos);
  EXPECT_FALSE(gui.state().hidden);
  EXPECT_FALSE(gui.state().presenting);
  gui.application->apply_all({ResetSource{}});
  gui.settle();
  EXPECT_EQ(gui.state().scene.source, before);
}

TEST(Input, EverySplitterMovesAndStaysInBounds) {
  GuiDriver gui;
  for (const std::string& id : gui.ids("###split_")) {
    const WidgetSeen bar = gui.find(id);
    const ImVec2 middle = {(bar.low.x + bar.high.x) * 0.5f, (bar.low.y + bar.high.y) * 0.5f};
    const Settings before = gui.state().settings;
    ImGuiIO& io = ImGui::GetIO();
    io.AddMousePosEvent(middle.x, middle.y);
    gui.frames(2);
    io.AddMouseButtonEvent(0, true);
    gui.frames(1);
    for (const float by : {20.0f, 900.0f, -900.0f, 25.0f}) {
      io.AddMousePosEvent(middle.x + by, middle.y + by);
      gui.frames(1);
    }
    io.AddMouseButtonEvent(0, false);
    gui.frames(2);
    EXPECT_FALSE(gui.state().settings == before) << id;
    EXPECT_GT(gui.find("###panel_warp").high.y - gui.find("###panel_warp").low.y, 60.0f) << id;
  }
}

TEST(Input, AScenePathFindsItsSourceBesideItselfOnly) {
  GuiDriver gui;
  const fs::path folder = fresh_folder("path"), inside = folder / "inside";
  fs::create_directories(inside);
  Scene scene = scene_of_kind(gui, SceneKind::kKernel);
  std::ifstream in(std::string(WARPGLASS_SOURCE_DIR) + "/assets/scenes/transpose.toml");
  const std::string text{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  write(inside / "mine.toml", text);
  write(folder / "transpose.cu", scene.source);
  EXPECT_FALSE(gui.application->open((inside / "mine.toml").string()));  // it lies one folder up
  EXPECT_TRUE(gui.state().notices.back().problem);
  std::error_code error;
  fs::create_symlink(folder / "transpose.cu", inside / "transpose.cu", error);
  if (!error) {
    EXPECT_FALSE(gui.application->open((inside / "mine.toml").string()));
    fs::remove(inside / "transpose.cu");
  }
  write(inside / "transpose.cu", "// mine\n" + scene.source);
  EXPECT_TRUE(gui.application->open((inside / "mine.toml").string()));
  gui.settle();
  EXPECT_EQ(gui.state().scene.source.rfind("// mine", 0), 0u);
  EXPECT_TRUE(gui.shown().access.valid);
  fs::remove_all(folder);
}

TEST(Input, ASceneIsOpenedByTypingItsPath) {
  GuiDriver gui;
  const fs::path folder = fresh_folder("typed");
  Scene scene = scene_of_kind(gui, SceneKind::kAccessLab);
  scene.lab.stride = 7, scene.id = "typed";
  write(folder / "typed.toml", write_scene(scene));
  gui.key(ImGuiKey_O, true);
  gui.click("###open_path");
  gui.type((folder / "typed.toml").string());
  gui.key(ImGuiKey_Enter);
  gui.settle();
  EXPECT_EQ(gui.state().scene.id, "typed");
  EXPECT_EQ(gui.state().scene.lab.stride, 7);
  EXPECT_FALSE(gui.state().open_list);
  fs::remove_all(folder);
}

TEST(Input, ANoticeCoversNoHeader) {
  GuiDriver gui;
  gui.application->note(false, "notice.copied");
  gui.frames(3);
  const WidgetSeen dismiss = gui.find("###dismiss_0");
  for (const std::string& panel : gui.ids("###panel_")) {
    const WidgetSeen card = gui.find(panel);
    const bool over = dismiss.low.x < card.high.x && dismiss.high.x > card.low.x && dismiss.low.y < card.low.y + 28 &&
                      dismiss.high.y > card.low.y;
    EXPECT_FALSE(over) << panel;
  }
  const float before = gui.find("###panel_code").low.y;
  gui.application->note(true, "notice.not_found", {"nothing"});
  gui.frames(3);
  EXPECT_GT(gui.find("###panel_code").low.y, before + 8.0f);  // a problem pushes the panels down
}

TEST(Input, ArrowKeysMoveTheSliderThatWasClicked) {
  GuiDriver gui;
  gui.click("###knob_pad", 0.5f);
  gui.settle();
  const std::int64_t start = knob_value(gui.state().scene, "pad");
  ASSERT_GT(start, 1);
  gui.key(ImGuiKey_LeftArrow);
  EXPECT_EQ(knob_value(gui.state().scene, "pad"), start - 1);
  gui.key(ImGuiKey_UpArrow);
  gui.key(ImGuiKey_RightArrow);
  EXPECT_EQ(knob_value(gui.state().scene, "pad"), start + 1);
  EXPECT_FALSE(gui.state().stepped);
  gui.key(ImGuiKey_Escape);
  gui.key(ImGuiKey_RightArrow);
  EXPECT_EQ(knob_value(gui.state().scene, "pad"), start + 1);
  EXPECT_TRUE(gui.state().stepped);
}

TEST(Input, AThousandSliderEventsInAHurry) {
  GuiDriver gui;
  std::mt19937 random(7);
  for (int i = 0; i < 1000; ++i) {
    const auto knobs = gui.ids("###knob_");
    ASSERT_FALSE(knobs.empty());
    const WidgetSeen knob = gui.find(knobs[random() % knobs.size()]);
    const float share = static_cast<float>(random() % 1000) / 999.0f;
    ImGui::GetIO().AddMousePosEvent(knob.low.x + (knob.high.x - knob.low.x) * share, (knob.low.y + knob.high.y) * 0.5f);
    ImGui::GetIO().AddMouseButtonEvent(0, random() % 2 == 0);
    if (random() % 97 == 0) gui.application->apply_all({StepScene{random() % 2 == 0 ? 1 : -1}});
    gui.frames(1);
  }
  ImGui::GetIO().AddMouseButtonEvent(0, false);
  gui.settle();
  EXPECT_TRUE(gui.shown().access.valid || !gui.state().problems.empty());
}

TEST(Input, EverySizeFromTinyToFourThousand) {
  GuiDriver gui;
  for (const SceneKind kind : {SceneKind::kKernel, SceneKind::kAccessLab}) {
    gui.application->show(scene_of_kind(gui, kind));
    for (const int scale : {100, 200})
      for (const bool presenting : {false, true}) {
        gui.application->apply_all({SetScale{scale}});
        if (gui.state().presenting != presenting) gui.application->apply_all({TogglePresent{}});
        for (const auto& [width, height] :
             {std::pair{320, 240}, {3840, 2160}, {321, 2160}, {3840, 241}, {800, 600}, {1024, 768}})
          gui.resize(width, height);
      }
    gui.application->apply_all({TogglePresent{}});
    gui.resize(1280, 800);
  }
  gui.settle();
  EXPECT_GT(gui.vertices, 500);
}

// Every scene, variant and view in both languages, small and large, with and without numbers.
TEST(Input, EveryViewInBothLanguages) {
  GuiDriver gui;
  for (const Scene& scene : std::vector<Scene>(gui.state().library)) {
    gui.application->show(Scene(scene));
    std::vector<std::string> variants = {""};
    for (const Variant& variant : scene.variants) variants.push_back(variant.name);
    for (const std::string& variant : variants) {
      if (!variant.empty()) gui.application->apply_all({ChooseVariant{variant}});
      gui.settle();
      for (const Language language : {Language::kEnglish, Language::kKorean})
        for (const int scale : {100, 200}) {
          gui.application->apply_all({SetLanguage{language}, SetScale{scale}, ToggleHidden{}});
          gui.frames(2);
          gui.application->apply_all({TogglePresent{}});
          gui.frames(2);
          EXPECT_GT(gui.vertices, 300) << scene.id << ' ' << variant;
          gui.application->apply_all({TogglePresent{}, ToggleHidden{}, StepPass{1}, ToggleKeys{}});
          gui.frames(2);
          EXPECT_GT(gui.vertices, 300) << scene.id << ' ' << variant;
          gui.application->apply_all({ToggleKeys{}, ResetPlay{}});
        }
    }
  }
}

// A fault whose other party is known: both lines can be clicked, and the picture goes there.
TEST(Input, AProblemIsClickedToItsAccess) {
  GuiDriver gui;
  std::string source = gui.state().scene.source;
  const auto at = source.find("buffer[localCol * pitch + localRow]");
  ASSERT_NE(at, std::string::npos);
  source.replace(at, 6, "A[n * n * 4 + localRow] + buffer");
  gui.application->apply_all({SetSource{source}});
  gui.settle();
  ASSERT_FALSE(gui.state().problems.empty());
  ASSERT_TRUE(gui.has("###problem_0"));
  gui.click("###problem_0", 0.5f, 0.3f);
  gui.settle();
  const Diagnostic& problem = gui.state().problems.front();
  ASSERT_TRUE(problem.place.has_value());
  EXPECT_EQ(gui.state().scene.probe_block, problem.place->block);
  EXPECT_EQ(gui.state().scene.probe_warp, problem.place->warp);
}

TEST(Input, WhereNothingWasMeasuredThereIsNoEmptyColumn) {
  GuiDriver gui;
  EXPECT_FALSE(gui.shown().result.measured_gpu.empty());
  gui.application->apply_all({SetKnob{"n", 96}, SetKnob{"pad", 2}});
  gui.settle();
  EXPECT_TRUE(gui.shown().result.measured_gpu.empty());
  for (const ResultRow& row : gui.shown().result.rows) {
    EXPECT_TRUE(row.now.has_value()) << row.id;
    EXPECT_FALSE(row.measured.has_value()) << row.id;
  }
}

}  // namespace
}  // namespace warpglass
