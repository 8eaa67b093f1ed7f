#include "sim/exec/access.h"

#include <algorithm>
#include <cstring>

#include "sim/exec/checked.h"
#include "sim/exec/scalar.h"
#include "sim/memory/banks.h"
#include "sim/memory/coalesce.h"

namespace warpglass::exec {
namespace {

std::uint64_t read_row(const unsigned char* row, bool wide, int lane) {
  if (wide) {
    std::uint64_t value;
    std::memcpy(&value, row + 8 * lane, sizeof value);
    return value;
  }
  std::uint32_t value;
  std::memcpy(&value, row + 4 * lane, sizeof value);
  return value;
}
void write_row(unsigned char* row, bool wide, int lane, std::uint64_t value) {
  if (wide) {
    std::memcpy(row + 8 * lane, &value, sizeof value);
    return;
  }
  const std::uint32_t low = static_cast<std::uint32_t>(value);
  std::memcpy(row + 4 * lane, &low, sizeof low);
}

Space window_of(std::uint64_t address) {
  switch (address & kWindowMask) {
    case kSharedWindow:
      return Space::kShared;
    case kLocalWindow:
      return Space::kLocal;
    default:
      return Space::kGlobal;
  }
}

// Address of one lane in its space; `space` says where a generic one landed.
std::uint64_t lane_address(const Instruction& i, bool wide, std::uint64_t base, Space& space) {
  const std::uint64_t sum = base + static_cast<std::uint64_t>(i.offset);
  space = i.space == Space::kGeneric ? window_of(sum) : i.space;
  if (space != Space::kShared && space != Space::kLocal) return sum;
  if (!wide) return sum & 0xffffffffu;
  const std::uint64_t window = space == Space::kShared ? kSharedWindow : kLocalWindow;
  return (sum & kWindowMask) == window ? sum - window : sum;
}

// Where a lane's bytes are on the host; null when it may not touch them. Local memory is woven and has no place.
unsigned char* host_bytes(const Context& context, const LaneAccess& access, int lane) {
  const std::uint64_t address = access.address[static_cast<std::size_t>(lane)];
  const std::uint64_t bytes = access.op->bytes;
  if (access.space == Space::kShared) {
    const bool inside = address < context.shared_bytes && bytes <= context.shared_bytes - address;
    return inside ? context.shared + address : nullptr;
  }
  const BufferView* buffer = find_buffer(context, address, bytes);
  if (buffer == nullptr) return nullptr;
  const bool loads = access.instruction->opcode == Opcode::kLoad;
  if (loads ? buffer->write_only : buffer->read_only) return nullptr;
  return buffer->host + (address - buffer->address);
}

// Byte `at` of a lane's local memory: 4-byte words of the 32 lanes lie side by side.
std::size_t local_index(std::uint64_t at, int lane) {
  return static_cast<std::size_t>(at / 4 * 128 + static_cast<std::uint64_t>(lane) * 4 + at % 4);
}
bool local_inside(const Warp& warp, std::uint64_t address, std::uint64_t bytes) {
  const std::uint64_t size = warp.parts->local.size() / kLanes;
  return address < size && bytes <= size - address;
}
void copy_local(Warp& warp, std::uint64_t address, int lane, unsigned char* bytes, std::uint32_t count, bool store) {
  for (std::uint32_t i = 0; i < count; ++i) {
    unsigned char& at = warp.parts->local[local_index(address + i, lane)];
    (store ? at : bytes[i]) = store ? bytes[i] : at;
  }
}

std::uint64_t element_from(ValueType type, const unsigned char* bytes) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, bytes, value_type_bytes(type));  // little-endian hosts
  return type == ValueType::kBool ? bits : normalised(type, bits);
}

void load_lane(const LaneAccess& access, Warp& warp, int lane, const unsigned char* from) {
  const Decoded& op = *access.op;
  const std::uint32_t stride = op.wide ? kRow64 : kRow32;
  for (std::uint32_t v = 0; v < op.vector; ++v)
    write_row(warp.frame + op.d + v * stride, op.wide, lane,
              element_from(access.instruction->type, from + v * op.element_bytes));
}
void store_lane(const LaneAccess& access, const Warp& warp, int lane, unsigned char* to) {
  const Decoded& op = *access.op;
  const bool wide = op.element == Element::kW64;
  for (std::uint32_t v = 0; v < op.vector; ++v) {
    const std::uint64_t value = read_row(warp.frame + op.b + v * (wide ? kRow64 : kRow32), wide, lane);
    std::memcpy(to + v * op.element_bytes, &value, op.element_bytes);
  }
}

