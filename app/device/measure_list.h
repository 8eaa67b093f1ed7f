// What to measure: the launches of a file of cases or of a scene, and how an answer becomes an entry of a recording.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/device/device_types.h"
#include "app/device/recording.h"
#include "app/scene/scene.h"

namespace warpglass {

struct MeasureItem {
  std::string id;
  DeviceRequest request;
  std::optional<AccessLab> lab;  // then the answer is an access, else a launch
  std::string problem;           // why it cannot be asked; one sentence
};

// Every variant at its starting values, and then with each of its knobs moved over its values one at a time (at most 33
// of a knob); of the lab the pattern it shows, with each knob moved. Equal launches stand once.
std::vector<MeasureItem> scene_items(const Scene& scene);

// A launch that was measured, without times that the protocol refuses.
RecordedLaunch recorded_launch(const MeasureItem& item, const DeviceAnswer& answer);
// The sentence under `protocol` of a recording.
std::string protocol_sentence(const DeviceProtocol& protocol, const DeviceAnswer& answer);

}  // namespace warpglass
