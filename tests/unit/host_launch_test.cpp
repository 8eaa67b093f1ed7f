// Launches in host code: what is known is a number, what is not is named.
#include <gtest/gtest.h>

#include "sim/lang/compile.h"

namespace warpglass {
namespace {

std::vector<HostLaunch> launches(const std::string& host) {
  return parse_source(
             "k.cu",
             "template <int T> __global__ void k(float* p, int n) {}\n__global__ void plain(float* p, int n) {}\n" +
                 host,
             {})
      .launches;
}

TEST(HostLaunch, LiteralsAndArithmetic) {
  const auto found = launches(
      "const int N = 1000; int main() { float* p; const int t = 256; plain<<<(N + t - 1) / t, t, t * "
      "sizeof(float)>>>(p, N * 2); }");
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].kernel, "plain");
  EXPECT_EQ(found[0].grid, (Dim3{4, 1, 1}));
  EXPECT_EQ(found[0].block, (Dim3{256, 1, 1}));
  EXPECT_EQ(found[0].dynamic_shared, 1024u);
  EXPECT_EQ(found[0].grid_text, "(N + t - 1) / t");
  ASSERT_EQ(found[0].argument_values.size(), 2u);
  EXPECT_FALSE(found[0].argument_values[0]);
  EXPECT_EQ(found[0].argument_values[1]->integer, 2000);
  EXPECT_TRUE(found[0].unknown.empty());
}

TEST(HostLaunch, TemplateArgumentsBecomeNumbers) {
  const auto found =
      launches("constexpr int T = 32; void f(float* p) { k<T><<<1, T>>>(p, 1); k<2 * T> << <1, 2 >> > (p, 1); }");
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].kernel, "k<32>");
  EXPECT_EQ(found[1].kernel, "k<64>");
  EXPECT_EQ(found[1].block, (Dim3{2, 1, 1}));
}

TEST(HostLaunch, ParametersAndInputAreNamed) {
  const auto found = launches(
      "void f(float* p, int n, int b) { plain<<<(n + b - 1) / b, b>>>(p, n); }\nint main() { int n; scanf(\"%d\", &n); "
      "plain<<<n, 32>>>(0, n); }");
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].unknown, (std::vector<std::string>{"n", "b"}));
  EXPECT_FALSE(found[0].grid);
  EXPECT_EQ(found[1].unknown, (std::vector<std::string>{"n"}));
  EXPECT_EQ(found[1].block, (Dim3{32, 1, 1}));
}

TEST(HostLaunch, LaunchesInDeviceCodeAreNotHostLaunches) {
  EXPECT_TRUE(launches("__global__ void parent(float* p) { plain<<<1, 32>>>(p, 1); }").empty());
  EXPECT_TRUE(launches("void f() { std::cout << 1 << 2; }").empty());
}

TEST(HostLaunch, ReassignedVariables) {
  const auto found = launches(
      "void f(int user) { int a = 1; a = 2; plain<<<a, 1>>>(0, 0); if (user) { a = 3; } plain<<<a, 1>>>(0, 0); a++; "
      "plain<<<a, 1>>>(0, 0); }");
  ASSERT_EQ(found.size(), 3u);
  EXPECT_EQ(found[0].grid, (Dim3{2, 1, 1}));
  EXPECT_EQ(found[1].unknown, (std::vector<std::string>{"a"}));
  EXPECT_EQ(found[2].unknown, (std::vector<std::string>{"a"}));
}

TEST(HostLaunch, BuffersAreKnownByTheirAllocation) {
  const auto found = launches(
      "typedef float2 Complex; struct Body { char tag; double mass; float at[3]; };\n"
      "#define CHECK(c) do { if ((c) != 0) exit(1); } while (0)\n"
      "float* late; void prepare() { cudaMalloc(&late, 64); }\n"
      "int main() { const int n = 100; size_t bytes = n * sizeof(float); float *a = NULL, *b, *host; Body* bodies;\n"
      "  CHECK(cudaMalloc((void**)&a, bytes)); cudaMallocManaged(&b, n * sizeof(Body)); cudaMalloc(&bodies, n);\n"
      "  Complex* c; cudaMalloc((void **)&c, n * sizeof(Complex)); host = (float*)malloc(bytes);\n"
      "  plain<<<1, 32>>>(a, n); plain<<<1, 32>>>(b, n); plain<<<1, 32>>>((float*)c, n);\n"
      "  plain<<<1, 32>>>(host, n); plain<<<1, 32>>>(a + 1, n); plain<<<1, 32>>>(late, n);\n"
      "  plain<<<1, 32>>>(nullptr, n); a = b; plain<<<1, 32>>>(a, n); }");
  ASSERT_EQ(found.size(), 8u);
  const std::optional<std::uint64_t> bytes[] = {400, 100 * 32, 800, {}, {}, 64, {}, 100 * 32};
  for (std::size_t i = 0; i < found.size(); ++i) EXPECT_EQ(found[i].argument_bytes[0], bytes[i]) << i;
  EXPECT_EQ(found[6].argument_values[0]->integer, 0);
  EXPECT_FALSE(found[0].argument_values[0]);
}

TEST(HostLaunch, DefaultArgumentsAndLocalEnums) {
  const auto found = launches(
      "__global__ void d(float* p, int n = 3, bool fast = true);\n__global__ void d(float* p, int n, bool fast) {}\n"
      "void f(float* p) { enum { N = 8, M, K = M * 2 }; d<<<K, M>>>(p); d<<<N, 1>>>(p, 5); }");
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].grid, (Dim3{18, 1, 1}));
  EXPECT_EQ(found[0].block, (Dim3{9, 1, 1}));
  ASSERT_EQ(found[0].argument_values.size(), 3u);
  EXPECT_EQ(found[0].argument_values[1]->integer, 3);
  EXPECT_EQ(found[1].argument_values[1]->integer, 5);
  EXPECT_EQ(found[1].argument_values[2]->integer, 1);
}

TEST(HostLaunch, InstancesWhoseArgumentsEndTogether) {
  const auto found = launches(
      "template <class T> struct Op {}; template <class T, class O> __global__ void r(T* p) {}\n"
      "template <class T> void host(T* p) { r<T, Op<T>><<<1, 32>>>(p); }\n"
      "void f(float* p) { r<float, Op<float>><<<1, 32>>>(p); }");
  ASSERT_EQ(found.size(), 2u);
  EXPECT_TRUE(found[0].open_instance);
  EXPECT_EQ(found[1].kernel, "r<float, Op<float>>");
  EXPECT_FALSE(found[1].open_instance);
}

}  // namespace
}  // namespace warpglass
