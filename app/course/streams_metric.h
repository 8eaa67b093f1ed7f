// The pipeline of copies and kernels that a scene's knobs describe, and its time as the metric streams_us. Knobs, by
// name: streams, megabytes (each way), kernel_us (of all the data), pageable and breadth (0 or 1). What a scene has no
// knob for stands at 1 stream, 64 MB, 1,000 us, pinned, depth first.
#pragma once

#include "app/course/scene_run.h"
#include "sim/timing/streams.h"

namespace warpglass {

inline constexpr const char* kStreamsMetric = "streams_us";

// It has the knobs "streams" and "kernel_us", so there is a timeline to show.
bool describes_pipeline(const Scene& scene);
timing::Pipeline scene_pipeline(const Scene& scene);
MetricValue streams_metric(const Scene& scene);

}  // namespace warpglass
