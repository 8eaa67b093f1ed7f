// The words of a lesson: en.md or ko.md, cut into sections by their headings. The sections' ids are the same in both
// languages; docs/lesson-format.md lists them.
//   "## predict ways" ... a section; "### one" ... a part of it; "> ..." at the end of a part is its reason.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace warpglass {

enum class TextLanguage { kEnglish, kKorean };
inline constexpr TextLanguage kTextLanguages[] = {TextLanguage::kEnglish, TextLanguage::kKorean};
const char* text_file(TextLanguage language);  // "en.md", "ko.md"

struct TextPart {
  std::string id;  // the heading's text; in a step the heading to show
  std::uint32_t line = 0;
  std::string text;
  std::string reason;
};

struct TextSection {
  std::string id;  // "goals", "step look", "hint 1"
  std::uint32_t line = 0;
  std::string text;  // before the first part
  std::vector<TextPart> parts;
  const TextPart* find(const std::string& part) const;
};

struct LessonText {
  std::string title;
  std::uint32_t title_line = 0;
  std::vector<TextSection> sections;
  bool given = false;  // the file is there
  const TextSection* find(const std::string& section) const;
};

struct TextMistake {
  std::uint32_t line = 0;
  std::string message;
};

// Never fails: what it cannot place becomes a mistake. At most 256 KiB and 300 sections are read.
LessonText read_lesson_text(const std::string& text, std::vector<TextMistake>& mistakes);

// What stands between double braces, with the line it stands on (of the text given).
struct Placeholder {
  std::string text;  // trimmed: "n_way @read_tile | pad=1"
  std::uint32_t line = 0;
  std::size_t begin = 0, end = 0;  // bytes, braces included
};
std::vector<Placeholder> find_placeholders(const std::string& text);

}  // namespace warpglass
