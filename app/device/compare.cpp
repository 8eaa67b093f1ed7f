// See compare.h.
#include "app/device/compare.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "sim/memory/storage.h"

namespace warpglass {
namespace {

bool is_float(ElementType type) {
  return type == ElementType::kFloat16 || type == ElementType::kFloat32 || type == ElementType::kFloat64;
}

// Relative to the larger of the two; values far below the buffer's own size count from that size, so that a sum that
// cancels to almost nothing is not called wrong for its rounding.
double relative_difference(double a, double b, double scale) {
  if (a == b || (std::isnan(a) && std::isnan(b))) return 0.0;
  if (!std::isfinite(a) || !std::isfinite(b)) return INFINITY;
  return std::fabs(a - b) / std::max({std::fabs(a), std::fabs(b), scale});
}

double typical_size(ElementType type, const std::vector<std::uint8_t>& bytes, std::uint64_t elements) {
  const std::uint32_t width = element_bytes(type);
  double sum = 0;
  std::uint64_t counted = 0;
  for (std::uint64_t i = 0; i < elements; ++i) {
    const double value = std::fabs(load_number(type, bytes.data() + i * width).as_double());
    if (std::isfinite(value)) sum += value, ++counted;
  }
  return counted == 0 ? 0.0 : sum / static_cast<double>(counted) * 1e-3;
}

}  // namespace

double tolerance_of(ElementType type) {
  if (type == ElementType::kFloat16) return 1e-2;
  if (type == ElementType::kFloat32) return 1e-4;
  if (type == ElementType::kFloat64) return 1e-10;
  return 0.0;
}

BufferComparison compare_buffer(const std::string& name, ElementType type, const std::vector<std::uint8_t>& model,
                                const std::vector<std::uint8_t>& gpu) {
  BufferComparison out;
  out.name = name;
  out.type = type;
  const std::uint32_t width = element_bytes(type);
  const std::uint64_t bytes = std::min(model.size(), gpu.size());
  out.elements = bytes / width;
  if (model == gpu) return out;
  const double scale = is_float(type) ? typical_size(type, model, out.elements) : 0.0;
  for (std::uint64_t i = 0; i < out.elements; ++i) {
    const std::uint8_t *here = model.data() + i * width, *there = gpu.data() + i * width;
    if (std::memcmp(here, there, width) == 0) continue;
    const double a = load_number(type, here).as_double(), b = load_number(type, there).as_double();
    const double difference = is_float(type) ? relative_difference(a, b, scale) : INFINITY;
    const bool wrong = difference > tolerance_of(type);
    if (is_float(type)) out.largest_difference = std::max(out.largest_difference, difference);
    const bool first_of_kind = out.differing == 0 || (wrong && out.match != Match::kDiffers);
    ++out.differing;
    if (first_of_kind) out.first = i, out.model = a, out.gpu = b;
    out.match = std::max(out.match, wrong ? Match::kDiffers : Match::kWithinTolerance);
  }
  const bool rest_differs = model.size() != gpu.size() ||
                            !std::equal(model.begin() + static_cast<std::ptrdiff_t>(out.elements * width), model.end(),
                                        gpu.begin() + static_cast<std::ptrdiff_t>(out.elements * width));
  if (rest_differs) {
    if (out.match != Match::kDiffers) out.first = out.elements;
    out.match = Match::kDiffers;
    ++out.differing;
  }
  return out;
}

}  // namespace warpglass
