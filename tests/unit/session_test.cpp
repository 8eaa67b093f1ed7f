// The session: results of the shipped transpose, caches that never answer for something else, faults and partial runs.
#include "sim/session.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>

#include "app/scene/scene_input.h"

namespace warpglass {
namespace {

SessionInput transpose(std::int64_t pad) {
  const SceneLibrary library = load_scenes(std::string(WARPGLASS_SOURCE_DIR) + "/assets");
  const Scene* found = find_scene(library, "transpose");
  SessionInput input;
  if (found == nullptr) return input;
  Scene scene = *found;
  SceneError error;
  set_knob(scene, "pad", pad);
  EXPECT_TRUE(scene_input(scene, input, error)) << error.message;
  return input;
}

SessionInput small(const std::string& source, std::uint64_t grid = 2) {
  SessionInput input;
  input.source_name = "k.cu";
  input.source = source;
  input.launch.kernel = "k";
  input.launch.grid = {grid, 1, 1};
  input.launch.block = {32, 1, 1};
  BufferArgument buffer;
  buffer.type = ElementType::kInt32, buffer.count = 32 * grid;
  input.launch.args.push_back({"a", buffer});
  return input;
}

std::string first_message(const SessionResult& result) {
  return result.diagnostics.empty() ? "" : result.diagnostics.front().message;
}

const AccessSite* site_of(const SessionResult& result, const std::string& text) {
  for (const AccessSite& site : result.sites)
    if (site.text == text) return &site;
  return nullptr;
}

const std::string kCopy = "__global__ void k(int* a) { a[blockIdx.x * 32 + threadIdx.x] = 1; }";

TEST(Session, PaddingTakesTheTowerDown) {
  Session session;
  for (const std::uint64_t pad : {0u, 1u}) {
    const auto result = session.update(transpose(static_cast<std::int64_t>(pad)), {});
    ASSERT_NE(result->launch, nullptr) << first_message(*result);
    EXPECT_TRUE(result->run.completed);
    EXPECT_FALSE(result->partial);
    const AccessSite* read = site_of(*result, "buffer[localCol * pitch + localRow]");
    const AccessSite* load = site_of(*result, "A[srcRow * n + srcCol]");
    ASSERT_NE(read, nullptr);
    ASSERT_NE(load, nullptr);
    EXPECT_EQ(read->requests, 2048u);
    EXPECT_EQ(read->cost, pad == 0 ? 65'536u : 2048u);
    EXPECT_EQ(read->best, 2048u);
    EXPECT_EQ(load->cost, 8192u);
    EXPECT_EQ(load->best, 8192u);
    EXPECT_EQ(result->sites.size(), 4u);
    EXPECT_EQ(result->probed.size(), 4u);
    for (const ProbedAccess& probed : result->probed) {
      EXPECT_EQ(probed.occurrence, 0u);
      EXPECT_EQ(probed.access.space, result->sites[probed.site].space);
    }
  }
}

TEST(Session, AnswersAreAsFreshOnes) {
  Session kept;
  for (const std::int64_t pad : {0, 1, 0, 2, 1}) {
    Session fresh;
    const auto a = kept.update(transpose(pad), {});
    const auto b = fresh.update(transpose(pad), {});
    ASSERT_NE(a->launch, nullptr);
    ASSERT_NE(b->launch, nullptr);
    EXPECT_EQ(state_hash(*a->launch, a->run), state_hash(*b->launch, b->run));
  }
}

TEST(Session, KeepsTheProgramOfAnUnchangedSource) {
  Session session;
  const auto a = session.update(transpose(0), {});
  const auto b = session.update(transpose(1), {});
  EXPECT_EQ(a->program, b->program);
  EXPECT_EQ(a->generation + 1, b->generation);
}

TEST(Session, AChangedIncludeIsSeen) {
  Session session;
  std::string header = "#define VALUE 1\n";
  SessionInput input = small("#include \"v.h\"\n__global__ void k(int* a) { a[threadIdx.x] = VALUE; }", 1);
  input.include = [&](const std::string& name) -> std::optional<std::string> {
    if (name != "v.h") return std::nullopt;
    return header;
  };
  const auto value = [&] {
    const auto result = session.update(input, {});
    EXPECT_NE(result->launch, nullptr) << first_message(*result);
    return result->launch == nullptr ? 0 : static_cast<int>(result->launch->memory.buffer(0).data[0]);
  };
  EXPECT_EQ(value(), 1);
  header = "#define VALUE 2\n";
  EXPECT_EQ(value(), 2);
  input.launch.defines["UNUSED"] = "1";
  EXPECT_EQ(value(), 2);
}

TEST(Session, ProbesTheWarpItIsToldTo) {
  Session session;
  SessionInput input = small(kCopy);
  input.probe_block = 1;
  auto result = session.update(input, {});
  ASSERT_EQ(result->probed.size(), 1u) << first_message(*result);
  EXPECT_EQ(result->probed[0].access.address[0], result->launch->memory.buffer(0).address + 128);
  input.probe_block = 99;
  EXPECT_TRUE(session.update(input, {})->probed.empty());
}

TEST(Session, FirstBlocksArePartial) {
  Session session;
  SessionLimits limits;
  limits.block_limit = 1;
  const auto result = session.update(small(kCopy), limits);
  ASSERT_NE(result->launch, nullptr) << first_message(*result);
  EXPECT_TRUE(result->partial);
  EXPECT_EQ(result->blocks_total, 2u);
  EXPECT_EQ(result->run.total.global_store_requests, 1u);
  EXPECT_FALSE(result->probed.empty());
}

TEST(Session, MistakesAreAnswers) {
  Session session;
  auto result = session.update(small("__global__ void k(int* a) { a[0] = ; }"), {});
  EXPECT_EQ(result->program, nullptr);
  ASSERT_FALSE(result->diagnostics.empty());
  EXPECT_EQ(result->diagnostics[0].kind, FaultKind::kCompile);
  EXPECT_FALSE(result->sources.files.empty());

  SessionInput input = small(kCopy);
  input.launch.block = {33, 33, 1};
  result = session.update(input, {});
  EXPECT_EQ(result->launch, nullptr);
  EXPECT_EQ(result->sites.size(), 1u);
  EXPECT_NE(first_message(*result).find("1,024"), std::string::npos) << first_message(*result);

  input = small(kCopy);
  input.machine = "abacus";
  EXPECT_NE(first_message(*session.update(input, {})).find("abacus"), std::string::npos);

  input = small("__global__ void k(int* a) { a[threadIdx.x + blockIdx.x * 40] = 1; }");
  result = session.update(input, {});
  ASSERT_NE(result->launch, nullptr);
  ASSERT_FALSE(result->run.faults.empty());
  EXPECT_EQ(result->run.faults[0].kind, FaultKind::kBounds);
  EXPECT_FALSE(result->partial);
  EXPECT_GT(result->run.total.global_store_requests, 0u);

  session.update({}, {});
}

TEST(Session, StopsWhenItIsToldTo) {
  Session session;
  const std::atomic<bool> cancel{true};
  SessionLimits limits;
  limits.cancel = &cancel;
  const auto result = session.update(small("__global__ void k(int* a) { while (true) a[0] = 1; }"), limits);
  EXPECT_FALSE(result->run.completed);
  limits = {};
  limits.instruction_budget = 100'000;
  const auto budget = session.update(small("__global__ void k(int* a) { while (true) a[0] = 1; }"), limits);
  ASSERT_FALSE(budget->run.faults.empty());
  EXPECT_EQ(budget->run.faults[0].kind, FaultKind::kBudget);
  EXPECT_LE(budget->probed.size(), 65'536u);
}

}  // namespace
}  // namespace warpglass
