// Any bytes as a file of cases. A case that is read comes back from its own JSON, and is prepared for a small kernel
// within 1 MiB or refused with a sentence.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "app/scene/launch_json.h"
#include "sim/exec/reference.h"
#include "sim/lang/compile.h"

namespace {
using namespace warpglass;

std::shared_ptr<const Program> small_kernel() {
  const char* source =
      "__constant__ float w[3];\nstruct Two { int a; double b; };\n"
      "__global__ void k(const float* A, unsigned char* B, int n, Two two, double x) {\n"
      "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i < n) B[i] = (unsigned char)(A[i] * w[i % 3] + two.a + "
      "x);\n}";
  CompiledKernel compiled = compile_kernel(parse_source("k.cu", source, {}), "k");
  return std::make_shared<const Program>(std::move(*compiled.program));
}

void prepare(const Launch& launch) {
  static const std::shared_ptr<const Program> program = small_kernel();
  const PrepareResult made = prepare_launch(program, launch, *find_machine("h200"), 1u << 20);
  if (made.launch == nullptr && made.diagnostics.empty()) std::abort();
  for (const Diagnostic& d : made.diagnostics)
    if (d.message.empty()) std::abort();
  if (made.launch == nullptr) return;
  RunOptions options;
  options.instruction_budget = 10'000;
  run_reference(*made.launch, *find_machine("h200"), options);
}
}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  std::vector<CaseEntry> cases;
  std::string message;
  if (!read_cases(text, cases, message)) {
    if (message.empty()) std::abort();
    return 0;
  }
  for (const CaseEntry& entry : cases) {
    if (!entry.ok) {
      if (entry.error.message.empty()) std::abort();
      continue;
    }
    const nlohmann::json once = write_case(entry.launch_case);
    LaunchCase again;
    LaunchJsonError error;
    if (!read_case(once, again, error) || write_case(again) != once) std::abort();
    Launch launch = entry.launch_case.launch;
    launch.kernel = "k";
    prepare(launch);
  }
  return 0;
}
