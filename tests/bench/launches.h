// Recorded launches by id, compiled and ready to run, for the benches.
#pragma once

#include <memory>
#include <string>

#include "sim/base/launch.h"
#include "sim/exec/reference.h"
#include "sim/lang/program.h"
#include "sim/machine/spec.h"

namespace warpglass::bench {

std::string read_file(const std::string& path);  // empty when there is none
std::string hardware(const std::string& path);   // of tests/hardware/data

struct Ready {
  std::shared_ptr<const Program> program;
  Launch launch;
  const MachineSpec* machine = nullptr;
  std::string problem;  // why there is no program
};
// A launch of launches.json, e.g. "transpose_try0_n1024".
Ready ready(const std::string& id);

}  // namespace warpglass::bench
