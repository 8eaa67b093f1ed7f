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

// The lab's costs over the range of one of its knobs, with the measured ones where recorded. Fast enough for a frame.
Sweep lab_sweep(const AppState& state);
// Names of the knobs that can be swept now: of the scene, or of the lab ("stride", "offset", "padding").
std::vector<std::string> sweep_choices(const AppState& state);
// The one that is: AppState::sweep_knob if possible, else the first; empty when there is none.
std::string swept_knob(const AppState& state);

// The site of `result` that `text` names; prefers the same line and operation; kNoSite when there is none.
std::size_t find_site(const SessionResult& result, const std::string& text, std::uint32_t line = 0,
                      const Operation* operation = nullptr);
// The site to select when nothing else says: the costliest against its best.
std::size_t costliest_site(const SessionResult& result);

}  // namespace warpglass
