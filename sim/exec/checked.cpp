// A checked run's own part: where each object lies, lanes that leave it, and what the checks are told.
#include "sim/exec/checked.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <map>

#include "sim/exec/fault.h"
#include "sim/exec/scalar.h"

namespace warpglass::exec {
namespace {

constexpr std::uint64_t kNullPage = 4096;

std::uint64_t uniform_input(const PreparedLaunch& launch, std::uint64_t width, const MemoryObject::StepInput& input) {
  const std::uint64_t numbers[] = {launch.block.x, launch.block.y, launch.block.z,
                                   launch.grid.x,  launch.grid.y,  launch.grid.z};
  const InputKind kind = static_cast<InputKind>(input.kind);
  if (kind == InputKind::kConstant) return input.bits;
  if (kind == InputKind::kWarpSize) return width;
  if (kind >= InputKind::kBlockDimX && kind <= InputKind::kGridDimZ)
    return numbers[static_cast<int>(kind) - static_cast<int>(InputKind::kBlockDimX)];
  std::uint64_t bits = 0;
  const std::size_t size = value_type_bytes(input.type);
  if (kind == InputKind::kParameter && input.offset <= launch.parameters.size() &&
      size <= launch.parameters.size() - input.offset)
    std::memcpy(&bits, launch.parameters.data() + input.offset, size);
  return input.type == ValueType::kS8 || input.type == ValueType::kS16 ? normalised(input.type, bits) : bits;
}

// Where a carved part starts, from values that all threads of the launch share.
std::uint64_t carve_base(const PreparedLaunch& launch, std::uint64_t width, const MemoryObject& object) {
  std::map<Register, std::uint64_t> value;
  for (const auto& input : object.step_inputs) value[input.reg] = uniform_input(launch, width, input);
  for (const Instruction& step : object.steps) {
    const auto of = [&](std::size_t source) {
      return step.src[source] == kNoRegister ? std::uint64_t{0} : value[step.src[source]];
    };
    value[step.dst] = evaluate(step, {of(0), of(1), of(2)});
  }
  const std::uint64_t base = object.base == kNoRegister ? 0 : value[object.base];
  return (base + static_cast<std::uint64_t>(object.offset)) & 0xffffffffu;
}

class Extents {
 public:
  Extents(const PreparedLaunch& launch, std::uint64_t shared_bytes, std::uint64_t width)
      : launch_(launch), program_(*launch.program), shared_bytes_(shared_bytes), width_(width) {}

  std::vector<std::vector<Extent>> all() {
    std::vector<std::vector<Extent>> out(program_.objects.size());
    for (std::uint32_t at = 0; at < out.size(); ++at) add(at, at, out[at]);
    end_carves(out);
    for (std::uint32_t at = 0; at < out.size(); ++at) {
      if (program_.objects[at].kind != ObjectKind::kAnyOf) continue;
      for (const std::uint32_t member : program_.objects[at].members) {
        if (out[member].empty()) {  // one of them may be anywhere
          out[at].clear();
          break;
        }
        out[at].insert(out[at].end(), out[member].begin(), out[member].end());
      }
    }
    return out;
  }

 private:
  void add_buffer(std::size_t index, std::uint32_t object, std::vector<Extent>& out) {
    if (index >= launch_.memory.buffers().size()) return;
    const Buffer& buffer = launch_.memory.buffer(index);
    out.push_back({Space::kGlobal, buffer.address, buffer.address + buffer.bytes, object});
  }
  std::uint64_t end_of(const Variable& v) const {
    return v.is_extern ? std::max<std::uint64_t>(shared_bytes_, v.offset) : v.offset + v.bytes;
  }
  void add(std::uint32_t at, std::uint32_t name, std::vector<Extent>& out) {
    const MemoryObject& object = program_.objects[at];
    switch (object.kind) {
      case ObjectKind::kParameter:
        if (object.index < launch_.parameter_buffers.size())
          add_buffer(launch_.parameter_buffers[object.index], name, out);
        break;
      case ObjectKind::kSymbol:
        for (std::size_t b = 0; b < launch_.memory.buffers().size(); ++b)
          if (object.index < launch_.symbol_addresses.size() &&
              launch_.memory.buffer(b).address == launch_.symbol_addresses[object.index])
            add_buffer(b, name, out);
        break;
      case ObjectKind::kShared: {
        const Variable& v = program_.shared_variables[object.index];
        out.push_back({Space::kShared, v.offset, end_of(v), name});
        break;
      }
      case ObjectKind::kLocal: {
        const Variable& v = program_.local_variables[object.index];
        out.push_back({Space::kLocal, v.offset, v.offset + v.bytes, name});
        break;
      }
      case ObjectKind::kCarve: {
        const std::uint64_t base = carve_base(launch_, width_, object);
        const std::uint64_t end = end_of(program_.shared_variables[object.index]);
        out.push_back({Space::kShared, base, std::max(base, end), name});
        break;
      }
      default:
        break;
    }
  }
  // A part ends where the next one starts.
  void end_carves(std::vector<std::vector<Extent>>& out) const {
    std::vector<std::uint64_t> starts;
    for (std::size_t at = 0; at < out.size(); ++at)
      if (program_.objects[at].kind == ObjectKind::kCarve) starts.push_back(out[at][0].low);
    std::sort(starts.begin(), starts.end());
    for (std::size_t at = 0; at < out.size(); ++at) {
      if (program_.objects[at].kind != ObjectKind::kCarve) continue;
      const auto next = std::upper_bound(starts.begin(), starts.end(), out[at][0].low);
      if (next != starts.end()) out[at][0].high = std::min(out[at][0].high, *next);
    }
  }

