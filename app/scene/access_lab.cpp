// The Access lab's patterns as element indices, and from them one Access of one warp at a fixed base address.
#include "app/scene/access_lab.h"

#include <array>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "sim/lang/program.h"

namespace warpglass {
namespace {

constexpr std::array<std::pair<Pattern, const char*>, 6> kPatterns = {{{Pattern::kContiguous, "contiguous"},
                                                                       {Pattern::kStride, "stride"},
                                                                       {Pattern::kOffset, "offset"},
                                                                       {Pattern::kScatter, "scatter"},
                                                                       {Pattern::kBroadcast, "broadcast"},
                                                                       {Pattern::kFormula, "formula"}}};

constexpr std::int64_t kRow = 32;                  // padding follows every row of this many elements
constexpr std::int64_t kLargestIndex = 1ll << 32;  // elements; keeps every address far inside 64 bits
constexpr std::int64_t kScatterElements = 1024;    // scattered lanes fall into this many elements

std::uint64_t split_mix(std::uint64_t& state) {
  state += 0x9e3779b97f4a7c15ull;
  std::uint64_t z = state;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  return z ^ (z >> 31);
}

void outside(FormulaError& error, int lane, std::int64_t index) {
  const bool negative = index < 0;
  error.key = negative ? "lab.negative" : "lab.too_large";
  error.word = fmt::format("{}", lane);
  error.position = 0;
  error.message = negative
                      ? fmt::format("Lane {} asks for element {}; an index cannot be negative.", lane, index)
                      : fmt::format("Lane {} asks for element {}; the lab goes up to {}.", lane, index, kLargestIndex);
}

bool formula_indices(const AccessLab& lab, PerLane<std::int64_t>& index, FormulaError& error) {
  Formula formula;
  if (!Formula::parse(lab.formula, formula, error)) return false;
  std::map<std::string, std::int64_t> variables = {
      {"lane", 0}, {"lanes", static_cast<std::int64_t>(lab.lanes)}, {"stride", lab.stride}, {"offset", lab.offset}};
  for (int lane = 0; lane < kLanes; ++lane) {
    index[static_cast<std::size_t>(lane)] = 0;
    if (static_cast<std::uint32_t>(lane) >= lab.lanes || !has_lane(lab.mask, lane)) continue;
    variables["lane"] = lane;
    if (!formula.evaluate(variables, index[static_cast<std::size_t>(lane)], error)) return false;
  }
  return true;
}

// Wrapping, since stride and offset come from a file; what wraps is outside the range and refused afterwards.
std::int64_t multiply_add(std::int64_t a, std::int64_t b, std::int64_t c) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b) +
                                   static_cast<std::uint64_t>(c));
}

void pattern_indices(const AccessLab& lab, PerLane<std::int64_t>& index) {
  std::uint64_t state = lab.seed;
  for (int lane = 0; lane < kLanes; ++lane) {
    std::int64_t& i = index[static_cast<std::size_t>(lane)];
    switch (lab.pattern) {
      case Pattern::kContiguous:
        i = lane;
        break;
      case Pattern::kStride:
        i = multiply_add(lane, lab.stride, lab.offset);
        break;
      case Pattern::kOffset:
        i = multiply_add(lane, 1, lab.offset);
        break;
      case Pattern::kScatter:
        i = multiply_add(1, static_cast<std::int64_t>(split_mix(state) % kScatterElements), lab.offset);
        break;
      case Pattern::kBroadcast:
        i = lab.offset;
        break;
      case Pattern::kFormula:
        break;
    }
  }
}

std::string plus_offset(const std::string& text, std::int64_t offset) {
  if (offset == 0) return text;
  if (text.empty()) return fmt::format("{}", offset);
  return offset < 0 ? fmt::format("{} - {}", text, 0u - static_cast<std::uint64_t>(offset))
                    : fmt::format("{} + {}", text, offset);
}

std::string index_text(const AccessLab& lab) {
  switch (lab.pattern) {
    case Pattern::kContiguous:
      return "lane";
    case Pattern::kStride:
      return plus_offset(lab.stride == 1 ? "lane" : fmt::format("lane * {}", lab.stride), lab.offset);
    case Pattern::kOffset:
      return plus_offset("lane", lab.offset);
    case Pattern::kScatter:
      return plus_offset("random[lane]", lab.offset);
    case Pattern::kBroadcast:
      return fmt::format("{}", lab.offset);
    case Pattern::kFormula:
      return lab.formula;
  }
  return "lane";
}

}  // namespace

const char* pattern_name(Pattern pattern) {
  for (const auto& [value, name] : kPatterns)
    if (value == pattern) return name;
  return "contiguous";
}

bool pattern_from_name(const std::string& name, Pattern& pattern) {
  for (const auto& [value, known] : kPatterns) {
    if (name != known) continue;
    pattern = value;
    return true;
  }
  return false;
}

bool lab_indices(const AccessLab& lab, PerLane<std::int64_t>& index, FormulaError& error) {
  index = {};
  if (lab.pattern == Pattern::kFormula) {
    if (!formula_indices(lab, index, error)) return false;
  } else {
    pattern_indices(lab, index);
  }
  for (int lane = 0; lane < kLanes; ++lane) {
    std::int64_t& i = index[static_cast<std::size_t>(lane)];
    if (static_cast<std::uint32_t>(lane) >= lab.lanes || !has_lane(lab.mask, lane)) {
      i = 0;
      continue;
    }
    if (i >= 0 && i <= kLargestIndex) i = multiply_add(lab.padding, i / kRow, i);
    if (i >= 0 && i <= kLargestIndex) continue;
    outside(error, lane, i);
    return false;
  }
  return true;
}

bool lab_access(const AccessLab& lab, Access& access, FormulaError& error) {
  PerLane<std::int64_t> index;
  if (!lab_indices(lab, index, error)) return false;
  access = {};
  access.operation = lab.operation;
  access.atomic = lab.atomic;
  access.space = lab.space;
  access.bytes = static_cast<std::uint8_t>(lab.element_bytes);
  access.lanes = lab.mask & first_lanes(static_cast<int>(lab.lanes));
  access.result_used = false;
  const std::uint64_t base = lab.space == Space::kShared ? 0 : kGlobalBase;
  for (std::size_t lane = 0; lane < index.size(); ++lane)
    access.address[lane] = base + static_cast<std::uint64_t>(index[lane]) * lab.element_bytes;
  return true;
}

std::string lab_expression(const AccessLab& lab) {
  const std::string name = lab.space == Space::kShared ? "tile" : "a";
  const std::string index = index_text(lab);
  if (lab.padding == 0) return fmt::format("{}[{}]", name, index);
  return fmt::format("{}[i + i / {} * {}], i = {}", name, kRow, lab.padding, index);
}

}  // namespace warpglass
