// The command line, driven inside the test program: exit codes, output, and the JSON that others read.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "app/cli/cli.h"

namespace warpglass {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

struct Outcome {
  int code = 0;
  std::string out, err;
};

Outcome warpglass_line(std::vector<std::string> words) {
  std::vector<const char*> argv{"warpglass"};
  for (const std::string& word : words) argv.push_back(word.c_str());
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  Outcome outcome;
  outcome.code = run_command_line(static_cast<int>(argv.size()), argv.data());
  std::fflush(stdout);
  outcome.out = testing::internal::GetCapturedStdout();
  outcome.err = testing::internal::GetCapturedStderr();
  return outcome;
}

std::size_t widest_line(const std::string& text) {
  std::size_t widest = 0, start = 0;
  while (start < text.size()) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    std::size_t columns = 0;
    for (std::size_t i = start; i < end; ++i) columns += (static_cast<unsigned char>(text[i]) & 0xc0u) != 0x80u;
    widest = std::max(widest, columns);
    start = end + 1;
  }
  return widest;
}

json counters_of_line(const json& result, int line) {
  for (const json& entry : result["lines"])
    if (entry["line"] == line) return entry["counters"];
  return {};
}

// A folder with a few sources, removed at the end.
class CommandLine : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() /
              ("warpglass_cli_" + std::to_string(::testing::UnitTest::GetInstance()->random_seed()) +
               ::testing::UnitTest::GetInstance()->current_test_info()->name());
    fs::create_directories(folder_ / "sources" / "deep");
    write("sources/copy.cu",
          "__global__ void copy(const float* a, float* b, int n) {\n"
          "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
          "  if (i < n) b[i] = a[i];\n}\n");
    write("sources/tile.cu",
          "#include \"deep/width.h\"\n__global__ void tile(int* out) {\n"
          "  __shared__ int s[32 * W];\n  s[threadIdx.x * W] = threadIdx.x;\n"
          "  __syncthreads();\n  out[threadIdx.x] = s[threadIdx.x * W];\n}\n");
    write("sources/deep/width.h", "#define W 2\n");
    write("secret.h", "#define W 1\n");
    write("sources/leak.cu", "#include \"../secret.h\"\n__global__ void leak(int* out) { out[0] = W; }\n");
    write("sources/broken.cu", "__global__ void broken(int* out) { out[0] = missing; }\n");
    write("sources/loop.cu", "__global__ void forever(int* out) { while (true) out[0] = 1; }\n");
  }
  void TearDown() override { fs::remove_all(folder_); }

  void write(const std::string& name, const std::string& text) { std::ofstream(folder_ / name) << text; }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  json read(const std::string& name) const {
    std::ifstream file(folder_ / name);
    return json::parse(file);
  }

  // Runs cases through `batch` and gives its array.
  json batch(const std::string& cases, int expected_code, std::vector<std::string> more = {}) {
    write("cases.json", cases);
    std::vector<std::string> words{"batch",         path("cases.json"), "--sources",
                                   path("sources"), "--json",           path("out.json")};
    words.insert(words.end(), more.begin(), more.end());
    const Outcome outcome = warpglass_line(words);
    EXPECT_EQ(outcome.code, expected_code) << outcome.err;
    return read("out.json");
  }

  fs::path folder_;
};

const char* const kCopyCase =
    R"({"id": "copy", "source": "copy.cu", "kernel": "copy", "grid": [4, 1, 1], "block": [64, 1, 1],
  "args": [{"buffer": "float32", "count": 256, "fill": "iota"}, {"buffer": "float32", "count": 256, "fill": "zero"}, {"int32": 256}]})";

