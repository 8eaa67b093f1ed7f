// Missions check themselves: an attempt (the source as it stands, the knobs, what was seen, one sentence) against the
// lesson's conditions. Every number is computed here and now; nothing that an attempt claims about numbers is used.
#pragma once

#include <string>
#include <vector>

#include "app/course/lesson.h"
#include "app/course/scene_run.h"

namespace warpglass {

struct MissionAttempt {
  std::string source;            // with `edit`; empty: the start
  KnobValues values;             // without `edit`: what the knobs stand at
  std::vector<KnobValues> seen;  // knob values whose results were shown, in order; the first before any change
  bool seen_start = false;       // the results of the start, unchanged, were shown
  std::string sentence;
};

struct ConditionState {
  std::string id;
  ConditionKind kind = ConditionKind::kMetric;
  bool met = false;
  NoNumber why = NoNumber::kNone;  // why there is no number
  bool has_value = false;
  double value = 0.0;  // metric: what it is (the first that misses the limit, else the last)
  KnobValues at;       // the check values at which it was missed
  std::string detail;  // one English sentence
};

struct MissionState {
  std::vector<ConditionState> conditions;  // in the lesson's order
  bool passed = false;                     // all of them
};

// Words of a sentence. A Korean word says about as much as one and a half English ones and counts so. Words said again
// and again do not count.
std::int64_t count_words(const std::string& sentence);

// `all_values`: at every check value too; without, only at the mission's own values (a first answer while typing).
MissionState judge_mission(SceneRunner& runner, const Lesson& lesson, const MissionAttempt& attempt,
                           bool all_values = true);

// An attempt in which everything but the work itself is done; for the check of a lesson.
MissionAttempt diligent_attempt(const Lesson& lesson, const std::string& source);

}  // namespace warpglass
