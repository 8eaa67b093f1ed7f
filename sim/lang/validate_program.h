// A structural check of a Program: what every producer of one must keep to and the executor relies on. For tests.
#pragma once

#include <string>
#include <vector>

#include "sim/lang/program.h"

namespace warpglass {

// One sentence for each breach: register numbers and widths, consecutive vector registers, branch targets and
// reconvergence points, table indices, inputs, offsets of variables. Empty: the program is well formed.
std::vector<std::string> validate_program(const Program& program);

}  // namespace warpglass
