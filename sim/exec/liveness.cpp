// Which rows of a frame need a value before a block starts. A lane that may read a register before it wrote it must
// find the same bits whatever ran in that place before, so those registers are zeroed; the others are left alone,
// because clearing a whole frame would cost more than many kernels run for.
// Classic backward liveness over straight runs; a lane follows one way through the code, so masks do not matter.
#include <algorithm>

#include "sim/exec/program_image.h"

namespace warpglass::exec {
namespace {

using Bits = std::vector<std::uint64_t>;

struct Run {
  std::uint32_t first = 0, last = 0;  // instructions, both included
  Bits live_in;                       // starts as what it reads before writing
  Bits kills;
  std::vector<std::uint32_t> next;  // runs
};

bool test(const Bits& bits, Register r) { return (bits[r / 64] >> (r % 64)) & 1u; }
void set(Bits& bits, Register r) { bits[r / 64] |= std::uint64_t{1} << (r % 64); }

bool leaves(Opcode opcode) {
  return opcode == Opcode::kBranch || opcode == Opcode::kCall || opcode == Opcode::kReturn || opcode == Opcode::kExit;
}

std::vector<bool> leaders(const Program& program) {
  std::vector<bool> lead(program.code.size() + 1, false);
  lead[0] = true;
  for (std::size_t at = 0; at < program.code.size(); ++at) {
    const Instruction& i = program.code[at];
    if (i.opcode == Opcode::kBranch) lead[i.target] = true;
    if (leaves(i.opcode)) lead[at + 1] = true;
  }
  for (const RecursiveFunction& f : program.functions)
    if (f.entry < lead.size()) lead[f.entry] = true;
  return lead;
}

std::vector<std::uint32_t> successors(const Program& program, std::uint32_t last,
                                      const std::vector<std::uint32_t>& after_calls) {
  const Instruction& i = program.code[last];
  const bool never_falls = i.opcode == Opcode::kExit || i.opcode == Opcode::kReturn ||
                           (i.opcode == Opcode::kBranch && i.src[0] == kNoRegister);
  std::vector<std::uint32_t> next;
  if (i.opcode == Opcode::kReturn) next = after_calls;
  if (i.opcode == Opcode::kBranch) next.push_back(i.target);
  if (i.opcode == Opcode::kCall) next.push_back(program.functions[i.target].entry);
  if (!never_falls) next.push_back(last + 1);
  return next;
}

std::vector<Run> make_runs(const Program& program) {
  const std::vector<bool> lead = leaders(program);
  std::vector<std::uint32_t> run_of(program.code.size() + 1, kFirstRow), after_calls;
  std::vector<Run> runs;
  for (std::uint32_t at = 0; at < program.code.size(); ++at) {
    if (lead[at]) runs.push_back({at, at, {}, {}, {}});
    runs.back().last = at;
    run_of[at] = static_cast<std::uint32_t>(runs.size() - 1);
    if (program.code[at].opcode == Opcode::kCall) after_calls.push_back(at + 1);
  }
  for (Run& run : runs)
    for (const std::uint32_t pc : successors(program, run.last, after_calls))
      if (pc < program.code.size()) run.next.push_back(run_of[pc]);
  return runs;
}

void summarise(const Program& program, Run& run, std::size_t words) {
  run.live_in.assign(words, 0);
  run.kills.assign(words, 0);
  std::vector<Register> list;
  for (std::uint32_t at = run.first; at <= run.last; ++at) {
    list.clear();
    registers_read(program, program.code[at], list);
    for (const Register r : list)
      if (!test(run.kills, r)) set(run.live_in, r);
    list.clear();
    registers_written(program.code[at], list);
    for (const Register r : list) set(run.kills, r);
  }
}

// Registers live at the start of the program.
Bits live_at_entry(const Program& program) {
  const std::size_t words = program.registers.size() / 64 + 1;
  std::vector<Run> runs = make_runs(program);
  for (Run& run : runs) summarise(program, run, words);
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t index = runs.size(); index-- > 0;) {
      Run& run = runs[index];
      for (const std::uint32_t next : run.next) {
        for (std::size_t w = 0; w < words; ++w) {
          const std::uint64_t more = runs[next].live_in[w] & ~run.kills[w] & ~run.live_in[w];
          run.live_in[w] |= more;
          changed = changed || more != 0;
        }
      }
    }
  }
  return runs.empty() ? Bits(words, 0) : runs.front().live_in;
}

}  // namespace

void registers_read(const Program& program, const Instruction& i, std::vector<Register>& list) {
  for (const Register r : i.src)
    if (r != kNoRegister) list.push_back(r);
  if (i.opcode == Opcode::kStore)
    for (std::uint32_t v = 1; v < i.vector && i.src[1] != kNoRegister; ++v) list.push_back(i.src[1] + v);
  if (i.opcode == Opcode::kPrint && i.target < program.prints.size())
    for (const Register r : program.prints[i.target].args)
      if (r != kNoRegister) list.push_back(r);
}

void registers_written(const Instruction& i, std::vector<Register>& list) {
  if (i.dst == kNoRegister) return;
  const std::uint32_t count = i.opcode == Opcode::kLoad ? i.vector : 1;
  for (std::uint32_t v = 0; v < count; ++v) list.push_back(i.dst + v);
}

void plan_rows(const Program& program, ProgramImage& image) {
  std::vector<bool> written(program.registers.size(), false), given(program.registers.size(), false);
  std::vector<Register> list;
  for (const Instruction& i : program.code) {
    list.clear();
    registers_written(i, list);
    for (const Register r : list) written[r] = true;
  }
  for (std::uint32_t index = 0; index < program.inputs.size(); ++index) {
    const Input& input = program.inputs[index];
    given[input.reg] = true;
    const bool by_block =
        input.kind == InputKind::kBlockIdX || input.kind == InputKind::kBlockIdY || input.kind == InputKind::kBlockIdZ;
    (by_block || written[input.reg] ? image.block_inputs : image.fixed_inputs).push_back(index);
  }
  const Bits live = live_at_entry(program);
  for (Register r = 0; r < program.registers.size(); ++r)
    if (test(live, r) && !given[r]) image.zeroed.push_back(r);
}

}  // namespace warpglass::exec
