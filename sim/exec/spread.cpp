// See spread.h. Reads top down: may it be spread, what each buffer is for, the workers, and putting their writes
// together.
#include "sim/exec/spread.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstring>
#include <new>

#include "sim/exec/parallel.h"
#include "sim/exec/run_blocks.h"

namespace warpglass::exec {
namespace {

constexpr std::uint64_t kCopyBytes = std::uint64_t{1} << 30;  // most host memory for the workers' copies
constexpr std::uint64_t kMinThreads = 1 << 14;  // GPU threads; less is done before a host thread has started

// What a launch does with its buffers, by index.
struct Plan {
  std::vector<char> reads, writes;
  std::uint32_t unit_shift = 4;  // log2 of the smallest store's bytes
  bool fine = true;
};

class Planner {
 public:
  explicit Planner(const PreparedLaunch& launch) : launch_(launch) {
    plan_.reads.resize(launch.memory.buffers().size());
    plan_.writes.resize(launch.memory.buffers().size());
  }

  Plan take() {
    for (const Instruction& i : launch_.program->code) add(i);
    for (std::size_t b = 0; b < plan_.reads.size(); ++b)
      plan_.fine = plan_.fine && !(plan_.reads[b] && plan_.writes[b]);
    return std::move(plan_);
  }

 private:
  void add(const Instruction& i) {
    switch (i.opcode) {
      case Opcode::kPrint:  // in the order of blocks
        plan_.fine = false;
        return;
      case Opcode::kLoad:
      case Opcode::kStore:
      case Opcode::kAtomic:
        break;
      default:
        return;
    }
    if (i.space == Space::kShared || i.space == Space::kLocal) return;
    if (i.opcode == Opcode::kAtomic || i.is_volatile) {
      plan_.fine = false;
      return;
    }
    const bool stores = i.opcode == Opcode::kStore;
    if (stores)
      plan_.unit_shift = std::min<std::uint32_t>(
          plan_.unit_shift, static_cast<std::uint32_t>(std::countr_zero(value_type_bytes(i.type) * i.vector)));
    touch(i.object, stores ? plan_.writes : plan_.reads, 0);
  }

  void touch(std::uint32_t object, std::vector<char>& how, int depth) {
    if (object >= launch_.program->objects.size() || depth > 8) {
      plan_.fine = false;
      return;
    }
    const MemoryObject& made_from = launch_.program->objects[object];
    switch (made_from.kind) {
      case ObjectKind::kUnknown:
        plan_.fine = false;
        return;
      case ObjectKind::kParameter:
        if (made_from.index < launch_.parameter_buffers.size())
          touch_buffer(launch_.parameter_buffers[made_from.index], how);
        return;
      case ObjectKind::kSymbol:
        for (std::size_t b = 0; b < how.size(); ++b)
          if (made_from.index < launch_.symbol_addresses.size() &&
              launch_.memory.buffer(b).address == launch_.symbol_addresses[made_from.index])
            touch_buffer(b, how);
        return;
      case ObjectKind::kAnyOf:
        for (const std::uint32_t member : made_from.members) touch(member, how, depth + 1);
        return;
      default:
        return;  // shared and local memory are the block's own
    }
  }

  static void touch_buffer(std::size_t index, std::vector<char>& how) {
    if (index < how.size()) how[index] = 1;
  }

  const PreparedLaunch& launch_;
  Plan plan_;
};

// One worker's copy of a written buffer. Only what is marked means anything.
struct Copy {
  std::unique_ptr<std::uint8_t[]> bytes;
  std::vector<std::uint64_t> marks;
};

struct Worker {
  std::unique_ptr<Shared> shared = std::make_unique<Shared>();
  std::vector<Copy> copies;  // by buffer; empty where it is not written
};

class Spread {
 public:
  Spread(PreparedLaunch& launch, Plan plan, const RunOptions& options, std::uint64_t end)
      : launch_(launch), plan_(std::move(plan)), options_(options), end_(end) {}

  bool run(unsigned workers, const ProgramImage& image, const MachineSpec& machine) {
    chunk_ = std::clamp<std::uint64_t>(end_ / (std::uint64_t{workers} * 8), 1, 64);
    for (unsigned w = 0; w < workers; ++w) {
      workers_.push_back(prepare(image, machine, options_));
      workers_.back().shared->deaf = true;
    }
    run_together(workers, [this](unsigned w) { work(workers_[w]); });
    // What a cancelled run has computed stays visible.
    if ((!failed_ && within_budget() && !writes_meet()) || was_cancelled()) {
      let_hear(image, machine);
      put_together();
      return true;
    }
    if (options_.blocks_done != nullptr)
      for (const Worker& worker : workers_)
        options_.blocks_done->fetch_sub(worker.shared->blocks_done, std::memory_order_relaxed);
    return false;
  }

  std::vector<std::unique_ptr<Shared>> results() {
    std::vector<std::unique_ptr<Shared>> out;
    for (Worker& worker : workers_) out.push_back(std::move(worker.shared));
    return out;
  }

