// The words of the course (docs/architecture.md), as hover cards: what a word means, and the same word in the other
// language. Found in running text in the window's language.
#pragma once

#include <cstddef>
#include <string>

#include "app/gui/text.h"

namespace warpglass {

struct GlossaryEntry {
  const char* word;     // id of the word's text: "glossary.warp"
  const char* meaning;  // id of its meaning
};
std::span<const GlossaryEntry> glossary();

// The first word of the glossary in `text` from `from` on: its place and length; null when there is none. Longer words
// win over the shorter ones they begin with. An English word stands by itself (a plural s may follow), a Korean one at
// the start of a word (particles may follow).
const GlossaryEntry* find_glossary_word(const Texts& texts, const std::string& text, std::size_t from, std::size_t& at,
                                        std::size_t& length);

// "bank conflict · 뱅크 충돌\nWavefronts beyond ..."
std::string glossary_card(const Texts& texts, const GlossaryEntry& entry);

}  // namespace warpglass
