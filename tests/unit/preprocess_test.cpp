// The preprocessor: expansion, conditionals, includes, bounds, and where expanded tokens stand.
#include <gtest/gtest.h>

#include "sim/lang/stages.h"

namespace warpglass::lang {
namespace {

struct Result {
  std::vector<Token> tokens;
  std::vector<Diagnostic> diagnostics;
  std::vector<SkippedInclude> skipped;

  std::string text() const {
    std::string out;
    for (const Token& token : tokens) {
      if (token.kind != TokenKind::kEnd) out += (out.empty() ? "" : " ") + token.text;
    }
    return out;
  }
  std::string first_error() const {
    for (const Diagnostic& diagnostic : diagnostics) {
      if (diagnostic.severity == Severity::kError) return diagnostic.message;
    }
    return {};
  }
};

Result run(const std::string& text, const CompileOptions& options = {}) {
  SourceSet sources;
  sources.files.push_back({"k.cu", text});
  Messages messages;
  Result result;
  result.tokens = preprocess(sources, options, messages, result.skipped);
  result.diagnostics = messages.take();
  return result;
}

TEST(Preprocess, ObjectAndFunctionMacros) {
  EXPECT_EQ(run("#define N 4\n#define F(x, y) x + y * N\nF(N, (a, b))").text(), "4 + ( a , b ) * 4");
  EXPECT_EQ(run("#define F() 1\nF() F").text(), "1 F");
  EXPECT_EQ(run("#define F(x) [x]\nF(\n1\n)").text(), "[ 1 ]");
}

TEST(Preprocess, StringizeAndPaste) {
  EXPECT_EQ(run("#define S(x) #x\nS(a + \"b\\n\")").text(), "\"a + \\\"b\\\\n\\\"\"");
  EXPECT_EQ(run("#define C(a, b) a##b\nC(x, 1) C(, y)").text(), "x1 y");
  EXPECT_EQ(run("#define P(f, ...) p(f, ##__VA_ARGS__)\nP(1) P(1, 2, 3)").text(), "p ( 1 ) p ( 1 , 2 , 3 )");
}

TEST(Preprocess, RecursionEnds) {
  EXPECT_EQ(run("#define a b + a\n#define b a\na").text(), "a + a");
  EXPECT_EQ(run("#define f(x) x f\nf(1)(2)").text(), "1 f ( 2 )");
  EXPECT_EQ(run("#define f(x) (x)\nf(f(f(1)))").text(), "( ( ( 1 ) ) )");
}

TEST(Preprocess, TokensOfAMacroStandWhereItIsUsed) {
  const Result result = run("#define LOAD(i) in[i]\n\n  x = LOAD(k);");
  ASSERT_GE(result.tokens.size(), 6u);
  EXPECT_EQ(result.tokens[2].text, "in");
  EXPECT_EQ(result.tokens[2].span.line, 3u);
  EXPECT_EQ(result.tokens[2].span.column, 7u);
  EXPECT_EQ(result.tokens[2].origin.line, 1u);
}

TEST(Preprocess, Conditionals) {
  EXPECT_EQ(run("#if 1 + 1 == 2 && defined(X) || !defined X\na\n#else\nb\n#endif").text(), "a");
  EXPECT_EQ(run("#if 0\na\n#elif (1 ? 2 : 0) > 1\nb\n#elif 1\nc\n#else\nd\n#endif").text(), "b");
  EXPECT_EQ(run("#if 0\n#if 1\na\n#else\nb\n#endif\n#error no\n#endif\nc").text(), "c");
  EXPECT_EQ(run("#if 1 / 0\na\n#else\nb\n#endif").text(), "b");
}

TEST(Preprocess, CommandLineDefines) {
  CompileOptions options;
  options.defines["N"] = "2 + 3";
  options.defines["EMPTY"] = "";
  EXPECT_EQ(run("N EMPTY x\n#ifdef EMPTY\ny\n#endif", options).text(), "2 + 3 x y");
  options.defines["a b"] = "1";
  EXPECT_NE(run("x", options).first_error(), "");
}

TEST(Preprocess, IncludesAreFollowedOrSkipped) {
  CompileOptions options;
  options.include = [](const std::string& name) -> std::optional<std::string> {
    if (name == "mine.h") return "#pragma once\n#define N 7\n";
    if (name == "loop.h") return "#include \"loop.h\"\n";
    return std::nullopt;
  };
  const Result result =
      run("#include \"mine.h\"\n#include \"mine.h\"\n#include <cstdio>\n#include \"gone.h\"\n#include "
          "<opencv2/core.hpp>\nN",
          options);
  EXPECT_EQ(result.text(), "7");
  ASSERT_EQ(result.skipped.size(), 2u);
  EXPECT_EQ(result.skipped[0].name, "gone.h");
  EXPECT_EQ(result.skipped[1].name, "opencv2/core.hpp");
  EXPECT_NE(run("#include \"loop.h\"\n", options).first_error().find("include each other"), std::string::npos);
}

TEST(Preprocess, Unroll) {
  const Result result = run("#define U 4\n#pragma unroll U\n_Pragma(\"unroll 2\") x\n#pragma omp for\n");
  ASSERT_EQ(result.tokens.size(), 4u);
  EXPECT_EQ(result.tokens[0].kind, TokenKind::kPragma);
  EXPECT_EQ(result.tokens[0].text, "unroll 4");
  EXPECT_EQ(result.tokens[1].text, "unroll 2");
}

TEST(Preprocess, GrowthIsBounded) {
  std::string text = "#define F(x) x x\nint a = ";
  for (int i = 0; i < 64; ++i) text += "F(";
  text += "1" + std::string(64, ')') + ";";
  EXPECT_NE(run(text).first_error().find("macro expansion took more"), std::string::npos);
  text = "#define P(a) a##a\n#define Q(a) P(a)\nint b = ";
  for (int i = 0; i < 40; ++i) text += "Q(";
  text += "x" + std::string(40, ')') + ";";
  EXPECT_NE(run(text).first_error(), "");
}

TEST(Decode, RepairsAreNoted) {
  Messages messages;
  EXPECT_EQ(decode_source("\xef\xbb\xbf"
                          "a\r\nb\rc",
                          messages),
            "a\nb\nc");
  EXPECT_TRUE(messages.list().empty());
  EXPECT_EQ(decode_source("// \xb0\xa1\n", messages), "// \xea\xb0\x80\n");
  EXPECT_EQ(messages.list().back().message.find("CP949") != std::string::npos, true);
  EXPECT_EQ(decode_source("// \xe9 \n", messages), "// \xc3\xa9 \n");
  EXPECT_EQ(decode_source(std::string("\xff\xfe"
                                      "a\0\n\0",
                                      6),
                          messages),
            "a\n");
  EXPECT_EQ(decode_source("text\n```c\nint a;\n```\nmore", messages), "    \n    \nint a;\n   \n    ");
  EXPECT_FALSE(messages.has_errors());
  decode_source(std::string("a\0b", 3), messages);
  EXPECT_TRUE(messages.has_errors());
}

}  // namespace
}  // namespace warpglass::lang
