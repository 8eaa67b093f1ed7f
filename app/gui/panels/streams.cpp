// See streams.h. The timeline is computed anew in every frame that is drawn: a few hundred operations at most.
#include "app/gui/panels/streams.h"

#include <algorithm>

#include "app/course/streams_metric.h"
#include "app/gui/draw/stream_rows.h"
#include "app/gui/panels/parts.h"
#include "app/gui/widgets.h"
#include "sim/machine/copy_spec.h"

namespace warpglass {
namespace {

timing::StreamTimeline run(const Scene& scene, const timing::Pipeline& pipeline) {
  return timing::run_streams(timing::pipeline_operations(pipeline), copy_spec(scene.machine));
}

double alone_us(const Scene& scene) {
  timing::Pipeline one = scene_pipeline(scene);
  one.streams = 1;
  return run(scene, one).total_us;
}

std::string microseconds(const PanelInput& input, double us) {
  return or_hidden(input, format_value(RowFormat::kMicroseconds, us));
}

}  // namespace

std::string streams_summary(const PanelInput& input) {
  const Scene& scene = input.state.scene;
  const double us = run(scene, scene_pipeline(scene)).total_us;
  return input.text("streams.summary", microseconds(input, us), microseconds(input, alone_us(scene)));
}

void streams_view(const PanelInput& input, const Box& area) {
  const Scene& scene = input.state.scene;
  if (input.state.hidden) {
    draw_text(input, area.low, input.fonts.regular, input.metrics.small(), input.theme.dim,
              input.text("streams.hidden"));
    return;
  }
  const timing::Pipeline pipeline = scene_pipeline(scene);
  const auto operations = timing::pipeline_operations(pipeline);
  const timing::StreamTimeline timeline = timing::run_streams(operations, copy_spec(scene.machine));
  const std::string in = input.text("streams.in"), kernel = input.text("streams.kernel"),
                    out = input.text("streams.out");
  const StreamPicture picture = {operations,
                                 timeline,
                                 pipeline.streams,
                                 std::string(input.text("streams.stream")),
                                 {in, kernel, out},
                                 {in, kernel, out},
                                 std::max(timeline.total_us, alone_us(scene))};
  ImGui::SetCursorScreenPos(area.low);
  ImGui::InvisibleButton("###stream_rows", {area.width(), area.height()});
  const ImVec2 mouse = ImGui::IsItemHovered() ? ImGui::GetIO().MousePos : ImVec2{-1e6f, 0};
  const int under = draw_streams(canvas_of(input), picture, area, mouse);
  if (under < 0) return;
  const auto& operation = operations[static_cast<std::size_t>(under)];
  const timing::StreamSpan& span = timeline.spans[static_cast<std::size_t>(under)];
  tooltip(input,
          input.text("streams.tip", operation.stream, picture.work_labels[static_cast<std::size_t>(operation.work)],
                     format_value(RowFormat::kMicroseconds, span.start_us),
                     format_value(RowFormat::kMicroseconds, span.end_us)));
}

}  // namespace warpglass
