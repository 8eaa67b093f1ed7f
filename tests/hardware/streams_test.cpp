// Copies and streams against what an H200 took (data/rates.json, copies_and_streams), and what must hold for any list
// of operations: order inside a stream, one thing at a time on an engine, no overlap from pageable memory.
#include "sim/timing/streams.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>

namespace warpglass::timing {
namespace {

constexpr std::uint64_t kBytes = 64u << 20;
constexpr double kEventOverheadUs = 7.0;  // of one launch between two events

nlohmann::json rates() {
  std::ifstream file(WARPGLASS_TEST_DATA "/hardware/data/rates.json");
  return nlohmann::json::parse(file)["copies_and_streams"];
}

TEST(Streams, RowsOfTheH200WithinTenPercent) {
  const nlohmann::json data = rates();
  int rows = 0;
  double worst = 0;
  for (const int rounds : {2000, 8000, 32000})
    for (const std::uint32_t streams : {1u, 2u, 4u, 8u, 16u})
      for (const CallOrder order : {CallOrder::kDepth, CallOrder::kBreadth}) {
        const char* name = order == CallOrder::kDepth ? "depth" : "breadth";
        Pipeline pipeline{streams, kBytes, kBytes, 0, true, order};
        pipeline.kernel_us = data[fmt::format("kernel_rounds{}_us", rounds)].get<double>() - kEventOverheadUs;
        const double modelled = run_streams(pipeline_operations(pipeline), copy_spec("h200")).total_us;
        const double measured = data[fmt::format("streams{}_rounds{}_{}_us", streams, rounds, name)].get<double>();
        const double error = modelled / measured - 1;
        fmt::print("streams {:>2} rounds {:>5} {:<7} model {:>8.1f} us  measured {:>8.1f} us  {:+5.1f} %\n", streams,
                   rounds, name, modelled, measured, error * 100);
        EXPECT_LT(std::abs(error), 0.10) << streams << " " << rounds << " " << name;
        worst = std::max(worst, std::abs(error));
        ++rows;
      }
  EXPECT_EQ(rows, 30);
  fmt::print("worst {:.1f} %\n", worst * 100);
}

TEST(Streams, CopiesAloneAreTheMeasuredOnes) {
  const nlohmann::json data = rates();
  const CopySpec spec = copy_spec("h200");
  for (const std::uint64_t kib : {4u, 64u, 1024u, 16384u, 65536u}) {
    const auto near = [&](const char* name, const std::vector<CopyPoint>& points) {
      const double measured = data[fmt::format("{}_{}KB_us", name, kib)].get<double>();
      EXPECT_NEAR(copy_us(points, kib * 1024), measured, 0.15 * measured) << name << " " << kib;
    };
    near("h2d_pinned", spec.in_pinned.value);
    near("d2h_pinned", spec.out_pinned.value);
    near("h2d_pageable", spec.in_pageable.value);
    near("d2h_pageable", spec.out_pageable.value);
  }
}

TEST(Streams, PageableMemoryOverlapsNothing) {
  const CopySpec spec = copy_spec("h200");
  Pipeline pipeline{4, kBytes, kBytes, 1000, true, CallOrder::kDepth};
  const double pinned = run_streams(pipeline_operations(pipeline), spec).total_us;
  pipeline.pinned = false;
  const auto operations = pipeline_operations(pipeline);
  const StreamTimeline timeline = run_streams(operations, spec);
  EXPECT_GT(timeline.total_us, 2 * pinned);
  for (std::size_t i = 1; i < operations.size(); ++i)
    if (operations[i - 1].work != StreamWork::kKernel) {
      EXPECT_GE(timeline.spans[i].called_us, timeline.spans[i - 1].end_us) << i;
    }
}

TEST(Streams, OneCopyEngineTakesTurns) {
  Pipeline pipeline{8, kBytes, kBytes, 500, true, CallOrder::kDepth};
  const auto operations = pipeline_operations(pipeline);
  CopySpec one = copy_spec("h200");
  one.engines.value = 1;
  const double both = copy_us(one.in_pinned.value, kBytes) + copy_us(one.out_pinned.value, kBytes);
  EXPECT_GT(run_streams(operations, one).total_us, both);
  EXPECT_LT(run_streams(operations, copy_spec("h200")).total_us, both);
}

std::vector<StreamOperation> random_operations(std::mt19937& random) {
  std::vector<StreamOperation> operations(1 + random() % 60);
  for (StreamOperation& o : operations) {
    o.stream = random() % 5;
    o.work = static_cast<StreamWork>(random() % 3);
    o.bytes = random() % (8u << 20);
    o.kernel_us = static_cast<double>(random() % 300);
    o.pinned = random() % 4 != 0;
  }
  return operations;
}

TEST(Streams, OrderHoldsInStreamsAndOnEngines) {
  std::mt19937 random(7);
  for (int round = 0; round < 200; ++round) {
    const auto operations = random_operations(random);
    const StreamTimeline timeline = run_streams(operations, copy_spec(round % 2 ? "h200" : "unknown"));
    for (std::size_t i = 0; i < operations.size(); ++i) {
      const StreamSpan& a = timeline.spans[i];
      ASSERT_GE(a.start_us, a.called_us - 1e-6);
      ASSERT_GT(a.end_us, a.start_us);
      for (std::size_t j = i + 1; j < operations.size(); ++j)
        if (operations[i].stream == operations[j].stream || a.engine == timeline.spans[j].engine) {
          ASSERT_GE(timeline.spans[j].start_us, a.end_us - 1e-6) << round << " " << i << " " << j;
        }
    }
  }
}

TEST(Streams, NothingToDoAndOddNumbers) {
  EXPECT_EQ(run_streams({}, copy_spec("h200")).total_us, 0.0);
  StreamOperation kernel;
  kernel.kernel_us = std::nan("");
  EXPECT_TRUE(std::isfinite(run_streams({kernel}, copy_spec("h200")).total_us));
  kernel.kernel_us = -5;
  EXPECT_GT(run_streams({kernel}, copy_spec("h200")).total_us, 0.0);
  EXPECT_EQ(pipeline_operations({0, 10, 10, 1, true, CallOrder::kBreadth}).size(), 3u);
}

TEST(Streams, ChartHasARowAStreamAndARowAnEngine) {
  const auto operations = pipeline_operations({4, kBytes, kBytes, 1200, true, CallOrder::kDepth});
  const std::string chart = stream_chart(operations, run_streams(operations, copy_spec("h200")), 80);
  EXPECT_EQ(std::count(chart.begin(), chart.end(), '\n'), 4 + 3 + 1) << chart;
  EXPECT_NE(chart.find("stream 3"), std::string::npos);
  EXPECT_NE(chart.find("copy out"), std::string::npos);
}

}  // namespace
}  // namespace warpglass::timing
