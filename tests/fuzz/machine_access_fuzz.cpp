// The name of a machine and, behind the first line's end, an index formula: what `warpglass access` takes. The access
// it gives is served by banks and fallen into sectors, and the quick counts agree with the whole picture.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "app/scene/access_lab.h"
#include "sim/machine/spec.h"
#include "sim/memory/banks.h"
#include "sim/memory/coalesce.h"

namespace {
using namespace warpglass;

void look(const Access& access, const MachineSpec& machine) {
  const BankShape bank_shape{machine.banks.value, machine.bank_bytes.value};
  const LineShape line_shape{machine.line_bytes.value, machine.sector_bytes.value};
  if (access.space == Space::kShared) {
    const BankAccess whole = banks(access, bank_shape);
    const WavefrontCount quick = count_wavefronts(access, bank_shape);
    if (whole.wavefronts != quick.wavefronts) std::abort();
  } else {
    const Coalesced whole = coalesce(access, line_shape);
    const SectorCount quick = count_sectors(access, line_shape);
    if (whole.sectors_counted != quick.sectors) std::abort();
  }
}
}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const std::size_t end = text.find('\n');
  const std::string name = text.substr(0, end);
  const MachineSpec* machine = find_machine(name);
  if (machine != nullptr && machine->name != name) std::abort();
  if (machine == nullptr) machine = find_machine(size % 2 == 0 ? "h200" : "classroom16");
  AccessLab lab;
  lab.pattern = Pattern::kFormula;
  lab.formula = end == std::string::npos ? text : text.substr(end + 1);
  lab.lanes = machine->warp_lanes.value;
  for (int variant = 0; variant < 20; ++variant) {
    lab.space = variant % 2 == 0 ? Space::kShared : Space::kGlobal;
    lab.operation = static_cast<Operation>(variant / 2 % 3);
    lab.atomic = variant % 3 == 0 ? AtomicKind::kCas : AtomicKind::kAdd;
    lab.element_bytes = lab.operation == Operation::kAtomic ? 4u : 1u << variant % 5;
    lab.padding = variant % 4 * 11;
    Access access;
    FormulaError error;
    if (lab_access(lab, access, error))
      look(access, *machine);
    else if (error.message.empty())
      std::abort();
  }
  return 0;
}
