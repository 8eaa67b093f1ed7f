// What the fast loop works on: a warp's frame and paths, the memo of a memory instruction, and the context of one host
// thread. Plain data only, for the same reason as in decoded.h; what needs containers is behind pointers (warp.h).
#pragma once

#include <cstdint>

#include "sim/exec/decoded.h"

namespace warpglass {
class Sink;
class CheckSink;
}  // namespace warpglass

namespace warpglass::exec {

inline constexpr std::uint32_t kNoIndex = 0xffffffffu;

// Lanes of a warp that run together.
struct Path {
  std::uint32_t pc = 0;
  std::uint32_t mask = 0;
  std::uint32_t node = kNoIndex;  // where they meet others: index into the warp's nodes
  std::uint32_t call = kNoIndex;  // innermost call: index into the warp's calls
  std::uint32_t quiet = 0;        // instructions since something last changed, while polling
  std::uint32_t patience = 0;     // quiet instructions before others get their turn
};

// Counts of a straight run by its first instruction. Wraps: a run left early is taken back from where it was left.
struct RunCount {
  std::uint64_t runs = 0;
  std::uint64_t threads = 0;
};

enum class Movement : std::uint8_t { kScatter, kRun, kUniform };

// What a memory instruction counted, by the space it landed in.
struct SiteCounts {
  std::uint64_t global_requests = 0, global_sectors = 0, global_lines = 0, global_lanes = 0;
  std::uint64_t shared_requests = 0, shared_wavefronts = 0, shared_conflicts = 0;
  std::uint64_t local_requests = 0;
};

struct SiteCost {
  std::uint8_t a = 0;  // global: sectors; shared: wavefronts. 0: not known yet
  std::uint8_t b = 0;  // global: lines; shared: conflicts
};

// The memo of one memory instruction: the address shape it saw last, and what follows from it.
struct alignas(64) Site {
  std::int64_t shape[32] = {};     // address[lane] - address of the first active lane
  std::uint32_t shape32[32] = {};  // the same for shared memory
  std::uint32_t mask = 0;          // lanes it was taken from; 0: nothing remembered
  Movement movement = Movement::kScatter;
  std::uint64_t first = 0;         // global: the first address may lie from base + first
  std::uint64_t span = 0;          //         to base + first + span
  std::uint64_t base = 0;          // virtual address of the buffer
  unsigned char* host = nullptr;   // its bytes
  std::uint64_t limit = 0;         // last offset in it at which a lane's access may start
  std::uint64_t* marks = nullptr;  // stores, on several cores: who wrote what, by units of 2^mark_shift bytes
  std::uint64_t last = 0;          // far stores: where the first address was last, from base
  std::uint64_t last_new = 0;      // requests when the shape was new last ...
  std::uint32_t streak = 0;        // ... and how many times in a row it was
  SiteCost cost[128];              // by first address % 128 (shared: % 4)
  SiteCounts counts;
};

struct BufferView {
  std::uint64_t address = 0;
  std::uint64_t bytes = 0;
  unsigned char* host = nullptr;
  std::uint32_t index = 0;  // in the storage
  bool read_only = false;
  bool write_only = false;         // a launch on several cores: loads would see what another core writes
  std::uint64_t* marks = nullptr;  // as Site::marks
};

// Machine numbers the loop needs.
struct Geometry {
  std::uint32_t banks = 32, bank_bytes = 4, line_bytes = 128, sector_bytes = 32;
};

struct WarpParts;   // warp.h
struct BlockState;  // block.h
struct Shared;      // block.h: one launch on one host thread

struct alignas(64) Warp {
  std::uint32_t mask_words[32] = {};  // the running mask as all ones or zeros a lane
  unsigned char* frame = nullptr;
  Path current;
  std::uint32_t live = 0;      // lanes that have not ended
  std::uint32_t all = 0;       // lanes it started with
  std::uint32_t index = 0;     // in the block
  std::uint64_t sequence = 0;  // instructions executed, to the end of the straight run that is running
  WarpParts* parts = nullptr;
  BlockState* block = nullptr;
};

// Everything one host thread needs to run instructions.
struct Context {
  const Decoded* code = nullptr;
  std::uint32_t code_size = 0;  // code[code_size] is the implicit exit
  RunCount* runs = nullptr;     // code_size + 1
  std::uint64_t* divergent = nullptr;
  Site* sites = nullptr;
  unsigned char* shared = nullptr;  // of the running block
  std::uint64_t shared_bytes = 0;
  std::int64_t slice = 0;               // instructions until the scheduler looks again
  std::uint32_t polls = 0;              // something was polled in this slice
  std::uint32_t progress = 0;           // memory changed in this slice
  const BufferView* buffers = nullptr;  // ascending addresses
  std::uint32_t buffer_count = 0;
  std::uint32_t mark_shift = 0;  // log2 of the bytes one mark stands for
  Geometry geometry;
  Sink* sink = nullptr;
  CheckSink* checks = nullptr;  // a checked run
  Shared* shared_state = nullptr;
};

enum class Stop : std::uint8_t {
  kNone,     // go on with the next instruction
  kReload,   // another path of this warp runs now
  kBlocked,  // no path of this warp can run (all wait, or all ended)
  kSlice,    // the slice is used up
  kFault,    // the launch ends
};

// Runs warp.current until it stops: never kNone or kReload.
using Engine = Stop (*)(Context&, Warp&);
Stop run_warp_baseline(Context& context, Warp& warp);
Stop run_warp_avx2(Context& context, Warp& warp);
Stop run_warp_checked(Context& context, Warp& warp);
Stop run_warp_checked_avx2(Context& context, Warp& warp);

// The pc at which the running path meets others; kNoIndex: nowhere.
std::uint32_t stop_of(const Warp& warp);  // reconverge.cpp
// Called by the loop; they live in ordinary translation units.
Stop slow_instruction(Context& context, Warp& warp);                    // slow.cpp; warp.current.pc is set
Stop general_access(Context& context, Warp& warp);                      // access.cpp
Stop diverge(Context& context, Warp& warp, std::uint32_t taken);        // reconverge.cpp
Stop arrive(Context& context, Warp& warp);                              // the path reached its node
Stop exit_lanes(Context& context, Warp& warp);                          // the path ends
void report_branch(Context& context, Warp& warp, std::uint32_t taken);  // to the sink
void report_run(Context& context, Warp& warp, std::uint32_t pc, std::uint32_t mask);
void report_cut(Context& context, Warp& warp, std::uint32_t pc);
// A checked run: what the fast loop did itself, and what it is about to do (checked.cpp).
void report_access(Context& context, Warp& warp, std::uint32_t pc, std::uint32_t mask, bool shared);
void report_watched(Context& context, Warp& warp, std::uint32_t pc, std::uint32_t mask);
void evaluate_lanes(Context& context, Warp& warp, unsigned char* out);  // scalar.cpp
// Remembers the shape of warp.current's access where it is a plain one inside one buffer; false: use general_access.
bool remember_global(Context& context, Warp& warp);
bool remember_shared(Context& context, Warp& warp);
// Costs of a full warp's access in global memory that is not worth remembering. `at`: aligned offsets in its buffer,
// whose address is a multiple of a line, each at most `limit`.
SiteCost price_once(const Context& context, std::uint32_t bytes, std::uint64_t limit, const std::uint64_t* at);

}  // namespace warpglass::exec
