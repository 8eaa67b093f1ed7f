// What a student did in a lesson, and its JSON: the entries of the progress file and of a hand-in are the same. Reading
// is bounded and trusts nothing: what does not fit is left out.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "app/course/lesson.h"
#include "app/course/mission.h"

namespace warpglass {

struct LessonWork {
  std::string place;                           // where the student was: "step look", "mission", "quiz"
  std::set<std::string> done;                  // steps whose task was done
  std::map<std::string, std::string> guesses;  // by prediction: the number as typed, or the choice
  std::map<std::string, std::string> answers;  // by question of the quiz
  std::map<std::string, std::string> sources;  // edited ones, by "step look" or "mission"
  KnobValues values;                           // the mission's knobs
  std::vector<KnobValues> seen;                // knob values whose results were shown in the mission
  bool seen_start = false;
  std::string sentence;
  std::int64_t hints = 0;  // shown
  bool passed = false;     // the mission, as the program saw it then; grading does not use it
  bool operator==(const LessonWork&) const = default;
};
inline constexpr std::size_t kMostSeen = 64;

nlohmann::ordered_json work_json(const LessonWork& work);
LessonWork read_work(const nlohmann::json& value);
MissionAttempt attempt_of(const LessonWork& work);

// A text as JSON, or nothing: at most `most` bytes, nesting at most 16.
std::optional<nlohmann::json> parse_bounded(const std::string& text, std::size_t most);

// What a student hands in: one file, nothing about the machine or the time.
struct HandIn {
  std::string student;
  std::map<std::string, LessonWork> lessons;  // by id
};
std::string write_hand_in(const HandIn& hand_in);
// Nothing and one sentence when the text is no hand-in.
std::optional<HandIn> read_hand_in(const std::string& text, std::string& problem);

}  // namespace warpglass