TEST_F(CommandLine, HelpVersionAndWrongUse) {
  EXPECT_EQ(warpglass_line({"--help"}).code, 0);
  EXPECT_NE(warpglass_line({"--help"}).out.find("batch"), std::string::npos);
  EXPECT_EQ(warpglass_line({"run", "--help"}).code, 0);
  EXPECT_EQ(warpglass_line({"--version"}).out.rfind("warpglass ", 0), 0u);
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {},
           {"fly"},
           {"run"},
           {"run", path("none.cu")},
           {"run", folder_.string()},
           {"batch", path("none.json")},
           {"access", "--space", "moon"},
           {"access", "--op", "dance"},
           {"access", "--bytes", "3"},
           {"access", "--lanes", "xyz"},
           {"access", "--index", "lane +"},
           {"access", "--index", "lane / 0"},
           {"access", "--machine", "abacus"},
           {"run", path("sources/copy.cu"), "--grid", "a"},
           {"run", path("sources/copy.cu"), "--grid", "1", "--block", "32", "--arg", "n="}}) {
    const Outcome outcome = warpglass_line(words);
    EXPECT_EQ(outcome.code, 2);
    EXPECT_FALSE(outcome.err.empty());
    EXPECT_TRUE(outcome.out.empty()) << outcome.out;
  }
}

TEST_F(CommandLine, OnlySubCommandsBelongToTheCommandLine) {
  const char* run[] = {"warpglass", "run"};
  const char* file[] = {"warpglass", "kernel.cu"};
  EXPECT_TRUE(is_command_line(2, run));
  EXPECT_FALSE(is_command_line(2, file));
  EXPECT_FALSE(is_command_line(1, file));
}

