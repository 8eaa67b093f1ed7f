// Recordings: the shipped one, what counts as the same launch or access, and refusals of what is no recording.
#include "app/device/recording.h"

#include <gtest/gtest.h>

#include "app/device/measured.h"
#include "app/scene/scene.h"
#include "sim/memory/banks.h"
#include "sim/memory/coalesce.h"

namespace warpglass {
namespace {

const std::string kAssets = std::string(WARPGLASS_SOURCE_DIR) + "/assets";

const std::vector<Recording>& shipped() {
  static const std::vector<Recording> all = [] {
    std::vector<std::string> errors;
    auto found = load_recordings(kAssets + "/recordings", errors);
    for (const std::string& error : errors) ADD_FAILURE() << error;
    return found;
  }();
  return all;
}

std::string refusal(const std::string& json) {
  std::string error;
  EXPECT_FALSE(read_recording(json, error).has_value()) << json;
  EXPECT_FALSE(error.empty());
  return error;
}

const std::string kHead =
    R"("format_version": 1, "gpu": "G", "machine": "h200", "date": "2026-11-30", "protocol": "by hand")";

TEST(Recording, ShippedOnesAreOfAnH200) {
  ASSERT_GE(shipped().size(), 2u);  // the public launches first, then what the plug-in measured
  for (const Recording& recording : shipped()) {
    EXPECT_EQ(recording.machine, "h200");
    EXPECT_EQ(recording.gpu, "NVIDIA H200");
    EXPECT_FALSE(recording.launches.empty() && recording.accesses.empty());
  }
  EXPECT_EQ(recording_label(shipped()[0]), "NVIDIA H200, recorded 2026-11-30");
  EXPECT_GT(shipped()[0].launches.size(), 200u);
  EXPECT_GT(shipped()[0].accesses.size(), 1000u);
}

TEST(Recording, KnowsTheTransposeScene) {
  const SceneLibrary library = load_scenes(kAssets);
  const Scene* found = find_scene(library, "transpose");
  ASSERT_NE(found, nullptr);
  Scene scene = *found;
  Launch launch;
  SceneError error;
  ASSERT_TRUE(scene_launch(scene, launch, error));
  const RecordedLaunch* recorded = find_recorded(shipped()[0], scene.source, launch);
  ASSERT_NE(recorded, nullptr);
  EXPECT_EQ(recorded->counters.at("bank_conflicts_store"), 0.0);
  EXPECT_GT(recorded->counters.at("bank_conflicts_load"), 60'000.0);
  EXPECT_EQ(find_recorded(shipped()[0], scene.source + "  // a remark\n\n", launch), recorded);
  EXPECT_EQ(find_recorded(shipped()[0], scene.source + "int x;", launch), nullptr);
  set_knob(scene, "pad", 3);
  ASSERT_TRUE(scene_launch(scene, launch, error));
  EXPECT_EQ(find_recorded(shipped()[0], scene.source, launch), nullptr);
}

TEST(Recording, AccessesAgreeWithTheModel) {
  for (const RecordedAccess& recorded : shipped()[0].accesses) {
    Access access;
    access.space = recorded.space, access.operation = recorded.operation, access.atomic = recorded.atomic;
    access.result_used = recorded.result_used, access.operand_is_one = recorded.operand_is_one;
    access.bytes = static_cast<std::uint8_t>(recorded.bytes), access.lanes = recorded.lanes;
    for (std::size_t i = 0; i < kLanes; ++i)
      access.address[i] = 128u * 7u + static_cast<std::uint64_t>(recorded.index[i]) * recorded.bytes;
    const double cost =
        access.space == Space::kShared ? count_wavefronts(access).wavefronts : count_sectors(access).sectors;
    EXPECT_EQ(cost, recorded.cost);
    const RecordedAccess* found = find_recorded(shipped()[0], access);
    ASSERT_NE(found, nullptr);
    EXPECT_EQ(found->cost, recorded.cost);
  }
}

TEST(Recording, AnotherShiftOrWidthIsAnotherAccess) {
  Access access;
  access.space = Space::kShared;
  for (std::size_t i = 0; i < kLanes; ++i) access.address[i] = 4 * 5 * i;
  ASSERT_NE(find_recorded(shipped()[0], access), nullptr);
  access.lanes = 0;
  EXPECT_EQ(find_recorded(shipped()[0], access), nullptr);
  access.lanes = kAllLanes;
  for (std::uint64_t& address : access.address) address += 12;
  EXPECT_EQ(find_recorded(shipped()[0], access), nullptr);
}

TEST(Recording, SourceHashIgnoresCommentsAndBlanks) {
  const std::string hash = source_hash("int a = 1; // one\n  int b;\n");
  EXPECT_EQ(hash.size(), 16u);
  EXPECT_EQ(source_hash("\n/* two\nlines */ int a =  1;\r\n\tint b;"), hash);
  EXPECT_EQ(source_hash("int a = 1; int b;"), hash);  // wrapping does not matter
  EXPECT_NE(source_hash("int a = 2;\nint b;\n"), hash);
  EXPECT_NE(source_hash("print(\"// not a comment\");"), source_hash("print(\"\");"));
  EXPECT_NE(source_hash("#define A 1\nint a;"), source_hash("#define A 1 int a;"));
  source_hash("\"unclosed \\");
  source_hash("/* unclosed");
}

TEST(Recording, RefusesWithThePlace) {
  EXPECT_EQ(refusal("not json"), "The text is not JSON.");
  refusal("[]");
  refusal("{}");
  refusal(std::string(100'000, '['));
  EXPECT_EQ(refusal(R"({"format_version": 2})"), "format_version: this program reads version 1 only.");
  EXPECT_EQ(refusal(R"({"format_version": 1, "gpu": 3})").substr(0, 4), "gpu:");
  EXPECT_EQ(refusal("{" + kHead + R"(, "launches": {}})").substr(0, 9), "launches:");
  EXPECT_EQ(refusal("{" + kHead + R"(, "launches": [1]})").substr(0, 12), "launches[0]:");
  EXPECT_EQ(refusal("{" + kHead + R"(, "accesses": [{"space": "moon"}]})").substr(0, 18), "accesses[0].space:");
  const std::string access = R"({"space": "shared", "operation": "load", "bytes": 4, "lanes": "f", "index": [)";
  EXPECT_NE(refusal("{" + kHead + R"(, "accesses": [)" + access + "1]}]}").find("32 element indices"),
            std::string::npos);
  std::string zeros = "0";
  for (int i = 1; i < 32; ++i) zeros += ",0";
  EXPECT_NE(refusal("{" + kHead + R"(, "accesses": [)" + access + zeros + R"(], "cost": -1}]})").find("cost"),
            std::string::npos);
  std::string error;
  EXPECT_TRUE(read_recording("{" + kHead + R"(, "accesses": [)" + access + zeros + R"(], "cost": 1}]})", error))
      << error;
  const std::string launch =
      R"({"source": "k.cu", "source_hash": "0123456789abcdef", "kernel": "k", "grid": [1,1,1], "block": )";
  EXPECT_NE(refusal("{" + kHead + R"(, "launches": [)" + launch + R"("x"}]})").find("launches[0].block"),
            std::string::npos);
}

}  // namespace
}  // namespace warpglass
