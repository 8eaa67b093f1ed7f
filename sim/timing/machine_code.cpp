// The rules of machine_code.h: one pass for loops, one over each loop body for what is invariant or grows linearly.
#include "sim/timing/machine_code.h"

#include <algorithm>

namespace warpglass::timing {
namespace {

constexpr std::uint32_t kFullUnroll = 128;      // largest known count that is unrolled whole...
constexpr std::uint32_t kFullUnrollOps = 1024;  // ...while it makes at most this many instructions
constexpr std::uint32_t kPartialUnroll = 16;    // run-time count, constant step
constexpr std::uint32_t kStridedUnroll = 4;     // run-time step
constexpr std::uint32_t kPredicated = 8;        // instructions a branch may skip and still be predication

bool is_float(ValueType type) { return value_type_is_float(type); }

Pipe memory_pipe(const Instruction& i) {
  const bool load = i.opcode == Opcode::kLoad, store = i.opcode == Opcode::kStore;
  if (i.space == Space::kShared) return load ? Pipe::kSharedLoad : store ? Pipe::kSharedStore : Pipe::kSharedAtomic;
  return load ? Pipe::kGlobalLoad : store ? Pipe::kGlobalStore : Pipe::kGlobalAtomic;
}

Pipe arithmetic_pipe(const Instruction& i) {
  if (i.type == ValueType::kF64) return Pipe::kDouble;
  switch (i.opcode) {
    case Opcode::kMul:
    case Opcode::kMad:
      return is_float(i.type) ? Pipe::kFp32 : Pipe::kMad;
    case Opcode::kMulHi:
    case Opcode::kMulWide:
    case Opcode::kMadWide:
    case Opcode::kShl:
    case Opcode::kShr:
    case Opcode::kAnd:
    case Opcode::kOr:
    case Opcode::kXor:
    case Opcode::kNot:
    case Opcode::kBits:
      return Pipe::kMad;
    case Opcode::kConvert:
      return is_float(i.type) != is_float(i.source_type) ? Pipe::kConvert : Pipe::kInt;
    case Opcode::kMath:
      return Pipe::kSpecial;
    default:
      return is_float(i.type) ? Pipe::kFp32 : Pipe::kInt;
  }
}

Pipe pipe_of(const Instruction& i) {
  switch (i.opcode) {
    case Opcode::kLoad:
    case Opcode::kStore:
    case Opcode::kAtomic:
      return i.space == Space::kConstant ? Pipe::kFree : memory_pipe(i);
    case Opcode::kBranch:
    case Opcode::kCall:
    case Opcode::kReturn:
      return Pipe::kBranch;
    case Opcode::kExit:
      return Pipe::kExit;
    case Opcode::kBarrier:
      return Pipe::kBarrier;
    case Opcode::kShuffle:
    case Opcode::kVote:
      return Pipe::kShuffle;
    case Opcode::kToGeneric:
    case Opcode::kFromGeneric:
    case Opcode::kNop:
    case Opcode::kFence:
      return Pipe::kFree;
    default:
      return arithmetic_pipe(i);
  }
}

// Machine instructions of one program instruction outside loops.
float slots_of(const Instruction& i, Pipe pipe) {
  if (pipe == Pipe::kFree) return 0;
  switch (i.opcode) {
    case Opcode::kMove:
      return 0.5f;
    case Opcode::kConvert:
      return value_type_is_wide(i.type) && !is_float(i.type) && !is_float(i.source_type) ? 0.0f : 1.0f;
    case Opcode::kDiv:
    case Opcode::kRem:
      return is_float(i.type) ? 9.0f : value_type_is_wide(i.type) ? 70.0f : 19.0f;
    case Opcode::kMath:
      return i.math == MathFunction::kSqrt || i.math == MathFunction::kRcp ? 4.0f : 2.0f;
    case Opcode::kBranch:
      return i.src[0] == kNoRegister ? 0.0f : 1.0f;
    default:
      return value_type_is_wide(i.type) && (i.opcode == Opcode::kAdd || i.opcode == Opcode::kSub) && !is_float(i.type)
                 ? 2.0f
                 : 1.0f;
  }
}

void collect_registers(const Program& program, const Instruction& i, MachineOp& op) {
  for (const Register r : i.src)
    if (r != kNoRegister) op.reads.push_back(r);
  const auto rows = [&](Register first) {
    for (std::uint32_t v = 1; v < i.vector && first + v < program.registers.size(); ++v) op.reads.push_back(first + v);
  };
  if (i.opcode == Opcode::kStore && i.src[1] != kNoRegister) rows(i.src[1]);
  if (i.dst == kNoRegister) return;
  op.writes.push_back(i.dst);
  if (i.opcode == Opcode::kLoad)
    for (std::uint32_t v = 1; v < i.vector; ++v) op.writes.push_back(i.dst + v);
}

// How a value changes from one iteration to the next.
enum class Growth : std::uint8_t { kInvariant, kConstant, kRuntime, kOther };

struct Value {
  Growth growth = Growth::kInvariant;
  std::int64_t step = 0;     // kConstant
  std::int64_t literal = 0;  // known value, if is_literal
  bool is_literal = false;
  std::uint32_t multiple = 1;  // the invariant part is a multiple of this (up to 16)
};

class Analysis {
 public:
  explicit Analysis(const Program& program) : program_(program) {
    code_.ops.resize(program.code.size());
    code_.predicated.resize(program.code.size());
  }
  MachineCode run() {
    for (std::size_t pc = 0; pc < program_.code.size(); ++pc) {
      MachineOp& op = code_.ops[pc];
      op.pipe = pipe_of(program_.code[pc]);
      op.slots = slots_of(program_.code[pc], op.pipe);
      collect_registers(program_, program_.code[pc], op);
    }
    find_literals();
    find_loops();
    find_predication();
    for (std::size_t l = 0; l < code_.loops.size(); ++l) shape_loop(code_.loops[l]);
    return std::move(code_);
  }

