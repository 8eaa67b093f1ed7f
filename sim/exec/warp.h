// The parts of a warp that need containers: the paths that are not running, where diverged lanes meet again, and calls.
//
// How divergence works. A branch that splits a path makes a node {reconverge pc, expected lanes}; both halves are paths
// under that node. A path that reaches the node's pc arrives: it ends, its lanes are added to `arrived`, and when all
// expected lanes are there, one path goes on from that pc under the node's parent. Lanes that end are taken out of
// every node above them, so nobody waits for them. Inside a recursive function the place to meet may be "the return of
// this call" (kAtReturn).
#pragma once

#include <cstdint>
#include <vector>

#include "sim/exec/state.h"

namespace warpglass::exec {

inline constexpr std::uint32_t kAtReturn = 0xfffffffeu;

struct Node {
  std::uint32_t pc = 0;        // where the lanes meet, or kAtReturn
  std::uint32_t expected = 0;  // lanes that are still to come or have come
  std::uint32_t arrived = 0;
  std::uint32_t parent = kNoIndex;
  std::uint32_t call = kNoIndex;  // the call it belongs to
  std::uint32_t resume = 0;       // kAtReturn: pc of the return
};

// One call of a recursive function by lanes that called together. `saved` holds the function's registers.
struct CallFrame {
  std::uint32_t mask = 0;  // lanes that have not returned
  std::uint32_t function = 0;
  std::uint32_t return_pc = 0;
  std::uint32_t parent = kNoIndex;
  std::uint32_t depth = 0;
  std::vector<unsigned char> saved;
};

enum class WaitKind : std::uint8_t { kBlockBarrier, kWarpSync, kExchange };

// A path that waits for others: at a block barrier, at __syncwarp, or at a _sync exchange for named lanes.
struct Waiting {
  Path path;
  WaitKind kind = WaitKind::kBlockBarrier;
  std::uint32_t members = 0;  // lanes it waits for, of this warp
};

struct WarpParts {
  std::vector<Path> ready;  // the last one runs next
  std::vector<Waiting> waiting;
  std::vector<Node> nodes;
  std::vector<std::uint32_t> free_nodes;
  std::vector<CallFrame> calls;
  std::vector<std::uint32_t> free_calls;
  std::vector<unsigned char> local;  // by 4-byte word, then lane
  std::uint32_t patience = 0;  // quiet instructions before a turn ends; shrinks once lanes were seen to wait in a loop
};

inline constexpr std::uint32_t kSliceInstructions = 1024;
inline constexpr std::uint32_t kFirstPatience = 2048;
inline constexpr std::uint32_t kLaterPatience = 128;
inline constexpr std::uint32_t kMaxCallDepth = 512;

// A fresh warp: all its lanes at instruction 0.
void start_warp(Warp& warp, std::uint32_t lanes);
// Makes another ready path current; false when there is none.
bool next_path(Warp& warp);
bool has_ready_path(const Warp& warp);
// The running path stops for now; others of the warp first. Lanes that met early go on without the rest when
// `release` says so: somebody may be waiting for them in a loop.
void rotate_paths(Warp& warp, bool release);
// Completes warp-level waits whose lanes are all there. True when a path became ready.
bool settle_waits(Context& context, Warp& warp);
std::uint32_t new_call(Warp& warp);
void free_call(Warp& warp, std::uint32_t call);

}  // namespace warpglass::exec
