// Instructions that leave the fast loop: exchanges between lanes, waits, calls, printing, assertions.
#include <fmt/format.h>

#include <cstring>

#include "sim/event/check_sink.h"
#include "sim/exec/access.h"
#include "sim/exec/exchange.h"
#include "sim/exec/fault.h"
#include "sim/exec/printing.h"
#include "sim/exec/scalar.h"

namespace warpglass::exec {
namespace {

std::uint64_t read_row(const unsigned char* row, bool wide, int lane) {
  std::uint64_t value = 0;
  std::memcpy(&value, row + (wide ? 8 : 4) * lane, wide ? 8 : 4);
  return value;
}
void write_row(unsigned char* row, bool wide, int lane, std::uint64_t value) {
  std::memcpy(row + (wide ? 8 : 4) * lane, &value, wide ? 8 : 4);
}
void write_lanes(const Decoded& op, Warp& warp, std::uint64_t value) {
  for (LaneMask rest = warp.current.mask; rest != 0; rest &= rest - 1)
    write_row(warp.frame + op.d, op.wide, first_lane(rest), value);
}

// Shared and local pointers live in windows; global and constant ones are what they are.
std::uint64_t window_base(Space space) {
  return space == Space::kShared ? kSharedWindow : (space == Space::kLocal ? kLocalWindow : 0);
}

Stop change_pointer(const Instruction& i, const Decoded& op, const Program& program, Warp& warp) {
  const bool wide = i.src[0] != kNoRegister && program.registers[i.src[0]].wide;
  const std::uint64_t window = window_base(i.space);
  for (LaneMask rest = warp.current.mask; rest != 0; rest &= rest - 1) {
    const int lane = first_lane(rest);
    const std::uint64_t value = read_row(warp.frame + op.a, wide, lane);
    write_row(warp.frame + op.d, op.wide, lane, i.opcode == Opcode::kToGeneric ? value + window : value - window);
  }
  return Stop::kNone;
}

// A register's rows before a call and after it, for the lanes that made it.
void copy_registers(const Shared& shared, Warp& warp, CallFrame& call, bool save, LaneMask lanes) {
  const RecursiveFunction& f = shared.program->functions[call.function];
  const std::uint64_t end = std::uint64_t{f.first_register} + f.register_count;
  std::size_t at = 0;
  for (std::uint64_t r = f.first_register; r < end && r < shared.image->rows.size(); ++r) {
    const std::size_t width = shared.program->registers[r].wide ? 8 : 4;
    unsigned char* row = warp.frame + shared.image->rows[r];
    if (save) call.saved.resize(at + width * kLanes);
    for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
      const std::size_t lane = static_cast<std::size_t>(first_lane(rest));
      unsigned char* kept = call.saved.data() + at + width * lane;
      std::memcpy(save ? kept : row + width * lane, save ? row + width * lane : kept, width);
    }
    at += width * kLanes;
  }
}

Stop call_function(Context& context, Warp& warp, const Instruction& i) {
  Shared& shared = *context.shared_state;
  WarpParts& parts = *warp.parts;
  const std::uint32_t parent = warp.current.call;
  const std::uint32_t depth = parent == kNoIndex ? 1 : parts.calls[parent].depth + 1;
  const RecursiveFunction& f = shared.program->functions[i.target];
  if (depth > kMaxCallDepth) {
    FaultText text;
    text.kind = FaultKind::kBudget;
    text.message = fmt::format("calls {} more than {} levels deep", f.name, kMaxCallDepth);
    text.note = "end the recursion earlier; by default a GPU thread has 1,024 bytes of stack";
    return lane_fault(context, warp, first_lane(warp.current.mask), std::move(text));
  }
  const std::uint32_t index = new_call(warp);
  CallFrame& call = parts.calls[index];
  call.mask = warp.current.mask;
  call.function = i.target;
  call.return_pc = warp.current.pc + 1;
  call.parent = parent;
  call.depth = depth;
  copy_registers(shared, warp, call, true, call.mask);
  const std::size_t local =
      (shared.program->local_bytes + std::size_t{depth} * shared.program->recursion_local_bytes + 3) / 4 * 128;
  if (shared.program->recursion_local_bytes != 0 && parts.local.size() < local) parts.local.resize(local);
  warp.current.call = index;
  warp.current.pc = f.entry;
  return Stop::kReload;
}

Stop return_from(Context& context, Warp& warp) {
  WarpParts& parts = *warp.parts;
  const std::uint32_t index = warp.current.call;
  if (index == kNoIndex) return exit_lanes(context, warp);
  if (warp.current.node != kNoIndex) {
    Node& node = parts.nodes[warp.current.node];
    if (node.pc == kAtReturn && node.call == index) {
      node.arrived |= warp.current.mask;
      node.resume = warp.current.pc;
      if (node.arrived != node.expected) return next_path(warp) ? Stop::kReload : Stop::kBlocked;
      warp.current.mask = node.expected;
      const std::uint32_t parent = node.parent;
      parts.free_nodes.push_back(warp.current.node);
      warp.current.node = parent;
      return return_from(context, warp);
    }
  }
  CallFrame& call = parts.calls[index];
  copy_registers(*context.shared_state, warp, call, false, warp.current.mask);
  call.mask &= ~warp.current.mask;
  warp.current.call = call.parent;
  warp.current.pc = call.return_pc;
  if (call.mask == 0) free_call(warp, index);
  return Stop::kReload;
}

Stop check_assert(Context& context, Warp& warp, const Instruction& i, const Decoded& op) {
  for (LaneMask rest = warp.current.mask; rest != 0; rest &= rest - 1) {
    const int lane = first_lane(rest);
    if (read_row(warp.frame + op.a, false, lane) != 0) continue;
    FaultText text;
    text.kind = FaultKind::kAssert;
    text.message = fmt::format("fails assert({})", context.shared_state->program->strings[i.target]);
    return lane_fault(context, warp, lane, std::move(text));
  }
  return Stop::kNone;
}

Stop trap(Context& context, Warp& warp) {
  FaultText text;
  text.kind = FaultKind::kAssert;
  text.message = "runs into __trap()";
  return lane_fault(context, warp, first_lane(warp.current.mask), std::move(text));
}

}  // namespace

