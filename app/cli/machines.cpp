// `warpglass machines`: the machines that can be chosen, with their limits and where those numbers come from.
#include <fmt/format.h>

#include <memory>

#include "app/cli/commands.h"
#include "app/cli/machine_option.h"
#include "app/scene/machine_file.h"
#include "sim/machine/spec.h"
#include "sim/views/table.h"

namespace warpglass {
namespace {

const char* source_name(NumberSource source) {
  switch (source) {
    case NumberSource::kMeasured:
      return "measured";
    case NumberSource::kPublished:
      return "published";
    case NumberSource::kAssumed:
      return "invented";
  }
  return "invented";
}

Cell kilobytes_cell(std::uint32_t bytes) { return text_cell(fmt::format("{} KB", bytes / 1024)); }

Table machines_table() {
  Table table;
  table.key = "machines";
  table.title = "Machines";
  table.columns = {{"name", "--machine", Align::kLeft},      {"title", "GPU", Align::kLeft},
                   {"numbers", "numbers", Align::kLeft},     {"lanes", "lanes", Align::kRight},
                   {"banks", "banks", Align::kRight},        {"sms", "SMs", Align::kRight},
                   {"threads", "threads/SM", Align::kRight}, {"shared", "shared/block", Align::kRight},
                   {"opt_in", "opt-in", Align::kRight}};
  for (const MachineSpec& machine : machine_presets()) {
    table.rows.push_back({text_cell(machine.name), text_cell(machine.title), text_cell(source_name(machine.sms.source)),
                          count_cell(machine.warp_lanes.value), count_cell(machine.banks.value),
                          count_cell(machine.sms.value), count_cell(machine.max_threads_per_sm.value),
                          kilobytes_cell(machine.shared_bytes_per_block.value),
                          kilobytes_cell(machine.shared_bytes_per_block_opt_in.value)});
  }
  return table;
}

}  // namespace

void add_machines_command(CLI::App& app, int& exit_code) {
  auto option = std::make_shared<MachineOption>();
  auto as_file = std::make_shared<bool>(false);
  CLI::App* command = app.add_subcommand("machines", "List the machines that can be chosen with --machine");
  option->add_to(*command);
  command->add_flag("--toml", *as_file, "Print the --machine as a machine file, to start an own one from");
  command->callback([option, as_file, &exit_code] {
    fmt::print("{}", *as_file ? write_machine(option->spec()) : format_table(machines_table(), 100));
    exit_code = kOk;
  });
}

}  // namespace warpglass
