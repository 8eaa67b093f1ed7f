// Looking texts up and filling them. A text that does not fit its arguments is shown as it stands: a wrong sentence is
// a mistake to find by test, not a reason to stop a lecture.
#include "app/gui/text.h"

#include <algorithm>
#include <cstring>
#include <map>

namespace warpglass {

const TextEntry* find_text(std::string_view id) {
  static const auto index = [] {
    std::map<std::string_view, const TextEntry*> all;
    for (const auto& table : {shell_texts(), panel_texts(), time_texts(), course_texts()})
      for (const TextEntry& entry : table) all.emplace(entry.id, &entry);
    return all;
  }();
  const auto found = index.find(id);
  return found == index.end() ? nullptr : found->second;
}

const char* Texts::operator()(const char* id) const {
  const TextEntry* entry = find_text(id);
  if (entry == nullptr) return id;
  return language_ == Language::kKorean ? entry->ko : entry->en;
}

std::string Texts::fill(const char* id, const fmt::dynamic_format_arg_store<fmt::format_context>& store) const {
  const char* pattern = (*this)(id);
  try {
    return fmt::vformat(pattern, store);
  } catch (const fmt::format_error&) {
    return pattern;
  }
}

std::string Texts::filled(const char* id, const std::vector<std::string>& arguments) const {
  fmt::dynamic_format_arg_store<fmt::format_context> store;
  for (const auto& argument : arguments) store.push_back(argument);
  return fill(id, store);
}

const std::string& Texts::of(const LocalisedText& both) const {
  const std::string& first = language_ == Language::kKorean ? both.ko : both.en;
  const std::string& second = language_ == Language::kKorean ? both.en : both.ko;
  return first.empty() ? second : first;
}

}  // namespace warpglass
