// Basic blocks of flat code and who dominates whom: what the passes over a Program need. An executor needs none of it,
// because every branch carries its reconvergence point.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/lang/program.h"

namespace warpglass::lang {

struct BasicBlock {
  std::uint32_t first = 0, end = 0;  // instructions [first, end)
  std::vector<std::uint32_t> next;   // blocks; empty: the lanes end here
};

struct FlowGraph {
  std::vector<BasicBlock> blocks;
  std::vector<std::uint32_t> block_of;  // by instruction
  std::vector<std::uint32_t> entries;   // blocks: the kernel's first and those of recursive functions
};

FlowGraph make_flow_graph(const Program& program);

inline constexpr std::uint32_t kNoBlock = 0xffffffffu;

// Immediate dominator of each node of a graph given by its predecessors; node `root` is its own. Unreachable: kNoBlock.
// The iterative algorithm of Cooper, Harvey and Kennedy, near linear on code like ours.
std::vector<std::uint32_t> immediate_dominators(std::uint32_t root,
                                                const std::vector<std::vector<std::uint32_t>>& successors);

// Immediate dominators of the blocks; a virtual root (index blocks.size()) leads to every entry.
std::vector<std::uint32_t> block_dominators(const FlowGraph& graph);
bool dominates(const std::vector<std::uint32_t>& idom, std::uint32_t above, std::uint32_t below);

// Sets `reconverge` of every branch to its immediate post-dominator.
void set_reconvergence(Program& program);
// Sets RegisterInfo::block_local.
void mark_block_local(Program& program);

// ---- operands, for passes
bool defines_vector(const Instruction& instruction);
// Registers read: calls f(register) for each.
template <class F>
void for_each_source(const Program& program, const Instruction& i, F&& f) {
  for (std::size_t k = 0; k < i.src.size(); ++k) {
    if (i.src[k] == kNoRegister) continue;
    const std::uint32_t count = i.opcode == Opcode::kStore && k == 1 ? i.vector : 1u;
    for (std::uint32_t v = 0; v < count; ++v) f(i.src[k] + v);
  }
  if (i.opcode == Opcode::kPrint)
    for (Register reg : program.prints[i.target].args) f(reg);
}
template <class F>
void for_each_result(const Instruction& i, F&& f) {
  if (i.dst == kNoRegister) return;
  const std::uint32_t count = i.opcode == Opcode::kLoad ? i.vector : 1u;
  for (std::uint32_t v = 0; v < count; ++v) f(i.dst + v);
}

}  // namespace warpglass::lang
