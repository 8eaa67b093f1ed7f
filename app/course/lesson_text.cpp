// See lesson_text.h.
#include "app/course/lesson_text.h"

#include <algorithm>

#include <fmt/format.h>

namespace warpglass {
namespace {

constexpr std::size_t kLargestText = 256u << 10, kMostSections = 300, kMostParts = 50, kMostPlaceholders = 2000;

std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

// Runs of blanks as one, so that "##  step   look" is "step look".
std::string heading_words(const std::string& text) {
  std::string out;
  for (const char c : trimmed(text)) {
    const bool blank = c == ' ' || c == '\t';
    if (!blank || (!out.empty() && out.back() != ' ')) out += blank ? ' ' : c;
  }
  return out;
}

class Cutter {
 public:
  Cutter(LessonText& out, std::vector<TextMistake>& mistakes) : out_(out), mistakes_(mistakes) {}

  void line(const std::string& text) {
    ++line_;
    if (text.starts_with("```")) fenced_ = !fenced_;
    if (fenced_ || !(text.starts_with("# ") || text.starts_with("## ") || text.starts_with("### "))) return body(text);
    if (text.starts_with("### ")) return part(heading_words(text.substr(4)));
    if (text.starts_with("## ")) return section(heading_words(text.substr(3)));
    title(heading_words(text.substr(2)));
  }

  void finish() {
    if (fenced_) mistakes_.push_back({line_, "A block of code between ``` lines does not end."});
    for (TextSection& one : out_.sections) {
      one.text = trimmed(one.text);
      for (TextPart& part : one.parts) {
        part.text = trimmed(part.text);
        part.reason = trimmed(part.reason);
      }
    }
  }

 private:
  void mistake(std::string message) {
    if (mistakes_.size() < 100) mistakes_.push_back({line_, std::move(message)});
  }

  void title(const std::string& text) {
    if (out_.title_line != 0) return mistake("There is a second title; sections begin with ##.");
    out_.title = text;
    out_.title_line = line_;
  }

  void section(const std::string& id) {
    skipping_ = out_.sections.size() >= kMostSections;
    if (skipping_) return mistake("A lesson may have at most 300 sections.");
    if (const TextSection* known = out_.find(id); known != nullptr)
      mistake(fmt::format("The section \"{}\" is there already, on line {}.", id, known->line));
    out_.sections.push_back({id, line_, {}, {}});
  }

  void part(const std::string& id) {
    if (out_.sections.empty()) return mistake("A part (###) needs a section (##) before it.");
    TextSection& owner = out_.sections.back();
    if (skipping_ || owner.parts.size() >= kMostParts) return mistake("A section may have at most 50 parts.");
    if (owner.find(id) != nullptr) mistake(fmt::format("The part \"{}\" is in this section already.", id));
    owner.parts.push_back({id, line_, {}, {}});
  }

  void body(const std::string& text) {
    if (skipping_) return;
    if (out_.sections.empty()) {
      if (!trimmed(text).empty()) mistake("This text stands before the first section (##).");
      return;
    }
    TextSection& owner = out_.sections.back();
    if (owner.parts.empty()) {
      owner.text += text + "\n";
    } else if (!fenced_ && text.starts_with(">")) {
      owner.parts.back().reason += trimmed(text.substr(1)) + "\n";
    } else {
      owner.parts.back().text += text + "\n";
    }
  }

  LessonText& out_;
  std::vector<TextMistake>& mistakes_;
  std::uint32_t line_ = 0;
  bool fenced_ = false, skipping_ = false;
};

}  // namespace

const char* text_file(TextLanguage language) { return language == TextLanguage::kEnglish ? "en.md" : "ko.md"; }

const TextPart* TextSection::find(const std::string& part) const {
  const auto found = std::find_if(parts.begin(), parts.end(), [&](const TextPart& p) { return p.id == part; });
  return found == parts.end() ? nullptr : &*found;
}

const TextSection* LessonText::find(const std::string& section) const {
  const auto found =
      std::find_if(sections.begin(), sections.end(), [&](const TextSection& s) { return s.id == section; });
  return found == sections.end() ? nullptr : &*found;
}

LessonText read_lesson_text(const std::string& text, std::vector<TextMistake>& mistakes) {
  LessonText out;
  out.given = true;
  if (text.size() > kLargestText) {
    mistakes.push_back({0, "A lesson's text may have at most 256 KiB."});
    return out;
  }
  Cutter cutter(out, mistakes);
  std::size_t at = text.starts_with("\xef\xbb\xbf") ? 3 : 0;
  while (at < text.size()) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::string line = text.substr(at, end - at);
    if (!line.empty() && line.back() == '\r') line.pop_back();
    cutter.line(line);
    at = end + 1;
  }
  cutter.finish();
  return out;
}

std::vector<Placeholder> find_placeholders(const std::string& text) {
  std::vector<Placeholder> found;
  std::size_t counted = 0;
  std::uint32_t line = 1;
  for (std::size_t at = 0; found.size() < kMostPlaceholders;) {
    const std::size_t open = text.find("{{", at);
    const std::size_t close = open == std::string::npos ? open : text.find("}}", open + 2);
    if (close == std::string::npos) break;
    line += static_cast<std::uint32_t>(std::count(text.begin() + static_cast<std::ptrdiff_t>(counted),
                                                  text.begin() + static_cast<std::ptrdiff_t>(open), '\n'));
    counted = open;
    found.push_back({trimmed(text.substr(open + 2, close - open - 2)), line, open, close + 2});
    at = close + 2;
  }
  return found;
}

}  // namespace warpglass
