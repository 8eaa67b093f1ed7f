// The text table: every id has both languages with the same placeholders, and every id that the window's sources name
// is there.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

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
  for (const auto& table : {shell_texts(), panel_texts()})
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
  for (const auto& table : {shell_texts(), panel_texts()})
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
