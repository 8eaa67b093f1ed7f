// Scenes: the shipped ones, the way through text and back, launches at knob values, and every mistake named.
#include "app/scene/scene.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace warpglass {
namespace {

const std::string kAssets = std::string(WARPGLASS_SOURCE_DIR) + "/assets";

SceneLibrary shipped() {
  SceneLibrary library = load_scenes(kAssets);
  for (const SceneError& error : library.errors)
    ADD_FAILURE() << error.line << ": " << error.key << ": " << error.message;
  return library;
}

Scene transpose() {
  const SceneLibrary library = shipped();
  const Scene* scene = find_scene(library, kFirstScene);
  return scene == nullptr ? Scene{} : *scene;
}

Launch launch_of(const Scene& scene) {
  Launch launch;
  SceneError error;
  EXPECT_TRUE(scene_launch(scene, launch, error)) << error.key << ": " << error.message;
  return launch;
}

// A small scene whose lines the tests of mistakes change.
std::string small_scene(const std::string& from = "", const std::string& to = "") {
  std::string text =
      "format_version = 1\nkind = \"kernel\"\nid = \"small\"\ntitle = { en = \"Small\", ko = \"작은\" }\n"
      "source = \"__global__ void k(int n) {}\"\n"
      "[[knob]]\nname = \"n\"\nminimum = 1\nmaximum = 64\nstart = 8\n"
      "[[variant]]\nname = \"a\"\nkernel = \"k\"\ngrid = [\"n / 2\"]\nblock = [\"32\"]\nargs = [\"n=int32:n\"]\n"
      "knobs = [\"n\"]\n";
  if (!from.empty()) {
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    text.replace(at, from.size(), to);
  }
  return text;
}

std::vector<SceneError> mistakes(const std::string& text) {
  std::vector<SceneError> errors;
  EXPECT_FALSE(read_scene(text, errors).has_value());
  EXPECT_FALSE(errors.empty());
  return errors;
}

TEST(Scene, ShippedOnesAreThere) {
  const SceneLibrary library = shipped();
  ASSERT_NE(find_scene(library, "transpose"), nullptr);
  ASSERT_NE(find_scene(library, "access_lab"), nullptr);
  EXPECT_EQ(find_scene(library, "nothing"), nullptr);
  for (const Scene& scene : library.scenes) {
    EXPECT_FALSE(scene.title.ko.empty());
    EXPECT_FALSE(scene.text.ko.empty());
  }
}

TEST(Scene, OpensOnTheConflict) {
  const Scene scene = transpose();
  EXPECT_EQ(scene.variant, "try3");
  EXPECT_EQ(knob_value(scene, "pad"), 0);
  EXPECT_EQ(knob_value(scene, "width"), 32);
  EXPECT_EQ(chosen_variant(scene).select, "buffer[localCol * pitch + localRow]");
  EXPECT_NE(scene.source.find("buffer[localCol * pitch + localRow]"), std::string::npos);
}

TEST(Scene, ComesBackFromItsText) {
  for (Scene scene : shipped().scenes) {
    std::vector<SceneError> errors;
    const auto back = read_scene(write_scene(scene), errors);
    ASSERT_TRUE(back.has_value()) << errors.front().message;
    EXPECT_TRUE(*back == scene) << write_scene(scene);
  }
}

TEST(Scene, ComesBackWithOddText) {
  Scene scene = transpose();
  set_knob(scene, "pad", 1);
  scene.selected_access = "a[\"\\x\"]\n\t가";
  scene.probe_block = 3, scene.probe_warp = 2;
  for (const char* source :
       {"", "'''", "\"\"\"", "a\\\nb\r\n\x01\x7f", "x'", "\n\nfirst lines are empty", "tab\t'quote'"}) {
    scene.source = source;
    std::vector<SceneError> errors;
    const auto back = read_scene(write_scene(scene), errors);
    ASSERT_TRUE(back.has_value()) << errors.front().message;
    EXPECT_EQ(back->source, source);
    EXPECT_TRUE(*back == scene);
  }
  scene.source = "\xff\xc0\xaf ok";
  std::vector<SceneError> errors;
  ASSERT_TRUE(read_scene(write_scene(scene), errors).has_value());
}

TEST(Scene, KnobsStayInTheirRange) {
  Scene scene = transpose();
  set_knob(scene, "pad", 99);
  EXPECT_EQ(knob_value(scene, "pad"), 8);
  set_knob(scene, "pad", INT64_MIN);
  EXPECT_EQ(knob_value(scene, "pad"), 0);
  set_knob(scene, "width", 15);
  EXPECT_EQ(knob_value(scene, "width"), 16);
  set_knob(scene, "width", INT64_MAX);
  EXPECT_EQ(knob_value(scene, "width"), 32);
  set_knob(scene, "nothing", 1);
  EXPECT_EQ(knob_value(scene, "nothing"), 0);
}

TEST(Scene, LaunchesFollowTheKnobs) {
  Scene scene = transpose();
  Launch launch = launch_of(scene);
  EXPECT_EQ(launch.kernel, "transpose_shared");
  EXPECT_EQ(launch.grid, (Dim3{8, 8, 1}));
  EXPECT_EQ(launch.block, (Dim3{32, 32, 1}));
  EXPECT_EQ(launch.dynamic_shared, 4096u);
  set_knob(scene, "pad", 1);
  set_knob(scene, "n", 100);
  launch = launch_of(scene);
  EXPECT_EQ(launch.grid, (Dim3{4, 4, 1}));
  EXPECT_EQ(launch.dynamic_shared, 4224u);
  ASSERT_EQ(launch.args.size(), 4u);
  EXPECT_EQ(launch.args[3].name, "pad");
  EXPECT_EQ(std::get<ScalarArgument>(launch.args[3].value).value, Number::of(1));
  EXPECT_EQ(std::get<BufferArgument>(launch.args[0].value).count, 10'000u);
}

TEST(Scene, EveryVariantLaunchesAtEveryEndOfItsKnobs) {
  Scene scene = transpose();
  for (const Variant& variant : transpose().variants) {
    scene.variant = variant.name;
    scene.values = variant.fixed;
    for (const std::string& knob : variant.knobs)
      for (const std::int64_t value : {INT64_MIN, INT64_MAX}) {
        set_knob(scene, knob, value);
        EXPECT_FALSE(launch_of(scene).kernel.empty());
      }
  }
}

TEST(Scene, HintsAreFilled) {
  const Scene scene = transpose();
  EXPECT_EQ(fill_hint(scene, "{width} x {width + pad} x 4 B = {width * (width + pad) * 4} B"),
            "32 x 32 x 4 B = 4096 B");
  EXPECT_EQ(fill_hint(scene, "{nothing} {"), "{nothing} {");
}

TEST(Scene, SmallSceneIsRead) {
  std::vector<SceneError> errors;
  const auto scene = read_scene(small_scene(), errors);
  ASSERT_TRUE(scene.has_value()) << errors.front().message;
  EXPECT_EQ(scene->variant, "a");
  EXPECT_EQ(launch_of(*scene).grid.x, 4u);
}

TEST(Scene, MistakesAreNamedWithTheirPlace) {
  EXPECT_EQ(mistakes("kind = ").front().line, 1u);
  EXPECT_EQ(mistakes(small_scene("minimum = 1", "minimum = 100")).front().key, "knob[0].maximum");
  EXPECT_EQ(mistakes(small_scene("minimum = 1", "minimun = 1")).front().line, 8u);
  EXPECT_EQ(mistakes(small_scene("start = 8", "start = 65")).front().key, "knob");
  EXPECT_EQ(mistakes(small_scene("start = 8", "start = \"8\"")).front().key, "knob[0].start");
  EXPECT_EQ(mistakes(small_scene("format_version = 1", "format_version = 2")).front().key, "format_version");
  EXPECT_EQ(mistakes(small_scene("kind = \"kernel\"", "kind = \"film\"")).front().key, "kind");
  EXPECT_EQ(mistakes(small_scene("id = \"small\"", "id = \"../small\"")).front().key, "id");
  EXPECT_EQ(mistakes(small_scene("knobs = [\"n\"]", "knobs = [\"m\"]")).front().key, "variant");
  EXPECT_EQ(mistakes(small_scene("\"n / 2\"", "\"n / 0\"")).front().key, "variant");
  EXPECT_EQ(mistakes(small_scene("\"n / 2\"", "\"0 - n\"")).front().key, "variant");
  EXPECT_EQ(mistakes(small_scene("int32:n", "int33:n:1:2")).front().key, "variant");
  EXPECT_EQ(mistakes(small_scene("source = ", "source_file = \"../../etc/passwd\" # ")).front().key, "source_file");
  EXPECT_EQ(mistakes(small_scene("source = ", "source_file = \"k.cu\" # ")).front().key, "source_file");
}

TEST(Scene, AllMistakesOfOneText) {
  const auto errors = mistakes(small_scene("start = 8", "start = true\nhue = 3\nlabel = 4"));
  EXPECT_EQ(errors.size(), 3u);
}

TEST(Scene, HostileTextIsRefusedQuickly) {
  std::string dots = "a";
  for (int i = 0; i < 100'000; ++i) dots += ".a";
  EXPECT_EQ(mistakes("[" + dots + "]").front().line, 1u);
  EXPECT_EQ(mistakes("x = 1\n" + dots + " = 1").front().line, 2u);
  mistakes("a = " + std::string(100'000, '['));
  mistakes(std::string(2u << 20, '#'));
  mistakes(std::string("id = \"a\0b\"", 10));
  mistakes("id = \"\xff\"");
  for (const char* header : {"[#x]", "[[#", "[.a]", "[", "[]", "\t[ [ ="})
    EXPECT_EQ(mistakes(header).front().line, 1u) << header;
  mistakes("");
}

}  // namespace
}  // namespace warpglass
