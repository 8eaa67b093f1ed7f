// CUDA headers that this program brings itself, as source in its own subset: cooperative_groups.h.
// They are included like any other file, so what they define is checked, inlined and counted like a student's own code.
#pragma once

#include <string_view>

namespace warpglass::lang {

struct DeviceHeader {
  std::string_view name;  // as included; several names may have one text
  std::string_view key;   // the text is included once for each key
  std::string_view text;
};

// Null when there is no such header.
const DeviceHeader* device_header(std::string_view name);

}  // namespace warpglass::lang
