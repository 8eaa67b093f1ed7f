// Sets are found by a hash of the line number, so that power-of-two strides do not fall into one set.
#include "sim/timing/l1.h"

#include <algorithm>

namespace warpglass::timing {

L1::L1(std::uint32_t lines) : lines_(std::max(1u, lines / kWays) * kWays), sets_(std::max(1u, lines / kWays)) {}

L1::Line& L1::find(std::uint32_t line) {
  const std::uint64_t mixed = line * 0x9e3779b97f4a7c15ull;
  Line* set = &lines_[static_cast<std::size_t>((mixed >> 40) % sets_) * kWays];
  Line* oldest = set;
  ++clock_;
  for (Line* way = set; way != set + kWays; ++way) {
    if (way->line == line) {
      way->used = clock_;
      return *way;
    }
    if (way->used < oldest->used) oldest = way;
  }
  *oldest = Line{};
  oldest->line = line;
  oldest->used = clock_;
  return *oldest;
}

}  // namespace warpglass::timing
