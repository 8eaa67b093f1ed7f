// From a scene to what a Session runs, and from its answer back to the access that the scene has selected.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>

#include "app/scene/scene.h"
#include "sim/memory/banks.h"
#include "sim/memory/coalesce.h"
#include "sim/views/result.h"
#include "sim/views/sites.h"

namespace warpglass {

inline constexpr std::size_t kNoAccessSite = SIZE_MAX;

// The input of a kernel scene at its current knob values; false and `error` filled when its launch cannot be computed.
bool scene_input(const Scene& scene, SessionInput& input, SceneError& error);

// Where an access stood before the source or the launch changed; line 0: unknown.
struct SiteHint {
  std::uint32_t line = 0;
  std::optional<Operation> operation;
};
// The site of that text, nearest to the hint; of equal ones the first that ran. kNoAccessSite when there is none.
std::size_t find_site(const SessionResult& result, const std::string& text, const SiteHint& hint = {});
// The shared or global site that ran with the most cost over its best; kNoAccessSite when there is none.
std::size_t costliest_site(const SessionResult& result);
// The site whose text the scene selects, else the one that its variant selects, else (the source was edited) the
// costliest.
std::size_t selected_site(const Scene& scene, const SessionResult& result, const SiteHint& hint = {});

// How many blocks hold about that many threads, at least one; UINT64_MAX when the whole launch has no more.
std::uint64_t blocks_within(const Launch& launch, std::uint64_t threads);

LineShape line_shape_of(const MachineSpec& machine);
BankShape bank_shape_of(const MachineSpec& machine);

// A measured cost per request, with the label that always stands beside it.
struct MeasuredCost {
  double cost = 0.0;
  std::string label;  // "NVIDIA H200, recorded 2026-11-30"
};
// Asks whoever has recordings (app/device); empty functions: nothing is measured.
struct MeasuredNumbers {
  std::function<std::optional<MeasuredCost>(const std::string& machine, const Access& access)> of_access;
  std::function<std::optional<MeasuredCost>(const SessionInput& input, const SessionResult& result, std::size_t site)>
      of_site;
};

}  // namespace warpglass
