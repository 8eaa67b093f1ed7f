// Memory instructions of the executor: the shape memo against the definition over generated cases, faults with their
// words, generic and local addresses, atomics, printing, and what a launch may ask for.
#include <gtest/gtest.h>

#include <numeric>
#include <random>

#include "sim/memory/banks.h"
#include "sim/memory/coalesce.h"
#include "tests/unit/exec_builder.h"

namespace warpglass {
namespace {

using testing::buffer;
using testing::launch_of;
using testing::ProgramBuilder;
using testing::Ran;

constexpr ValueType kU = ValueType::kU32;

// Which index each lane asks for, turn by turn.
class Indices {
 public:
  explicit Indices(std::uint64_t seed) : random_(seed) {}
  // `count` elements may be asked for. Some shapes come again at another start, which is what the memo is for.
  PerLane<std::uint32_t> next(std::uint32_t count) {
    if (random_() % 3 == 0) make(count);
    std::uint32_t most = *std::max_element(shape_.begin(), shape_.end());
    const std::uint32_t start = static_cast<std::uint32_t>(random_()) % (count - most);
    PerLane<std::uint32_t> out = shape_;
    for (std::uint32_t& v : out) v += start;
    return out;
  }
  LaneMask mask() {
    switch (random_() % 6) {
      case 0:
        return static_cast<LaneMask>(random_()) | 1u << (random_() % 32);
      case 1:
        return first_lanes(static_cast<int>(random_() % 32 + 1));
      case 2:
        return LaneMask{1} << (random_() % 32);
      default:
        return kAllLanes;
    }
  }

