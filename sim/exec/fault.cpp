#include "sim/exec/fault.h"

#include <fmt/format.h>

#include <algorithm>

#include "sim/exec/access.h"

namespace warpglass::exec {
namespace {

std::string text_of(const Dim3& d) { return fmt::format("({},{},{})", d.x, d.y, d.z); }

Dim3 unfold(std::uint64_t linear, const Dim3& extent) {
  return {linear % extent.x, linear / extent.x % extent.y, linear / extent.x / extent.y};
}

ThreadPlace place(const Context& context, const Warp& warp, int lane) {
  const std::uint32_t width = context.shared_state->machine->warp_lanes.value;
  return {warp.block->linear, warp.index, static_cast<std::uint32_t>(lane),
          warp.index * width + static_cast<std::uint32_t>(lane)};
}

Span span_at(const Context& context, std::uint32_t pc) {
  const auto& code = context.shared_state->program->code;
  return pc < code.size() ? code[pc].span : Span{};
}

std::string verb(const Instruction& i) {
  return i.opcode == Opcode::kLoad ? "reads" : (i.opcode == Opcode::kStore ? "writes" : "updates");
}

std::string plural(std::uint64_t n, const char* word) {
  return fmt::format("{} {}{}", grouped(n), word, n == 1 ? "" : "s");
}

// The array of shared or local memory that an offset falls into, or the one before it.
const Variable* nearest_variable(const std::vector<Variable>& variables, std::uint64_t offset) {
  const Variable* best = nullptr;
  for (const Variable& v : variables)
    if (v.offset <= offset && (best == nullptr || v.offset >= best->offset)) best = &v;
  return best;
}

// "A[1048576], 0 bytes past the end of A (1,048,576 elements)"; fills `object`.
std::string where_global(const Buffer& buffer, std::uint64_t address, std::string& object) {
  const std::uint64_t size = std::max<std::uint64_t>(1, element_bytes(buffer.type));
  const std::string extent = fmt::format("{} ({})", buffer.name, plural(buffer.bytes / size, "element"));
  if (address < buffer.address) {
    const std::uint64_t before = buffer.address - address;
    object = fmt::format("{}[-{}]", buffer.name, (before + size - 1) / size);
    return fmt::format("{}, {} before the start of {}", object, plural(before, "byte"), extent);
  }
  const std::uint64_t offset = address - buffer.address;
  object = fmt::format("{}[{}]", buffer.name, offset / size);
  if (offset < buffer.bytes) return fmt::format("{}, whose last bytes lie past the end of {}", object, extent);
  if (offset == buffer.bytes) return fmt::format("{}, right after the end of {}", object, extent);
  return fmt::format("{}, {} past the end of {}", object, plural(offset - buffer.bytes, "byte"), extent);
}

std::string where_variable(const std::vector<Variable>& variables, std::uint64_t offset, std::string& object) {
  const Variable* v = nearest_variable(variables, offset);
  if (v == nullptr) return {};
  const std::uint64_t size = std::max<std::uint32_t>(1, v->element_bytes);
  object = fmt::format("{}[{}]", v->name, (offset - v->offset) / size);
  return fmt::format(" ({} counted from the start of {})", object, v->name);
}

FaultText global_text(Context& context, const LaneAccess& access, std::uint64_t address, std::string& object) {
  const Instruction& i = *access.instruction;
  FaultText text;
  if (address < 4096) {
    text.message = fmt::format("{} through a null pointer (address {:#x})", verb(i), address);
    text.note = "give the pointer a buffer before it is used";
    return text;
  }
  const Storage& memory = context.shared_state->launch->memory;
  const BufferView* inside = find_buffer(context, address, access.op->bytes);
  if (inside != nullptr) {
    object = memory.buffer(inside->index).name;
    text.message = fmt::format("{} {}, which is in constant memory", verb(i), object);
    text.note = "constant memory is read-only in a kernel; set it before the launch";
    return text;
  }
  const Buffer* near = memory.nearest(address);
  const std::uint64_t far = std::uint64_t{1} << 31;
  const bool related = near != nullptr && address + far >= near->address && address < near->address + near->bytes + far;
  if (!related) {
    text.message = fmt::format("{} {} at the wild address {:#x}", verb(i), plural(access.op->bytes, "byte"), address);
    text.note = "the pointer or the index behind it was never given a sensible value";
    return text;
  }
  text.message = fmt::format("{} {}", verb(i), where_global(*near, address, object));
  text.note = "compare the index with the size before the access";
  return text;
}

FaultText shared_text(Context& context, const LaneAccess& access, std::uint64_t address, std::string& object) {
  const Program& program = *context.shared_state->program;
  const std::uint64_t size = context.shared_bytes;
  FaultText text;
  const std::string where = where_variable(program.shared_variables, address, object);
  text.message = fmt::format("{} byte {} of shared memory{}, but the block has {}", verb(*access.instruction),
                             grouped(address), where, plural(size, "byte"));
  const bool dynamic = nearest_variable(program.shared_variables, address) != nullptr &&
                       nearest_variable(program.shared_variables, address)->is_extern;
  text.note = dynamic ? "give the launch enough dynamic shared memory (third value in <<<...>>>)"
                      : "compare the index with the array's size before the access";
  return text;
}

FaultText local_text(Context& context, const Warp& warp, const LaneAccess& access, std::uint64_t address,
                     std::string& object) {
  const Program& program = *context.shared_state->program;
  FaultText text;
  const std::string where = where_variable(program.local_variables, address, object);
  text.message =
      fmt::format("{} byte {} of the thread's local memory{}, but the thread has {}", verb(*access.instruction),
                  grouped(address), where, plural(warp.parts->local.size() / kLanes, "byte"));
  text.note = "compare the index with the array's size before the access";
  return text;
}

std::string reason(const Waiting& waiting) {
  if (waiting.kind == WaitKind::kBlockBarrier) return "wait at the barrier";
  return waiting.kind == WaitKind::kWarpSync ? "wait at __syncwarp" : "wait at a _sync function";
}

std::string at_line(const Context& context, std::uint32_t pc) {
  const Span span = span_at(context, pc);
  return span.known() ? fmt::format(" of line {}", span.line) : "";
}

// Who waits in one warp, and who is held up behind them.
std::string waits_of(const Context& context, const Warp& warp) {
  std::string out;
  const auto add = [&](std::uint32_t lanes, const std::string& what) {
    out += fmt::format("{}warp {} lanes {} {}", out.empty() ? "" : ", ", warp.index, lane_list(lanes), what);
  };
  std::uint32_t named = 0;
  for (const Waiting& waiting : warp.parts->waiting) {
    add(waiting.path.mask, reason(waiting) + at_line(context, waiting.path.pc));
    named |= waiting.path.mask;
  }
  const std::uint32_t held = warp.live & ~named;
  if (held != 0) add(held, "wait behind the branch for those");
  return out;
}

}  // namespace

std::string grouped(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t at = digits.size(); at > 3;) digits.insert(at -= 3, ",");
  return digits;
}

