// A scene as a text report: launch, cost of each line, the selected access as a picture of characters, counters, and
// the sentence that says what it shows. What `./run` leaves as build/report.txt where there is no display.
#pragma once

#include <string>

#include "app/scene/scene_input.h"
#include "sim/session.h"

namespace warpglass {

struct SceneReport {
  std::string text;
  bool ok = false;  // the launch ran without a fault, or the lab's access could be computed
};
// Runs the scene. Lines have at most 100 columns but for source text and messages.
SceneReport scene_report(Session& session, const Scene& scene, const SessionLimits& limits,
                         const MeasuredNumbers& measured);

// Pictures, at most 100 columns wide. Shared: a column a bank, a row a pass (the first at the bottom), in each box the
// lowest lane that it serves. Global: a row a line, 32 words in four sectors; `//` was moved but nobody asked for it,
// `..` was not moved.
std::string bank_picture(const BankAccess& bank_access, const BankShape& shape);
std::string line_picture(const Access& access, const Coalesced& coalesced, const LineShape& shape);
// The sentence in English.
std::string sentence_text(const Sentence& sentence);

}  // namespace warpglass
