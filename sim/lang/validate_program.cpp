// The structural check of a Program, instruction by instruction.
#include "sim/lang/validate_program.h"

#include <fmt/format.h>

#include <algorithm>

#include "sim/lang/flow_graph.h"

namespace warpglass {

namespace {

class Validation {
 public:
  explicit Validation(const Program& program) : program_(program) {}

  std::vector<std::string> run() {
    if (program_.code.empty()) return {"there is no code"};
    const Opcode last = program_.code.back().opcode;
    if (last != Opcode::kExit && last != Opcode::kReturn && last != Opcode::kBranch)
      breaches_.push_back("the code runs off its end");
    check_inputs();
    for (at_ = 0; at_ < program_.code.size(); ++at_) check(program_.code[at_]);
    check_meeting();
    for (const RecursiveFunction& f : program_.functions)
      if (f.entry >= program_.code.size() || f.first_register + f.register_count > program_.registers.size())
        breaches_.push_back("function " + f.name + " has a wrong entry or register range");
    check_variables(program_.shared_variables, "shared");
    return breaches_;
  }

 private:
  void fail(const std::string& what) {
    breaches_.push_back(fmt::format("instruction {} ({}): {}", at_, opcode_name(program_.code[at_].opcode), what));
  }

  // The register exists and is as wide as asked.
  void need(Register reg, bool wide, const char* role) {
    if (reg >= program_.registers.size()) return fail(fmt::format("no register for {}", role));
    if (program_.registers[reg].wide != wide) fail(fmt::format("{} has the wrong width", role));
  }
  void need_any(Register reg, const char* role) {
    if (reg >= program_.registers.size()) fail(fmt::format("no register for {}", role));
  }

  void check_inputs() {
    std::vector<bool> seen(program_.registers.size(), false);
    for (const Input& input : program_.inputs) {
      if (input.reg >= program_.registers.size() || seen[input.reg]) {
        breaches_.push_back("an input has no register, or shares one");
        continue;
      }
      seen[input.reg] = true;
      if (program_.registers[input.reg].wide != value_type_is_wide(input.type))
        breaches_.push_back("an input has the wrong width");
      if (input.kind == InputKind::kParameter && input.offset + value_type_bytes(input.type) > program_.parameter_bytes)
        breaches_.push_back("an input lies outside the parameter block");
      if (input.kind == InputKind::kSymbolAddress && input.index >= program_.symbols.size())
        breaches_.push_back("an input names no symbol");
    }
  }

  void check_variables(const std::vector<Variable>& variables, const char* what) {
    for (const Variable& v : variables)
      if (v.alignment == 0 || v.offset % v.alignment != 0)
        breaches_.push_back(fmt::format("{} variable {} is misaligned", what, v.name));
  }

  void check(const Instruction& i) {
    const bool wide = value_type_is_wide(i.type);
    switch (i.opcode) {
      case Opcode::kMulWide:
        return operands(i, 2, wide, true);
      case Opcode::kMadWide:
        operands(i, 2, wide, true);
        return need(i.src[2], true, "the addend");
      case Opcode::kMove:
      case Opcode::kNeg:
      case Opcode::kAbs:
      case Opcode::kNot:
        return operands(i, 1, wide, wide);
      case Opcode::kMad:
      case Opcode::kFma:
        return operands(i, 3, wide, wide);
      case Opcode::kShl:
      case Opcode::kShr:
        operands(i, 1, wide, wide);
        return need(i.src[1], false, "the shift amount");
      case Opcode::kCompare:
        return operands(i, 2, wide, false);
      case Opcode::kSelect:
        operands(i, 2, wide, wide);
        return need(i.src[2], false, "the condition");
      case Opcode::kConvert:
        need(i.dst, wide, "the result");
        return need(i.src[0], value_type_is_wide(i.source_type), "the source");
      case Opcode::kBits:
      case Opcode::kMath:
        return need_any(i.dst, "the result");
      case Opcode::kLoad:
      case Opcode::kStore:
      case Opcode::kAtomic:
        return memory(i);
      default:
        break;
    }
    if (i.opcode < Opcode::kLoad) return operands(i, 2, wide, wide);
    control(i);
  }

  void operands(const Instruction& i, std::size_t count, bool wide, bool result_wide) {
    need(i.dst, result_wide, "the result");
    for (std::size_t k = 0; k < count; ++k) need(i.src[k], wide, "an operand");
  }

  void memory(const Instruction& i) {
    const bool wide = value_type_is_wide(i.type);
    need_any(i.src[0], "the address");
    if (i.vector != 1 && i.vector != 2 && i.vector != 4) fail("a vector of neither 1, 2 nor 4");
    if (i.vector * value_type_bytes(i.type) > 16) fail("more than 16 bytes at once");
    const bool narrow_address = i.src[0] < program_.registers.size() && !program_.registers[i.src[0]].wide;
    if (narrow_address && i.space != Space::kShared && i.space != Space::kLocal)
      fail("a 32-bit address outside shared and local memory");
    if (!narrow_address && (i.space == Space::kShared || i.space == Space::kLocal)) fail("a 64-bit offset");
    const Register first = i.opcode == Opcode::kLoad ? i.dst : i.src[1];
    for (std::uint32_t v = 0; v < i.vector; ++v) need(first + v, wide, "a moved value");
    if (i.opcode != Opcode::kAtomic) return;
    if (i.dst != kNoRegister) need(i.dst, wide, "the result");
    if (i.atomic == AtomicKind::kCas) need(i.src[2], wide, "the new value");
  }

  void control(const Instruction& i) {
    if (i.opcode == Opcode::kBranch) {
      if (i.target >= program_.code.size()) fail("a target outside the code");
      if (i.reconverge > program_.code.size()) fail("a reconvergence point outside the code");
      if (i.src[0] != kNoRegister) need(i.src[0], false, "the condition");
    } else if (i.opcode == Opcode::kCall) {
      if (i.target >= program_.functions.size()) fail("a call of no function");
    } else if (i.opcode == Opcode::kPrint) {
      if (i.target >= program_.prints.size()) return fail("no such text");
      const Print& print = program_.prints[i.target];
      if (print.args.size() != print.types.size() || print.args.size() != print.string.size())
        return fail("uneven arguments");
      for (std::size_t k = 0; k < print.args.size(); ++k)
        need(print.args[k], value_type_is_wide(print.types[k]), "an argument");
    } else if (i.opcode == Opcode::kAssert) {
      if (i.target >= program_.strings.size()) fail("no such text");
      need(i.src[0], false, "the condition");
    } else if (i.opcode == Opcode::kShuffle) {
      need(i.src[1], value_type_is_wide(i.type), "the value");
      need(i.src[2], false, "the lane");
      need(i.src[3], false, "the width");
    }
  }

  // Reconvergence points are what set_reconvergence() would give.
  void check_meeting() {
    Program copy = program_;
    lang::set_reconvergence(copy);
    for (at_ = 0; at_ < program_.code.size(); ++at_)
      if (program_.code[at_].opcode == Opcode::kBranch && program_.code[at_].reconverge != copy.code[at_].reconverge)
        fail("not the immediate post-dominator");
  }

  const Program& program_;
  std::size_t at_ = 0;
  std::vector<std::string> breaches_;
};

}  // namespace

std::vector<std::string> validate_program(const Program& program) { return Validation(program).run(); }

}  // namespace warpglass
