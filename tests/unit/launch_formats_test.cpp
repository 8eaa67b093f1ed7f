// The two written forms of a launch: what is read, what is refused and with which words, and that what was written is
// read back as the same value.
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "app/scene/launch_json.h"
#include "app/scene/launch_text.h"

namespace warpglass {
namespace {

using nlohmann::json;

// ---- text ----

Argument argument(const std::string& text) {
  Argument out;
  LaunchTextError error;
  EXPECT_TRUE(read_argument(text, out, error)) << text << ": " << error.message;
  return out;
}

std::string refusal(const std::string& text) {
  Argument out;
  LaunchTextError error;
  EXPECT_FALSE(read_argument(text, out, error)) << text;
  return error.message;
}

TEST(LaunchText, Scalars) {
  const auto n = std::get<ScalarArgument>(argument("n=1024").value);
  EXPECT_FALSE(n.typed);
  EXPECT_EQ(n.value, Number::of(1024));
  EXPECT_EQ(std::get<ScalarArgument>(argument("a=-16").value).typed, false);
  EXPECT_EQ(std::get<ScalarArgument>(argument("a = 1.5f").value).value, Number::of_real(1.5));
  EXPECT_EQ(std::get<ScalarArgument>(argument("a=0xff").value).value, Number::of(255));
  EXPECT_EQ(std::get<ScalarArgument>(argument("a=18446744073709551615").value).value, Number::of(-1));
  EXPECT_EQ(std::get<ScalarArgument>(argument("b=true").value).value, Number::of(1));
  const auto typed = std::get<ScalarArgument>(argument("n=int8:-3").value);
  EXPECT_TRUE(typed.typed);
  EXPECT_EQ(typed.type, ElementType::kInt8);
  EXPECT_TRUE(std::isinf(std::get<ScalarArgument>(argument("a=inf").value).value.real));
}

TEST(LaunchText, Buffers) {
  const auto iota = std::get<BufferArgument>(argument("A=iota:1048576").value);
  EXPECT_FALSE(iota.typed);
  EXPECT_EQ(iota.count, 1048576u);
  EXPECT_EQ(iota.fill.kind, FillKind::kIota);
  const auto typed = std::get<BufferArgument>(argument("A=uint8:random below 256:4096").value);
  EXPECT_EQ(typed.type, ElementType::kUint8);
  EXPECT_EQ(typed.fill.first, 256u);
  const auto data = std::get<BufferArgument>(argument("A=data:1,2.5,-3").value);
  EXPECT_EQ(data.count, 3u);
  EXPECT_EQ(data.fill.data[1], Number::of_real(2.5));
  EXPECT_EQ(std::get<BufferArgument>(argument("A=repeat:1,2:64").value).count, 64u);
  const auto divided = std::get<BufferArgument>(argument("A=i / 4 mod 16:64").value);
  EXPECT_EQ(divided.fill.first, 4u);
  EXPECT_EQ(divided.fill.second, 16u);
  EXPECT_EQ(argument("zero:5").name, "");
}

TEST(LaunchText, RefusalsQuoteWhatWasWrong) {
  EXPECT_NE(refusal("A=iota").find("count"), std::string::npos);
  EXPECT_NE(refusal("A=iota:many").find("\"many\""), std::string::npos);
  EXPECT_NE(refusal("A=wild:5").find("\"wild\""), std::string::npos);
  EXPECT_NE(refusal("1A=5").find("\"1A\""), std::string::npos);
  EXPECT_NE(refusal("n=int32:1.5").find("int32"), std::string::npos);
  EXPECT_NE(refusal("A=data:1,,2").find("not a number"), std::string::npos);
  EXPECT_NE(refusal("A=data:1,2,3:2").find("3 values"), std::string::npos);
  EXPECT_NE(refusal("A=i / 0 mod 5:5").find("1 up"), std::string::npos);
  EXPECT_NE(refusal("A=").find("number"), std::string::npos);
  EXPECT_NE(refusal("A=iota:-5").find("\"-5\""), std::string::npos);
}

TEST(LaunchText, FormulasStandWhereWholeNumbersDo) {
  const WholeNumberReader reader = [](const std::string& text, std::int64_t& value, std::string& message) {
    message = "unknown";
    value = 49;
    return text == "n * n" || text == "a ? b : c";
  };
  Argument out;
  LaunchTextError error;
  ASSERT_TRUE(read_argument("A=float32:iota:n * n", out, error, reader));
  EXPECT_EQ(std::get<BufferArgument>(out.value).count, 49u);
  ASSERT_TRUE(read_argument("n=n * n", out, error, reader));
  EXPECT_EQ(std::get<ScalarArgument>(out.value).value, Number::of(49));
  ASSERT_TRUE(read_argument("A=iota:a ? b : c", out, error, reader));
  EXPECT_FALSE(read_argument("n=m", out, error, reader));
  EXPECT_EQ(error.message, "unknown");
}

TEST(LaunchText, WrittenFormsAreReadBack) {
  for (const char* text :
       {"n=1024", "n=int32:-5", "a=0.1", "A=iota:7", "A=float64:none:7", "A=permutation within 32:64",
        "A=uint8:i / 3 mod 4:64", "A=data:1,2.5:9", "A=int16:repeat:1,2:64", "random:5", "a=nan"}) {
    EXPECT_EQ(write_argument(argument(text)), text);
  }
  SymbolValue symbol;
  LaunchTextError error;
  for (const char* text : {"w=1,2,1", "w=float32:0.5,2"}) {
    ASSERT_TRUE(read_symbol(text, symbol, error)) << error.message;
    EXPECT_EQ(write_symbol(symbol), text);
  }
  EXPECT_FALSE(read_symbol("1,2", symbol, error));
  EXPECT_FALSE(read_symbol("w=wild:1", symbol, error));
}

TEST(LaunchText, DimensionsAndDefines) {
  Dim3 dim;
  LaunchTextError error;
  ASSERT_TRUE(read_dimensions("64, 32", dim, error));
  EXPECT_EQ(dim, (Dim3{64, 32, 1}));
  EXPECT_EQ(write_dimensions(dim), "64,32,1");
  for (const char* text : {"", "1,2,3,4", "-1", "a", "1,,2", "99999999999999999999"})
    EXPECT_FALSE(read_dimensions(text, dim, error)) << text;
  std::pair<std::string, std::string> define;
  ASSERT_TRUE(read_define("N=32", define, error));
  EXPECT_EQ(define.second, "32");
  ASSERT_TRUE(read_define("DEBUG", define, error));
  EXPECT_EQ(define.second, "1");
  EXPECT_FALSE(read_define("a-b=1", define, error));
}

// ---- JSON ----

LaunchCase read_one(const std::string& text) {
  LaunchCase out;
  LaunchJsonError error;
  EXPECT_TRUE(read_case(json::parse(text), out, error)) << error.path << ": " << error.message;
  return out;
}

const char* const kWhole = R"({"id": "x", "source": "k.cu", "kernel": "k<32>", "defines": {"N": 32, "T": "float"},
  "grid": [4, 2, 1], "block": [128], "dynamic_shared": 65536, "shared_opt_in": true, "args": [
  {"buffer": "float32", "count": 512, "fill": "iota"}, {"int32": -5}, {"float64": 0.5}, {"bool": true}, {"uint64": 18446744073709551615},
  {"buffer": "uint8", "count": 8, "fill": {"data": [1, 2, 3]}}, {"buffer": "int32", "count": 8, "fill": {"repeat": [7]}},
  {"buffer": "int32", "count": 8, "fill": "random below 256"}, {"name": "p", "buffer": "int32", "count": 8}],
  "symbols": [{"symbol": "w", "type": "float32", "data": [1, 2.5]}], "measured": {"anything": [1]}})";

