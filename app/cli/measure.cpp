// `warpglass measure`: runs the launches of a scene or of a file of cases on this computer's GPU, compares the results
// with the model's, and writes a recording that the program can show on any computer.
#include <fmt/format.h>

#include <chrono>
#include <ctime>
#include <filesystem>
#include <memory>

#include "app/cli/commands.h"
#include "app/cli/files.h"
#include "app/device/device.h"
#include "app/device/device_text.h"
#include "app/device/lab_kernel.h"
#include "app/device/measure_list.h"
#include "app/scene/launch_json.h"
#include "sim/lang/compile.h"

namespace warpglass {
namespace {

struct MeasureOptions {
  std::string input, sources, json, only, machine = "h200";
  std::vector<std::uint32_t> streams;
  bool no_counters = false, no_times = false, no_compare = false;
  DeviceProtocol protocol;
};

int wrong_use(const std::string& message) {
  fmt::print(stderr, "warpglass measure: {}\n", message);
  return kWrongUse;
}

std::string today() {
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  std::tm* const parts = std::gmtime(&now);
  return fmt::format("{:04}-{:02}-{:02}", parts->tm_year + 1900, parts->tm_mon + 1, parts->tm_mday);
}

// The source of a case with every include that its parse asks for.
void read_source(MeasureItem& item, const SourceFolder& folder, const std::string& name) {
  const auto path = folder.locate("", name);
  if (!path) {
    item.problem = fmt::format("there is no source \"{}\" in the sources folder", name);
    return;
  }
  auto text = read_file(*path, item.problem);
  if (!text) return;
  DeviceRequest& request = item.request;
  request.source_name = name;
  request.source = std::move(*text);
  CompileOptions options;
  options.defines = request.launch.defines;
  options.include = [&](const std::string& include) {
    auto found = folder.include(std::filesystem::path(name).parent_path(), include);
    if (found) request.includes[include] = *found;
    return found;
  };
  parse_source(name, request.source, options);
}

bool case_items(const MeasureOptions& options, const std::string& text, std::vector<MeasureItem>& items,
                std::string& problem) {
  std::vector<CaseEntry> cases;
  if (!read_cases(text, cases, problem)) return false;
  const std::string beside = std::filesystem::path(options.input).parent_path().string();
  const std::string root = !options.sources.empty() ? options.sources : beside.empty() ? "." : beside;
  if (!std::filesystem::is_directory(root)) {
    problem = fmt::format("there is no folder \"{}\" (--sources)", root);
    return false;
  }
  const SourceFolder folder(root);
  for (const CaseEntry& entry : cases) {
    MeasureItem& item = items.emplace_back();
    item.id = entry.launch_case.launch.id;
    item.request.launch = entry.launch_case.launch;
    item.request.machine = options.machine;
    if (entry.ok)
      read_source(item, folder, entry.launch_case.source);
    else
      item.problem = (entry.error.path.empty() ? "" : entry.error.path + ": ") + entry.error.message;
  }
  return true;
}

bool scene_file_items(const MeasureOptions& options, const std::string& text, std::vector<MeasureItem>& items,
                      std::string& problem) {
  std::vector<SceneError> errors;
  const std::string beside = std::filesystem::path(options.input).parent_path().string();
  const auto scene = read_scene(text, errors, files_beside(beside.empty() ? "." : beside));
  if (!scene) {
    problem = errors.empty() ? "the scene cannot be read"
                             : fmt::format("line {}: {}: {}", errors[0].line, errors[0].key, errors[0].message);
    return false;
  }
  items = scene_items(*scene);
  return true;
}

bool read_items(const MeasureOptions& options, std::vector<MeasureItem>& items, std::string& problem) {
  const auto text = read_file(options.input, problem);
  if (!text) return false;
  const bool scene = std::filesystem::path(options.input).extension() == ".toml";
  if (!(scene ? scene_file_items(options, *text, items, problem) : case_items(options, *text, items, problem)))
    return false;
  std::erase_if(items, [&](const MeasureItem& item) { return item.id.find(options.only) == std::string::npos; });
  if (items.empty()) problem = "nothing is left to measure";
  return !items.empty();
}

std::string time_text(const DeviceAnswer& answer, const char* name) {
  const auto found = answer.times.find(name);
  if (found == answer.times.end()) return "-";
  if (!found->second.usable()) return fmt::format("no time (spread {:.0f} %)", found->second.spread * 100.0);
  return fmt::format("{:.2f} us ±{:.0f} %", found->second.median_ns / 1000.0, found->second.spread * 50.0);
}

// One line for what was measured, more for what is not as it should be.
bool report(const MeasureItem& item, const DeviceAnswer& answer) {
  if (!answer.ok()) {
    fmt::print(stderr, "{}: {}\n", item.id,
               failure_sentence(answer.failure, answer.detail, item.request.protocol.watchdog_seconds));
    for (const CompilerMessage& message : answer.messages)
      if (message.error) fmt::print(stderr, "  line {}: {}\n", message.line, message.text);
    return false;
  }
  if (item.request.protocol.times)
    fmt::print("{}: cold {}, warm {}, back to back {}\n", item.id, time_text(answer, "cold"), time_text(answer, "warm"),
               time_text(answer, "back_to_back"));
  else
    fmt::print("{}: measured\n", item.id);
  bool same = true;
  for (const BufferComparison& buffer : answer.buffers) {
    if (buffer.match == Match::kExact) continue;
    fmt::print("  {}\n", comparison_sentence(buffer));
    same = same && buffer.match != Match::kDiffers;
  }
  if (const auto* sentence = find_device_sentence(answer.not_compared)) fmt::print("  {}\n", sentence->en);
  std::fflush(stdout);
  return same;
}

class Measuring {
 public:
  explicit Measuring(const MeasureOptions& options) : options_(options) {
    recording_.machine = options.machine;
    recording_.date = today();
  }

