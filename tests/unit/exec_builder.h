// Small Programs by hand, for the tests of the executor: registers are made as they are needed, labels are patched.
#pragma once

#include <initializer_list>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "sim/exec/reference.h"

namespace warpglass::testing {

class ProgramBuilder {
 public:
  ProgramBuilder() : program_(std::make_shared<Program>()) {
    program_->kernel = "k";
    program_->sources.files.push_back({"k.cu", std::string(200, '\n')});
  }
  Register reg(bool wide = false, bool local = false) {
    program_->registers.push_back({wide, local});
    return static_cast<Register>(program_->registers.size() - 1);
  }
  Register input(InputKind kind, ValueType type = ValueType::kU32, std::uint64_t bits = 0) {
    const Register r = reg(value_type_is_wide(type));
    Input in;
    in.reg = r;
    in.kind = kind;
    in.type = type;
    in.bits = bits;
    program_->inputs.push_back(in);
    return r;
  }
  Register constant(std::uint64_t bits, ValueType type = ValueType::kU32) {
    return input(InputKind::kConstant, type, bits);
  }
  // A pointer parameter; its register holds the buffer's address.
  Register pointer(const std::string& name, ValueType pointee = ValueType::kU32) {
    Parameter p;
    p.name = name;
    p.type_name = "unsigned*";
    p.is_pointer = true;
    p.pointee_bytes = value_type_bytes(pointee);
    p.pointee_type = pointee;
    p.offset = program_->parameter_bytes;
    p.bytes = 8;
    p.fields.push_back({"", ValueType::kU64, 0});
    program_->parameter_bytes += 8;
    program_->parameters.push_back(p);
    const Register r = input(InputKind::kParameter, ValueType::kU64);
    program_->inputs.back().offset = p.offset;
    return r;
  }
  Instruction& emit(Opcode opcode, ValueType type, Register dst, std::initializer_list<Register> sources) {
    Instruction i;
    i.opcode = opcode;
    i.type = type;
    i.dst = dst;
    std::size_t at = 0;
    for (const Register r : sources) i.src[at++] = r;
    i.span.line = ++line_;
    i.span.column = 1;
    program_->code.push_back(i);
    return program_->code.back();
  }
  Register op(Opcode opcode, ValueType type, std::initializer_list<Register> sources) {
    const Register dst = reg(value_type_is_wide(type));
    emit(opcode, type, dst, sources);
    return dst;
  }
  Register compare(Compare how, ValueType type, Register a, Register b) {
    const Register dst = reg();
    emit(Opcode::kCompare, type, dst, {a, b}).compare = how;
    return dst;
  }
  // base + index * bytes
  Register element(Register base, Register index, std::uint64_t bytes = 4) {
    const Register dst = reg(true);
    emit(Opcode::kMadWide, ValueType::kU32, dst, {index, constant(bytes), base});
    return dst;
  }
  Register load(Register address, ValueType type = ValueType::kU32, Space space = Space::kGlobal) {
    const Register dst = reg(value_type_is_wide(type));
    emit(Opcode::kLoad, type, dst, {address}).space = space;
    return dst;
  }
  void store(Register address, Register value, ValueType type = ValueType::kU32, Space space = Space::kGlobal) {
    emit(Opcode::kStore, type, kNoRegister, {address, value}).space = space;
  }
  std::uint32_t here() const { return static_cast<std::uint32_t>(program_->code.size()); }
  // A branch to be patched: taken where `predicate` is true (false with `negate`).
  std::uint32_t branch(Register predicate, bool negate = false) {
    emit(Opcode::kBranch, ValueType::kBool, kNoRegister, {predicate}).negate = negate;
    return here() - 1;
  }
  std::uint32_t jump() {
    emit(Opcode::kBranch, ValueType::kBool, kNoRegister, {});
    return here() - 1;
  }
  void patch(std::uint32_t branch, std::uint32_t target, std::uint32_t reconverge) {
    program_->code[branch].target = target;
    program_->code[branch].reconverge = reconverge;
  }
  void exit() { emit(Opcode::kExit, ValueType::kU32, kNoRegister, {}); }
  Program& program() { return *program_; }
  std::shared_ptr<const Program> take() { return program_; }

 private:
  std::shared_ptr<Program> program_;
  std::uint32_t line_ = 0;
};

struct Ran {
  std::shared_ptr<PreparedLaunch> launch;
  RunResult result;
  std::vector<Diagnostic> diagnostics;  // of the preparation
  // Elements of the n-th buffer.
  template <class T>
  std::vector<T> values(std::size_t n) const {
    const std::vector<std::uint8_t>& bytes = launch->memory.buffer(n).data;
    std::vector<T> out(bytes.size() / sizeof(T));
    std::copy_n(bytes.data(), out.size() * sizeof(T), reinterpret_cast<std::uint8_t*>(out.data()));
    return out;
  }
};

inline Argument buffer(std::uint64_t count, FillKind fill = FillKind::kZero, ElementType type = ElementType::kUint32) {
  BufferArgument b;
  b.type = type;
  b.count = count;
  b.fill.kind = fill;
  return {"", b};
}

inline Ran run(std::shared_ptr<const Program> program, Launch launch, RunOptions options = {},
               const char* machine = "h200") {
  Ran ran;
  const MachineSpec& spec = *find_machine(machine);
  PrepareResult prepared = prepare_launch(std::move(program), launch, spec, std::uint64_t{1} << 30);
  ran.launch = prepared.launch;
  ran.diagnostics = prepared.diagnostics;
  if (ran.launch) ran.result = run_reference(*ran.launch, spec, options);
  return ran;
}

inline Launch launch_of(Dim3 grid, Dim3 block, std::vector<Argument> args) {
  Launch launch;
  launch.kernel = "k";
  launch.grid = grid;
  launch.block = block;
  launch.args = std::move(args);
  return launch;
}

}  // namespace warpglass::testing
