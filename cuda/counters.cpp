// See counters.h. Built only where the toolkit has CUPTI's headers. Replay by the user: the same launch is repeated, as
// often as the chosen counters need passes. Each kernel is a range of its own, so that nothing but it is counted.
#include "cuda/counters.h"

#if __has_include(<cupti_range_profiler.h>)

#include <cupti_profiler_host.h>
#include <cupti_profiler_target.h>
#include <cupti_range_profiler.h>
#include <cupti_target.h>

#include <array>
#include <map>
#include <utility>

namespace warpglass::cuda {
namespace {

// clang-format off
#define WARPGLASS_CUPTI_FUNCTIONS(X)                                                                               \
  X(cuptiProfilerInitialize) X(cuptiDeviceGetChipName) X(cuptiProfilerGetCounterAvailability)                      \
  X(cuptiProfilerHostInitialize) X(cuptiProfilerHostDeinitialize) X(cuptiProfilerHostConfigAddMetrics)             \
  X(cuptiProfilerHostGetConfigImageSize) X(cuptiProfilerHostGetConfigImage) X(cuptiProfilerHostEvaluateToGpuValues)\
  X(cuptiRangeProfilerEnable) X(cuptiRangeProfilerDisable) X(cuptiRangeProfilerSetConfig)                          \
  X(cuptiRangeProfilerStart) X(cuptiRangeProfilerStop) X(cuptiRangeProfilerDecodeData)                             \
  X(cuptiRangeProfilerGetCounterDataSize)            \
  X(cuptiRangeProfilerCounterDataImageInitialize)
// clang-format on

struct Cupti {
#define WARPGLASS_MEMBER(name) decltype(&::name) name = nullptr;
  WARPGLASS_CUPTI_FUNCTIONS(WARPGLASS_MEMBER)
#undef WARPGLASS_MEMBER
  std::string missing;
};

Cupti open_cupti() {
  Cupti c;
  void* library = open_toolkit_library({"libcupti.so.13", "libcupti.so.12", "libcupti.so"}, c.missing);
  if (library == nullptr) return c;
  c.missing.clear();
#define WARPGLASS_TAKE(name)                                                   \
  c.name = reinterpret_cast<decltype(&::name)>(find_function(library, #name)); \
  if (c.name == nullptr && c.missing.empty()) c.missing = "it has no function " #name;
  WARPGLASS_CUPTI_FUNCTIONS(WARPGLASS_TAKE)
#undef WARPGLASS_TAKE
  return c;
}

const Cupti& cupti() {
  static const Cupti the = open_cupti();
  return the;
}

// The program's name of a counter, and the profiler's. Several of one name are added up.
constexpr std::pair<const char*, const char*> kMetrics[] = {
    {"global_load_requests", "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"},
    {"global_load_sectors", "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"},
    {"global_load_l1_hit_sectors", "l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_hit.sum"},
    {"global_store_requests", "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum"},
    {"global_store_sectors", "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"},
    {"global_red_requests", "l1tex__t_requests_pipe_lsu_mem_global_op_red.sum"},
    {"global_red_requests", "l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum"},
    {"global_red_sectors", "l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum"},
    {"global_red_sectors", "l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum"},
    {"shared_load_wavefronts", "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"},
    {"shared_store_wavefronts", "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum"},
    {"shared_atomic_wavefronts", "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum"},
    {"bank_conflicts_load", "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum"},
    {"bank_conflicts_store", "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum"},
    {"bank_conflicts_atomic", "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_atom.sum"},
    {"inst_global_load", "smsp__inst_executed_op_global_ld.sum"},
    {"inst_global_store", "smsp__inst_executed_op_global_st.sum"},
    {"inst_shared_load", "smsp__inst_executed_op_shared_ld.sum"},
    {"inst_shared_store", "smsp__inst_executed_op_shared_st.sum"},
    {"inst_shared_atomic", "smsp__inst_executed_op_shared_atom.sum"},
    {"inst_local_load", "smsp__inst_executed_op_local_ld.sum"},
    {"inst_local_store", "smsp__inst_executed_op_local_st.sum"},
    {"warp_instructions", "smsp__inst_executed.sum"},
    {"thread_instructions", "smsp__thread_inst_executed.sum"},
    {"l2_read_sectors", "lts__t_sectors_srcunit_tex_op_read.sum"},
    {"l2_write_sectors", "lts__t_sectors_srcunit_tex_op_write.sum"},
    {"l2_hit_sectors", "lts__t_sectors_srcunit_tex_lookup_hit.sum"},
    {"l2_miss_sectors", "lts__t_sectors_srcunit_tex_lookup_miss.sum"},
    {"dram_bytes_read", "dram__bytes_read.sum"},
    {"dram_bytes_written", "dram__bytes_write.sum"},
    {"achieved_occupancy_pct", "sm__warps_active.avg.pct_of_peak_sustained_active"},
    {"issue_active_pct", "smsp__issue_active.avg.pct_of_peak_sustained_active"},
    {"cycles_elapsed", "sm__cycles_elapsed.max"},
    {"gpu_time_duration_ns", "gpu__time_duration.sum"},
};

// CUPTI's parameters start with their size; the rest of them is zero until it is set.
template <class Parameters>
Parameters sized(std::size_t bytes) {
  Parameters p = {};
  p.structSize = bytes;
  return p;
}

struct CountersStop {
  WgCountersState state;
  std::string detail;
};

void must_count(CUptiResult result, const char* what) {
  if (result == CUPTI_SUCCESS) return;
  const bool denied =
      result == CUPTI_ERROR_INSUFFICIENT_PRIVILEGES || result == CUPTI_ERROR_VIRTUALIZED_DEVICE_INSUFFICIENT_PRIVILEGES;
  throw CountersStop{denied ? WG_COUNTERS_NOT_PERMITTED : WG_COUNTERS_UNSUPPORTED,
                     std::string(what) + ": CUPTI's error " + std::to_string(static_cast<int>(result))};
}

std::vector<std::uint8_t> availability(CUcontext context) {
  auto p =
      sized<CUpti_Profiler_GetCounterAvailability_Params>(CUpti_Profiler_GetCounterAvailability_Params_STRUCT_SIZE);
  p.ctx = context;
  must_count(cupti().cuptiProfilerGetCounterAvailability(&p), "asking which counters there are");
  std::vector<std::uint8_t> image(p.counterAvailabilityImageSize);
  p.pCounterAvailabilityImage = image.data();
  must_count(cupti().cuptiProfilerGetCounterAvailability(&p), "asking which counters there are");
  return image;
}

// The host half: which passes the counters need, and what the raw data means.
class Host {
 public:
  Host(const std::string& chip, const std::vector<std::uint8_t>& available) {
    auto p = sized<CUpti_Profiler_Host_Initialize_Params>(CUpti_Profiler_Host_Initialize_Params_STRUCT_SIZE);
    p.profilerType = CUPTI_PROFILER_TYPE_RANGE_PROFILER;
    p.pChipName = chip.c_str();
    p.pCounterAvailabilityImage = available.data();
    must_count(cupti().cuptiProfilerHostInitialize(&p), "starting the profiler");
    host_ = p.pHostObject;
    // A counter that this GPU does not have is left out.
    for (const auto& [name, metric] : kMetrics) {
      auto add =
          sized<CUpti_Profiler_Host_ConfigAddMetrics_Params>(CUpti_Profiler_Host_ConfigAddMetrics_Params_STRUCT_SIZE);
      const char* one = metric;
      add.pHostObject = host_;
      add.ppMetricNames = &one;
      add.numMetrics = 1;
      if (cupti().cuptiProfilerHostConfigAddMetrics(&add) != CUPTI_SUCCESS) continue;
      names.push_back(name), metrics.push_back(metric);
    }
    make_config();
  }
  ~Host() {
    auto p = sized<CUpti_Profiler_Host_Deinitialize_Params>(CUpti_Profiler_Host_Deinitialize_Params_STRUCT_SIZE);
    p.pHostObject = host_;
    cupti().cuptiProfilerHostDeinitialize(&p);
  }
  Host(const Host&) = delete;
  Host& operator=(const Host&) = delete;

  std::vector<double> values(const std::vector<std::uint8_t>& data) const {
    std::vector<double> out(metrics.size());
    auto p = sized<CUpti_Profiler_Host_EvaluateToGpuValues_Params>(
        CUpti_Profiler_Host_EvaluateToGpuValues_Params_STRUCT_SIZE);
    p.pHostObject = host_;
    p.pCounterDataImage = data.data();
    p.counterDataImageSize = data.size();
    p.rangeIndex = 0;
    p.ppMetricNames = const_cast<const char**>(metrics.data());
    p.numMetrics = metrics.size();
    p.pMetricValues = out.data();
    must_count(cupti().cuptiProfilerHostEvaluateToGpuValues(&p), "reading the counters");
    return out;
  }

  std::vector<const char*> names, metrics;
  std::vector<std::uint8_t> config;

 private:
  void make_config() {
    auto size =
        sized<CUpti_Profiler_Host_GetConfigImageSize_Params>(CUpti_Profiler_Host_GetConfigImageSize_Params_STRUCT_SIZE);
    size.pHostObject = host_;
    must_count(cupti().cuptiProfilerHostGetConfigImageSize(&size), "planning the passes");
    config.resize(size.configImageSize);
    auto get = sized<CUpti_Profiler_Host_GetConfigImage_Params>(CUpti_Profiler_Host_GetConfigImage_Params_STRUCT_SIZE);
    get.pHostObject = host_;
    get.configImageSize = config.size();
    get.pConfigImage = config.data();
    must_count(cupti().cuptiProfilerHostGetConfigImage(&get), "planning the passes");
  }
  CUpti_Profiler_Host_Object* host_ = nullptr;
};

// The device half: enabled while it lives.
class Target {
 public:
  Target(CUcontext context, const Host& host) {
    auto p = sized<CUpti_RangeProfiler_Enable_Params>(CUpti_RangeProfiler_Enable_Params_STRUCT_SIZE);
    p.ctx = context;
    must_count(cupti().cuptiRangeProfilerEnable(&p), "enabling the counters");
    object_ = p.pRangeProfilerObject;
    try {
      configure(host);
    } catch (...) {
      disable();
      throw;
    }
  }
  ~Target() { disable(); }
  Target(const Target&) = delete;
  Target& operator=(const Target&) = delete;

  // One pass around `work`; true when it was the last.
  bool pass(const std::function<void()>& work) {
    auto start = sized<CUpti_RangeProfiler_Start_Params>(CUpti_RangeProfiler_Start_Params_STRUCT_SIZE);
    start.pRangeProfilerObject = object_;
    must_count(cupti().cuptiRangeProfilerStart(&start), "starting a pass");
    work();
    auto stop = sized<CUpti_RangeProfiler_Stop_Params>(CUpti_RangeProfiler_Stop_Params_STRUCT_SIZE);
    stop.pRangeProfilerObject = object_;
    must_count(cupti().cuptiRangeProfilerStop(&stop), "ending a pass");
    return stop.isAllPassSubmitted != 0;
  }

  const std::vector<std::uint8_t>& decode() {
    auto p = sized<CUpti_RangeProfiler_DecodeData_Params>(CUpti_RangeProfiler_DecodeData_Params_STRUCT_SIZE);
    p.pRangeProfilerObject = object_;
    must_count(cupti().cuptiRangeProfilerDecodeData(&p), "decoding the counters");
    return data_;
  }

 private:
  void disable() {
    auto p = sized<CUpti_RangeProfiler_Disable_Params>(CUpti_RangeProfiler_Disable_Params_STRUCT_SIZE);
    p.pRangeProfilerObject = object_;
    cupti().cuptiRangeProfilerDisable(&p);
  }
  void configure(const Host& host) {
    auto size =
        sized<CUpti_RangeProfiler_GetCounterDataSize_Params>(CUpti_RangeProfiler_GetCounterDataSize_Params_STRUCT_SIZE);
    size.pRangeProfilerObject = object_;
    size.pMetricNames = const_cast<const char**>(host.metrics.data());
    size.numMetrics = host.metrics.size();
    size.maxNumOfRanges = 1;
    size.maxNumRangeTreeNodes = 1;
    must_count(cupti().cuptiRangeProfilerGetCounterDataSize(&size), "reserving memory for the counters");
    data_.resize(size.counterDataSize);
    auto image = sized<CUpti_RangeProfiler_CounterDataImage_Initialize_Params>(
        CUpti_RangeProfiler_CounterDataImage_Initialize_Params_STRUCT_SIZE);
    image.pRangeProfilerObject = object_;
    image.counterDataSize = data_.size();
    image.pCounterData = data_.data();
    must_count(cupti().cuptiRangeProfilerCounterDataImageInitialize(&image), "reserving memory for the counters");
    auto set = sized<CUpti_RangeProfiler_SetConfig_Params>(CUpti_RangeProfiler_SetConfig_Params_STRUCT_SIZE);
    set.pRangeProfilerObject = object_;
    set.configSize = host.config.size();
    set.pConfig = host.config.data();
    set.counterDataImageSize = data_.size();
    set.pCounterDataImage = data_.data();
    set.range = CUPTI_AutoRange;
    set.replayMode = CUPTI_UserReplay;
    set.maxRangesPerPass = 1;
    set.numNestingLevels = 1;
    set.minNestingLevel = 1;
    set.passIndex = 0;
    set.targetNestingLevel = 1;
    must_count(cupti().cuptiRangeProfilerSetConfig(&set), "choosing the counters");
  }
  CUpti_RangeProfiler_Object* object_ = nullptr;
  std::vector<std::uint8_t> data_;
};

std::string chip_name() {
  auto p = sized<CUpti_Device_GetChipName_Params>(CUpti_Device_GetChipName_Params_STRUCT_SIZE);
  p.deviceIndex = 0;
  must_count(cupti().cuptiDeviceGetChipName(&p), "asking for the chip");
  return p.pChipName;
}

void count(Launch& launch, const std::function<void()>& prepare, const Speaker& speaker) {
  CUcontext context = nullptr;
  must(driver().cuDevicePrimaryCtxRetain(&context, gpu().device), "the context");
  auto initialize = sized<CUpti_Profiler_Initialize_Params>(CUpti_Profiler_Initialize_Params_STRUCT_SIZE);
  must_count(cupti().cuptiProfilerInitialize(&initialize), "starting the profiler");
  const Host host(chip_name(), availability(context));
  Target target(context, host);
  for (std::uint32_t pass = 0;; ++pass) {
    prepare();
    launch.wait("counters", pass, pass + 2);
    const bool last = target.pass([&] {
      launch.enqueue();
      launch.wait("counters", pass, pass + 2, 10);
    });
    if (last) break;
    if (pass > 100) throw CountersStop{WG_COUNTERS_UNSUPPORTED, "the counters need too many passes"};
  }
  const std::vector<double> values = host.values(target.decode());
  std::map<std::string, double> sums;
  for (std::size_t i = 0; i < values.size(); ++i) sums[host.names[i]] += values[i];
  for (const auto& [name, value] : sums) speaker.counter(name.c_str(), value);
}

}  // namespace

void read_counters(Launch& launch, const Gpu&, const std::function<void()>& prepare, const Speaker& speaker) {
  WgCountersState state = WG_COUNTERS_OK;
  std::string detail;
  if (!cupti().missing.empty()) {
    state = WG_COUNTERS_NO_CUPTI;
    detail = cupti().missing;
  } else {
    try {
      count(launch, prepare, speaker);
    } catch (const CountersStop& stop) {
      state = stop.state;
      detail = stop.detail;
    }
  }
  speaker.number("counters_state", state);
  if (!detail.empty()) speaker.text("counters_detail", detail);
}

}  // namespace warpglass::cuda

#else

namespace warpglass::cuda {

void read_counters(Launch&, const Gpu&, const std::function<void()>&, const Speaker& speaker) {
  speaker.number("counters_state", WG_COUNTERS_NO_CUPTI);
  speaker.text("counters_detail", "the plug-in was built without CUPTI's headers");
}

}  // namespace warpglass::cuda

#endif
