// See run_blocks.h. Resident blocks take turns; as long as none waits for another there is one.
#include "sim/exec/run_blocks.h"

#include <algorithm>
#include <memory>

#include "sim/exec/checked.h"
#include "sim/exec/processor.h"

namespace warpglass::exec {
namespace {

constexpr std::uint64_t kResidentBytes = std::uint64_t{512} << 20;  // most host memory for blocks that wait for others

// Blocks that the whole machine holds at once; more never run together on hardware either.
std::size_t resident_limit(const Shared& shared) {
  const MachineSpec& m = *shared.machine;
  const std::uint64_t width = m.warp_lanes.value;
  const std::uint64_t warps = (shared.threads + width - 1) / width;
  std::uint64_t per_sm =
      std::min<std::uint64_t>(m.max_blocks_per_sm.value, m.max_warps_per_sm.value / std::max<std::uint64_t>(1, warps));
  const std::uint64_t bytes = shared.shared_bytes + m.shared_bytes_reserved_per_block.value;
  if (bytes != 0) per_sm = std::min(per_sm, m.shared_bytes_per_sm.value / bytes);
  const std::uint64_t host =
      warps * (shared.image->frame_bytes + std::uint64_t{shared.program->local_bytes} * kLanes) + bytes + 1;
  const std::uint64_t limit = std::min(std::max<std::uint64_t>(1, per_sm) * m.sms.value, kResidentBytes / host);
  return static_cast<std::size_t>(std::max<std::uint64_t>(1, limit));
}

bool cancelled(const Shared& shared) {
  return shared.options->cancel != nullptr && shared.options->cancel->load(std::memory_order_relaxed);
}

void cancel_fault(Shared& shared) {
  Diagnostic stopped;
  stopped.kind = FaultKind::kBudget;
  stopped.message = "the run was cancelled";
  shared.faults.push_back(std::move(stopped));
}

void block_done(Shared& shared) {
  ++shared.blocks_done;
  if (shared.options->blocks_done != nullptr) shared.options->blocks_done->fetch_add(1, std::memory_order_relaxed);
}

// A sink may listen to one block only; the others run as if there were none. What the quick way of an access remembers
// must be forgotten when the sink begins to listen: it reports nothing.
void listen(Shared& shared, std::uint64_t block) {
  const RunOptions& options = *shared.options;
  const bool heard = options.sink_block == UINT64_MAX || options.sink_block == block;
  Sink* sink = heard && !shared.deaf ? options.sink : nullptr;
  if (sink != nullptr && shared.context.sink == nullptr)
    for (Site& site : shared.sites) site.mask = 0;
  shared.context.sink = sink;
}

}  // namespace

void run_blocks(Shared& shared, std::uint64_t first, std::uint64_t end) {
  const std::size_t limit = resident_limit(shared);
  std::vector<std::unique_ptr<BlockState>> places;
  std::vector<BlockState*> running;
  std::vector<BlockState*> idle;
  std::uint64_t next = first;
  std::size_t turn = 0;
  const auto admit = [&] {
    if (idle.empty()) {
      places.push_back(std::make_unique<BlockState>());
      prepare_block(shared, *places.back());
      idle.push_back(places.back().get());
    }
    BlockState* block = idle.back();
    idle.pop_back();
    const std::uint64_t linear = shared.options->blocks != nullptr ? (*shared.options->blocks)[next] : next;
    ++next;
    listen(shared, linear);
    start_block(shared, *block, linear);
    running.push_back(block);
  };
  while (next < end || !running.empty()) {
    if (cancelled(shared)) return cancel_fault(shared);
    if (running.empty()) admit();
    turn = turn < running.size() ? turn : 0;
    listen(shared, running[turn]->linear);
    const Turn how = run_block(shared, *running[turn]);
    if (how == Turn::kEnd) return;
    if (how == Turn::kDone) {
      block_done(shared);
      idle.push_back(running[turn]);
      running.erase(running.begin() + static_cast<std::ptrdiff_t>(turn));
      continue;
    }
    shared.waited = true;
    if (next < end && running.size() < limit) admit();
    ++turn;
  }
}

void set_up(Shared& shared, PreparedLaunch& launch, const ProgramImage& image, const MachineSpec& machine,
            const RunOptions& options) {
  const Program& program = *launch.program;
  shared.launch = &launch;
  shared.program = &program;
  shared.image = &image;
  shared.machine = &machine;
  shared.options = &options;
  shared.engine = choose_engine(options.force_baseline, options.checks != nullptr);
  shared.runs.resize(program.code.size() + 1);
  shared.divergent.resize(program.code.size() + 1);
  shared.sites.resize(image.site_count);
  shared.budget_left = options.instruction_budget;
  shared.shared_bytes =
      std::max<std::uint64_t>(program.static_shared_bytes,
                              launch.dynamic_shared != 0 ? program.dynamic_shared_offset + launch.dynamic_shared : 0);
  shared.threads = static_cast<std::uint32_t>(launch.block.x * launch.block.y * launch.block.z);
  for (std::uint32_t i = 0; i < launch.memory.buffers().size(); ++i) {
    Buffer& buffer = launch.memory.buffer(i);
    shared.buffers.push_back({buffer.address, buffer.bytes, buffer.data.data(), i, buffer.read_only});
  }
  std::sort(shared.buffers.begin(), shared.buffers.end(),
            [](const auto& a, const auto& b) { return a.address < b.address; });
  Context& c = shared.context;
  c.code = image.code.data();
  c.code_size = static_cast<std::uint32_t>(program.code.size());
  c.runs = shared.runs.data();
  c.divergent = shared.divergent.data();
  c.sites = shared.sites.data();
  c.shared_bytes = shared.shared_bytes;
  c.buffers = shared.buffers.data();
  c.buffer_count = static_cast<std::uint32_t>(shared.buffers.size());
  c.geometry = {machine.banks.value, machine.bank_bytes.value, machine.line_bytes.value, machine.sector_bytes.value};
  c.sink = options.sink;
  c.checks = options.checks;
  if (c.checks != nullptr) shared.extents = object_extents(launch, shared.shared_bytes, machine.warp_lanes.value);
  c.shared_state = &shared;
}

}  // namespace warpglass::exec