 private:
  const Program& program_;
  MachineCode code_;
  std::vector<Value> global_;  // literals and alignment of registers written once
  std::vector<Value> value_;   // in the loop being looked at

  static std::uint32_t multiple_of(std::uint64_t bits) {
    std::uint32_t m = 1;
    while (m < 16 && (bits & m) == 0) m *= 2;
    return m;
  }
  void find_literals() {
    std::vector<int> written(program_.registers.size());
    for (const MachineOp& op : code_.ops)
      for (const Register r : op.writes)
        if (r < written.size()) ++written[r];
    global_.resize(program_.registers.size());
    for (const Input& input : program_.inputs) {
      if (input.reg >= global_.size() || written[input.reg] != 0) continue;
      Value& v = global_[input.reg];
      if (input.kind == InputKind::kConstant) {
        v.is_literal = true;
        v.literal = static_cast<std::int32_t>(static_cast<std::uint32_t>(input.bits));
        v.multiple = multiple_of(input.bits);
      }
    }
    value_ = global_;
    for (std::uint32_t pc = 0; pc < program_.code.size(); ++pc) {
      const Instruction& i = program_.code[pc];
      if (i.dst >= written.size() || code_.ops[pc].pipe > Pipe::kConvert) continue;
      Value v = combine(i);
      v.growth = Growth::kInvariant;
      value_[i.dst] = v;
      if (written[i.dst] == 1) global_[i.dst].multiple = v.multiple;
    }
  }
  void find_loops() {
    for (std::uint32_t pc = 0; pc < program_.code.size(); ++pc) {
      const Instruction& i = program_.code[pc];
      if (i.opcode == Opcode::kBranch && i.target <= pc) code_.loops.push_back({i.target, pc, 1, true, false});
    }
    std::sort(code_.loops.begin(), code_.loops.end(),
              [](const Loop& a, const Loop& b) { return a.last - a.first > b.last - b.first; });
    for (std::size_t a = 0; a < code_.loops.size(); ++a) {
      Loop& loop = code_.loops[a];
      for (std::size_t b = a + 1; b < code_.loops.size(); ++b)
        if (code_.loops[b].first >= loop.first && code_.loops[b].last <= loop.last) loop.innermost = false;
      for (std::uint32_t pc = loop.first; pc <= loop.last; ++pc) code_.ops[pc].loop = static_cast<std::uint16_t>(a + 1);
    }
  }
  void find_predication() {
    for (std::uint32_t pc = 0; pc < program_.code.size(); ++pc) {
      const Instruction& i = program_.code[pc];
      if (i.opcode != Opcode::kBranch || i.target <= pc || i.target - pc - 1 > kPredicated) continue;
      bool plain = true;
      for (std::uint32_t at = pc + 1; at < i.target && at < program_.code.size(); ++at)
        plain &= program_.code[at].opcode != Opcode::kBranch && code_.ops[at].pipe != Pipe::kBarrier;
      code_.predicated[pc] = plain && i.src[0] != kNoRegister;
      if (code_.predicated[pc]) code_.ops[pc].slots = 0;
    }
  }