// One lane's turn of an atomic. True when memory changed.
bool atomic_lane(const LaneAccess& access, Warp& warp, int lane, unsigned char* at) {
  const Instruction& i = *access.instruction;
  const Decoded& op = *access.op;
  const bool wide = op.element == Element::kW64;
  const std::uint64_t old = element_from(i.type, at);
  const std::uint64_t value = atomic_result(i.atomic, i.type, old, read_row(warp.frame + op.b, wide, lane),
                                            read_row(warp.frame + op.c, wide, lane));
  std::memcpy(at, &value, op.element_bytes);
  if (i.dst != kNoRegister) write_row(warp.frame + op.d, op.wide, lane, old);
  return value != old;
}

// What a waiting loop does over and over: its failure must not look like progress.
bool is_poll(AtomicKind kind) { return kind != AtomicKind::kMin && kind != AtomicKind::kMax; }

// A launch on several cores notes what is written.
void mark_lane(const Context& context, std::uint64_t address, std::uint64_t bytes) {
  const BufferView* buffer = find_buffer(context, address, bytes);
  if (buffer == nullptr || buffer->marks == nullptr) return;
  const std::uint64_t at = (address - buffer->address) >> context.mark_shift;
  for (std::uint64_t i = 0; i < bytes >> context.mark_shift; ++i)
    buffer->marks[(at + i) >> 6] |= std::uint64_t{1} << ((at + i) & 63);
}

void move_lane(Context& context, Warp& warp, const LaneAccess& access, int lane) {
  alignas(16) unsigned char bytes[16];
  const bool local = access.space == Space::kLocal;
  const std::uint64_t address = access.address[static_cast<std::size_t>(lane)];
  unsigned char* at = local ? bytes : host_bytes(context, access, lane);
  const Opcode opcode = access.instruction->opcode;
  if (local && opcode != Opcode::kStore) copy_local(warp, address, lane, bytes, access.op->bytes, false);
  if (opcode == Opcode::kLoad) {
    load_lane(access, warp, lane, at);
  } else if (opcode == Opcode::kStore) {
    store_lane(access, warp, lane, at);
    if (!local) context.progress = 1;
    if (access.space == Space::kGlobal) mark_lane(context, address, access.op->bytes);
  } else if (atomic_lane(access, warp, lane, at)) {
    context.progress = 1;
  }
  if (local && opcode != Opcode::kLoad) copy_local(warp, address, lane, bytes, access.op->bytes, true);
}

void count(Context& context, const LaneAccess& access, const Access& event) {
  SiteCounts& counts = context.sites[access.op->site].counts;
  const Geometry& g = context.geometry;
  if (access.space == Space::kGlobal) {
    const SectorCount cost = count_sectors(event, {g.line_bytes, g.sector_bytes});
    ++counts.global_requests;
    counts.global_sectors += cost.sectors;
    counts.global_lines += cost.lines;
    counts.global_lanes += static_cast<std::uint64_t>(lane_count(access.lanes));
  } else if (access.space == Space::kShared) {
    const WavefrontCount cost = count_wavefronts(event, {g.banks, g.bank_bytes});
    ++counts.shared_requests;
    counts.shared_wavefronts += cost.wavefronts;
    counts.shared_conflicts += cost.conflicts;
  } else if (access.space == Space::kLocal) {
    ++counts.local_requests;
  }
}

// First lane that may not do this; kLanes when all may.
int first_bad_lane(const Context& context, const Warp& warp, const LaneAccess& access) {
  for (LaneMask rest = access.lanes; rest != 0; rest &= rest - 1) {
    const int lane = first_lane(rest);
    const std::uint64_t address = access.address[static_cast<std::size_t>(lane)];
    if ((address & (access.op->bytes - 1u)) != 0) return lane;
    const bool fine = access.space == Space::kLocal ? local_inside(warp, address, access.op->bytes)
                                                    : host_bytes(context, access, lane) != nullptr;
    if (!fine) return lane;
  }
  return kLanes;
}

