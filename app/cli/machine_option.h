// `--machine NAME|FILE.toml`, as every sub-command that runs something takes it.
#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "sim/machine/spec.h"

namespace warpglass {

struct MachineOption {
  std::string name = "h200";
  std::shared_ptr<const MachineSpec> own;  // from a file; null: the preset of that name

  // Wrong names and files are refused while the command line is read.
  void add_to(CLI::App& command);
  const MachineSpec& spec() const { return own ? *own : *find_machine(name); }
};

}  // namespace warpglass