  const PreparedLaunch& launch_;
  const Program& program_;
  std::uint64_t shared_bytes_;
  std::uint64_t width_;
};

const std::vector<Extent>* extents_of(const Context& context, std::uint32_t pc) {
  const Shared& shared = *context.shared_state;
  const std::uint32_t object = shared.program->code[pc].object;
  if (object >= shared.extents.size() || shared.extents[object].empty()) return nullptr;
  return &shared.extents[object];
}

std::string verb(const Instruction& i) {
  return i.opcode == Opcode::kLoad ? "reads" : (i.opcode == Opcode::kStore ? "writes" : "updates");
}

std::uint64_t element_size(const Context& context, const MemoryObject& object, const Extent& extent,
                           const Instruction& i) {
  const Program& program = *context.shared_state->program;
  if (object.kind == ObjectKind::kShared && !program.shared_variables[object.index].is_extern)
    return std::max<std::uint64_t>(1, program.shared_variables[object.index].element_bytes);
  if (object.kind == ObjectKind::kLocal)
    return std::max<std::uint64_t>(1, program.local_variables[object.index].element_bytes);
  if (extent.space == Space::kGlobal) {
    const Buffer* buffer = context.shared_state->launch->memory.find(extent.low, 1);
    if (buffer != nullptr) return std::max<std::uint64_t>(1, element_bytes(buffer->type));
  }
  return value_type_bytes(i.type);
}

// "; there lies y[3]": what the address hits instead.
std::string instead(const Context& context, const LaneAccess& access, std::uint64_t address) {
  const Shared& shared = *context.shared_state;
  const Program& program = *shared.program;
  for (std::uint32_t at = 0; at < shared.extents.size(); ++at) {
    if (shared.extents[at].size() != 1 || program.objects[at].kind == ObjectKind::kAnyOf) continue;
    const Extent& extent = shared.extents[at][0];
    if (extent.space != access.space || address < extent.low || address >= extent.high) continue;
    if (extent.space == Space::kShared && program.objects[at].kind == ObjectKind::kShared &&
        program.shared_variables[program.objects[at].index].is_extern)
      continue;
    const std::uint64_t size = element_size(context, program.objects[at], extent, *access.instruction);
    return fmt::format("; there lies {}[{}]", program.objects[at].name, (address - extent.low) / size);
  }
  return "";
}

// Outside the object its address was made from.
FaultText object_text(const Context& context, const LaneAccess& access, int lane, const Extent& extent,
                      std::string& name) {
  const MemoryObject& object = context.shared_state->program->objects[extent.object];
  const std::uint64_t address = access.address[static_cast<std::size_t>(lane)];
  const std::uint64_t size = element_size(context, object, extent, *access.instruction);
  const std::uint64_t count = (extent.high - extent.low) / size;
  FaultText text;
  const std::string whole = fmt::format("{} ({} element{})", object.name, grouped(count), count == 1 ? "" : "s");
  if (address < extent.low) {
    name = fmt::format("{}[-{}]", object.name, (extent.low - address + size - 1) / size);
    text.message = fmt::format("{} {}, before the start of {}", verb(*access.instruction), name, whole);
  } else {
    name = fmt::format("{}[{}]", object.name, (address - extent.low) / size);
    text.message = fmt::format("{} {}, past the end of {}", verb(*access.instruction), name, whole);
  }
  text.message += instead(context, access, address);
  const bool dynamic = (object.kind == ObjectKind::kShared || object.kind == ObjectKind::kCarve) &&
                       context.shared_state->program->shared_variables[object.index].is_extern &&
                       address >= context.shared_bytes;
  text.note = dynamic ? fmt::format(
                            "a block has {} bytes of shared memory: give the launch enough of it (third value in "
                            "<<<...>>>), or compare the index first",
                            grouped(context.shared_bytes))
                      : "compare the index with the size before the access";
  return text;
}

enum class Bad { kNone, kMisaligned, kOutside, kObject };

Bad judge(const Context& context, const Warp& warp, const LaneAccess& access, int lane) {
  const std::uint64_t address = access.address[static_cast<std::size_t>(lane)];
  if (access.space == Space::kGlobal && address < kNullPage) return Bad::kOutside;
  if (!object_allows(context, warp.current.pc, access.space, address, access.op->bytes)) {
    // A wide access that starts inside and is misaligned is misaligned first of all.
    const bool starts_inside = object_allows(context, warp.current.pc, access.space, address, 1);
    if (!starts_inside || (address & (access.op->bytes - 1u)) == 0) return Bad::kObject;
  }
  if ((address & (access.op->bytes - 1u)) != 0) return Bad::kMisaligned;
  return lane_fits(context, warp, access, lane) ? Bad::kNone : Bad::kOutside;
}

void tell_fault(Context& context, Warp& warp, const LaneAccess& access, int lane, Bad bad, std::uint64_t times) {
  Shared& shared = *context.shared_state;
  const std::uint32_t pc = warp.current.pc;
  const FaultKind kind = bad == Bad::kMisaligned ? FaultKind::kMisaligned : FaultKind::kBounds;
  if (!context.checks->wants_fault(pc, kind, times)) return;
  const std::vector<Extent>* extents = extents_of(context, pc);
  if (bad == Bad::kObject && extents != nullptr) {
    std::string name;
    FaultText text = object_text(context, access, lane, extents->front(), name);
    lane_fault(context, warp, lane, std::move(text));
    shared.faults.back().address = access.address[static_cast<std::size_t>(lane)];
    shared.faults.back().object = std::move(name);
  } else {
    access_fault(context, warp, access, lane, bad == Bad::kMisaligned);
  }
  Diagnostic fault = std::move(shared.faults.back());
  shared.faults.pop_back();
  fault.count = times;
  fault.when.instruction = pc;
  fault.when.sequence = place_of(context, warp).sequence;
  context.checks->fault(pc, fault);
}

void zero_lane(const LaneAccess& access, Warp& warp, int lane) {
  const Decoded& op = *access.op;
  if (access.instruction->opcode == Opcode::kStore || access.instruction->dst == kNoRegister) return;
  const std::size_t width = op.wide ? 8 : 4;
  const std::uint32_t count = access.instruction->opcode == Opcode::kLoad ? op.vector : 1u;
  for (std::uint32_t v = 0; v < count; ++v)
    std::memset(warp.frame + op.d + v * (op.wide ? kRow64 : kRow32) + width * static_cast<std::size_t>(lane), 0, width);
}

AccessDetail access_detail(const Decoded& op, const Warp& warp, bool store) {
  if (!store) return {};
  return {warp.frame + op.b, op.element_bytes, op.element == Element::kW64, false, false};
}

bool writes_its_address(const Program& program, const Instruction& i) {
  if (i.opcode != Opcode::kLoad || i.src[0] == kNoRegister) return false;
  (void)program;
  return i.src[0] >= i.dst && i.src[0] < i.dst + i.vector;
}

bool is_input_constant(const Program& program, Register reg) {
  return std::any_of(program.inputs.begin(), program.inputs.end(),
                     [&](const Input& input) { return input.reg == reg && input.kind == InputKind::kConstant; });
}

bool divides_or_shifts(const Program& program, const Instruction& i) {
  const bool divides = (i.opcode == Opcode::kDiv || i.opcode == Opcode::kRem) && !value_type_is_float(i.type);
  const bool shifts = i.opcode == Opcode::kShl || i.opcode == Opcode::kShr;
  return (divides || shifts) && !is_input_constant(program, i.src[1]);
}

}  // namespace

std::vector<std::vector<Extent>> object_extents(const PreparedLaunch& launch, std::uint64_t shared_bytes,
                                                std::uint64_t width) {
  return Extents(launch, shared_bytes, width).all();
}

bool object_allows(const Context& context, std::uint32_t pc, Space space, std::uint64_t address, std::uint64_t bytes) {
  const std::vector<Extent>* extents = extents_of(context, pc);
  if (extents == nullptr) return true;
  const Space where = space == Space::kConstant ? Space::kGlobal : space;
  return std::any_of(extents->begin(), extents->end(), [&](const Extent& e) {
    return e.space == where && address >= e.low && address < e.high && bytes <= e.high - address;
  });
}

const Extent* only_extent(const Context& context, std::uint32_t pc) {
  const std::vector<Extent>* extents = extents_of(context, pc);
  return extents != nullptr && extents->size() == 1 ? extents->data() : nullptr;
}

bool drop_faulty(Context& context, Warp& warp, LaneAccess& access) {
  LaneMask faulty[4] = {};
  for (LaneMask rest = access.lanes; rest != 0; rest &= rest - 1) {
    const int lane = first_lane(rest);
    const Bad bad = judge(context, warp, access, lane);
    if (bad == Bad::kNone) continue;
    faulty[static_cast<int>(bad)] |= LaneMask{1} << lane;
    zero_lane(access, warp, lane);
  }
  const LaneMask all = faulty[1] | faulty[2] | faulty[3];
  if (all != 0 && context.sink != nullptr)
    context.sink->refused(place_of(context, warp), as_event(access, *access.instruction, warp.current.pc), all);
  for (const Bad bad : {Bad::kMisaligned, Bad::kOutside, Bad::kObject}) {
    const LaneMask lanes = faulty[static_cast<int>(bad)];
    if (lanes == 0) continue;
    tell_fault(context, warp, access, first_lane(lanes), bad, static_cast<std::uint64_t>(lane_count(lanes)));
    access.lanes &= ~lanes;
  }
  return access.lanes != 0;
}

void tell_access(Context& context, const Warp& warp, const LaneAccess& access) {
  if (access.space == Space::kConstant) return;
  const Access event = as_event(access, *access.instruction, warp.current.pc);
  context.checks->access(place_of(context, warp), event,
                         access_detail(*access.op, warp, access.instruction->opcode == Opcode::kStore));
}

void report_access(Context& context, Warp& warp, std::uint32_t pc, std::uint32_t mask, bool shared) {
  const Decoded& op = context.code[pc];
  if ((op.flags & kUntold) != 0) return;
  warp.current.pc = pc;
  const Instruction& i = context.shared_state->program->code[pc];
  if (i.space == Space::kConstant) return;
  Access event;
  event.operation = i.opcode == Opcode::kStore ? Operation::kStore : Operation::kLoad;
  event.space = shared ? Space::kShared : Space::kGlobal;
  event.bytes = op.bytes;
  event.lanes = mask;
  event.instruction = pc;
  if (shared) {
    std::uint32_t row[kLanes];
    std::memcpy(row, warp.frame + op.a, sizeof row);
    const std::uint32_t offset = static_cast<std::uint32_t>(op.offset);
    for (std::size_t lane = 0; lane < kLanes; ++lane) event.address[lane] = row[lane] + offset;
  } else {
    std::memcpy(event.address.data(), warp.frame + op.a, sizeof event.address);
    for (std::uint64_t& address : event.address) address += static_cast<std::uint64_t>(op.offset);
  }
  AccessDetail detail = access_detail(op, warp, i.opcode == Opcode::kStore);
  if (mask == kAllLanes) {
    std::uint64_t apart = 0, beside = 0;
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      const std::uint64_t distance = event.address[lane] - event.address[0];
      apart |= distance;
      beside |= distance ^ (lane * op.bytes);
    }
    detail.uniform = apart == 0;
    detail.run = beside == 0;
  }
  context.checks->access(place_of(context, warp), event, detail);
}

