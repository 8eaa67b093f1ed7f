// What a student is told: one message for one slip, at its place, with the way out.
#include <gtest/gtest.h>

#include "tests/unit/check_support.h"

namespace warpglass::lang {
namespace {

struct Row {
  const char* body;
  const char* message;
};

std::string message_of(const std::string& body, const std::string& before = "") {
  const Checked checked = check_text(before + "__global__ void k(float* p, const float* q, int n) { " + body + " }");
  EXPECT_LE(checked.diagnostics.size(), 1u) << body;
  return checked.first();
}

TEST(CheckMessages, OneSlipOneMessage) {
  for (const Row& row : {
           Row{"p[0] = foo + 1;", "`foo` is not defined"},
           Row{"q[0] = 1;", "this place cannot be assigned to: it is const"},
           Row{"int* r = p;", "float* cannot become int*"},
           Row{"p[0] = 3 % 2.0f;", "% does not work on int and float"},
           Row{"p[1.5f] = 0;", "an index must be a whole number, not float"},
           Row{"p.x = 1;", "float* has no members"},
           Row{"break;", "`break` outside a loop or switch"},
           Row{"auto x = missing; x = x + 1; x++;", "`missing` is not defined"},
           Row{"__shared__ int s = 3;", "the __shared__ variable `s` cannot have an initial value"},
           Row{"int a[0];", "the size of an array is 0"},
           Row{"int a[-2];", "the size of an array is negative: -2"},
           Row{"k(p, q, n);", "`k` is a kernel: it is launched with <<<...>>>, not called"},
           Row{"switch (n) { case 1: case 1: ; }", "the case 1 stands twice in this switch"},
       })
    EXPECT_EQ(message_of(row.body), row.message) << row.body;
}

TEST(CheckMessages, WayOut) {
  const Checked near = check_text("__global__ void k(float* p) { p[0] = thredIdx.x; }");
  ASSERT_EQ(near.diagnostics.size(), 1u);
  EXPECT_EQ(near.diagnostics[0].note, "did you mean `threadIdx`?");
  const Checked header = check_text("#include \"mine.h\"\n__global__ void k(float* p) { p[0] = Zqqqqqq; }");
  ASSERT_FALSE(header.diagnostics.empty());
  EXPECT_EQ(header.diagnostics.back().note, "it may come from \"mine.h\", which was not found");
  const Checked shared = check_text("__global__ void k(int n) { __shared__ float s[n]; s[0] = 1; }");
  ASSERT_EQ(shared.diagnostics.size(), 1u);
  EXPECT_NE(shared.diagnostics[0].note.find("extern __shared__"), std::string::npos);
  EXPECT_EQ(message_of("p[0] = h(1);", "int h(int x) { return x; }\n"),
            "`h` is a __host__ function: a kernel cannot call it");
  EXPECT_EQ(message_of("p[0] = N;", "int N = 4;\n"), "`N` is a host variable: a kernel cannot use it");
  EXPECT_EQ(message_of("__shared__ float s[20000]; p[0] = s[0];"),
            "the static __shared__ variables take 80000 bytes (0x13880); the limit is 49152 (0xc000)");
}

TEST(CheckMessages, RefusedByName) {
  for (const Row& row : {Row{"half h;", "half precision"}, Row{"curandState s;", "cuRAND"},
                         Row{"p[0] = tex2D<float>(n, 0, 0);", "texture fetching"}, Row{"malloc(3);", "device malloc"}})
    EXPECT_EQ(message_of(row.body),
              std::string(row.message) + " is outside the simulator's CUDA subset (docs/language.md)");
}

TEST(CheckMessages, Bounded) {
  EXPECT_EQ(check_text("template<int N> __device__ int r() { return r<N + 1>(); }\n"
                       "__global__ void k(int* p) { p[0] = r<0>(); }")
                .first(),
            "functions are instantiated more than 200 deep here");
  EXPECT_FALSE(check_text("template<int N> struct R { R<N + 1> x; };\n__global__ void k(int* p) { R<0> r; }").kernel);
  EXPECT_FALSE(check_text("struct S { S s; };\n__global__ void k(int* p) { S r; }").kernel);
  EXPECT_FALSE(check_text("const int A = B, B = A;\n__global__ void k(int* p) { p[A] = 0; }").kernel);
}

}  // namespace
}  // namespace warpglass::lang
