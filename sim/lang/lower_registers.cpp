// Register numbering and the register estimate.
//
// Virtual registers are cheap to make while lowering, but every one costs an executor 128 or 256 bytes a warp. Those
// that live inside one basic block share a small set. Vector operands need consecutive numbers and keep their own.
#include <algorithm>
#include <array>

#include "sim/lang/flow_graph.h"
#include "sim/lang/lower_passes.h"

namespace warpglass::lang {

namespace {

constexpr Register kUnset = kNoRegister;

class Packing {
 public:
  explicit Packing(Program& program) : program_(program), graph_(make_flow_graph(program)) {}

  void run() {
    mark_block_local(program_);
    find_vectors();
    map_.assign(program_.registers.size(), kUnset);
    last_.assign(program_.registers.size(), 0);
    for (const Instruction& instruction : program_.code) number_fixed(instruction);
    for (const BasicBlock& block : graph_.blocks) pack_block(block);
    finish();
  }

 private:
  bool shares(Register reg) const { return program_.registers[reg].block_local && !in_vector_[reg]; }

  void find_vectors() {
    in_vector_.assign(program_.registers.size(), false);
    for (const Instruction& i : program_.code) {
      if (i.vector == 1) continue;
      const Register first = i.opcode == Opcode::kStore ? i.src[1] : i.dst;
      for (std::uint32_t v = 0; v < i.vector; ++v) in_vector_[first + v] = true;
    }
  }

  Register make(bool wide) {
    made_.push_back({wide, false});
    return static_cast<Register>(made_.size() - 1);
  }

  void number_fixed(const Instruction& instruction) {
    const auto number = [&](Register reg) {
      if (!shares(reg) && map_[reg] == kUnset && !in_vector_[reg]) map_[reg] = make(program_.registers[reg].wide);
    };
    for_each_source(program_, instruction, number);
    for_each_result(instruction, number);
    const bool is_vector = instruction.vector > 1;
    const Register first = instruction.opcode == Opcode::kStore ? instruction.src[1] : instruction.dst;
    if (is_vector && map_[first] == kUnset) number_run(first);
  }

  // A maximal run of vector registers, so that a load and a store that share some of them stay consecutive.
  void number_run(Register reg) {
    Register first = reg, end = reg;
    while (first > 0 && in_vector_[first - 1]) --first;
    while (end < in_vector_.size() && in_vector_[end]) ++end;
    for (Register r = first; r < end; ++r) map_[r] = make(program_.registers[r].wide);
  }

  void pack_block(const BasicBlock& block) {
    for (std::uint32_t i = block.first; i < block.end; ++i) {
      const auto note = [&](Register reg) { last_[reg] = i; };
      for_each_source(program_, program_.code[i], note);
      for_each_result(program_.code[i], note);
    }
    std::vector<Register> live;
    for (std::uint32_t i = block.first; i < block.end; ++i) {
      Instruction& instruction = program_.code[i];
      for_each_result(instruction, [&](Register reg) {
        if (!shares(reg) || map_[reg] != kUnset) return;
        std::vector<Register>& pool = pool_[program_.registers[reg].wide];
        if (pool.empty()) pool.push_back(make(program_.registers[reg].wide));
        map_[reg] = pool.back();
        pool.pop_back();
        live.push_back(reg);
      });
      rename(instruction);
      std::erase_if(live, [&](Register reg) {
        if (last_[reg] != i) return false;
        pool_[program_.registers[reg].wide].push_back(map_[reg]);
        map_[reg] = kUnset;
        return true;
      });
    }
  }

  void rename(Instruction& instruction) {
    for (Register& reg : instruction.src)
      if (reg != kNoRegister) reg = map_[reg];
    if (instruction.dst != kNoRegister) instruction.dst = map_[instruction.dst];
    if (instruction.opcode == Opcode::kPrint)
      for (Register& reg : program_.prints[instruction.target].args) reg = map_[reg];
  }

  void finish() {
    std::vector<Input> inputs;
    for (Input input : program_.inputs) {
      if (map_[input.reg] == kUnset) continue;  // nobody reads it
      input.reg = map_[input.reg];
      inputs.push_back(input);
    }
    program_.inputs = std::move(inputs);
    program_.registers = std::move(made_);
  }

  Program& program_;
  FlowGraph graph_;
  std::vector<bool> in_vector_;
  std::vector<Register> map_;
  std::vector<std::uint32_t> last_;
  std::vector<RegisterInfo> made_;
  std::array<std::vector<Register>, 2> pool_;
};

struct Loop {
  std::uint32_t first = 0, last = 0;
};

// Loops by their backward branches, inner ones first.
std::vector<Loop> find_loops(const Program& program) {
  std::vector<Loop> loops;
  for (std::uint32_t i = 0; i < program.code.size(); ++i)
    if (program.code[i].opcode == Opcode::kBranch && program.code[i].target <= i)
      loops.push_back({program.code[i].target, i});
  return loops;
}

}  // namespace

void pack_registers(Program& program) {
  if (program.functions.empty()) Packing(program).run();  // recursive functions own contiguous ranges
}

// Linear live ranges: from the first mention to the last, and to the end of a loop that a value enters from outside.
// Constants, parameters and indices do not count: machine code reads them from the constant bank or special registers.
std::uint32_t estimate_registers(const Program& program) {
  constexpr std::uint32_t kOverhead = 6;  // addresses of parameters, the stack pointer and the like
  std::vector<std::uint32_t> first(program.registers.size(), 0xffffffffu), last(program.registers.size(), 0);
  for (std::uint32_t i = 0; i < program.code.size(); ++i) {
    const auto note = [&](Register reg) {
      first[reg] = std::min(first[reg], i);
      last[reg] = i;
    };
    for_each_source(program, program.code[i], note);
    for_each_result(program.code[i], note);
  }
  for (const Input& input : program.inputs) first[input.reg] = 0xffffffffu;
  const std::vector<Loop> loops = find_loops(program);
  std::vector<std::int64_t> change(program.code.size() + 1, 0);
  for (std::size_t r = 0; r < first.size(); ++r) {
    if (first[r] == 0xffffffffu || program.registers[r].block_local) continue;
    std::uint32_t end = last[r];
    if (loops.size() <= 4096)
      for (const Loop& loop : loops)
        if (first[r] < loop.first && end >= loop.first && end < loop.last) end = loop.last;
    const std::int64_t weight = program.registers[r].wide ? 2 : 1;
    change[first[r]] += weight;
    change[end] -= weight;
  }
  std::int64_t live = 0, most = 0, local = 0;
  for (std::int64_t step : change) most = std::max(most, live += step);
  for (std::size_t r = 0; r < first.size(); ++r)
    if (program.registers[r].block_local && first[r] != 0xffffffffu) local += program.registers[r].wide ? 2 : 1;
  return static_cast<std::uint32_t>(most + std::min<std::int64_t>(local, 24)) + kOverhead;
}

}  // namespace warpglass::lang