 private:
  Worker prepare(const ProgramImage& image, const MachineSpec& machine, const RunOptions& options) {
    Worker worker;
    Shared& shared = *worker.shared;
    set_up(shared, launch_, image, machine, options);
    shared.context.mark_shift = plan_.unit_shift;
    worker.copies.resize(plan_.writes.size());
    for (BufferView& view : shared.buffers) {
      view.read_only = view.read_only || plan_.writes[view.index] == 0;
      if (plan_.writes[view.index] == 0) continue;
      Copy& copy = worker.copies[view.index];
      copy.bytes.reset(new std::uint8_t[static_cast<std::size_t>(view.bytes)]);
      copy.marks.resize(static_cast<std::size_t>((view.bytes >> plan_.unit_shift) / 64 + 1));
      view.write_only = true;
      view.host = copy.bytes.get();
      view.marks = copy.marks.data();
    }
    return worker;
  }

  // The block that the sink listens to, once more and for it alone: no block's events depend on another block.
  void let_hear(const ProgramImage& image, const MachineSpec& machine) {
    if (options_.sink == nullptr || options_.sink_block >= end_) return;
    RunOptions alone = options_;
    alone.blocks_done = nullptr;
    const Worker worker = prepare(image, machine, alone);
    run_blocks(*worker.shared, options_.sink_block, options_.sink_block + 1);
  }

  void work(Worker& worker) noexcept {
    Shared& shared = *worker.shared;
    try {
      while (!failed_) {
        const std::uint64_t first = next_.fetch_add(chunk_);
        if (first >= end_) return;
        run_blocks(shared, first, std::min(first + chunk_, end_));
        if (!shared.faults.empty() || shared.waited || shared.patience != kFirstPatience) failed_ = true;
      }
    } catch (...) {  // no memory for a block: one core will meet that too, or do without
      failed_ = true;
    }
  }

  bool within_budget() const {
    std::uint64_t left = options_.instruction_budget;
    for (const Worker& worker : workers_) {
      const std::uint64_t used = options_.instruction_budget - worker.shared->budget_left;
      if (used > left) return false;
      left -= used;
    }
    return true;
  }

  bool was_cancelled() const {
    const bool asked = options_.cancel != nullptr && options_.cancel->load(std::memory_order_relaxed);
    return asked && std::any_of(workers_.begin(), workers_.end(),
                                [](const Worker& worker) { return !worker.shared->faults.empty(); });
  }

  bool writes_meet() const {
    for (std::size_t b = 0; b < plan_.writes.size(); ++b) {
      if (plan_.writes[b] == 0) continue;
      for (std::size_t at = 0; at < workers_[0].copies[b].marks.size(); ++at) {
        std::uint64_t seen = 0;
        for (const Worker& worker : workers_) {
          const std::uint64_t here = worker.copies[b].marks[at];
          if ((seen & here) != 0) return true;
          seen |= here;
        }
      }
    }
    return false;
  }

  void put_together() {
    for (std::size_t b = 0; b < plan_.writes.size(); ++b)
      for (const Worker& worker : workers_)
        if (plan_.writes[b] != 0) take_marked(worker.copies[b], launch_.memory.buffer(b).data);
  }

  void take_marked(const Copy& copy, std::vector<std::uint8_t>& data) const {
    const std::size_t unit = std::size_t{1} << plan_.unit_shift;
    for (std::size_t at = 0; at < copy.marks.size(); ++at) {
      for (std::uint64_t rest = copy.marks[at]; rest != 0;) {  // one stretch of marks at a time
        const int first = std::countr_zero(rest), count = std::countr_one(rest >> first);
        const std::size_t from = (at * 64 + static_cast<std::size_t>(first)) * unit;
        std::memcpy(data.data() + from, copy.bytes.get() + from, static_cast<std::size_t>(count) * unit);
        rest = first + count == 64 ? 0 : rest & (~std::uint64_t{0} << (first + count));
      }
    }
  }

  PreparedLaunch& launch_;
  Plan plan_;
  const RunOptions& options_;
  std::uint64_t end_ = 0, chunk_ = 1;
  std::vector<Worker> workers_;
  std::atomic<std::uint64_t> next_{0};
  std::atomic<bool> failed_{false};
};

std::uint64_t copied_bytes(const PreparedLaunch& launch, const Plan& plan) {
  std::uint64_t bytes = 0;
  for (std::size_t b = 0; b < plan.writes.size(); ++b)
    if (plan.writes[b] != 0) bytes += launch.memory.buffer(b).bytes;
  return bytes;
}

}  // namespace

std::vector<std::unique_ptr<Shared>> run_spread(PreparedLaunch& launch, const ProgramImage& image,
                                                const MachineSpec& machine, const RunOptions& options,
                                                std::uint64_t end) {
  const bool all_heard = options.sink != nullptr && options.sink_block == UINT64_MAX;
  const bool observed = all_heard || options.checks != nullptr || options.blocks != nullptr;
  const std::uint64_t threads = launch.block.x * launch.block.y * launch.block.z;
  if (options.threads < 2 || observed || end < 2 || end < kMinThreads / std::max<std::uint64_t>(1, threads)) return {};
  const unsigned workers = static_cast<unsigned>(std::min<std::uint64_t>(useful_workers(options.threads), end));
  if (workers < 2) return {};
  Plan plan = Planner(launch).take();
  if (!plan.fine || copied_bytes(launch, plan) > kCopyBytes / workers) return {};
  try {
    Spread spread(launch, std::move(plan), options, end);
    if (spread.run(workers, image, machine)) return spread.results();
  } catch (const std::bad_alloc&) {  // nothing was put together yet; one core needs less
  }
  return {};
}

}  // namespace warpglass::exec
