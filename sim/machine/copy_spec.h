// How a machine copies between host and device, as data. Presets are in copies.cpp.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "sim/machine/spec.h"

namespace warpglass {

// One copy alone, from the call to its end. Between two points times are interpolated, beyond the last at its slope.
struct CopyPoint {
  std::uint64_t bytes = 0;
  double us = 0;
};

struct CopySpec {
  Sourced<std::uint32_t> engines;  // 1: both directions take turns; 2 and more: one each
  // Points in rising order of bytes, at least two each.
  Sourced<std::vector<CopyPoint>> in_pinned, out_pinned, in_pageable, out_pageable;
  Sourced<double> setup_us;         // of each copy, before the first byte moves; contained in the points
  Sourced<double> duplex_slowdown;  // part of the rate that is lost while the other direction copies too
  Sourced<double> pipeline_us;      // once per run of work: first call, first launch, last wait
  Sourced<double> call_us;          // of the host, each asynchronous call
};

// Of the preset of that name; a name that is not a preset's has the numbers of PCIe 3.0 by 16 lanes.
CopySpec copy_spec(std::string_view machine);

// Of one copy alone, microseconds; 0 bytes cost the setup.
double copy_us(const std::vector<CopyPoint>& points, std::uint64_t bytes);

}  // namespace warpglass
