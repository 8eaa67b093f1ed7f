// See gpu.h.
#include "cuda/gpu.h"

#include <algorithm>

#include "cuda/compile.h"

namespace warpglass::cuda {
namespace {

// `delay` keeps the GPU busy until what follows is queued, so that the host's calls are in no measurement. `flush`
// reads more than the L2 holds: what was there before is gone, and nothing dirty is left behind. `work` is for the
// streams.
constexpr const char* kOwnKernels = R"(
extern "C" __global__ void warpglass_empty() {}
extern "C" __global__ void warpglass_delay(unsigned long long nanoseconds) {
  unsigned long long start, now;
  asm volatile("mov.u64 %0, %globaltimer;" : "=l"(start));
  do {
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
  } while (now - start < nanoseconds);
}
extern "C" __global__ void warpglass_flush(const uint4* memory, unsigned long long count, unsigned int* sink) {
  unsigned int sum = 0;
  for (unsigned long long i = blockIdx.x * (unsigned long long)blockDim.x + threadIdx.x; i < count;
       i += (unsigned long long)gridDim.x * blockDim.x)
    sum += __ldcg(memory + i).x;
  if (sum == 0x9e3779b9u) *sink = sum;
}
extern "C" __global__ void warpglass_work(float* data, unsigned long long count, int rounds) {
  const unsigned long long i = blockIdx.x * (unsigned long long)blockDim.x + threadIdx.x;
  if (i >= count) return;
  float x = data[i];
  for (int round = 0; round < rounds; ++round) x = x * 1.0001f + 0.5f;
  data[i] = x;
}
)";

void start_driver() {
  if (!driver().missing.empty()) throw Stop{WG_NO_DRIVER, driver().missing};
  const CUresult started = driver().cuInit(0);
  if (started == CUDA_ERROR_NO_DEVICE) throw Stop{WG_NO_GPU, {}};
  if (started == CUDA_ERROR_SYSTEM_DRIVER_MISMATCH) throw Stop{WG_DRIVER_TOO_OLD, driver_error(started)};
  if (started != CUDA_SUCCESS) throw Stop{WG_NO_DRIVER, driver_error(started)};
  int version = 0, count = 0;
  driver().cuDriverGetVersion(&version);
  if (version / 1000 < CUDA_VERSION / 1000)
    throw Stop{WG_DRIVER_TOO_OLD, "the driver speaks CUDA " + std::to_string(version / 1000) + "." +
                                      std::to_string(version % 1000 / 10) + ", the plug-in CUDA " +
                                      std::to_string(CUDA_VERSION / 1000) + "." +
                                      std::to_string(CUDA_VERSION % 1000 / 10)};
  must(driver().cuDeviceGetCount(&count), "counting GPUs");
  if (count == 0) throw Stop{WG_NO_GPU, {}};
}

void load_own_kernels(Gpu& g) {
  const std::string code = compile_own(kOwnKernels, g.capability);
  CUmodule module = nullptr;
  must(driver().cuModuleLoadData(&module, code.data()), "loading the plug-in's kernels");
  must(driver().cuModuleGetFunction(&g.empty, module, "warpglass_empty"), "its kernels");
  must(driver().cuModuleGetFunction(&g.delay, module, "warpglass_delay"), "its kernels");
  must(driver().cuModuleGetFunction(&g.flush, module, "warpglass_flush"), "its kernels");
  must(driver().cuModuleGetFunction(&g.work, module, "warpglass_work"), "its kernels");
}

Gpu make() {
  start_driver();
  Gpu g;
  must(driver().cuDeviceGet(&g.device, 0), "the first GPU", WG_NO_GPU);
  g.capability = attribute(g.device, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR) * 10 +
                 attribute(g.device, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
  g.processors = attribute(g.device, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
  g.l2_bytes = static_cast<std::size_t>(std::max(0, attribute(g.device, CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE)));
  CUcontext context = nullptr;
  must(driver().cuDevicePrimaryCtxRetain(&context, g.device), "starting the GPU");
  must(driver().cuCtxSetCurrent(context), "starting the GPU");
  must(driver().cuStreamCreate(&g.stream, CU_STREAM_NON_BLOCKING), "a stream");
  load_own_kernels(g);
  g.flush_bytes = std::max<std::size_t>(g.l2_bytes * 2, 1u << 20);
  must(driver().cuMemAlloc(&g.flush_memory, g.flush_bytes + 256), "memory to flush the L2 with");
  must(driver().cuMemsetD8(g.flush_memory, 0, g.flush_bytes + 256), "memory to flush the L2 with");
  return g;
}

// The management library's few functions, by hand: its header is not in every toolkit.
struct Management {
  using Handle = struct nvmlDevice_st*;
  int (*init)() = nullptr;
  int (*by_index)(unsigned, Handle*) = nullptr;
  int (*clock)(Handle, int, unsigned*) = nullptr;
  int (*version)(char*, unsigned) = nullptr;
  Handle device = nullptr;
  bool ready = false;
};

Management open_management() {
  Management m;
  std::string why;
  void* library = open_library({"libnvidia-ml.so.1", "nvml.dll"}, why);
  if (library == nullptr) return m;
  m.init = reinterpret_cast<int (*)()>(find_function(library, "nvmlInit_v2"));
  m.by_index =
      reinterpret_cast<int (*)(unsigned, Management::Handle*)>(find_function(library, "nvmlDeviceGetHandleByIndex_v2"));
  m.clock =
      reinterpret_cast<int (*)(Management::Handle, int, unsigned*)>(find_function(library, "nvmlDeviceGetClockInfo"));
  m.version = reinterpret_cast<int (*)(char*, unsigned)>(find_function(library, "nvmlSystemGetDriverVersion"));
  m.ready = m.init && m.by_index && m.clock && m.version && m.init() == 0 && m.by_index(0, &m.device) == 0;
  return m;
}

const Management& management() {
  static const Management the = open_management();
  return the;
}

}  // namespace

int attribute(CUdevice device, CUdevice_attribute which) {
  int value = 0;
  must(driver().cuDeviceGetAttribute(&value, which, device), "asking the GPU");
  return value;
}

const Gpu& gpu() {
  static const Gpu the = make();  // tried again at the next call when it throws
  return the;
}

bool clocks_now(double& sm_mhz, double& memory_mhz) {
  const Management& m = management();
  unsigned sm = 0, memory = 0;
  if (!m.ready || m.clock(m.device, 1, &sm) != 0 || m.clock(m.device, 2, &memory) != 0) return false;
  sm_mhz = sm, memory_mhz = memory;
  return true;
}

void report_clocks(const Speaker& speaker, const char* when) {
  double sm = 0, memory = 0;
  if (!clocks_now(sm, memory)) return;
  speaker.number(("sm_clock_" + std::string(when) + "_mhz").c_str(), sm);
  speaker.number(("memory_clock_" + std::string(when) + "_mhz").c_str(), memory);
}

void describe(const Gpu& g, const Speaker& speaker) {
  char name[256] = {};
  must(driver().cuDeviceGetName(name, sizeof name - 1, g.device), "the GPU's name");
  speaker.text("gpu", name);
  int version = 0, major = 0, minor = 0;
  driver().cuDriverGetVersion(&version);
  std::string text = "CUDA " + std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
  char number[96] = {};
  if (management().ready && management().version(number, sizeof number - 1) == 0)
    text = std::string(number) + ", " + text;
  speaker.text("driver", text);
  compiler().nvrtcVersion(&major, &minor);
  speaker.text("compiler", "NVRTC " + std::to_string(major) + "." + std::to_string(minor));
  speaker.number("compute_capability", g.capability);
  speaker.number("processors", g.processors);
}

}  // namespace warpglass::cuda
