// Any bytes through the front end: parse, then compile every kernel found. Nothing may crash, hang or eat memory.
#include <cstddef>
#include <cstdint>
#include <string>

#include "sim/lang/compile.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  const warpglass::ParsedSource source = warpglass::parse_source("fuzz.cu", bytes, {});
  for (const warpglass::KernelInfo& kernel : source.kernels) {
    std::string name = kernel.name;
    for (std::size_t i = 0; i < kernel.template_parameters.size(); ++i) {
      name += i == 0 ? "<" : ", ";
      name += kernel.template_parameters[i].is_type ? "float" : "4";
    }
    if (!kernel.template_parameters.empty()) name += ">";
    warpglass::compile_kernel(source, name);
  }
  return 0;
}
