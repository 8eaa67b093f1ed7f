// A resident block and the host thread's view of a launch: warps, shared memory, the block barrier, and how warps and
// blocks take turns. Normal launches run one block after another; more become resident only while a block waits in a
// loop for somebody else.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "sim/base/diagnostic.h"
#include "sim/event/sink.h"
#include "sim/exec/program_image.h"
#include "sim/exec/reference.h"
#include "sim/exec/warp.h"

namespace warpglass::exec {

// Rows of one warp: 64-byte aligned memory that vectors of warps share.
struct AlignedBytes {
  std::vector<unsigned char> bytes;
  unsigned char* data = nullptr;
  void resize(std::size_t size) {
    bytes.assign(size + 64, 0);
    data = bytes.data() + (64 - reinterpret_cast<std::uintptr_t>(bytes.data()) % 64) % 64;
  }
};

struct BlockState {
  std::uint64_t linear = 0;
  std::vector<Warp> warps;
  std::vector<WarpParts> parts;
  AlignedBytes frames;
  AlignedBytes shared;
  std::uint32_t live = 0;     // threads that have not ended
  std::uint32_t arrived = 0;  // threads that wait at the barrier
  std::uint32_t votes = 0;    // of them, those with a true predicate
  std::uint32_t next_warp = 0;
  bool running = false;
};

// One launch on one host thread: what slow instructions, faults and the scheduler need.
struct Shared {
  PreparedLaunch* launch = nullptr;
  const Program* program = nullptr;
  const ProgramImage* image = nullptr;
  const MachineSpec* machine = nullptr;
  const RunOptions* options = nullptr;
  Engine engine = nullptr;
  std::vector<RunCount> runs;
  std::vector<std::uint64_t> divergent;
  std::vector<Site> sites;
  std::vector<BufferView> buffers;
  std::vector<std::string> printed;
  std::size_t printed_bytes = 0;
  std::vector<Diagnostic> faults;
  std::uint64_t budget_left = 0;
  std::uint64_t shared_bytes = 0;  // of a block
  std::uint64_t blocks_done = 0;
  std::uint32_t threads = 0;                        // of a block
  std::uint32_t patience = kFirstPatience;          // shrinks once somebody was seen to wait in a loop
  std::vector<std::vector<struct Extent>> extents;  // a checked run: by Program::objects (checked.h)
  bool deaf = false;                                // RunOptions::sink hears nothing of this host thread
  bool waited = false;                              // a block was seen to wait in a loop for somebody else
  std::uint64_t turn = 0;                           // instructions of the running warp since its turn began
  Context context;
};

enum class Turn { kDone, kWaits, kEnd };

// Makes room for the warps of a block; once for each resident place.
void prepare_block(Shared& shared, BlockState& block);
// Block `linear` starts there.
void start_block(Shared& shared, BlockState& block, std::uint64_t linear);
// Runs warps until the block is done, every warp waits in a loop for somebody else, or the launch ends.
Turn run_block(Shared& shared, BlockState& block);

// The diagnostic of a launch that needs more instructions than its budget.
Diagnostic budget_spent(std::uint64_t budget);
// For the instruction that warp.current is at.
WarpPlace place_of(const Context& context, const Warp& warp);
// `lanes` of this warp have ended; the barrier may be complete now.
void lanes_ended(Context& context, Warp& warp, std::uint32_t lanes);
// The running path waits at the block's barrier.
Stop block_barrier(Context& context, Warp& warp);

}  // namespace warpglass::exec
