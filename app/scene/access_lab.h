// The Access lab: one access of one warp without a kernel, from a pattern or a typed formula.
#pragma once

#include <cstdint>
#include <string>

#include "app/scene/formula.h"
#include "sim/event/access.h"

namespace warpglass {

enum class Pattern { kContiguous, kStride, kOffset, kScatter, kBroadcast, kFormula };
const char* pattern_name(Pattern pattern);  // "contiguous", ...
bool pattern_from_name(const std::string& name, Pattern& pattern);

struct AccessLab {
  Pattern pattern = Pattern::kStride;
  std::string formula = "lane * 2";
  Space space = Space::kGlobal;  // kGlobal or kShared
  Operation operation = Operation::kLoad;
  AtomicKind atomic = AtomicKind::kAdd;
  std::uint32_t element_bytes = 4;  // 1, 2, 4, 8, 16
  std::int64_t stride = 1;          // elements from lane to lane
  std::int64_t offset = 0;          // elements before lane 0
  std::int64_t padding = 0;  // unused elements after every row of 32 elements, 0..32: index += padding * (index / 32)
  std::uint32_t lanes = 32;  // 32, or 16 on the introductory machine
  LaneMask mask = kAllLanes;
  std::uint64_t seed = 1;  // scatter
  bool operator==(const AccessLab&) const = default;
};

// Element index of every lane (after padding). False and `error` filled when the formula fails or an index is negative
// or too large.
bool lab_indices(const AccessLab& lab, PerLane<std::int64_t>& index, FormulaError& error);
bool lab_access(const AccessLab& lab, Access& access, FormulaError& error);
// The access as a student would write it: "a[lane * 3 + 2]"; with padding "a[i + i / 32 * 1], i = lane * 3".
// A formula may use lane, lanes, stride and offset.
std::string lab_expression(const AccessLab& lab);

}  // namespace warpglass
