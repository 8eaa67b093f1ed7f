// See runner.h. One mutex guards everything but the counters that a run polls and reports through.
#include "app/gui/runner.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <utility>

#include "app/device/measured.h"
#include "sim/session.h"
#include "sim/timed_run.h"

namespace warpglass {
namespace {
using Clock = std::chrono::steady_clock;
using Guard = std::unique_lock<std::mutex>;
constexpr auto kFirstStagePatience = std::chrono::milliseconds(150);

// How many blocks make a first answer; UINT64_MAX when the launch is small enough for one.
std::uint64_t first_blocks(const Launch& launch) { return blocks_within(launch, kLessonThreads); }

// Memory may run out in the middle of a run; that is an answer too.
std::shared_ptr<const SessionResult> safely_update(Session& session, const SessionInput& input,
                                                   const SessionLimits& limits) {
  try {
    return session.update(input, limits);
  } catch (const std::exception& error) {
    auto result = std::make_shared<SessionResult>();
    result->diagnostics.push_back({Severity::kError,
                                   FaultKind::kBudget,
                                   {},
                                   std::string("the run could not be finished here: ") + error.what(),
                                   "smaller buffers or a smaller grid need less memory",
                                   {},
                                   {},
                                   {},
                                   {},
                                   1});
    return result;
  }
}
}  // namespace

struct Runner::Shared {
  std::function<void()> wake;
  mutable std::mutex mutex;
  std::condition_variable work, answered;
  bool stop = false;

  std::optional<SessionInput> pending;
  std::uint64_t pending_ticket = 0, last_ticket = 0;
  std::optional<RunAnswer> answer;

  bool running = false, first_stage = false;
  bool dropped = false;  // the run was cancelled for a newer input: nobody wants its answer
  Clock::time_point started;
  std::uint64_t blocks_total = 0;
  std::atomic<bool> cancel{false};
  std::atomic<std::uint64_t> blocks_done{0};

  std::optional<SessionInput> timed_input;
  std::shared_ptr<const Program> timed_program;
  std::shared_ptr<const TimedAnswer> timed;
  bool timing = false;

  std::optional<SweepJob> sweep;
  std::size_t sweep_next = 0;
  bool sweep_news = false;

  Session session, sweep_session;
  std::thread thread;

