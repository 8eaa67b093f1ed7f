// See streams.h. Four events a stream: before the copy in, between the parts, after the copy out. All times count from
// one event that every stream waits for.
#include "cuda/streams.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <thread>

namespace warpglass::cuda {
namespace {

constexpr std::uint32_t kMostStreams = 64;

class Experiment {
 public:
  Experiment(const Gpu& g, const WgStreamsRequest& r) : gpu_(g), request_(r) {
    bytes_ = static_cast<std::size_t>(r.floats) * sizeof(float);
    must(driver().cuMemAllocHost(&in_, bytes_), "pinned memory");
    must(driver().cuMemAllocHost(&out_, bytes_), "pinned memory");
    must(driver().cuMemAlloc(&device_, bytes_), "reserving memory");
    for (std::size_t i = 0; i < r.floats; ++i) static_cast<float*>(in_)[i] = static_cast<float>(i % 9973);
    streams_.assign(r.streams, nullptr);
    marks_.assign(r.streams, {});
    for (std::uint32_t s = 0; s < r.streams; ++s) {
      must(driver().cuStreamCreate(&streams_[s], CU_STREAM_NON_BLOCKING), "a stream");
      for (CUevent& mark : marks_[s]) must(driver().cuEventCreate(&mark, CU_EVENT_DEFAULT), "an event");
    }
    must(driver().cuEventCreate(&start_, CU_EVENT_DEFAULT), "an event");
  }
  ~Experiment() {
    for (auto& marks : marks_)  // what never ends holds up every call that waits
      if (marks[5] != nullptr && driver().cuEventQuery(marks[5]) == CUDA_ERROR_NOT_READY) return;
    driver().cuCtxSynchronize();
    for (CUstream stream : streams_)
      if (stream != nullptr) driver().cuStreamDestroy(stream);
    for (auto& marks : marks_)
      for (CUevent mark : marks)
        if (mark != nullptr) driver().cuEventDestroy(mark);
    if (start_ != nullptr) driver().cuEventDestroy(start_);
    if (device_ != 0) driver().cuMemFree(device_);
    if (in_ != nullptr) driver().cuMemFreeHost(in_);
    if (out_ != nullptr) driver().cuMemFreeHost(out_);
  }
  Experiment(const Experiment&) = delete;
  Experiment& operator=(const Experiment&) = delete;

  struct Timeline {
    double total = 0;
    std::vector<double> in, kernel, out;  // start and end of each stream's part, ns
  };
  Timeline run() {
    must(driver().cuEventRecord(start_, streams_[0]), "an event");
    for (CUstream stream : streams_) must(driver().cuStreamWaitEvent(stream, start_, 0), "a stream");
    if (request_.breadth_first) {
      for (std::uint32_t s = 0; s < request_.streams; ++s) copy_in(s);
      for (std::uint32_t s = 0; s < request_.streams; ++s) compute(s);
      for (std::uint32_t s = 0; s < request_.streams; ++s) copy_out(s);
    } else {
      for (std::uint32_t s = 0; s < request_.streams; ++s) copy_in(s), compute(s), copy_out(s);
    }
    wait();
    return timeline();
  }

 private:
  std::size_t begin(std::uint32_t s) const { return static_cast<std::size_t>(request_.floats) * s / request_.streams; }
  void mark(std::uint32_t s, std::size_t which) {
    must(driver().cuEventRecord(marks_[s][which], streams_[s]), "an event");
  }
  void copy_in(std::uint32_t s) {
    const std::size_t from = begin(s) * sizeof(float), to = begin(s + 1) * sizeof(float);
    mark(s, 0);
    must(driver().cuMemcpyHtoDAsync(device_ + from, static_cast<char*>(in_) + from, to - from, streams_[s]),
         "copying in");
    mark(s, 1);
  }
  void compute(std::uint32_t s) {
    CUdeviceptr data = device_ + begin(s) * sizeof(float);
    unsigned long long count = begin(s + 1) - begin(s);
    int rounds = static_cast<int>(request_.rounds);
    void* parameters[] = {&data, &count, &rounds};
    mark(s, 2);
    must(driver().cuLaunchKernel(gpu_.work, static_cast<unsigned>((count + 255) / 256), 1, 1, 256, 1, 1, 0, streams_[s],
                                 parameters, nullptr),
         "launching");
    mark(s, 3);
  }
  void copy_out(std::uint32_t s) {
    const std::size_t from = begin(s) * sizeof(float), to = begin(s + 1) * sizeof(float);
    mark(s, 4);
    must(driver().cuMemcpyDtoHAsync(static_cast<char*>(out_) + from, device_ + from, to - from, streams_[s]),
         "copying out");
    mark(s, 5);
  }
  void wait() const {
    const auto start = std::chrono::steady_clock::now();
    for (const auto& marks : marks_)
      for (;;) {
        const CUresult state = driver().cuEventQuery(marks[5]);
        if (state == CUDA_SUCCESS) break;
        if (state != CUDA_ERROR_NOT_READY) must(state, "the streams");
        if (std::chrono::steady_clock::now() - start > std::chrono::milliseconds(request_.watchdog_ms))
          throw Stop{WG_TIMEOUT, {}};
        std::this_thread::yield();
      }
  }
  double at(CUevent mark) const {
    float milliseconds = 0;
    must(driver().cuEventElapsedTime(&milliseconds, start_, mark), "reading the time");
    return static_cast<double>(milliseconds) * 1e6;
  }
  Timeline timeline() const {
    Timeline t;
    for (const auto& marks : marks_) {
      t.in.push_back(at(marks[0])), t.in.push_back(at(marks[1]));
      t.kernel.push_back(at(marks[2])), t.kernel.push_back(at(marks[3]));
      t.out.push_back(at(marks[4])), t.out.push_back(at(marks[5]));
      t.total = std::max(t.total, t.out.back());
    }
    return t;
  }

  const Gpu& gpu_;
  const WgStreamsRequest& request_;
  std::size_t bytes_ = 0;
  void *in_ = nullptr, *out_ = nullptr;
  CUdeviceptr device_ = 0;
  std::vector<CUstream> streams_;
  std::vector<std::array<CUevent, 6>> marks_;
  CUevent start_ = nullptr;
};

}  // namespace

void run_streams(const Gpu& g, const WgStreamsRequest& request, const Speaker& speaker) {
  if (request.streams == 0 || request.streams > kMostStreams || request.floats < request.streams ||
      request.repeats == 0)
    throw Stop{WG_LAUNCH_REFUSED, "1 to 64 streams, at least one element for each, at least one repeat"};
  Experiment experiment(g, request);
  report_clocks(speaker, "before");
  experiment.run();
  std::vector<Experiment::Timeline> all;
  std::vector<double> totals;
  for (std::uint32_t i = 0; i < request.repeats; ++i) {
    speaker.progress("time", i, request.repeats);
    all.push_back(experiment.run());
    totals.push_back(all.back().total);
  }
  report_clocks(speaker, "after");
  std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.total < b.total; });
  const Experiment::Timeline& middle = all[all.size() / 2];
  speaker.samples("total", totals);
  speaker.samples("in", middle.in);
  speaker.samples("kernel", middle.kernel);
  speaker.samples("out", middle.out);
}

}  // namespace warpglass::cuda