  // False: not measured, or with other results.
  bool run(MeasureItem& item) {
    const bool times = item.request.protocol.times;
    item.request.protocol = options_.protocol;
    item.request.protocol.times = times && !options_.no_times;
    item.request.protocol.counters = !options_.no_counters;
    item.request.protocol.compare = !options_.no_compare;
    if (!item.problem.empty()) {
      fmt::print(stderr, "{}: {}\n", item.id, item.problem);
      return false;
    }
    const DeviceAnswer answer = device_.measure(item.request);
    stop_ = no_use_to_go_on(answer.failure);
    const bool fine = report(item, answer);
    if (answer.ok()) keep(item, answer);
    return fine;
  }
  bool stop() const { return stop_; }

  bool run_streams(std::uint32_t count, bool breadth_first) {
    StreamsRequest request;
    request.streams = count;
    request.breadth_first = breadth_first;
    const StreamsAnswer answer = device_.streams(request);
    stop_ = no_use_to_go_on(answer.failure);
    if (answer.failure != DeviceFailure::kNone) {
      fmt::print(stderr, "streams {}: {}\n", count, failure_sentence(answer.failure, answer.detail, 20.0));
      return false;
    }
    describe(answer.gpu, answer.driver);
    RecordedStreams out;
    out.floats = request.floats, out.rounds = request.rounds, out.breadth_first = breadth_first;
    out.total_ns = answer.total.median_ns, out.spread = answer.total.spread;
    for (std::size_t s = 0; s < std::min({answer.in.size(), answer.kernel.size(), answer.out.size()}); ++s)
      out.parts.push_back({answer.in[s].start_ns, answer.in[s].end_ns, answer.kernel[s].start_ns,
                           answer.kernel[s].end_ns, answer.out[s].start_ns, answer.out[s].end_ns});
    fmt::print("streams {} {}: {:.3f} ms\n", count, breadth_first ? "breadth first" : "depth first",
               out.total_ns / 1e6);
    recording_.streams.push_back(std::move(out));
    return true;
  }

  bool write(std::string& problem) const {
    if (recording_.gpu.empty()) {
      problem = "nothing was measured, so nothing is written";
      return false;
    }
    return write_file(options_.json, write_recording(recording_), problem);
  }

