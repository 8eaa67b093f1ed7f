// Where the lanes of a branch meet again: its immediate post-dominator, the first instruction that every way from the
// branch to the end must pass. A branch whose sides meet only at the exit gets code.size().
// Found as dominators of the reversed flow graph, whose root is a virtual exit. A loop without an end cannot reach the
// exit; its last block is given an edge there, so that branches inside it still meet inside it.
#include <algorithm>

#include "sim/lang/flow_graph.h"

namespace warpglass::lang {

namespace {

using Edges = std::vector<std::vector<std::uint32_t>>;

void mark_reached(std::uint32_t from, const Edges& edges, std::vector<bool>& reached) {
  std::vector<std::uint32_t> stack{from};
  reached[from] = true;
  while (!stack.empty()) {
    const std::uint32_t node = stack.back();
    stack.pop_back();
    for (std::uint32_t next : edges[node]) {
      if (reached[next]) continue;
      reached[next] = true;
      stack.push_back(next);
    }
  }
}

}  // namespace

void set_reconvergence(Program& program) {
  const FlowGraph graph = make_flow_graph(program);
  const auto exit = static_cast<std::uint32_t>(graph.blocks.size());
  Edges reversed(graph.blocks.size() + 1);
  for (std::uint32_t b = 0; b < exit; ++b) {
    for (std::uint32_t next : graph.blocks[b].next) reversed[next].push_back(b);
    if (graph.blocks[b].next.empty()) reversed[exit].push_back(b);
  }
  std::vector<bool> reached(reversed.size(), false);
  mark_reached(exit, reversed, reached);
  for (std::uint32_t b = exit; b-- > 0;) {
    if (reached[b]) continue;
    reversed[exit].push_back(b);
    mark_reached(b, reversed, reached);
  }
  const std::vector<std::uint32_t> idom = immediate_dominators(exit, reversed);
  for (std::size_t i = 0; i < program.code.size(); ++i) {
    Instruction& instruction = program.code[i];
    if (instruction.opcode != Opcode::kBranch) continue;
    const std::uint32_t meet = idom[graph.block_of[i]];
    instruction.reconverge = meet < exit ? graph.blocks[meet].first : static_cast<std::uint32_t>(program.code.size());
  }
}

}  // namespace warpglass::lang