  Value& at(Register r) {
    static thread_local Value none;
    if (r >= value_.size()) return none = Value{Growth::kOther, 0, 0, false, 1};
    return value_[r];
  }
  Value combine(const Instruction& i) {
    Value out{Growth::kOther, 0, 0, false, 1};
    if (is_float(i.type)) return all_invariant(i) ? Value{} : out;
    switch (i.opcode) {
      case Opcode::kMove:
      case Opcode::kConvert:
        if (i.opcode == Opcode::kConvert && is_float(i.source_type)) break;
        out = at(i.src[0]);
        out.is_literal = false;
        return out;
      case Opcode::kAdd:
      case Opcode::kSub:
        return sum(at(i.src[0]), at(i.src[1]), i.opcode == Opcode::kSub ? -1 : 1);
      case Opcode::kMul:
      case Opcode::kMulWide:
        return product(at(i.src[0]), at(i.src[1]));
      case Opcode::kMad:
      case Opcode::kMadWide:
        return sum(product(at(i.src[0]), at(i.src[1])), at(i.src[2]), 1);
      case Opcode::kShl: {
        const Value amount = at(i.src[1]);
        if (!amount.is_literal || amount.literal < 0 || amount.literal > 31) break;
        Value factor;
        factor.is_literal = true;
        factor.literal = std::int64_t{1} << amount.literal;
        factor.multiple = multiple_of(static_cast<std::uint64_t>(factor.literal));
        return product(at(i.src[0]), factor);
      }
      default:
        break;
    }
    return all_invariant(i) && pipe_of(i) < Pipe::kShuffle ? Value{} : out;
  }
  bool all_invariant(const Instruction& i) {
    for (const Register r : i.src)
      if (r != kNoRegister && at(r).growth != Growth::kInvariant) return false;
    return true;
  }
  static Value sum(const Value& a, const Value& b, std::int64_t sign) {
    Value out;
    out.growth = std::max(a.growth, b.growth);
    out.step = a.step + sign * b.step;
    out.multiple = std::min(a.multiple, b.multiple);
    return out;
  }
  static Value product(const Value& a, const Value& b) {
    Value out;
    out.multiple = std::min<std::uint32_t>(16, a.multiple * b.multiple);
    const Value& grows = a.growth >= b.growth ? a : b;
    const Value& factor = a.growth >= b.growth ? b : a;
    out.growth = grows.growth;
    if (grows.growth == Growth::kInvariant) return out;
    if (factor.growth != Growth::kInvariant)
      out.growth = Growth::kOther;
    else if (grows.growth == Growth::kConstant) {
      if (factor.is_literal)
        out.step = grows.step * factor.literal;
      else
        out.growth = Growth::kRuntime;
    }
    return out;
  }

