// The options that bound a run, shared by `run` and `batch`.
#pragma once

#include <algorithm>
#include <thread>

#include <CLI/CLI.hpp>

#include "app/cli/machine_option.h"
#include "sim/session.h"

namespace warpglass {

struct LimitOptions {
  MachineOption machine;
  std::uint64_t instructions = 20'000'000'000ull;  // of warps, for one launch
  std::uint64_t memory_megabytes = 4096;           // of all buffers of one launch
  unsigned threads = 0;                            // 0: as many as the computer has

  void add_to(CLI::App& command) {
    machine.add_to(command);
    command.add_option("--max-instructions", instructions, "Stop a launch after this many warp instructions")
        ->capture_default_str();
    command.add_option("--max-memory", memory_megabytes, "Refuse a launch whose buffers need more than this many MB")
        ->capture_default_str()
        ->check(CLI::Range(1, 1 << 20));
    command.add_option("--threads", threads, "Threads for one launch (0: all of the computer's)")
        ->capture_default_str();
  }

  SessionLimits limits() const {
    SessionLimits out;
    out.instruction_budget = instructions;
    out.memory_budget = memory_megabytes << 20;
    out.threads = threads != 0 ? threads : std::max(1u, std::thread::hardware_concurrency());
    return out;
  }
};

}  // namespace warpglass
