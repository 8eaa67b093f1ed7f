// See measure.h. Every sample lies between two events; a kernel that only waits goes in front, so that the events and
// the launches are all queued when the first event is reached and the host's speed plays no part.
#include "cuda/measure.h"

#include <algorithm>
#include <functional>

namespace warpglass::cuda {
namespace {

constexpr std::uint64_t kDelayOfOne = 30'000;    // ns, while an event, a launch and an event are queued
constexpr std::uint64_t kDelayOfLaunch = 8'000;  // for each further launch
constexpr double kEnoughSeconds = 1.0;           // of repeats of one kind
constexpr std::uint32_t kFewestRepeats = 5;

class Events {
 public:
  Events() {
    must(driver().cuEventCreate(&start_, CU_EVENT_DEFAULT), "an event");
    must(driver().cuEventCreate(&stop_, CU_EVENT_DEFAULT), "an event");
  }
  ~Events() {
    driver().cuEventDestroy(start_);
    driver().cuEventDestroy(stop_);
  }
  Events(const Events&) = delete;
  Events& operator=(const Events&) = delete;
  void start(CUstream stream) { must(driver().cuEventRecord(start_, stream), "an event"); }
  void stop(CUstream stream) { must(driver().cuEventRecord(stop_, stream), "an event"); }
  double nanoseconds() const {
    float milliseconds = 0;
    must(driver().cuEventElapsedTime(&milliseconds, start_, stop_), "reading the time");
    return static_cast<double>(milliseconds) * 1e6;
  }

 private:
  CUevent start_ = nullptr, stop_ = nullptr;
};

// Fewer repeats of what takes long.
std::uint32_t repeats_for(double nanoseconds, std::uint32_t asked) {
  const double fit = kEnoughSeconds * 1e9 / std::max(nanoseconds, 1.0);
  return std::max(std::min(kFewestRepeats, asked),
                  static_cast<std::uint32_t>(std::min<double>(asked, std::max(1.0, fit))));
}

using Prepare = std::function<void()>;

double sample(Launch& launch, const Gpu& g, const Prepare& prepare, const char* stage, std::uint32_t done,
              std::uint32_t total, std::uint32_t launches = 1) {
  Events events;
  prepare();
  delay(g, kDelayOfOne + kDelayOfLaunch * (launches - 1));
  events.start(g.stream);
  for (std::uint32_t i = 0; i < launches; ++i) launch.enqueue();
  events.stop(g.stream);
  launch.wait(stage, done, total, launches);
  return events.nanoseconds() / launches;
}

double empty_sample(Launch& launch, const Gpu& g) {
  Events events;
  delay(g, kDelayOfOne);
  events.start(g.stream);
  must(driver().cuLaunchKernel(g.empty, 1, 1, 1, 32, 1, 1, 0, g.stream, nullptr, nullptr), "an empty kernel");
  events.stop(g.stream);
  launch.wait("time", 0, 1);
  return events.nanoseconds();
}

std::vector<double> series(Launch& launch, const Gpu& g, const WgRequest& request, const Prepare& prepare,
                           std::uint32_t begin, std::uint32_t end) {
  std::vector<double> all;
  double slowest = 0;
  for (std::uint32_t i = 0; i < request.warm_ups + 1; ++i) slowest = sample(launch, g, prepare, "time", begin, 100);
  const std::uint32_t repeats = repeats_for(slowest, request.repeats);
  for (std::uint32_t i = 0; i < repeats; ++i)
    all.push_back(sample(launch, g, prepare, "time", begin + (end - begin) * i / repeats, 100));
  return all;
}

}  // namespace

void delay(const Gpu& g, std::uint64_t nanoseconds) {
  void* parameters[] = {&nanoseconds};
  must(driver().cuLaunchKernel(g.delay, 1, 1, 1, 1, 1, 1, 0, g.stream, parameters, nullptr), "a delay");
}

void flush_l2(const Gpu& g) {
  CUdeviceptr memory = g.flush_memory, sink = g.flush_memory + g.flush_bytes;
  unsigned long long count = g.flush_bytes / 16;
  void* parameters[] = {&memory, &count, &sink};
  must(driver().cuLaunchKernel(g.flush, static_cast<unsigned>(g.processors) * 4, 1, 1, 512, 1, 1, 0, g.stream,
                               parameters, nullptr),
       "flushing the L2");
}

void measure_times(Launch& launch, const Gpu& g, const WgRequest& request, bool repeatable, const Speaker& speaker) {
  report_clocks(speaker, "before");
  std::vector<double> empty;
  for (std::uint32_t i = 0; i < request.warm_ups + request.repeats; ++i) {
    const double one = empty_sample(launch, g);
    if (i >= request.warm_ups) empty.push_back(one);
  }
  speaker.samples("empty", empty);
  const auto restore = [&] {
    if (!repeatable) launch.restore();
  };
  const auto cold = [&] {
    restore();
    flush_l2(g);
  };
  speaker.samples("warm", series(launch, g, request, restore, 0, 50));
  speaker.samples("cold", series(launch, g, request, cold, 50, 100));
  report_clocks(speaker, "after");
}

void measure_back_to_back(Launch& launch, const Gpu& g, const WgRequest& request, const Speaker& speaker) {
  const std::uint32_t row = std::max<std::uint32_t>(request.back_to_back, 1);
  const auto restore = [&] { launch.restore(); };
  const auto nothing = [] {};
  const double one = sample(launch, g, restore, "time", 0, 1);
  const std::uint32_t launches = std::max<std::uint32_t>(
      1, std::min<std::uint32_t>(row, static_cast<std::uint32_t>(std::max(1.0, kEnoughSeconds * 1e9 / one / 5.0))));
  sample(launch, g, nothing, "time", 0, 1, launches);
  const std::uint32_t repeats = repeats_for(one * launches, std::max(kFewestRepeats, request.repeats / 2));
  std::vector<double> all;
  for (std::uint32_t i = 0; i < repeats; ++i) all.push_back(sample(launch, g, nothing, "time", i, repeats, launches));
  speaker.samples("back_to_back", all);
  speaker.number("launches_in_a_row", launches);
}

}  // namespace warpglass::cuda
