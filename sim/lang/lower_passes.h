// The passes over finished flat code, in the order lower.cpp runs them. None of them touches an access, except that a
// member of a whole-struct copy that nobody reads is not loaded.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/lang/lower_code.h"

namespace warpglass::lang {

using Flags = std::vector<InstructionFlags>;

// Jumps to jumps, jumps to the next instruction, code nobody reaches, results nobody reads.
void clean_up(Program& program, Flags& flags);
// Multiplications and additions of floats that nvcc -fmad=true fuses.
void contract(Program& program, Flags& flags);
// Gives registers that live inside one block a shared set, drops unused ones and numbers the rest without gaps.
void pack_registers(Program& program);
// 32-bit registers that are live at once, at most: a floor of what a compiler would need.
std::uint32_t estimate_registers(const Program& program);

// Rebuilds the code: drops instructions and inserts `before[k].second` ahead of instruction `before[k].first` (sorted).
void rewrite(Program& program, Flags& flags, const std::vector<bool>& removed,
             const std::vector<std::pair<std::uint32_t, Instruction>>& before);

}  // namespace warpglass::lang
