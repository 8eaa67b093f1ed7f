// A Program prepared for the executor: decoded instructions, the layout of a warp's frame, and which rows have to be
// filled when. Made once for each run.
//
// A frame is rows: register r of 32 bits takes 128 bytes (lane 0 first), one of 64 bits 256 bytes. The first row is all
// zeros (operands that are not there), the second takes results nobody wants.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/exec/decoded.h"
#include "sim/lang/program.h"

namespace warpglass::exec {

struct ProgramImage {
  std::vector<Decoded> code;        // Program::code and the implicit exit
  std::vector<std::uint32_t> rows;  // byte offset of each register
  std::uint32_t frame_bytes = 0;
  std::uint32_t site_count = 0;
  std::vector<std::uint32_t> site_instruction;  // by site
  std::vector<std::uint32_t> fixed_inputs;      // indices of Program::inputs set once for each warp
  std::vector<std::uint32_t> block_inputs;  // set again for each block: block indices, inputs the program overwrites
  std::vector<Register> zeroed;             // registers some lane may read before writing: zero at the block's start
};

inline constexpr std::uint32_t kZeroRow = 0;
inline constexpr std::uint32_t kDiscardRow = 256;
inline constexpr std::uint32_t kFirstRow = 512;

// False, with a sentence in `error`, when the program is malformed (a register or target that does not exist).
bool make_image(const Program& program, ProgramImage& image, std::string& error);

// Registers an instruction reads and writes, vector accesses expanded.
void registers_read(const Program& program, const Instruction& instruction, std::vector<Register>& list);
void registers_written(const Instruction& instruction, std::vector<Register>& list);

// liveness.cpp: fills the input lists and `zeroed`.
void plan_rows(const Program& program, ProgramImage& image);

// A straight run ends with this instruction: what follows may run at another time or with other lanes.
bool ends_run(Opcode opcode);

// decode.cpp: the handler of an instruction that has a lane loop; kEvaluate or kSlow for the rest.
Handler choose_handler(const Instruction& instruction);

}  // namespace warpglass::exec
