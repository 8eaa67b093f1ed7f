// The lane loops against the definition of each operation for one lane, over random and edge values: every opcode and
// type, full and partial masks, baseline and AVX2.
#include <gtest/gtest.h>

#include <cstring>
#include <random>

#include "sim/exec/scalar.h"
#include "tests/unit/exec_builder.h"

namespace warpglass {
namespace {

using testing::buffer;
using testing::launch_of;
using testing::ProgramBuilder;

const std::vector<std::uint64_t> kEdges32 = {
    0,          1,          2,          3,          31,         32,         33,         0x7f,       0x80,
    0xff,       0x7fff,     0x8000,     0xffff,     0x10000,    0x7fffffff, 0x80000000, 0x80000001, 0xffffffff,
    0xfffffffe, 0x3f800000, 0xbf800000, 0x7f800000, 0xff800000, 0x7fc00000, 0xffc00001, 0x7f7fffff, 0x00800000,
    0x4f000000, 0xcf000000, 0x4effffff, 0x4f800000, 0x33800000, 0x007fffff, 0x3effffff};
const std::vector<std::uint64_t> kEdges64 = {0,
                                             1,
                                             63,
                                             64,
                                             0x7fffffffffffffff,
                                             0x8000000000000000,
                                             0xffffffffffffffff,
                                             0x3ff0000000000000,
                                             0xbff0000000000000,
                                             0x7ff0000000000000,
                                             0xfff0000000000000,
                                             0x7ff8000000000001,
                                             0x43e0000000000000,
                                             0xc3e0000000000000,
                                             0x41dfffffffc00000,
                                             0x47efffffe0000000,
                                             0x36a0000000000000,
                                             0x0000000000000001,
                                             0x0000000100000000,
                                             0x3690000000000000};

class Values {
 public:
  std::uint64_t next(ValueType type) {
    const bool wide = value_type_is_wide(type);
    const auto& edges = wide ? kEdges64 : kEdges32;
    std::uint64_t bits = random_() % 3 == 0 ? edges[random_() % edges.size()] : random_();
    if (random_() % 8 == 0) bits &= 0xff;
    if (type == ValueType::kF32 && random_() % 2 == 0)
      bits = exec::float_bits(static_cast<float>(static_cast<std::int64_t>(random_()) >> (random_() % 60)) / 16);
    if (type == ValueType::kF64 && random_() % 2 == 0)
      bits = exec::double_bits(static_cast<double>(static_cast<std::int64_t>(random_()) >> (random_() % 60)) / 16);
    return type == ValueType::kF32 ? bits & 0xffffffffu : exec::normalised(type, bits);
  }

