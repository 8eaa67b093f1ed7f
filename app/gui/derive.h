// What follows from the state: the access in the picture, the chips, the rows of the result. Pure functions without
// ImGui, so that tests read the same values that panels draw.
#pragma once

#include <string>
#include <vector>

#include "app/gui/state.h"

namespace warpglass {

Shown derive(const AppState& state);

ShownAccess shown_access(const AppState& state);
// The result's rows: of the one access in the lab, of the whole launch for a kernel.
ShownResult shown_result(const AppState& state, const ShownAccess& access);
Pinned pin(const ShownResult& result);

// The knob of the sweep strip: AppState::sweep_knob if it has a range, else the first; empty when there is none.
std::string swept_knob(const AppState& state);

}  // namespace warpglass
