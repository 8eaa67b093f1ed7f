// A launch on several cores leaves the bytes, counts, faults and prints of one core, whatever the kernel does.
// "spreads": whether the blocks were really shared out, seen from run_spread() itself.
#include <gtest/gtest.h>

#include "exec_builder.h"
#include "sim/exec/spread.h"
#include "sim/lang/compile.h"

namespace warpglass {
namespace {

using testing::buffer;
using testing::Ran;

struct SpreadCase {
  const char* name;
  const char* source;
  bool spreads;
  std::uint64_t n = 1 << 16;  // elements of in and out
  std::uint64_t budget = 1'000'000'000;
};

// Every kernel is k(const int* in, int* out, int n), in blocks of 256 over n threads.
const SpreadCase kCases[] = {
    {"Copy", "int i = blockIdx.x * 256 + threadIdx.x; out[i] = in[i];", true},
    {"Scatter", "int i = blockIdx.x * 256 + threadIdx.x; out[(i * 40503u) % n] = in[i] + 1;", true},
    {"Bytes", "int i = blockIdx.x * 256 + threadIdx.x; ((unsigned char*)out)[i * 4 + i % 4] = (unsigned char)in[i];",
     true},
    {"Wide", "int i = blockIdx.x * 256 + threadIdx.x; if (i < n / 4) ((int4*)out)[i] = make_int4(i, 1, in[i], 3);",
     true},
    {"SomeLanes", "int i = blockIdx.x * 256 + threadIdx.x; if (i % 3 == 1) out[i] = in[n - 1 - i];", true},
    {"LocalAndShared",
     "__shared__ int s[256]; int a[4]; int i = blockIdx.x * 256 + threadIdx.x; for (int k = 0; k < 4; ++k) a[k] = k;"
     "s[threadIdx.x] = in[i]; __syncthreads(); out[i] = s[255 - threadIdx.x] + a[i % 4];",
     true},
    {"EveryoneWritesOne", "int i = blockIdx.x * 256 + threadIdx.x; out[i] = i; out[n - 1 - i] = in[i];", false},
    {"LastBlockWins", "int i = blockIdx.x * 256 + threadIdx.x; if (i % 256 == 0) out[0] = i; out[i | 1] = in[i];",
     false},
    {"FirstValueAgain", "int i = blockIdx.x; if (threadIdx.x == 0) out[i / 200] = i < 100 ? 5 : 0;", false},
    {"NeighbouringBytes",
     "int i = blockIdx.x * 256 + threadIdx.x; if (threadIdx.x == 0) ((unsigned char*)out)[blockIdx.x] = 7;", true},
    {"ReadsWhatItWrites", "int i = blockIdx.x * 256 + threadIdx.x; out[i] = out[(i + 300) % n] + in[i];", false},
    {"WildRead", "int i = blockIdx.x * 256 + threadIdx.x; out[i] = in[i + (n == 1 ? 0 : (out - in))];", false},
    {"WildWrite", "int i = blockIdx.x * 256 + threadIdx.x; (out + (in - (const int*)out))[i] = in[n - 1 - i];", false},
    {"GlobalAtomic", "int i = blockIdx.x * 256 + threadIdx.x; atomicExch(&out[in[i] % 7], i);", false},
    {"SpinsOnSharedLock",
     "__shared__ int lock; __shared__ float sum; if (threadIdx.x == 0) { lock = 0; sum = 0; } __syncthreads();"
     "bool done = false; while (!done) { if (atomicCAS(&lock, 0, 1) == 0) { sum = sum * 1.25f + threadIdx.x; "
     "__threadfence_block(); atomicExch(&lock, 0); done = true; } } __syncthreads();"
     "out[blockIdx.x * 256 + threadIdx.x] = __float_as_int(sum) + in[threadIdx.x];",
     true, 1 << 14},
    {"WaitsInALoop",
     "__shared__ int flag; flag = 0; __syncthreads(); if (threadIdx.x == 0) atomicExch(&flag, 1);"
     "while (atomicAdd(&flag, 0) == 0) {} out[blockIdx.x * 256 + threadIdx.x] = in[threadIdx.x];",
     false, 1 << 14},
    {"FaultsInTwoBlocks",
     "int i = blockIdx.x * 256 + threadIdx.x; out[i] = 1; if (blockIdx.x == 77 || blockIdx.x == 200) out[n + i] = 2;",
     false},
    {"Prints", "int i = blockIdx.x * 256 + threadIdx.x; out[i] = in[i]; if (threadIdx.x == 3) printf(\"%d \", i);",
     false},
    {"OneBlockRunsAway", "int i = blockIdx.x * 256 + threadIdx.x; for (;blockIdx.x == 100;) i += n; out[i] = i;", false,
     1 << 16, 200'000},
    {"BudgetInTheMiddle", "int i = blockIdx.x * 256 + threadIdx.x; out[i] = in[i];", false, 1 << 16, 5'000},
};

Launch launch_for(const SpreadCase& c) {
  Launch launch = testing::launch_of({c.n / 256, 1, 1}, {256, 1, 1},
                                     {buffer(c.n, FillKind::kIota, ElementType::kInt32), buffer(c.n), buffer(1)});
  launch.args[2] = {"", ScalarArgument{ElementType::kInt32, Number::of(static_cast<std::int64_t>(c.n)), true}};
  return launch;
}

std::shared_ptr<const Program> compile(const std::string& body) {
  const std::string source = "__global__ void k(const int* in, int* out, int n) { " + body + " }";
  CompiledKernel compiled = compile_kernel(parse_source("k.cu", source, {}), "k");
  if (!compiled.program) return nullptr;
  return std::make_shared<const Program>(std::move(*compiled.program));
}

class ExecSpread : public ::testing::TestWithParam<SpreadCase> {};

TEST_P(ExecSpread, IsEqualToOneCore) {
  const SpreadCase& c = GetParam();
  const auto program = compile(c.source);
  ASSERT_NE(program, nullptr);
  RunOptions options;
  options.instruction_budget = c.budget;
  const Ran one = testing::run(program, launch_for(c), options);
  for (const unsigned threads : {2u, 3u}) {
    options.threads = threads;
    const Ran more = testing::run(program, launch_for(c), options);
    EXPECT_EQ(state_hash(*one.launch, one.result), state_hash(*more.launch, more.result));
    EXPECT_EQ(one.result.completed, more.result.completed);
    EXPECT_EQ(one.result.blocks_done, more.result.blocks_done);
    EXPECT_EQ(one.result.printed, more.result.printed);
    ASSERT_EQ(one.result.faults.size(), more.result.faults.size());
    for (std::size_t i = 0; i < one.result.faults.size(); ++i)
      EXPECT_EQ(one.result.faults[i].message, more.result.faults[i].message);
  }
}

TEST_P(ExecSpread, SpreadsWhereItMay) {
  const SpreadCase& c = GetParam();
  const auto program = compile(c.source);
  ASSERT_NE(program, nullptr);
  const MachineSpec& machine = *find_machine("h200");
  const PrepareResult prepared = prepare_launch(program, launch_for(c), machine, std::uint64_t{1} << 30);
  exec::ProgramImage image;
  std::string error;
  ASSERT_TRUE(exec::make_image(*program, image, error));
  std::atomic<std::uint64_t> done{0};
  RunOptions options;
  options.threads = 2;
  options.instruction_budget = c.budget;
  options.blocks_done = &done;
  const auto parts = exec::run_spread(*prepared.launch, image, machine, options, c.n / 256);
  if (parts.empty())
    EXPECT_EQ(done.load(), 0u);  // as if nothing had been tried
  else
    EXPECT_EQ(done.load(), c.n / 256);
  if (c.spreads) {
    EXPECT_EQ(parts.size(), 2u);
  }
  // What must not be shared out never is; overlapping writes alone may by luck all fall to one worker.
  if (!c.spreads && !parts.empty()) {
    std::size_t busy = 0;
    for (const auto& part : parts) busy += part->blocks_done != 0;
    EXPECT_EQ(busy, 1u);
  }
}

INSTANTIATE_TEST_SUITE_P(Kernels, ExecSpread, ::testing::ValuesIn(kCases),
                         [](const auto& kernel) { return std::string(kernel.param.name); });

// What a sink hears, as text.
class Listener : public Sink {
 public:
  void block_started(std::uint64_t block) override { heard += "start " + std::to_string(block) + "\n"; }
  void block_finished(std::uint64_t block) override { heard += "finish " + std::to_string(block) + "\n"; }
  void access(const WarpPlace& place, const Access& event) override {
    heard += std::to_string(place.block) + " " + std::to_string(place.warp) + " " + std::to_string(place.sequence);
    for (const std::uint64_t address : event.address) heard += " " + std::to_string(address);
    heard += "\n";
  }
  std::string heard;
};

TEST(ExecSpreadSink, HearsItsBlockOnce) {
  for (const std::size_t which : {0u, 5u, 8u}) {  // spread; spread; for one core
    const auto program = compile(kCases[which].source);
    for (const std::uint64_t block : {0u, 131u, 100000u}) {
      Listener one, two;
      RunOptions options;
      options.sink_block = block;
      options.sink = &one;
      const Ran a = testing::run(program, launch_for(kCases[which]), options);
      options.threads = 2;
      options.sink = &two;
      const Ran b = testing::run(program, launch_for(kCases[which]), options);
      EXPECT_EQ(one.heard, two.heard);
      EXPECT_EQ(block < 256, !two.heard.empty());
      EXPECT_EQ(state_hash(*a.launch, a.result), state_hash(*b.launch, b.result));
      EXPECT_TRUE(b.result.completed);
    }
  }
}

TEST(ExecBudget, IsNeverPassedWithoutAWord) {
  const auto program = compile("int i = blockIdx.x * 256 + threadIdx.x; out[i] = in[i];");
  const SpreadCase c{"", "", true};
  RunOptions options;
  const std::uint64_t all = testing::run(program, launch_for(c), options).result.total.warp_instructions;
  for (const unsigned threads : {1u, 2u}) {
    options.threads = threads;
    options.instruction_budget = all;
    EXPECT_TRUE(testing::run(program, launch_for(c), options).result.completed);
    for (const std::uint64_t less : {all - 1, all - 3, all / 2, std::uint64_t{1}}) {
      options.instruction_budget = less;
      const Ran ran = testing::run(program, launch_for(c), options);
      EXPECT_FALSE(ran.result.completed);
      ASSERT_EQ(ran.result.faults.size(), 1u);
      EXPECT_EQ(ran.result.faults[0].kind, FaultKind::kBudget);
      EXPECT_LT(ran.result.total.warp_instructions, less + 100);
    }
  }
}

}  // namespace
}  // namespace warpglass
