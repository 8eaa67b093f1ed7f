// The measured side without a GPU: a fake plug-in in a real child process, every way in which measuring can fail, and
// that the caller lives on.
#include "app/device/device.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "app/device/device_text.h"

namespace warpglass {
namespace {

const std::string kCopy = "__global__ void copy(const float* a, float* b) {\n  b[threadIdx.x] = a[threadIdx.x];\n}\n";

DeviceRequest copy_request() {
  DeviceRequest request;
  request.source_name = "k.cu";
  request.source = kCopy;
  request.launch.kernel = "copy";
  request.launch.block = {32, 1, 1};
  BufferArgument a, b;
  a.count = b.count = 32;
  a.fill.kind = FillKind::kIota;
  request.launch.args = {{"a", a}, {"", b}};
  request.protocol.watchdog_seconds = 1.0;
  return request;
}

DeviceOptions options(const std::string& mode, double silence = 20.0) {
  return {WARPGLASS_BINARY, {"WARPGLASS_FAKE=" + mode, "WARPGLASS_PLUGIN_DIR=" WARPGLASS_FAKE_PLUGIN_DIR}, silence};
}

DeviceAnswer measured(const std::string& mode, double silence = 20.0) {
  Device device(options(mode, silence));
  return device.measure(copy_request());
}

TEST(Device, MeasuresAndComparesWithTheModel) {
  std::vector<std::string> stages;
  Device device(options("ok"));
  const DeviceAnswer answer =
      device.measure(copy_request(), [&](const DeviceProgress& progress) { stages.push_back(progress.stage); });
  ASSERT_TRUE(answer.ok()) << answer.detail;
  EXPECT_EQ(answer.gpu, "Fake GPU");
  EXPECT_EQ(answer.numbers.at("registers"), 16.0);
  EXPECT_EQ(answer.counters.at("global_load_sectors"), 64.0);
  EXPECT_EQ(answer.counters_state, CountersState::kRead);
  ASSERT_EQ(answer.buffers.size(), 2u);
  EXPECT_EQ(answer.buffers[1].match, Match::kExact);
  EXPECT_TRUE(answer.times.at("cold").usable());
  EXPECT_DOUBLE_EQ(answer.times.at("cold").median_ns, 1000.0);
  EXPECT_EQ(answer.launch.args[1].name, "b");  // what is recorded has names and types
  ASSERT_FALSE(stages.empty());
  EXPECT_EQ(stages.front(), "start");
  EXPECT_TRUE(device.measure(copy_request()).ok());  // the same child again
}

TEST(Device, ShowsTheFirstElementThatDiffers) {
  const DeviceAnswer answer = measured("mismatch");
  ASSERT_TRUE(answer.ok());
  ASSERT_EQ(answer.buffers.size(), 2u);
  EXPECT_EQ(answer.buffers[1].match, Match::kDiffers);
  EXPECT_EQ(answer.buffers[1].first, 17u);
  EXPECT_EQ(answer.buffers[1].model, 17.0);
  EXPECT_EQ(answer.buffers[1].gpu, -17.0);
  EXPECT_EQ(comparison_sentence(answer.buffers[1]),
            "b: 1 of 32 elements differ; b[17] is 17 in the model and -17 on the GPU");
}

TEST(Device, RefusesATimeWhoseRepeatsScatter) { EXPECT_FALSE(measured("noisy").times.at("cold").usable()); }

TEST(Device, SaysWhatAnAdministratorChanges) {
  const DeviceAnswer answer = measured("counters_not_permitted");
  ASSERT_TRUE(answer.ok());
  EXPECT_EQ(answer.counters_state, CountersState::kNotPermitted);
  EXPECT_NE(counters_sentence(answer.counters_state, "").find("NVreg_RestrictProfilingToAdminUsers=0"),
            std::string::npos);
}

struct Case {
  const char* mode;
  DeviceFailure failure;
};
class DeviceFailures : public testing::TestWithParam<Case> {};
TEST_P(DeviceFailures, HasItsOwnSentenceInBothLanguages) {
  const DeviceAnswer answer = measured(GetParam().mode, 1.0);
  EXPECT_EQ(answer.failure, GetParam().failure) << answer.detail;
  const DeviceSentence* sentence = find_device_sentence(device_failure_id(answer.failure));
  ASSERT_NE(sentence, nullptr);
  EXPECT_GT(std::string(sentence->en).size(), 20u);
  EXPECT_NE(std::string(sentence->en), sentence->ko);
  for (const DeviceSentence& other : device_sentences()) {
    if (&other == sentence) continue;
    EXPECT_STRNE(other.en, sentence->en);
  }
}
INSTANTIATE_TEST_SUITE_P(
    All, DeviceFailures,
    testing::Values(Case{"wrong_version", DeviceFailure::kWrongVersion}, Case{"no_driver", DeviceFailure::kNoDriver},
                    Case{"driver_too_old", DeviceFailure::kDriverTooOld}, Case{"no_gpu", DeviceFailure::kNoGpu},
                    Case{"no_compiler", DeviceFailure::kNoCompiler}, Case{"gpu_too_old", DeviceFailure::kGpuTooOld},
                    Case{"compile_error", DeviceFailure::kCompileError},
                    Case{"launch_refused", DeviceFailure::kLaunchRefused},
                    Case{"out_of_memory", DeviceFailure::kOutOfMemory}, Case{"timeout", DeviceFailure::kTimeout},
                    Case{"illegal_address", DeviceFailure::kIllegalAddress},
                    Case{"kernel_fault", DeviceFailure::kKernelFault}, Case{"internal", DeviceFailure::kInternal},
                    Case{"crash", DeviceFailure::kChildCrashed}, Case{"exit", DeviceFailure::kChildCrashed},
                    Case{"hang", DeviceFailure::kChildSilent}, Case{"garbage", DeviceFailure::kChildGarbled}),
    [](const auto& one) { return std::string(one.param.mode); });

TEST(Device, NoPluginIsAnAnswer) {
  Device device({WARPGLASS_BINARY, {"WARPGLASS_PLUGIN_DIR=/nowhere"}, 20.0});
  EXPECT_EQ(device.measure(copy_request()).failure, DeviceFailure::kNoPlugin);
}

TEST(Device, NoProgramIsAnAnswer) {
  Device device({"/nowhere/warpglass", {}, 20.0});
  EXPECT_EQ(device.measure(copy_request()).failure, DeviceFailure::kChildNotStarted);
}

TEST(Device, CompilerMessagesHaveTheEditorsLines) {
  const DeviceAnswer answer = measured("compile_error");
  ASSERT_EQ(answer.messages.size(), 1u);
  EXPECT_EQ(answer.messages[0].line, 3u);
  EXPECT_TRUE(answer.messages[0].error);
  EXPECT_EQ(answer.messages[0].text, "identifier \"x\" is undefined");
}

TEST(Device, WhatCannotStartNeverReachesTheGpu) {
  DeviceRequest request = copy_request();
  request.launch.block = {4096, 1, 1};
  Device device(options("crash"));
  const DeviceAnswer answer = device.measure(request);
  EXPECT_EQ(answer.failure, DeviceFailure::kNotPrepared);
  EXPECT_NE(answer.detail.find("4,096"), std::string::npos) << answer.detail;
}

TEST(Device, ABrokenContextIsReplaced) {
  Device device(options("illegal_address"));
  for (int i = 0; i < 3; ++i) EXPECT_EQ(device.measure(copy_request()).failure, DeviceFailure::kIllegalAddress);
}

TEST(Device, CancelEndsTheChildSoon) {
  Device device(options("slow"));
  std::atomic<bool> cancel{false};
  std::thread canceller([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    cancel = true;
  });
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(device.measure(copy_request(), {}, &cancel).failure, DeviceFailure::kCancelled);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10));
  canceller.join();
}

TEST(Device, StreamsGiveATimeline) {
  Device device(options("ok"));
  StreamsRequest request;
  request.streams = 4;
  const StreamsAnswer answer = device.streams(request);
  ASSERT_EQ(answer.failure, DeviceFailure::kNone) << answer.detail;
  ASSERT_EQ(answer.kernel.size(), 4u);
  EXPECT_EQ(answer.kernel[3].end_ns, 70.0);
  EXPECT_EQ(answer.total.samples, 5u);
}

}  // namespace
}  // namespace warpglass
