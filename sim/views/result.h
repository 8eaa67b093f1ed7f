// What a Session takes and gives: plain values that views and the program's surfaces read.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/base/diagnostic.h"
#include "sim/base/launch.h"
#include "sim/event/access.h"
#include "sim/event/counters.h"
#include "sim/exec/reference.h"
#include "sim/lang/compile.h"
#include "sim/lang/program.h"
#include "sim/machine/spec.h"

namespace warpglass {

struct SessionInput {
  std::string source_name;  // "transpose.cu"
  std::string source;       // bytes as typed or read
  std::function<std::optional<std::string>(const std::string&)> include;
  Launch launch;
  std::string machine = "h200";
  std::shared_ptr<const MachineSpec> own_machine;  // instead of that preset
  std::uint64_t probe_block = 0;                   // whose accesses are kept
  std::uint32_t probe_warp = 0;
  bool checks = false;  // a checked run: faulty lanes are left out, and SessionResult::faults says what is wrong
};

struct SessionLimits {
  std::uint64_t instruction_budget = 20'000'000'000ull;
  std::uint64_t memory_budget = 4ull << 30;  // bytes of all buffers
  std::uint64_t block_limit = UINT64_MAX;    // run only the first blocks: a first answer; the result says it is partial
  unsigned threads = 1;
  const std::atomic<bool>* cancel = nullptr;
  std::atomic<std::uint64_t>* blocks_done = nullptr;
};

// One memory instruction of the source, with what it cost over the launch.
struct AccessSite {
  std::uint32_t instruction = 0;  // index in Program::code
  Span span;
  std::string text;  // the access as written: "buffer[c * pitch + r]"
  Operation operation = Operation::kLoad;
  Space space = Space::kGlobal;
  std::uint32_t bytes = 4;  // per lane
  std::uint64_t requests = 0;
  std::uint64_t cost = 0;  // sectors (global) or wavefronts (shared)
  std::uint64_t best = 0;  // the fewest possible for the same lanes: full sectors, or phases
};

// One execution of a memory instruction by the probed warp.
struct ProbedAccess {
  std::size_t site = 0;          // index into SessionResult::sites
  std::uint32_t occurrence = 0;  // how many times this warp had executed it before
  Access access;
  std::uint64_t sequence = 0;  // instructions the warp had executed
  std::uint64_t barriers = 0;  // that its block had completed
  LaneMask refused = 0;        // lanes of `access` that were not allowed to do it
};

struct SessionResult {
  std::uint64_t generation = 0;         // counts update() calls
  std::vector<Diagnostic> diagnostics;  // compile, case, launch, then faults
  SourceSet sources;
  std::vector<KernelInfo> kernels;
  std::vector<HostLaunch> launches;
  std::shared_ptr<const Program> program;        // null when it did not compile
  std::shared_ptr<const PreparedLaunch> launch;  // memory after the run; null when it did not start
  RunResult run;
  // A checked run: what the checks and the launch itself found, grouped; `diagnostics` then holds no fault of the
  // kernel but a budget that was reached.
  std::vector<Diagnostic> faults;
  std::vector<Diagnostic> notes;
  bool partial = false;  // only the first blocks ran (block_limit)
  std::uint64_t blocks_total = 0;
  std::vector<AccessSite> sites;     // by span: file, line, column
  std::vector<ProbedAccess> probed;  // in execution order, bounded (65,536)
  std::vector<LineCounters> lines;
  double seconds = 0.0;  // wall time of the run alone
};

}  // namespace warpglass