std::string lane_list(std::uint32_t lanes) {
  std::string out;
  for (int lane = 0; lane < kLanes; ++lane) {
    if (!has_lane(lanes, lane)) continue;
    int last = lane;
    while (last + 1 < kLanes && has_lane(lanes, last + 1)) ++last;
    out += fmt::format("{}{}", out.empty() ? "" : ", ", lane);
    if (last > lane) out += fmt::format("-{}", last);
    lane = last;
  }
  return out;
}

std::string thread_name(const Shared& shared, std::uint64_t block, std::uint32_t thread) {
  return fmt::format("block {}, thread {}", text_of(unfold(block, shared.launch->grid)),
                     text_of(unfold(thread, shared.launch->block)));
}

Stop lane_fault(Context& context, const Warp& warp, int lane, FaultText text) {
  Shared& shared = *context.shared_state;
  const ThreadPlace who = place(context, warp, lane);
  Diagnostic fault;
  fault.kind = text.kind;
  fault.span = span_at(context, warp.current.pc);
  fault.message = fmt::format("{} (warp {}, lane {}) {}", thread_name(shared, who.block, who.thread), who.warp,
                              who.lane, text.message);
  fault.note = std::move(text.note);
  fault.place = who;
  fault.when.instruction = warp.current.pc;
  fault.when.sequence = place_of(context, warp).sequence;
  shared.faults.push_back(std::move(fault));
  if (context.sink != nullptr) context.sink->fault(shared.faults.back());
  return Stop::kFault;
}

