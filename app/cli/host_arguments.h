// A launch completed from the source itself: its host code often says kernel, grid, block, shared bytes and arguments.
#pragma once

#include <string>

#include "sim/base/launch.h"
#include "sim/lang/compile.h"

namespace warpglass {

// What the command line gave; everything else is taken from the source's own launch of that kernel.
struct LaunchGiven {
  bool grid = false, block = false, shared = false;
};

// Fills in what is not given. `taken`: the arguments that came from the source, as they would be typed; empty: none.
// False, with one sentence in `message`, when grid or block stay unknown. A source with errors is left as it is: its
// own messages tell more.
bool complete_from_host(const ParsedSource& parsed, const LaunchGiven& given, Launch& launch, std::string& taken,
                        std::string& message);

}  // namespace warpglass
