// Which form of the fast loop this processor runs. Both give the same bits.
#pragma once

#include "sim/exec/state.h"

namespace warpglass::exec {

Engine choose_engine(bool force_baseline, bool checked);

}  // namespace warpglass::exec
