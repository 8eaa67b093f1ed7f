// The words of a lesson against its lesson.toml, and one language against the other.
#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "app/course/check_lesson.h"

namespace warpglass {
namespace {

// What a section has to hold.
struct Wanted {
  std::vector<std::string> parts;  // ids of its parts
  bool reasons = false;            // each part ends with "> ..."
  bool free_parts = false;         // its parts are headings to show
};
using WantedSections = std::map<std::string, Wanted>;

WantedSections wanted_sections(const Lesson& lesson) {
  WantedSections wanted;
  for (const char* id : {"goals", "problem", "limit", "bridge"}) wanted[id] = {};
  for (const LessonStep& step : lesson.steps) {
    wanted["step " + step.id].free_parts = true;
    for (const Prediction& prediction : step.predictions) {
      Wanted& section = wanted["predict " + prediction.id];
      section.parts = prediction.choices;
      section.reasons = prediction.is_choice;
      for (const auto& [id, query] : prediction.wrong) section.parts.push_back(id);
    }
  }
  if (lesson.mission) {
    wanted["mission"] = {};
    for (const MissionCondition& condition : lesson.mission->conditions) wanted["condition " + condition.id] = {};
    for (const char* hint : {"hint 1", "hint 2", "hint 3"}) wanted[hint] = {};
  }
  for (const QuizQuestion& question : lesson.quiz) {
    Wanted& section = wanted["quiz " + question.id];
    section.parts = question.choices;
    section.reasons = true;
  }
  return wanted;
}

std::size_t count_lines(const std::string& text, const std::string& start) {
  std::size_t count = 0;
  for (std::size_t at = 0; at < text.size();) {
    count += text.compare(at, start.size(), start) == 0;
    at = text.find('\n', at);
    at = at == std::string::npos ? text.size() : at + 1;
  }
  return count;
}

class TextCheck {
 public:
  TextCheck(const Lesson& lesson, TextLanguage language, std::vector<LessonProblem>& problems)
      : text_(lesson.text[static_cast<std::size_t>(language)]),
        file_(lesson.id + "/" + text_file(language)),
        problems_(problems) {}

  void run(const WantedSections& wanted) {
    if (text_.title.empty()) tell(text_.title_line, "", "The title is missing: a line that begins with \"# \".");
    for (const auto& [id, what] : wanted) {
      const TextSection* section = text_.find(id);
      if (section == nullptr)
        tell(0, id, fmt::format("The section \"## {}\" is missing.", id));
      else
        check_section(*section, what);
    }
    for (const TextSection& section : text_.sections) {
      if (!wanted.contains(section.id))
        tell(section.line, section.id, "The lesson has nothing of that name; is it misspelt?");
      check_placeholders(section);
    }
  }

 private:
  void tell(std::uint32_t line, const std::string& key, const std::string& message) {
    problems_.push_back({file_, line, key, message});
  }

  void check_section(const TextSection& section, const Wanted& what) {
    const bool spoken = !section.text.empty() || (what.free_parts && !section.parts.empty());
    if (!spoken) tell(section.line, section.id, "This section is empty.");
    if (section.id == "goals" && count_lines(section.text, "- ") != 3)
      tell(section.line, section.id, "Three lines that begin with \"- \" are needed here.");
    if (what.free_parts) return;
    for (const std::string& id : what.parts) {
      const TextPart* part = section.find(id);
      if (part == nullptr)
        tell(section.line, section.id, fmt::format("The part \"### {}\" is missing.", id));
      else
        check_part(section, *part, what.reasons);
    }
    for (const TextPart& part : section.parts)
      if (std::find(what.parts.begin(), what.parts.end(), part.id) == what.parts.end())
        tell(part.line, section.id, fmt::format("\"{}\" is no part of this section; is it misspelt?", part.id));
  }

  void check_part(const TextSection& section, const TextPart& part, bool reasons) {
    if (part.text.empty()) tell(part.line, section.id, fmt::format("The part \"{}\" is empty.", part.id));
    if (reasons && part.reason.empty())
      tell(part.line, section.id,
           fmt::format("The choice \"{}\" needs its reason: lines that begin with \"> \", shown after the answer.",
                       part.id));
  }

  void check_placeholders(const TextSection& section) {
    std::string all = section.text;
    for (const TextPart& part : section.parts) all += "\n" + part.id + "\n" + part.text + "\n" + part.reason;
    for (const Placeholder& placeholder : find_placeholders(all)) {
      PlaceholderQuery query;
      std::string problem;
      if (!read_placeholder(placeholder.text, query, problem))
        tell(section.line, section.id, fmt::format("{{{{{}}}}}: {}", placeholder.text, problem));
    }
  }

  const LessonText& text_;
  const std::string file_;
  std::vector<LessonProblem>& problems_;
};

// Placeholders of a section, sorted: word order may differ between languages, the numbers may not.
std::multiset<std::string> numbers_of(const TextSection& section) {
  std::multiset<std::string> numbers;
  const auto add = [&](const std::string& text) {
    for (const Placeholder& placeholder : find_placeholders(text)) numbers.insert(placeholder.text);
  };
  add(section.text);
  for (const TextPart& part : section.parts) {
    add(part.id);
    add(part.text);
    add(part.reason);
  }
  return numbers;
}

void compare_languages(const Lesson& lesson, std::vector<LessonProblem>& problems) {
  const LessonText &english = lesson.text[0], &korean = lesson.text[1];
  const std::string file = lesson.id + "/" + text_file(TextLanguage::kKorean);
  for (const TextSection& section : english.sections) {
    const TextSection* other = korean.find(section.id);
    if (other == nullptr) continue;  // told already
    const auto here = numbers_of(section), there = numbers_of(*other);
    for (const std::string& number : std::set<std::string>(here.begin(), here.end()))
      if (there.count(number) < here.count(number))
        problems.push_back({file, other->line, section.id,
                            fmt::format("{{{{{}}}}} is in the English text ({} times) but not here as often ({}).",
                                        number, here.count(number), there.count(number))});
    for (const std::string& number : std::set<std::string>(there.begin(), there.end()))
      if (here.count(number) < there.count(number))
        problems.push_back(
            {file, other->line, section.id, fmt::format("{{{{{}}}}} is not as often in the English text.", number)});
    if (section.id.starts_with("step ") && section.parts.size() != other->parts.size())
      problems.push_back({file, other->line, section.id,
                          fmt::format("The English text has {} headings here, this one {}.", section.parts.size(),
                                      other->parts.size())});
  }
}

}  // namespace

void check_texts(const Lesson& lesson, std::vector<LessonProblem>& problems) {
  const WantedSections wanted = wanted_sections(lesson);
  for (const TextLanguage language : kTextLanguages)
    if (lesson.text[static_cast<std::size_t>(language)].given) TextCheck(lesson, language, problems).run(wanted);
  if (lesson.text[0].given && lesson.text[1].given) compare_languages(lesson, problems);
}

}  // namespace warpglass
