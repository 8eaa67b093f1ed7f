// A launch from its first block to its last, and the counters it leaves.
#include "sim/exec/reference.h"

#include <algorithm>
#include <map>

#include "sim/exec/block.h"
#include "sim/exec/checked.h"
#include "sim/exec/processor.h"

namespace warpglass {
namespace {

using namespace exec;  // NOLINT: this file is the door of that namespace

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
  Sink* sink = options.sink_block == UINT64_MAX || options.sink_block == block ? options.sink : nullptr;
  if (sink != nullptr && shared.context.sink == nullptr)
    for (Site& site : shared.sites) site.mask = 0;
  shared.context.sink = sink;
}

// Resident blocks take turns; as long as none waits for another there is one.
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
    if (next < end && running.size() < limit) admit();
    ++turn;
  }
}

void add_memory(Counters& to, const Instruction& i, const SiteCounts& from) {
  const std::uint64_t asked = from.global_lanes * value_type_bytes(i.type) * i.vector;
  const bool counted = i.space != Space::kConstant;  // constant memory has no counters
  switch (i.opcode) {
    case Opcode::kLoad:
      to.inst_local_load += from.local_requests;
      to.inst_shared_load += from.shared_requests;
      to.shared_load_requests += from.shared_requests;
      to.shared_load_wavefronts += from.shared_wavefronts;
      to.bank_conflicts_load += from.shared_conflicts;
      if (!counted) break;
      to.inst_global_load += from.global_requests;
      to.global_load_requests += from.global_requests;
      to.global_load_sectors += from.global_sectors;
      to.global_load_lines += from.global_lines;
      to.global_load_bytes_asked += asked;
      break;
    case Opcode::kStore:
      to.inst_local_store += from.local_requests;
      to.inst_shared_store += from.shared_requests;
      to.shared_store_requests += from.shared_requests;
      to.shared_store_wavefronts += from.shared_wavefronts;
      to.bank_conflicts_store += from.shared_conflicts;
      to.inst_global_store += from.global_requests;
      to.global_store_requests += from.global_requests;
      to.global_store_sectors += from.global_sectors;
      to.global_store_lines += from.global_lines;
      to.global_store_bytes_asked += asked;
      break;
    default:
      to.inst_shared_atomic += from.shared_requests;
      to.shared_atomic_requests += from.shared_requests;
      to.shared_atomic_wavefronts += from.shared_wavefronts;
      to.bank_conflicts_atomic += from.shared_conflicts;
      to.inst_global_atomic += from.global_requests;
      to.global_red_requests += from.global_requests;
      to.global_red_sectors += from.global_sectors;
      break;
  }
}

// Counts of straight runs, sites and branches become counters by instruction.
void collect(const Shared& shared, RunResult& result) {
  const Program& program = *shared.program;
  RunCount run;
  for (std::size_t pc = 0; pc < program.code.size(); ++pc) {
    run.runs += shared.runs[pc].runs;
    run.threads += shared.runs[pc].threads;
    const Instruction& i = program.code[pc];
    Counters& to = result.by_instruction[pc];
    to.warp_instructions += run.runs;
    to.thread_instructions += run.threads;
    to.divergent_branches += shared.divergent[pc];
    if (i.opcode == Opcode::kBranch) to.branches += run.runs;
    if (i.opcode == Opcode::kBarrier) to.barriers += run.runs;
    if (ends_run(i.opcode)) run = RunCount{};
  }
  for (std::size_t site = 0; site < shared.sites.size(); ++site) {
    const std::uint32_t pc = shared.image->site_instruction[site];
    add_memory(result.by_instruction[pc], program.code[pc], shared.sites[site].counts);
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

class Hash {
 public:
  void bytes(const std::uint8_t* data, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i) state_ = (state_ ^ data[i]) * 0x100000001b3ull;
  }
  void number(std::uint64_t value) {
    for (int i = 0; i < 8; ++i) state_ = (state_ ^ ((value >> (8 * i)) & 0xff)) * 0x100000001b3ull;
  }
  std::uint64_t value() const { return state_; }

 private:
  std::uint64_t state_ = 0xcbf29ce484222325ull;  // FNV-1a
};

}  // namespace

RunResult run_reference(PreparedLaunch& launch, const MachineSpec& machine, const RunOptions& options) {
  RunResult result;
  result.by_instruction.resize(launch.program->code.size());
  ProgramImage image;
  std::string error;
  if (!make_image(*launch.program, image, error)) {
    Diagnostic broken;
    broken.message = "the program cannot run: " + error;
    result.faults.push_back(std::move(broken));
    return result;
  }
  if (options.checks != nullptr) options.checks->registers_to_watch(watch(*launch.program, image));
  Shared shared;
  set_up(shared, launch, image, machine, options);
  const std::uint64_t blocks = launch.grid.x * launch.grid.y * launch.grid.z;
  const std::uint64_t chosen = options.blocks != nullptr ? options.blocks->size() : blocks;
  run_blocks(shared, 0, std::min(chosen, options.block_limit));
  collect(shared, result);
  for (const Counters& counters : result.by_instruction) result.total += counters;
  result.faults = std::move(shared.faults);
  result.printed = std::move(shared.printed);
  result.blocks_done = shared.blocks_done;
  result.completed = result.faults.empty() && shared.blocks_done == blocks && options.blocks == nullptr;
  return result;
}

std::vector<LineCounters> counters_by_line(const Program& program, const RunResult& result) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, Counters> lines;
  for (std::size_t pc = 0; pc < program.code.size() && pc < result.by_instruction.size(); ++pc) {
    const Span& span = program.code[pc].span;
    if (span.known() && result.by_instruction[pc] != Counters{})
      lines[{span.file, span.line}] += result.by_instruction[pc];
  }
  std::vector<LineCounters> out;
  for (const auto& [place, counters] : lines) out.push_back({place.first, place.second, counters});
  return out;
}

std::uint64_t state_hash(const PreparedLaunch& launch, const RunResult& result) {
  Hash hash;
  for (const Buffer& buffer : launch.memory.buffers()) {
    hash.number(buffer.address);
    hash.bytes(buffer.data.data(), buffer.data.size());
  }
  for (const Counters& counters : result.by_instruction)
    for (const CounterName& name : counter_names()) hash.number(counters.*name.member);
  return hash.value();
}

}  // namespace warpglass
