// What orders two accesses, and how a race is told.
#include <fmt/format.h>

#include "sim/checks/race.h"

namespace warpglass::checks {
namespace {

const char* const kStepNote =
    "works only because the lanes of a warp happen to run in step: put __syncwarp() between the two";
const char* const kSameNote = "works only because all of them write the same value: let one thread write it";
const char* const kBarrierNote = "put __syncthreads() between the two";
const char* const kAtomicNote =
    "an atomic is safe against other atomics only: put __syncthreads() between it and plain reads and writes";
const char* const kBlocksNote =
    "blocks run in any order: let each write its own elements, use atomics, a second buffer, or a second launch";

const char* done_by(const Instruction& i) {
  return i.opcode == Opcode::kLoad ? "reads" : (i.opcode == Opcode::kStore ? "writes" : "updates");
}

}  // namespace

void RaceCheck::barrier_completed(BlockState& block) {
  if (block.epoch >= kMaxEpoch) {  // start counting again; everything there is lies before
    for (ReadCell& cell : block.shared_reads) cell.read = cell.other = 0;
    for (std::size_t at = 0; at < block.shared_writes.size(); ++at) {
      Stamp& write = block.shared_writes[at].write;
      const bool own = write != 0 && epoch_of(write) >= block.first_epoch;
      write = own ? make_stamp(1, 0, site_of(write), is_strong(write), thread_of(write)) : 0;
      block.write_epoch[at] = own ? 1 : 0;
      block.two_readers[at] = 0;
    }
    block.first_epoch = 1;
    block.epoch = 1;
  }
  ++block.epoch;
  for (WarpState& warp : block.warps) warp.clocks.restart();
  if (!block.acquired.empty()) {
    for (const auto& [thread, list] : block.acquired) block.known.merge(list);
    block.acquired.clear();
  }
  block.acquired_shared.clear();
  block.words.clear();
}

void RaceCheck::synchronised(BlockState& block, const WarpPlace& where, LaneMask members) {
  WarpState& warp = block.warps[where.warp];
  warp.clocks.meet(members & warp.all);
  for (auto* lists : {&block.acquired, &block.acquired_shared}) {
    if (lists->empty()) continue;
    Acquisitions together;
    const std::uint32_t first = where.warp * launch_.warp_lanes;
    for (LaneMask rest = members; rest != 0; rest &= rest - 1) {
      const auto found = lists->find(first + static_cast<std::uint32_t>(first_lane(rest)));
      if (found != lists->end()) together.merge(found->second);
    }
    if (together.empty()) continue;
    for (LaneMask rest = members; rest != 0; rest &= rest - 1)
      (*lists)[first + static_cast<std::uint32_t>(first_lane(rest))] = together;
  }
}

void RaceCheck::fenced(BlockState& block, const WarpPlace& where, LaneMask lanes) {
  WarpState& warp = block.warps[where.warp];
  warp.clocks.tick(lanes);
  warp.fenced |= lanes;
  block.fence_epoch = block.epoch;
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    const std::size_t lane = static_cast<std::size_t>(first_lane(rest));
    warp.fence_epoch[lane] = block.epoch;
    warp.fence_clock[lane] = warp.clocks.clock(first_lane(rest));
  }
}

bool RaceCheck::ordered(const Lane& lane, Stamp stamp, std::uint32_t block) const {
  if (block == static_cast<std::uint32_t>(lane.block->block)) {
    const std::uint32_t thread = thread_of(stamp);
    if (epoch_of(stamp) < lane.block->epoch || thread == lane.thread) return true;
    if (thread / launch_.warp_lanes == lane.warp_index &&
        lane.warp->clocks.knows(lane.lane, static_cast<int>(thread % launch_.warp_lanes), clock_of(stamp)))
      return true;
  }
  return acquires_ && acquired_order(lane, stamp, block);
}

bool RaceCheck::acquired_order(const Lane& lane, Stamp stamp, std::uint32_t block) const {
  const Moment moment{block, thread_of(stamp), thread_of(stamp) / launch_.warp_lanes, epoch_of(stamp), clock_of(stamp)};
  const BlockState& own = *lane.block;
  if (const auto found = own.acquired_shared.find(lane.thread);
      found != own.acquired_shared.end() && own.words.covers(found->second, moment))
    return true;
  if (const auto found = own.acquired.find(lane.thread);
      found != own.acquired.end() && words_.covers(found->second, moment))
    return true;
  return !own.known.empty() && words_.covers(own.known, moment);
}

Release RaceCheck::release_of(const Lane& lane) const {
  const std::size_t at = static_cast<std::size_t>(lane.lane);
  Release r;
  r.block = static_cast<std::uint32_t>(lane.block->block);
  r.thread = lane.thread;
  r.warp = lane.warp_index;
  r.now = lane.block->epoch;
  r.met = lane.warp->clocks.met();
  if (lane.space == Space::kShared) {
    r.epoch = r.block_epoch = lane.block->epoch;
    r.clock = lane.warp->clocks.clock(lane.lane) + 1;
    return r;
  }
  if (has_lane(lane.warp->fenced, lane.lane)) {
    r.epoch = r.block_epoch = lane.warp->fence_epoch[at];
    r.clock = lane.warp->fence_clock[at];
  } else {
    r.met = 0;
  }
  r.block_epoch = std::max(r.block_epoch, std::min(lane.block->epoch, lane.block->fence_epoch + 1));
  return r;
}

