// A device plug-in without a device, for the tests: what it does stands in the variable WARPGLASS_FAKE. It copies its
// first buffer to its second ("ok"), or fails in each of the ways a real one can.
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>
#include <thread>

#include "cuda/device_abi.h"

#if defined(_WIN32)
#define FAKE_EXPORT extern "C" __declspec(dllexport)
#else
#include <unistd.h>
#define FAKE_EXPORT extern "C" __attribute__((visibility("default")))
#endif

namespace {

std::string mode() {
  const char* value = std::getenv("WARPGLASS_FAKE");
  return value != nullptr ? value : "ok";
}

const std::map<std::string, std::int32_t> kStatuses = {{"no_driver", WG_NO_DRIVER},
                                                       {"driver_too_old", WG_DRIVER_TOO_OLD},
                                                       {"no_gpu", WG_NO_GPU},
                                                       {"no_compiler", WG_NO_COMPILER},
                                                       {"gpu_too_old", WG_GPU_TOO_OLD},
                                                       {"launch_refused", WG_LAUNCH_REFUSED},
                                                       {"out_of_memory", WG_OUT_OF_MEMORY},
                                                       {"timeout", WG_TIMEOUT},
                                                       {"illegal_address", WG_ILLEGAL_ADDRESS},
                                                       {"kernel_fault", WG_KERNEL_FAULT},
                                                       {"internal", WG_INTERNAL}};

[[noreturn]] void hang() {
  for (;;) std::this_thread::sleep_for(std::chrono::seconds(1));
}

void write_garbage() {
#if !defined(_WIN32)
  const char garbage[] = "this is no message, and it is long enough to be seen as none";
  for (int descriptor = 3; descriptor < 20; ++descriptor)
    if (::write(descriptor, garbage, sizeof garbage) < 0) continue;
#endif
}

void answer(const WgRequest& r, const WgSink& sink) {
  sink.text(sink.user, "gpu", "Fake GPU", 8);
  sink.text(sink.user, "driver", "1.0", 3);
  std::printf("what a kernel prints must not disturb the messages\n");
  std::fflush(stdout);
  for (std::uint32_t i = 0; i < r.buffer_count; ++i)
    if (r.buffers[i].bytes != 0) std::memcpy(r.buffers[i].after, r.buffers[i].before, r.buffers[i].bytes);
  if (r.buffer_count >= 2) std::memcpy(r.buffers[1].after, r.buffers[0].before, r.buffers[1].bytes);
  if (mode() == "mismatch") static_cast<unsigned char*>(r.buffers[1].after)[17 * 4 + 3] ^= 0x80;
  const double calm[] = {1000, 1010, 990, 1005, 1000, 995};
  const double wild[] = {1000, 5000, 200, 9000, 1000, 100};
  for (const char* name : {"empty", "cold", "warm", "back_to_back"})
    sink.samples(sink.user, name, mode() == "noisy" ? wild : calm, 6);
  sink.number(sink.user, "registers", 16);
  const bool denied = mode() == "counters_not_permitted";
  sink.number(sink.user, "counters_state", denied ? WG_COUNTERS_NOT_PERMITTED : WG_COUNTERS_OK);
  if (!denied) sink.counter(sink.user, "global_load_sectors", 64);
}

std::int32_t measure(const WgRequest* request, const WgSink* sink) {
  const std::string how = mode();
  if (how == "crash") std::raise(SIGSEGV);
  if (how == "exit") std::_Exit(3);
  if (how == "hang") hang();
  if (how == "garbage") {
    write_garbage();
    hang();
  }
  if (sink->progress(sink->user, "compile", 0, 1) != 0) return WG_CANCELLED;
  if (how == "slow")
    for (std::uint32_t i = 0;; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      if (sink->progress(sink->user, "time", i, i + 1) != 0) return WG_CANCELLED;
    }
  if (how == "compile_error") {
    const char log[] = "k.cu(3): error: identifier \"x\" is undefined\n  x = 1;\n  ^\n1 error detected\n";
    sink->text(sink->user, "compile_log", log, sizeof log - 1);
    return WG_COMPILE_ERROR;
  }
  if (const auto status = kStatuses.find(how); status != kStatuses.end()) {
    sink->text(sink->user, "detail", "as told", 7);
    return status->second;
  }
  answer(*request, *sink);
  return WG_OK;
}

std::int32_t streams(const WgStreamsRequest* request, const WgSink* sink) {
  const double times[] = {0, 10, 20, 30, 40, 50, 60, 70};
  sink->text(sink->user, "gpu", "Fake GPU", 8);
  sink->samples(sink->user, "total", times + 1, 5);
  for (const char* name : {"in", "kernel", "out"}) sink->samples(sink->user, name, times, 2 * request->streams);
  return WG_OK;
}

}  // namespace

FAKE_EXPORT const WgPlugin* warpglass_device_plugin(void) {
  static const WgPlugin good = {WG_ABI_VERSION, "fake", measure, streams};
  static const WgPlugin other = {WG_ABI_VERSION + 1, "fake", measure, streams};
  return mode() == "wrong_version" ? &other : &good;
}
