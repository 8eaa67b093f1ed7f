// A recorded launch through the timing model.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "sim/timing/timing.h"

namespace warpglass {

struct TimedRecord {
  std::string id, kernel;
  nlohmann::json measured;
  TimedResult result;
  double seconds = 0;  // that the model took
};

// Compiles the record's kernel and times its launch; a failure of the running test when it cannot be read.
TimedRecord time_record(const nlohmann::json& record, const TimingOptions& options = {});
TimedRecord time_record(const nlohmann::json& record, const MachineSpec& machine, const TimingOptions& options);

}  // namespace warpglass
