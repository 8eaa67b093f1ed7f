// A number of a machine with where it comes from.
#pragma once

#include <cstdint>

namespace warpglass {

enum class NumberSource : std::uint8_t { kMeasured, kPublished, kAssumed };

template <class T>
struct Sourced {
  T value{};
  NumberSource source = NumberSource::kAssumed;
};

}  // namespace warpglass