TEST(LaunchJson, TheWholeFormatIsReadAndWrittenBack) {
  const LaunchCase first = read_one(kWhole);
  EXPECT_EQ(first.launch.defines.at("N"), "32");
  EXPECT_EQ(first.launch.grid, (Dim3{4, 2, 1}));
  EXPECT_EQ(first.launch.block, (Dim3{128, 1, 1}));
  EXPECT_TRUE(first.launch.shared_opt_in);
  ASSERT_EQ(first.launch.args.size(), 9u);
  EXPECT_EQ(std::get<ScalarArgument>(first.launch.args[4].value).value, Number::of(-1));
  EXPECT_EQ(first.launch.args[8].name, "p");
  const LaunchCase again = read_one(write_case(first).dump());
  EXPECT_EQ(again.source, first.source);
  EXPECT_EQ(again.launch, first.launch);
}

std::string json_refusal(const std::string& key, const std::string& value) {
  json whole = json::parse(kWhole);
  whole[key] = json::parse(value);
  LaunchCase out;
  LaunchJsonError error;
  EXPECT_FALSE(read_case(whole, out, error)) << key << " " << value;
  EXPECT_EQ(out.launch.id, key == "id" ? "" : "x");
  return error.path + ": " + error.message;
}

TEST(LaunchJson, RefusalsNameThePlace) {
  EXPECT_EQ(json_refusal("grid", "[4, -1]").rfind("grid[1]: ", 0), 0u);
  EXPECT_EQ(json_refusal("grid", "[1, 2, 3, 4]").rfind("grid: ", 0), 0u);
  EXPECT_EQ(json_refusal("block", "\"many\"").rfind("block: ", 0), 0u);
  EXPECT_EQ(json_refusal("args", R"([{"int32": 1.5}])").rfind("args[0].int32: ", 0), 0u);
  EXPECT_EQ(json_refusal("args", R"([{"wild": 1}])").rfind("args[0]: ", 0), 0u);
  EXPECT_EQ(json_refusal("args", R"([5])").rfind("args[0]: ", 0), 0u);
  EXPECT_EQ(json_refusal("args", R"([{"buffer": "float32"}])").rfind("args[0]: ", 0), 0u);
  EXPECT_EQ(json_refusal("args", R"([{"buffer": "float32", "count": 1e3}])").rfind("args[0].count: ", 0), 0u);
  EXPECT_EQ(json_refusal("args", R"([{"buffer": "int32", "count": 2, "fill": {"data": [1, 2, 3]}}])")
                .rfind("args[0].fill: ", 0),
            0u);
  EXPECT_EQ(json_refusal("args", R"([{"buffer": "int32", "count": 2, "fill": "wild"}])").rfind("args[0].fill: ", 0),
            0u);
  EXPECT_EQ(json_refusal("args", R"([{"buffer": "int32", "count": 2, "fill": {"repeat": []}}])")
                .rfind("args[0].fill.repeat: ", 0),
            0u);
  EXPECT_EQ(json_refusal("defines", "[1]").rfind("defines: ", 0), 0u);
  EXPECT_EQ(json_refusal("symbols", R"([{"symbol": "w"}])").rfind("symbols[0]: ", 0), 0u);
  EXPECT_EQ(json_refusal("dynamic_shared", "-1").rfind("dynamic_shared: ", 0), 0u);
  EXPECT_EQ(json_refusal("shared_opt_in", "1").rfind("shared_opt_in: ", 0), 0u);
  EXPECT_EQ(json_refusal("source", "5").rfind("source: ", 0), 0u);
  EXPECT_EQ(json_refusal("id", "[]").rfind("id: ", 0), 0u);
}

TEST(LaunchJson, OneBadCaseDoesNotHideTheOthers) {
  std::vector<CaseEntry> cases;
  std::string message;
  ASSERT_TRUE(read_cases(std::string("[5, ") + kWhole + "]", cases, message));
  ASSERT_EQ(cases.size(), 2u);
  EXPECT_FALSE(cases[0].ok);
  EXPECT_TRUE(cases[1].ok);
  EXPECT_FALSE(read_cases("[1, 2", cases, message));
  EXPECT_NE(message.find("not JSON"), std::string::npos);
  EXPECT_FALSE(read_cases("7", cases, message));
}

TEST(LaunchJson, DeepNestingIsHarmless) {
  std::vector<CaseEntry> cases;
  std::string message;
  const std::string deep(200000, '[');
  EXPECT_FALSE(read_cases(deep, cases, message));
  ASSERT_TRUE(read_cases("[{\"source\": \"a\", \"block\": 1, \"args\": [" + deep + std::string(200000, ']') + "]}]",
                         cases, message));
  EXPECT_FALSE(cases.back().ok);
}

}  // namespace
}  // namespace warpglass
