// The checker on types: layout as nvcc's, promotions and conversions as C++'s, constants.
#include <gtest/gtest.h>

#include "sim/lang/types.h"
#include "tests/unit/check_support.h"

namespace warpglass::lang {
namespace {

TEST(CheckTypes, SizesAndAlignments) {
  TypeTable table;
  struct Row {
    const char* name;
    std::uint64_t size;
    std::uint32_t alignment;
  };
  for (const Row& row : {Row{"float4", 16, 16}, Row{"float3", 12, 4}, Row{"float2", 8, 8}, Row{"double2", 16, 16},
                         Row{"double3", 24, 8}, Row{"double4", 32, 16}, Row{"uchar4", 4, 4}, Row{"char3", 3, 1},
                         Row{"short2", 4, 4}, Row{"longlong2", 16, 16}, Row{"dim3", 12, 4}, Row{"size_t", 8, 8}}) {
    const TypeRef type = table.named(row.name);
    ASSERT_NE(type, nullptr) << row.name;
    EXPECT_EQ(type->size, row.size) << row.name;
    EXPECT_EQ(type->alignment, row.alignment) << row.name;
  }
  EXPECT_EQ(table.named("float5"), nullptr);
  EXPECT_EQ(table.named("std::uint32_t"), table.unsigned_type());
}

TEST(CheckTypes, Records) {
  EXPECT_EQ(value_of("sizeof(S)", "struct S { char a; double b; short c; };"), "24");
  EXPECT_EQ(value_of("sizeof(S)", "struct S { char a; union { int i; double d; }; };"), "16");
  EXPECT_EQ(value_of("sizeof(S)", "struct __align__(16) S { float x, y, z; };"), "16");
  EXPECT_EQ(value_of("sizeof(S)", "struct S { struct In { int q[3]; } in[2]; char c; };"), "28");
}

TEST(CheckTypes, UsualArithmeticConversions) {
  EXPECT_EQ(type_of("c + c"), "int");
  EXPECT_EQ(type_of("s + uc"), "int");
  EXPECT_EQ(type_of("i + u"), "unsigned int");
  EXPECT_EQ(type_of("l + u"), "long");
  EXPECT_EQ(type_of("l + ll"), "long long");
  EXPECT_EQ(type_of("ll + ul"), "unsigned long long");
  EXPECT_EQ(type_of("0.5 * f"), "double");
  EXPECT_EQ(type_of("0.5f * f"), "float");
  EXPECT_EQ(type_of("i + f"), "float");
  EXPECT_EQ(type_of("uc << ll"), "int");
  EXPECT_EQ(type_of("i < u"), "bool");
  EXPECT_EQ(type_of("threadIdx.x"), "unsigned int");
  EXPECT_EQ(type_of("b ? i : f"), "float");
  EXPECT_EQ(type_of("q + 1"), "const int*");
  EXPECT_EQ(type_of("&p[1] - p"), "long");
}

TEST(CheckTypes, MathOverloads) {
  EXPECT_EQ(type_of("max(0.0, f)"), "double");
  EXPECT_EQ(type_of("max(f, f)"), "float");
  EXPECT_EQ(type_of("min(i, u)"), "unsigned int");
  EXPECT_EQ(type_of("abs(i)"), "int");
  EXPECT_EQ(type_of("abs(f)"), "float");
  EXPECT_EQ(type_of("sqrt(f)"), "float");
  EXPECT_EQ(type_of("sqrt(i)"), "double");
  EXPECT_EQ(type_of("pow(f, 2)"), "double");
  EXPECT_EQ(type_of("powf(f, 2)"), "float");
  EXPECT_EQ(type_of("std::min(l, l)"), "long");
}

TEST(CheckTypes, Constants) {
  EXPECT_EQ(value_of("2147483647 + 1"), "-2147483648");
  EXPECT_EQ(value_of("2147483647u + 1"), "2147483648");
  EXPECT_EQ(value_of("-7 / 2"), "-3");
  EXPECT_EQ(value_of("(unsigned char)300"), "44");
  EXPECT_EQ(value_of("1 << 31"), "-2147483648");
  EXPECT_EQ(value_of("N * M", "#define N 3\nconst int M = N + 1;"), "12");
  EXPECT_EQ(value_of("V", "constexpr int up(int a, int b) { return (a + b - 1) / b; } const int V = up(9, 4);"), "3");
  EXPECT_EQ(value_of("V",
                     "constexpr int fact(int n) { int r = 1; for (int i = 2; i <= n; ++i) r *= i; return r; } const "
                     "int V = fact(5);"),
            "120");
  EXPECT_EQ(value_of("(int)Mode::kB + kC", "enum class Mode { kA, kB = 4 }; enum { kC = 9 };"), "13");
  EXPECT_EQ(value_of("(int)3.99f"), "3");
  EXPECT_EQ(value_of("sizeof(T)", "typedef double T;"), "8");
}

}  // namespace
}  // namespace warpglass::lang
