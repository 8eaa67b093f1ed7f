// A launch from its first block to its last, and the counters it leaves.
#include "sim/exec/reference.h"

#include <algorithm>
#include <map>

#include "sim/exec/block.h"
#include "sim/exec/checked.h"
#include "sim/exec/run_blocks.h"
#include "sim/exec/spread.h"

namespace warpglass {
namespace {

using namespace exec;  // NOLINT: this file is the door of that namespace

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

// FNV-1a over 8 bytes at a time, folded so that high bits reach low ones.
class Hash {
 public:
  void bytes(const std::uint8_t* data, std::size_t size) {
    for (; size >= 8; data += 8, size -= 8) number(word(data, 8));
    if (size != 0) number(word(data, size));
  }
  void number(std::uint64_t value) {
    state_ = (state_ ^ value) * 0x9e3779b97f4a7c15ull;
    state_ ^= state_ >> 32;
  }
  std::uint64_t value() const { return state_; }

 private:
  static std::uint64_t word(const std::uint8_t* data, std::size_t size) {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < size; ++i) value |= std::uint64_t{data[i]} << (8 * i);
    return value;
  }
  std::uint64_t state_ = 0xcbf29ce484222325ull;
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
  if (options.checks != nullptr) options.checks->registers_to_watch(watch(*launch.program, image, *options.checks));
  const std::uint64_t blocks = launch.grid.x * launch.grid.y * launch.grid.z;
  const std::uint64_t chosen = options.blocks != nullptr ? options.blocks->size() : blocks;
  const std::uint64_t end = std::min(chosen, options.block_limit);
  std::vector<std::unique_ptr<Shared>> parts = run_spread(launch, image, machine, options, end);
  if (parts.empty()) {
    parts.push_back(std::make_unique<Shared>());
    set_up(*parts[0], launch, image, machine, options);
    run_blocks(*parts[0], 0, end);
  }
  for (const std::unique_ptr<Shared>& part : parts) collect(*part, result);
  for (const Counters& counters : result.by_instruction) result.total += counters;
  for (const std::unique_ptr<Shared>& part : parts) {
    if (result.faults.empty()) result.faults = std::move(part->faults);
    if (result.printed.empty()) result.printed = std::move(part->printed);
    result.blocks_done += part->blocks_done;
  }
  // The last straight run of a launch may go past the budget.
  if (result.faults.empty() && result.total.warp_instructions > options.instruction_budget)
    result.faults.push_back(budget_spent(options.instruction_budget));
  result.completed = result.faults.empty() && result.blocks_done == blocks && options.blocks == nullptr;
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
