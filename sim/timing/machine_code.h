// What the program's instructions become in machine code, as far as time is concerned: which pipe takes each one, how
// many issue slots it costs, and how loops are unrolled. An estimate by rules that hold for every kernel:
//   - what a loop does not change is computed before it; addresses that grow by a constant are folded into the
//     instruction of an unrolled loop; one that grows by a run-time stride costs one addition
//   - counted loops without a barrier, atomic or inner loop are unrolled: whole where the count is known and small,
//   else
//     16 times where the step is a constant, 4 times otherwise; #pragma unroll decides where it is given
//   - shared loads of neighbouring constants in an unrolled loop become one wide load
//   - conversions to 64 bits and copies of constants cost nothing
#pragma once

#include <cstdint>
#include <vector>

#include "sim/lang/program.h"

namespace warpglass::timing {

enum class Pipe : std::uint8_t {
  kFp32,
  kInt,
  kMad,
  kDouble,
  kSpecial,
  kConvert,
  kShuffle,  // arithmetic
  kGlobalLoad,
  kGlobalStore,
  kGlobalAtomic,
  kSharedLoad,
  kSharedStore,
  kSharedAtomic,
  kBarrier,
  kBranch,
  kExit,
  kFree,
};
inline constexpr std::size_t kPipes = 17;

inline bool is_memory(Pipe pipe) { return pipe >= Pipe::kGlobalLoad && pipe <= Pipe::kSharedAtomic; }

struct MachineOp {
  Pipe pipe = Pipe::kFree;
  float slots = 0;          // machine instructions; 0: vanishes
  std::uint16_t loop = 0;   // innermost loop + 1; 0: none
  std::uint8_t merged = 1;  // loads that become one wide load
  std::vector<Register> reads, writes;
};

struct Loop {
  std::uint32_t first = 0, last = 0;  // body; `last` is the branch back
  std::uint32_t unroll = 1;
  bool innermost = true;
  bool counted = false;
};

struct MachineCode {
  std::vector<MachineOp> ops;  // by Program::code
  std::vector<Loop> loops;
  std::vector<bool> predicated;  // by Program::code: a forward branch over few instructions, done without a branch
};

MachineCode make_machine_code(const Program& program);

}  // namespace warpglass::timing
