// Results of the GPU beside the model's, buffer by buffer: exact, within a stated tolerance, or different, with the
// first element that differs.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/base/launch.h"

namespace warpglass {

enum class Match { kExact, kWithinTolerance, kDiffers };

struct BufferComparison {
  std::string name;
  ElementType type = ElementType::kUint8;
  std::uint64_t elements = 0;
  Match match = Match::kExact;
  std::uint64_t differing = 0;      // elements that are not bit for bit the same
  std::uint64_t first = 0;          // the first of them; with kDiffers the first that is out of tolerance
  double model = 0.0, gpu = 0.0;    // what it is here and there
  double largest_difference = 0.0;  // relative, floats only
};

// Relative tolerance of a floating-point type: its sums depend on the order in which threads add. 0 for the others.
double tolerance_of(ElementType type);

// Both hold `bytes` bytes; a rest that is no whole element is compared byte by byte.
BufferComparison compare_buffer(const std::string& name, ElementType type, const std::vector<std::uint8_t>& model,
                                const std::vector<std::uint8_t>& gpu);

}  // namespace warpglass
