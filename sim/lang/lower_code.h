// Builds the flat code: registers, inputs, labels and single instructions, folding what is constant.
// It knows nothing of typed trees. Branch targets are label numbers until resolve() replaces them.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

#include "sim/lang/lower_value.h"
#include "sim/lang/program.h"

namespace warpglass::lang {

using Label = std::uint32_t;

// What the passes after the lowering may do with an instruction, beside the instruction itself.
struct InstructionFlags {
  bool contract = false;   // float mul, add, sub: may become part of a fused multiply-add
  bool droppable = false;  // a load of one member of a whole-struct copy: goes when nobody reads the member
};

class CodeBuilder {
 public:
  explicit CodeBuilder(Program& program) : program_(program) {}

  Program& program() { return program_; }
  std::vector<InstructionFlags>& flags() { return flags_; }
  std::size_t size() const { return program_.code.size(); }
  void set_span(const Span& span) { span_ = span; }
  const Span& span() const { return span_; }

  // ---- registers and inputs
  Register new_register(bool wide);
  Register new_registers(std::uint32_t count, bool wide);  // consecutive
  Register constant(bool wide, std::uint64_t bits);
  Register input(InputKind kind, ValueType type, std::uint32_t offset_or_index = 0);
  // A register that a variable owns may change later; others hold their value for good once written.
  void set_mutable(Register reg) { registers_[reg].is_mutable = true; }
  bool is_mutable(Register reg) const { return registers_[reg].is_mutable; }
  void pin(const Scalar& scalar);  // somebody remembers it: its definition may not be given another register

  // The register of a scalar; constants become inputs, a pending pointer offset is added.
  Register reg(const Scalar& scalar);
  static Scalar make_constant(ValueType type, std::uint64_t bits);
  static Scalar in_register(ValueType type, Register reg);

  // ---- labels and branches
  Label new_label();
  void bind(Label label);
  void jump(Label label);
  void branch(const Scalar& condition, bool jump_if, Label label);
  bool reachable() const { return reachable_; }  // false right after a jump or exit
  // The branch just made leads back to a loop's body.
  void hint_unroll(int unroll);
  // Turns label numbers into instruction indices. Code must be complete.
  void resolve();

  // ---- instructions
  Instruction& emit(Opcode opcode, ValueType type);
  Scalar binary(Opcode opcode, ValueType type, const Scalar& a, const Scalar& b, bool contract = false);
  Scalar mad(ValueType type, const Scalar& a, const Scalar& b, const Scalar& c);
  Scalar fma(ValueType type, const Scalar& a, const Scalar& b, const Scalar& c);
  Scalar unary(Opcode opcode, ValueType type, const Scalar& a);
  Scalar compare(Compare compare, ValueType type, const Scalar& a, const Scalar& b);
  Scalar select(const Scalar& condition, const Scalar& a, const Scalar& b);  // condition ? a : b, both of one type
  Scalar convert(const Scalar& value, ValueType to, Rounding rounding = Rounding::kDefault);
  void move(Register to, const Scalar& from);
  // Gives `value` to register `to`: by a move, or by letting the instruction that has just made it write there.
  void assign(Register to, const Scalar& value);
  // The same for several scalars at once when a vector load has just made all of them; false: not possible, nothing
  // done.
  bool assign_vector(Register to, const Value& values);
  void exit();

 private:
  struct RegisterState {
    bool is_mutable = false;
    bool pinned = false;
    bool is_input = false;
  };
  std::optional<Scalar> simplify(Opcode opcode, ValueType type, const Scalar& a, const Scalar& b);
  bool can_retarget(Register from) const;

  Program& program_;
  std::vector<InstructionFlags> flags_;
  std::vector<RegisterState> registers_;
  std::map<std::pair<bool, std::uint64_t>, Register> constants_;
  std::map<std::pair<InputKind, std::uint32_t>, Register> inputs_;
  std::vector<std::uint32_t> labels_;
  std::size_t last_label_ = static_cast<std::size_t>(-1);
  bool reachable_ = true;
  Span span_;
};

}  // namespace warpglass::lang