Stop access_in_space(Context& context, Warp& warp, LaneAccess& access) {
  if (context.checks != nullptr) {
    if (!drop_faulty(context, warp, access)) return Stop::kNone;
    tell_access(context, warp, access);
  } else if (const int bad = first_bad_lane(context, warp, access); bad < kLanes) {
    if (context.sink != nullptr)
      context.sink->refused(place_of(context, warp), as_event(access, *access.instruction, warp.current.pc),
                            LaneMask{1} << bad);
    return access_fault(context, warp, access, bad);
  }
  const Access event = as_event(access, *access.instruction, warp.current.pc);
  count(context, access, event);
  if (context.sink != nullptr) context.sink->access(place_of(context, warp), event);
  const Opcode opcode = access.instruction->opcode;
  if (opcode == Opcode::kAtomic && is_poll(access.instruction->atomic)) context.polls = 1;
  if (opcode == Opcode::kLoad && access.instruction->is_volatile) context.polls = 1;
  for (LaneMask rest = access.lanes; rest != 0; rest &= rest - 1) move_lane(context, warp, access, first_lane(rest));
  return Stop::kNone;
}

}  // namespace

bool lane_fits(const Context& context, const Warp& warp, const LaneAccess& access, int lane) {
  const std::uint64_t address = access.address[static_cast<std::size_t>(lane)];
  return access.space == Space::kLocal ? local_inside(warp, address, access.op->bytes)
                                       : host_bytes(context, access, lane) != nullptr;
}

const BufferView* find_buffer(const Context& context, std::uint64_t address, std::uint64_t bytes) {
  const BufferView* end = context.buffers + context.buffer_count;
  const BufferView* after = std::upper_bound(context.buffers, end, address,
                                             [](std::uint64_t a, const BufferView& b) { return a < b.address; });
  if (after == context.buffers) return nullptr;
  const BufferView& buffer = *(after - 1);
  const std::uint64_t offset = address - buffer.address;
  return offset < buffer.bytes && bytes <= buffer.bytes - offset ? &buffer : nullptr;
}

Access as_event(const LaneAccess& access, const Instruction& i, std::uint32_t pc) {
  Access event;
  event.operation = i.opcode == Opcode::kLoad    ? Operation::kLoad
                    : i.opcode == Opcode::kStore ? Operation::kStore
                                                 : Operation::kAtomic;
  event.atomic = i.atomic == AtomicKind::kAdd && value_type_is_float(i.type) ? AtomicKind::kFloatAdd : i.atomic;
  event.space = access.space;
  event.bytes = access.op->bytes;
  event.lanes = access.lanes;
  event.address = access.address;
  event.result_used = i.opcode == Opcode::kLoad || i.dst != kNoRegister;
  event.operand_is_one = i.operand_is_one;
  event.instruction = pc;
  return event;
}

Stop general_access(Context& context, Warp& warp) {
  const std::uint32_t pc = warp.current.pc;
  const Program& program = *context.shared_state->program;
  LaneAccess all;
  all.instruction = &program.code[pc];
  all.op = &context.code[pc];
  const Register address = all.instruction->src[0];
  const bool wide = address != kNoRegister && program.registers[address].wide;
  PerLane<Space> landed{};
  for (LaneMask rest = warp.current.mask; rest != 0; rest &= rest - 1) {
    const int lane = first_lane(rest);
    const std::size_t at = static_cast<std::size_t>(lane);
    all.address[at] = lane_address(*all.instruction, wide, read_row(warp.frame + all.op->a, wide, lane), landed[at]);
  }
  // A generic access splits into one for each space its lanes land in.
  for (LaneMask rest = warp.current.mask; rest != 0;) {
    all.space = landed[static_cast<std::size_t>(first_lane(rest))];
    all.lanes = 0;
    for (LaneMask more = rest; more != 0; more &= more - 1)
      if (landed[static_cast<std::size_t>(first_lane(more))] == all.space) all.lanes |= LaneMask{1} << first_lane(more);
    rest &= ~all.lanes;
    const Stop stop = access_in_space(context, warp, all);
    if (stop != Stop::kNone) return stop;
  }
  return Stop::kNone;
}

}  // namespace warpglass::exec
