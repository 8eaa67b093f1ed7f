// See child.h.
#include "app/device/child.h"

#include <thread>

#include "app/device/device_source.h"
#include "app/device/message.h"
#include "app/device/plugin.h"
#include "app/device/prepared.h"

namespace warpglass {
namespace {

using nlohmann::json;

// The plug-in's callbacks, into an answer and onto the connection.
struct Listener {
  Connection& connection;
  DeviceAnswer answer;
  std::map<std::string, std::vector<double>> samples;
  std::map<std::string, std::string> texts;

  bool progress(const std::string& stage, std::uint32_t done, std::uint32_t total) {
    return send_message(connection, {{"message", "progress"}, {"stage", stage}, {"done", done}, {"total", total}});
  }
};

WgSink sink_of(Listener& listener) {
  WgSink sink = {};
  sink.user = &listener;
  sink.progress = [](void* user, const char* stage, std::uint32_t done, std::uint32_t total) -> std::int32_t {
    return static_cast<Listener*>(user)->progress(stage, done, total) ? 0 : 1;
  };
  sink.number = [](void* user, const char* name, double value) {
    static_cast<Listener*>(user)->answer.numbers[name] = value;
  };
  sink.counter = [](void* user, const char* name, double value) {
    static_cast<Listener*>(user)->answer.counters[name] = value;
  };
  sink.samples = [](void* user, const char* name, const double* values, std::uint32_t count) {
    static_cast<Listener*>(user)->samples[name].assign(values, values + count);
  };
  sink.text = [](void* user, const char* name, const char* text, std::uint64_t bytes) {
    static_cast<Listener*>(user)->texts[name].assign(text, bytes);
  };
  return sink;
}

void take_texts(Listener& listener, const std::string& source_name) {
  DeviceAnswer& a = listener.answer;
  const std::pair<const char*, std::string*> known[] = {
      {"gpu", &a.gpu},       {"driver", &a.driver}, {"compiler", &a.compiler},
      {"detail", &a.detail}, {"ptx", &a.ptx},       {"counters_detail", &a.counters_detail}};
  for (const auto& [name, to] : known) *to = listener.texts[name];
  a.messages = compiler_messages(listener.texts["compile_log"], source_name);
  for (auto& [name, samples] : listener.samples) a.times[name] = summarise(std::move(samples));
  const auto state = a.numbers.find("counters_state");
  if (state == a.numbers.end()) return;
  if (state->second >= 0 && state->second <= static_cast<double>(CountersState::kNotAsked))
    a.counters_state = static_cast<CountersState>(static_cast<int>(state->second));
  a.numbers.erase(state);
}

// The model runs on a thread of its own, so that this one can tell how far it is.
void compare(DeviceLaunch& launch, const DeviceRequest& request, Listener& listener) {
  std::atomic<std::uint64_t> blocks{0};
  std::atomic<bool> cancel{false}, finished{false};
  std::thread model([&] {
    compare_with_model(launch, request, &blocks, &cancel, listener.answer);
    finished = true;
  });
  const WgRequest& r = launch.request;
  const std::uint64_t total = std::uint64_t{r.grid[0]} * r.grid[1] * r.grid[2];
  auto told = std::chrono::steady_clock::now();
  while (!finished) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    const auto now = std::chrono::steady_clock::now();
    if (now - told < std::chrono::milliseconds(200)) continue;
    told = now;
    const auto hundredths = static_cast<std::uint32_t>(total == 0 ? 0 : blocks * 100 / total);
    if (!listener.progress("model", hundredths, 100)) cancel = true;
  }
  model.join();
}

// What the plug-in says, without the comparison.
DeviceAnswer measure(const DeviceRequest& request, const LoadedPlugin& loaded, Connection& connection) {
  Listener listener{connection, {}, {}, {}};
  DeviceAnswer& answer = listener.answer;
  DeviceLaunch launch;
  if (!prepare_device_launch(request, launch, answer.detail)) {
    answer.failure = DeviceFailure::kNotPrepared;
    return answer;
  }
  answer.launch = typed_launch(request.launch, *launch.prepared->program);
  if (loaded.plugin == nullptr) {
    answer.failure = loaded.failure;
    answer.detail = loaded.detail;
    return answer;
  }
  const WgSink sink = sink_of(listener);
  const DeviceFailure failure = failure_of(loaded.plugin->measure(&launch.request, &sink));
  take_texts(listener, request.source_name);
  answer.failure = failure;
  answer.plugin = loaded.plugin->name != nullptr ? loaded.plugin->name : "";
  if (failure != DeviceFailure::kNone) return answer;
  if (request.protocol.compare)
    compare(launch, request, listener);
  else
    answer.not_compared = "device.not_compared_asked";
  return answer;
}

StreamsAnswer streams(const StreamsRequest& request, const LoadedPlugin& loaded, Connection& connection) {
  StreamsAnswer out;
  out.failure = loaded.failure;
  out.detail = loaded.detail;
  if (loaded.plugin == nullptr) return out;
  Listener listener{connection, {}, {}, {}};
  const WgSink sink = sink_of(listener);
  const WgStreamsRequest asked = {request.floats,  request.rounds, request.streams, request.breadth_first ? 1 : 0,
                                  request.repeats, 20'000};
  out.failure = failure_of(loaded.plugin->streams(&asked, &sink));
  out.detail = listener.texts["detail"];
  out.gpu = listener.texts["gpu"];
  out.driver = listener.texts["driver"];
  out.total = summarise(listener.samples["total"]);
  const std::pair<const char*, std::vector<StreamsAnswer::Part>*> parts[] = {
      {"in", &out.in}, {"kernel", &out.kernel}, {"out", &out.out}};
  for (const auto& [name, to] : parts) {
    const std::vector<double>& marks = listener.samples[name];
    for (std::size_t i = 0; i + 1 < marks.size(); i += 2) to->push_back({marks[i], marks[i + 1]});
  }
  return out;
}

}  // namespace

int run_device_child() {
  const std::unique_ptr<Connection> connection = take_standard_streams();
  const LoadedPlugin loaded = load_plugin();
  MessageReader reader;
  if (!send_message(*connection, {{"message", "hello"}})) return 0;
  for (;;) {
    json message;
    const Received got = reader.next(*connection, std::chrono::hours(1), message);
    if (got == Received::kNothing) continue;
    if (got != Received::kMessage) return got == Received::kClosed ? 0 : 1;
    const auto kind = message.find("message");
    const bool is_streams = kind != message.end() && *kind == "streams";
    DeviceFailure failure = DeviceFailure::kNone;
    bool sent = false;
    if (is_streams) {
      StreamsRequest request;
      read_streams_request(message, request);
      const StreamsAnswer answer = streams(request, loaded, *connection);
      failure = answer.failure;
      sent = send_message(*connection, streams_answer_json(answer));
    } else {
      DeviceRequest request;
      DeviceAnswer answer;
      if (read_request(message, request, answer.detail))
        answer = measure(request, loaded, *connection);
      else
        answer.failure = DeviceFailure::kNotPrepared;
      failure = answer.failure;
      sent = send_message(*connection, answer_json(answer));
    }
    // A driver that waits for a kernel without end would hold up an orderly exit.
    if (breaks_context(failure)) end_process(0);
    if (!sent) return 0;
  }
}

}  // namespace warpglass
