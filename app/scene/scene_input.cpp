// See scene_input.h.
#include "app/scene/scene_input.h"

#include <algorithm>
#include <cstdlib>

#include "sim/machine/spec.h"

namespace warpglass {

bool scene_input(const Scene& scene, SessionInput& input, SceneError& error) {
  input = {};
  if (!scene_launch(scene, input.launch, error)) return false;
  input.source_name = scene.source_name.empty() ? "kernel.cu" : scene.source_name;
  input.source = scene.source;
  input.machine = scene.machine;
  input.probe_block = scene.probe_block;
  input.probe_warp = scene.probe_warp;
  return true;
}

std::size_t find_site(const SessionResult& result, const std::string& text, const SiteHint& hint) {
  std::size_t best = kNoAccessSite;
  std::int64_t least = 0;
  for (std::size_t i = 0; i < result.sites.size(); ++i) {
    const AccessSite& site = result.sites[i];
    if (site.text != text) continue;
    std::int64_t distance =
        hint.line == 0 ? 0
                       : 2 * std::abs(static_cast<std::int64_t>(site.span.line) - static_cast<std::int64_t>(hint.line));
    if (hint.operation && site.operation != *hint.operation) distance += std::int64_t{1} << 40;
    if (hint.line == 0 && site.requests == 0) ++distance;
    if (best == kNoAccessSite || distance < least) best = i, least = distance;
  }
  return best;
}

std::size_t costliest_site(const SessionResult& result) {
  std::size_t worst = kNoAccessSite;
  double most = -1.0;
  for (std::size_t i = 0; i < result.sites.size(); ++i) {
    const AccessSite& site = result.sites[i];
    if (site.requests == 0 || (site.space != Space::kGlobal && site.space != Space::kShared)) continue;
    const double ratio = static_cast<double>(site.cost) / static_cast<double>(std::max<std::uint64_t>(site.best, 1));
    if (ratio > most) most = ratio, worst = i;
  }
  return worst;
}

std::size_t selected_site(const Scene& scene, const SessionResult& result, const SiteHint& hint) {
  std::size_t site = kNoAccessSite;
  if (!scene.selected_access.empty()) site = find_site(result, scene.selected_access, hint);
  if (site == kNoAccessSite) site = find_site(result, chosen_variant(scene).select);
  return site == kNoAccessSite ? costliest_site(result) : site;
}

std::uint64_t blocks_within(const Launch& launch, std::uint64_t threads) {
  const auto capped = [](std::uint64_t a, std::uint64_t b) {
    return a != 0 && b > UINT64_MAX / a ? UINT64_MAX : a * b;
  };
  const auto block = std::max<std::uint64_t>(capped(capped(launch.block.x, launch.block.y), launch.block.z), 1);
  const auto blocks = capped(capped(launch.grid.x, launch.grid.y), launch.grid.z);
  if (capped(block, blocks) <= threads) return UINT64_MAX;
  return std::max<std::uint64_t>(threads / block, 1);
}

LineShape line_shape_of(const MachineSpec& machine) { return {machine.line_bytes.value, machine.sector_bytes.value}; }
BankShape bank_shape_of(const MachineSpec& machine) { return {machine.banks.value, machine.bank_bytes.value}; }

}  // namespace warpglass
