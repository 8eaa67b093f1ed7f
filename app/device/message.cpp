// See message.h: frames here, the values in message_values.cpp.
#include "app/device/message.h"

#include <algorithm>
#include <array>

namespace warpglass {
namespace {

constexpr std::array<std::uint8_t, 4> kLetters = {'W', 'G', 'M', '1'};
constexpr std::size_t kHead = 8;
constexpr std::uint32_t kLongest = 256u << 20;

}  // namespace

bool send_message(Connection& connection, const nlohmann::json& message) {
  const std::vector<std::uint8_t> body = nlohmann::json::to_cbor(message);
  if (body.size() > kLongest) return false;
  std::vector<std::uint8_t> frame(kLetters.begin(), kLetters.end());
  for (int shift = 0; shift < 32; shift += 8) frame.push_back(static_cast<std::uint8_t>(body.size() >> shift));
  frame.insert(frame.end(), body.begin(), body.end());
  return connection.write(frame.data(), frame.size());
}

Received MessageReader::take(nlohmann::json& message) {
  const std::size_t checked = std::min(bytes_.size(), kLetters.size());
  if (!std::equal(kLetters.begin(), kLetters.begin() + static_cast<std::ptrdiff_t>(checked), bytes_.begin()))
    return Received::kGarbled;
  if (bytes_.size() < kHead) return Received::kNothing;
  std::uint32_t length = 0;
  for (std::size_t i = 0; i < 4; ++i) length |= static_cast<std::uint32_t>(bytes_[4 + i]) << (8 * i);
  if (length > kLongest) return Received::kGarbled;
  if (bytes_.size() < kHead + length) return Received::kNothing;
  const auto from = bytes_.begin() + static_cast<std::ptrdiff_t>(kHead), to = from + length;
  message = nlohmann::json::from_cbor(from, to, true, false);
  bytes_.erase(bytes_.begin(), to);
  return message.is_object() ? Received::kMessage : Received::kGarbled;
}

Received MessageReader::next(Connection& connection, std::chrono::milliseconds wait, nlohmann::json& message) {
  const auto until = std::chrono::steady_clock::now() + wait;
  for (;;) {
    const Received found = take(message);
    if (found != Received::kNothing) return found;
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(until - std::chrono::steady_clock::now());
    if (left.count() < 0) return Received::kNothing;
    std::array<std::uint8_t, 1u << 16> buffer;
    const auto got = connection.read(buffer.data(), buffer.size(), left);
    if (!got) return Received::kClosed;
    bytes_.insert(bytes_.end(), buffer.begin(), buffer.begin() + static_cast<std::ptrdiff_t>(*got));
  }
}

}  // namespace warpglass
