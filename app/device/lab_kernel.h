// The Access lab on a GPU: a kernel of one warp that makes the access once, and what its counters say about it. The
// indices come from constant memory, so that no other global or shared access of the same kind is counted.
#pragma once

#include <optional>
#include <string>

#include "app/device/device_types.h"
#include "app/device/recording.h"
#include "app/scene/access_lab.h"

namespace warpglass {

// False and a sentence when the access cannot be made (no such index, or more memory than a kernel may have).
bool lab_request(const AccessLab& lab, DeviceRequest& out, std::string& problem);

// Nothing when the counters were not read.
std::optional<RecordedAccess> lab_measurement(const AccessLab& lab, const DeviceAnswer& answer);

}  // namespace warpglass
