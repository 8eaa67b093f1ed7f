// See machine_option.h.
#include "app/cli/machine_option.h"

#include <optional>
#include <vector>

#include "app/scene/machine_file.h"

namespace warpglass {

void MachineOption::add_to(CLI::App& command) {
  const auto take = [this](const std::string& text) -> std::string {
    std::optional<MachineSpec> storage;
    std::vector<std::string> problems;
    if (choose_machine(text, storage, problems) == nullptr) {
      std::string all;
      for (const std::string& problem : problems) all += (all.empty() ? "" : "\n") + problem;
      return all;
    }
    own = storage ? std::make_shared<const MachineSpec>(*storage) : nullptr;
    return {};
  };
  command.add_option("--machine", name, "Machine (warpglass machines lists them), or a machine file (.toml)")
      ->capture_default_str()
      ->check(take);
}

}  // namespace warpglass
