// First values of buffers, numbers as bytes, and where buffers lie.
#include "sim/memory/storage.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace warpglass {
namespace {

Fill fill(FillKind kind, std::uint64_t first = 0, std::uint64_t second = 0, std::vector<Number> data = {}) {
  return {kind, first, second, std::move(data)};
}

std::vector<double> filled(const Fill& how, ElementType type, std::uint64_t count, std::uint64_t seed = 0) {
  std::vector<std::uint8_t> data;
  fill_buffer(how, type, count, seed, data);
  std::vector<double> values;
  for (std::uint64_t i = 0; i < count; ++i)
    values.push_back(load_number(type, &data[i * element_bytes(type)]).as_double());
  return values;
}

TEST(Fill, CountingFillsAndNarrowTypes) {
  const auto iota = filled(fill(FillKind::kIota), ElementType::kFloat32, 9975);
  EXPECT_EQ(iota[9972], 9972);
  EXPECT_EQ(iota[9973], 0);
  EXPECT_EQ(filled(fill(FillKind::kIota), ElementType::kInt8, 300)[200], 200 - 256);
  EXPECT_EQ(filled(fill(FillKind::kIota), ElementType::kUint8, 300)[299], 299 - 256);
  const auto divided = filled(fill(FillKind::kDivideModulo, 3, 4), ElementType::kInt32, 20);
  for (int i = 0; i < 20; ++i) EXPECT_EQ(divided[i], i / 3 % 4);
  EXPECT_EQ(filled(fill(FillKind::kZero), ElementType::kFloat64, 3), (std::vector<double>{0, 0, 0}));
}

TEST(Fill, GivenData) {
  const std::vector<Number> data{Number::of(-1), Number::of_real(2.5), Number::of(300)};
  EXPECT_EQ(filled(fill(FillKind::kData, 0, 0, data), ElementType::kFloat32, 5),
            (std::vector<double>{-1, 2.5, 300, 0, 0}));
  EXPECT_EQ(filled(fill(FillKind::kRepeat, 0, 0, data), ElementType::kUint8, 5),
            (std::vector<double>{255, 2, 44, 255, 2}));
  EXPECT_EQ(filled(fill(FillKind::kRepeat, 0, 0, {}), ElementType::kUint8, 2), (std::vector<double>{0, 0}));
}

TEST(Fill, RandomIsSplitMix64SeededWithTheArgument) {
  // The first value of SplitMix64 with seed 0 is 0xe220a8397b1dcdaf.
  EXPECT_EQ(filled(fill(FillKind::kRandom), ElementType::kInt32, 1)[0], 0xe220a8397b1dcdafull % 100);
  EXPECT_NE(filled(fill(FillKind::kRandom), ElementType::kInt32, 50, 1),
            filled(fill(FillKind::kRandom), ElementType::kInt32, 50, 2));
  for (double value : filled(fill(FillKind::kRandomBelow, 7), ElementType::kUint32, 1000)) ASSERT_LT(value, 7);
}

TEST(Fill, PermutationsHoldEveryIndexOnce) {
  auto all = filled(fill(FillKind::kPermutation), ElementType::kInt32, 1000);
  auto sorted = all;
  std::sort(sorted.begin(), sorted.end());
  EXPECT_NE(all, sorted);
  for (int i = 0; i < 1000; ++i) ASSERT_EQ(sorted[i], i);
  auto runs = filled(fill(FillKind::kPermutationWithin, 32), ElementType::kInt32, 1000);
  for (int from = 0; from < 1000; from += 32) std::sort(runs.begin() + from, runs.begin() + std::min(1000, from + 32));
  EXPECT_EQ(runs, sorted);
}

TEST(Numbers, HalvesRoundToNearestEven) {
  const auto half = [](double value) {
    std::uint8_t bytes[2];
    store_number(Number::of_real(value), ElementType::kFloat16, bytes);
    return load_number(ElementType::kFloat16, bytes).real;
  };
  EXPECT_EQ(half(1.0), 1.0);
  EXPECT_EQ(half(2049.0), 2048.0);
  EXPECT_EQ(half(2051.0), 2052.0);
  EXPECT_EQ(half(-65504.0), -65504.0);
  EXPECT_TRUE(std::isinf(half(65520.0)));
  EXPECT_EQ(half(std::ldexp(1.0, -24)), std::ldexp(1.0, -24));
  EXPECT_EQ(half(std::ldexp(1.0, -26)), 0.0);
  EXPECT_TRUE(std::isnan(half(std::nan(""))));
}

TEST(Numbers, EveryTypeKeepsWhatFits) {
  for (int t = 0; t <= static_cast<int>(ElementType::kBool); ++t) {
    const auto type = static_cast<ElementType>(t);
    std::uint8_t bytes[8] = {};
    store_number(Number::of(1), type, bytes);
    EXPECT_EQ(load_number(type, bytes).as_double(), 1.0) << element_type_name(type);
  }
  std::uint8_t bytes[8];
  store_number(Number::of_real(1e30), ElementType::kInt32, bytes);  // no undefined conversion
  store_number(Number::of_real(-1e30), ElementType::kInt64, bytes);
  EXPECT_EQ(load_number(ElementType::kInt64, bytes).integer, std::numeric_limits<std::int64_t>::min());
}

TEST(Storage, BuffersAreAlignedAndNeverAdjoin) {
  Storage storage;
  for (std::uint64_t bytes : {1ull, 256ull, 0ull, 1000ull}) storage.add("b", bytes, ElementType::kFloat32);
  for (std::size_t i = 0; i < 4; ++i) {
    const Buffer& buffer = storage.buffer(i);
    EXPECT_EQ(buffer.address % 256, 0u);
    EXPECT_EQ(buffer.data.size(), buffer.bytes);
    EXPECT_EQ(storage.find(buffer.address + buffer.bytes, 1), nullptr);
    EXPECT_EQ(storage.find(buffer.address - 1, 1), nullptr);
    EXPECT_EQ(storage.find(buffer.address, buffer.bytes), buffer.bytes == 0 ? nullptr : &buffer);
    EXPECT_EQ(storage.find(buffer.address, buffer.bytes + 1), nullptr);
    EXPECT_EQ(storage.nearest(buffer.address + buffer.bytes + 64), &buffer);
  }
  EXPECT_EQ(storage.find(0, 4), nullptr);
  EXPECT_EQ(storage.find(~std::uint64_t{0}, 16), nullptr);
  EXPECT_EQ(Storage{}.nearest(5), nullptr);
  EXPECT_EQ(storage.total_bytes(), 1257u);
}

}  // namespace
}  // namespace warpglass
