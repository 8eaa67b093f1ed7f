// See streams_metric.h. The timeline itself is sim/timing/streams.h's.
#include "app/course/streams_metric.h"

#include <algorithm>

#include "sim/machine/copy_spec.h"

namespace warpglass {
namespace {

constexpr std::int64_t kMostStreams = 64, kMostMegabytes = 1 << 20, kMostKernelUs = 1'000'000'000;

bool has_knob(const Scene& scene, const char* name) {
  return std::any_of(scene.knobs.begin(), scene.knobs.end(), [&](const Knob& knob) { return knob.name == name; });
}

// The knob's value within bounds; `otherwise` when the scene has no such knob.
std::int64_t knob_or(const Scene& scene, const char* name, std::int64_t otherwise, std::int64_t least,
                     std::int64_t most) {
  return has_knob(scene, name) ? std::clamp(knob_value(scene, name), least, most) : otherwise;
}

}  // namespace

timing::Pipeline scene_pipeline(const Scene& scene) {
  timing::Pipeline pipeline;
  pipeline.streams = static_cast<std::uint32_t>(knob_or(scene, "streams", 1, 1, kMostStreams));
  const auto megabytes = static_cast<std::uint64_t>(knob_or(scene, "megabytes", 64, 0, kMostMegabytes));
  pipeline.bytes_in = pipeline.bytes_out = megabytes << 20;
  pipeline.kernel_us = static_cast<double>(knob_or(scene, "kernel_us", 1000, 0, kMostKernelUs));
  pipeline.pinned = knob_or(scene, "pageable", 0, 0, 1) == 0;
  pipeline.order = knob_or(scene, "breadth", 0, 0, 1) == 0 ? timing::CallOrder::kDepth : timing::CallOrder::kBreadth;
  return pipeline;
}

bool describes_pipeline(const Scene& scene) {
  return scene.kind == SceneKind::kKernel && has_knob(scene, "streams") && has_knob(scene, "kernel_us");
}

MetricValue streams_metric(const Scene& scene) {
  if (scene.kind != SceneKind::kKernel) return {NoNumber::kRefused, 0.0, "The Access lab has one warp and no launch."};
  const timing::StreamTimeline timeline =
      timing::run_streams(timing::pipeline_operations(scene_pipeline(scene)), copy_spec(scene.machine));
  return {NoNumber::kNone, timeline.total_us, ""};
}

}  // namespace warpglass