Stop slow_instruction(Context& context, Warp& warp) {
  const Program& program = *context.shared_state->program;
  const Instruction& i = program.code[warp.current.pc];
  const Decoded& op = context.code[warp.current.pc];
  switch (i.opcode) {
    case Opcode::kLoad:
    case Opcode::kStore:
    case Opcode::kAtomic:
      return general_access(context, warp);
    case Opcode::kToGeneric:
    case Opcode::kFromGeneric:
      return change_pointer(i, op, program, warp);
    case Opcode::kCall:
      return call_function(context, warp, i);
    case Opcode::kReturn:
      return return_from(context, warp);
    case Opcode::kBarrier:
      return block_barrier(context, warp);
    case Opcode::kWarpSync:
    case Opcode::kShuffle:
    case Opcode::kVote:
      return exchange(context, warp);
    case Opcode::kActiveMask:
      write_lanes(op, warp, warp.current.mask);
      return Stop::kNone;
    case Opcode::kClock:
      write_lanes(op, warp, place_of(context, warp).sequence);
      return Stop::kNone;
    case Opcode::kPrint:
      print_lanes(context, warp);
      return Stop::kNone;
    case Opcode::kAssert:
      return check_assert(context, warp, i, op);
    case Opcode::kTrap:
      return trap(context, warp);
    case Opcode::kFence:
      if (context.checks != nullptr) context.checks->fenced(place_of(context, warp), warp.current.mask);
      return Stop::kNone;
    default:
      return Stop::kNone;
  }
}

void report_branch(Context& context, Warp& warp, std::uint32_t taken) {
  context.sink->branch(place_of(context, warp), warp.current.pc, warp.current.mask, taken);
}

void report_run(Context& context, Warp& warp, std::uint32_t pc, std::uint32_t mask) {
  const std::uint32_t count = context.code[pc].run_length;
  context.sink->run_started({warp.block->linear, warp.index, warp.sequence - count}, pc, count, mask);
}

void report_cut(Context& context, Warp& warp, std::uint32_t pc) {
  context.sink->run_cut({warp.block->linear, warp.index, warp.sequence}, pc);
}

void evaluate_lanes(Context& context, Warp& warp, unsigned char* out) {
  const Program& program = *context.shared_state->program;
  const Instruction& i = program.code[warp.current.pc];
  const Decoded& op = context.code[warp.current.pc];
  const auto wide = [&](int source) {
    const Register r = i.src[static_cast<std::size_t>(source)];
    return r != kNoRegister && program.registers[r].wide;
  };
  const bool wide_a = wide(0), wide_b = wide(1), wide_c = wide(2);
  unsigned char result[kRow64];
  for (LaneMask rest = warp.current.mask; rest != 0; rest &= rest - 1) {
    const int lane = first_lane(rest);
    const Operands v{read_row(warp.frame + op.a, wide_a, lane), read_row(warp.frame + op.b, wide_b, lane),
                     read_row(warp.frame + op.c, wide_c, lane)};
    write_row(result, op.wide, lane, evaluate(i, v));
  }
  for (LaneMask rest = warp.current.mask; rest != 0; rest &= rest - 1)
    write_row(out, op.wide, first_lane(rest), read_row(result, op.wide, first_lane(rest)));
}

}  // namespace warpglass::exec