  void loop();
  void run_kernel(Guard& guard);
  bool run_stage(Guard& guard, const SessionInput& input, std::uint64_t ticket, std::uint64_t limit);
  void run_timing(Guard& guard);
  void run_sweep_point(Guard& guard);
  bool sweep_waits() const { return sweep && sweep_next < sweep->sweep.points.size(); }
  void notify() {
    answered.notify_all();
    if (wake) wake();
  }
};

void Runner::Shared::loop() {
  Guard guard(mutex);
  while (true) {
    work.wait(guard, [&] { return stop || pending || timed_input || sweep_waits(); });
    if (stop) return;
    if (pending)
      run_kernel(guard);
    else if (timed_input)
      run_timing(guard);
    else
      run_sweep_point(guard);
  }
}

void Runner::Shared::run_kernel(Guard& guard) {
  const SessionInput input = std::move(*pending);
  const std::uint64_t ticket = pending_ticket;
  pending.reset();
  cancel = false, dropped = false;
  const std::uint64_t first = first_blocks(input.launch);
  running = true;
  if (run_stage(guard, input, ticket, first) && first != UINT64_MAX && !pending && !stop && !cancel)
    run_stage(guard, input, ticket, UINT64_MAX);
  running = false;
  notify();
}

// True when the answer was wanted and a full run would tell more.
bool Runner::Shared::run_stage(Guard& guard, const SessionInput& input, std::uint64_t ticket, std::uint64_t limit) {
  started = Clock::now(), first_stage = limit != UINT64_MAX || first_blocks(input.launch) == UINT64_MAX;
  blocks_done = 0;
  blocks_total = std::max<std::uint64_t>(input.launch.grid.x * input.launch.grid.y * input.launch.grid.z, 1);
  SessionLimits limits;
  limits.block_limit = limit;
  limits.cancel = &cancel;
  limits.blocks_done = &blocks_done;
  limits.threads = limit == UINT64_MAX ? std::max(1u, std::thread::hardware_concurrency() / 2) : 1u;
  guard.unlock();
  auto result = safely_update(session, input, limits);
  guard.lock();
  if (dropped) return false;
  const bool more = result != nullptr && result->partial && limit != UINT64_MAX && !cancel;
  answer = RunAnswer{ticket, input, std::move(result), !more};
  notify();
  return more;
}

void Runner::Shared::run_timing(Guard& guard) {
  const SessionInput input = std::move(*timed_input);
  const std::shared_ptr<const Program> program = std::move(timed_program);
  timed_input.reset();
  cancel = false, timing = true;
  SessionLimits limits;
  limits.cancel = &cancel;
  guard.unlock();
  std::shared_ptr<const TimedAnswer> found;
  try {
    found = warpglass::run_timed(input, program, limits, kTimelineCycles);
  } catch (const std::exception&) {  // no memory for it: no time is shown
  }
  guard.lock();
  timing = false;
  if (cancel) return;  // for another launch
  timed = found ? std::move(found) : std::make_shared<const TimedAnswer>();
  notify();
}

void Runner::Shared::run_sweep_point(Guard& guard) {
  const std::size_t at = sweep_next;
  SweepJob job = *sweep;
  cancel = false;
  KnobSweepOptions options;
  options.whole_threads = kLessonThreads;
  options.cancel = &cancel;
  options.measured = measured_numbers(*job.recordings);
  options.site = job.site;
  guard.unlock();
  try {
    sweep_point(job.sweep, at, sweep_session, job.scene, options);
  } catch (const std::exception& error) {
    job.sweep.points[at].problem = error.what();
  }
  guard.lock();
  if (cancel || !sweep || sweep_next != at) return;  // interrupted: again later, or another sweep
  sweep->sweep = std::move(job.sweep);
  ++sweep_next;
  sweep_news = true;
  if (sweep->sweep.finished || at % 4 == 3) notify();
}

Runner::Runner(std::function<void()> wake) : shared_(std::make_unique<Shared>()) {
  shared_->wake = std::move(wake);
  shared_->thread = std::thread([shared = shared_.get()] { shared->loop(); });
}

Runner::~Runner() {
  {
    Guard guard(shared_->mutex);
    shared_->stop = true;
    shared_->cancel = true;
    shared_->wake = nullptr;
  }
  shared_->work.notify_all();
  shared_->thread.join();
}

std::uint64_t Runner::post(SessionInput input) {
  Guard guard(shared_->mutex);
  shared_->pending = std::move(input);
  shared_->timed_input.reset();
  shared_->timed.reset();
  shared_->pending_ticket = ++shared_->last_ticket;
  if (!shared_->running)
    shared_->cancel = true;  // a sweep point: later; a timing: not any more
  else if (!shared_->first_stage)
    shared_->dropped = true, shared_->cancel = true;
  shared_->work.notify_all();
  return shared_->pending_ticket;
}

std::optional<RunAnswer> Runner::take() {
  Guard guard(shared_->mutex);
  return std::exchange(shared_->answer, std::nullopt);
}

std::optional<RunAnswer> Runner::wait(std::uint64_t ticket, std::chrono::milliseconds most) {
  Guard guard(shared_->mutex);
  shared_->answered.wait_for(guard, most, [&] { return shared_->answer && shared_->answer->ticket >= ticket; });
  return std::exchange(shared_->answer, std::nullopt);
}

void Runner::cancel() {
  Guard guard(shared_->mutex);
  shared_->pending.reset();
  shared_->timed_input.reset();
  shared_->sweep.reset();
  shared_->cancel = true;
}

void Runner::post_timed(SessionInput input, std::shared_ptr<const Program> program) {
  Guard guard(shared_->mutex);
  shared_->timed.reset();
  shared_->timed_input = std::move(input);
  shared_->timed_program = std::move(program);
  if (!shared_->running) shared_->cancel = true;  // a sweep point, or the launch before
  shared_->work.notify_all();
}

std::shared_ptr<const TimedAnswer> Runner::take_timed() {
  Guard guard(shared_->mutex);
  return std::exchange(shared_->timed, nullptr);
}

bool Runner::timing() const {
  Guard guard(shared_->mutex);
  return shared_->timing || shared_->timed_input.has_value();
}

RunProgress Runner::progress() {
  Guard guard(shared_->mutex);
  RunProgress progress;
  progress.running = shared_->running || shared_->pending;
  if (!shared_->running) return progress;
  const auto elapsed = Clock::now() - shared_->started;
  if (shared_->pending && elapsed > kFirstStagePatience) shared_->dropped = true, shared_->cancel = true;
  progress.seconds = std::chrono::duration<double>(elapsed).count();
  progress.cancellable = progress.seconds > 0.3;
  progress.blocks_done = shared_->blocks_done;
  progress.blocks_total = shared_->blocks_total;
  return progress;
}

void Runner::post_sweep(SweepJob job) {
  Guard guard(shared_->mutex);
  if (shared_->sweep && !shared_->running && !shared_->timing) shared_->cancel = true;
  shared_->sweep = std::move(job);
  shared_->sweep_next = 0;
  shared_->sweep_news = false;
  shared_->work.notify_all();
}

void Runner::drop_sweep() {
  Guard guard(shared_->mutex);
  if (shared_->sweep && !shared_->running && !shared_->timing) shared_->cancel = true;
  shared_->sweep.reset();
  shared_->sweep_news = false;
}

std::optional<KnobSweep> Runner::take_sweep() {
  Guard guard(shared_->mutex);
  if (!shared_->sweep || !shared_->sweep_news) return std::nullopt;
  shared_->sweep_news = false;
  return shared_->sweep->sweep;
}

bool Runner::sweeping() const {
  Guard guard(shared_->mutex);
  return shared_->sweep_waits();
}

}  // namespace warpglass
