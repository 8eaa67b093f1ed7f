#include "sim/checks/race.h"

#include <algorithm>
#include <cstring>

namespace warpglass::checks {
namespace {

bool touches_memory(const Instruction& i) {
  return i.opcode == Opcode::kLoad || i.opcode == Opcode::kStore || i.opcode == Opcode::kAtomic;
}

// Which of a lane's stored bytes lie in the unit at `at` bytes from its address; the low bits that fit.
std::uint32_t stored_value(const StoredRows& stored, int lane, std::uint32_t at, std::uint32_t unit) {
  if (stored.rows == nullptr) return 0;
  const std::size_t width = stored.wide ? 8 : 4;
  const std::uint32_t element = at / stored.element_bytes, within = at % stored.element_bytes;
  const unsigned char* from = stored.rows + element * width * kLanes + width * static_cast<std::size_t>(lane) + within;
  std::uint32_t value = 0;
  std::memcpy(&value, from, std::min<std::size_t>(unit, width - within));
  return value;
}

}  // namespace

RaceCheck::RaceCheck(const CheckedLaunch& launch, Findings& findings, UninitialisedCheck& uninitialised, bool race,
                     bool unwritten)
    : launch_(launch), findings_(findings), uninitialised_(uninitialised), race_(race), unwritten_(unwritten) {
  count_sites();
  make_buffers();
}

void RaceCheck::count_sites() {
  const std::vector<Instruction>& code = launch_.program->code;
  site_of_.assign(code.size(), 0);
  last_buffer_.assign(code.size(), 0);
  const auto narrower = [](std::uint32_t& shift, std::uint32_t bytes) {
    shift = std::min(shift, bytes >= 4 ? 2u : bytes - 1);
  };
  for (std::uint32_t at = 0; at < code.size(); ++at) {
    const Instruction& i = code[at];
    if (!touches_memory(i)) continue;
    if (sites_.size() < 0xffff) {
      site_of_[at] = static_cast<std::uint32_t>(sites_.size());
      sites_.push_back(at);
    }
    const std::uint32_t bytes = value_type_bytes(i.type) * i.vector;
    if (i.space != Space::kGlobal) narrower(shared_shift_, bytes);
    if (i.space != Space::kShared) narrower(global_shift_, bytes);
    acquires_ = acquires_ || (i.opcode == Opcode::kAtomic && i.dst != kNoRegister) ||
                (i.opcode == Opcode::kLoad && i.is_volatile);
  }
}

void RaceCheck::make_buffers() {
  const Program& program = *launch_.program;
  for (const CheckedBuffer& buffer : launch_.buffers) {
    BufferShadow shadow;
    shadow.address = buffer.address;
    shadow.bytes = buffer.bytes;
    shadow.initialised = buffer.initialised;
    shadow.written = false;
    buffers_.push_back(std::move(shadow));
  }
  const auto mark = [&](auto&& self, std::uint32_t object) -> void {
    if (object >= program.objects.size() || program.objects[object].kind == ObjectKind::kUnknown)
      for (BufferShadow& shadow : buffers_) shadow.written = true;
    else if (program.objects[object].kind == ObjectKind::kAnyOf)
      for (const std::uint32_t member : program.objects[object].members) self(self, member);
    else if (object < launch_.of_object.size() && launch_.of_object[object] < buffers_.size())
      buffers_[launch_.of_object[object]].written = true;
  };
  for (const Instruction& i : program.code) {
    const bool writes = i.opcode == Opcode::kStore || i.opcode == Opcode::kAtomic;
    if (writes && i.space != Space::kShared && i.space != Space::kLocal) mark(mark, i.object);
  }
}

void RaceCheck::start(BlockState& block) {
  block.shared.resize((launch_.shared_bytes + 3) >> shared_shift_);
  block.words.clear();
  block.acquired.clear();
  block.acquired_shared.clear();
  block.known.clear();
  block.fence_epoch = 0;
}

void RaceCheck::access(BlockState& block, const WarpPlace& where, const Access& access, const StoredRows& stored) {
  Lane lane;
  lane.block = &block;
  lane.warp = &block.warps[where.warp];
  lane.warp_index = where.warp;
  lane.instruction = access.instruction;
  lane.space = access.space;
  lane.atomic = access.operation == Operation::kAtomic;
  if (access.space == Space::kShared)
    shared_access(block, where, access, stored, lane);
  else
    global_access(access, stored, lane);
}

bool RaceCheck::is_strong_access(const Lane& lane, const Access& access) const {
  if (lane.atomic) return true;
  if (!launch_.program->code[access.instruction].is_volatile) return false;
  return access.operation == Operation::kLoad || has_lane(lane.warp->fenced, lane.lane);
}

void RaceCheck::begin_lane(Lane& lane, const Access& access, int index) const {
  lane.lane = index;
  lane.thread = lane.warp_index * launch_.warp_lanes + static_cast<std::uint32_t>(index);
  lane.strong = is_strong_access(lane, access);
  lane.stamp = make_stamp(lane.block->epoch, lane.warp->clocks.clock(index), site_of_[access.instruction], lane.strong,
                          lane.thread);
}

void RaceCheck::shared_access(BlockState& block, const WarpPlace& where, const Access& access, const StoredRows& stored,
                              Lane& lane) {
  (void)where;
  const std::uint32_t units = std::max(1u, std::uint32_t{access.bytes} >> shared_shift_);
  const bool loads = access.operation == Operation::kLoad;
  for (LaneMask rest = access.lanes; rest != 0; rest &= rest - 1) {
    begin_lane(lane, access, first_lane(rest));
    const std::uint64_t first = access.address[static_cast<std::size_t>(lane.lane)];
    for (std::uint32_t u = 0; u < units; ++u) {
      const std::uint64_t at = (first >> shared_shift_) + u;
      if (at >= block.shared.size()) break;
      Cell& cell = block.shared[at];
      lane.address = at << shared_shift_;
      if (cell.write != 0 && epoch_of(cell.write) < block.first_epoch) cell = Cell{};  // of a block before
      if (cell.read != 0 && epoch_of(cell.read) < block.first_epoch) cell.read = cell.other = 0;
      if (!loads && !lane.atomic) {
        write(lane, cell, stored_value(stored, lane.lane, u << shared_shift_, 1u << shared_shift_));
        continue;
      }
      if (cell.write == 0 && unwritten_)
        uninitialised_.read(block.unwritten, lane.address, {lane.instruction, lane.thread, block.block, 1});
      if (loads)
        read(lane, cell);
      else
        write(lane, cell, 0);
    }
    if (lane.strong && acquires_) through_memory(lane, access);
  }
}

void RaceCheck::global_access(const Access& access, const StoredRows& stored, Lane& lane) {
  const std::uint32_t unit = 1u << global_shift_;
  const std::uint32_t units = std::max(1u, std::uint32_t{access.bytes} >> global_shift_);
  const bool loads = access.operation == Operation::kLoad;
  for (LaneMask rest = access.lanes; rest != 0; rest &= rest - 1) {
    const int index = first_lane(rest);
    const std::uint64_t first = access.address[static_cast<std::size_t>(index)];
    BufferShadow* buffer = find_buffer(first, access.bytes, access.instruction);
    if (buffer == nullptr || (loads && buffer->initialised && !buffer->written)) continue;
    begin_lane(lane, access, index);
    for (std::uint32_t u = 0; u < units; ++u) {
      lane.address = ((first >> global_shift_) + u) << global_shift_;
      if (!buffer->written) {  // and never filled
        if (unwritten_)
          uninitialised_.report(Space::kGlobal, lane.address, {lane.instruction, lane.thread, lane.block->block, 1});
        continue;
      }
      Cell* cell = global_cell(*buffer, lane.address - buffer->address);
      if (cell == nullptr) continue;
      if (!loads && !lane.atomic) {
        write(lane, *cell, stored_value(stored, index, u << global_shift_, unit));
        continue;
      }
      if (cell->write == 0 && !buffer->initialised && unwritten_)
        uninitialised_.read(unwritten_global_, lane.address, {lane.instruction, lane.thread, lane.block->block, 1});
      if (loads)
        read(lane, *cell);
      else
        write(lane, *cell, 0);
    }
    if (lane.strong && acquires_) through_memory(lane, access);
  }
}

RaceCheck::BufferShadow* RaceCheck::find_buffer(std::uint64_t address, std::uint64_t bytes, std::uint32_t instruction) {
  const auto holds = [&](const BufferShadow& b) {
    return address >= b.address && address - b.address < b.bytes && bytes <= b.bytes - (address - b.address);
  };
  std::uint32_t& last = last_buffer_[instruction];
  if (last < buffers_.size() && holds(buffers_[last])) return &buffers_[last];
  for (std::uint32_t at = 0; at < buffers_.size(); ++at) {
    if (!holds(buffers_[at])) continue;
    last = at;
    return &buffers_[at];
  }
  return nullptr;
}

Cell* RaceCheck::global_cell(BufferShadow& buffer, std::uint64_t offset) {
  const std::uint64_t at = offset >> global_shift_;
  const std::size_t page = static_cast<std::size_t>(at / kPageCells);
  if (buffer.pages.empty())
    buffer.pages.resize(static_cast<std::size_t>((buffer.bytes >> global_shift_) / kPageCells + 1));
  if (page >= buffer.pages.size()) return nullptr;
  if (!buffer.pages[page]) {
    if (shadow_is_full()) return nullptr;
    shadow_bytes_ += kPageCells * sizeof(Cell);
    buffer.pages[page] = std::make_unique<Cell[]>(kPageCells);
  }
  return &buffer.pages[page][at % kPageCells];
}

// ---- the two kinds of access ------------------------------------------------------------------------------------

void RaceCheck::read(const Lane& lane, Cell& cell) {
  const std::uint32_t block = static_cast<std::uint32_t>(lane.block->block);
  if (cell.write != 0 && race_) {
    const bool settled = cell.write_block == block && epoch_of(cell.write) < lane.block->epoch;
    if (!settled && !(lane.strong && is_strong(cell.write)) && !ordered(lane, cell.write, cell.write_block))
      report(lane, {cell.write, cell.write_block, true, false});
  }
  note_read(lane, cell);
}

void RaceCheck::note_read(const Lane& lane, Cell& cell) const {
  const std::uint32_t block = static_cast<std::uint32_t>(lane.block->block);
  const LaneMask bit = LaneMask{1} << lane.lane;
  const bool here = cell.read != 0 && cell.read_block == block;
  const bool now = here && epoch_of(cell.read) == lane.block->epoch;
  if (now && thread_of(cell.read) / launch_.warp_lanes == lane.warp_index) {
    bool in_order = true;  // all of them came before this read: it stands for them
    for (LaneMask rest = cell.read_lanes; in_order && rest != 0; rest &= rest - 1)
      in_order = lane.warp->clocks.knows(lane.lane, first_lane(rest), clock_of(cell.read));
    if (in_order) cell.read_lanes = 0;
    const Stamp keep = lane.stamp & ~(is_strong(cell.read) ? Stamp{0} : Stamp{0x800});
    cell.read = keep;
    cell.read_lanes |= bit;
    return;
  }
  if (cell.read == 0 || (here && !now)) {
    if (cell.other_block == block) cell.other = 0;
  } else if (cell.other == 0) {
    cell.other = cell.read;
    cell.other_block = cell.read_block;
  }
  cell.read = lane.stamp;
  cell.read_block = block;
  cell.read_lanes = bit;
}

void RaceCheck::write(const Lane& lane, Cell& cell, std::uint32_t value) {
  const std::uint32_t block = static_cast<std::uint32_t>(lane.block->block);
  if (race_) {
    if (cell.write != 0) {
      const bool settled = cell.write_block == block && epoch_of(cell.write) < lane.block->epoch;
      if (!settled && !(lane.strong && is_strong(cell.write)) && !ordered(lane, cell.write, cell.write_block))
        report(lane, {cell.write, cell.write_block, true, !lane.atomic && cell.value == value});
    }
    if (cell.read != 0) check_readers(lane, cell);
  }
  // A thread's own atomic right after its plain write leaves the plain write in sight: it is what others race with.
  const bool own = cell.write != 0 && cell.write_block == block && thread_of(cell.write) == lane.thread;
  const bool same_moment = epoch_of(cell.write) == epoch_of(lane.stamp) && clock_of(cell.write) == clock_of(lane.stamp);
  if (lane.atomic && own && same_moment && !is_strong(cell.write)) return;
  cell.write = lane.stamp;
  cell.write_block = block;
  cell.value = value;
}

void RaceCheck::check_readers(const Lane& lane, const Cell& cell) {
  const std::uint32_t block = static_cast<std::uint32_t>(lane.block->block);
  const auto look = [&](Stamp stamp, std::uint32_t at) {
    if (lane.strong && is_strong(stamp)) return false;
    if (at == block && epoch_of(stamp) < lane.block->epoch) return false;
    if (ordered(lane, stamp, at)) return false;
    report(lane, {stamp, at, false, false});
    return true;
  };
  if (cell.other != 0 && look(cell.other, cell.other_block)) return;
  const bool own_warp = cell.read_block == block && thread_of(cell.read) / launch_.warp_lanes == lane.warp_index;
  if (!own_warp || epoch_of(cell.read) < lane.block->epoch) {
    look(cell.read, cell.read_block);
    return;
  }
  for (LaneMask rest = cell.read_lanes & ~(LaneMask{1} << lane.lane); rest != 0; rest &= rest - 1) {
    const std::uint32_t reader = lane.warp_index * launch_.warp_lanes + static_cast<std::uint32_t>(first_lane(rest));
    if (look((cell.read & ~Stamp{0x3ff}) | reader, block)) return;
  }
}

void RaceCheck::finished(BlockState& block) {
  if (unwritten_) uninitialised_.report(block.unwritten, Space::kShared);
  block.unwritten.clear();
}

void RaceCheck::finish() {
  if (unwritten_) uninitialised_.report(unwritten_global_, Space::kGlobal);
  unwritten_global_.clear();
}

}  // namespace warpglass::checks
