// What is on screen, as text: for mailing, for tests, and for a machine without a display. English, like the command
// line.
#include <fmt/format.h>

#include <algorithm>

#include "app/gui/application.h"
#include "app/gui/widgets.h"

namespace warpglass {
namespace {

Table result_table(const ShownResult& result) {
  const Texts text(Language::kEnglish);
  Table table{"result", "Result", {}, {}};
  table.columns = {{"name", "", Align::kLeft},
                   {"start", "start", Align::kRight},
                   {"now", "now", Align::kRight},
                   {"measured", "measured", Align::kRight}};
  const auto cell = [](RowFormat format, const std::optional<double>& value) {
    return text_cell(value ? format_value(format, *value) : "-");
  };
  for (const ResultRow& row : result.rows)
    table.rows.push_back({text_cell(text(row.id)), cell(row.format, row.start), cell(row.format, row.now),
                          cell(row.format, row.measured)});
  return table;
}

std::string launch_line(const Launch& launch) {
  std::string line = fmt::format("{}<<<({}, {}, {}), ({}, {}, {})>>>", launch.kernel, launch.grid.x, launch.grid.y,
                                 launch.grid.z, launch.block.x, launch.block.y, launch.block.z);
  for (const auto& [name, value] : launch.defines) line += fmt::format("  -D {}={}", name, value);
  return line;
}

std::string chip_lines(const AppState& state, const Shown& shown) {
  std::string out = "\nCost per line (actual/best; G sectors, S passes per request)\n";
  for (const Chip& chip : shown.chips)
    out += fmt::format("{:>5}  {:<12} {}\n", chip.line, chip.text,
                       chip.site < state.result->sites.size() ? state.result->sites[chip.site].text : "");
  return out;
}

}  // namespace

std::string Application::report() const {
  const Texts text(Language::kEnglish);
  const Scene& scene = state_.scene;
  std::string out = fmt::format("Warpglass: {}\nmachine: {}\n", text.of(scene.title), scene.machine);
  if (!is_lab(state_)) {
    if (!scene.variants.empty()) out += fmt::format("variant: {}\n", text.of(chosen_variant(scene).label));
    for (const Knob& knob : scene.knobs) out += fmt::format("knob {} = {}\n", knob.name, knob_value(scene, knob.name));
    out += "launch: " + launch_line(state_.result_launch) + "\n";
  }
  if (!state_.problems.empty() && state_.result != nullptr)
    out += "\n" + format_diagnostics(state_.problems, state_.result->sources);
  out += "\n" + format_table(result_table(shown_.result));
  if (!shown_.result.measured_gpu.empty())
    out += fmt::format("measured on {}, {}{}\n", shown_.result.measured_gpu, shown_.result.measured_date,
                       shown_.result.measured_us
                           ? ": " + format_value(RowFormat::kMicroseconds, *shown_.result.measured_us) + " a launch"
                           : "");
  if (!shown_.result.differs.empty()) out += fmt::format("{}\n", text(shown_.result.differs.c_str()));
  if (!shown_.chips.empty()) out += chip_lines(state_, shown_);
  if (shown_.access.valid) {
    const ShownAccess& access = shown_.access;
    out += fmt::format("\nAccess shown: {} {} ({} bytes a lane)\n",
                       access.line ? fmt::format("line {}", access.line) : "", access.expression, access.access.bytes);
    out += format_table(access.shared() ? bank_table(access.access, access.banks)
                                        : coalescing_table(access.access, access.coalesced));
  }
  return out;
}

}  // namespace warpglass