void report_watched(Context& context, Warp& warp, std::uint32_t pc, std::uint32_t mask) {
  warp.current.pc = pc;
  context.checks->before(place_of(context, warp), pc, mask, warp.frame + context.code[pc].b);
}

std::vector<std::uint32_t> watch(const Program& program, ProgramImage& image, CheckSink& checks) {
  std::vector<bool> watched(program.registers.size(), false);
  for (const Register r : image.zeroed) watched[r] = r != program.frame_pointer;
  const auto moves = [](const Instruction& i) { return i.opcode == Opcode::kMove || i.opcode == Opcode::kSelect; };
  for (bool changed = true; changed;) {  // a copy of a value that is not there is none either
    changed = false;
    for (const Instruction& i : program.code) {
      if (!moves(i) || i.dst == kNoRegister || watched[i.dst]) continue;
      for (std::size_t s = 0; s < 2; ++s)
        if (i.src[s] != kNoRegister && watched[i.src[s]]) changed = watched[i.dst] = true;
    }
  }
  std::vector<Register> list;
  for (std::size_t pc = 0; pc < program.code.size(); ++pc) {
    const Instruction& i = program.code[pc];
    list.clear();
    registers_read(program, i, list);
    registers_written(i, list);
    const bool uses = std::any_of(list.begin(), list.end(), [&](Register r) { return watched[r]; });
    if (uses || divides_or_shifts(program, i)) image.code[pc].flags |= kWatched;
    if (!checks.wants_access(static_cast<std::uint32_t>(pc))) image.code[pc].flags |= kUntold;
    if (i.opcode == Opcode::kFence || writes_its_address(program, i))
      image.code[pc].handler = Handler::kSlow;  // told of before it is done
  }
  std::vector<std::uint32_t> out;
  for (Register r = 0; r < watched.size(); ++r)
    if (watched[r]) out.push_back(r);
  return out;
}

}  // namespace warpglass::exec
