// The L1 of one SM: lines with a valid bit a sector and the time at which its sectors are there. Eight ways, the least
// recently used line goes. Loads only: stores write through and leave it alone.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace warpglass::timing {

class L1 {
 public:
  explicit L1(std::uint32_t lines);
  struct Line {
    std::uint32_t line = ~0u;
    std::uint8_t sectors = 0;
    std::uint32_t used = 0;
    double there = 0;  // when the sectors fetched last arrive
  };
  Line& find(std::uint32_t line);  // its place, emptied for it when it was not there

 private:
  static constexpr std::uint32_t kWays = 8;
  std::vector<Line> lines_;
  std::uint32_t sets_;
  std::uint32_t clock_ = 0;
};

}  // namespace warpglass::timing
