// The session: two small caches (parsed sources, compiled kernels) in front of prepare and run, and the assembling of
// one immutable result. An include file is part of the input: it is asked for again before a cached parse is used.
#include "sim/session.h"

#include <algorithm>
#include <chrono>
#include <list>
#include <map>
#include <new>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "sim/checked_run.h"
#include "sim/views/build_sites.h"

namespace warpglass {
namespace {

constexpr std::size_t kParsesKept = 6;    // a knob that is a define moves between a few
constexpr std::size_t kKernelsKept = 24;  // of one source, e.g. k<8>, k<16>, k<32>
constexpr std::size_t kMostProbed = 65'536;

using IncludeResults = std::map<std::string, std::optional<std::string>>;

// One parsed source with what its text was, and the kernels compiled from it.
struct Parsed {
  std::string name, source;
  std::map<std::string, std::string> defines;
  IncludeResults includes;
  ParsedSource parsed;
  struct Kernel {
    std::shared_ptr<const Program> program;
    std::vector<Diagnostic> diagnostics;
  };
  std::map<std::string, Kernel> kernels;
};

std::optional<std::string> read_include(const SessionInput& input, const std::string& name) {
  return input.include ? input.include(name) : std::nullopt;
}

bool still_the_same(const Parsed& parsed, const SessionInput& input) {
  if (parsed.name != input.source_name || parsed.source != input.source || parsed.defines != input.launch.defines)
    return false;
  return std::all_of(parsed.includes.begin(), parsed.includes.end(),
                     [&](const auto& entry) { return read_include(input, entry.first) == entry.second; });
}

Parsed parse(const SessionInput& input) {
  Parsed made;
  made.name = input.source_name;
  made.source = input.source;
  made.defines = input.launch.defines;
  CompileOptions options;
  options.defines = input.launch.defines;
  options.include = [&](const std::string& name) { return made.includes[name] = read_include(input, name); };
  made.parsed = parse_source(input.source_name, input.source, options);
  return made;
}

const Parsed::Kernel& compile(Parsed& parsed, const std::string& kernel) {
  if (const auto found = parsed.kernels.find(kernel); found != parsed.kernels.end()) return found->second;
  if (parsed.kernels.size() >= kKernelsKept) parsed.kernels.clear();
  CompiledKernel compiled = compile_kernel(parsed.parsed, kernel);
  Parsed::Kernel made;
  made.diagnostics = std::move(compiled.diagnostics);
  if (compiled.program) made.program = std::make_shared<const Program>(std::move(*compiled.program));
  return parsed.kernels.emplace(kernel, std::move(made)).first->second;
}

// Keeps the accesses of one warp.
class Probe final : public Sink {
 public:
  Probe(std::uint64_t block, std::uint32_t warp) : block_(block), warp_(warp) {}
  void access(const WarpPlace& where, const Access& access) override {
    if (!wanted(where)) return;
    const ProbedAccess* last = accesses_.empty() ? nullptr : &accesses_.back();
    if (last != nullptr && last->refused != 0 && last->sequence == where.sequence &&
        last->access.instruction == access.instruction && last->access.space == access.space)
      return;  // these lanes are in it
    accesses_.push_back({0, 0, access, where.sequence, barriers_, 0});
  }
  void refused(const WarpPlace& where, const Access& access, LaneMask lanes) override {
    if (wanted(where)) accesses_.push_back({0, 0, access, where.sequence, barriers_, lanes});
  }
  void barrier_completed(std::uint64_t block) override { barriers_ += block == block_; }
  std::vector<ProbedAccess>& accesses() { return accesses_; }

