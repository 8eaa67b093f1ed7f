// See report.h. A report is put together from the same views that the window draws.
#include "app/scene/report.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/scene/launch_text.h"
#include "sim/machine/spec.h"

namespace warpglass {
namespace {

constexpr std::size_t kMostPrinted = 50;

const char* operation_word(Operation operation) {
  if (operation == Operation::kLoad) return "load";
  return operation == Operation::kStore ? "store" : "atomic";
}

std::string section(const std::string& title) { return "\n" + title + "\n" + std::string(title.size(), '-') + "\n"; }

std::string heading(const Scene& scene) {
  std::string title = scene.title.en;
  if (scene.kind == SceneKind::kKernel && !chosen_variant(scene).label.en.empty())
    title += " - " + chosen_variant(scene).label.en;
  return title + "\n" + std::string(title.size(), '=') + "\n";
}

std::string machine_line(const Scene& scene) {
  const MachineSpec* machine = find_machine(scene.machine);
  return fmt::format("machine   {} (model)\n", machine == nullptr ? scene.machine : machine->title);
}

std::string launch_lines(const Scene& scene, const Launch& launch) {
  std::string out = fmt::format("kernel    {}, {}\n", scene.source_name, launch.kernel);
  out += fmt::format("launch    grid {}, block {}, {} B of dynamic shared memory\n", write_dimensions(launch.grid),
                     write_dimensions(launch.block), launch.dynamic_shared);
  std::string knobs;
  for (const std::string& name : chosen_variant(scene).knobs)
    knobs += fmt::format("{}{} = {}", knobs.empty() ? "" : ", ", name, knob_value(scene, name));
  if (!knobs.empty()) out += "knobs     " + knobs + "\n";
  return out;
}

std::string with_chips(const SessionResult& result) {
  if (result.sources.files.empty()) return {};
  std::string out;
  std::uint32_t last = 0;
  const std::vector<Chip> all = chips(result.sites);
  for (const Chip& chip : all) {
    if (chip.line == last) continue;
    last = chip.line;
    std::string texts;
    for (const Chip& other : all)
      if (other.line == last) texts += other.text + "  ";
    out += fmt::format("{:5}  {:20}{}\n", last, texts, line_text(result.sources.files[0], last));
  }
  return out;
}

const ProbedAccess* first_probed(const SessionResult& result, std::size_t site) {
  const auto found = std::find_if(result.probed.begin(), result.probed.end(),
                                  [&](const ProbedAccess& probed) { return probed.site == site; });
  return found == result.probed.end() ? nullptr : &*found;
}

std::string shared_text(const Access& access, const MachineSpec& machine) {
  const BankAccess bank_access = banks(access, bank_shape_of(machine));
  std::string out = fmt::format("{} passes (wavefronts), {} phases, {} conflicts, {}-way\n\n", bank_access.wavefronts,
                                bank_access.phases.size(), bank_access.conflicts, bank_access.n_way);
  out += bank_picture(bank_access, bank_shape_of(machine));
  return out + "\n" + sentence_text(describe_shared(access, bank_access)) + "\n";
}

std::string global_text(const Access& access, const MachineSpec& machine) {
  const Coalesced coalesced = coalesce(access, line_shape_of(machine));
  const std::uint64_t moved = coalesced.bytes_moved_sectors;
  const double used = moved == 0 ? 0.0 : static_cast<double>(coalesced.bytes_distinct) / static_cast<double>(moved);
  std::string out = fmt::format("{} sectors in {} lines, {} bytes asked for, {} moved, {} % of them used\n\n",
                                coalesced.sectors_counted, coalesced.lines.size(), coalesced.bytes_asked, moved,
                                std::lround(used * 100.0));
  out += line_picture(access, coalesced, line_shape_of(machine));
  return out + "\n" + sentence_text(describe_global(access, coalesced)) + "\n";
}

std::string access_text(const Access& access, const MachineSpec& machine) {
  return access.space == Space::kShared ? shared_text(access, machine) : global_text(access, machine);
}

std::string measured_line(const std::optional<MeasuredCost>& measured, bool shared) {
  if (!measured) return "measured  not recorded for exactly this\n";
  return fmt::format("measured  {:.2f} {} a request ({})\n", measured->cost, shared ? "wavefronts" : "sectors",
                     measured->label);
}

std::string selected_text(const Scene& scene, const SessionInput& input, const SessionResult& result,
                          const MachineSpec& machine, const MeasuredNumbers& measured) {
  const std::size_t index = selected_site(scene, result);
  if (index == kNoAccessSite) return {};
  const AccessSite& site = result.sites[index];
  std::string out = section("Selected access");
  out += fmt::format("{} {} {}, line {}, {} bytes a lane\n", space_name(site.space), operation_word(site.operation),
                     site.text, site.span.line, site.bytes);
  if (site.requests > 0) {
    const auto requests = static_cast<double>(site.requests);
    const bool shared = site.space == Space::kShared;
    out += fmt::format("model     {:.2f} {} a request, {:.2f} at best, {} requests\n",
                       static_cast<double>(site.cost) / requests, shared ? "wavefronts" : "sectors",
                       static_cast<double>(site.best) / requests, site.requests);
    if (measured.of_site) out += measured_line(measured.of_site(input, result, index), shared);
  }
  const ProbedAccess* probed = first_probed(result, index);
  if (probed == nullptr)
    return out + fmt::format("warp {} of block {} does not execute it.\n", input.probe_warp, input.probe_block);
  return out + fmt::format("warp {} of block {}, first execution: ", input.probe_warp, input.probe_block) +
         access_text(probed->access, machine);
}

std::string printed_text(const SessionResult& result) {
  if (result.run.printed.empty()) return {};
  std::string out = section("Printed");
  for (std::size_t i = 0; i < std::min(result.run.printed.size(), kMostPrinted); ++i) {
    out += result.run.printed[i];
    if (out.back() != '\n') out += '\n';
  }
  return out;
}

SceneReport lab_report(const Scene& scene, const MeasuredNumbers& measured) {
  SceneReport report{heading(scene) + machine_line(scene), false};
  const AccessLab& lab = scene.lab;
  report.text += fmt::format("access    {} {} {}, {} bytes a lane, {} lanes\n", space_name(lab.space),
                             operation_word(lab.operation), lab_expression(lab), lab.element_bytes, lab.lanes);
  Access access;
  FormulaError error;
  const MachineSpec* machine = find_machine(scene.machine);
  if (machine == nullptr || !lab_access(lab, access, error)) {
    report.text += "\n" + (machine == nullptr ? std::string("There is no such machine.") : error.message) + "\n";
    return report;
  }
  if (measured.of_access)
    report.text += measured_line(measured.of_access(scene.machine, access), lab.space == Space::kShared);
  report.text += "\n" + access_text(access, *machine);
  report.ok = true;
  return report;
}

}  // namespace

SceneReport scene_report(Session& session, const Scene& scene, const SessionLimits& limits,
                         const MeasuredNumbers& measured) {
  if (scene.kind == SceneKind::kAccessLab) return lab_report(scene, measured);
  SceneReport report{heading(scene) + machine_line(scene), false};
  SessionInput input;
  SceneError error;
  if (!scene_input(scene, input, error)) {
    report.text += fmt::format("\n{}: {}\n", error.key, error.message);
    return report;
  }
  report.text += launch_lines(scene, input.launch);
  const auto result = session.update(input, limits);
  if (!result->diagnostics.empty())
    report.text += section("Messages") + format_diagnostics(result->diagnostics, result->sources);
  if (result->launch == nullptr) return report;
  if (result->partial)
    report.text +=
        fmt::format("\nOnly the first {} of {} blocks ran.\n", result->run.blocks_done, result->blocks_total);
  report.text += section("Lines (G sectors/best, S passes/best, a request)") + with_chips(*result);
  if (const MachineSpec* machine = find_machine(scene.machine))
    report.text += selected_text(scene, input, *result, *machine, measured);
  report.text += "\n" + format_table(counters_table(result->run.total)) + printed_text(*result);
  report.ok = result->run.faults.empty();
  return report;
}

}  // namespace warpglass
