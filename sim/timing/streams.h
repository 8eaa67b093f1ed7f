// Copies and kernels in streams: which engine does what when. Work of one stream runs in order; each engine does one
// thing at a time, in the order in which the host called; work of different streams on different engines overlaps.
//
//   stream 0  [in ][kernel][out]
//   stream 1       [in ]   [kernel][out]
//   stream 2            [in ]      [kernel][out]       one stream alone would end here ->                 |
//
// Pageable memory: the host copies piece by piece itself and waits, so nothing that is called later can overlap.
// Kernels run one after another at full speed: one that fills the GPU leaves no room, and the next one's first blocks
// fill the last one's tail.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/machine/copy_spec.h"

namespace warpglass::timing {

enum class StreamWork : std::uint8_t { kCopyIn, kKernel, kCopyOut };
enum class Engine : std::uint8_t { kCopyIn, kCompute, kCopyOut };  // one copy engine: both directions on kCopyIn

struct StreamOperation {
  std::uint32_t stream = 0;
  StreamWork work = StreamWork::kKernel;
  std::uint64_t bytes = 0;  // copies
  double kernel_us = 0;     // kernels: alone on the GPU, without the launch overhead
  bool pinned = true;       // copies: host memory is page-locked
};

struct StreamSpan {
  Engine engine = Engine::kCompute;
  double called_us = 0, start_us = 0, end_us = 0;  // from the first call
};

struct StreamTimeline {
  std::vector<StreamSpan> spans;  // one an operation, in their order
  double total_us = 0;            // until the host knows that all is done
};

// `operations` in the order of the host's calls. Deterministic; time O(operations * streams).
StreamTimeline run_streams(const std::vector<StreamOperation>& operations, const CopySpec& machine);

// Depth: copy in, kernel, copy out, stream by stream. Breadth: all copies in, then all kernels, then all copies out.
enum class CallOrder { kDepth, kBreadth };
struct Pipeline {
  std::uint32_t streams = 1;  // at least 1; the work is split evenly
  std::uint64_t bytes_in = 0, bytes_out = 0;
  double kernel_us = 0;  // of all the work in one launch
  bool pinned = true;
  CallOrder order = CallOrder::kDepth;
};
std::vector<StreamOperation> pipeline_operations(const Pipeline& pipeline);

// A text timeline, a row a stream and a row an engine (> copy in, # kernel, < copy out), `columns` wide for the time.
std::string stream_chart(const std::vector<StreamOperation>& operations, const StreamTimeline& timeline,
                         std::uint32_t columns);

}  // namespace warpglass::timing
