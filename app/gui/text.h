// Every text of the window, by id, in English and Korean. One table, kept in three files: text_shell.cpp (top bar,
// keys, notices, errors) and text_panels.cpp (panels and drawings). Use: text("knobs.reset"), text("warp.pass", 3, 32).
// A missing id shows itself on the screen, and a test finds it before that. Placeholders are fmt's with positions: "{0}
// / {1}". Ids in code are literals, called through something named `text`, so that the test can find them.
#pragma once

#include <fmt/args.h>
#include <fmt/format.h>

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/scene/scene.h"

namespace warpglass {

enum class Language { kEnglish, kKorean };

struct TextEntry {
  const char* id;
  const char* en;
  const char* ko;
};

std::span<const TextEntry> shell_texts();
std::span<const TextEntry> panel_texts();
std::span<const TextEntry> time_texts();
std::span<const TextEntry> course_texts();
// Null when there is none.
const TextEntry* find_text(std::string_view id);

class Texts {
 public:
  explicit Texts(Language language) : language_(language) {}
  Language language() const { return language_; }

  // The text as it stands; the id itself when it is missing.
  const char* operator()(const char* id) const;
  // The text with its numbers filled in; never throws (a text that does not fit its arguments comes back as it stands).
  template <class First, class... Rest>
  std::string operator()(const char* id, First&& first, Rest&&... rest) const {
    fmt::dynamic_format_arg_store<fmt::format_context> store;
    store.push_back(std::forward<First>(first));
    (store.push_back(std::forward<Rest>(rest)), ...);
    return fill(id, store);
  }
  std::string filled(const char* id, const std::vector<std::string>& arguments) const;

  // The half of a scene's text that this language needs; the other one when that is empty.
  const std::string& of(const LocalisedText& both) const;

 private:
  std::string fill(const char* id, const fmt::dynamic_format_arg_store<fmt::format_context>& store) const;
  Language language_;
};

}  // namespace warpglass
