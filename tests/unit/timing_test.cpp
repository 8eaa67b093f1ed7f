// The SM that the timing model replays: it goes forth and back to the same state, every warp-cycle has one reason, and
// the limits of a multiprocessor are what they say.
#include "sim/timing/timing.h"

#include <gtest/gtest.h>

#include "sim/lang/compile.h"

namespace warpglass {
namespace {

const char* kSource = R"(
__global__ void k(const float* in, float* out) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = in[blockIdx.x * 256 + t];
  __syncthreads();
  out[blockIdx.x * 256 + t] = s[(t * 17) % 256] * 2.0f;
}
)";

BufferArgument floats(std::uint64_t count) {
  BufferArgument buffer;
  buffer.count = count;
  return buffer;
}

std::shared_ptr<PreparedLaunch> prepared() {
  const ParsedSource parsed = parse_source("k.cu", kSource, {});
  CompiledKernel compiled = compile_kernel(parsed, "k");
  if (!compiled.program) return nullptr;
  Launch launch;
  launch.kernel = "k";
  launch.grid = {512, 1, 1};
  launch.block = {256, 1, 1};
  launch.args = {{"", floats(512 * 256)}, {"", floats(512 * 256)}};
  return prepare_launch(std::make_shared<const Program>(std::move(*compiled.program)), launch, *find_machine("h200"),
                        1u << 30)
      .launch;
}

TEST(Timing, SteppingForthAndBackGivesTheSameState) {
  const auto launch = prepared();
  ASSERT_NE(launch, nullptr);
  const PreparedTiming timing = prepare_timing(*launch, *find_machine("h200"));
  ASSERT_NE(timing.replay, nullptr) << timing.problem;
  SmRun straight(timing.replay);
  straight.run_to(1500);
  SmRun steps(timing.replay);
  steps.run_to(300);
  const SmRun keyframe = steps;
  steps.run_to(2200);
  SmRun again = keyframe;
  for (std::uint64_t cycle = 301; cycle <= 1500; cycle += 7) again.run_to(cycle);
  again.run_to(1500);
  EXPECT_EQ(again.state_hash(), straight.state_hash());
  EXPECT_NE(steps.state_hash(), straight.state_hash());
}

TEST(Timing, EveryCycleOfAWarpHasOneReason) {
  const auto launch = prepared();
  ASSERT_NE(launch, nullptr);
  const PreparedTiming timing = prepare_timing(*launch, *find_machine("h200"));
  ASSERT_NE(timing.replay, nullptr);
  SmRun run(timing.replay);
  EXPECT_FALSE(run.run_to(UINT64_MAX));
  ASSERT_FALSE(run.timeline().empty());
  for (const WarpTimeline& warp : run.timeline()) {
    ASSERT_FALSE(warp.segments.empty());
    EXPECT_EQ(warp.segments.back().kind, Stall::kDrain);
    for (std::size_t i = 1; i < warp.segments.size(); ++i)
      EXPECT_EQ(warp.segments[i].cycle, warp.segments[i - 1].cycle + warp.segments[i - 1].length);
  }
}

TEST(Timing, IsDeterministicAndHasTheSectorsOfTheAddresses) {
  const auto first = prepared(), second = prepared();
  ASSERT_NE(first, nullptr);
  const TimedResult a = time_launch(*first, *find_machine("h200"));
  const TimedResult b = time_launch(*second, *find_machine("h200"));
  ASSERT_TRUE(a.ok) << a.problem;
  EXPECT_EQ(a.time_cold_us, b.time_cold_us);
  EXPECT_EQ(a.stalls, b.stalls);
  EXPECT_EQ(a.l2_read_sectors, 512.0 * 256 * 4 / 32);
  EXPECT_EQ(a.l2_write_sectors, 512.0 * 256 * 4 / 32);
  EXPECT_EQ(a.occupancy.blocks, 8u);
}

TEST(Timing, OccupancyNamesItsLimit) {
  const MachineSpec& machine = *find_machine("h200");
  EXPECT_EQ(occupancy(machine, 32, 16, 0).blocks, 32u);
  EXPECT_STREQ(occupancy(machine, 32, 16, 0).limit(), "blocks");
  EXPECT_STREQ(occupancy(machine, 256, 16, 49152).limit(), "shared");
  EXPECT_EQ(occupancy(machine, 256, 16, 49152).blocks, 4u);
  EXPECT_STREQ(occupancy(machine, 1024, 64, 0).limit(), "registers");
  EXPECT_EQ(occupancy(machine, 1024, 255, 0).blocks, 0u);
}

}  // namespace
}  // namespace warpglass