  // A register the body changes once, by adding something the loop does not change.
  void find_induction(const Loop& loop) {
    value_ = global_;
    std::vector<int> written(program_.registers.size());
    for (std::uint32_t pc = loop.first; pc <= loop.last; ++pc)
      for (const Register r : code_.ops[pc].writes)
        if (r < written.size()) {
          ++written[r];
          value_[r] = Value{Growth::kOther, 0, 0, false, 1};
        }
    for (std::uint32_t pc = loop.first; pc <= loop.last; ++pc) {
      const Instruction& i = program_.code[pc];
      if ((i.opcode != Opcode::kAdd && i.opcode != Opcode::kSub) || i.dst >= value_.size() || is_float(i.type))
        continue;
      if (written[i.dst] != 1 || i.src[0] != i.dst) continue;
      const Value by = at(i.src[1]);
      if (by.growth != Growth::kInvariant) continue;
      const std::int64_t step = i.opcode == Opcode::kSub ? -by.literal : by.literal;
      value_[i.dst] = Value{by.is_literal ? Growth::kConstant : Growth::kRuntime, step, 0, false, 16};
    }
  }
  struct Body {
    bool plain = true;  // no barrier, atomic, call, inner loop, branch
    bool counted = false;
    bool runtime_step = false;
    std::uint32_t ops = 0;
    std::int64_t trip = -1;  // known count
  };
  Body look_at(const Loop& loop) {
    Body body;
    for (std::uint32_t pc = loop.first; pc <= loop.last; ++pc) {
      const Instruction& i = program_.code[pc];
      const Pipe pipe = code_.ops[pc].pipe;
      body.ops += code_.ops[pc].slots > 0;
      if (pc == loop.last) continue;
      if (pipe == Pipe::kBarrier || pipe == Pipe::kGlobalAtomic || pipe == Pipe::kSharedAtomic || pipe == Pipe::kExit ||
          i.is_volatile || i.opcode == Opcode::kCall || i.opcode == Opcode::kWarpSync)
        body.plain = false;
      if (i.opcode == Opcode::kBranch && !code_.predicated[pc]) body.plain = false;
    }
    body.plain &= loop.innermost;
    if (loop.last == loop.first) return body;
    const Instruction& test = program_.code[loop.last - 1];
    if (test.opcode != Opcode::kCompare || test.dst != program_.code[loop.last].src[0]) return body;
    const Value a = at(test.src[0]), b = at(test.src[1]);
    const Value& grows = a.growth >= b.growth ? a : b;
    const Value& bound = a.growth >= b.growth ? b : a;
    body.counted =
        bound.growth == Growth::kInvariant && (grows.growth == Growth::kConstant || grows.growth == Growth::kRuntime);
    body.runtime_step = grows.growth == Growth::kRuntime;
    if (body.counted && !body.runtime_step && bound.is_literal) body.trip = known_trip(loop, test, bound.literal);
    return body;
  }
  // The count of a loop whose variable starts at a literal.
  std::int64_t known_trip(const Loop& loop, const Instruction& test, std::int64_t bound) {
    const Register variable = at(test.src[0]).growth == Growth::kInvariant ? test.src[1] : test.src[0];
    const std::int64_t step = at(variable).step;
    if (step == 0) return -1;
    for (std::uint32_t pc = loop.first; pc-- > 0;) {
      const MachineOp& op = code_.ops[pc];
      if (std::find(op.writes.begin(), op.writes.end(), variable) == op.writes.end()) continue;
      const Instruction& i = program_.code[pc];
      if (i.opcode != Opcode::kMove || i.src[0] >= global_.size() || !global_[i.src[0]].is_literal) return -1;
      const std::int64_t distance = bound - global_[i.src[0]].literal;
      return std::max<std::int64_t>(1, (distance + step - (step > 0 ? 1 : -1)) / step);
    }
    return -1;
  }
  static std::uint32_t unroll_of(const Body& body, std::int32_t hint) {
    if (!body.plain || hint == 1) return 1;
    const auto whole = static_cast<std::uint32_t>(std::max<std::int64_t>(1, body.trip));
    if (hint > 1)
      return body.trip > 0 ? std::min(static_cast<std::uint32_t>(hint), whole) : static_cast<std::uint32_t>(hint);
    if (body.trip > 0 && (hint == 0 || (body.trip <= kFullUnroll && whole * body.ops <= kFullUnrollOps))) return whole;
    if (!body.counted) return 1;
    return body.runtime_step ? kStridedUnroll : kPartialUnroll;
  }
  void shape_loop(Loop& loop) {
    find_induction(loop);
    const Body body = look_at(loop);
    loop.counted = body.counted;
    loop.unroll = unroll_of(body, program_.code[loop.last].unroll);
    const std::uint16_t self = static_cast<std::uint16_t>(&loop - code_.loops.data() + 1);
    for (std::uint32_t pc = loop.first; pc <= loop.last; ++pc) {
      const Instruction& i = program_.code[pc];
      MachineOp& op = code_.ops[pc];
      const bool induction = i.opcode == Opcode::kAdd && i.dst < value_.size() && i.src[0] == i.dst &&
                             value_[i.dst].growth != Growth::kOther;
      const bool mine = op.loop == self;
      if (induction || pc == loop.last || (pc + 1 == loop.last && body.counted)) {
        if (mine) op.slots /= static_cast<float>(loop.unroll);
      } else if (is_memory(op.pipe)) {
        if (mine && op.pipe == Pipe::kSharedLoad) merge_wide(i, op, loop);
        for (const Register r : op.writes)
          if (r < value_.size()) value_[r] = Value{Growth::kOther, 0, 0, false, 1};
      } else if (i.dst < value_.size() && op.pipe <= Pipe::kConvert) {
        const Value v = combine(i);
        if (v.growth == Growth::kInvariant)
          op.slots = 0;
        else if (v.growth != Growth::kOther && mine)
          op.slots = linear_slots(pc, v, loop);
        value_[i.dst] = v;
      }
    }
  }
  // An address or index that grows linearly: folded away, or one addition where it ends in a memory access.
  float linear_slots(std::uint32_t pc, const Value& v, const Loop& loop) const {
    if (loop.unroll > 1 && v.growth == Growth::kConstant) return 0;
    const Register dst = program_.code[pc].dst;
    for (std::uint32_t at = pc + 1; at <= loop.last; ++at) {
      const Instruction& i = program_.code[at];
      if (is_memory(code_.ops[at].pipe) && i.src[0] == dst) return 1;
      if (i.dst == dst) break;
    }
    return 0;
  }
  // s[... + k] in an unrolled loop over k: one wide load for up to 16 aligned bytes.
  void merge_wide(const Instruction& i, MachineOp& op, const Loop& loop) {
    const Value address = at(i.src[0]);
    const std::uint32_t bytes = value_type_bytes(i.type) * i.vector;
    if (loop.unroll < 4 || i.vector != 1 || bytes != 4 || address.growth != Growth::kConstant) return;
    if (address.step != 4 || address.multiple < 16 || i.offset % 16 != 0) return;
    op.merged = 4;
  }
};

}  // namespace

MachineCode make_machine_code(const Program& program) { return Analysis(program).run(); }

}  // namespace warpglass::timing
