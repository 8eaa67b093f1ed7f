// First values of a buffer, and numbers as bytes. Whole numbers wrap into narrow types; random ones come from
// SplitMix64 seeded with the argument's index, so that a launch gives the same bytes everywhere.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

#include "sim/memory/storage.h"

namespace warpglass {
namespace {

constexpr std::uint64_t kIotaPeriod = 9973;
constexpr std::uint8_t kUninitialisedByte = 0xcb;  // a value that is noticed, and the same in every run

class SplitMix64 {
 public:
  explicit SplitMix64(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15ull;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ z >> 27) * 0x94d049bb133111ebull;
    return z ^ z >> 31;
  }

 private:
  std::uint64_t state_;
};

struct Half {
  std::uint16_t bits = 0;
};

// Bits of the half nearest to `value`, ties to even.
std::uint16_t half_from(double value) {
  const std::uint16_t sign = std::signbit(value) ? 0x8000u : 0u;
  const double size = std::fabs(value);
  if (std::isnan(value)) return 0x7fffu;
  if (size >= 65520.0) return sign | 0x7c00u;  // rounds past the largest half
  if (size < std::ldexp(1.0, -14)) {           // subnormal: a multiple of 2^-24
    return sign | static_cast<std::uint16_t>(std::nearbyint(std::ldexp(size, 24)));
  }
  int exponent = 0;
  const double fraction = std::frexp(size, &exponent);                                         // in [0.5, 1)
  const auto mantissa = static_cast<std::uint32_t>(std::nearbyint(std::ldexp(fraction, 11)));  // 1024..2048
  const auto biased = static_cast<std::uint32_t>(exponent + 13);  // a carry out of the mantissa raises the exponent
  return sign | static_cast<std::uint16_t>((biased << 10) + mantissa);
}

double half_value(std::uint16_t bits) {
  const int exponent = bits >> 10 & 0x1f;
  const int mantissa = bits & 0x3ff;
  double size = exponent == 0 ? std::ldexp(mantissa, -24) : std::ldexp(1024 + mantissa, exponent - 25);
  if (exponent == 31) size = mantissa == 0 ? std::numeric_limits<double>::infinity() : std::nan("");
  return (bits & 0x8000u) != 0 ? -size : size;
}

// Toward zero; what does not fit ends at the limit, NaN is 0.
std::int64_t whole_part(double value) {
  if (std::isnan(value)) return 0;
  if (value >= 9223372036854775808.0) {
    if (value >= 18446744073709551616.0) return -1;  // the bits of the largest uint64
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(value));
  }
  if (value <= -9223372036854775808.0) return std::numeric_limits<std::int64_t>::min();
  return static_cast<std::int64_t>(value);
}

template <class T>
T cast_whole(std::uint64_t value) {
  if constexpr (std::is_same_v<T, Half>) {
    return Half{half_from(static_cast<double>(static_cast<std::int64_t>(value)))};
  } else if constexpr (std::is_same_v<T, bool>) {
    return value != 0;
  } else if constexpr (std::is_floating_point_v<T>) {
    return static_cast<T>(static_cast<std::int64_t>(value));
  } else {
    return static_cast<T>(value);
  }
}

template <class T>
T cast_number(const Number& number) {
  if constexpr (std::is_same_v<T, Half>) {
    return Half{half_from(number.as_double())};
  } else if constexpr (std::is_floating_point_v<T>) {
    return static_cast<T>(number.as_double());
  } else if constexpr (std::is_same_v<T, bool>) {
    return number.is_integer ? number.integer != 0 : number.real != 0.0;
  } else {
    return static_cast<T>(number.is_integer ? number.integer : whole_part(number.real));
  }
}

// Calls `use` with a value of the C++ type that stands for `type`.
template <class Use>
auto with_type(ElementType type, Use use) {
  switch (type) {
    case ElementType::kInt8:
      return use(std::int8_t{});
    case ElementType::kUint8:
      return use(std::uint8_t{});
    case ElementType::kInt16:
      return use(std::int16_t{});
    case ElementType::kUint16:
      return use(std::uint16_t{});
    case ElementType::kInt32:
      return use(std::int32_t{});
    case ElementType::kUint32:
      return use(std::uint32_t{});
    case ElementType::kInt64:
      return use(std::int64_t{});
    case ElementType::kUint64:
      return use(std::uint64_t{});
    case ElementType::kFloat16:
      return use(Half{});
    case ElementType::kFloat32:
      return use(float{});
    case ElementType::kFloat64:
      return use(double{});
    case ElementType::kBool:
      return use(bool{});
  }
  return use(std::uint8_t{});
}