 private:
  static bool no_use_to_go_on(DeviceFailure failure) {
    return failure == DeviceFailure::kNoPlugin || failure == DeviceFailure::kWrongVersion ||
           failure == DeviceFailure::kNoDriver || failure == DeviceFailure::kDriverTooOld ||
           failure == DeviceFailure::kNoGpu || failure == DeviceFailure::kNoCompiler ||
           failure == DeviceFailure::kGpuTooOld || failure == DeviceFailure::kChildNotStarted;
  }

  void describe(const std::string& gpu, const std::string& driver) {
    recording_.gpu = gpu;
    recording_.driver = driver;
    if (recording_.protocol.empty()) recording_.protocol = "copies from and to pinned memory, timed by events";
  }

  void keep(const MeasureItem& item, const DeviceAnswer& answer) {
    if (recording_.gpu.empty()) {
      describe(answer.gpu, answer.driver);
      recording_.protocol = protocol_sentence(options_.protocol, answer);
      if (answer.counters_state != CountersState::kRead)
        fmt::print(stderr, "{}\n", counters_sentence(answer.counters_state, answer.counters_detail));
    }
    if (!item.lab)
      recording_.launches.push_back(recorded_launch(item, answer));
    else if (auto access = lab_measurement(*item.lab, answer))
      recording_.accesses.push_back(std::move(*access));
  }

  const MeasureOptions& options_;
  Device device_;
  Recording recording_;
  bool stop_ = false;
};

int run_measure(const MeasureOptions& options) {
  std::string problem;
  std::vector<MeasureItem> items;
  if (options.input.empty() && options.streams.empty())
    return wrong_use("a scene (.toml), a file of cases (.json) or --streams is needed");
  if (!options.input.empty() && !read_items(options, items, problem)) return wrong_use(problem);
  Measuring measuring(options);
  std::size_t failed = 0, total = items.size() + 2 * options.streams.size();
  for (MeasureItem& item : items) {
    if (!measuring.run(item)) ++failed;
    if (measuring.stop()) return kAtFault;
  }
  for (const std::uint32_t count : options.streams)
    for (const bool breadth_first : {false, true}) {
      if (!measuring.run_streams(count, breadth_first)) ++failed;
      if (measuring.stop()) return kAtFault;
    }
  if (!measuring.write(problem)) {
    fmt::print(stderr, "warpglass measure: {}\n", problem);
    return kAtFault;
  }
  if (failed != 0) fmt::print(stderr, "{} of {} could not be measured or have other results.\n", failed, total);
  return failed == 0 ? kOk : kAtFault;
}

}  // namespace

void add_measure_command(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<MeasureOptions>();
  CLI::App* command =
      app.add_subcommand("measure", "Measure a scene or a file of cases on this computer's GPU and write a recording");
  command->add_option("INPUT", options->input, "A scene (.toml) or a file of launches (.json)");
  command->add_option("--json", options->json, "File for the recording; - for standard output")->required();
  command->add_option("--sources", options->sources, "Folder that the cases' sources are in (default: beside them)");
  command->add_option("--only", options->only, "Only what has this text in its id");
  command->add_option("--machine", options->machine, "Machine whose model the numbers stand beside")
      ->capture_default_str();
  command->add_option("--streams", options->streams, "Also copy, compute and copy over so many streams: 1,2,4,8")
      ->delimiter(',')
      ->check(CLI::Range(1, 64));
  command->add_option("--repeats", options->protocol.repeats, "Repeats of each time")
      ->capture_default_str()
      ->check(CLI::Range(5, 10000));
  command->add_option("--watchdog", options->protocol.watchdog_seconds, "End a launch after this many seconds")
      ->capture_default_str()
      ->check(CLI::Range(0.1, 3600.0));
  command->add_flag("--no-counters", options->no_counters, "Do not read hardware counters");
  command->add_flag("--no-times", options->no_times, "Do not measure times");
  command->add_flag("--no-compare", options->no_compare, "Do not run the model beside it");
  command->callback([options, &exit_code] { exit_code = run_measure(*options); });
}

}  // namespace warpglass
