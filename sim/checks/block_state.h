// What the checks remember of a block that is running: its clocks, the shadow of its shared memory, who met at which
// barrier, and what has a value. Made anew for each block; the memory is used again.
#pragma once

#include <cstdint>
#include <map>
#include <unordered_map>
#include <vector>

#include "sim/checks/clocks.h"
#include "sim/checks/global_shadow.h"
#include "sim/checks/sync_words.h"

namespace warpglass::checks {

// A read of a word that nobody had written; a fault if nobody turns out to write it without order (that is a race).
struct UnwrittenRead {
  std::uint32_t instruction = 0;
  std::uint32_t thread = 0;
  std::uint64_t block = 0;
  std::uint64_t times = 0;
  std::uint64_t sequence = 0;
};
using UnwrittenReads = std::unordered_map<std::uint64_t, UnwrittenRead>;  // by address

struct WarpState {
  WarpClocks clocks;
  LaneMask all = 0;
  LaneMask fenced = 0;  // lanes that executed a fence
  PerLane<std::uint32_t> fence_epoch{}, fence_clock{};
  LaneMask exited = 0;
  PerLane<std::uint32_t> exit_at{};      // instruction
  std::vector<LaneMask> local_written;   // by unit of local memory
  std::vector<LaneMask> register_given;  // by watched register
};

struct ExitGroup {
  std::uint32_t instruction = 0;
  std::uint32_t barriers = 0;  // completed before
  std::uint32_t warp = 0;
  LaneMask lanes = 0;
};

struct BlockState {
  std::uint64_t block = 0;
  std::uint32_t epoch = 0;
  std::uint32_t first_epoch = 1;  // of this block: older stamps are another block's
  std::vector<WarpState> warps;
  // The shadow of shared memory. The two lists of epochs repeat, for a quick look, when a word was written, and since
  // when two warps have read it.
  std::vector<WriteCell> shared_writes;
  std::vector<ReadCell> shared_reads;
  std::vector<std::uint32_t> write_epoch, two_readers;
  UnwrittenReads unwritten;
  // Order through memory.
  SyncWords words;  // of shared memory, since the last barrier
  std::unordered_map<std::uint32_t, Acquisitions> acquired_shared, acquired;  // by thread
  Acquisitions known;                                                         // by the whole block
  std::uint32_t fence_epoch = 0;  // the last in which somebody executed a fence
  // Barriers.
  std::uint32_t barriers = 0;                               // completed
  std::map<std::uint32_t, std::uint32_t> last_completed;    // by instruction: the number of its last completion, from 1
  std::map<std::uint32_t, std::vector<LaneMask>> arrivals;  // at the barrier that is open: by instruction, by warp
  std::vector<ExitGroup> exits;
};

}  // namespace warpglass::checks
