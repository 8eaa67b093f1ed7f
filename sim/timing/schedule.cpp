// Regions are filled in program order, then sorted by how many loads lie between an operation and the region's start.
#include "sim/timing/schedule.h"

#include <algorithm>

namespace warpglass::timing {
namespace {

constexpr std::uint32_t kLoadsInFlight = 32;        // of one region: registers for their results
constexpr std::uint32_t kGlobalLoadsInFlight = 16;  // of those, global ones: their addresses need registers too
constexpr std::size_t kReach = 250;                 // farthest operation that is still waited for

class Scheduler {
 public:
  Scheduler(const Program& program, const MachineCode& code) : program_(program), code_(code) {
    producer_.assign(program.registers.size(), kNoOp);
    iterations_.assign(code.loops.size(), 0);
    loop_of_branch_.assign(program.code.size(), 0);
    merge_.resize(program.code.size());
    for (std::size_t l = 0; l < code.loops.size(); ++l)
      loop_of_branch_[code.loops[l].last] = static_cast<std::uint32_t>(l + 1);
  }

  std::vector<ScheduledOp> run(const std::vector<Run>& path, double prologue) {
    for (int i = 0; i < static_cast<int>(prologue); ++i) out_.push_back({});
    for (std::size_t r = 0; r < path.size(); ++r) {
      const Run& run = path[r];
      for (std::uint32_t pc = run.first; pc < run.first + run.count && pc < program_.code.size(); ++pc) add(pc);
      const std::uint32_t last = run.first + run.count - 1;
      if (run.count != 0 && last < program_.code.size())
        end_of_run(last, r + 1 < path.size() ? path[r + 1].first : kNoOp);
    }
    flush();
    out_.push_back({Pipe::kExit, 1, 0, {0, 0, 0}, kNoOp, exit_pc_});
    return std::move(out_);
  }

 private:
  struct Pending {
    ScheduledOp op;
    std::uint32_t needs[3] = {kNoOp, kNoOp, kNoOp};  // numbers of operations
    std::uint32_t number = 0;
    std::uint32_t depth = 0;  // loads between it and the region's start
  };
  const Program& program_;
  const MachineCode& code_;
  std::vector<ScheduledOp> out_;
  std::vector<Pending> region_;
  std::vector<std::uint32_t> producer_;  // by register: number of the operation
  std::vector<std::uint32_t> place_;     // by number: index in out_
  std::vector<std::uint32_t> depth_;     // by number: loads to its result, within the region
  std::vector<std::uint32_t> iterations_, loop_of_branch_;
  std::uint32_t region_first_ = 0;  // number of the region's first operation
  std::uint32_t loads_ = 0, global_loads_ = 0;
  std::uint32_t store_depth_[2] = {0, 0};  // global, shared
  std::uint32_t memory_ = 0;
  std::uint32_t exit_pc_ = 0;
  struct Merge {
    std::uint32_t left = 0;
    std::uint32_t into = kNoOp;
  };
  std::vector<Merge> merge_;  // by Program::code
  float owed_ = 0;

