// The text table: every id has both languages with the same placeholders, and every id that the window's sources name
// is there.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include <imgui_internal.h>

#include "app/gui/fonts.h"
#include "app/gui/settings.h"
#include "app/gui/text.h"

namespace warpglass {
namespace {

std::multiset<std::string> placeholders(const std::string& text) {
  static const std::regex pattern(R"(\{([^}]*)\})");
  std::multiset<std::string> found;
  for (std::sregex_iterator at(text.begin(), text.end(), pattern), end; at != end; ++at) found.insert((*at)[1]);
  return found;
}

TEST(Texts, EveryIdIsThereOnceInBothLanguagesWithTheSamePlaceholders) {
  std::set<std::string> ids;
  for (const auto& table : {shell_texts(), panel_texts(), course_texts()})
    for (const TextEntry& entry : table) {
      EXPECT_TRUE(ids.insert(entry.id).second) << entry.id << " twice";
      ASSERT_NE(entry.en, nullptr) << entry.id;
      ASSERT_NE(entry.ko, nullptr) << entry.id;
      EXPECT_NE(std::string(entry.en), "") << entry.id;
      EXPECT_NE(std::string(entry.ko), "") << entry.id;
      const auto en = placeholders(entry.en), ko = placeholders(entry.ko);
      EXPECT_EQ(std::set<std::string>(en.begin(), en.end()), std::set<std::string>(ko.begin(), ko.end())) << entry.id;
      for (const std::string& name : en)
        EXPECT_TRUE(std::regex_match(name, std::regex(R"(\d+(:.*)?)")))
            << entry.id << ": {" << name << "} has no position";
    }
  EXPECT_GT(ids.size(), 50u);
}

// String literals that look like an id of a known group: "knobs.reset".
TEST(Texts, EveryIdThatSourcesNameExists) {
  std::set<std::string> groups;
  for (const auto& table : {shell_texts(), panel_texts(), course_texts()})
    for (const TextEntry& entry : table)
      groups.insert(std::string(entry.id).substr(0, std::string(entry.id).find('.')));
  static const std::regex literal(R"re("([a-z_]+)\.([a-z_0-9]+)")re");
  for (const auto& file :
       std::filesystem::recursive_directory_iterator(std::string(WARPGLASS_SOURCE_DIR) + "/app/gui")) {
    if (file.path().extension() != ".cpp" && file.path().extension() != ".h") continue;
    std::stringstream content;
    content << std::ifstream(file.path()).rdbuf();
    std::stringstream code;
    for (std::string line; std::getline(content, line);) {
      const auto first = line.find_first_not_of(' ');
      if (first != std::string::npos && line.compare(first, 2, "//") != 0 && line.compare(first, 8, "#include") != 0)
        code << line << '\n';
    }
    const std::string text = code.str();
    for (std::sregex_iterator at(text.begin(), text.end(), literal), end; at != end; ++at) {
      const std::string id = (*at)[1].str() + "." + (*at)[2].str();
      if (id == "settings.toml" || !groups.contains((*at)[1])) continue;
      EXPECT_NE(find_text(id), nullptr) << file.path().filename() << " names " << id;
    }
  }
}

TEST(Texts, FillsAndNeverThrows) {
  const Texts en(Language::kEnglish);
  EXPECT_EQ(en("bar.machine", "H200"), "H200 model");
  EXPECT_STREQ(en("no.such_text"), "no.such_text");
  EXPECT_EQ(en.filled("notice.not_a_scene", {"only one"}), en("notice.not_a_scene"));
}

// Polite endings (-ㅂ니다, -요) beside the plain ones would be two voices in one window.
TEST(Texts, KoreanHasOneVoice) {
  const auto plain = [](const std::string& text, const std::string& where) {
    for (const char* polite :
         {"습니다", "합니다", "입니다", "됩니다", "봅니다", "세요", "어요", "아요", "까요", "네요", "지요"})
      EXPECT_EQ(text.find(polite), std::string::npos) << where << ": " << text;
  };
  for (const auto& table : {shell_texts(), panel_texts(), course_texts()})
    for (const TextEntry& entry : table) plain(entry.ko, entry.id);
  for (const Scene& scene : load_scenes(std::string(WARPGLASS_SOURCE_DIR) + "/assets").scenes) {
    plain(scene.text.ko, scene.id);
    EXPECT_FALSE(scene.title.ko.empty() || scene.text.ko.empty()) << scene.id;
    for (const Variant& variant : scene.variants) plain(variant.label.ko, variant.name);
    for (const Knob& knob : scene.knobs) plain(knob.label.ko + knob.hint.ko, knob.name);
  }
}

std::set<unsigned> characters(const std::string& text) {
  std::set<unsigned> found;
  for (const char *at = text.c_str(), *end = at + text.size(); at < end;) {
    unsigned character = 0;
    at += ImTextCharFromUtf8(&character, at, end);
    if (character >= 32) found.insert(character);
  }
  return found;
}

TEST(Texts, NanumGothicHasEveryCharacter) {
  ImGui::CreateContext();
  const FontsFound found = load_fonts({});
  if (found.substitute) {
    ImGui::DestroyContext();
    GTEST_SKIP() << "NanumGothic is not installed here";
  }
  std::set<unsigned> all = characters("…×–·μ← →?");
  const auto add = [&](const std::string& text) { all.merge(characters(text)); };
  for (const auto& table : {shell_texts(), panel_texts(), course_texts()})
    for (const TextEntry& entry : table) add(entry.en), add(entry.ko);
  for (const Scene& scene : load_scenes(std::string(WARPGLASS_SOURCE_DIR) + "/assets").scenes) {
    add(scene.title.en + scene.title.ko + scene.text.en + scene.text.ko);
    for (const Variant& variant : scene.variants) add(variant.label.en + variant.label.ko);
    for (const Knob& knob : scene.knobs) add(knob.label.en + knob.label.ko + knob.hint.en + knob.hint.ko);
  }
  EXPECT_GT(all.size(), 200u);
  for (ImFont* font : {found.fonts.regular, found.fonts.bold})
    for (const unsigned character : all)
      EXPECT_TRUE(font->IsGlyphInFont(static_cast<ImWchar>(character))) << "U+" << std::hex << character;
  ImGui::DestroyContext();
}

TEST(Settings, SurviveDamage) {
  Settings settings;
  settings.theme = ThemeName::kLight, settings.language = Language::kKorean, settings.scale_percent = 150;
  EXPECT_EQ(read_settings(write_settings(settings)).scale_percent, 150);
  EXPECT_EQ(read_settings(write_settings(settings)).language, Language::kKorean);
  for (const char* bad : {"", "theme", "scale = 9999", "scale = \"x\"\nwidth = -5", "left = nan", "\xff\xfe\0", "[[["})
    EXPECT_EQ(read_settings(bad), Settings{}) << bad;
}

}  // namespace
}  // namespace warpglass