Stop access_fault(Context& context, Warp& warp, const LaneAccess& access, int lane, bool misaligned) {
  const std::uint64_t address = access.address[static_cast<std::size_t>(lane)];
  std::string object;
  FaultText text;
  if (misaligned && (address & (access.op->bytes - 1u)) != 0) {
    text.kind = FaultKind::kMisaligned;
    text.message = fmt::format("{} {} at {} address {:#x}, which is not a multiple of {}", verb(*access.instruction),
                               plural(access.op->bytes, "byte"), space_name(access.space), address, access.op->bytes);
    text.note = "a wide access needs an address that is a multiple of its width";
    const Buffer* near =
        access.space == Space::kGlobal ? context.shared_state->launch->memory.find(address, 1) : nullptr;
    if (near != nullptr) object = near->name;
  } else if (access.space == Space::kShared) {
    text = shared_text(context, access, address, object);
  } else if (access.space == Space::kLocal) {
    text = local_text(context, warp, access, address, object);
  } else {
    text = global_text(context, access, address, object);
  }
  Shared& shared = *context.shared_state;
  Sink* const sink = context.sink;
  context.sink = nullptr;  // told once the fault is complete
  const Stop stop = lane_fault(context, warp, lane, std::move(text));
  context.sink = sink;
  shared.faults.back().address = address;
  shared.faults.back().object = std::move(object);
  if (sink != nullptr) sink->fault(shared.faults.back());
  return stop;
}

void stuck_fault(Context& context, const BlockState& block) {
  Shared& shared = *context.shared_state;
  const Warp* first = nullptr;
  const Waiting* waiting = nullptr;
  std::string who;
  int warps = 0;
  for (const Warp& warp : block.warps) {
    if (warp.live == 0 || warp.parts->waiting.empty()) continue;
    const bool odd = warp.parts->waiting.front().path.mask != warp.live;
    if (warps < 4 || (odd && warps < 8)) who += (who.empty() ? "" : "; ") + waits_of(context, warp);
    ++warps;
    // The most telling place is a warp that is split.
    if (first == nullptr || (odd && waiting->path.mask == first->live)) {
      first = &warp;
      waiting = &warp.parts->waiting.front();
    }
  }
  if (first == nullptr) return;
  const std::uint32_t lane = static_cast<std::uint32_t>(first_lane(waiting->path.mask));
  Diagnostic fault;
  fault.kind = FaultKind::kBarrier;
  fault.span = span_at(context, waiting->path.pc);
  fault.place = place(context, *first, static_cast<int>(lane));
  const bool barrier = waiting->kind == WaitKind::kBlockBarrier;
  fault.message =
      fmt::format("block {}: nobody completes this {}: {}", text_of(unfold(block.linear, shared.launch->grid)),
                  barrier ? "barrier" : "warp-level wait", who);
  fault.note = barrier ? "every thread of the block that has not returned must reach the same __syncthreads()"
                       : "every lane named in the mask must reach the same _sync function";
  shared.faults.push_back(std::move(fault));
  if (context.sink != nullptr) context.sink->fault(shared.faults.back());
}

}  // namespace warpglass::exec