 private:
  bool wanted(const WarpPlace& where) const {
    return where.block == block_ && where.warp == warp_ && accesses_.size() < kMostProbed;
  }
  std::uint64_t block_;
  std::uint32_t warp_;
  std::uint64_t barriers_ = 0;
  std::vector<ProbedAccess> accesses_;
};

Diagnostic error_of(FaultKind kind, std::string message, std::string note) {
  Diagnostic diagnostic;
  diagnostic.kind = kind;
  diagnostic.message = std::move(message);
  diagnostic.note = std::move(note);
  return diagnostic;
}

std::uint64_t blocks_of(const Dim3& grid) {
  // prepare_launch has checked the grid against the machine; saturate all the same.
  const std::uint64_t most = UINT64_MAX;
  const auto times = [&](std::uint64_t a, std::uint64_t b) { return b != 0 && a > most / b ? most : a * b; };
  return times(times(grid.x, grid.y), grid.z);
}

void keep_probed(SessionResult& result, const BuiltSites& built, std::vector<ProbedAccess>& accesses) {
  std::vector<std::uint32_t> seen(built.sites.size(), 0);
  for (ProbedAccess& probed : accesses) {
    const auto found = built.by_instruction.find({probed.access.instruction, probed.access.space});
    if (found == built.by_instruction.end()) continue;
    probed.site = found->second;
    probed.occurrence = seen[found->second]++;
    result.probed.push_back(std::move(probed));
  }
}

void run(SessionResult& result, std::shared_ptr<PreparedLaunch> launch, const SessionInput& input,
         const SessionLimits& limits, const MachineSpec& machine) {
  Probe probe(input.probe_block, input.probe_warp);
  RunOptions options;
  options.instruction_budget = limits.instruction_budget;
  options.block_limit = limits.block_limit;
  options.sink = &probe;
  options.sink_block = input.probe_block;
  options.cancel = limits.cancel;
  options.blocks_done = limits.blocks_done;
  options.threads = limits.threads;
  result.blocks_total = blocks_of(launch->grid);
  const auto start = std::chrono::steady_clock::now();
  if (input.checks) {
    CheckedResult checked = run_checked(*launch, machine, options, {});
    result.run = std::move(checked.run);
    result.faults = std::move(checked.faults);
    result.notes = std::move(checked.notes);
  } else {
    result.run = run_reference(*launch, machine, options);
  }
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  result.launch = std::move(launch);
  result.partial = result.run.faults.empty() && result.run.blocks_done < result.blocks_total;
  result.diagnostics.insert(result.diagnostics.end(), result.run.faults.begin(), result.run.faults.end());
  BuiltSites built = build_sites(*result.program, result.run.by_instruction, machine.sector_bytes.value);
  keep_probed(result, built, probe.accesses());
  result.sites = std::move(built.sites);
  result.lines = counters_by_line(*result.program, result.run);
}

}  // namespace

const MachineSpec* machine_of(const SessionInput& input) {
  return input.own_machine ? input.own_machine.get() : find_machine(input.machine);
}

struct Session::State {
  std::uint64_t generation = 0;
  std::list<Parsed> parses;  // last used first

  Parsed& parsed(const SessionInput& input) {
    const auto found =
        std::find_if(parses.begin(), parses.end(), [&](const Parsed& p) { return still_the_same(p, input); });
    if (found != parses.end()) {
      parses.splice(parses.begin(), parses, found);
    } else {
      parses.push_front(parse(input));
      if (parses.size() > kParsesKept) parses.pop_back();
    }
    return parses.front();
  }

  // Everything up to the run; fills `result` as far as it gets.
  void update(SessionResult& result, const SessionInput& input, const SessionLimits& limits) {
    Parsed& source = parsed(input);
    result.sources = source.parsed.sources;
    result.kernels = source.parsed.kernels;
    result.launches = source.parsed.launches;
    const Parsed::Kernel& kernel = compile(source, input.launch.kernel);
    result.diagnostics = kernel.diagnostics;
    result.program = kernel.program;
    if (result.program == nullptr) return;
    const MachineSpec* machine = machine_of(input);
    if (machine == nullptr) {
      result.diagnostics.push_back(error_of(FaultKind::kLaunch,
                                            fmt::format("there is no machine \"{}\"", input.machine),
                                            "`warpglass machines` lists them"));
    } else {
      PrepareResult prepared = prepare_launch(result.program, input.launch, *machine, limits.memory_budget);
      result.diagnostics.insert(result.diagnostics.end(), prepared.diagnostics.begin(), prepared.diagnostics.end());
      if (prepared.launch != nullptr) return run(result, std::move(prepared.launch), input, limits, *machine);
    }
    result.sites = build_sites(*result.program, {}, 32).sites;
  }
};

Session::Session() : state_(std::make_unique<State>()) {}
Session::~Session() = default;

std::shared_ptr<const SessionResult> Session::update(const SessionInput& input, const SessionLimits& limits) {
  auto result = std::make_shared<SessionResult>();
  result->generation = ++state_->generation;
  try {
    state_->update(*result, input, limits);
  } catch (const std::bad_alloc&) {
    result->launch = nullptr;
    result->diagnostics.push_back(error_of(FaultKind::kBudget, "the launch needs more memory than this computer gives",
                                           "use smaller buffers or fewer elements"));
  }
  return result;
}

}  // namespace warpglass