// Elements of a byte buffer, written in place.
template <class T>
class Elements {
 public:
  Elements(std::vector<std::uint8_t>& data, std::uint64_t count) : bytes_(data.data()), count_(count) {}
  std::uint64_t count() const { return count_; }
  void set(std::uint64_t i, T value) { std::memcpy(bytes_ + i * sizeof(T), &value, sizeof(T)); }
  T get(std::uint64_t i) const {
    T value;
    std::memcpy(&value, bytes_ + i * sizeof(T), sizeof(T));
    return value;
  }

 private:
  std::uint8_t* bytes_;
  std::uint64_t count_;
};

// Element i is i / divisor mod modulus; a modulus of 0 stands for "none".
template <class T>
void fill_count(Elements<T> out, std::uint64_t divisor, std::uint64_t modulus) {
  std::uint64_t value = 0, left = std::max<std::uint64_t>(1, divisor);
  for (std::uint64_t i = 0; i < out.count(); ++i) {
    out.set(i, cast_whole<T>(value));
    if (--left != 0) continue;
    left = std::max<std::uint64_t>(1, divisor);
    if (++value == modulus) value = 0;
  }
}

template <class T>
void fill_random(Elements<T> out, std::uint64_t below, std::uint64_t seed) {
  SplitMix64 random(seed);
  const std::uint64_t range = std::max<std::uint64_t>(1, below);
  for (std::uint64_t i = 0; i < out.count(); ++i) out.set(i, cast_whole<T>(random.next() % range));
}

// Fisher-Yates in each run of `run` elements.
template <class T>
void fill_permutation(Elements<T> out, std::uint64_t run, std::uint64_t seed) {
  fill_count<T>(out, 1, 0);
  SplitMix64 random(seed);
  for (std::uint64_t first = 0; first < out.count(); first += std::min(run, out.count() - first)) {
    const std::uint64_t size = std::min(run, out.count() - first);
    for (std::uint64_t i = size; i > 1; --i) {
      const std::uint64_t a = first + i - 1, b = first + random.next() % i;
      const T kept = out.get(a);
      out.set(a, out.get(b));
      out.set(b, kept);
    }
  }
}

template <class T>
void fill_data(Elements<T> out, const std::vector<Number>& data, bool repeat) {
  std::vector<T> values;
  values.reserve(data.size());
  for (const Number& number : data) values.push_back(cast_number<T>(number));
  if (values.empty()) return;
  const std::uint64_t end = repeat ? out.count() : std::min<std::uint64_t>(out.count(), values.size());
  std::size_t next = 0;
  for (std::uint64_t i = 0; i < end; ++i) {
    out.set(i, values[next]);
    if (++next == values.size()) next = 0;
  }
}

template <class T>
void fill_elements(const Fill& fill, Elements<T> out, std::uint64_t seed) {
  const std::uint64_t all = std::max<std::uint64_t>(1, out.count());
  switch (fill.kind) {
    case FillKind::kZero:
    case FillKind::kNone:
      return;
    case FillKind::kIota:
      return fill_count<T>(out, 1, kIotaPeriod);
    case FillKind::kRandom:
      return fill_random<T>(out, 100, seed);
    case FillKind::kRandomBelow:
      return fill_random<T>(out, fill.first, seed);
    case FillKind::kPermutation:
      return fill_permutation<T>(out, all, seed);
    case FillKind::kPermutationWithin:
      return fill_permutation<T>(out, fill.first == 0 ? all : fill.first, seed);
    case FillKind::kDivideModulo:
      return fill_count<T>(out, fill.first, fill.second);
    case FillKind::kData:
      return fill_data<T>(out, fill.data, false);
    case FillKind::kRepeat:
      return fill_data<T>(out, fill.data, true);
  }
}

}  // namespace

void fill_buffer(const Fill& fill, ElementType type, std::uint64_t count, std::uint64_t seed,
                 std::vector<std::uint8_t>& data) {
  data.assign(count * element_bytes(type), fill.kind == FillKind::kNone ? kUninitialisedByte : 0);
  with_type(type, [&](auto example) { fill_elements<decltype(example)>(fill, {data, count}, seed); });
}

void store_number(const Number& number, ElementType type, std::uint8_t* to) {
  with_type(type, [&](auto example) {
    const auto value = cast_number<decltype(example)>(number);
    std::memcpy(to, &value, sizeof(value));
  });
}

Number load_number(ElementType type, const std::uint8_t* from) {
  return with_type(type, [&](auto example) {
    using T = decltype(example);
    if constexpr (std::is_same_v<T, bool>) {
      return Number::of(*from != 0);
    } else {
      T value;
      std::memcpy(&value, from, sizeof(value));
      if constexpr (std::is_same_v<T, Half>)
        return Number::of_real(half_value(value.bits));
      else if constexpr (std::is_floating_point_v<T>)
        return Number::of_real(value);
      else
        return Number::of(static_cast<std::int64_t>(value));
    }
  });
}

}  // namespace warpglass
