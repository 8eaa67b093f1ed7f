// RegisterInfo::block_local: registers that live inside one basic block, so that an executor may overwrite the lanes
// outside the active mask (no blending). The active lanes change only at block ends, but a warp-level instruction reads
// other lanes, and an executor may switch between diverged paths there: such an instruction ends a stretch.
#include <vector>

#include "sim/lang/flow_graph.h"

namespace warpglass::lang {

namespace {

// May other lanes run, or be read, at this instruction?
bool synchronises(Opcode opcode) {
  switch (opcode) {
    case Opcode::kBarrier:
    case Opcode::kWarpSync:
    case Opcode::kShuffle:
    case Opcode::kVote:
    case Opcode::kCall:
      return true;
    default:
      return false;
  }
}

}  // namespace

void mark_block_local(Program& program) {
  const FlowGraph graph = make_flow_graph(program);
  std::vector<bool> local(program.registers.size(), true);
  std::vector<std::uint32_t> defined(program.registers.size(), 0xffffffffu);  // stretch of the last definition
  for (const Input& input : program.inputs) local[input.reg] = false;
  // Arguments, results and saved registers of recursive functions cross calls.
  for (const RecursiveFunction& function : program.functions)
    for (std::uint32_t r = 0; r < function.register_count; ++r) local[function.first_register + r] = false;
  std::uint32_t stretch = 0;
  for (const BasicBlock& block : graph.blocks) {
    ++stretch;
    for (std::uint32_t i = block.first; i < block.end; ++i) {
      const Instruction& instruction = program.code[i];
      for_each_source(program, instruction, [&](Register reg) {
        if (defined[reg] != stretch) local[reg] = false;
      });
      if (synchronises(instruction.opcode)) ++stretch;
      for_each_result(instruction, [&](Register reg) { defined[reg] = stretch; });
    }
  }
  for (std::size_t r = 0; r < program.registers.size(); ++r) program.registers[r].block_local = local[r];
}

}  // namespace warpglass::lang
