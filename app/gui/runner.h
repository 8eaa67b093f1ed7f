// One worker thread that owns the Sessions, so that the window never waits for a kernel. The latest input wins. A
// launch over 65,536 threads is answered twice: soon with its first blocks, then in full. When nothing else is to do
// the worker times the launch, then computes the points of a sweep, one after another; any input interrupts both. All
// members may be called from the window's thread only; `wake` is called from the worker.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/gui/state.h"
#include "sim/views/result.h"

namespace warpglass {

struct RunAnswer {
  std::uint64_t ticket = 0;  // of the post() it answers
  SessionInput input;
  std::shared_ptr<const SessionResult> result;
  bool final = true;  // false: the full answer follows
};

struct SweepJob {
  KnobSweep sweep;  // its points without costs
  Scene scene;
  SiteHint site;
  std::shared_ptr<const Recordings> recordings;
};

class Runner {
 public:
  // `wake` tells the window's loop that an answer is there; may be empty.
  explicit Runner(std::function<void()> wake);
  ~Runner();  // cancels and joins
  Runner(const Runner&) = delete;
  Runner& operator=(const Runner&) = delete;

  // Replaces whatever waits; returns the ticket. A run in its first stage is left 150 ms to end, so that a knob that
  // moves on and on still shows numbers.
  std::uint64_t post(SessionInput input);
  // The newest answer that was not taken yet.
  std::optional<RunAnswer> take();
  // The same, waiting a while for an answer of `ticket`.
  std::optional<RunAnswer> wait(std::uint64_t ticket, std::chrono::milliseconds most);
  // Stops the run; its answer says so.
  void cancel();
  // Also lets go a first stage that is overdue: call once a frame.
  RunProgress progress();

  // How long the launch takes; replaces the one before, and post() drops it.
  void post_timed(SessionInput input, std::shared_ptr<const Program> program);
  std::shared_ptr<const TimedAnswer> take_timed();  // null: nothing new
  bool timing() const;

  void post_sweep(SweepJob job);  // replaces the one before
  void drop_sweep();
  std::optional<KnobSweep> take_sweep();  // when it has new points
  bool sweeping() const;

 private:
  struct Shared;
  std::unique_ptr<Shared> shared_;
};

// Threads of a launch up to which one answer is enough.
inline constexpr std::uint64_t kLessonThreads = 65'536;
// Cycles of the replayed SM whose warps are kept for the time panel.
inline constexpr std::uint64_t kTimelineCycles = 200'000;

}  // namespace warpglass
