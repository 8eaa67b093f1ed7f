// Copies and kernels of several streams as a picture: a row a stream, below them a row an engine, time to the right.
// What belongs together has one colour and one word. Knows no session and no panel.
#pragma once

#include <string>
#include <vector>

#include "app/gui/draw/canvas.h"
#include "sim/timing/streams.h"

namespace warpglass {

struct StreamPicture {
  const std::vector<timing::StreamOperation>& operations;
  const timing::StreamTimeline& timeline;
  std::uint32_t streams = 1;
  std::string stream_label;      // "stream"; its number follows
  std::string work_labels[3];    // by StreamWork: "copy in", "kernel", "copy out"
  std::string engine_labels[3];  // by Engine, for the lower rows
  double span_us = 1;            // the right edge
};

ImU32 stream_colour(timing::StreamWork work);
// Index of the operation under the mouse; -1: none.
int draw_streams(const Canvas& canvas, const StreamPicture& picture, const Box& area, ImVec2 mouse);

}  // namespace warpglass
