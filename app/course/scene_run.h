// A scene run once, and the numbers that lessons ask of it. Every number comes from the same counters that the panels
// show; n_way is the one thing that is looked at access by access, over all warps of the launch.
#pragma once

#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/course/metric.h"
#include "app/scene/scene_input.h"
#include "app/scene/sweep.h"
#include "sim/session.h"

namespace warpglass {

// Why a number is not there.
enum class NoNumber {
  kNone,      // it is
  kRefused,   // the scene's launch cannot be computed
  kFailed,    // the source does not compile, the launch is refused, or the run stopped at a fault
  kNoMarker,  // the source has no such marker comment
  kNoAccess,  // the marked line makes no access of that kind
  kNoTiming,  // the timing model has no answer
};

struct MetricValue {
  NoNumber why = NoNumber::kNone;
  double value = 0.0;
  std::string problem;  // one sentence when there is no number
  bool ok() const { return why == NoNumber::kNone; }
};

struct SceneRun {
  SessionInput input;
  std::shared_ptr<const SessionResult> result;  // null: a lab, or refused
  std::optional<Access> lab;                    // the lab's access
  std::string machine;
  std::string refused;  // why there is neither
};
// The run's first error, or empty; `checked` faults count too.
std::string first_problem(const SceneRun& run);

class SceneRunner {
 public:
  explicit SceneRunner(SessionLimits limits = lesson_limits()) : limits_(limits) {}
  // What a lesson's scene may need at most: bounds for hostile sources, far above any lesson.
  static SessionLimits lesson_limits();

  // Runs the scene, or gives the run of an equal scene (the last 48 are kept).
  std::shared_ptr<const SceneRun> run(const Scene& scene, bool checks = false);
  // The same with another limit of warp instructions.
  std::shared_ptr<const SceneRun> run(const Scene& scene, bool checks, std::uint64_t instruction_budget);

  MetricValue evaluate(const Scene& scene, const Metric& metric);
  MetricValue evaluate(const Scene& scene, const MetricQuery& query);  // in its arrangement
  MetricValue evaluate(const SceneRun& run, const Metric& metric);

 private:
  struct Kept {
    std::string key;
    std::shared_ptr<const SceneRun> run;
  };
  struct Derived {  // of one run, computed when first asked for
    std::weak_ptr<const SessionResult> result;
    std::vector<std::uint32_t> ways;  // n_way by instruction
    bool has_ways = false, has_time = false;
    double time_us = 0, cycles = 0;
    std::string no_time;
  };
  Derived& derived(const SceneRun& run);
  std::uint32_t ways(const SceneRun& run, const std::vector<std::uint32_t>& instructions);
  MetricValue timing(const SceneRun& run, const std::string& name);
  MetricValue of_launch(const SceneRun& run, const Metric& metric);

  Session session_;
  SessionLimits limits_;
  std::list<Kept> kept_;
  std::list<Derived> derived_;
};

// The access that a step selects by "@marker" (the costliest on those lines), by its text, or by the variant.
std::size_t lesson_site(const Scene& scene, const SessionResult& result);

}  // namespace warpglass
