// A block's life: rows filled, warps run in turn, the barrier, the end.
#include "sim/exec/block.h"

#include <algorithm>
#include <cstring>

#include "sim/exec/checked.h"
#include "sim/exec/fault.h"

namespace warpglass::exec {
namespace {

// A warp that ran this long without waiting for anything lets others run: they may be what it looks at.
constexpr std::uint64_t kLongTurn = std::uint64_t{1} << 22;

std::uint64_t input_value(const Shared& shared, const Input& input, const BlockState& block, std::uint64_t thread,
                          std::uint32_t lane) {
  const Dim3& b = shared.launch->block;
  const Dim3& g = shared.launch->grid;
  switch (input.kind) {
    case InputKind::kConstant:
      return input.bits;
    case InputKind::kSymbolAddress:
      return input.index < shared.launch->symbol_addresses.size() ? shared.launch->symbol_addresses[input.index] : 0;
    case InputKind::kThreadIdX:
      return thread % b.x;
    case InputKind::kThreadIdY:
      return thread / b.x % b.y;
    case InputKind::kThreadIdZ:
      return thread / b.x / b.y;
    case InputKind::kBlockIdX:
      return block.linear % g.x;
    case InputKind::kBlockIdY:
      return block.linear / g.x % g.y;
    case InputKind::kBlockIdZ:
      return block.linear / g.x / g.y;
    case InputKind::kBlockDimX:
      return b.x;
    case InputKind::kBlockDimY:
      return b.y;
    case InputKind::kBlockDimZ:
      return b.z;
    case InputKind::kGridDimX:
      return g.x;
    case InputKind::kGridDimY:
      return g.y;
    case InputKind::kGridDimZ:
      return g.z;
    case InputKind::kLaneId:
      return lane;
    case InputKind::kWarpSize:
      return shared.machine->warp_lanes.value;
    case InputKind::kParameter:
      break;
  }
  std::uint64_t bits = 0;
  const std::vector<std::uint8_t>& bytes = shared.launch->parameters;
  const std::size_t size = value_type_bytes(input.type);
  if (input.offset <= bytes.size() && size <= bytes.size() - input.offset)
    std::memcpy(&bits, bytes.data() + input.offset, size);
  if (input.type == ValueType::kS8) bits = static_cast<std::uint64_t>(static_cast<std::int8_t>(bits));
  if (input.type == ValueType::kS16) bits = static_cast<std::uint64_t>(static_cast<std::int16_t>(bits));
  return bits;
}

bool differs_by_lane(const Input& input) {
  return input.kind == InputKind::kThreadIdX || input.kind == InputKind::kThreadIdY ||
         input.kind == InputKind::kThreadIdZ || input.kind == InputKind::kLaneId;
}

// The row of an input in one warp. `value`: what all lanes get, where they get the same.
void fill_input(const Shared& shared, const Input& input, const BlockState& block, Warp& warp, std::uint64_t value) {
  alignas(64) std::uint64_t all[kLanes];
  alignas(64) std::uint32_t low[kLanes];
  unsigned char* row = warp.frame + shared.image->rows[input.reg];
  std::fill_n(low, kLanes, static_cast<std::uint32_t>(value));
  const bool wide = shared.program->registers[input.reg].wide;
  if (!wide && !differs_by_lane(input)) {
    std::memcpy(row, low, sizeof low);
    return;
  }
  const std::uint64_t first = std::uint64_t{warp.index} * shared.machine->warp_lanes.value;
  std::fill_n(all, kLanes, value);
  for (std::uint32_t lane = 0; differs_by_lane(input) && lane < kLanes; ++lane)
    all[lane] = input_value(shared, input, block, first + lane, lane);
  for (std::size_t lane = 0; lane < kLanes; ++lane) low[lane] = static_cast<std::uint32_t>(all[lane]);
  std::memcpy(row, wide ? static_cast<const void*>(all) : low, wide ? sizeof all : sizeof low);
}

void fill_inputs(const Shared& shared, const std::vector<std::uint32_t>& inputs, BlockState& block) {
  for (const std::uint32_t index : inputs) {
    const Input& input = shared.program->inputs[index];
    const std::uint64_t value = differs_by_lane(input) ? 0 : input_value(shared, input, block, 0, 0);
    for (Warp& warp : block.warps) fill_input(shared, input, block, warp, value);
  }
}

void complete_barrier(Context& context, BlockState& block, bool forced = false) {
  const Program& program = *context.shared_state->program;
  const std::uint32_t count = block.votes, all = block.arrived;
  block.arrived = block.votes = 0;
  for (Warp& warp : block.warps) {
    std::vector<Waiting>& waiting = warp.parts->waiting;
    for (std::size_t at = 0; at < waiting.size();) {
      if (waiting[at].kind != WaitKind::kBlockBarrier) {
        ++at;
        continue;
      }
      Path path = waiting[at].path;
      const Instruction& i = program.code[path.pc];
      const std::uint32_t result = i.reduce == BarrierReduce::kCount ? count
                                   : i.reduce == BarrierReduce::kAnd ? std::uint32_t{count == all}
                                                                     : std::uint32_t{count != 0};
      if (i.dst != kNoRegister)
        for (LaneMask rest = path.mask; rest != 0; rest &= rest - 1)
          std::memcpy(warp.frame + context.code[path.pc].d + 4 * first_lane(rest), &result, 4);
      ++path.pc;
      waiting.erase(waiting.begin() + static_cast<std::ptrdiff_t>(at));
      warp.parts->ready.push_back(path);
    }
  }
  if (context.sink != nullptr) context.sink->barrier_completed(block.linear);
  if (context.checks != nullptr) context.checks->barrier_completed(block.linear, forced);
}

enum class WarpTurn { kMoved, kWaits, kEnd };

Diagnostic stopped_run(std::string message) {
  Diagnostic stopped;
  stopped.kind = FaultKind::kBudget;
  stopped.message = std::move(message);
  return stopped;
}

void stop_run(Shared& shared, const Warp& warp, Diagnostic stopped) {
  if (warp.current.pc < shared.program->code.size()) stopped.span = shared.program->code[warp.current.pc].span;
  shared.faults.push_back(std::move(stopped));
}

// After a slice: is the launch to end, and does this path only wait for others?
WarpTurn judge_slice(Shared& shared, Warp& warp, std::uint64_t used) {
  Context& context = shared.context;
  if (shared.options->cancel != nullptr && shared.options->cancel->load(std::memory_order_relaxed)) {
    stop_run(shared, warp, stopped_run("the run was cancelled"));
    return WarpTurn::kEnd;
  }
  const bool waits = context.polls != 0 && context.progress == 0;
  warp.current.quiet = waits ? warp.current.quiet + static_cast<std::uint32_t>(used) : 0;
  shared.turn += used;
  if (warp.current.quiet >= warp.current.patience) {
    shared.patience = kLaterPatience;
    rotate_paths(warp, true);
    return WarpTurn::kWaits;
  }
  if (shared.turn >= kLongTurn) {
    rotate_paths(warp, false);
    return WarpTurn::kWaits;
  }
  return WarpTurn::kMoved;
}

// Runs one warp until it waits at a barrier, ends, or shows that it waits for somebody in a loop.
WarpTurn run_warp(Shared& shared, Warp& warp) {
  Context& context = shared.context;
  shared.turn = 0;
  warp.parts->patience = std::min(warp.parts->patience, shared.patience);
  while (warp.current.mask != 0 || next_path(warp)) {
    if (shared.budget_left == 0) {
      stop_run(shared, warp, budget_spent(shared.options->instruction_budget));
      return WarpTurn::kEnd;
    }
    const std::uint64_t whole = std::min(kSliceInstructions, shared.patience);
    const std::int64_t slice = static_cast<std::int64_t>(std::min(whole, shared.budget_left));
    context.slice = slice;
    context.polls = context.progress = 0;
    const Stop stop = shared.engine(context, warp);
    const std::uint64_t used = static_cast<std::uint64_t>(slice - context.slice);
    shared.budget_left -= std::min(shared.budget_left, used);
    if (stop == Stop::kFault) {
      const std::uint32_t next = warp.current.pc + 1;
      if (context.code[warp.current.pc].run_length > 1) {  // the rest of its straight run was not executed
        --context.runs[next].runs;
        context.runs[next].threads -= static_cast<std::uint64_t>(lane_count(warp.current.mask));
      }
      return WarpTurn::kEnd;
    }
    if (stop == Stop::kBlocked) break;
    const WarpTurn turn = judge_slice(shared, warp, used);
    if (turn != WarpTurn::kMoved) return turn;
  }
  return WarpTurn::kMoved;
}

Warp* ready_warp(BlockState& block) {
  const std::uint32_t count = static_cast<std::uint32_t>(block.warps.size());
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t at = block.next_warp + i < count ? block.next_warp + i : block.next_warp + i - count;
    if (!has_ready_path(block.warps[at])) continue;
    block.next_warp = at + 1 < count ? at + 1 : 0;
    return &block.warps[at];
  }
  return nullptr;
}

}  // namespace

