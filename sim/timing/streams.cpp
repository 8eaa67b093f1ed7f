// A small event simulation: the host calls, three engines work, each change of what runs is one step. See streams.h.
#include "sim/timing/streams.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <deque>
#include <optional>

namespace warpglass::timing {
namespace {

constexpr std::size_t kEngines = 3;

// What an engine is doing: first the setup, which nothing slows, then work that the other direction can slow.
struct Busy {
  std::size_t operation = 0;
  double setup_us = 0, work_us = 0;
};

class Engines {
 public:
  Engines(const std::vector<StreamOperation>& operations, const CopySpec& machine)
      : operations_(operations), machine_(machine), timeline_{std::vector<StreamSpan>(operations.size()), 0} {
    for (const StreamOperation& o : operations) streams_ = std::max(streams_, o.stream + 1);
    left_in_stream_.resize(streams_);
  }

  StreamTimeline run() {
    for (std::size_t i = 0; i < operations_.size(); ++i) call(i);
    while (work_left()) advance();
    double end = host_;
    for (const StreamSpan& span : timeline_.spans) end = std::max(end, span.end_us);
    timeline_.total_us = operations_.empty() ? 0.0 : end + machine_.pipeline_us.value;
    return std::move(timeline_);
  }

 private:
  Engine engine_of(const StreamOperation& o) const {
    if (o.work == StreamWork::kKernel) return Engine::kCompute;
    return o.work == StreamWork::kCopyIn || machine_.engines.value < 2 ? Engine::kCopyIn : Engine::kCopyOut;
  }

  // The host reaches call i. A pageable copy keeps it until the copy is done.
  void call(std::size_t i) {
    const StreamOperation& o = operations_[i];
    run_until(host_);
    StreamSpan& span = timeline_.spans[i];
    span.engine = engine_of(o);
    span.called_us = host_;
    waiting_[static_cast<std::size_t>(span.engine)].push_back(i);
    left_in_stream_[o.stream].push_back(i);
    host_ += machine_.call_us.value;
    if (o.work == StreamWork::kKernel || o.pinned) return;
    while (span.end_us == 0.0) advance();
    host_ = std::max(host_, span.end_us);
  }

  double alone_us(const StreamOperation& o) const {
    if (o.work == StreamWork::kKernel) return std::isfinite(o.kernel_us) ? std::max(o.kernel_us, 0.0) : 0.0;
    const bool in = o.work == StreamWork::kCopyIn;
    const auto& points = o.pinned ? (in ? machine_.in_pinned : machine_.out_pinned)
                                  : (in ? machine_.in_pageable : machine_.out_pageable);
    return copy_us(points.value, o.bytes);
  }

  bool work_left() const {
    for (std::size_t e = 0; e < kEngines; ++e)
      if (busy_[e] || !waiting_[e].empty()) return true;
    return false;
  }

  // Engines take their first waiting operation once it is the first left in its stream.
  void start_ready() {
    for (std::size_t e = 0; e < kEngines; ++e) {
      if (busy_[e] || waiting_[e].empty()) continue;
      const std::size_t i = waiting_[e].front();
      const StreamOperation& o = operations_[i];
      if (left_in_stream_[o.stream].front() != i) continue;
      waiting_[e].pop_front();
      const double whole = alone_us(o);
      const double setup = o.work == StreamWork::kKernel ? 0.0 : std::min(machine_.setup_us.value, whole);
      busy_[e] = Busy{i, setup, std::max(whole - setup, 1e-9)};
      timeline_.spans[i].start_us = now_;
    }
  }

  bool moves_bytes(std::size_t e) const {
    return busy_[e] && busy_[e]->setup_us <= 0.0 && operations_[busy_[e]->operation].work != StreamWork::kKernel;
  }
  double rate(std::size_t e) const {
    const bool both = moves_bytes(0) && moves_bytes(2);
    return both && e != 1 ? 1.0 - machine_.duplex_slowdown.value : 1.0;
  }
  double time_to_change(std::size_t e) const {
    return busy_[e]->setup_us > 0.0 ? busy_[e]->setup_us : busy_[e]->work_us / rate(e);
  }

  void run_until(double until) {
    while (now_ < until)
      if (!step(until)) break;
    now_ = std::max(now_, until);
  }
  void advance() { step(HUGE_VAL); }

  // To the next change, at most to `until`; false when every engine idles.
  bool step(double until) {
    start_ready();
    double next = until - now_;
    bool any = false;
    for (std::size_t e = 0; e < kEngines; ++e)
      if (busy_[e]) any = true, next = std::min(next, time_to_change(e));
    if (!any) return false;
    std::array<double, kEngines> rates{};
    for (std::size_t e = 0; e < kEngines; ++e) rates[e] = rate(e);
    now_ += next;
    for (std::size_t e = 0; e < kEngines; ++e)
      if (busy_[e]) progress(e, next, rates[e]);
    return true;
  }

