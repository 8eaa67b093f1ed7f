// A machine as a TOML file: an instructor's own GPU beside the presets. `warpglass machines --machine h100 --toml`
// prints a preset in this form, to start from.
//
//   format_version = 1
//   name = "lab_gpu"                  letters, digits, _ and -; not a preset's name
//   title = "The GPU in our lab"
//   base = "a100"                     every number that is not given is this preset's, and then counts as assumed
//   source = "published"              of the numbers below: measured, published or assumed
//   [limits]
//   sms = 84
//   clock_ghz = { value = 1.71, source = "measured" }
//   [timing]
//   dram_bytes_per_ns = 760.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/scene/scene.h"
#include "sim/machine/spec.h"

namespace warpglass {

// Null and at least one error, each with its line and key, when the text is not a machine.
std::optional<MachineSpec> read_machine(const std::string& text, std::vector<SceneError>& errors);

// Every number of the machine, each with its source. read_machine() of it is the same machine; a preset's text is that
// of a copy called "my_" + its name.
std::string write_machine(const MachineSpec& machine);

// The preset of that name, or the machine in that file: a word that ends in .toml is a file. Null and one sentence for
// each mistake in `problems`, when there is none. `storage` keeps a machine from a file.
const MachineSpec* choose_machine(const std::string& name_or_file, std::optional<MachineSpec>& storage,
                                  std::vector<std::string>& problems);

}  // namespace warpglass