 private:
  std::mt19937_64 random_{7};
};

struct Case {
  Instruction i;
  std::array<ValueType, 3> sources;
  bool wide_result = false;
  int count = 0;  // sources
};

Case make(Opcode opcode, ValueType type, int count) {
  Case c;
  c.i.opcode = opcode;
  c.i.type = type;
  c.sources = {type, type, type};
  c.wide_result = value_type_is_wide(type);
  c.count = count;
  return c;
}

void add_arithmetic(std::vector<Case>& all, ValueType type) {
  const bool real = value_type_is_float(type);
  const bool boolean = type == ValueType::kBool;
  for (const Opcode o : {Opcode::kMove, Opcode::kNot}) all.push_back(make(o, type, 1));
  for (const Opcode o : {Opcode::kAnd, Opcode::kOr, Opcode::kXor}) all.push_back(make(o, type, 2));
  all.push_back(make(Opcode::kSelect, type, 3));
  all.back().sources[2] = ValueType::kBool;
  for (int how = 0; how < 6; ++how) {
    all.push_back(make(Opcode::kCompare, type, 2));
    all.back().i.compare = static_cast<Compare>(how);
    all.back().wide_result = false;
  }
  if (boolean) return;
  for (const Opcode o : {Opcode::kAdd, Opcode::kSub, Opcode::kMul, Opcode::kDiv, Opcode::kMin, Opcode::kMax})
    all.push_back(make(o, type, 2));
  for (const Opcode o : {Opcode::kNeg, Opcode::kAbs}) all.push_back(make(o, type, 1));
  if (real) {
    all.push_back(make(Opcode::kFma, type, 3));
    return;
  }
  for (const Opcode o : {Opcode::kRem, Opcode::kMulHi}) all.push_back(make(o, type, 2));
  all.push_back(make(Opcode::kMad, type, 3));
  for (const Opcode o : {Opcode::kShl, Opcode::kShr}) {
    all.push_back(make(o, type, 2));
    all.back().sources[1] = ValueType::kU32;
  }
}

std::vector<Case> all_cases() {
  std::vector<Case> all;
  for (const ValueType type :
       {ValueType::kS8, ValueType::kU8, ValueType::kS16, ValueType::kU16, ValueType::kS32, ValueType::kU32,
        ValueType::kS64, ValueType::kU64, ValueType::kF32, ValueType::kF64, ValueType::kBool})
    add_arithmetic(all, type);
  for (const ValueType type : {ValueType::kS32, ValueType::kU32}) {
    all.push_back(make(Opcode::kMulWide, type, 2));
    all.back().wide_result = true;
    all.push_back(make(Opcode::kMadWide, type, 3));
    all.back().wide_result = true;
    all.back().sources[2] = ValueType::kU64;
  }
  for (int to = 0; to < 12; ++to) {
    for (int from = 0; from < 12; ++from) {
      for (int rounding = 0; rounding < 5; ++rounding) {
        Case c = make(Opcode::kConvert, static_cast<ValueType>(to), 1);
        c.i.source_type = static_cast<ValueType>(from);
        c.i.rounding = static_cast<Rounding>(rounding);
        c.sources[0] = c.i.source_type;
        all.push_back(c);
      }
    }
  }
  for (const MathFunction f : {MathFunction::kSqrt, MathFunction::kRcp, MathFunction::kRsqrt, MathFunction::kExp}) {
    all.push_back(make(Opcode::kMath, ValueType::kF32, 1));
    all.back().i.math = f;
  }
  return all;
}

// A kernel of one warp: loads its operands, does the operation in lanes where bit 0 of `mask` is set, stores.
std::shared_ptr<const Program> kernel_of(const Case& c, std::uint32_t mask, bool local) {
  ProgramBuilder b;
  const Register out = b.pointer("out", ValueType::kU64), in = b.pointer("in", ValueType::kU64);
  const Register lane = b.input(InputKind::kThreadIdX);
  std::array<Register, 3> source{};
  for (int s = 0; s < c.count; ++s) {
    const Register index = b.op(Opcode::kAdd, ValueType::kU32, {lane, b.constant(static_cast<std::uint64_t>(32 * s))});
    const bool wide = value_type_is_wide(c.sources[static_cast<std::size_t>(s)]);
    source[static_cast<std::size_t>(s)] = b.load(b.element(in, index, 8), wide ? ValueType::kU64 : ValueType::kU32);
  }
  const Register dst = b.reg(c.wide_result, local);
  const ValueType raw = c.wide_result ? ValueType::kU64 : ValueType::kU32;
  b.emit(Opcode::kMove, raw, dst, {b.constant(0x55, raw)});
  const Register bits = b.op(Opcode::kShr, ValueType::kU32, {b.constant(mask), lane});
  const Register runs = b.compare(Compare::kNe, ValueType::kU32,
                                  b.op(Opcode::kAnd, ValueType::kU32, {bits, b.constant(1)}), b.constant(0));
  const std::uint32_t skip = b.branch(runs, true);
  Instruction i = c.i;
  i.dst = dst;
  for (int s = 0; s < c.count; ++s) i.src[static_cast<std::size_t>(s)] = source[static_cast<std::size_t>(s)];
  b.program().code.push_back(i);
  b.store(b.element(out, lane, 8), dst, raw);
  b.patch(skip, b.here(), b.here());
  b.exit();
  return b.take();
}

void check_values(const Case& c, const std::array<PerLane<std::uint64_t>, 3>& operands, std::uint32_t mask, bool local,
                  bool baseline) {
  Launch launch = launch_of({}, {32, 1, 1}, {buffer(64), buffer(192)});
  BufferArgument& in = std::get<BufferArgument>(launch.args[1].value);
  in.fill.kind = FillKind::kData;
  for (const auto& row : operands) {
    for (const std::uint64_t bits : row) {
      in.fill.data.push_back(Number::of(static_cast<std::int64_t>(bits & 0xffffffffu)));
      in.fill.data.push_back(Number::of(static_cast<std::int64_t>(bits >> 32)));
    }
  }
  RunOptions options;
  options.force_baseline = baseline;
  const testing::Ran ran = testing::run(kernel_of(c, mask, local), launch, options);
  ASSERT_TRUE(ran.launch) << ran.diagnostics[0].message;
  ASSERT_TRUE(ran.result.completed) << ran.result.faults[0].message;
  const std::vector<std::uint64_t> out = ran.values<std::uint64_t>(0);
  for (std::size_t lane = 0; lane < 32; ++lane) {
    const bool active = has_lane(mask, static_cast<int>(lane));
    std::uint64_t expected =
        active ? exec::evaluate(c.i, {operands[0][lane], operands[1][lane], operands[2][lane]}) : 0;
    if (!c.wide_result) expected &= 0xffffffffu;
    ASSERT_EQ(out[lane], expected) << opcode_name(c.i.opcode) << "." << value_type_name(c.i.type) << " from "
                                   << value_type_name(c.i.source_type) << " compare/rounding " << int(c.i.compare)
                                   << "/" << int(c.i.rounding) << std::hex << " a=" << operands[0][lane]
                                   << " b=" << operands[1][lane] << " c=" << operands[2][lane] << " lane " << lane
                                   << " mask " << mask << " baseline " << baseline;
  }
}

void check(const Case& c, Values& values, std::uint32_t mask, bool local, bool baseline, bool uniform) {
  std::array<PerLane<std::uint64_t>, 3> operands{};
  for (std::size_t s = 0; s < 3; ++s)
    for (std::size_t lane = 0; lane < 32; ++lane)
      operands[s][lane] = lane != 0 && s == 1 && uniform ? operands[s][0] : values.next(c.sources[s]);
  check_values(c, operands, mask, local, baseline);
}

TEST(ExecOps, LoopsGiveWhatTheDefinitionSays) {
  Values values;
  for (const Case& c : all_cases()) {
    for (int round = 0; round < 24; ++round) {
      const bool baseline = round % 2 == 1;
      const std::uint32_t mask = round < 8 ? kAllLanes : (round < 16 ? 0x5a3cf0f1u : 0x00000400u);
      check(c, values, mask, round % 3 == 0, baseline, round % 4 >= 2);
      if (HasFatalFailure()) return;
    }
  }
}

// Division by one divisor takes a way of its own: every small divisor and many others, around every multiple.
TEST(ExecOps, DivisionByOneDivisorIsExact) {
  std::mt19937_64 random(3);
  for (int round = 0; round < 3000; ++round) {
    Case c = make(round % 2 == 0 ? Opcode::kDiv : Opcode::kRem, round % 4 < 2 ? ValueType::kS32 : ValueType::kU32, 2);
    const std::uint32_t divisor = static_cast<std::uint32_t>(round % 3 == 0 ? random() : random() % 3000 - 1000);
    PerLane<std::uint64_t> a{}, b{};
    for (std::size_t lane = 0; lane < 32; ++lane) {
      const std::uint64_t multiple = divisor == 0 ? random() : random() % (0x100000000u / divisor + 1) * divisor;
      a[lane] = (multiple + lane % 3 - 1) & 0xffffffffu;
      b[lane] = divisor;
    }
    check_values(c, {a, b, a}, kAllLanes, false, round % 5 == 0);
    if (HasFatalFailure()) return;
  }
}

Instruction plain(Opcode opcode, ValueType type) {
  Instruction i;
  i.opcode = opcode;
  i.type = type;
  return i;
}
Instruction convert(ValueType to, ValueType from, Rounding rounding = Rounding::kDefault) {
  Instruction i = plain(Opcode::kConvert, to);
  i.source_type = from;
  i.rounding = rounding;
  return i;
}
std::uint64_t f32(float x) { return exec::float_bits(x); }
std::uint64_t f64(double x) { return exec::double_bits(x); }

TEST(ExecScalar, IntegersFollowPtx) {
  EXPECT_EQ(exec::evaluate(plain(Opcode::kDiv, ValueType::kS32), {7, 0, 0}), 0xffffffffu);
  EXPECT_EQ(exec::evaluate(plain(Opcode::kRem, ValueType::kS32), {7, 0, 0}), 7u);
  EXPECT_EQ(exec::evaluate(plain(Opcode::kDiv, ValueType::kS32), {0x80000000u, 0xffffffffu, 0}), 0x80000000u);
  EXPECT_EQ(exec::evaluate(plain(Opcode::kDiv, ValueType::kS64), {0x8000000000000000u, ~0ull, 0}), 0x8000000000000000u);
  EXPECT_EQ(exec::evaluate(plain(Opcode::kShl, ValueType::kS32), {1, 32, 0}), 0u);
  EXPECT_EQ(exec::evaluate(plain(Opcode::kShr, ValueType::kS32), {0x80000000u, 99, 0}), 0xffffffffu);
  EXPECT_EQ(exec::evaluate(plain(Opcode::kMulHi, ValueType::kU64), {~0ull, ~0ull, 0}), ~0ull - 1);
  EXPECT_EQ(exec::evaluate(plain(Opcode::kMulHi, ValueType::kS64), {~0ull, ~0ull, 0}), 0u);
  EXPECT_EQ(exec::evaluate(plain(Opcode::kAdd, ValueType::kS8), {127, 1, 0}), 0xffffff80u);
}

TEST(ExecScalar, FloatsFollowPtx) {
  EXPECT_EQ(exec::evaluate(plain(Opcode::kMin, ValueType::kF32), {f32(NAN), f32(2), 0}), f32(2));
  EXPECT_EQ(exec::evaluate(plain(Opcode::kMin, ValueType::kF32), {f32(0.0f), f32(-0.0f), 0}), f32(-0.0f));
  EXPECT_EQ(exec::evaluate(plain(Opcode::kMax, ValueType::kF64), {f64(-0.0), f64(0.0), 0}), f64(0.0));
  EXPECT_EQ(exec::evaluate(plain(Opcode::kSub, ValueType::kF32), {f32(INFINITY), f32(INFINITY), 0}), 0x7fffffffu);
  // One rounding: (1 + 2^-12)^2 - 1 keeps its last bit.
  const float x = 1.0f + 0x1p-12f;
  EXPECT_EQ(exec::evaluate(plain(Opcode::kFma, ValueType::kF32), {f32(x), f32(x), f32(-1.0f)}),
            f32(0x1p-11f + 0x1p-24f));
  EXPECT_EQ(exec::evaluate(plain(Opcode::kMul, ValueType::kF32), {f32(0x1p-100f), f32(0x1p-40f), 0}),
            f32(0x1p-140f));  // denormals stay
}

TEST(ExecScalar, ConversionsSaturateAndRound) {
  EXPECT_EQ(exec::evaluate(convert(ValueType::kS32, ValueType::kF32), {f32(3e9f), 0, 0}), 0x7fffffffu);
  EXPECT_EQ(exec::evaluate(convert(ValueType::kS32, ValueType::kF32), {f32(-3e9f), 0, 0}), 0x80000000u);
  EXPECT_EQ(exec::evaluate(convert(ValueType::kS32, ValueType::kF32), {f32(NAN), 0, 0}), 0u);
  EXPECT_EQ(exec::evaluate(convert(ValueType::kU32, ValueType::kF32), {f32(-1.0f), 0, 0}), 0u);
  EXPECT_EQ(exec::evaluate(convert(ValueType::kU64, ValueType::kF64), {f64(1.5e19), 0, 0}), 15000000000000000000ull);
  EXPECT_EQ(exec::evaluate(convert(ValueType::kS32, ValueType::kF32, Rounding::kNearest), {f32(2.5f), 0, 0}), 2u);
  EXPECT_EQ(exec::evaluate(convert(ValueType::kS32, ValueType::kF32, Rounding::kUp), {f32(2.1f), 0, 0}), 3u);
  EXPECT_EQ(exec::evaluate(convert(ValueType::kF32, ValueType::kS32, Rounding::kZero), {16777217, 0, 0}),
            f32(16777216.0f));
  EXPECT_EQ(exec::evaluate(convert(ValueType::kF32, ValueType::kS32, Rounding::kUp), {16777217, 0, 0}),
            f32(16777218.0f));
  EXPECT_EQ(exec::evaluate(convert(ValueType::kF32, ValueType::kU64, Rounding::kDown), {~0ull, 0, 0}),
            f32(0x1.fffffep63f));
  EXPECT_EQ(
      exec::evaluate(convert(ValueType::kF32, ValueType::kF64, Rounding::kZero), {f64(1.0 + 0x1p-24 + 0x1p-30), 0, 0}),
      f32(1.0f));
}

TEST(ExecScalar, HalvesGoThereAndBack) {
  for (std::uint32_t h = 0; h < 0x10000; ++h) {
    if ((h & 0x7c00) == 0x7c00 && (h & 0x3ff) != 0) continue;
    ASSERT_EQ(exec::float_to_half(exec::half_to_float(static_cast<std::uint16_t>(h))), h);
  }
  EXPECT_EQ(exec::float_to_half(65519.9f), 0x7bff);
  EXPECT_EQ(exec::float_to_half(65520.0f), 0x7c00);
}

TEST(ExecScalar, InverseErrorFunctionInverts) {
  Instruction i = plain(Opcode::kMath, ValueType::kF64);
  i.math = MathFunction::kErfinv;
  for (double x = -0.999; x < 1.0; x += 0.0137)
    EXPECT_NEAR(std::erf(exec::bits_double(exec::evaluate(i, {f64(x), 0, 0}))), x, 1e-14);
}

}  // namespace
}  // namespace warpglass
