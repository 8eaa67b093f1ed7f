// A launch with checks: the run goes on past faults, and every fault is told once, with a count.
#pragma once

#include <vector>

#include "sim/checks/checks.h"
#include "sim/exec/reference.h"

namespace warpglass {

struct CheckedResult {
  RunResult run;  // its own faults: only what ended the run early (a budget)
  std::vector<Diagnostic> faults;
  std::vector<Diagnostic> notes;
};

// As run_reference(); `options.checks` is filled in here.
CheckedResult run_checked(PreparedLaunch& launch, const MachineSpec& machine, RunOptions options,
                          const CheckOptions& checks);

}  // namespace warpglass
