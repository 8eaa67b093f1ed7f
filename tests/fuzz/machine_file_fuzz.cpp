// Any bytes as a machine file. One that is read comes back from its own text.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "app/scene/machine_file.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  std::vector<warpglass::SceneError> errors;
  const auto machine = warpglass::read_machine(text, errors);
  if (machine.has_value() != errors.empty()) std::abort();
  if (!machine) return 0;
  const std::string written = warpglass::write_machine(*machine);
  const auto again = warpglass::read_machine(written, errors);
  if (!again || warpglass::write_machine(*again) != written) std::abort();
  return 0;
}
