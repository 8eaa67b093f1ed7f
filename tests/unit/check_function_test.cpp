// The checker on functions: overloads, templates, references as aliases, recursion, methods, accesses one for one.
#include <gtest/gtest.h>

#include "tests/unit/check_support.h"

namespace warpglass::lang {
namespace {

TEST(CheckFunctions, KernelNames) {
  const std::string text =
      "template<int B, class T = float> __global__ void k(T* p) { __shared__ T s[B]; s[0] = p[0]; }";
  const Checked one = check_text(text, "k<128>");
  ASSERT_TRUE(one.kernel) << one.first();
  EXPECT_EQ(one.kernel->name, "k<128, float>");
  ASSERT_EQ(one.kernel->globals.size(), 1u);
  EXPECT_EQ(one.kernel->globals[0]->type->name, "float[128]");
  const Checked two = check_text(text, "k<4 * 2, unsigned char>");
  ASSERT_TRUE(two.kernel) << two.first();
  EXPECT_EQ(two.kernel->globals[0]->type->name, "unsigned char[8]");
  EXPECT_EQ(check_text(text, "k").first(), "the template parameter `B` of `k` is not known here");
  EXPECT_EQ(check_text(text, "m").first(), "there is no kernel named `m`");
}

TEST(CheckFunctions, Overloads) {
  const std::string functions =
      "__device__ int g(int x); __device__ float g(float x); __device__ int g(int x) { return x; }"
      "__device__ float g(float x) { return x; }\n"
      "template<class T> __device__ T pick(T a, T b) { return a > b ? a : b; }\n"
      "template<class T> __device__ int dep(T) { return 1; } template<class T> __device__ float dep(T*) { return 1; }\n"
      "__device__ float dflt(float x, float k = 2) { return x * k; }";
  EXPECT_EQ(type_of("g(c)", functions), "int");
  EXPECT_EQ(type_of("g(f)", functions), "float");
  EXPECT_EQ(type_of("g(d)", functions), "error: the call of `g` is ambiguous");
  EXPECT_EQ(type_of("pick(f, f)", functions), "float");
  EXPECT_EQ(type_of("pick<double>(f, i)", functions), "double");
  EXPECT_EQ(type_of("pick(f, i)", functions), "error: no `pick` takes (float, int)");
  EXPECT_EQ(type_of("dep(p)", functions), "float");
  EXPECT_EQ(type_of("dep(i)", functions), "int");
  EXPECT_EQ(type_of("dflt(f)", functions), "float");
}

TEST(CheckFunctions, ReferencesToLocalsAreAliases) {
  const Checked checked = check_text(
      "__device__ void swp(int& a, int& b) { int t = a; a = b; b = t; }\n"
      "__global__ void k(int* p) { int x = 1, y = 2; swp(x, y); p[0] = x; swp(p[1], p[2]); }");
  ASSERT_TRUE(checked.kernel) << checked.first();
  ASSERT_EQ(checked.kernel->functions.size(), 2u);
  EXPECT_EQ(checked.kernel->functions[0].params.size(), 0u);
  EXPECT_EQ(checked.kernel->functions[1].params.size(), 2u);
  EXPECT_FALSE(checked.kernel->kernel.body->body[0]->variable->address_taken);
}

TEST(CheckFunctions, Recursion) {
  const Checked checked = check_text(
      "__device__ int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }\n"
      "__device__ int one() { return 1; }\n"
      "__global__ void k(int* p) { p[0] = fib(5) + one(); }");
  ASSERT_TRUE(checked.kernel) << checked.first();
  EXPECT_TRUE(checked.kernel->functions[0].is_recursive);
  EXPECT_FALSE(checked.kernel->functions[1].is_recursive);
}

TEST(CheckFunctions, AccessesStayOneForOne) {
  const Checked checked =
      check_text("__global__ void k(float* p, volatile float* v) {\n p[0] += p[1];\n p[2];\n v[3];\n}");
  ASSERT_TRUE(checked.kernel) << checked.first();
  const auto& body = checked.kernel->kernel.body->body;
  ASSERT_EQ(body.size(), 3u);
  EXPECT_EQ(body[0]->expr->kind, TypedKind::kCompound);
  EXPECT_EQ(body[0]->expr->a->span.line, 2u);
  EXPECT_EQ(body[1]->expr->kind, TypedKind::kDeref);  // no value is read
  EXPECT_EQ(body[2]->expr->kind, TypedKind::kLoad);   // volatile: it is
}

TEST(CheckFunctions, ClassesAndLambdas) {
  const Checked checked = check_text(
      "struct C { float a, b = 2; __device__ C(float x) : a(x) {} __device__ C operator*(const C& o) const { return "
      "C(a * o.a); }\n"
      "  __device__ C& operator+=(const C& o) { a += o.a; return *this; } __device__ float sum() const { return a + b; "
      "} };\n"
      "template<class T> struct Z { static __device__ int get() { return 1; } }; template<> struct Z<int> { static "
      "__device__ float get() { return 2; } };\n"
      "template<class F> __device__ int apply(F f, int x) { return f(x); }\n"
      "__global__ void k(float* p, int n) { C c(1); c += c * C(3); p[0] = c.sum() + Z<int>::get() + Z<char>::get();\n"
      "  int w = 2; auto f = [&](int z) { return z * w + n; }; auto g = [=](int z) { return z + w; }; p[1] = f(3) + "
      "apply(g, 2); }");
  EXPECT_TRUE(checked.kernel) << checked.first();
}

}  // namespace
}  // namespace warpglass::lang
