// Dead code and jumps. Linear passes, repeated until nothing changes (two or three times).
#include <algorithm>

#include "sim/lang/flow_graph.h"
#include "sim/lang/lower_passes.h"

namespace warpglass::lang {

namespace {

constexpr int kMaximumHops = 16;

bool is_jump(const Instruction& i) { return i.opcode == Opcode::kBranch && i.src[0] == kNoRegister; }

// Without effects, so that it may go when nobody reads its result.
bool is_pure(Opcode opcode) {
  return opcode <= Opcode::kMath || opcode == Opcode::kToGeneric || opcode == Opcode::kFromGeneric;
}

void thread_jumps(Program& program) {
  for (Instruction& instruction : program.code) {
    if (instruction.opcode != Opcode::kBranch) continue;
    for (int hop = 0; hop < kMaximumHops; ++hop) {
      if (instruction.target >= program.code.size() || !is_jump(program.code[instruction.target])) break;
      instruction.target = program.code[instruction.target].target;
    }
  }
}

std::vector<bool> unreachable_code(const Program& program) {
  const FlowGraph graph = make_flow_graph(program);
  std::vector<bool> seen(graph.blocks.size(), false);
  std::vector<std::uint32_t> stack = graph.entries;
  while (!stack.empty()) {
    const std::uint32_t block = stack.back();
    stack.pop_back();
    if (seen[block]) continue;
    seen[block] = true;
    for (std::uint32_t next : graph.blocks[block].next) stack.push_back(next);
  }
  std::vector<bool> removed(program.code.size(), false);
  for (std::size_t i = 0; i < removed.size(); ++i) removed[i] = !seen[graph.block_of[i]];
  return removed;
}

void mark_dead_results(const Program& program, const Flags& flags, std::vector<bool>& removed) {
  std::vector<std::uint32_t> uses(program.registers.size(), 0);
  std::vector<std::vector<std::uint32_t>> writers(program.registers.size());
  for (std::uint32_t i = 0; i < program.code.size(); ++i) {
    if (removed[i]) continue;
    for_each_source(program, program.code[i], [&](Register reg) { ++uses[reg]; });
    for_each_result(program.code[i], [&](Register reg) { writers[reg].push_back(i); });
  }
  for (const RecursiveFunction& function : program.functions)  // saved and restored: leave them alone
    for (std::uint32_t r = 0; r < function.register_count; ++r) ++uses[function.first_register + r];
  std::vector<std::uint32_t> work;
  for (std::uint32_t i = 0; i < program.code.size(); ++i) work.push_back(i);
  while (!work.empty()) {
    const std::uint32_t at = work.back();
    work.pop_back();
    const Instruction& instruction = program.code[at];
    if (removed[at] || instruction.dst == kNoRegister) continue;
    if (!is_pure(instruction.opcode) && !(instruction.opcode == Opcode::kLoad && flags[at].droppable)) continue;
    bool needed = false;
    for_each_result(instruction, [&](Register reg) { needed |= uses[reg] != 0; });
    if (needed) continue;
    removed[at] = true;
    for_each_source(program, instruction, [&](Register reg) {
      if (--uses[reg] == 0) work.insert(work.end(), writers[reg].begin(), writers[reg].end());
    });
  }
}

// Jumps over nothing but removed code.
bool mark_idle_jumps(const Program& program, std::vector<bool>& removed) {
  bool any = false;
  for (std::uint32_t i = 0; i < program.code.size(); ++i) {
    const Instruction& instruction = program.code[i];
    if (removed[i] || instruction.opcode != Opcode::kBranch || instruction.target <= i) continue;
    const auto begin = removed.begin() + i + 1, end = removed.begin() + instruction.target;
    if (instruction.target - i > 64 || !std::all_of(begin, end, [](bool gone) { return gone; })) continue;
    removed[i] = true;
    any = true;
  }
  return any;
}

}  // namespace

void rewrite(Program& program, Flags& flags, const std::vector<bool>& removed,
             const std::vector<std::pair<std::uint32_t, Instruction>>& before) {
  std::vector<Instruction> code;
  Flags kept;
  std::vector<std::uint32_t> moved(program.code.size() + 1);
  std::size_t next = 0;
  for (std::uint32_t i = 0; i < program.code.size(); ++i) {
    moved[i] = static_cast<std::uint32_t>(code.size());
    for (; next < before.size() && before[next].first == i; ++next) {
      code.push_back(before[next].second);
      kept.push_back({});
    }
    if (removed[i]) continue;
    code.push_back(program.code[i]);
    kept.push_back(flags[i]);
  }
  moved[program.code.size()] = static_cast<std::uint32_t>(code.size());
  for (Instruction& instruction : code)
    if (instruction.opcode == Opcode::kBranch) instruction.target = moved[instruction.target];
  for (RecursiveFunction& function : program.functions) function.entry = moved[function.entry];
  program.code = std::move(code);
  flags = std::move(kept);
}

void clean_up(Program& program, Flags& flags) {
  for (int round = 0; round < 4; ++round) {
    thread_jumps(program);
    std::vector<bool> removed = unreachable_code(program);
    mark_dead_results(program, flags, removed);
    mark_idle_jumps(program, removed);
    if (std::none_of(removed.begin(), removed.end(), [](bool gone) { return gone; })) return;
    rewrite(program, flags, removed, {});
  }
}

}  // namespace warpglass::lang
