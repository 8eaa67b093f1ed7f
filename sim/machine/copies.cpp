// The copy numbers of each preset. An H200's were measured with CUDA events around one copy of each size; those of the
// other machines follow from the published width and generation of their PCIe link.
#include "sim/machine/copy_spec.h"

#include <cstddef>

namespace warpglass {
namespace {

constexpr std::uint64_t kKib = 1024;

template <class T>
Sourced<T> from(NumberSource source, T value) {
  return {std::move(value), source};
}

CopySpec h200() {
  const auto measured = NumberSource::kMeasured;
  CopySpec s;
  s.engines = from(measured, 3u);
  s.in_pinned = from<std::vector<CopyPoint>>(
      measured,
      {{4 * kKib, 8.38}, {64 * kKib, 8.4}, {1024 * kKib, 25.31}, {16384 * kKib, 311.55}, {65536 * kKib, 1220.13}});
  s.out_pinned = from<std::vector<CopyPoint>>(
      measured,
      {{4 * kKib, 6.37}, {64 * kKib, 6.4}, {1024 * kKib, 24.45}, {16384 * kKib, 308.26}, {65536 * kKib, 1215.2}});
  s.in_pageable = from<std::vector<CopyPoint>>(
      measured,
      {{4 * kKib, 8.86}, {64 * kKib, 15.9}, {1024 * kKib, 81.41}, {16384 * kKib, 1079.81}, {65536 * kKib, 6098.85}});
  s.out_pageable = from<std::vector<CopyPoint>>(
      measured,
      {{4 * kKib, 11.81}, {64 * kKib, 18.59}, {1024 * kKib, 107.33}, {16384 * kKib, 1250.66}, {65536 * kKib, 4294.24}});
  s.setup_us = from(measured, 7.0);
  // Fitted to what 4, 8 and 16 streams lose against copies in one direction alone.
  s.duplex_slowdown = from(NumberSource::kAssumed, 0.08);
  s.pipeline_us = from(measured, 9.0);
  s.call_us = from(NumberSource::kAssumed, 1.5);
  return s;
}

// A link that moves `gb_per_s` from pinned memory.
CopySpec link(double gb_per_s, std::uint32_t engines) {
  const auto published = NumberSource::kPublished, assumed = NumberSource::kAssumed;
  const auto line = [](double setup, double gb) {
    const std::uint64_t large = 65536 * kKib;
    return std::vector<CopyPoint>{{0, setup}, {large, setup + static_cast<double>(large) / (gb * 1e3)}};
  };
  // Pageable memory goes through a pinned buffer, copied by the processor: never faster than about 11 GB/s.
  const double staged = gb_per_s < 22.0 ? gb_per_s / 2.0 : 11.0;
  CopySpec s;
  s.engines = from(published, engines);
  s.in_pinned = from(published, line(8.0, gb_per_s));
  s.out_pinned = s.in_pinned;
  s.in_pageable = from(assumed, line(12.0, staged));
  s.out_pageable = s.in_pageable;
  s.setup_us = from(assumed, 7.0);
  s.duplex_slowdown = from(assumed, 0.08);
  s.pipeline_us = from(assumed, 9.0);
  s.call_us = from(assumed, 1.5);
  return s;
}

}  // namespace

CopySpec copy_spec(std::string_view machine) {
  constexpr double kPcie3 = 12.5, kPcie4 = 25.0, kPcie5 = 52.0;  // GB/s of 16 lanes, after the link's own overhead
  if (machine == "h200") return h200();
  if (machine == "h100") return link(kPcie5, 3);
  if (machine == "a100") return link(kPcie4, 3);
  if (machine == "v100") return link(kPcie3, 6);
  if (machine == "rtx4090") return link(kPcie4, 2);
  if (machine == "rtx3060") return link(kPcie4, 2);
  if (machine == "t4") return link(kPcie3, 3);
  return link(kPcie3, 1);
}

double copy_us(const std::vector<CopyPoint>& points, std::uint64_t bytes) {
  if (points.empty()) return 0.0;
  if (points.size() == 1 || bytes <= points.front().bytes) return points.front().us;
  std::size_t i = 1;
  while (i + 1 < points.size() && bytes > points[i].bytes) ++i;
  const CopyPoint &a = points[i - 1], &b = points[i];
  const double part = static_cast<double>(bytes - a.bytes) / static_cast<double>(b.bytes - a.bytes);
  return a.us + part * (b.us - a.us);
}

}  // namespace warpglass
