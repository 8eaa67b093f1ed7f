// The measured side's arithmetic and texts, each on its own.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "app/device/compare.h"
#include "app/device/device_source.h"
#include "app/device/device_text.h"
#include "app/device/lab_kernel.h"
#include "app/device/measure_list.h"
#include "app/device/message.h"
#include "app/device/timing.h"
#include "sim/memory/banks.h"
#include "sim/memory/coalesce.h"
#include "sim/memory/storage.h"
#include "sim/session.h"

namespace warpglass {
namespace {

TEST(Timing, MedianAndSpread) {
  const TimeSummary s = summarise({10, 30, 20, 50, 40, 60, 70, 80, 90, 100, 110});
  EXPECT_DOUBLE_EQ(s.median_ns, 60.0);
  EXPECT_DOUBLE_EQ(s.spread, (100.0 - 20.0) / 60.0);
  EXPECT_EQ(s.samples, 11u);
  EXPECT_FALSE(s.usable());
  EXPECT_DOUBLE_EQ(percentile({1, 2}, 0.5), 1.5);
}

TEST(Timing, OneOutlierIsNoReasonToRefuse) {
  std::vector<double> samples(25, 1000.0);
  samples[3] = 90'000.0;
  EXPECT_TRUE(summarise(samples).usable());
}

TEST(Timing, NothingFromNothing) {
  EXPECT_FALSE(summarise({}).usable());
  EXPECT_FALSE(summarise({1000, 1000, 1000, 1000}).usable());  // too few
  EXPECT_FALSE(summarise({NAN, INFINITY, -1, 1000, 1000}).usable());
  EXPECT_EQ(summarise({NAN, INFINITY, -1, 1000, 1000}).samples, 2u);
}

std::vector<std::uint8_t> floats(const std::vector<float>& values) {
  std::vector<std::uint8_t> bytes(values.size() * 4);
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

TEST(Compare, FloatsHaveATolerance) {
  const auto same = compare_buffer("x", ElementType::kFloat32, floats({1, 2, NAN}), floats({1, 2, NAN}));
  EXPECT_EQ(same.match, Match::kExact);
  const auto near = compare_buffer("x", ElementType::kFloat32, floats({1, 2}), floats({1, 2.00001f}));
  EXPECT_EQ(near.match, Match::kWithinTolerance);
  EXPECT_EQ(near.first, 1u);
  const auto far = compare_buffer("x", ElementType::kFloat32, floats({1, 2, 3}), floats({1.00001f, 2.1f, 4}));
  EXPECT_EQ(far.match, Match::kDiffers);
  EXPECT_EQ(far.first, 1u);  // the first that is out of tolerance
  EXPECT_EQ(far.differing, 3u);
  EXPECT_EQ(compare_buffer("x", ElementType::kFloat32, floats({1}), floats({NAN})).match, Match::kDiffers);
}

TEST(Compare, WholeNumbersAreExact) {
  EXPECT_EQ(compare_buffer("x", ElementType::kInt32, {1, 0, 0, 0}, {2, 0, 0, 0}).match, Match::kDiffers);
  EXPECT_EQ(compare_buffer("x", ElementType::kInt32, {1, 0, 0, 0, 5}, {1, 0, 0, 0, 6}).match, Match::kDiffers);
}

TEST(DeviceSource, HostFunctionsAreBlankAndLinesStay) {
  const std::string source =
      "#include <cstdio>\n__device__ int twice(int x) { return 2 * x; }\n"
      "// a comment (with) { braces }\nstruct P { int x; int get() const { return x; } };\n"
      "__global__ void k(int* a) { a[0] = twice(1); }\n"
      "static void check(cudaError_t e) {\n  if (e) std::exit(1);\n}\n"
      "template <class T> void run(T x) { k<<<1, 1>>>(x); }\n"
      "int main() {\n  const char* s = \"}\";\n  k<<<1, 32>>>(nullptr);\n}\n__constant__ int w[2] = {1, 2};\n";
  const std::string text = device_text(source);
  EXPECT_EQ(text.size(), source.size());
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), std::count(source.begin(), source.end(), '\n'));
  for (const char* gone : {"main", "<<<", "check", "nullptr"}) EXPECT_EQ(text.find(gone), std::string::npos) << gone;
  for (const char* kept : {"twice(int x)", "struct P", "__global__ void k", "__constant__ int w[2] = {1, 2};"})
    EXPECT_NE(text.find(kept), std::string::npos) << kept;
}

TEST(DeviceSource, UnfinishedTextDoesNoHarm) {
  for (const char* text : {"", "{", "void f() {", "\"", "/*", "#", "R\"", "R\"(", "}", "'", "void f(", "\\", "#\\"})
    EXPECT_EQ(device_text(text).size(), std::string(text).size()) << text;
}

TEST(DeviceText, EverySentenceIsInBothLanguages) {
  for (const DeviceSentence& s : device_sentences()) {
    EXPECT_NE(std::string(s.en), s.ko) << s.id;
    for (const char* place : {"{0}", "{1}", "{2}", "{3}"})
      EXPECT_EQ(std::string(s.en).find(place) == std::string::npos, std::string(s.ko).find(place) == std::string::npos)
          << s.id;
  }
  EXPECT_NE(failure_sentence(DeviceFailure::kTimeout, "", 10).find("did not finish in 10 s"), std::string::npos);
}

TEST(DeviceMessage, ALaunchGoesThroughUnchanged) {
  DeviceRequest request;
  request.source = "bytes \xff\xfe of any kind";
  request.includes["a.h"] = "int x;";
  request.launch.kernel = "k<32>";
  request.launch.defines["N"] = "3";
  request.launch.grid = {3, 2, 1};
  BufferArgument buffer;
  buffer.count = 3;
  buffer.fill.kind = FillKind::kData;
  buffer.fill.data = {Number::of_real(0.1), Number::of(-7)};
  ScalarArgument scalar{ElementType::kInt32, Number::of(5), false};
  request.launch.args = {{"a", buffer}, {"n", scalar}};
  request.launch.symbols = {{"w", ElementType::kFloat32, true, {Number::of_real(1.5)}}};
  DeviceRequest read;
  std::string problem;
  const auto bytes = nlohmann::json::to_cbor(request_json(request));
  ASSERT_TRUE(read_request(nlohmann::json::from_cbor(bytes), read, problem)) << problem;
  EXPECT_EQ(read.source, request.source);
  EXPECT_EQ(read.includes, request.includes);
  EXPECT_EQ(read.launch, request.launch);
  EXPECT_EQ(read.protocol, request.protocol);
}

TEST(DeviceMessage, DamagedValuesAreHarmless) {
  DeviceRequest request;
  DeviceAnswer answer;
  StreamsAnswer streams;
  std::string problem;
  for (const char* text : {"{}", "[]", "null", R"({"launch": 3})", R"({"failure": "x", "times": [1], "buffers": {}})",
                           R"({"failure": 99999, "counters": {"a": "b"}, "messages": [1, {"line": "x"}]})"}) {
    const auto value = nlohmann::json::parse(text);
    read_request(value, request, problem);
    read_answer(value, answer);
    read_streams_answer(value, streams);
  }
  EXPECT_EQ(answer.failure, DeviceFailure::kNone);
}

// The lab's kernel makes the same access as the lab says: counted by the model.
TEST(LabKernel, MakesTheAccessOfTheLab) {
  for (const Space space : {Space::kGlobal, Space::kShared})
    for (const Operation operation : {Operation::kLoad, Operation::kStore, Operation::kAtomic})
      for (const std::uint32_t bytes : {1u, 2u, 4u, 8u, 16u}) {
        if (operation == Operation::kAtomic && bytes != 4) continue;
        AccessLab lab;
        lab.space = space, lab.operation = operation, lab.element_bytes = bytes, lab.stride = 3;
        lab.mask = 0x0fff00ffu;
        DeviceRequest request;
        std::string problem;
        ASSERT_TRUE(lab_request(lab, request, problem)) << problem;
        SessionInput input;
        input.source_name = request.source_name, input.source = request.source, input.launch = request.launch;
        Session session;
        const auto result = session.update(input, {});
        for (const Diagnostic& d : result->diagnostics) ADD_FAILURE() << d.message << "\n" << request.source;
        Access access;
        FormulaError error;
        ASSERT_TRUE(lab_access(lab, access, error));
        const Counters& c = result->run.total;
        const std::uint64_t cost[2][3] = {
            {c.global_load_sectors, c.global_store_sectors, c.global_red_sectors},
            {c.shared_load_wavefronts, c.shared_store_wavefronts, c.shared_atomic_wavefronts}};
        const double expected = space == Space::kShared ? banks(access).wavefronts : coalesce(access).sectors_counted;
        EXPECT_EQ(static_cast<double>(cost[space == Space::kShared][static_cast<int>(operation)]), expected)
            << request.source;
      }
}

TEST(MeasureList, ASceneWithItsKnobs) {
  const SceneLibrary library = load_scenes(std::string(WARPGLASS_SOURCE_DIR) + "/assets");
  const Scene* scene = find_scene(library, "transpose");
  ASSERT_NE(scene, nullptr);
  const std::vector<MeasureItem> items = scene_items(*scene);
  EXPECT_GT(items.size(), 30u);
  for (std::size_t i = 0; i < items.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) EXPECT_NE(items[i].id, items[j].id);
}

TEST(WriteRecording, IsReadBack) {
  Recording recording{"Fake GPU", "h200", "2026-12-01", "by hand", "1.0", {}, {}, {}};
  RecordedLaunch launch;
  launch.source_hash = source_hash("x");
  launch.source_name = "x.cu";
  launch.launch.id = "x";
  launch.launch.kernel = "x";
  launch.counters["global_load_sectors"] = 12345678901.0;
  launch.time_cold_ns = 1234.5;
  launch.time_warm_us = 2.25;
  launch.time_spread["time_warm_us"] = 0.051;
  launch.results = "exact";
  recording.launches.push_back(launch);
  RecordedAccess access;
  access.cost = 3;
  recording.accesses.push_back(access);
  recording.streams.push_back({1024, 10, true, 5000.0, 0.01, {{0, 1, 2, 3, 4, 5}}});
  std::string error;
  const auto read = read_recording(write_recording(recording), error);
  ASSERT_TRUE(read.has_value()) << error << write_recording(recording);
  EXPECT_EQ(read->driver, "1.0");
  EXPECT_EQ(read->launches[0].counters, launch.counters);
  EXPECT_EQ(read->launches[0].time_warm_us, launch.time_warm_us);
  EXPECT_EQ(read->launches[0].time_spread, launch.time_spread);
  EXPECT_EQ(read->accesses[0].cost, 3.0);
  ASSERT_EQ(read->streams.size(), 1u);
  EXPECT_EQ(read->streams[0].parts[0].out_end, 5.0);
}

TEST(WriteRecording, AnotherUnitIsRefused) {
  std::string error;
  const std::string head =
      R"({"format_version": 1, "gpu": "G", "machine": "h200", "date": "2026-12-01", "protocol": "p", "launches": [)"
      R"({"id": "x", "source": "x.cu", "source_hash": "0123456789abcdef", "kernel": "x", "grid": [1], "block": [1],)"
      R"( "args": [], "counters": {}, )";
  EXPECT_FALSE(read_recording(head + R"("time_cold_ms": 3}]})", error));
  EXPECT_NE(error.find("time_cold_ms"), std::string::npos) << error;
  EXPECT_FALSE(read_recording(head + R"("time_cold_ns": {"median": 3, "spread": 0.5}}]})", error));
  EXPECT_NE(error.find("20 %"), std::string::npos) << error;
}

}  // namespace
}  // namespace warpglass
