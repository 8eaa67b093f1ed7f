// A knob over its whole range: what one request of the selected access costs at each value.
// A kernel scene is run with its first blocks only, since a cost per request is what is shown; the answer says so.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/scene/scene_input.h"
#include "sim/session.h"

namespace warpglass {

struct KnobSweepPoint {
  std::int64_t value = 0;
  std::optional<double> cost;      // sectors or wavefronts per request; empty: refused there, or the access did not run
  std::optional<double> best;      // the fewest possible
  std::optional<double> measured;  // where exactly this is recorded
  std::string problem;             // why there is no cost; one sentence
};

struct KnobSweep {
  std::string knob;
  bool shared = false;         // wavefronts, else sectors
  bool finished = false;       // every point has its cost or its problem
  bool partial = false;        // some launches ran their first blocks only
  bool cancelled = false;      // the points up to there
  std::string measured_label;  // "NVIDIA H200, recorded 2026-11-30"; empty: nothing measured
  std::vector<KnobSweepPoint> points;
};

struct KnobSweepOptions {
  std::uint64_t block_limit = 4;
  std::uint64_t whole_threads = 0;  // launches up to so many threads run whole, and larger ones about so many
  std::uint64_t instruction_budget = 200'000'000;  // of each point
  const std::atomic<bool>* cancel = nullptr;
  MeasuredNumbers measured;
  SiteHint site;  // of the access that the scene selects
};

// The knobs that have a range to show: the chosen variant's with `sweep`, in its order (what it is about comes first);
// in the lab those that its pattern uses.
std::vector<std::string> sweep_knobs(const Scene& scene);
// The values of its range, at most 256 (evenly spread when there are more); empty for an unknown knob.
std::vector<std::int64_t> sweep_values(const Scene& scene, const std::string& knob);
// The points of that range, still without costs; and the cost of one of them, for a caller that shows each as it comes.
// Sets a field of the lab by the name that sweep_knobs() gives.
void set_lab_knob(AccessLab& lab, const std::string& knob, std::int64_t value);
KnobSweep plan_sweep(const Scene& scene, const std::string& knob);
void sweep_point(KnobSweep& sweep, std::size_t index, Session& session, const Scene& scene,
                 const KnobSweepOptions& options);
// All of them.
KnobSweep sweep_knob(Session& session, const Scene& scene, const std::string& knob, const KnobSweepOptions& options);

}  // namespace warpglass
