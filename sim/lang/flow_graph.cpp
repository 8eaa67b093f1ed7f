// Basic blocks and dominators of flat code.
#include "sim/lang/flow_graph.h"

#include <algorithm>
#include <utility>

namespace warpglass::lang {

namespace {

bool ends_block(Opcode opcode) {
  return opcode == Opcode::kBranch || opcode == Opcode::kReturn || opcode == Opcode::kExit;
}

std::vector<bool> find_leaders(const Program& program) {
  const std::size_t size = program.code.size();
  std::vector<bool> leader(size + 1, false);
  leader[0] = true;
  for (const RecursiveFunction& function : program.functions)
    leader[std::min<std::size_t>(function.entry, size)] = true;
  for (std::size_t i = 0; i < size; ++i) {
    const Instruction& instruction = program.code[i];
    if (ends_block(instruction.opcode)) leader[i + 1] = true;
    if (instruction.opcode == Opcode::kBranch) leader[std::min<std::size_t>(instruction.target, size)] = true;
  }
  return leader;
}

}  // namespace

FlowGraph make_flow_graph(const Program& program) {
  FlowGraph graph;
  const std::size_t size = program.code.size();
  const std::vector<bool> leader = find_leaders(program);
  graph.block_of.resize(size);
  for (std::size_t i = 0; i < size; ++i) {
    if (leader[i]) graph.blocks.push_back({static_cast<std::uint32_t>(i), 0, {}});
    graph.block_of[i] = static_cast<std::uint32_t>(graph.blocks.size() - 1);
    graph.blocks.back().end = static_cast<std::uint32_t>(i + 1);
  }
  for (std::size_t b = 0; b < graph.blocks.size(); ++b) {
    BasicBlock& block = graph.blocks[b];
    const Instruction& last = program.code[block.end - 1];
    if (last.opcode == Opcode::kExit || last.opcode == Opcode::kReturn) continue;
    const bool falls = last.opcode != Opcode::kBranch || last.src[0] != kNoRegister;
    if (falls && block.end < size) block.next.push_back(graph.block_of[block.end]);
    if (last.opcode == Opcode::kBranch && last.target < size) block.next.push_back(graph.block_of[last.target]);
  }
  if (size) graph.entries.push_back(0);
  for (const RecursiveFunction& function : program.functions)
    if (function.entry < size) graph.entries.push_back(graph.block_of[function.entry]);
  return graph;
}

std::vector<std::uint32_t> immediate_dominators(std::uint32_t root,
                                                const std::vector<std::vector<std::uint32_t>>& successors) {
  const std::size_t count = successors.size();
  std::vector<std::uint32_t> order, number(count, kNoBlock);
  std::vector<bool> seen(count, false);
  std::vector<std::pair<std::uint32_t, std::size_t>> stack{{root, 0}};
  seen[root] = true;
  while (!stack.empty()) {
    auto& [node, at] = stack.back();
    if (at < successors[node].size()) {
      const std::uint32_t next = successors[node][at++];
      if (!seen[next]) {
        seen[next] = true;
        stack.push_back({next, 0});
      }
    } else {
      number[node] = static_cast<std::uint32_t>(order.size());
      order.push_back(node);
      stack.pop_back();
    }
  }
  std::vector<std::vector<std::uint32_t>> predecessors(count);
  for (std::uint32_t node : order)
    for (std::uint32_t next : successors[node]) predecessors[next].push_back(node);
  std::vector<std::uint32_t> idom(count, kNoBlock);
  idom[root] = root;
  const auto meet = [&](std::uint32_t a, std::uint32_t b) {
    while (a != b) {
      while (number[a] < number[b]) a = idom[a];
      while (number[b] < number[a]) b = idom[b];
    }
    return a;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (auto it = order.rbegin(); it != order.rend(); ++it) {
      if (*it == root) continue;
      std::uint32_t best = kNoBlock;
      for (std::uint32_t before : predecessors[*it])
        if (idom[before] != kNoBlock) best = best == kNoBlock ? before : meet(best, before);
      if (best == idom[*it]) continue;
      idom[*it] = best;
      changed = true;
    }
  }
  return idom;
}

std::vector<std::uint32_t> block_dominators(const FlowGraph& graph) {
  std::vector<std::vector<std::uint32_t>> successors;
  for (const BasicBlock& block : graph.blocks) successors.push_back(block.next);
  successors.push_back(graph.entries);
  return immediate_dominators(static_cast<std::uint32_t>(graph.blocks.size()), successors);
}

bool dominates(const std::vector<std::uint32_t>& idom, std::uint32_t above, std::uint32_t below) {
  while (below != above) {
    if (below == kNoBlock || idom[below] == kNoBlock || idom[below] == below) return false;
    below = idom[below];
  }
  return true;
}

}  // namespace warpglass::lang
