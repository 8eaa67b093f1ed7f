// printf of a kernel: one text for each lane that prints, in lane order, bounded.
#pragma once

#include <string>

#include "sim/exec/block.h"

namespace warpglass::exec {

inline constexpr std::size_t kMostPrintedBytes = std::size_t{1} << 20;  // what CUDA's own buffer holds by default

void print_lanes(Context& context, Warp& warp);

// One conversion ("%-8.3f") of a value whose bits are given; `text` is the literal of a %s.
std::string format_one(const std::string& conversion, ValueType type, std::uint64_t bits, const std::string* text);

}  // namespace warpglass::exec
