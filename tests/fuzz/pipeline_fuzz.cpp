// Any bytes as a source, all the way to a run with checks.
#include <cstddef>
#include <cstdint>

#include "tests/fuzz/pipeline.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  warpglass::pipeline::whole_way(std::string(reinterpret_cast<const char*>(data), size));
  return 0;
}