// An update of a word that others update, too: what was done before it is released, what others released is seen.
void RaceCheck::through_memory(const Lane& lane, const Access& access) {
  const bool shared = lane.space == Space::kShared;
  SyncWords& words = shared ? lane.block->words : words_;
  auto& acquired = shared ? lane.block->acquired_shared : lane.block->acquired;
  const Instruction& i = launch_.program->code[access.instruction];
  if (access.operation == Operation::kLoad || i.dst != kNoRegister) {
    if (words.has(lane.address)) words.acquire(lane.address, acquired[lane.thread]);
  }
  if (access.operation == Operation::kLoad) return;
  const bool fenced = has_lane(lane.warp->fenced, lane.lane) || lane.block->fence_epoch != 0;
  if (!shared && !fenced) return;
  const auto own = acquired.find(lane.thread);
  words.release(lane.address, release_of(lane),
                {shared ? nullptr : &lane.block->known, own != acquired.end() ? &own->second : nullptr});
  if (shared) lane.warp->clocks.tick(LaneMask{1} << lane.lane);
}

// ---- telling ----------------------------------------------------------------------------------------------------

void RaceCheck::report(const Lane& lane, const Earlier& earlier) {
  const std::uint32_t site = site_of(earlier.stamp);
  const std::uint32_t other = site < sites_.size() ? sites_[site] : lane.instruction;
  const Span span = span_of(launch_, lane.instruction), other_span = span_of(launch_, other);
  // Whatever an earlier read of this word found, this write is why.
  (lane.space == Space::kShared ? lane.block->unwritten : unwritten_global_).erase(lane.address);
  const bool is_new = findings_.add(FaultKind::kRace, span, other_span);
  Diagnostic& found = findings_.of(FaultKind::kRace, span, other_span);
  const bool same_warp = earlier.block == static_cast<std::uint32_t>(lane.block->block) &&
                         thread_of(earlier.stamp) / launch_.warp_lanes == lane.warp_index;
  if (is_new) return describe(found, lane, earlier);
  // A special reason holds only as long as it holds every time.
  const bool weaker = (found.note == kSameNote && !earlier.same_value) || (found.note == kStepNote && !same_warp);
  if (!weaker) return;
  const std::uint64_t count = found.count;
  describe(found, lane, earlier);
  found.count = count;
}

void RaceCheck::describe(Diagnostic& found, const Lane& lane, const Earlier& earlier) const {
  const std::uint32_t site = site_of(earlier.stamp);
  const std::uint32_t other = site < sites_.size() ? sites_[site] : lane.instruction;
  const Instruction& mine = launch_.program->code[lane.instruction];
  const Instruction& theirs = launch_.program->code[other];
  const ThreadPlace who = thread_place(launch_, lane.block->block, lane.thread);
  const ThreadPlace before = thread_place(launch_, earlier.block, thread_of(earlier.stamp));
  const bool same_block = before.block == static_cast<std::uint32_t>(who.block);
  const bool same_warp = same_block && before.warp == who.warp;
  found.span = mine.span;
  found.place = who;
  found.address = lane.address;
  found.object = word_text(launch_, lane.space, lane.address, lane.instruction);
  found.when = {lane.instruction, lane.block->epoch - lane.block->first_epoch, lane.sequence, When::kUnknown};
  found.other = OtherParty{before, theirs.span, fmt::format("{} it", done_by(theirs)), {other}};
  if (same_block) found.other->when.barriers = epoch_of(earlier.stamp) - lane.block->first_epoch;
  if (same_warp) found.other->when.before_sequence = lane.sequence;
  const std::string name = same_warp    ? fmt::format("lane {} of its warp", before.lane)
                           : same_block ? fmt::format("warp {}, lane {}", before.warp, before.lane)
                                        : thread_text(launch_, before);
  const std::string where =
      theirs.span.line != mine.span.line ? fmt::format(" on line {}", theirs.span.line) : std::string(" on this line");
  found.message = fmt::format("{} {} {}, which {} {}{}: nothing orders the two", thread_text(launch_, who),
                              done_by(mine), found.object, name, done_by(theirs), where);
  const bool mixed = (mine.opcode == Opcode::kAtomic) != (theirs.opcode == Opcode::kAtomic);
  if (earlier.same_value)
    found.note = kSameNote;
  else if (!same_block)
    found.note = kBlocksNote;
  else if (same_warp && lane.instruction != other)
    found.note = kStepNote;
  else if (same_warp)
    found.note = "which of the lanes comes last is not defined: let one of them write, or use an atomic";
  else
    found.note = mixed ? kAtomicNote : kBarrierNote;
}

}  // namespace warpglass::checks