TEST_F(CommandLine, AccessShowsBanksAndSectors) {
  Outcome outcome = warpglass_line({"access", "--space", "shared", "--bytes", "4", "--index", "lane * 2"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.out.rfind("2 wavefronts, 1 phase, 1 bank conflict, 2-way", 0), 0u) << outcome.out;
  EXPECT_LE(widest_line(outcome.out), 100u);
  outcome = warpglass_line({"access", "--space", "global", "--index", "lane * 32"});
  EXPECT_EQ(outcome.out.rfind("32 sectors in 32 lines", 0), 0u) << outcome.out;
  EXPECT_LE(widest_line(outcome.out), 100u);
  outcome =
      warpglass_line({"access", "--space", "shared", "--op", "add", "--index", "0", "--lanes", "ff", "--json", "-"});
  EXPECT_EQ(json::parse(outcome.out)["wavefronts"], 8);
  outcome = warpglass_line({"access", "--op", "add", "--index", "0", "--constant-one", "--json", "-"});
  EXPECT_EQ(json::parse(outcome.out)["wavefronts"], 1);
  EXPECT_EQ(warpglass_line({"access", "--index", "lane +"}).err.find("lane +") != std::string::npos, true);
  const Outcome long_formula = warpglass_line({"access", "--index", std::string(50'000, '(')});
  EXPECT_EQ(long_formula.code, 2);
  EXPECT_LE(widest_line(long_formula.err), 100u) << "only the part around the caret is shown";
}

TEST_F(CommandLine, RunPrintsTablesAndJson) {
  const std::vector<std::string> words{"run",     path("sources/copy.cu"),
                                       "--grid",  "4",
                                       "--block", "64",
                                       "--arg",   "a=iota:256",
                                       "--arg",   "b=zero:256",
                                       "--arg",   "n=256"};
  const Outcome outcome = warpglass_line(words);
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_NE(outcome.out.find("global_load_sectors"), std::string::npos);
  EXPECT_LE(widest_line(outcome.out), 100u);
  std::vector<std::string> as_json = words;
  as_json.insert(as_json.end(), {"--json", "-"});
  const json result = json::parse(warpglass_line(as_json).out);
  EXPECT_EQ(result["status"], "ok");
  EXPECT_EQ(result["counters"]["global_load_sectors"], 32);
  EXPECT_EQ(counters_of_line(result, 3)["global_load_sectors"], 32);
}

TEST_F(CommandLine, RunSaysWhatIsAtFault) {
  const Outcome broken =
      warpglass_line({"run", path("sources/broken.cu"), "--grid", "1", "--block", "32", "--arg", "out=zero:1"});
  EXPECT_EQ(broken.code, 1);
  EXPECT_NE(broken.err.find("missing"), std::string::npos);
  EXPECT_NE(broken.err.find("^~~~~~~"), std::string::npos) << broken.err;
  const Outcome bounds = warpglass_line({"run", path("sources/copy.cu"), "--grid", "4", "--block", "64", "--arg",
                                         "a=iota:200", "--arg", "b=zero:256", "--arg", "n=256"});
  EXPECT_EQ(bounds.code, 1);
  EXPECT_NE(bounds.err.find("copy.cu:3:"), std::string::npos) << bounds.err;
}

TEST_F(CommandLine, RunTakesWhatTheHostCodeSays) {
  write("sources/whole.cu",
        "template <int T> __global__ void twice(const float* in, float* out, int n, float by = 2.f) {\n"
        "  int i = blockIdx.x * T + threadIdx.x;\n  if (i < n) out[i] = in[i] * by;\n}\n"
        "int main(int argc, char** argv) {\n  const int n = 200; float *a, *b;\n"
        "  cudaMalloc(&a, n * sizeof(float));\n  cudaMalloc((void**)&b, n * sizeof(*b));\n"
        "  twice<64><<<(n + 63) / 64, 64>>>(a, b, n);\n"
        "  int m = atoi(argv[1]);\n  twice<32><<<m, 32>>>(a, b, n);\n}\n");
  const Outcome asks = warpglass_line({"run", path("sources/whole.cu")});
  EXPECT_EQ(asks.code, 1);
  EXPECT_NE(asks.err.find("in=zero:200"), std::string::npos) << asks.err;
  EXPECT_NE(asks.err.find("--arg out="), std::string::npos) << asks.err;  // the size of *b is not known
  const Outcome whole = warpglass_line({"run", path("sources/whole.cu"), "--arg", "out=zero:200", "--json", "-"});
  EXPECT_EQ(whole.code, 0) << whole.err;
  EXPECT_EQ(json::parse(whole.out)["counters"]["global_load_sectors"], 25);
  const Outcome other = warpglass_line({"run", path("sources/whole.cu"), "--kernel", "twice<32>"});
  EXPECT_EQ(other.code, 2);
  EXPECT_NE(other.err.find("says m, which depends on m"), std::string::npos) << other.err;
}

TEST_F(CommandLine, ListingShowsTheCode) {
  const Outcome outcome = warpglass_line({"listing", path("sources/copy.cu"), "--kernel", "copy"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_NE(outcome.out.find("ld.global.f32"), std::string::npos);
  EXPECT_EQ(warpglass_line({"listing", path("sources/copy.cu"), "--kernel", "other"}).code, 1);
  EXPECT_NE(warpglass_line({"machines"}).out.find("h200"), std::string::npos);
}

TEST_F(CommandLine, BatchWritesOneResultForEachCaseInOrder) {
  std::string wrong = kCopyCase;
  wrong.replace(wrong.find("[64, 1, 1]"), 10, "[2048, 1, 1]");
  const json results =
      batch(std::string("[") + kCopyCase + R"(, 5, {"id": "no source", "source": "none.cu", "block": 32},
    {"id": "broken", "source": "broken.cu", "block": 32, "args": [{"buffer": "int32", "count": 1}]}, )" +
                wrong + ", " + kCopyCase + "]",
            1);
  ASSERT_EQ(results.size(), 6u);
  EXPECT_EQ(results[0]["status"], "ok");
  EXPECT_FALSE(results[0].contains("error"));
  EXPECT_EQ(results[0]["counters"]["global_store_requests"], 8);
  EXPECT_EQ(counters_of_line(results[0], 3)["global_load_sectors"], 32);
  EXPECT_EQ(results[1]["error"]["kind"], "case");
  EXPECT_EQ(results[2]["error"]["kind"], "case");
  EXPECT_EQ(results[3]["error"]["kind"], "compile");
  EXPECT_EQ(results[3]["error"]["line"], 1);
  EXPECT_EQ(results[4]["error"]["kind"], "launch");
  EXPECT_EQ(results[5], results[0]);
  EXPECT_EQ(batch(std::string("[") + kCopyCase + "]", 0).size(), 1u);
  EXPECT_EQ(batch("[]", 0).size(), 0u);
}

TEST_F(CommandLine, BatchBoundsTimeAndMemory) {
  json results =
      batch(R"([{"id": "loop", "source": "loop.cu", "block": 32, "args": [{"buffer": "int32", "count": 1}]}])", 1,
            {"--max-instructions", "100000"});
  EXPECT_EQ(results[0]["error"]["kind"], "budget");
  EXPECT_GT(results[0]["counters"]["global_store_requests"].get<int>(), 1000);
  results = batch(R"([{"id": "big", "source": "copy.cu", "block": 32,
    "args": [{"buffer": "float32", "count": 1000000000000}, {"buffer": "float32", "count": 1}, {"int32": 1}]}])",
                  1);
  EXPECT_EQ(results[0]["error"]["kind"], "budget");
}

TEST_F(CommandLine, BatchCountsUpToTheFault) {
  std::string late = kCopyCase;
  late.replace(late.find("256"), 3, "200");
  const json results = batch("[" + late + "]", 1);
  EXPECT_EQ(results[0]["error"]["kind"], "bounds");
  EXPECT_EQ(results[0]["error"]["line"], 3);
  EXPECT_GE(results[0]["counters"]["global_load_requests"].get<int>(), 4);
}

TEST_F(CommandLine, IncludesStayInsideTheSourcesFolder) {
  const std::string args = R"("block": 32, "args": [{"buffer": "int32", "count": 32}])";
  const json results =
      batch(R"([{"id": "in", "source": "tile.cu", )" + args + R"(}, {"id": "out", "source": "leak.cu", )" + args +
                R"(}, {"id": "up", "source": "../secret.h", )" + args + R"(}, {"id": "absolute", "source": ")" +
                path("sources/tile.cu") + R"(", )" + args + "}]",
            1);
  EXPECT_EQ(results[0]["status"], "ok");
  EXPECT_EQ(results[0]["counters"]["bank_conflicts_store"], 1);
  EXPECT_EQ(results[1]["error"]["kind"], "compile");
  EXPECT_EQ(results[2]["error"]["kind"], "case");
  EXPECT_EQ(results[3]["error"]["kind"], "case");
}

TEST(Streams, TimelineAsTextAndJson) {
  const Outcome text = warpglass_line({"streams", "--streams", "4"});
  EXPECT_EQ(text.code, 0);
  EXPECT_NE(text.out.find("stream 3"), std::string::npos) << text.out;
  EXPECT_LE(widest_line(text.out), 100u) << text.out;
  const json four = json::parse(warpglass_line({"streams", "--streams", "4", "--json", "-"}).out);
  EXPECT_EQ(four["operations"].size(), 12u);
  EXPECT_LT(four["total_us"], 0.7 * four["one_stream_us"].get<double>());
  const json pageable = json::parse(warpglass_line({"streams", "--pageable", "--json", "-"}).out);
  EXPECT_GT(pageable["total_us"], 2 * four["total_us"].get<double>());
  EXPECT_EQ(warpglass_line({"streams", "--streams", "0"}).code, 2);
  EXPECT_EQ(warpglass_line({"streams", "--machine", "none"}).code, 2);
  EXPECT_EQ(warpglass_line({"streams", "--kernel-us", "nan"}).code, 2);
}

}  // namespace
}  // namespace warpglass