Diagnostic budget_spent(std::uint64_t budget) {
  Diagnostic stopped = stopped_run("the run was stopped after " + grouped(budget) + " warp instructions");
  stopped.note = "does a loop never end? A longer run needs a larger instruction budget";
  return stopped;
}

WarpPlace place_of(const Context& context, const Warp& warp) {
  return {warp.block->linear, warp.index, warp.sequence - context.code[warp.current.pc].run_length};
}

void lanes_ended(Context& context, Warp& warp, std::uint32_t lanes) {
  BlockState& block = *warp.block;
  block.live -= static_cast<std::uint32_t>(lane_count(lanes));
  if (block.arrived != 0 && block.arrived == block.live) complete_barrier(context, block);
}

Stop block_barrier(Context& context, Warp& warp) {
  BlockState& block = *warp.block;
  const Path path = warp.current;
  if (context.sink != nullptr) context.sink->barrier_arrived(place_of(context, warp), path.pc, path.mask);
  if (context.checks != nullptr) context.checks->barrier_arrived(place_of(context, warp), path.pc, path.mask);
  block.arrived += static_cast<std::uint32_t>(lane_count(path.mask));
  if (context.shared_state->program->code[path.pc].reduce != BarrierReduce::kNone) {
    for (LaneMask rest = path.mask; rest != 0; rest &= rest - 1) {
      std::uint32_t vote;
      std::memcpy(&vote, warp.frame + context.code[path.pc].a + 4 * first_lane(rest), 4);
      block.votes += vote != 0;
    }
  }
  warp.parts->waiting.push_back({path, WaitKind::kBlockBarrier, 0});
  warp.current = Path{};
  if (block.arrived == block.live) complete_barrier(context, block);
  return next_path(warp) ? Stop::kReload : Stop::kBlocked;
}

