// See device.h.
#include "app/device/device.h"

#include <fmt/format.h>

#include "app/device/child.h"
#include "app/device/message.h"

namespace warpglass {
namespace {

using nlohmann::json;
using Clock = std::chrono::steady_clock;

DeviceProgress read_progress(const json& message) {
  DeviceProgress out;
  const auto stage = message.find("stage"), done = message.find("done"), total = message.find("total");
  if (stage != message.end() && stage->is_string()) out.stage = stage->get<std::string>();
  if (done != message.end() && done->is_number_unsigned()) out.done = done->get<std::uint32_t>();
  if (total != message.end() && total->is_number_unsigned()) out.total = total->get<std::uint32_t>();
  return out;
}

std::string how_it_ended(const ProcessEnd& end) {
  if (!end.ended) return "it closed its side";
  return fmt::format(fmt::runtime(end.crashed ? "signal {}" : "exit code {}"), end.code);
}

}  // namespace

struct Device::State {
  DeviceOptions options;
  std::unique_ptr<ChildProcess> child;
  MessageReader reader;

  // Why an exchange gave no answer, and details; kNone with the answer in `message`.
  DeviceFailure exchange(const json& request, double silence, const Progress& progress, const std::atomic<bool>* cancel,
                         json& message, std::string& detail) {
    if (cancel != nullptr && *cancel) return DeviceFailure::kCancelled;
    if (progress) progress({"start", 0, 1});
    if (child == nullptr && !start(detail)) return DeviceFailure::kChildNotStarted;
    if (!send_message(*child, request)) {  // it has died since the last request: once more with a new one
      stop();
      if (!start(detail)) return DeviceFailure::kChildNotStarted;
      if (!send_message(*child, request)) return crashed(detail);
    }
    auto heard = Clock::now();
    for (;;) {
      const Received got = reader.next(*child, std::chrono::milliseconds(100), message);
      if (cancel != nullptr && *cancel) return stopped(DeviceFailure::kCancelled);
      if (got == Received::kClosed) return crashed(detail);
      if (got == Received::kGarbled) return stopped(DeviceFailure::kChildGarbled);
      const auto now = Clock::now();
      if (got == Received::kNothing) {
        if (std::chrono::duration<double>(now - heard).count() > silence) return stopped(DeviceFailure::kChildSilent);
        continue;
      }
      heard = now;
      const auto kind = message.find("message");
      if (kind == message.end() || !kind->is_string()) return stopped(DeviceFailure::kChildGarbled);
      if (*kind == "answer") return DeviceFailure::kNone;
      if (*kind == "progress" && progress) progress(read_progress(message));
    }
  }

  bool start(std::string& detail) {
    const std::string program = options.program.empty() ? program_path() : options.program;
    if (program.empty()) {
      detail = "the program's own file is not known";
      return false;
    }
    reader = MessageReader();
    child = start_child(program, {kDeviceChildCommand}, options.variables, detail);
    return child != nullptr;
  }
  void stop() {
    if (child != nullptr) child->kill();
    child.reset();
  }
  DeviceFailure stopped(DeviceFailure failure) {
    stop();
    return failure;
  }
  DeviceFailure crashed(std::string& detail) {
    detail = how_it_ended(child->wait(std::chrono::milliseconds(2000)));
    return stopped(DeviceFailure::kChildCrashed);
  }
};

Device::Device(DeviceOptions options) : state_(std::make_unique<State>()) { state_->options = std::move(options); }
Device::~Device() { release(); }
void Device::release() { state_->stop(); }

DeviceAnswer Device::measure(const DeviceRequest& request, const Progress& progress, const std::atomic<bool>* cancel) {
  DeviceAnswer answer;
  json message;
  const double silence = state_->options.silence_seconds + request.protocol.watchdog_seconds;
  answer.failure = state_->exchange(request_json(request), silence, progress, cancel, message, answer.detail);
  if (answer.failure != DeviceFailure::kNone) return answer;
  DeviceAnswer read;
  if (read_answer(message, read)) {
    if (breaks_context(read.failure)) state_->stop();
    return read;
  }
  answer.failure = state_->stopped(DeviceFailure::kChildGarbled);
  return answer;
}

StreamsAnswer Device::streams(const StreamsRequest& request, const Progress& progress,
                              const std::atomic<bool>* cancel) {
  StreamsAnswer answer;
  json message;
  answer.failure = state_->exchange(streams_request_json(request), state_->options.silence_seconds + 20.0, progress,
                                    cancel, message, answer.detail);
  if (answer.failure != DeviceFailure::kNone) return answer;
  StreamsAnswer read;
  if (read_streams_answer(message, read)) {
    if (breaks_context(read.failure)) state_->stop();
    return read;
  }
  answer.failure = state_->stopped(DeviceFailure::kChildGarbled);
  return answer;
}

}  // namespace warpglass
