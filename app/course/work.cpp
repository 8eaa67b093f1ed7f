// See work.h.
#include "app/course/work.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include <fmt/format.h>

namespace warpglass {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

constexpr std::size_t kIdBytes = 80, kAnswerBytes = 200, kSentenceBytes = 4000, kSourceBytes = 256u << 10;
constexpr std::size_t kMostEntries = 200, kMostLessons = 200, kLargestHandIn = 16u << 20;
constexpr int kDeepest = 16;

std::string text_of(const json& value, std::size_t most) {
  if (!value.is_string()) return {};
  const std::string& text = value.get_ref<const std::string&>();
  return text.size() <= most ? text : std::string();
}

std::string member(const json& value, const char* key, std::size_t most) {
  const auto found = value.find(key);
  return found == value.end() ? std::string() : text_of(*found, most);
}

std::map<std::string, std::string> texts_of(const json& value, const char* key, std::size_t most) {
  std::map<std::string, std::string> out;
  const auto found = value.find(key);
  if (found == value.end() || !found->is_object()) return out;
  for (const auto& [name, item] : found->items())
    if (out.size() < kMostEntries && name.size() <= kIdBytes && item.is_string()) out[name] = text_of(item, most);
  return out;
}

KnobValues values_of(const json& value) {
  KnobValues out;
  if (!value.is_object()) return out;
  for (const auto& [name, item] : value.items())
    if (out.size() < 64 && name.size() <= kIdBytes && item.is_number_integer()) out[name] = item.get<std::int64_t>();
  return out;
}

bool flag_of(const json& value, const char* key) {
  const auto found = value.find(key);
  return found != value.end() && found->is_boolean() && found->get<bool>();
}

}  // namespace

std::optional<json> parse_bounded(const std::string& text, std::size_t most) {
  if (text.size() > most) return std::nullopt;
  int depth = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted) {
      if (c == '\\') ++i;
      if (c == '"') quoted = false;
    } else if (c == '"') {
      quoted = true;
    } else if (c == '{' || c == '[') {
      if (++depth > kDeepest) return std::nullopt;
    } else if (c == '}' || c == ']') {
      --depth;
    }
  }
  json value = json::parse(text, nullptr, false);
  if (value.is_discarded()) return std::nullopt;
  return value;
}

ordered_json work_json(const LessonWork& work) {
  ordered_json out;
  out["place"] = work.place;
  out["done"] = work.done;
  out["guesses"] = work.guesses;
  out["answers"] = work.answers;
  out["sources"] = work.sources;
  out["values"] = work.values;
  out["seen"] = work.seen;
  out["seen_start"] = work.seen_start;
  out["sentence"] = work.sentence;
  out["hints"] = work.hints;
  out["passed"] = work.passed;
  return out;
}

LessonWork read_work(const json& value) {
  LessonWork work;
  if (!value.is_object()) return work;
  work.place = member(value, "place", kIdBytes);
  if (const auto done = value.find("done"); done != value.end() && done->is_array())
    for (const json& item : *done)
      if (const std::string id = text_of(item, kIdBytes); !id.empty() && work.done.size() < kMostEntries)
        work.done.insert(id);
  work.guesses = texts_of(value, "guesses", kAnswerBytes);
  work.answers = texts_of(value, "answers", kAnswerBytes);
  work.sources = texts_of(value, "sources", kSourceBytes);
  if (const auto values = value.find("values"); values != value.end()) work.values = values_of(*values);
  if (const auto seen = value.find("seen"); seen != value.end() && seen->is_array())
    for (const json& item : *seen)
      if (work.seen.size() < kMostSeen) work.seen.push_back(values_of(item));
  work.seen_start = flag_of(value, "seen_start");
  work.sentence = member(value, "sentence", kSentenceBytes);
  if (const auto hints = value.find("hints"); hints != value.end() && hints->is_number_integer())
    work.hints = std::clamp<std::int64_t>(hints->get<std::int64_t>(), 0, 3);
  work.passed = flag_of(value, "passed");
  return work;
}

MissionAttempt attempt_of(const LessonWork& work) {
  MissionAttempt attempt;
  if (const auto source = work.sources.find("mission"); source != work.sources.end()) attempt.source = source->second;
  attempt.values = work.values;
  attempt.seen = work.seen;
  attempt.seen_start = work.seen_start;
  attempt.sentence = work.sentence;
  return attempt;
}

std::string write_hand_in(const HandIn& hand_in) {
  ordered_json out;
  out["format"] = "warpglass hand-in";
  out["format_version"] = 1;
  out["student"] = hand_in.student;
  out["lessons"] = ordered_json::object();
  for (const auto& [id, work] : hand_in.lessons) out["lessons"][id] = work_json(work);
  return out.dump(1, ' ', false, json::error_handler_t::replace) + "\n";
}

std::optional<HandIn> read_hand_in(const std::string& text, std::string& problem) {
  const auto value = parse_bounded(text, kLargestHandIn);
  if (!value || !value->is_object() || member(*value, "format", 40) != "warpglass hand-in") {
    problem =
        text.size() > kLargestHandIn ? "A hand-in has at most 16 MiB." : "This is no file that Warpglass handed in.";
    return std::nullopt;
  }
  const auto version = value->find("format_version");
  if (version == value->end() || !version->is_number_integer() || version->get<std::int64_t>() != 1) {
    problem = "This hand-in is of a newer Warpglass.";
    return std::nullopt;
  }
  HandIn hand_in;
  hand_in.student = member(*value, "student", kAnswerBytes);
  const auto lessons = value->find("lessons");
  if (lessons != value->end() && lessons->is_object())
    for (const auto& [id, work] : lessons->items())
      if (hand_in.lessons.size() < kMostLessons && id.size() <= kIdBytes) hand_in.lessons[id] = read_work(work);
  return hand_in;
}

}  // namespace warpglass
