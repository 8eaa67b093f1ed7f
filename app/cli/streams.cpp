// `warpglass streams`: copies and kernels over several streams, as a timeline: what overlaps, and what it saves.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/commands.h"
#include "app/cli/files.h"
#include "app/cli/result_json.h"
#include "sim/machine/spec.h"
#include "sim/timing/streams.h"

namespace warpglass {
namespace {

constexpr std::uint32_t kMostStreams = 64;
constexpr std::uint32_t kChartColumns = 84;  // with the names of the rows, 96

struct StreamsCommand {
  std::uint32_t streams = 4;
  std::uint64_t bytes_in = 64u << 20, bytes_out = 64u << 20;
  double kernel_us = 1200;
  bool pageable = false;
  std::string order = "depth", machine = "h200", json;
};

int wrong_use(const std::string& message) {
  fmt::print(stderr, "warpglass streams: {}\n", message);
  return kWrongUse;
}

timing::Pipeline pipeline_of(const StreamsCommand& options, std::uint32_t streams) {
  timing::Pipeline pipeline;
  pipeline.streams = streams;
  pipeline.bytes_in = options.bytes_in;
  pipeline.bytes_out = options.bytes_out;
  pipeline.kernel_us = options.kernel_us;
  pipeline.pinned = !options.pageable;
  pipeline.order = options.order == "depth" ? timing::CallOrder::kDepth : timing::CallOrder::kBreadth;
  return pipeline;
}

const char* source_name(NumberSource source) {
  return source == NumberSource::kMeasured ? "measured" : "published, not measured";
}

nlohmann::ordered_json to_json(const std::vector<timing::StreamOperation>& operations,
                               const timing::StreamTimeline& timeline, const timing::StreamTimeline& alone,
                               const StreamsCommand& options, const CopySpec& spec) {
  constexpr const char* kWork[] = {"copy_in", "kernel", "copy_out"};
  constexpr const char* kEngine[] = {"copy_in", "compute", "copy_out"};
  nlohmann::ordered_json out = {{"machine", options.machine},
                                {"copy_numbers", source_name(spec.in_pinned.source)},
                                {"total_us", timeline.total_us},
                                {"one_stream_us", alone.total_us},
                                {"operations", nlohmann::ordered_json::array()}};
  for (std::size_t i = 0; i < operations.size(); ++i) {
    const timing::StreamSpan& span = timeline.spans[i];
    out["operations"].push_back({{"stream", operations[i].stream},
                                 {"work", kWork[static_cast<std::size_t>(operations[i].work)]},
                                 {"engine", kEngine[static_cast<std::size_t>(span.engine)]},
                                 {"bytes", operations[i].bytes},
                                 {"called_us", span.called_us},
                                 {"start_us", span.start_us},
                                 {"end_us", span.end_us}});
  }
  return out;
}

int show_streams(const StreamsCommand& options) {
  if (find_machine(options.machine) == nullptr)
    return wrong_use(fmt::format("there is no machine \"{}\"; warpglass machines lists them", options.machine));
  // No comparison refuses "nan", so no range does.
  if (!std::isfinite(options.kernel_us)) return wrong_use("--kernel-us: a number of microseconds from 0 up");
  const CopySpec spec = copy_spec(options.machine);
  const auto operations = timing::pipeline_operations(pipeline_of(options, options.streams));
  const timing::StreamTimeline timeline = timing::run_streams(operations, spec);
  const timing::StreamTimeline alone = timing::run_streams(timing::pipeline_operations(pipeline_of(options, 1)), spec);
  if (options.json != "-") {
    fmt::print("{} stream{}: {:.1f} us; one stream {:.1f} us: {:.2f} times as fast\n", options.streams,
               options.streams == 1 ? "" : "s", timeline.total_us, alone.total_us, alone.total_us / timeline.total_us);
    fmt::print("copies of {}: {}; > copy in, # kernel, < copy out\n\n", options.machine,
               source_name(spec.in_pinned.source));
    fmt::print("{}", timing::stream_chart(operations, timeline, kChartColumns));
  }
  std::string problem;
  if (options.json.empty()) return kOk;
  const std::string text = json_text(to_json(operations, timeline, alone, options, spec), 1) + "\n";
  return write_file(options.json, text, problem) ? kOk : wrong_use(problem);
}

}  // namespace

void add_streams_command(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<StreamsCommand>();
  CLI::App* command = app.add_subcommand("streams", "Show what copies and kernels in several streams overlap");
  command->add_option("--streams", options->streams, "Streams that share the work evenly")
      ->capture_default_str()
      ->check(CLI::Range(1u, kMostStreams));
  const auto bytes = CLI::Range(std::uint64_t{0}, std::uint64_t{1} << 40);
  command->add_option("--in", options->bytes_in, "Bytes copied to the GPU")->capture_default_str()->check(bytes);
  command->add_option("--out", options->bytes_out, "Bytes copied back")->capture_default_str()->check(bytes);
  command->add_option("--kernel-us", options->kernel_us, "Microseconds of the kernel over all the data")
      ->capture_default_str()
      ->check(CLI::Range(0.0, 1e9));
  command->add_flag("--pageable", options->pageable, "Host memory that is not pinned: the host copies and waits");
  command->add_option("--order", options->order, "depth: stream by stream; breadth: all copies in first")
      ->capture_default_str()
      ->check(CLI::IsMember({"depth", "breadth"}));
  command->add_option("--machine", options->machine, "Machine (warpglass machines lists them)")->capture_default_str();
  command->add_option("--json", options->json, "Write as JSON to this file; - for standard output, without the chart");
  command->callback([options, &exit_code] { exit_code = show_streams(*options); });
}

}  // namespace warpglass
