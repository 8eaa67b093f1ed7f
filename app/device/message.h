// Messages between the program and the process that measures: a frame of 8 bytes (4 letters, length) and a value in
// CBOR, which carries source text of any encoding. Reading is bounded, and what is no message is told from silence.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/device/device_types.h"
#include "app/device/platform.h"

namespace warpglass {

bool send_message(Connection& connection, const nlohmann::json& message);

enum class Received { kMessage, kNothing, kClosed, kGarbled };
class MessageReader {
 public:
  // Waits at most that long for a whole message.
  Received next(Connection& connection, std::chrono::milliseconds wait, nlohmann::json& message);

 private:
  Received take(nlohmann::json& message);
  std::vector<std::uint8_t> bytes_;
};

// Requests and answers as values. Reading checks every type; false when the value is not such a thing.
nlohmann::json request_json(const DeviceRequest& request);
bool read_request(const nlohmann::json& value, DeviceRequest& out, std::string& problem);
nlohmann::json answer_json(const DeviceAnswer& answer);
bool read_answer(const nlohmann::json& value, DeviceAnswer& out);
nlohmann::json streams_request_json(const StreamsRequest& request);
bool read_streams_request(const nlohmann::json& value, StreamsRequest& out);
nlohmann::json streams_answer_json(const StreamsAnswer& answer);
bool read_streams_answer(const nlohmann::json& value, StreamsAnswer& out);

// A launch with arguments of any kind (also without types), every double exact.
nlohmann::json launch_value(const Launch& launch);
bool read_launch_value(const nlohmann::json& value, Launch& out, std::string& problem);

}  // namespace warpglass
