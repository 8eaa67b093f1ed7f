// The lowering: listings of small kernels against recorded ones, and rules that a listing alone would not explain.
// A change that is meant rewrites the recordings: WARPGLASS_REWRITE=1 unit_lower_test. Read the difference before it is
// kept.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "sim/lang/compile.h"
#include "sim/lang/flow_graph.h"
#include "sim/lang/validate_program.h"

namespace warpglass {
namespace {

std::string read(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

Program compile(const std::string& text) {
  const ParsedSource source = parse_source("kernel.cu", text, {});
  CompiledKernel compiled = compile_kernel(source, "");
  if (!compiled.program) {
    ADD_FAILURE() << format_diagnostics(compiled.diagnostics, source.sources);
    return {};
  }
  const std::vector<std::string> breaches = validate_program(*compiled.program);
  for (const std::string& breach : breaches) ADD_FAILURE() << breach;
  return *compiled.program;
}

std::size_t count(const Program& program, Opcode opcode) {
  std::size_t n = 0;
  for (const Instruction& i : program.code) n += i.opcode == opcode;
  return n;
}

const Instruction* find(const Program& program, Opcode opcode) {
  for (const Instruction& i : program.code)
    if (i.opcode == opcode) return &i;
  return nullptr;
}

TEST(Lower, ListingsAreTheRecordedOnes) {
  const std::filesystem::path folder = std::filesystem::path(WARPGLASS_TEST_DATA) / "lang" / "listing";
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".cu") continue;
    ++files;
    const std::string listing = list_program(compile(read(entry.path())));
    std::filesystem::path recorded = entry.path();
    recorded.replace_extension(".txt");
    if (std::getenv("WARPGLASS_REWRITE")) std::ofstream(recorded, std::ios::binary) << listing;
    EXPECT_EQ(listing, read(recorded)) << entry.path();
  }
  EXPECT_GE(files, 5u);
}

TEST(Lower, AVariableThatIsNotChangedCostsNoMove) {
  const Program program =
      compile("__global__ void k(int* p, int n) { int i = threadIdx.x; const int m = n; p[i] = m; }");
  EXPECT_EQ(count(program, Opcode::kMove), 0u);
  EXPECT_EQ(program.code.size(), 3u);  // mad.wide, st, exit
}

TEST(Lower, UnsignedIndicesMayWrapAndAreNotSplit) {
  const Program with_int = compile("__global__ void k(int* p, int i) { p[i - 1] = 0; }");
  EXPECT_EQ(find(with_int, Opcode::kStore)->offset, -4);
  const Program with_unsigned = compile("__global__ void k(int* p, unsigned i) { p[i - 1] = 0; }");
  EXPECT_EQ(find(with_unsigned, Opcode::kStore)->offset, 0);
  EXPECT_EQ(count(with_unsigned, Opcode::kSub), 1u);
}

TEST(Lower, AtomicsKnowWhetherTheirResultIsUsed) {
  const Program unused = compile("__global__ void k(int* p) { atomicAdd(p, 1); }");
  EXPECT_EQ(find(unused, Opcode::kAtomic)->dst, kNoRegister);
  EXPECT_TRUE(find(unused, Opcode::kAtomic)->operand_is_one);
  const Program used = compile("__global__ void k(int* p) { p[1] = atomicAdd(p, 2); }");
  EXPECT_NE(find(used, Opcode::kAtomic)->dst, kNoRegister);
  EXPECT_FALSE(find(used, Opcode::kAtomic)->operand_is_one);
}

TEST(Lower, OnlyTheActiveSideOfAConditionalLoads) {
  const Program program = compile("__global__ void k(float* p, int n) { p[0] = n > 2 ? p[n] : 0.0f; }");
  EXPECT_EQ(count(program, Opcode::kSelect), 0u);
  EXPECT_GE(count(program, Opcode::kBranch), 1u);
  const Program cheap = compile("__global__ void k(float* p, float a, int n) { p[0] = n > 2 ? a : 0.0f; }");
  EXPECT_EQ(count(cheap, Opcode::kSelect), 1u);
  EXPECT_EQ(count(cheap, Opcode::kBranch), 0u);
}

TEST(Lower, AStoredValueIsNotLoadedAgain) {
  const Program program = compile("__global__ void k(int* p, int n) { p[0] = p[1] = n; p[2] += p[3] = 1; }");
  EXPECT_EQ(count(program, Opcode::kStore), 4u);
  EXPECT_EQ(count(program, Opcode::kLoad), 1u);
}

TEST(Lower, ACopyIsMadeWhereAVariableChangesWhileItIsNeeded) {
  const Program program =
      compile("__global__ void k(int* p, int n) { int a = n; int b = a; a = 5; p[0] = b + a++; p[1] = a; }");
  EXPECT_EQ(count(program, Opcode::kStore), 2u);
  EXPECT_GE(count(program, Opcode::kMove), 3u);  // a = n, b = a, a = 5
}

TEST(Lower, InlinedReferencesStayInRegisters) {
  const Program program = compile(
      "__device__ void two(int& a, int* b) { a += 1; *b += a; }"
      "__global__ void k(int* p) { int x = 1, y = 2; two(x, &y); p[0] = x + y; }");
  EXPECT_EQ(program.local_bytes, 0u);
  EXPECT_EQ(count(program, Opcode::kLoad), 0u);
}

TEST(Lower, BranchesMeetAtTheirPostDominator) {
  const Program program = compile(
      "__global__ void k(int* p, int n) { if (n) p[0] = 1; else p[1] = 2; p[2] = 3; while (1) if (p[0]) p[1] = 0; }");
  const Instruction* branch = find(program, Opcode::kBranch);
  ASSERT_NE(branch, nullptr);
  EXPECT_EQ(program.code[branch->reconverge].opcode, Opcode::kStore);
}

TEST(Lower, RegistersInsideABlockAreShared) {
  std::string body;
  for (int i = 0; i < 200; ++i) body += "p[n * " + std::to_string(i) + "] = n + " + std::to_string(i) + ";";
  const Program program = compile("__global__ void k(int* p, int n) { " + body + " }");
  std::size_t inputs = program.inputs.size();
  EXPECT_LE(program.registers.size() - inputs, 8u);
}

}  // namespace
}  // namespace warpglass
