// Any bytes as a recording, and as a source that is looked up in it.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "app/device/recording.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  std::string error;
  const auto recording = warpglass::read_recording(text, error);
  if (recording.has_value() != error.empty()) std::abort();
  if (warpglass::source_hash(text).size() != 16) std::abort();
  if (!recording) return 0;
  for (const warpglass::RecordedLaunch& launch : recording->launches)
    warpglass::find_recorded(*recording, text, launch.launch);
  warpglass::Access access;
  warpglass::find_recorded(*recording, access);
  return 0;
}
