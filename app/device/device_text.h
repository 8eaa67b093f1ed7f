// Every sentence of the measured side, in English and Korean, by id: for the command line and for the window, whose
// text table looks here too. {0} is a detail in the driver's or compiler's own words, {1} the number of seconds.
#pragma once

#include <span>
#include <string>

#include "app/device/device_types.h"

namespace warpglass {

struct DeviceSentence {
  const char* id;
  const char* en;
  const char* ko;
};
std::span<const DeviceSentence> device_sentences();
const DeviceSentence* find_device_sentence(const std::string& id);

const char* device_failure_id(DeviceFailure failure);   // "device.no_gpu"
const char* counters_state_id(CountersState state);     // "device.counters_not_permitted"; read: "device.counters_read"
const char* device_stage_id(const std::string& stage);  // "device.stage_compile"
const char* match_id(Match match);                      // "device.match_exact"

// The whole English sentence, for the command line. `seconds` is the watchdog's.
std::string failure_sentence(DeviceFailure failure, const std::string& detail, double seconds);
std::string counters_sentence(CountersState state, const std::string& detail);
// "C: 3 of 1024 elements differ, the first is element 17: 5 in the model, 6 on the GPU."
std::string comparison_sentence(const BufferComparison& buffer);

}  // namespace warpglass
