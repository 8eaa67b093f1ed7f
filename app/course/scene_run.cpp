// See scene_run.h.
#include "app/course/scene_run.h"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "app/course/streams_metric.h"
#include "sim/machine/occupancy.h"
#include "sim/machine/spec.h"
#include "sim/timing/timing.h"

namespace warpglass {
namespace {

constexpr std::size_t kRunsKept = 48, kDerivedKept = 48;

// The worst n_way of each instruction, over every access of the launch.
class WayFinder final : public Sink {
 public:
  WayFinder(std::size_t instructions, BankShape shape) : ways_(instructions, 0), shape_(shape) {}
  void access(const WarpPlace&, const Access& access) override {
    if (access.space != Space::kShared || access.instruction >= ways_.size()) return;
    std::uint32_t& most = ways_[access.instruction];
    // Phases and wavefronts alone bound it from above: only a candidate is looked at in full.
    if (count_wavefronts(access, shape_).wavefronts > most) most = std::max(most, banks(access, shape_).n_way);
  }
  std::vector<std::uint32_t>& ways() { return ways_; }

 private:
  std::vector<std::uint32_t> ways_;
  BankShape shape_;
};

MetricValue missing(NoNumber why, std::string problem) { return {why, 0.0, std::move(problem)}; }

const MachineSpec& machine_of(const SceneRun& run) {
  const MachineSpec* machine = find_machine(run.machine);
  return machine != nullptr ? *machine : machine_presets().front();
}

bool has_filter(const Metric& metric) { return !metric.marker.empty() || metric.filter != MetricFilter{}; }

// Requests and costs of one space, in the words of the metrics.
struct Sums {
  std::uint64_t global_requests = 0, sectors = 0, lines = 0, asked = 0;
  std::uint64_t shared_requests = 0, wavefronts = 0, conflicts = 0;
};

Sums sums_of(const Counters& c) {
  Sums s;
  s.global_requests = c.global_load_requests + c.global_store_requests + c.global_red_requests;
  s.sectors = c.global_load_sectors + c.global_store_sectors + c.global_red_sectors;
  s.lines = c.global_load_lines + c.global_store_lines;
  s.asked = c.global_load_bytes_asked + c.global_store_bytes_asked;
  s.shared_requests = c.shared_load_requests + c.shared_store_requests + c.shared_atomic_requests;
  s.wavefronts = c.shared_load_wavefronts + c.shared_store_wavefronts + c.shared_atomic_wavefronts;
  s.conflicts = c.bank_conflicts_load + c.bank_conflicts_store + c.bank_conflicts_atomic;
  return s;
}

double ratio(std::uint64_t a, std::uint64_t b) {
  return b == 0 ? 0.0 : static_cast<double>(a) / static_cast<double>(b);
}

std::optional<double> of_sums(const Sums& s, const std::string& name, std::uint32_t sector_bytes) {
  if (name == "wavefronts_per_request") return ratio(s.wavefronts, s.shared_requests);
  if (name == "sectors_per_request") return ratio(s.sectors, s.global_requests);
  if (name == "lines_per_request") return ratio(s.lines, s.global_requests);
  if (name == "requests") return static_cast<double>(s.global_requests + s.shared_requests);
  if (name == "conflicts") return static_cast<double>(s.conflicts);
  if (name == "bytes_asked") return static_cast<double>(s.asked);
  if (name == "bytes_moved") return static_cast<double>(s.sectors * sector_bytes);
  if (name == "efficiency_percent") return 100.0 * ratio(s.asked, s.sectors * sector_bytes);
  return std::nullopt;
}

std::uint64_t counter_of(const Counters& counters, const std::string& name) {
  for (const CounterName& known : counter_names())
    if (name == known.name) return counters.*known.member;
  return 0;
}

// The lab's one request as counters.
Counters lab_counters(const Access& access, const MachineSpec& machine) {
  Counters c;
  if (access.lanes == 0) return c;
  c.warp_instructions = 1;
  c.thread_instructions = static_cast<std::uint64_t>(std::popcount(access.lanes));
  if (access.space == Space::kShared) {
    const WavefrontCount count = count_wavefronts(access, bank_shape_of(machine));
    const bool load = access.operation == Operation::kLoad, store = access.operation == Operation::kStore;
    (load ? c.shared_load_requests : store ? c.shared_store_requests : c.shared_atomic_requests) = 1;
    (load    ? c.shared_load_wavefronts
     : store ? c.shared_store_wavefronts
             : c.shared_atomic_wavefronts) = count.wavefronts;
    (load ? c.bank_conflicts_load : store ? c.bank_conflicts_store : c.bank_conflicts_atomic) = count.conflicts;
    return c;
  }
  const Coalesced counted = coalesce(access, line_shape_of(machine));
  if (access.operation == Operation::kLoad) {
    c.global_load_requests = 1;
    c.global_load_sectors = counted.sectors_counted;
    c.global_load_lines = counted.lines.size();
    c.global_load_bytes_asked = counted.bytes_asked;
  } else if (access.operation == Operation::kStore) {
    c.global_store_requests = 1;
    c.global_store_sectors = counted.sectors_counted;
    c.global_store_lines = counted.lines.size();
    c.global_store_bytes_asked = counted.bytes_asked;
  } else {
    c.global_red_requests = 1;
    c.global_red_sectors = counted.sectors_counted;
  }
  return c;
}

MetricValue of_lab(const SceneRun& run, const Metric& metric) {
  const MachineSpec& machine = machine_of(run);
  const Access& access = *run.lab;
  const bool fits = (!metric.filter.space || *metric.filter.space == access.space) &&
                    (!metric.filter.operation || *metric.filter.operation == access.operation);
  if (metric.name == "n_way")
    return {NoNumber::kNone,
            fits && access.space == Space::kShared ? double(banks(access, bank_shape_of(machine)).n_way) : 0.0, ""};
  if (!metric.marker.empty()) return missing(NoNumber::kNoMarker, "The Access lab has no source and no markers.");
  const Counters counters = fits ? lab_counters(access, machine) : Counters{};
  if (const auto value = of_sums(sums_of(counters), metric.name, machine.sector_bytes.value))
    return {NoNumber::kNone, *value, ""};
  if (is_launch_metric(metric.name) || is_timing_metric(metric.name))
    return missing(NoNumber::kRefused, "The Access lab has one warp and no launch.");
  return {NoNumber::kNone, static_cast<double>(counter_of(counters, metric.name)), ""};
}

// The instructions that the metric means: of the marked lines, of that space and operation.
std::vector<std::uint32_t> chosen(const SceneRun& run, const Metric& metric) {
  const Program& program = *run.result->program;
  const std::vector<std::uint32_t> lines =
      metric.marker.empty() ? std::vector<std::uint32_t>{} : marker_lines(run.input.source, metric.marker);
  std::vector<std::uint32_t> instructions;
  for (std::uint32_t i = 0; i < program.code.size(); ++i) {
    const Instruction& one = program.code[i];
    const bool on_line =
        metric.marker.empty() || (one.span.file == 0 && std::binary_search(lines.begin(), lines.end(), one.span.line));
    if (!on_line) continue;
    if (metric.filter != MetricFilter{}) {
      const bool memory = one.opcode == Opcode::kLoad || one.opcode == Opcode::kStore || one.opcode == Opcode::kAtomic;
      if (!memory) continue;
      const Operation operation = one.opcode == Opcode::kLoad    ? Operation::kLoad
                                  : one.opcode == Opcode::kStore ? Operation::kStore
                                                                 : Operation::kAtomic;
      if (metric.filter.operation && *metric.filter.operation != operation) continue;
      if (metric.filter.space && one.space != Space::kGeneric && *metric.filter.space != one.space) continue;
    }
    instructions.push_back(i);
  }
  return instructions;
}

// Of a generic access only the part that met the space asked for.
Counters only_space(Counters c, const std::optional<Space>& space) {
  if (!space) return c;
  if (*space == Space::kShared) {
    c.global_load_requests = c.global_load_sectors = c.global_load_lines = c.global_load_bytes_asked = 0;
    c.global_store_requests = c.global_store_sectors = c.global_store_lines = c.global_store_bytes_asked = 0;
    c.global_red_requests = c.global_red_sectors = 0;
  } else {
    c.shared_load_requests = c.shared_load_wavefronts = c.bank_conflicts_load = 0;
    c.shared_store_requests = c.shared_store_wavefronts = c.bank_conflicts_store = 0;
    c.shared_atomic_requests = c.shared_atomic_wavefronts = c.bank_conflicts_atomic = 0;
  }
  return c;
}

const Diagnostic* first_error_of(const std::vector<Diagnostic>& diagnostics) {
  for (const Diagnostic& diagnostic : diagnostics)
    if (diagnostic.severity == Severity::kError) return &diagnostic;
  return nullptr;
}

std::string place_of(const Diagnostic& diagnostic) {
  return diagnostic.span.known() ? fmt::format("line {}: {}", diagnostic.span.line, diagnostic.message)
                                 : diagnostic.message;
}

}  // namespace

SessionLimits SceneRunner::lesson_limits() {
  SessionLimits limits;
  limits.instruction_budget = 300'000'000;
  limits.memory_budget = 512ull << 20;
  return limits;
}

std::string first_problem(const SceneRun& run) {
  if (!run.refused.empty()) return run.refused;
  if (run.result == nullptr) return {};
  if (const Diagnostic* error = first_error_of(run.result->diagnostics)) return place_of(*error);
  if (const Diagnostic* error = first_error_of(run.result->faults)) return place_of(*error);
  return {};
}

std::shared_ptr<const SceneRun> SceneRunner::run(const Scene& scene, bool checks) {
  return run(scene, checks, limits_.instruction_budget);
}

std::shared_ptr<const SceneRun> SceneRunner::run(const Scene& scene, bool checks, std::uint64_t instruction_budget) {
  Scene plain = scene;  // what is selected changes no number
  plain.selected_access.clear();
  std::string key = fmt::format("{}{} {}", checks ? "checked " : "", instruction_budget, write_scene(plain));
  const auto known = std::find_if(kept_.begin(), kept_.end(), [&](const Kept& kept) { return kept.key == key; });
  if (known != kept_.end()) {
    kept_.splice(kept_.begin(), kept_, known);
    return kept_.front().run;
  }
  auto made = std::make_shared<SceneRun>();
  made->machine = scene.machine;
  SceneError error;
  FormulaError wrong;
  if (scene.kind == SceneKind::kAccessLab) {
    if (!lab_access(scene.lab, made->lab.emplace(), wrong)) {
      made->lab.reset();
      made->refused = wrong.message;
    }
  } else if (!scene_input(scene, made->input, error)) {
    made->refused = error.message;
  } else {
    made->input.checks = checks;
    SessionLimits limits = limits_;
    limits.instruction_budget = instruction_budget;
    made->result = session_.update(made->input, limits);
  }
  kept_.push_front({std::move(key), std::move(made)});
  if (kept_.size() > kRunsKept) kept_.pop_back();
  return kept_.front().run;
}

SceneRunner::Derived& SceneRunner::derived(const SceneRun& run) {
  for (auto it = derived_.begin(); it != derived_.end(); ++it) {
    if (it->result.lock() != run.result) continue;
    derived_.splice(derived_.begin(), derived_, it);
    return derived_.front();
  }
  derived_.emplace_front();
  derived_.front().result = run.result;
  if (derived_.size() > kDerivedKept) derived_.pop_back();
  return derived_.front();
}

std::uint32_t SceneRunner::ways(const SceneRun& run, const std::vector<std::uint32_t>& instructions) {
  Derived& of = derived(run);
  if (!of.has_ways) {
    of.has_ways = true;
    const MachineSpec& machine = machine_of(run);
    WayFinder finder(run.result->program->code.size(), bank_shape_of(machine));
    PrepareResult prepared = prepare_launch(run.result->program, run.input.launch, machine, limits_.memory_budget);
    if (prepared.launch != nullptr) {
      RunOptions options;
      options.instruction_budget = limits_.instruction_budget;
      options.sink = &finder;
      run_reference(*prepared.launch, machine, options);
    }
    of.ways = std::move(finder.ways());
  }
  std::uint32_t most = 0;
  for (const std::uint32_t i : instructions)
    if (i < of.ways.size()) most = std::max(most, of.ways[i]);
  return most;
}

MetricValue SceneRunner::timing(const SceneRun& run, const std::string& name) {
  Derived& of = derived(run);
  if (!of.has_time) {
    of.has_time = true;
    const MachineSpec& machine = machine_of(run);
    PrepareResult prepared = prepare_launch(run.result->program, run.input.launch, machine, limits_.memory_budget);
    TimingOptions options;
    options.instruction_budget = limits_.instruction_budget;
    options.back_to_back = false;
    const TimedResult timed =
        prepared.launch != nullptr ? time_launch(*prepared.launch, machine, options) : TimedResult{};
    of.time_us = timed.time_cold_us;
    of.cycles = timed.cycles;
    if (!timed.ok) of.no_time = timed.problem.empty() ? "The timing model has no answer here." : timed.problem;
  }
  if (!of.no_time.empty()) return missing(NoNumber::kNoTiming, of.no_time);
  return {NoNumber::kNone, name == "cycles" ? of.cycles : of.time_us, ""};
}

MetricValue SceneRunner::of_launch(const SceneRun& run, const Metric& metric) {
  const Launch& launch = run.input.launch;
  if (metric.name == "threads_per_block")
    return {NoNumber::kNone, static_cast<double>(launch.block.x * launch.block.y * launch.block.z), ""};
  if (metric.name == "blocks")
    return {NoNumber::kNone, static_cast<double>(launch.grid.x * launch.grid.y * launch.grid.z), ""};
  const std::uint64_t shared = run.result->program->static_shared_bytes + launch.dynamic_shared;
  if (metric.name == "shared_bytes") return {NoNumber::kNone, static_cast<double>(shared), ""};
  const std::uint64_t threads = launch.block.x * launch.block.y * launch.block.z;
  const Occupancy fits = occupancy(machine_of(run), threads, run.result->program->register_estimate, shared);
  const double percent = 100.0 * fits.theoretical();
  return {NoNumber::kNone, metric.name == "blocks_per_sm" ? static_cast<double>(fits.blocks) : percent, ""};
}

MetricValue SceneRunner::evaluate(const SceneRun& run, const Metric& metric) {
  if (metric.name == kStreamsMetric)
    return missing(NoNumber::kRefused, "streams_us is a number of the scene's knobs, not of a run.");
  if (run.lab) return of_lab(run, metric);
  if (run.result == nullptr) return missing(NoNumber::kRefused, run.refused);
  if (is_launch_metric(metric.name) && run.result->program != nullptr) return of_launch(run, metric);
  if (run.result->launch == nullptr || first_error_of(run.result->diagnostics) != nullptr)
    return missing(NoNumber::kFailed, first_problem(run));
  if (is_timing_metric(metric.name)) return timing(run, metric.name);
  if (!metric.marker.empty() && marker_lines(run.input.source, metric.marker).empty())
    return missing(NoNumber::kNoMarker, fmt::format("The source has no marker comment // @{}.", metric.marker));

  const MachineSpec& machine = machine_of(run);
  const std::vector<std::uint32_t> instructions = chosen(run, metric);
  Counters sum;
  if (!has_filter(metric)) {
    sum = run.result->run.total;
  } else {
    for (const std::uint32_t i : instructions)
      if (i < run.result->run.by_instruction.size())
        sum += only_space(run.result->run.by_instruction[i], metric.filter.space);
  }
  const Sums sums = sums_of(sum);
  const bool per_access = metric.name == "n_way" || of_sums(sums, metric.name, 32).has_value();
  if (!metric.marker.empty() && per_access && sums.global_requests + sums.shared_requests == 0)
    return missing(NoNumber::kNoAccess,
                   fmt::format("The line marked // @{} makes no access of that kind.", metric.marker));
  if (metric.name == "n_way") return {NoNumber::kNone, static_cast<double>(ways(run, instructions)), ""};
  if (const auto value = of_sums(sums, metric.name, machine.sector_bytes.value)) return {NoNumber::kNone, *value, ""};
  return {NoNumber::kNone, static_cast<double>(counter_of(sum, metric.name)), ""};
}

MetricValue SceneRunner::evaluate(const Scene& scene, const Metric& metric) {
  return metric.name == kStreamsMetric ? streams_metric(scene) : evaluate(*run(scene), metric);
}

MetricValue SceneRunner::evaluate(const Scene& scene, const MetricQuery& query) {
  if (query.number) return {NoNumber::kNone, *query.number, ""};
  if (query.variant.empty() && query.values.empty()) return evaluate(scene, query.metric);
  Scene other = scene;
  if (!query.variant.empty()) other.variant = query.variant;
  if (scene.kind == SceneKind::kKernel && !query.variant.empty())
    for (const auto& [name, value] : chosen_variant(other).fixed) set_knob(other, name, value);
  for (const auto& [name, value] : query.values) {
    set_knob(other, name, value);
    set_lab_knob(other.lab, name, value);
  }
  return evaluate(other, query.metric);
}

std::size_t lesson_site(const Scene& scene, const SessionResult& result) {
  if (!scene.selected_access.starts_with("@")) return selected_site(scene, result);
  const std::vector<std::uint32_t> lines = marker_lines(scene.source, scene.selected_access.substr(1));
  std::size_t best = kNoAccessSite;
  double most = -1.0;
  for (std::size_t i = 0; i < result.sites.size(); ++i) {
    const AccessSite& site = result.sites[i];
    if (site.span.file != 0 || !std::binary_search(lines.begin(), lines.end(), site.span.line)) continue;
    const double cost = static_cast<double>(site.cost) / static_cast<double>(std::max<std::uint64_t>(site.best, 1));
    if (cost > most) most = cost, best = i;
  }
  return best == kNoAccessSite ? selected_site(scene, result) : best;
}

}  // namespace warpglass
