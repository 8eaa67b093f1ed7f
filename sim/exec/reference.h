// A whole launch without time: every block in order, every warp in lockstep with reconvergence. The oracle of the
// timed run and of a GPU. Deterministic, byte for byte.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "sim/base/diagnostic.h"
#include "sim/base/launch.h"
#include "sim/event/check_sink.h"
#include "sim/event/counters.h"
#include "sim/event/sink.h"
#include "sim/lang/program.h"
#include "sim/machine/spec.h"
#include "sim/memory/storage.h"

namespace warpglass {

// Memory and parameter block of a launch, ready to run.
struct PreparedLaunch {
  std::shared_ptr<const Program> program;
  Dim3 grid, block;
  std::uint64_t dynamic_shared = 0;
  Storage memory;
  std::vector<std::uint8_t> parameters;         // Program::parameter_bytes
  std::vector<std::uint64_t> symbol_addresses;  // by Program::symbols
  std::vector<std::size_t> parameter_buffers;   // by Program::parameters: buffer index, or SIZE_MAX
};

struct PrepareResult {
  std::shared_ptr<PreparedLaunch> launch;  // null when there is an error
  std::vector<Diagnostic> diagnostics;     // kCase or kLaunch
};
// Checks the launch against the machine's limits (numbers in the message) and the kernel's parameters, fills buffers.
// `memory_budget`: most bytes of all buffers together; more is refused with a sentence (kBudget).
PrepareResult prepare_launch(std::shared_ptr<const Program> program, const Launch& launch, const MachineSpec& machine,
                             std::uint64_t memory_budget);

struct RunOptions {
  std::uint64_t instruction_budget =
      20'000'000'000ull;                   // warp instructions; then the run stops with a kBudget diagnostic
  std::uint64_t block_limit = UINT64_MAX;  // run only the first blocks; the result is then not `completed`
  Sink* sink = nullptr;                    // observes everything, and then forces one core
  // The sink hears of this block's events only: the others run as if there were no sink. UINT64_MAX: of every block.
  std::uint64_t sink_block = UINT64_MAX;
  const std::vector<std::uint64_t>* blocks =
      nullptr;  // run only these, in this order; the result is then not `completed`
  // A checked run: faulty lanes are told of and left out, and the run goes on. Forces one core.
  CheckSink* checks = nullptr;
  bool force_baseline = false;                        // no AVX2 even where there is
  const std::atomic<bool>* cancel = nullptr;          // polled between blocks and every few thousand instructions
  std::atomic<std::uint64_t>* blocks_done = nullptr;  // progress
  unsigned threads = 1;                               // used only where no block can read what another writes
};

struct RunResult {
  Counters total;
  std::vector<Counters> by_instruction;  // by Program::code
  std::vector<Diagnostic> faults;        // the first one ends the launch
  std::vector<std::string> printed;      // printf output, in order, bounded
  bool completed = false;                // every block ran to its end
  std::uint64_t blocks_done = 0;
};

// Runs the launch; its memory holds the results afterwards, also after a fault.
RunResult run_reference(PreparedLaunch& launch, const MachineSpec& machine, const RunOptions& options);

// Counters summed by source line (Instruction::span of file 0; other files by their own entry).
struct LineCounters {
  std::uint32_t file = 0;
  std::uint32_t line = 0;
  Counters counters;
};
std::vector<LineCounters> counters_by_line(const Program& program, const RunResult& result);

// Hash of all buffers and counters: equal runs have equal hashes.
std::uint64_t state_hash(const PreparedLaunch& launch, const RunResult& result);

}  // namespace warpglass