 private:
  void make(std::uint32_t count) {
    const std::uint32_t stride =
        static_cast<std::uint32_t>(random_()) % std::max<std::uint32_t>(1, std::min(40u, count / 33));
    const std::uint64_t kind = random_() % 5;
    std::iota(shape_.begin(), shape_.end(), 0);
    if (kind == 1) std::shuffle(shape_.begin(), shape_.end(), random_);
    for (std::uint32_t lane = 0; lane < 32; ++lane) {
      if (kind == 0 || kind == 1) shape_[lane] *= stride;
      if (kind == 2) shape_[lane] = static_cast<std::uint32_t>(random_()) % (count / 2);
      if (kind == 3) shape_[lane] ^= 1u << (random_() % 5);
      if (kind == 4) shape_[lane] = lane / 4 * stride;
    }
  }
  std::mt19937_64 random_;
  PerLane<std::uint32_t> shape_{};
};

struct Shape {
  Space space;
  ValueType type;
  std::uint8_t vector;
  bool store;
};

constexpr std::uint32_t kElements = 2048, kTurns = 400;

// for (turn) { index = table[turn][lane]; if (index is not 0xffffffff) load or store element `index`; }
std::shared_ptr<const Program> turning_kernel(const Shape& s, std::uint32_t& pc) {
  ProgramBuilder b;
  const std::uint32_t bytes = value_type_bytes(s.type) * s.vector;
  const Register data = b.pointer("data", s.type), table = b.pointer("table"), out = b.pointer("out");
  const Register lane = b.input(InputKind::kThreadIdX), one = b.constant(1), turn = b.reg(),
                 sum = b.reg(value_type_is_wide(s.type));
  const bool wide = value_type_is_wide(s.type);
  const ValueType raw = wide ? ValueType::kU64 : kU;
  const Register zero = b.constant(0, raw);
  b.emit(Opcode::kMove, kU, turn, {b.constant(0)});
  b.emit(Opcode::kMove, raw, sum, {zero});
  const std::uint32_t head = b.here();
  const Register index = b.load(b.element(table, b.op(Opcode::kMad, kU, {turn, b.constant(32), lane})));
  const std::uint32_t skip = b.branch(b.compare(Compare::kEq, kU, index, b.constant(0xffffffffu)));
  Register address = b.element(data, index, bytes);
  if (s.space == Space::kShared) address = b.op(Opcode::kMul, kU, {index, b.constant(bytes)});
  if (s.store) {
    const Register first = b.reg(wide);
    for (int v = 1; v < s.vector; ++v) b.reg(wide);
    for (std::uint32_t v = 0; v < s.vector; ++v) {
      if (wide) {
        b.emit(Opcode::kConvert, ValueType::kU64, first + v, {turn}).source_type = kU;
        b.emit(Opcode::kAdd, raw, first + v, {first + v, b.constant(v, raw)});
      } else {
        b.emit(Opcode::kAdd, kU, first + v, {turn, b.constant(v)});
      }
    }
    pc = b.here();
    b.emit(Opcode::kStore, s.type, kNoRegister, {address, first}).space = s.space;
    b.program().code.back().vector = s.vector;
  } else {
    const Register first = b.reg(wide);
    for (int v = 1; v < s.vector; ++v) b.reg(wide);
    pc = b.here();
    b.emit(Opcode::kLoad, s.type, first, {address}).space = s.space;
    b.program().code.back().vector = s.vector;
    for (std::uint32_t v = 0; v < s.vector; ++v) {
      b.emit(Opcode::kMul, raw, sum, {sum, b.constant(31, raw)});
      b.emit(Opcode::kAdd, raw, sum, {sum, first + v});
    }
  }
  b.patch(skip, b.here(), b.here());
  b.emit(Opcode::kAdd, kU, turn, {turn, one});
  const std::uint32_t back = b.branch(b.compare(Compare::kLt, kU, turn, b.constant(kTurns)));
  b.patch(back, head, b.here());
  b.store(b.element(out, lane, 8), sum, raw);
  b.exit();
  if (s.space == Space::kShared) b.program().static_shared_bytes = kElements * bytes;
  return b.take();
}

struct Expected {
  std::uint64_t requests = 0, first = 0, second = 0;  // sectors and lines, or wavefronts and conflicts
};

Expected by_definition(const Shape& s, const std::vector<Number>& table, std::uint64_t base) {
  Expected e;
  Access access;
  access.operation = s.store ? Operation::kStore : Operation::kLoad;
  access.space = s.space;
  access.bytes = static_cast<std::uint8_t>(value_type_bytes(s.type) * s.vector);
  for (std::size_t turn = 0; turn < kTurns; ++turn) {
    access.lanes = 0;
    for (std::size_t lane = 0; lane < 32; ++lane) {
      const auto index = static_cast<std::uint32_t>(table[turn * 32 + lane].integer);
      if (index == 0xffffffffu) continue;
      access.lanes |= 1u << lane;
      access.address[lane] = (s.space == Space::kShared ? 0 : base) + std::uint64_t{index} * access.bytes;
    }
    ++e.requests;
    if (s.space == Space::kShared) {
      const BankAccess all = banks(access);
      e.first += all.wavefronts;
      e.second += all.conflicts;
    } else {
      const Coalesced all = coalesce(access);
      e.first += all.sectors_counted;
      e.second += all.lines.size();
    }
  }
  return e;
}

std::vector<Number> make_table(std::uint64_t seed) {
  Indices indices(seed);
  std::vector<Number> table;
  for (std::uint32_t turn = 0; turn < kTurns; ++turn) {
    const auto index = indices.next(kElements);
    const LaneMask mask = indices.mask();
    for (std::size_t lane = 0; lane < 32; ++lane)
      table.push_back(Number::of(has_lane(mask, static_cast<int>(lane)) ? index[lane] : 0xffffffffu));
  }
  return table;
}

void compare_ways(const Shape& s, std::uint64_t seed) {
  std::uint32_t pc = 0;
  const auto program = turning_kernel(s, pc);
  const std::uint64_t bytes = value_type_bytes(s.type) * s.vector;
  Launch launch =
      launch_of({}, {32, 1, 1}, {buffer(kElements * bytes / 4 + 4, FillKind::kIota), buffer(kTurns * 32), buffer(64)});
  BufferArgument& table = std::get<BufferArgument>(launch.args[1].value);
  table.fill.kind = FillKind::kData;
  table.fill.data = make_table(seed);
  RunOptions fast, baseline, observed;
  Sink silent;
  baseline.force_baseline = true;
  observed.sink = &silent;
  const Ran a = testing::run(program, launch, fast), b = testing::run(program, launch, baseline),
            c = testing::run(program, launch, observed);
  ASSERT_TRUE(a.result.completed) << a.result.faults[0].message;
  EXPECT_EQ(state_hash(*a.launch, a.result), state_hash(*b.launch, b.result)) << "baseline and AVX2";
  EXPECT_EQ(state_hash(*a.launch, a.result), state_hash(*c.launch, c.result)) << "memo and definition";
  const Expected e = by_definition(s, table.fill.data, a.launch->memory.buffer(0).address);
  const Counters& n = a.result.by_instruction[pc];
  EXPECT_EQ(n.warp_instructions, e.requests);
  const bool shared = s.space == Space::kShared;
  EXPECT_EQ(shared ? (s.store ? n.shared_store_requests : n.shared_load_requests)
                   : (s.store ? n.global_store_requests : n.global_load_requests),
            e.requests);
  EXPECT_EQ(shared ? (s.store ? n.shared_store_wavefronts : n.shared_load_wavefronts)
                   : (s.store ? n.global_store_sectors : n.global_load_sectors),
            e.first);
  EXPECT_EQ(shared ? (s.store ? n.bank_conflicts_store : n.bank_conflicts_load)
                   : (s.store ? n.global_store_lines : n.global_load_lines),
            e.second);
}

void compare_all(std::uint64_t first_seed, std::uint64_t seeds) {
  for (const Space space : {Space::kGlobal, Space::kShared}) {
    for (const bool store : {false, true}) {
      for (const auto& [type, vector] : std::vector<std::pair<ValueType, std::uint8_t>>{{ValueType::kS8, 1},
                                                                                        {ValueType::kU8, 4},
                                                                                        {ValueType::kU16, 1},
                                                                                        {ValueType::kS16, 2},
                                                                                        {ValueType::kU32, 1},
                                                                                        {ValueType::kF32, 2},
                                                                                        {ValueType::kU32, 4},
                                                                                        {ValueType::kU64, 1},
                                                                                        {ValueType::kF64, 2}}) {
        for (std::uint64_t seed = first_seed; seed < first_seed + seeds; ++seed) {
          const Shape s{space, type, vector, store};
          compare_ways(s, seed);
          if (::testing::Test::HasFailure()) {
            FAIL() << space_name(space) << (store ? " store " : " load ") << value_type_name(type) << "x" << int(vector)
                   << " seed " << seed;
          }
        }
      }
    }
  }
}

TEST(ExecMemory, MemoCountsAndMovesAsTheDefinition) { compare_all(1, 4); }
TEST(ExecMemory, LongMemoCountsAndMovesAsTheDefinition) { compare_all(100, 80); }

std::string fault_of(const Ran& ran) { return ran.result.faults.empty() ? "no fault" : ran.result.faults[0].message; }

// out[i * step + shift], i the thread
Ran store_at(std::uint64_t step, std::uint64_t shift, ValueType type, std::uint64_t count) {
  ProgramBuilder b;
  const Register out = b.pointer("A"), t = b.input(InputKind::kThreadIdX);
  const Register block = b.input(InputKind::kBlockIdX), width = b.input(InputKind::kBlockDimX);
  const Register i = b.op(Opcode::kMad, kU, {block, width, t});
  const Register address =
      b.op(Opcode::kAdd, ValueType::kU64, {b.element(out, i, step), b.constant(shift, ValueType::kU64)});
  b.store(address, value_type_is_wide(type) ? address : t, type);
  b.exit();
  return testing::run(b.take(), launch_of({4, 1, 1}, {64, 1, 1}, {buffer(count)}));
}

TEST(ExecFaults, PastTheEndNamesTheElement) {
  const Ran ran = store_at(4, 0, kU, 200);
  ASSERT_EQ(ran.result.faults.size(), 1u);
  const Diagnostic& f = ran.result.faults[0];
  EXPECT_EQ(f.kind, FaultKind::kBounds);
  EXPECT_EQ(f.object, "A[200]");
  EXPECT_EQ(f.message,
            "block (3,0,0), thread (8,0,0) (warp 0, lane 8) writes A[200], right after the end of A (200 elements)");
  ASSERT_TRUE(f.place.has_value());
  EXPECT_EQ(f.place->block, 3u);
  EXPECT_EQ(f.place->lane, 8u);
  EXPECT_EQ(*f.address, ran.launch->memory.buffer(0).address + 800);
  EXPECT_NE(f.span.line, 0u);
  // What came before stays, in memory and in the counts.
  EXPECT_EQ(ran.values<std::uint32_t>(0)[191], 63u);
  EXPECT_EQ(ran.result.total.global_store_requests, 6u);
  EXPECT_EQ(ran.result.blocks_done, 3u);
  EXPECT_FALSE(ran.result.completed);
}

TEST(ExecFaults, BeforeTheStartMisalignedNullAndWild) {
  EXPECT_NE(fault_of(store_at(4, static_cast<std::uint64_t>(-8), kU, 300))
                .find("writes A[-2], 8 bytes before the start of A"),
            std::string::npos);
  const Ran odd = store_at(4, 2, kU, 300);
  EXPECT_EQ(odd.result.faults.at(0).kind, FaultKind::kMisaligned);
  EXPECT_NE(fault_of(odd).find("not a multiple of 4"), std::string::npos);
  EXPECT_EQ(store_at(4, 0, ValueType::kU64, 600).result.faults.at(0).kind, FaultKind::kMisaligned);
  ProgramBuilder b;
  b.store(b.constant(0, ValueType::kU64), b.constant(1));
  b.exit();
  const Ran null = testing::run(b.take(), launch_of({}, {1, 1, 1}, {}));
  EXPECT_NE(fault_of(null).find("null pointer"), std::string::npos) << fault_of(null);
  ProgramBuilder w;
  w.store(w.constant(0x123456789000, ValueType::kU64), w.constant(1));
  w.exit();
  const Ran wild = testing::run(w.take(), launch_of({}, {1, 1, 1}, {}));
  EXPECT_NE(fault_of(wild).find("wild address 0x123456789000"), std::string::npos) << fault_of(wild);
}

TEST(ExecFaults, SharedAndLocalHaveTheirOwnBounds) {
  ProgramBuilder b;
  Variable tile;
  tile.name = "tile";
  tile.bytes = 128;
  b.program().shared_variables.push_back(tile);
  b.program().static_shared_bytes = 128;
  const Register t = b.input(InputKind::kThreadIdX);
  b.store(b.op(Opcode::kMad, kU, {t, b.constant(4), b.constant(4)}), t, kU, Space::kShared);
  b.exit();
  const Ran shared = testing::run(b.take(), launch_of({}, {32, 1, 1}, {}));
  EXPECT_EQ(shared.result.faults.at(0).object, "tile[32]");
  EXPECT_NE(fault_of(shared).find("byte 128 of shared memory"), std::string::npos) << fault_of(shared);
  EXPECT_EQ(shared.result.total.shared_store_requests, 0u);
  ProgramBuilder l;
  l.program().local_bytes = 16;
  l.store(l.constant(16), l.constant(1), kU, Space::kLocal);
  l.exit();
  EXPECT_NE(fault_of(testing::run(l.take(), launch_of({}, {32, 1, 1}, {}))).find("local memory"), std::string::npos);
}

TEST(ExecMemory, GenericAddressesLandWhereTheyPoint) {
  ProgramBuilder b;
  b.program().static_shared_bytes = 256;
  b.program().local_bytes = 8;
  const Register out = b.pointer("out"), t = b.input(InputKind::kThreadIdX);
  const Register offset = b.op(Opcode::kMul, kU, {t, b.constant(4)});
  const Register shared = b.reg(true), local = b.reg(true);
  b.emit(Opcode::kToGeneric, ValueType::kU64, shared, {offset}).space = Space::kShared;
  b.emit(Opcode::kToGeneric, ValueType::kU64, local, {b.constant(4)}).space = Space::kLocal;
  b.store(shared, t, kU, Space::kGeneric);
  b.store(local, b.op(Opcode::kAdd, kU, {t, b.constant(100)}), kU, Space::kGeneric);
  const Register odd = b.op(Opcode::kAnd, kU, {t, b.constant(1)}), mixed = b.reg(true);
  b.emit(Opcode::kSelect, ValueType::kU64, mixed, {local, shared, odd});
  b.store(b.element(out, t), b.load(mixed, kU, Space::kGeneric), kU, Space::kGeneric);
  b.exit();
  const Ran ran = testing::run(b.take(), launch_of({}, {32, 1, 1}, {buffer(32)}));
  ASSERT_TRUE(ran.result.completed) << fault_of(ran);
  const auto v = ran.values<std::uint32_t>(0);
  for (std::uint32_t i = 0; i < 32; ++i) EXPECT_EQ(v[i], i % 2 == 0 ? i : i + 100);
  const Counters& n = ran.result.total;
  EXPECT_EQ(n.inst_shared_store, 1u);
  EXPECT_EQ(n.inst_local_store, 1u);
  EXPECT_EQ(n.inst_shared_load, 1u);
  EXPECT_EQ(n.inst_local_load, 1u);
  EXPECT_EQ(n.inst_global_store, 1u);
}

TEST(ExecMemory, AtomicsCountAndAddUp) {
  ProgramBuilder b;
  b.program().static_shared_bytes = 4;
  const Register out = b.pointer("out"), t = b.input(InputKind::kThreadIdX), zero = b.constant(0), one = b.constant(1);
  Instruction& add = b.emit(Opcode::kAtomic, kU, kNoRegister, {out, one});
  add.operand_is_one = true;
  const Register old = b.reg();
  b.emit(Opcode::kAtomic, kU, old, {zero, t}).space = Space::kShared;
  b.emit(Opcode::kAtomic, ValueType::kF32, kNoRegister, {b.element(out, one), b.constant(0x3f800000)});
  b.emit(Opcode::kAtomic, kU, kNoRegister, {b.element(out, b.constant(2)), old}).atomic = AtomicKind::kMax;
  b.exit();
  const Ran ran = testing::run(b.take(), launch_of({3, 1, 1}, {64, 1, 1}, {buffer(4)}));
  ASSERT_TRUE(ran.result.completed) << fault_of(ran);
  const auto v = ran.values<std::uint32_t>(0);
  EXPECT_EQ(v[0], 192u);
  EXPECT_EQ(v[1], 0x43400000u);  // 192.0f
  EXPECT_EQ(v[2], 63u * 62u / 2u);
  const Counters& n = ran.result.total;
  EXPECT_EQ(n.inst_global_atomic, 18u);
  EXPECT_EQ(n.global_red_requests, 18u);
  EXPECT_EQ(n.inst_shared_atomic, 6u);
  EXPECT_EQ(n.shared_atomic_wavefronts, 6u * 32u);
}

TEST(ExecMemory, PrintfIsFormattedForEachLane) {
  ProgramBuilder b;
  const Register t = b.input(InputKind::kThreadIdX), x = b.constant(0x4009'21fb'5444'2d18, ValueType::kF64);
  b.program().strings = {"pi"};
  Print print;
  print.format = "%d%% %s=%.3f %5x|%-4u|%lld\n";
  print.args = {t, x, x, t, t, t};
  print.types = {ValueType::kS32, ValueType::kU64, ValueType::kF64, kU, kU, ValueType::kS32};
  print.string = {-1, 0, -1, -1, -1, -1};
  b.program().prints.push_back(print);
  b.emit(Opcode::kPrint, kU, kNoRegister, {});
  b.exit();
  const Ran ran = testing::run(b.take(), launch_of({}, {11, 1, 1}, {}));
  ASSERT_EQ(ran.result.printed.size(), 11u);
  EXPECT_EQ(ran.result.printed[10], "10% pi=3.142     a|10  |10\n");
}

std::string refusal(const Launch& launch, std::uint32_t static_shared = 0, std::uint32_t bounds = 0) {
  ProgramBuilder b;
  b.pointer("A");
  Parameter n;
  n.name = "n";
  n.type_name = "int";
  n.offset = 8;
  n.bytes = 4;
  n.fields.push_back({"", ValueType::kS32, 0});
  b.program().parameters.push_back(n);
  b.program().parameter_bytes = 12;
  b.program().static_shared_bytes = static_shared;
  b.program().dynamic_shared_offset = static_shared;
  b.program().max_threads_per_block = bounds;
  b.exit();
  const Ran ran = testing::run(b.take(), launch);
  return ran.diagnostics.empty() ? "" : ran.diagnostics[0].message;
}

Argument number(std::int64_t v, const std::string& name = "") {
  return {name, ScalarArgument{ElementType::kInt32, Number::of(v), true}};
}

TEST(ExecPrepare, LimitsAreNamedWithTheirNumbers) {
  const std::vector<Argument> args = {buffer(4), number(4)};
  EXPECT_EQ(refusal(launch_of({}, {32, 1, 1}, args)), "");
  EXPECT_EQ(refusal(launch_of({}, {33, 33, 1}, args)),
            "a block of 33 x 33 x 1 has 1,089 threads; NVIDIA H200 allows 1,024");
  EXPECT_EQ(refusal(launch_of({}, {1, 1, 65}, args)), "the block's z is 65; NVIDIA H200 allows 64");
  EXPECT_EQ(refusal(launch_of({1, 0, 1}, {1, 1, 1}, args)), "the grid's y is 0; the least is 1");
  Launch shared = launch_of({}, {32, 1, 1}, args);
  shared.dynamic_shared = 65536;
  EXPECT_EQ(refusal(shared),
            "a block asks for 65,536 bytes of shared memory (0 static, 65,536 dynamic); NVIDIA H200 allows 49,152 "
            "without opting in");
  shared.shared_opt_in = true;
  EXPECT_EQ(refusal(shared), "");
  shared.dynamic_shared = 232448;
  EXPECT_EQ(refusal(shared), "");
  EXPECT_NE(refusal(shared, 4), "");
  EXPECT_NE(refusal(launch_of({}, {256, 1, 1}, args), 0, 128).find("__launch_bounds__"), std::string::npos);
}

TEST(ExecPrepare, ArgumentsByPositionAndName) {
  EXPECT_EQ(refusal(launch_of({}, {}, {number(4, "n"), buffer(4)})), "");
  EXPECT_EQ(refusal(launch_of({}, {}, {number(4), buffer(4)})),
            "the parameter A is unsigned*, a pointer, but a number is given");
  EXPECT_EQ(refusal(launch_of({}, {}, {buffer(4), buffer(4)})),
            "the parameter n is int, not a pointer, but a buffer is given");
  EXPECT_EQ(refusal(launch_of({}, {}, {buffer(4)})), "k(unsigned* A, int n) is not given its parameter n");
  EXPECT_EQ(refusal(launch_of({}, {}, {buffer(4), number(1), number(2)})),
            "3 arguments are given, but k(unsigned* A, int n) takes 2");
  EXPECT_EQ(refusal(launch_of({}, {}, {buffer(4), number(1, "m")})), "k(unsigned* A, int n) has no parameter named m");
  EXPECT_NE(refusal(launch_of({}, {}, {buffer(std::uint64_t{1} << 40), number(1)})).find("memory budget"),
            std::string::npos);
  Launch symbol = launch_of({}, {}, {buffer(4), number(1)});
  symbol.symbols.push_back({"w", ElementType::kFloat32, true, {Number::of(1)}});
  EXPECT_EQ(refusal(symbol), "k uses no __constant__ or __device__ variable named w");
}

}  // namespace
}  // namespace warpglass
