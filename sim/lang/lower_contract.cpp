// Fusing float multiplications and additions as nvcc does by default (-fmad=true), so that results are equal bit for
// bit.
//
// The rule, read off machine code for sm_90 (nvcc 13):
// - a product is fused when every use of it is an addition or subtraction, and then into each of them; one other use (a
//   store, a multiplication, t + t) and it stays a multiplication, and all its additions stay additions;
// - of a*b + c*d the first product is fused: fma(a, b, c*d); a*b - c*d is fma(a, b, -(c*d)); when the first cannot be,
//   the second is;
// - c - a*b is fma(-a, b, c); a*b - c is fma(a, b, -c);
// - it does not matter whether the product was given a name, nor whether the addition is in another basic block.
// Here a product counts only if its register has one definition and its factors still hold the same values at the use.
#include <algorithm>

#include "sim/lang/flow_graph.h"
#include "sim/lang/lower_passes.h"

namespace warpglass::lang {

namespace {

class Contraction {
 public:
  Contraction(Program& program, Flags& flags) : program_(program), flags_(flags), graph_(make_flow_graph(program)) {}

  void run() {
    count();
    find_products();
    settle_pairs();
    fuse();
  }

 private:
  static constexpr std::uint32_t kNone = 0xffffffffu;

  const Instruction& at(std::uint32_t i) const { return program_.code[i]; }
  bool is_sum(std::uint32_t i) const {
    return flags_[i].contract && (at(i).opcode == Opcode::kAdd || at(i).opcode == Opcode::kSub);
  }

  void count() {
    definitions_.assign(program_.registers.size(), 0);
    product_of_.assign(program_.registers.size(), kNone);
    for (const Input& input : program_.inputs) ++definitions_[input.reg];
    for (const Instruction& instruction : program_.code)
      for_each_result(instruction, [&](Register reg) { ++definitions_[reg]; });
  }

  // Registers whose only definition is a product that could be fused into all of its uses.
  void find_products() {
    bool any = false;
    for (std::uint32_t i = 0; i < program_.code.size(); ++i)
      if (at(i).opcode == Opcode::kMul && flags_[i].contract && definitions_[at(i).dst] == 1) {
        product_of_[at(i).dst] = i;
        any = true;
      }
    if (!any) return;
    idom_ = block_dominators(graph_);
    for (std::uint32_t i = 0; i < program_.code.size(); ++i) {
      const Instruction& user = at(i);
      for_each_source(program_, user, [&](Register reg) {
        const std::uint32_t product = product_of_[reg];
        if (product != kNone &&
            (!is_sum(i) || user.src[0] == user.src[1] || user.type != at(product).type || !reaches(product, i)))
          product_of_[reg] = kNone;
      });
    }
  }

  // Is the product of instruction `from`, computed at instruction `to` instead, the same?
  bool reaches(std::uint32_t from, std::uint32_t to) const {
    const std::uint32_t from_block = graph_.block_of[from], to_block = graph_.block_of[to];
    if (from_block == to_block && from < to) {
      if (definitions_[at(from).src[0]] == 1 && definitions_[at(from).src[1]] == 1) return true;
      for (std::uint32_t i = from + 1; i < to; ++i) {
        bool changed = false;
        for_each_result(at(i), [&](Register reg) { changed |= reg == at(from).src[0] || reg == at(from).src[1]; });
        if (changed) return false;
      }
      return true;
    }
    return definitions_[at(from).src[0]] == 1 && definitions_[at(from).src[1]] == 1 && from_block != to_block &&
           dominates(idom_, from_block, to_block);
  }

  // A sum of two products takes the first; the second is then an ordinary operand.
  void settle_pairs() {
    for (std::uint32_t i = 0; i < program_.code.size(); ++i)
      if (is_sum(i) && product_of_[at(i).src[0]] != kNone && product_of_[at(i).src[1]] != kNone)
        product_of_[at(i).src[1]] = kNone;
  }

  Register negated(Register reg, ValueType type, std::uint32_t before, const Span& span) {
    const auto made = static_cast<Register>(program_.registers.size());
    program_.registers.push_back({value_type_is_wide(type), false});
    Instruction negation;
    negation.opcode = Opcode::kNeg;
    negation.type = negation.source_type = type;
    negation.dst = made;
    negation.src[0] = reg;
    negation.span = span;
    inserted_.push_back({before, negation});
    return made;
  }

  void fuse() {
    const auto count = static_cast<std::uint32_t>(program_.code.size());
    for (std::uint32_t i = 0; i < count; ++i) {
      if (!is_sum(i)) continue;
      Instruction& sum = program_.code[i];
      const bool first = product_of_[sum.src[0]] != kNone;
      if (!first && product_of_[sum.src[1]] == kNone) continue;
      const Instruction product = at(product_of_[sum.src[first ? 0 : 1]]);
      Register other = sum.src[first ? 1 : 0], factor = product.src[0];
      if (sum.opcode == Opcode::kSub) {
        if (first)
          other = negated(other, sum.type, i, sum.span);
        else
          factor = negated(factor, sum.type, i, sum.span);
      }
      sum.opcode = Opcode::kFma;
      sum.src = {factor, product.src[1], other, kNoRegister};
    }
    if (!inserted_.empty()) rewrite(program_, flags_, std::vector<bool>(count, false), inserted_);
  }

  Program& program_;
  Flags& flags_;
  FlowGraph graph_;
  std::vector<std::uint32_t> definitions_, product_of_, idom_;
  std::vector<std::pair<std::uint32_t, Instruction>> inserted_;
};

}  // namespace

void contract(Program& program, Flags& flags) { Contraction(program, flags).run(); }

}  // namespace warpglass::lang
