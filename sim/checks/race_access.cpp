// From a warp's access to its words: the quick ways for lanes side by side, and the two things that can happen to a
// word.
#include <algorithm>
#include <cstring>

#include "sim/checks/race.h"

namespace warpglass::checks {
namespace {

// Of a lane's stored bytes the unit at `at` bytes from its address; its low bits.
std::uint32_t stored_value(const AccessDetail& detail, int lane, std::uint32_t at, std::uint32_t unit) {
  if (detail.rows == nullptr) return 0;
  const std::size_t width = detail.wide ? 8 : 4;
  const std::uint32_t element = at / detail.element_bytes, within = at % detail.element_bytes;
  const unsigned char* from = detail.rows + element * width * kLanes + width * static_cast<std::size_t>(lane) + within;
  std::uint32_t value = 0;
  std::memcpy(&value, from, std::min<std::size_t>(unit, width - within));
  return value;
}

std::uint32_t shift_of(std::uint32_t bytes) { return bytes == 16 ? 2 : (bytes == 8 ? 1 : 0); }

}  // namespace

void RaceCheck::access(BlockState& block, const WarpPlace& where, const Access& access, const AccessDetail& detail) {
  Lane lane;
  lane.block = &block;
  lane.warp = &block.warps[where.warp];
  lane.warp_index = where.warp;
  lane.space = access.space;
  lane.sequence = where.sequence;
  begin(lane, access);
  if (access.space != Space::kShared) return global_access(access, detail, lane);
  if (!shared_load_at_once(block, access, detail, lane) && !shared_store_at_once(block, access, detail, lane))
    shared_access(block, access, detail, lane);
}

void RaceCheck::begin(Lane& lane, const Access& access) const {
  lane.instruction = access.instruction;
  lane.atomic = access.operation == Operation::kAtomic;
  lane.is_volatile = launch_.program->code[access.instruction].is_volatile;
  lane.strong = lane.atomic || (lane.is_volatile && access.operation == Operation::kLoad);
  lane.access_bits = make_stamp(lane.block->epoch, 0, site_of_[access.instruction], false, 0);
}

void RaceCheck::begin_lane(Lane& lane, int index) const {
  lane.lane = index;
  lane.thread = lane.warp_index * launch_.warp_lanes + static_cast<std::uint32_t>(index);
  if (lane.is_volatile && !lane.strong && has_lane(lane.warp->fenced, index)) lane.strong = true;  // a flag is raised
  lane.stamp = lane.access_bits | make_stamp(0, lane.warp->clocks.clock(index), 0, lane.strong, lane.thread);
}

// ---- shared memory ----------------------------------------------------------------------------------------------

// A plain load of whole words by a full warp, side by side or all of one word, where nothing is wrong. False: look at
// each word.
bool RaceCheck::shared_load_at_once(BlockState& block, const Access& access, const AccessDetail& detail, Lane& lane) {
  if ((!detail.run && !detail.uniform) || access.operation != Operation::kLoad || access.bytes != 4 ||
      shared_shift_ != 2 || lane.strong || !lane.warp->clocks.uniform())
    return false;
  const std::size_t at = static_cast<std::size_t>(access.address[0] >> 2), count = detail.run ? kLanes : 1;
  if (at + count > block.write_epoch.size()) return false;
  const std::uint32_t first = block.first_epoch, span = block.epoch - first;
  const std::uint32_t* const written = block.write_epoch.data() + at;
  const std::uint32_t* const two = block.two_readers.data() + at;
  std::uint32_t unordered = 0, fresh = 0;
  for (std::size_t i = 0; i < count; ++i) {
    unordered |= written[i] - first >= span ? 1u : 0u;
    fresh |= two[i] ^ block.epoch;
  }
  if (unordered != 0) return false;
  if (fresh == 0) return true;  // two warps have read all of it: whoever writes it now is caught by them
  begin_lane(lane, 0);
  const std::uint32_t block_number = static_cast<std::uint32_t>(block.block);
  for (std::size_t i = 0; i < count; ++i) {
    ReadCell& cell = block.shared_reads[at + i];
    const LaneMask lanes = detail.run ? LaneMask{1} << i : kAllLanes;
    if (epoch_of(cell.read) < block.epoch) {  // the first since the barrier
      cell = {lane.stamp + i, 0, block_number, 0, lanes, 0};
      block.two_readers[at + i] = 0;
      continue;
    }
    const Stamp stamp = lane.stamp + i;
    if ((cell.read ^ stamp) >> 28 == 0 && thread_of(cell.read) / launch_.warp_lanes == lane.warp_index) {
      cell.read = stamp;  // another lane of this warp, nothing between
      cell.lanes |= lanes;
      continue;
    }
    Lane one = lane;
    begin_lane(one, static_cast<int>(i));
    note_read(one, cell, lanes);
    block.two_readers[at + i] = cell.other != 0 ? block.epoch : 0;
  }
  return true;
}

// A plain store of whole words by a full warp, side by side, where nobody has touched them since the barrier.
bool RaceCheck::shared_store_at_once(BlockState& block, const Access& access, const AccessDetail& detail, Lane& lane) {
  if (!detail.run || access.operation != Operation::kStore || access.bytes != 4 || shared_shift_ != 2 ||
      lane.is_volatile || !lane.warp->clocks.uniform())
    return false;
  const std::size_t at = static_cast<std::size_t>(access.address[0] >> 2);
  if (at + kLanes > block.write_epoch.size()) return false;
  std::uint32_t touched = 0;
  for (std::size_t i = 0; i < kLanes; ++i) {
    touched |= block.write_epoch[at + i] == block.epoch ? 1u : 0u;
    touched |= epoch_of(block.shared_reads[at + i].read) == block.epoch ? 1u : 0u;
  }
  if (touched != 0) return false;
  begin_lane(lane, 0);
  const std::uint32_t block_number = static_cast<std::uint32_t>(block.block);
  for (std::size_t i = 0; i < kLanes; ++i) {
    std::uint32_t value;
    std::memcpy(&value, detail.rows + 4 * i, sizeof value);
    block.shared_writes[at + i] = {lane.stamp + i, block_number, value};
    block.write_epoch[at + i] = block.epoch;
  }
  return true;
}

void RaceCheck::shared_access(BlockState& block, const Access& access, const AccessDetail& detail, Lane& lane) {
  const std::uint32_t units = std::max(1u, std::uint32_t{access.bytes} >> shared_shift_);
  const bool strong = lane.strong;
  for (LaneMask rest = access.lanes; rest != 0; rest &= rest - 1) {
    lane.strong = strong;
    begin_lane(lane, first_lane(rest));
    const std::uint64_t first = access.address[static_cast<std::size_t>(lane.lane)];
    for (std::uint32_t u = 0; u < units; ++u) {
      const std::uint64_t at = (first >> shared_shift_) + u;
      if (at >= block.shared_writes.size()) break;
      shared_word(block, access, at, stored_value(detail, lane.lane, u << shared_shift_, 1u << shared_shift_), lane);
    }
    if (lane.strong && acquires_) through_memory(lane, access);
  }
}

void RaceCheck::shared_word(BlockState& block, const Access& access, std::uint64_t at, std::uint32_t value,
                            Lane& lane) {
  WriteCell& written = block.shared_writes[at];
  ReadCell& readers = block.shared_reads[at];
  lane.address = at << shared_shift_;
  if (block.write_epoch[at] < block.first_epoch) written.write = 0;  // of a block before
  if (readers.read != 0 && epoch_of(readers.read) < block.first_epoch) readers.read = readers.other = 0;
  if (written.write == 0 && unwritten_ && access.operation != Operation::kStore)
    uninitialised_.read(block.unwritten, lane.address, {lane.instruction, lane.thread, block.block, 1, lane.sequence});
  if (access.operation == Operation::kLoad) {
    read(lane, written, readers);
    block.two_readers[at] = readers.other != 0 && !lane.strong ? block.epoch : 0;
    return;
  }
  write(lane, written, &readers, value);
  block.write_epoch[at] = epoch_of(written.write);
}

// ---- global memory ----------------------------------------------------------------------------------------------

// A full warp, lanes side by side, on whole lines that were touched in the same way or not yet, in order.
bool RaceCheck::global_run(const Access& access, Lane& lane) {
  const std::uint64_t first = access.address[0];
  if (first % GlobalShadow::kLineBytes != 0 || access.bytes < 4 || global_shift_ != 2 || lane.atomic ||
      lane.is_volatile || !lane.warp->clocks.uniform())
    return false;
  BufferShadow* buffer = find_buffer(first, std::uint64_t{kLanes} * access.bytes, access.instruction);
  if (buffer == nullptr || !buffer->written || (!buffer->initialised && access.operation == Operation::kLoad))
    return false;
  const std::uint32_t shift = shift_of(access.bytes), count = access.bytes / 4u;
  const std::uint32_t block = static_cast<std::uint32_t>(lane.block->block), epoch = lane.block->epoch;
  begin_lane(lane, 0);
  ShadowLine* lines[4] = {};
  for (std::uint32_t j = 0; j < count; ++j) {
    ShadowLine* line = shadow_.line(*buffer, first - buffer->address + j * GlobalShadow::kLineBytes);
    if (line == nullptr) return true;  // not watched
    const std::uint32_t thread = lane.thread + j * (static_cast<std::uint32_t>(kLanes) >> shift);
    const auto settled = [&](Stamp stamp, std::uint32_t by, std::uint32_t how) {
      return stamp == 0 || (by == block && (epoch_of(stamp) < epoch || (thread_of(stamp) == thread && how == shift)));
    };
    if (line->writes != nullptr || line->reads != nullptr ||
        !settled(line->write, line->write_block, line->write_shift) ||
        !settled(line->read, line->read_block, line->read_shift))
      return false;
    lines[j] = line;
  }
  for (std::uint32_t j = 0; j < count; ++j) {
    const Stamp stamp = lane.stamp + j * (static_cast<std::uint32_t>(kLanes) >> shift);
    ShadowLine& line = *lines[j];
    const bool loads = access.operation == Operation::kLoad;
    (loads ? line.read : line.write) = stamp;
    (loads ? line.read_block : line.write_block) = block;
    (loads ? line.read_shift : line.write_shift) = static_cast<std::uint8_t>(shift);
  }
  return true;
}

void RaceCheck::global_access(const Access& access, const AccessDetail& detail, Lane& lane) {
  if (detail.run && global_run(access, lane)) return;
  const std::uint32_t unit = 1u << global_shift_;
  const std::uint32_t units = std::max(1u, std::uint32_t{access.bytes} >> global_shift_);
  const bool loads = access.operation == Operation::kLoad, strong = lane.strong;
  for (LaneMask rest = access.lanes; rest != 0; rest &= rest - 1) {
    const int index = first_lane(rest);
    const std::uint64_t first = access.address[static_cast<std::size_t>(index)];
    BufferShadow* buffer = find_buffer(first, access.bytes, access.instruction);
    if (buffer == nullptr || (loads && buffer->initialised && !buffer->written)) continue;
    lane.strong = strong;
    begin_lane(lane, index);
    for (std::uint32_t u = 0; u < units; ++u) {
      lane.address = ((first >> global_shift_) + u) << global_shift_;
      global_word(*buffer, access, stored_value(detail, index, u << global_shift_, unit), lane);
    }
    if (lane.strong && acquires_) through_memory(lane, access);
  }
}

void RaceCheck::global_word(BufferShadow& buffer, const Access& access, std::uint32_t value, Lane& lane) {
  const UnwrittenRead who{lane.instruction, lane.thread, lane.block->block, 1, lane.sequence};
  if (!buffer.written) {  // and never filled
    if (unwritten_) uninitialised_.report(Space::kGlobal, lane.address, who);
    return;
  }
  const std::uint64_t offset = lane.address - buffer.address;
  ShadowLine* line = shadow_.line(buffer, offset);
  if (line == nullptr) return;
  const std::size_t at = static_cast<std::size_t>(offset % GlobalShadow::kLineBytes >> global_shift_);
  const bool loads = access.operation == Operation::kLoad;
  WriteCell none;
  WriteCell* written = !loads || line->written() ? shadow_.writes(*line) : &none;
  ReadCell* readers = loads || line->was_read() ? shadow_.reads(*line) : nullptr;
  if (written == nullptr || (loads && readers == nullptr)) return;
  if (written != &none) written += at;
  if (readers != nullptr) readers += at;
  if (access.operation != Operation::kStore && written->write == 0 && !buffer.initialised && unwritten_)
    uninitialised_.read(unwritten_global_, lane.address, who);
  lane.values_known = line->values_known;
  if (loads)
    read(lane, *written, *readers);
  else
    write(lane, *written, readers, value);
}

// ---- the two things that can happen to a word -------------------------------------------------------------------

void RaceCheck::read(const Lane& lane, const WriteCell& written, ReadCell& cell) {
  if (written.write != 0 && race_) {
    const bool settled =
        written.block == static_cast<std::uint32_t>(lane.block->block) && epoch_of(written.write) < lane.block->epoch;
    if (!settled && !(lane.strong && is_strong(written.write)) && !ordered(lane, written.write, written.block))
      report(lane, {written.write, written.block, true, false});
  }
  note_read(lane, cell, LaneMask{1} << lane.lane);
}

void RaceCheck::note_read(const Lane& lane, ReadCell& cell, LaneMask lanes) const {
  const std::uint32_t block = static_cast<std::uint32_t>(lane.block->block);
  const bool here = cell.read != 0 && cell.read_block == block;
  const bool now = here && epoch_of(cell.read) == lane.block->epoch;
  if (now && thread_of(cell.read) / launch_.warp_lanes == lane.warp_index) {
    bool in_order = true;  // all of them came before this read: it stands for them
    for (LaneMask rest = cell.lanes & ~lanes; in_order && rest != 0; rest &= rest - 1)
      in_order = lane.warp->clocks.knows(lane.lane, first_lane(rest), clock_of(cell.read));
    cell.read = lane.stamp & ~(is_strong(cell.read) ? Stamp{0} : Stamp{0x800});
    cell.lanes = lanes | (in_order ? 0 : cell.lanes);
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
  cell.lanes = lanes;
}

void RaceCheck::write(const Lane& lane, WriteCell& cell, const ReadCell* readers, std::uint32_t value) {
  const std::uint32_t block = static_cast<std::uint32_t>(lane.block->block);
  if (race_) {
    if (cell.write != 0) {
      const bool settled = cell.block == block && epoch_of(cell.write) < lane.block->epoch;
      if (!settled && !(lane.strong && is_strong(cell.write)) && !ordered(lane, cell.write, cell.block))
        report(lane, {cell.write, cell.block, true, !lane.atomic && lane.values_known && cell.value == value});
    }
    if (readers != nullptr && readers->read != 0) check_readers(lane, *readers);
  }
  // A thread's own atomic right after its plain write leaves the plain write in sight: it is what others race with.
  const bool own = cell.write != 0 && cell.block == block && thread_of(cell.write) == lane.thread;
  const bool same_moment = epoch_of(cell.write) == epoch_of(lane.stamp) && clock_of(cell.write) == clock_of(lane.stamp);
  if (lane.atomic && own && same_moment && !is_strong(cell.write)) return;
  cell.write = lane.stamp;
  cell.block = block;
  cell.value = value;
}

void RaceCheck::check_readers(const Lane& lane, const ReadCell& cell) {
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
  for (LaneMask rest = cell.lanes & ~(LaneMask{1} << lane.lane); rest != 0; rest &= rest - 1) {
    const std::uint32_t reader = lane.warp_index * launch_.warp_lanes + static_cast<std::uint32_t>(first_lane(rest));
    if (look((cell.read & ~Stamp{0x3ff}) | reader, block)) return;
  }
}

}  // namespace warpglass::checks
