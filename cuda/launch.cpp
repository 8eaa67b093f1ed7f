// See launch.h.
#include "cuda/launch.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <thread>

namespace warpglass::cuda {
namespace {

using Clock = std::chrono::steady_clock;

// A buffer of nothing still has an address of its own.
std::size_t reserved(std::uint64_t bytes) { return static_cast<std::size_t>(std::max<std::uint64_t>(bytes, 4)); }

}  // namespace

Launch::Launch(const Gpu& gpu, const WgRequest& request, const Compiled& compiled, const Speaker& speaker)
    : gpu_(gpu), request_(request), speaker_(speaker) {
  must(driver().cuModuleLoadData(&module_, compiled.code.data()), "loading the kernel", WG_LAUNCH_REFUSED);
  must(driver().cuModuleGetFunction(&function_, module_, compiled.kernel.c_str()), "finding the kernel",
       WG_LAUNCH_REFUSED);
  if (request.shared_opt_in)
    must(driver().cuFuncSetAttribute(function_, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                                     static_cast<int>(request.dynamic_shared)),
         "allowing more shared memory", WG_LAUNCH_REFUSED);
  must(driver().cuEventCreate(&ended_, CU_EVENT_DISABLE_TIMING), "an event");
  memory_.assign(request.buffer_count, 0);
  owned_.assign(request.buffer_count, false);
  std::size_t symbol = 0;
  for (std::uint32_t i = 0; i < request.buffer_count; ++i) {
    if (!request.buffers[i].is_symbol) continue;
    const std::string& name = compiled.symbols[symbol++];
    std::size_t bytes = 0;
    if (name.empty()) continue;
    must(driver().cuModuleGetGlobal(&memory_[i], &bytes, module_, name.c_str()), "finding a variable",
         WG_LAUNCH_REFUSED);
    if (bytes < request.buffers[i].bytes) throw Stop{WG_INTERNAL, std::string(request.buffers[i].name) + " is smaller"};
  }
  reserve();
  restore();
  bind_parameters();
}

Launch::~Launch() {
  // A kernel that never ends holds up every call that waits; the process ends instead and takes all of it along.
  if (ended_ != nullptr && driver().cuEventQuery(ended_) == CUDA_ERROR_NOT_READY) return;
  driver().cuCtxSynchronize();
  for (std::size_t i = 0; i < memory_.size(); ++i)
    if (owned_[i] && memory_[i] != 0) driver().cuMemFree(memory_[i]);
  for (const CUdeviceptr copy : pristine_)
    if (copy != 0) driver().cuMemFree(copy);
  if (ended_ != nullptr) driver().cuEventDestroy(ended_);
  if (module_ != nullptr) driver().cuModuleUnload(module_);
}

void Launch::reserve() {
  std::size_t all = 0, available = 0, total = 0;
  for (std::uint32_t i = 0; i < request_.buffer_count; ++i) {
    const WgBuffer& buffer = request_.buffers[i];
    all += reserved(buffer.bytes);
    if (buffer.is_symbol) continue;
    must(driver().cuMemAlloc(&memory_[i], reserved(buffer.bytes)), "reserving memory");
    owned_[i] = true;
  }
  must(driver().cuMemGetInfo(&available, &total), "asking for free memory");
  if (all > available / 2) return;
  for (std::uint32_t i = 0; i < request_.buffer_count; ++i) {
    pristine_.push_back(0);
    must(driver().cuMemAlloc(&pristine_.back(), reserved(request_.buffers[i].bytes)), "reserving memory");
    if (request_.buffers[i].bytes != 0)
      must(driver().cuMemcpyHtoD(pristine_.back(), request_.buffers[i].before, request_.buffers[i].bytes),
           "filling memory");
  }
}

void Launch::restore() {
  for (std::uint32_t i = 0; i < request_.buffer_count; ++i) {
    const WgBuffer& buffer = request_.buffers[i];
    if (memory_[i] == 0 || buffer.bytes == 0) continue;
    if (!pristine_.empty())
      must(driver().cuMemcpyDtoDAsync(memory_[i], pristine_[i], buffer.bytes, gpu_.stream), "restoring memory");
    else
      must(driver().cuMemcpyHtoD(memory_[i], buffer.before, buffer.bytes), "filling memory");
  }
}

void Launch::bind_parameters() {
  std::uint32_t bytes = 0;
  for (std::uint32_t i = 0; i < request_.parameter_count; ++i)
    bytes = std::max(bytes, request_.parameters[i].offset + request_.parameters[i].bytes);
  block_.assign(bytes + 16, 0);
  std::memcpy(block_.data(), request_.parameter_block, bytes);
  for (std::uint32_t i = 0; i < request_.parameter_count; ++i) {
    const WgParameter& parameter = request_.parameters[i];
    std::uint8_t* at = block_.data() + parameter.offset;
    if (parameter.buffer >= 0)
      std::memcpy(at, &memory_[static_cast<std::size_t>(parameter.buffer)], sizeof(CUdeviceptr));
    parameters_.push_back(at);
  }
}

void Launch::enqueue() {
  const WgRequest& r = request_;
  must(driver().cuLaunchKernel(function_, r.grid[0], r.grid[1], r.grid[2], r.block[0], r.block[1], r.block[2],
                               r.dynamic_shared, gpu_.stream, parameters_.data(), nullptr),
       "launching", WG_LAUNCH_REFUSED);
}

void Launch::wait(const char* stage, std::uint32_t done, std::uint32_t total, double launches) {
  must(driver().cuEventRecord(ended_, gpu_.stream), "an event");
  const auto start = Clock::now();
  auto told = start;
  const auto most = std::chrono::duration<double, std::milli>(request_.watchdog_ms * std::max(1.0, launches));
  for (;;) {
    const CUresult state = driver().cuEventQuery(ended_);
    if (state == CUDA_SUCCESS) break;
    if (state != CUDA_ERROR_NOT_READY) must(state, "the kernel");
    const auto now = Clock::now();
    if (now - start > most) throw Stop{WG_TIMEOUT, {}};
    if (now - told > std::chrono::milliseconds(100)) {
      told = now;
      speaker_.progress(stage, done, total);
    }
    if (now - start > std::chrono::milliseconds(2))
      std::this_thread::sleep_for(std::chrono::microseconds(200));
    else
      std::this_thread::yield();
  }
}

void Launch::take_results() {
  for (std::uint32_t i = 0; i < request_.buffer_count; ++i) {
    const WgBuffer& buffer = request_.buffers[i];
    if (buffer.bytes == 0 || buffer.after == nullptr) continue;
    if (memory_[i] == 0)
      std::memcpy(buffer.after, buffer.before, buffer.bytes);
    else
      must(driver().cuMemcpyDtoH(buffer.after, memory_[i], buffer.bytes), "taking the results");
  }
}

bool Launch::same_results() {
  std::vector<std::uint8_t> now;
  for (std::uint32_t i = 0; i < request_.buffer_count; ++i) {
    const WgBuffer& buffer = request_.buffers[i];
    if (buffer.bytes == 0 || buffer.after == nullptr || memory_[i] == 0) continue;
    now.resize(buffer.bytes);
    must(driver().cuMemcpyDtoH(now.data(), memory_[i], buffer.bytes), "taking the results");
    if (std::memcmp(now.data(), buffer.after, buffer.bytes) != 0) return false;
  }
  return true;
}

void Launch::report_attributes() const {
  const auto of = [&](CUfunction_attribute which) {
    int value = 0;
    must(driver().cuFuncGetAttribute(&value, which, function_), "asking for the kernel's needs");
    return value;
  };
  const int registers = of(CU_FUNC_ATTRIBUTE_NUM_REGS), shared = of(CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES);
  speaker_.number("registers", registers);
  speaker_.number("static_shared_bytes", shared);
  speaker_.number("local_bytes", of(CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES));  // arrays and spills
  speaker_.number("constant_bytes", of(CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES));
  const int threads = static_cast<int>(request_.block[0] * request_.block[1] * request_.block[2]);
  int resident = 0;
  must(driver().cuOccupancyMaxActiveBlocksPerMultiprocessor(&resident, function_, threads, request_.dynamic_shared),
       "asking for the occupancy");
  const int most = attribute(gpu_.device, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR) / 32;
  const int warps = (threads + 31) / 32;
  const double blocks = static_cast<double>(request_.grid[0]) * request_.grid[1] * request_.grid[2];
  speaker_.counter("registers", registers);
  speaker_.counter("resident_blocks", resident);
  if (most > 0) speaker_.counter("theoretical_occupancy_pct", 100.0 * std::min(resident * warps, most) / most);
  if (resident > 0) speaker_.counter("waves_per_sm", blocks / (static_cast<double>(resident) * gpu_.processors));
}

}  // namespace warpglass::cuda
