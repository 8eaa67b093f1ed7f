// See glossary.h.
#include "app/gui/glossary.h"

#include <algorithm>
#include <cctype>

namespace warpglass {
namespace {

constexpr GlossaryEntry kEntries[] = {
    {"glossary.lane", "glossary.lane_is"},
    {"glossary.warp", "glossary.warp_is"},
    {"glossary.block", "glossary.block_is"},
    {"glossary.request", "glossary.request_is"},
    {"glossary.sector", "glossary.sector_is"},
    {"glossary.segment", "glossary.segment_is"},
    {"glossary.wavefront", "glossary.wavefront_is"},
    {"glossary.phase", "glossary.phase_is"},
    {"glossary.bank_conflict", "glossary.bank_conflict_is"},
    {"glossary.bank", "glossary.bank_is"},
    {"glossary.efficiency", "glossary.efficiency_is"},
    {"glossary.coalesced", "glossary.coalesced_is"},
    {"glossary.shared_memory", "glossary.shared_memory_is"},
    {"glossary.global_memory", "glossary.global_memory_is"},
    {"glossary.padding", "glossary.padding_is"},
    {"glossary.broadcast", "glossary.broadcast_is"},
    {"glossary.occupancy", "glossary.occupancy_is"},
    {"glossary.divergence", "glossary.divergence_is"},
    {"glossary.barrier", "glossary.barrier_is"},
    {"glossary.race", "glossary.race_is"},
};

bool is_letter(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || (c & 0x80) != 0; }

bool same(const std::string& text, std::size_t at, const std::string& word) {
  if (text.size() - at < word.size()) return false;
  for (std::size_t i = 0; i < word.size(); ++i)
    if (std::tolower(static_cast<unsigned char>(text[at + i])) != std::tolower(static_cast<unsigned char>(word[i])))
      return false;
  return true;
}

// How long the word is at this place; 0: it is not there.
std::size_t length_at(const std::string& text, std::size_t at, const std::string& word) {
  if ((at > 0 && is_letter(text[at - 1])) || !same(text, at, word)) return 0;
  const std::size_t end = at + word.size();
  const bool korean = (word.front() & 0x80) != 0;
  if (korean || end >= text.size() || !is_letter(text[end])) return word.size();
  const bool plural = text[end] == 's' && (end + 1 >= text.size() || !is_letter(text[end + 1]));
  return plural ? word.size() + 1 : 0;
}

}  // namespace

std::span<const GlossaryEntry> glossary() { return kEntries; }

const GlossaryEntry* find_glossary_word(const Texts& texts, const std::string& text, std::size_t from, std::size_t& at,
                                        std::size_t& length) {
  for (std::size_t i = from; i < text.size(); ++i) {
    if (i > 0 && is_letter(text[i - 1])) continue;
    const GlossaryEntry* best = nullptr;
    length = 0;
    for (const GlossaryEntry& entry : kEntries)
      if (const std::size_t here = length_at(text, i, texts(entry.word)); here > length) best = &entry, length = here;
    if (best == nullptr) continue;
    at = i;
    return best;
  }
  return nullptr;
}

std::string glossary_card(const Texts& texts, const GlossaryEntry& entry) {
  const Texts other(texts.language() == Language::kKorean ? Language::kEnglish : Language::kKorean);
  return std::string(texts(entry.word)) + " \u00b7 " + other(entry.word) + "\n" + texts(entry.meaning);
}

}  // namespace warpglass
