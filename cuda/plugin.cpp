// The two entry points of the plug-in, device_abi.h. Nothing is thrown out of here.
#include <exception>
#include <new>

#include "cuda/counters.h"
#include "cuda/measure.h"
#include "cuda/streams.h"

#if defined(_WIN32)
#define WARPGLASS_EXPORT extern "C" __declspec(dllexport)
#else
#define WARPGLASS_EXPORT extern "C" __attribute__((visibility("default")))
#endif

namespace warpglass::cuda {
namespace {

void measure(const WgRequest& request, const Speaker& speaker) {
  const Gpu& g = gpu();
  describe(g, speaker);
  speaker.progress("compile", 0, 1);
  const Compiled compiled = compile(request, g.capability, speaker);
  speaker.progress("launch", 0, 1);
  Launch launch(g, request, compiled, speaker);
  launch.report_attributes();
  launch.enqueue();
  launch.wait("launch", 0, 1);
  launch.take_results();
  if (!request.times && !request.counters) return speaker.number("counters_state", WG_COUNTERS_NOT_ASKED);
  // Launched again, does it do the same work? Then nothing has to be put back between repeats.
  launch.enqueue();
  launch.wait("time", 0, 1);
  const bool repeatable = launch.same_results();
  speaker.number("repeatable", repeatable ? 1 : 0);
  if (request.times) measure_times(launch, g, request, repeatable, speaker);
  if (request.counters)
    read_counters(
        launch, g,
        [&] {
          launch.restore();
          flush_l2(g);
        },
        speaker);
  else
    speaker.number("counters_state", WG_COUNTERS_NOT_ASKED);
  if (request.times) measure_back_to_back(launch, g, request, speaker);
}

template <class Work>
std::int32_t guarded(const WgSink* sink, Work work) {
  const Speaker speaker(*sink);
  try {
    work(speaker);
    return WG_OK;
  } catch (const Stop& stop) {
    if (!stop.detail.empty()) speaker.text("detail", stop.detail);
    return stop.status;
  } catch (const std::bad_alloc&) {
    return WG_OUT_OF_MEMORY;
  } catch (const std::exception& problem) {
    speaker.text("detail", problem.what());
    return WG_INTERNAL;
  }
}

std::int32_t measure_entry(const WgRequest* request, const WgSink* sink) {
  return guarded(sink, [&](const Speaker& speaker) { measure(*request, speaker); });
}

std::int32_t streams_entry(const WgStreamsRequest* request, const WgSink* sink) {
  return guarded(sink, [&](const Speaker& speaker) {
    const Gpu& g = gpu();
    describe(g, speaker);
    run_streams(g, *request, speaker);
  });
}

#define WARPGLASS_NUMBER_OF(number) #number
#define WARPGLASS_NUMBER(number) WARPGLASS_NUMBER_OF(number)
constexpr WgPlugin kPlugin = {WG_ABI_VERSION, "CUDA (headers " WARPGLASS_NUMBER(CUDA_VERSION) ")", measure_entry,
                              streams_entry};

}  // namespace
}  // namespace warpglass::cuda

WARPGLASS_EXPORT const WgPlugin* warpglass_device_plugin(void) { return &warpglass::cuda::kPlugin; }
