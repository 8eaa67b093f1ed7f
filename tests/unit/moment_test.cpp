// From a diagnostic back to the access it is about.
#include <gtest/gtest.h>

#include "sim/session.h"
#include "sim/views/moment.h"

namespace warpglass {
namespace {

std::shared_ptr<const SessionResult> run(const std::string& source, std::uint64_t threads, std::uint32_t warp,
                                         bool checks, std::uint64_t elements) {
  SessionInput input;
  input.source_name = "k.cu";
  input.source = source;
  input.launch.block = {threads, 1, 1};
  input.launch.args = {{"out", BufferArgument{ElementType::kFloat32, elements, {}, true}}};
  input.probe_warp = warp;
  input.checks = checks;
  return Session().update(input, {});
}

constexpr const char* kRounds = R"(__global__ void k(float* out) {
  __shared__ float s[64];
  for (int i = 0; i < 5; ++i) {
    if (threadIdx.x < 32) s[threadIdx.x] = i;
    if (i != 3) __syncthreads();
    if (i == 3 && threadIdx.x == 40) out[0] = s[7];
    __syncthreads();
  }
})";

TEST(Moment, ARaceIsFoundInItsRound) {
  const auto first = run(kRounds, 64, 1, true, 64);
  ASSERT_EQ(first->faults.size(), 1u);
  const Diagnostic& race = first->faults[0];
  EXPECT_EQ(race.kind, FaultKind::kRace);
  EXPECT_EQ(race.when.barriers, 6u);  // two a round
  const ProbedAccess* own = find_moment(*first, *race.place, race.when, race.address);
  ASSERT_NE(own, nullptr);
  EXPECT_EQ(first->sites[own->site].span.line, 6u);
  EXPECT_EQ(own->sequence, race.when.sequence);
  EXPECT_EQ(lanes_touching(own->access, *race.address), LaneMask{1} << 8);
  const auto second = run(kRounds, 64, 0, true, 64);
  const ProbedAccess* other = find_moment(*second, race.other->who, race.other->when, race.address);
  ASSERT_NE(other, nullptr);
  EXPECT_EQ(other->occurrence, 3u);
  EXPECT_EQ(lanes_touching(other->access, *race.address), LaneMask{1} << 7);
  EXPECT_EQ(find_moment(*second, *race.place, race.when, race.address), nullptr);  // of the other warp
}

// The write before the read, not the one after it, where no barrier tells the rounds apart.
TEST(Moment, InsideOneWarpTheOtherCameBefore) {
  const auto result = run(R"(__global__ void k(float* out) {
  __shared__ float s[32];
  for (int i = 0; i < 4; ++i) {
    s[threadIdx.x] = i;
    if (i == 1 && threadIdx.x == 3) out[0] = s[9];
  }
})",
                          32, 0, true, 32);
  ASSERT_FALSE(result->faults.empty());
  const Diagnostic& race = result->faults[0];
  const ProbedAccess* other = find_moment(*result, race.other->who, race.other->when, race.address);
  ASSERT_NE(other, nullptr);
  EXPECT_EQ(other->occurrence, 1u);
}

TEST(Moment, WhatWasRefusedIsKeptWhole) {
  const std::string source = "__global__ void k(float* out) { out[threadIdx.x] = 1; }";
  const auto checked = run(source, 32, 0, true, 20);
  ASSERT_EQ(checked->faults.size(), 1u);
  ASSERT_EQ(checked->probed.size(), 1u);
  EXPECT_EQ(checked->probed[0].access.lanes, kAllLanes);
  EXPECT_EQ(checked->probed[0].refused, kAllLanes << 20);
  const Diagnostic& fault = checked->faults[0];
  EXPECT_EQ(find_moment(*checked, *fault.place, fault.when, fault.address), checked->probed.data());
  const auto plain = run(source, 32, 0, false, 20);
  ASSERT_EQ(plain->diagnostics.size(), 1u);
  ASSERT_EQ(plain->probed.size(), 1u);
  const Diagnostic& stop = plain->diagnostics[0];
  EXPECT_EQ(find_moment(*plain, *stop.place, stop.when, stop.address), plain->probed.data());
}

TEST(Moment, TheEndOfTheAddressSpace) {
  Access access;
  access.lanes = 3;
  access.bytes = 8;
  access.address[0] = UINT64_MAX - 7;
  access.address[1] = UINT64_MAX - 2;
  EXPECT_TRUE(touches(access, 0, UINT64_MAX));
  EXPECT_FALSE(touches(access, 0, 0));
  EXPECT_TRUE(touches(access, 1, UINT64_MAX));
  EXPECT_EQ(lanes_touching(access, UINT64_MAX - 1), LaneMask{3});
}

}  // namespace
}  // namespace warpglass