bool force_waits(Context& context, BlockState& block) {
  bool any = false;
  for (Warp& warp : block.warps) {
    std::vector<Waiting>& waiting = warp.parts->waiting;
    for (std::size_t at = 0; at < waiting.size();) {
      if (waiting[at].kind == WaitKind::kBlockBarrier) {
        ++at;
        continue;
      }
      any = true;  // an exchange that did not happen: its result stays what it was
      Path path = waiting[at].path;
      ++path.pc;
      waiting.erase(waiting.begin() + static_cast<std::ptrdiff_t>(at));
      warp.parts->ready.push_back(path);
    }
  }
  if (any || block.arrived == 0) return any;
  complete_barrier(context, block, true);
  return true;
}

void prepare_block(Shared& shared, BlockState& block) {
  const std::uint32_t width = shared.machine->warp_lanes.value;
  const std::uint32_t warps = (shared.threads + width - 1) / width;
  block.frames.resize(std::size_t{warps} * shared.image->frame_bytes);
  block.shared.resize(shared.shared_bytes);
  block.parts.resize(warps);
  block.warps.resize(warps);
  for (std::uint32_t w = 0; w < warps; ++w) {
    Warp& warp = block.warps[w];
    warp.frame = block.frames.data + std::size_t{w} * shared.image->frame_bytes;
    warp.index = w;
    warp.parts = &block.parts[w];
    warp.block = &block;
  }
  fill_inputs(shared, shared.image->fixed_inputs, block);
}

void start_block(Shared& shared, BlockState& block, std::uint64_t linear) {
  const std::uint32_t width = shared.machine->warp_lanes.value;
  block.linear = linear;
  block.live = shared.threads;
  block.arrived = block.votes = block.next_warp = 0;
  block.running = true;
  std::memset(block.shared.data, 0, shared.shared_bytes);
  fill_inputs(shared, shared.image->block_inputs, block);
  for (Warp& warp : block.warps) {
    const std::uint32_t left = shared.threads - warp.index * width;
    start_warp(warp, first_lanes(static_cast<int>(std::min(left, width))));
    for (const Register r : shared.image->zeroed)
      std::memset(warp.frame + shared.image->rows[r], 0, shared.program->registers[r].wide ? kRow64 : kRow32);
    warp.parts->local.assign((std::size_t{shared.program->local_bytes} + 3) / 4 * 128, 0);
  }
  if (shared.context.sink != nullptr) shared.context.sink->block_started(linear);
  if (shared.context.checks != nullptr) shared.context.checks->block_started(linear);
}

Turn run_block(Shared& shared, BlockState& block) {
  shared.context.shared = block.shared.data;
  std::uint32_t waiting = 0;  // warps in a row that only waited
  while (block.live != 0) {
    Warp* warp = ready_warp(block);
    if (warp == nullptr) {
      stuck_fault(shared.context, block);
      if (shared.context.checks == nullptr) return Turn::kEnd;
      if (!shared.faults.empty()) {
        shared.context.checks->fault(kNoIndex, shared.faults.back());
        shared.faults.pop_back();
      }
      if (!force_waits(shared.context, block)) return Turn::kEnd;
      continue;
    }
    const WarpTurn turn = run_warp(shared, *warp);
    if (turn == WarpTurn::kEnd) return Turn::kEnd;
    waiting = turn == WarpTurn::kWaits ? waiting + 1 : 0;
    if (waiting > block.warps.size()) return Turn::kWaits;
  }
  block.running = false;
  if (shared.context.sink != nullptr) shared.context.sink->block_finished(block.linear);
  if (shared.context.checks != nullptr) shared.context.checks->block_finished(block.linear);
  return Turn::kDone;
}

}  // namespace warpglass::exec
