// See scene_input.h.
#include "app/scene/scene_input.h"

#include "sim/machine/spec.h"

namespace warpglass {

bool scene_input(const Scene& scene, SessionInput& input, SceneError& error) {
  input = {};
  if (!scene_launch(scene, input.launch, error)) return false;
  input.source_name = scene.source_name;
  input.source = scene.source;
  input.machine = scene.machine;
  input.probe_block = scene.probe_block;
  input.probe_warp = scene.probe_warp;
  return true;
}

std::size_t selected_site(const Scene& scene, const SessionResult& result) {
  const std::string& wanted = scene.selected_access.empty() ? chosen_variant(scene).select : scene.selected_access;
  std::size_t same = kNoAccessSite, worst = kNoAccessSite;
  double worst_share = 0.0;
  for (std::size_t i = 0; i < result.sites.size(); ++i) {
    const AccessSite& site = result.sites[i];
    if (!wanted.empty() && site.text == wanted && site.requests > 0) return i;
    if (!wanted.empty() && site.text == wanted && same == kNoAccessSite) same = i;
    const double share = site.best == 0 ? 0.0 : static_cast<double>(site.cost) / static_cast<double>(site.best);
    if (worst != kNoAccessSite && share <= worst_share) continue;
    worst = i;
    worst_share = share;
  }
  return same != kNoAccessSite ? same : worst;
}

LineShape line_shape_of(const MachineSpec& machine) { return {machine.line_bytes.value, machine.sector_bytes.value}; }
BankShape bank_shape_of(const MachineSpec& machine) { return {machine.banks.value, machine.bank_bytes.value}; }

}  // namespace warpglass
