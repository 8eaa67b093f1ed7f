// The Access lab: patterns as indices and addresses, padding, and refusals.
#include "app/scene/access_lab.h"

#include <gtest/gtest.h>

#include "sim/memory/banks.h"
#include "sim/memory/coalesce.h"

namespace warpglass {
namespace {

TEST(AccessLab, PatternsGiveTheIndicesTheySay) {
  AccessLab lab;
  PerLane<std::int64_t> index;
  FormulaError error;
  lab.stride = 3, lab.offset = 2;
  ASSERT_TRUE(lab_indices(lab, index, error));
  EXPECT_EQ(index[31], 31 * 3 + 2);
  EXPECT_EQ(lab_expression(lab), "a[lane * 3 + 2]");
  lab.pattern = Pattern::kBroadcast;
  ASSERT_TRUE(lab_indices(lab, index, error));
  EXPECT_EQ(index[7], 2);
  lab.pattern = Pattern::kContiguous;
  ASSERT_TRUE(lab_indices(lab, index, error));
  EXPECT_EQ(index[9], 9);
  lab.pattern = Pattern::kFormula, lab.formula = "lane ^ 1";
  ASSERT_TRUE(lab_indices(lab, index, error));
  EXPECT_EQ(index[4], 5);
}

TEST(AccessLab, OneColumnOfPaddingUndoesTheConflict) {
  AccessLab lab;
  lab.space = Space::kShared, lab.stride = 32;
  Access access;
  FormulaError error;
  ASSERT_TRUE(lab_access(lab, access, error));
  EXPECT_EQ(banks(access).n_way, 32u);
  lab.padding = 1;
  ASSERT_TRUE(lab_access(lab, access, error));
  EXPECT_EQ(banks(access).n_way, 1u);
  EXPECT_EQ(lab_expression(lab), "tile[i + i / 32 * 1], i = lane * 32");
}

TEST(AccessLab, SixteenLanesLeaveTheOthersOut) {
  AccessLab lab;
  lab.lanes = 16, lab.mask = 0xffff00ffu;
  Access access;
  FormulaError error;
  ASSERT_TRUE(lab_access(lab, access, error));
  EXPECT_EQ(access.lanes, 0x00ffu);
}

TEST(AccessLab, RefusesWhatIsNoIndex) {
  AccessLab lab;
  PerLane<std::int64_t> index;
  FormulaError error;
  lab.offset = -1, lab.stride = 1;
  EXPECT_FALSE(lab_indices(lab, index, error));
  EXPECT_EQ(error.key, "lab.negative");
  lab.offset = 0, lab.stride = INT64_MAX;
  EXPECT_FALSE(lab_indices(lab, index, error));
  lab.pattern = Pattern::kFormula, lab.formula = "32 / lane";
  EXPECT_FALSE(lab_indices(lab, index, error));
  EXPECT_EQ(error.key, "formula.division_by_zero");
  lab.mask = ~1u;  // lane 0 does not ask
  EXPECT_TRUE(lab_indices(lab, index, error));
}

TEST(AccessLab, NamesComeBack) {
  for (const char* name : {"contiguous", "stride", "offset", "scatter", "broadcast", "formula"}) {
    Pattern pattern = Pattern::kStride;
    ASSERT_TRUE(pattern_from_name(name, pattern));
    EXPECT_STREQ(pattern_name(pattern), name);
  }
  Pattern pattern = Pattern::kOffset;
  EXPECT_FALSE(pattern_from_name("zigzag", pattern));
}

}  // namespace
}  // namespace warpglass