  void progress(std::size_t e, double us, double rate) {
    Busy& busy = *busy_[e];
    if (busy.setup_us > 0.0) {
      busy.setup_us = busy.setup_us - us < 1e-9 ? 0.0 : busy.setup_us - us;
      return;
    }
    busy.work_us -= us * rate;
    if (busy.work_us > 1e-9) return;
    timeline_.spans[busy.operation].end_us = now_;
    left_in_stream_[operations_[busy.operation].stream].pop_front();
    busy_[e].reset();
  }

  const std::vector<StreamOperation>& operations_;
  const CopySpec& machine_;
  StreamTimeline timeline_;
  std::uint32_t streams_ = 0;
  std::vector<std::deque<std::size_t>> left_in_stream_;
  std::array<std::deque<std::size_t>, kEngines> waiting_;
  std::array<std::optional<Busy>, kEngines> busy_;
  double now_ = 0, host_ = 0;
};

// The i-th of `parts` near-equal pieces.
std::uint64_t piece(std::uint64_t whole, std::uint32_t parts, std::uint32_t i) {
  return whole / parts + (i < whole % parts ? 1 : 0);
}

void paint(std::string& row, const StreamSpan& span, double total, char mark) {
  const double columns = static_cast<double>(row.size());
  const auto column = [&](double us) {
    return std::min(row.size() - 1, static_cast<std::size_t>(std::max(0.0, us / total * columns)));
  };
  for (std::size_t c = column(span.start_us); c <= column(std::max(span.start_us, span.end_us - 1e-6)); ++c)
    row[c] = mark;
}

}  // namespace

StreamTimeline run_streams(const std::vector<StreamOperation>& operations, const CopySpec& machine) {
  return Engines(operations, machine).run();
}

std::vector<StreamOperation> pipeline_operations(const Pipeline& pipeline) {
  const std::uint32_t parts = std::max(pipeline.streams, 1u);
  const auto part = [&](std::uint32_t stream, StreamWork work) {
    StreamOperation o;
    o.stream = stream;
    o.work = work;
    o.pinned = pipeline.pinned;
    if (work == StreamWork::kKernel) o.kernel_us = pipeline.kernel_us / parts;
    if (work == StreamWork::kCopyIn) o.bytes = piece(pipeline.bytes_in, parts, stream);
    if (work == StreamWork::kCopyOut) o.bytes = piece(pipeline.bytes_out, parts, stream);
    return o;
  };
  constexpr StreamWork kOrder[] = {StreamWork::kCopyIn, StreamWork::kKernel, StreamWork::kCopyOut};
  std::vector<StreamOperation> operations;
  if (pipeline.order == CallOrder::kDepth) {
    for (std::uint32_t s = 0; s < parts; ++s)
      for (const StreamWork work : kOrder) operations.push_back(part(s, work));
  } else {
    for (const StreamWork work : kOrder)
      for (std::uint32_t s = 0; s < parts; ++s) operations.push_back(part(s, work));
  }
  return operations;
}

std::string stream_chart(const std::vector<StreamOperation>& operations, const StreamTimeline& timeline,
                         std::uint32_t columns) {
  columns = std::clamp(columns, 10u, 1000u);
  std::uint32_t streams = 0;
  for (const StreamOperation& o : operations) streams = std::max(streams, o.stream + 1);
  std::vector<std::string> rows(streams + kEngines, std::string(columns, '.'));
  constexpr char kMarks[] = {'>', '#', '<'};
  for (std::size_t i = 0; i < operations.size(); ++i) {
    const char mark = kMarks[static_cast<std::size_t>(operations[i].work)];
    paint(rows[operations[i].stream], timeline.spans[i], timeline.total_us, mark);
    paint(rows[streams + static_cast<std::size_t>(timeline.spans[i].engine)], timeline.spans[i], timeline.total_us,
          mark);
  }
  constexpr const char* kNames[] = {"copy in", "compute", "copy out"};
  std::string text;
  for (std::uint32_t s = 0; s < streams; ++s) text += fmt::format("stream {:<3} {}\n", s, rows[s]);
  for (std::size_t e = 0; e < kEngines; ++e) text += fmt::format("{:<10} {}\n", kNames[e], rows[streams + e]);
  text += fmt::format("{:>10} 0 {:>{}.1f} us\n", "", timeline.total_us, static_cast<int>(columns) - 5);
  return text;
}

}  // namespace warpglass::timing
