// How warps run: divergence and where lanes meet again, loops, calls, barriers, exchanges, locks, budget and cancel.
#include <gtest/gtest.h>

#include "tests/unit/exec_builder.h"

namespace warpglass {
namespace {

using testing::buffer;
using testing::launch_of;
using testing::ProgramBuilder;
using testing::Ran;

constexpr ValueType kU = ValueType::kU32;

std::uint64_t executed(const Ran& ran, std::uint32_t pc) { return ran.result.by_instruction[pc].warp_instructions; }
std::uint64_t lanes(const Ran& ran, std::uint32_t pc) { return ran.result.by_instruction[pc].thread_instructions; }

TEST(ExecFlow, NestedIfsMeetAgain) {
  ProgramBuilder b;
  const Register out = b.pointer("out"), lane = b.input(InputKind::kThreadIdX), one = b.constant(1),
                 zero = b.constant(0);
  const Register value = b.reg();
  b.emit(Opcode::kMove, kU, value, {zero});
  const Register odd = b.op(Opcode::kAnd, kU, {lane, one});
  const std::uint32_t outer = b.branch(odd, true);
  b.emit(Opcode::kAdd, kU, value, {value, b.constant(10)});
  const Register low = b.compare(Compare::kLt, kU, lane, b.constant(16));
  const std::uint32_t inner = b.branch(low, true);
  b.emit(Opcode::kAdd, kU, value, {value, b.constant(100)});
  b.patch(inner, b.here(), b.here());
  b.emit(Opcode::kAdd, kU, value, {value, b.constant(1000)});
  const std::uint32_t joined_inner = b.here() - 1;
  b.patch(outer, b.here(), b.here());
  b.store(b.element(out, lane), value);
  const std::uint32_t joined = b.here() - 1;
  b.exit();
  const Ran ran = testing::run(b.take(), launch_of({}, {32, 1, 1}, {buffer(32)}));
  ASSERT_TRUE(ran.result.completed);
  const auto out_values = ran.values<std::uint32_t>(0);
  for (std::uint32_t i = 0; i < 32; ++i) EXPECT_EQ(out_values[i], i % 2 == 0 ? 0u : (i < 16 ? 1110u : 1010u));
  EXPECT_EQ(executed(ran, joined_inner), 1u);
  EXPECT_EQ(lanes(ran, joined_inner), 16u);
  EXPECT_EQ(executed(ran, joined), 1u);
  EXPECT_EQ(lanes(ran, joined), 32u);
  EXPECT_EQ(ran.result.total.divergent_branches, 2u);
  EXPECT_EQ(ran.result.total.global_store_sectors, 4u);
  EXPECT_EQ(ran.result.total.global_store_lines, 1u);
}

// for (i = 0; i < lane % 7; ++i) { if (i == 4) break; sum += i + 1; }
TEST(ExecFlow, DivergentLoopWithBreak) {
  ProgramBuilder b;
  const Register out = b.pointer("out"), lane = b.input(InputKind::kThreadIdX), one = b.constant(1);
  const Register i = b.reg(), sum = b.reg();
  b.emit(Opcode::kMove, kU, i, {b.constant(0)});
  b.emit(Opcode::kMove, kU, sum, {b.constant(0)});
  const Register count = b.op(Opcode::kRem, kU, {lane, b.constant(7)});
  const std::uint32_t head = b.here();
  const std::uint32_t leave = b.branch(b.compare(Compare::kLt, kU, i, count), true);
  const std::uint32_t stop = b.branch(b.compare(Compare::kEq, kU, i, b.constant(4)));
  const Register next = b.op(Opcode::kAdd, kU, {i, one});
  b.emit(Opcode::kAdd, kU, sum, {sum, next});
  b.emit(Opcode::kMove, kU, i, {next});
  const std::uint32_t back = b.jump();
  b.patch(back, head, b.here());
  b.patch(leave, b.here(), b.here());
  b.patch(stop, b.here(), b.here());
  b.store(b.element(out, lane), sum);
  const std::uint32_t joined = b.here() - 1;
  b.exit();
  const Ran ran = testing::run(b.take(), launch_of({2, 1, 1}, {64, 1, 1}, {buffer(64)}));
  ASSERT_TRUE(ran.result.completed);
  const auto values = ran.values<std::uint32_t>(0);
  for (std::uint32_t t = 0; t < 64; ++t) {
    const std::uint32_t n = std::min(t % 7, 4u);
    EXPECT_EQ(values[t], n * (n + 1) / 2) << t;
  }
  EXPECT_EQ(executed(ran, joined), 4u);
  EXPECT_EQ(lanes(ran, joined), 128u);
  EXPECT_EQ(executed(ran, head), 4u * 5u) << "the loop head runs once for each turn of its longest lane";
}

TEST(ExecFlow, LanesThatReturnAreNotWaitedFor) {
  ProgramBuilder b;
  const Register out = b.pointer("out"), lane = b.input(InputKind::kThreadIdX);
  const std::uint32_t stay = b.branch(b.compare(Compare::kLt, kU, lane, b.constant(20)));
  b.exit();
  b.patch(stay, b.here(), 1000);
  b.emit(Opcode::kBarrier, kU, kNoRegister, {});
  const std::uint32_t barrier = b.here() - 1;
  b.store(b.element(out, lane), lane);
  b.exit();
  b.program().code[stay].reconverge = static_cast<std::uint32_t>(b.program().code.size());
  const Ran ran = testing::run(b.take(), launch_of({}, {64, 1, 1}, {buffer(64)}));
  ASSERT_TRUE(ran.result.completed) << ran.result.faults[0].message;
  EXPECT_EQ(ran.values<std::uint32_t>(0)[19], 19u);
  EXPECT_EQ(ran.values<std::uint32_t>(0)[20], 0u);
  EXPECT_EQ(executed(ran, barrier), 1u);
  EXPECT_EQ(ran.result.total.barriers, 1u);
}

TEST(ExecFlow, ABarrierNobodyCompletesIsAFault) {
  ProgramBuilder b;
  const Register out = b.pointer("out"), lane = b.input(InputKind::kLaneId);
  const std::uint32_t skip = b.branch(b.compare(Compare::kLt, kU, lane, b.constant(16)), true);
  b.emit(Opcode::kBarrier, kU, kNoRegister, {});
  const std::uint32_t line = b.program().code.back().span.line;
  b.patch(skip, b.here(), b.here());
  b.store(b.element(out, lane), lane);
  b.exit();
  const Ran ran = testing::run(b.take(), launch_of({}, {64, 1, 1}, {buffer(64)}));
  ASSERT_EQ(ran.result.faults.size(), 1u);
  const Diagnostic& fault = ran.result.faults[0];
  EXPECT_EQ(fault.kind, FaultKind::kBarrier);
  EXPECT_EQ(fault.span.line, line);
  EXPECT_NE(fault.message.find("lanes 0-15 wait at the barrier"), std::string::npos) << fault.message;
  EXPECT_NE(fault.message.find("lanes 16-31"), std::string::npos) << fault.message;
  EXPECT_FALSE(ran.result.completed);
}

TEST(ExecFlow, BarrierVotesCount) {
  ProgramBuilder b;
  const Register out = b.pointer("out"), t = b.input(InputKind::kThreadIdX);
  const Register third = b.compare(Compare::kEq, kU, b.op(Opcode::kRem, kU, {t, b.constant(3)}), b.constant(0));
  Register sum = b.constant(0);
  for (const BarrierReduce reduce : {BarrierReduce::kCount, BarrierReduce::kAnd, BarrierReduce::kOr}) {
    const Register got = b.reg();
    b.emit(Opcode::kBarrier, kU, got, {third}).reduce = reduce;
    sum = b.op(Opcode::kMad, kU, {sum, b.constant(1000), got});
  }
  b.store(b.element(out, t), sum);
  b.exit();
  const Ran ran = testing::run(b.take(), launch_of({}, {100, 1, 1}, {buffer(100)}));
  ASSERT_TRUE(ran.result.completed);
  for (const std::uint32_t v : ran.values<std::uint32_t>(0)) EXPECT_EQ(v, 34u * 1000000u + 1u);
}

// Everybody takes the lock with atomicCAS, adds one without an atomic, and gives it back.
Ran run_lock(Dim3 grid, Dim3 block, const char* machine) {
  ProgramBuilder b;
  const Register lock = b.pointer("lock"), sum = b.pointer("sum");
  const Register zero = b.constant(0), one = b.constant(1);
  const std::uint32_t head = b.here();
  const Register old = b.reg();
  Instruction& cas = b.emit(Opcode::kAtomic, kU, old, {lock, zero, one});
  cas.atomic = AtomicKind::kCas;
  const std::uint32_t again = b.branch(b.compare(Compare::kNe, kU, old, zero));
  b.patch(again, head, b.here());
  b.store(sum, b.op(Opcode::kAdd, kU, {b.load(sum), one}));
  Instruction& free = b.emit(Opcode::kAtomic, kU, kNoRegister, {lock, zero});
  free.atomic = AtomicKind::kExch;
  b.exit();
  RunOptions options;
  options.instruction_budget = 200'000'000;
  return testing::run(b.take(), launch_of(grid, block, {buffer(1), buffer(1)}), options, machine);
}

TEST(ExecFlow, ALockAcrossLanesWarpsAndBlocksEnds) {
  for (const char* machine : {"h200", "classroom16"}) {
    const Ran ran = run_lock({5, 1, 1}, {96, 1, 1}, machine);
    ASSERT_TRUE(ran.result.completed) << ran.result.faults[0].message;
    EXPECT_EQ(ran.values<std::uint32_t>(1)[0], 480u);
  }
}

// Block 0 waits for what block 1 writes.
TEST(ExecFlow, ABlockThatWaitsForALaterOneEnds) {
  ProgramBuilder b;
  const Register flag = b.pointer("flag"), block = b.input(InputKind::kBlockIdX), zero = b.constant(0);
  const std::uint32_t second = b.branch(b.compare(Compare::kEq, kU, block, b.constant(1)));
  const std::uint32_t head = b.here();
  const Register seen = b.load(flag);
  b.program().code.back().is_volatile = true;
  const std::uint32_t again = b.branch(b.compare(Compare::kEq, kU, seen, zero));
  b.patch(again, head, b.here());
  b.exit();
  b.patch(second, b.here(), b.here() + 2);
  b.store(flag, b.constant(1));
  b.exit();
  RunOptions options;
  options.instruction_budget = 10'000'000;
  const Ran ran = testing::run(b.take(), launch_of({3, 1, 1}, {32, 1, 1}, {buffer(1)}), options);
  EXPECT_TRUE(ran.result.completed) << ran.result.faults[0].message;
}

TEST(ExecFlow, ARunawayKernelStopsAtItsBudget) {
  ProgramBuilder b;
  const std::uint32_t back = b.jump();
  b.patch(back, 0, 0);
  b.exit();
  RunOptions options;
  options.instruction_budget = 100'000;
  const Ran ran = testing::run(b.take(), launch_of({}, {32, 1, 1}, {}), options);
  ASSERT_EQ(ran.result.faults.size(), 1u);
  EXPECT_EQ(ran.result.faults[0].kind, FaultKind::kBudget);
  EXPECT_NE(ran.result.faults[0].message.find("100,000"), std::string::npos);
  EXPECT_EQ(ran.result.total.warp_instructions, 100'000u);
}

TEST(ExecFlow, WarpsWithoutBranchesStopAtTheBudgetToo) {
  ProgramBuilder b;
  const Register out = b.pointer("out"), lane = b.input(InputKind::kThreadIdX);
  b.store(b.element(out, lane), lane);
  b.exit();
  const auto program = b.take();
  const Launch launch = launch_of({100, 1, 1}, {1024, 1, 1}, {buffer(1024)});
  const Ran whole = testing::run(program, launch, {});
  ASSERT_TRUE(whole.result.completed);
  RunOptions options;
  options.instruction_budget = whole.result.total.warp_instructions;
  EXPECT_TRUE(testing::run(program, launch, options).result.completed);
  options.instruction_budget = 10;
  const Ran ran = testing::run(program, launch, options);
  EXPECT_FALSE(ran.result.completed);
  ASSERT_EQ(ran.result.faults.size(), 1u);
  EXPECT_EQ(ran.result.faults[0].kind, FaultKind::kBudget);
  EXPECT_LT(ran.result.total.warp_instructions, 100u);
}

TEST(ExecFlow, CancelStops) {
  ProgramBuilder b;
  const std::uint32_t back = b.jump();
  b.patch(back, 0, 0);
  const std::atomic<bool> cancel{true};
  RunOptions options;
  options.cancel = &cancel;
  const Ran ran = testing::run(b.take(), launch_of({}, {32, 1, 1}, {}), options);
  ASSERT_EQ(ran.result.faults.size(), 1u);
  EXPECT_EQ(ran.result.faults[0].kind, FaultKind::kBudget);
}

// f(n) = n == 0 ? 0 : n + f(n - 1), called with n = lane % 5 by one call instruction.
Ran run_recursion(std::uint32_t base) {
  ProgramBuilder b;
  const Register out = b.pointer("out"), lane = b.input(InputKind::kThreadIdX), one = b.constant(1),
                 zero = b.constant(0);
  const Register result = b.reg(), argument = b.reg();
  const Register start = b.op(Opcode::kAdd, kU, {b.op(Opcode::kRem, kU, {lane, b.constant(5)}), b.constant(base)});
  b.emit(Opcode::kMove, kU, argument, {start});
  b.emit(Opcode::kCall, kU, kNoRegister, {});
  b.store(b.element(out, lane), result);
  b.exit();
  const std::uint32_t entry = b.here();
  const Register n = b.reg(), is_zero = b.reg();
  b.emit(Opcode::kMove, kU, n, {argument});
  b.emit(Opcode::kCompare, kU, is_zero, {n, zero}).compare = Compare::kEq;
  const std::uint32_t more = b.branch(is_zero, true);
  b.emit(Opcode::kMove, kU, result, {zero});
  b.emit(Opcode::kReturn, kU, kNoRegister, {});
  b.patch(more, b.here(), 1000);
  b.emit(Opcode::kSub, kU, argument, {n, one});
  b.emit(Opcode::kCall, kU, kNoRegister, {});
  b.emit(Opcode::kAdd, kU, result, {result, n});
  b.emit(Opcode::kReturn, kU, kNoRegister, {});
  b.program().code[more].reconverge = b.here();
  b.program().functions.push_back({"f", entry, n, 2});
  return testing::run(b.take(), launch_of({2, 1, 1}, {64, 1, 1}, {buffer(64)}));
}

TEST(ExecFlow, RecursionSavesItsRegisters) {
  const Ran ran = run_recursion(3);
  ASSERT_TRUE(ran.result.completed) << ran.result.faults[0].message;
  const auto values = ran.values<std::uint32_t>(0);
  for (std::uint32_t t = 0; t < 64; ++t) EXPECT_EQ(values[t], (t % 5 + 3) * (t % 5 + 4) / 2) << t;
  EXPECT_EQ(ran.result.total.global_store_requests, 4u) << "lanes meet again at the return";
}

TEST(ExecFlow, RecursionHasABound) {
  const Ran ran = run_recursion(1'000'000);
  ASSERT_EQ(ran.result.faults.size(), 1u);
  EXPECT_EQ(ran.result.faults[0].kind, FaultKind::kBudget);
  EXPECT_NE(ran.result.faults[0].message.find("calls f more than 512 levels deep"), std::string::npos)
      << ran.result.faults[0].message;
}

TEST(ExecFlow, ShufflesAndVotes) {
  ProgramBuilder b;
  const Register out = b.pointer("out"), lane = b.input(InputKind::kThreadIdX);
  const Register all = b.constant(0xffffffffu), w32 = b.constant(32), w8 = b.constant(8);
  const auto shuffle = [&](ShuffleMode mode, std::uint64_t by, Register width, int slot) {
    const Register got = b.reg();
    b.emit(Opcode::kShuffle, kU, got, {all, lane, b.constant(by), width}).shuffle = mode;
    b.store(b.element(out, b.op(Opcode::kAdd, kU, {lane, b.constant(static_cast<std::uint64_t>(32 * slot))})), got);
  };
  shuffle(ShuffleMode::kIndex, 5, w8, 0);
  shuffle(ShuffleMode::kUp, 3, w8, 1);
  shuffle(ShuffleMode::kDown, 4, w32, 2);
  shuffle(ShuffleMode::kXor, 16, w32, 3);
  const Register ballot = b.reg(), match = b.reg();
  b.emit(Opcode::kVote, kU, ballot, {all, b.compare(Compare::kLt, kU, lane, b.constant(10))}).vote = VoteMode::kBallot;
  b.store(b.element(out, b.op(Opcode::kAdd, kU, {lane, b.constant(128)})), ballot);
  b.emit(Opcode::kVote, kU, match, {all, b.op(Opcode::kAnd, kU, {lane, b.constant(3)})}).vote = VoteMode::kMatchAny;
  b.store(b.element(out, b.op(Opcode::kAdd, kU, {lane, b.constant(160)})), match);
  b.exit();
  const Ran ran = testing::run(b.take(), launch_of({}, {32, 1, 1}, {buffer(192)}));
  ASSERT_TRUE(ran.result.completed);
  const auto v = ran.values<std::uint32_t>(0);
  for (std::uint32_t i = 0; i < 32; ++i) {
    EXPECT_EQ(v[i], i / 8 * 8 + 5);
    EXPECT_EQ(v[32 + i], i % 8 >= 3 ? i - 3 : i);
    EXPECT_EQ(v[64 + i], i + 4 < 32 ? i + 4 : i);
    EXPECT_EQ(v[96 + i], i ^ 16);
    EXPECT_EQ(v[128 + i], 0x3ffu);
    EXPECT_EQ(v[160 + i], 0x11111111u << (i % 4));
  }
}

// Half the warp takes each side; both sides shuffle over the whole warp at the same place of a loop body.
TEST(ExecFlow, SyncFunctionsWaitForNamedLanes) {
  ProgramBuilder b;
  const Register out = b.pointer("out"), lane = b.input(InputKind::kThreadIdX), all = b.constant(0xffffffffu);
  const std::uint32_t skip = b.branch(b.compare(Compare::kLt, kU, lane, b.constant(16)), true);
  b.emit(Opcode::kWarpSync, kU, kNoRegister, {all});
  b.store(b.element(out, lane), lane);
  const std::uint32_t done = b.jump();
  b.patch(skip, b.here(), 0);
  b.store(b.element(out, lane), b.constant(7));
  b.emit(Opcode::kWarpSync, kU, kNoRegister, {all});
  b.patch(done, b.here(), b.here());
  b.program().code[skip].reconverge = b.here();
  b.exit();
  const Ran ran = testing::run(b.take(), launch_of({}, {32, 1, 1}, {buffer(32)}));
  ASSERT_TRUE(ran.result.completed) << ran.result.faults[0].message;
  EXPECT_EQ(ran.values<std::uint32_t>(0)[15], 15u);
  EXPECT_EQ(ran.values<std::uint32_t>(0)[16], 7u);
}

TEST(ExecFlow, ASyncNobodyCompletesIsAFault) {
  ProgramBuilder b;
  const Register lane = b.input(InputKind::kThreadIdX);
  const std::uint32_t skip = b.branch(b.compare(Compare::kLt, kU, lane, b.constant(16)), true);
  b.emit(Opcode::kWarpSync, kU, kNoRegister, {b.constant(0xffffffffu)});
  b.patch(skip, b.here(), b.here());
  b.emit(Opcode::kNop, kU, kNoRegister, {});
  b.exit();
  const Ran ran = testing::run(b.take(), launch_of({}, {32, 1, 1}, {}));
  ASSERT_EQ(ran.result.faults.size(), 1u);
  EXPECT_EQ(ran.result.faults[0].kind, FaultKind::kBarrier);
}

}  // namespace
}  // namespace warpglass