  std::uint32_t depth_of(std::uint32_t number) const {
    return number == kNoOp || number < region_first_ ? 0 : depth_[number];
  }
  void require(Pending& p, std::uint32_t number) const {
    if (number == kNoOp) return;
    for (std::uint32_t& need : p.needs) {
      if (need == number) return;
      if (need == kNoOp) {
        need = number;
        return;
      }
    }
    std::uint32_t* oldest = std::min_element(p.needs, p.needs + 3);
    *oldest = std::max(*oldest, number);
  }
  // A free operation's result is ready when the deepest of what it reads is.
  void pass_through(const MachineOp& op) {
    std::uint32_t best = kNoOp;
    for (const Register r : op.reads)
      if (r < producer_.size() && producer_[r] != kNoOp && (best == kNoOp || depth_of(producer_[r]) >= depth_of(best)))
        best = producer_[r];
    for (const Register r : op.writes)
      if (r < producer_.size()) producer_[r] = best;
  }
  bool merges(std::uint32_t pc, const MachineOp& op) {
    if (op.merged <= 1) return false;
    Merge& merge = merge_[pc];
    if (merge.left != 0) {
      --merge.left;
      for (const Register r : op.writes) producer_[r] = merge.into;
      return true;
    }
    merge.left = op.merged - 1u;
    return false;
  }
  void add(std::uint32_t pc) {
    const MachineOp& op = code_.ops[pc];
    if (op.pipe == Pipe::kExit) {
      exit_pc_ = pc;
      return;
    }
    const bool memory = is_memory(op.pipe);
    const std::uint32_t ordinal = memory ? memory_++ : kNoOp;
    if (memory && merges(pc, op)) return;
    const bool load = op.pipe == Pipe::kGlobalLoad || op.pipe == Pipe::kSharedLoad;
    if (load && loads_ >= kLoadsInFlight) flush();
    if (op.pipe == Pipe::kGlobalLoad && global_loads_++ >= kGlobalLoadsInFlight) flush();
    if (!memory && op.pipe != Pipe::kBarrier) {
      owed_ += op.slots;
      if (op.slots <= 0 || owed_ < 1.0f) return pass_through(op);
    }
    Pending p;
    p.op.pipe = op.pipe;
    p.op.merged = op.merged;
    p.op.memory = ordinal;
    p.op.instruction = pc;
    if (!memory && op.pipe != Pipe::kBarrier) {
      p.op.extra = static_cast<std::uint16_t>(std::min(1000.0f, owed_) - 1.0f);
      owed_ -= 1.0f + static_cast<float>(p.op.extra);
    }
    if (op.pipe == Pipe::kBarrier) flush();
    if (divides(program_.code[pc])) return append_division(p, op);
    append(p, op, load);
    if (op.pipe == Pipe::kBarrier || op.pipe == Pipe::kGlobalAtomic || op.pipe == Pipe::kSharedAtomic) flush();
  }
  static bool divides(const Instruction& i) {
    return (i.opcode == Opcode::kDiv || i.opcode == Opcode::kRem) && !value_type_is_float(i.type);
  }
  // By a reciprocal: to float, 1 / x, to integer, then products and corrections, each of which needs the one before.
  void append_division(Pending p, const MachineOp& op) {
    struct Step {
      Pipe pipe;
      std::uint16_t extra;
    };
    static constexpr Step kSteps[] = {{Pipe::kConvert, 1}, {Pipe::kSpecial, 0}, {Pipe::kInt, 0},
                                      {Pipe::kConvert, 1}, {Pipe::kMad, 1},     {Pipe::kMad, 1},
                                      {Pipe::kInt, 2},     {Pipe::kInt, 2},     {Pipe::kInt, 2}};
    const std::uint16_t left = p.op.extra > 18 ? static_cast<std::uint16_t>(p.op.extra - 18) : std::uint16_t{0};
    std::uint32_t before = kNoOp;
    for (const Step& step : kSteps) {
      Pending q = p;
      q.op.pipe = step.pipe;
      q.op.extra = static_cast<std::uint16_t>(step.extra + (step.pipe == Pipe::kMad ? left / 2 : 0));
      if (before != kNoOp) q.needs[0] = before;
      append(q, before == kNoOp ? op : MachineOp{}, false);
      before = q.number;
    }
    for (const Register r : op.writes)
      if (r < producer_.size()) producer_[r] = before;
  }
  void append(Pending& p, const MachineOp& op, bool load) {
    for (const Register r : op.reads)
      if (r < producer_.size()) require(p, producer_[r]);
    for (const std::uint32_t need : p.needs) p.depth = std::max(p.depth, depth_of(need));
    if (is_memory(p.op.pipe)) {
      std::uint32_t& barrier = store_depth_[p.op.pipe >= Pipe::kSharedLoad];
      p.depth = std::max(p.depth, barrier);
      if (!load) barrier = p.depth;
    }
    p.number = static_cast<std::uint32_t>(place_.size());
    place_.push_back(0);
    depth_.push_back(p.depth + (load ? 1u : 0u));
    for (const Register r : op.writes)
      if (r < producer_.size()) producer_[r] = p.number;
    if (op.merged > 1) merge_[p.op.instruction].into = p.number;
    loads_ += load;
    region_.push_back(p);
  }
  void end_of_run(std::uint32_t pc, std::uint32_t next) {
    const Instruction& i = program_.code[pc];
    if (i.opcode != Opcode::kBranch) return;
    if (code_.predicated[pc]) return skip(pc, next);
    const std::uint32_t loop = loop_of_branch_[pc];
    if (loop == 0) {
      if (i.src[0] != kNoRegister) flush();
      return;
    }
    const bool again = next == i.target;
    if (again && ++iterations_[loop - 1] % code_.loops[loop - 1].unroll != 0) return;
    if (!again) iterations_[loop - 1] = 0;
    flush();
  }
  // What no lane does is issued all the same where the machine code has predicates in place of a branch.
  void skip(std::uint32_t pc, std::uint32_t next) {
    if (next != program_.code[pc].target) return;
    for (std::uint32_t at = pc + 1; at < next; ++at)
      owed_ += is_memory(code_.ops[at].pipe) ? 1.0f : code_.ops[at].slots;
  }
  void flush() {
    std::stable_sort(region_.begin(), region_.end(),
                     [](const Pending& a, const Pending& b) { return a.depth < b.depth; });
    for (Pending& p : region_) {
      const auto here = static_cast<std::uint32_t>(out_.size());
      place_[p.number] = here;
      int n = 0;
      for (const std::uint32_t need : p.needs)
        if (need != kNoOp && here - place_[need] < kReach)
          p.op.needs[n++] = static_cast<std::uint16_t>(here - place_[need]);
      out_.push_back(p.op);
    }
    region_.clear();
    region_first_ = static_cast<std::uint32_t>(place_.size());
    loads_ = 0;
    global_loads_ = 0;
    for (Merge& merge : merge_) merge.left = 0;
    store_depth_[0] = store_depth_[1] = 0;
  }
};

}  // namespace

std::vector<ScheduledOp> schedule_path(const Program& program, const MachineCode& code, const std::vector<Run>& path,
                                       double prologue_instructions) {
  return Scheduler(program, code).run(path, prologue_instructions);
}

}  // namespace warpglass::timing
