// The lexer: kinds, longest match, places, joined lines.
#include <gtest/gtest.h>

#include "sim/lang/token.h"

namespace warpglass::lang {
namespace {

std::string words(const std::string& text) {
  std::string out;
  for (const Token& token : lex(text, 0)) {
    if (token.kind != TokenKind::kEnd) out += (out.empty() ? "" : "|") + token.text;
  }
  return out;
}

TEST(Lexer, TakesTheLongestPunctuator) {
  EXPECT_EQ(words("a<<<b>>>(c)"), "a|<<<|b|>>>|(|c|)");
  EXPECT_EQ(words("x<<=1;y>>=2"), "x|<<=|1|;|y|>>=|2");
  EXPECT_EQ(words("i+++j->k"), "i|++|+|j|->|k");
}

TEST(Lexer, Numbers) { EXPECT_EQ(words("1.5e-3f 0x1Fu 1'000 .5 0xe+1 1.f"), "1.5e-3f|0x1Fu|1'000|.5|0xe|+|1|1.f"); }

TEST(Lexer, DropsCommentsAndJoinsLines) {
  EXPECT_EQ(words("a /* b\n c */ d // e\\\n f\ng"), "a|d|g");
  EXPECT_EQ(words("lo\\\nng"), "long");
}

TEST(Lexer, PlacesCountFromOne) {
  const std::vector<Token> tokens = lex("ab\n  cd\\\nef gh", 3);
  ASSERT_EQ(tokens.size(), 4u);
  EXPECT_EQ(tokens[1].text, "cdef");
  EXPECT_EQ(tokens[1].span.line, 2u);
  EXPECT_EQ(tokens[1].span.column, 3u);
  EXPECT_EQ(tokens[1].span.length, 6u);
  EXPECT_EQ(tokens[1].span.file, 3u);
  EXPECT_EQ(tokens[2].span.line, 3u);
  EXPECT_EQ(tokens[2].span.column, 4u);
  EXPECT_TRUE(tokens[1].at_line_start);
  EXPECT_FALSE(tokens[2].at_line_start);
}

TEST(Lexer, OddBytesAndOpenLiteralsAreTokens) {
  EXPECT_EQ(words("a @ \"open\nb"), "a|@|\"open|b");
  EXPECT_EQ(words("x /* open"), "x|/*");
  EXPECT_EQ(words("R\"(a\"b)\" L\"w\" '\\''"), "R\"(a\"b)\"|L\"w\"|'\\''");
}

}  // namespace
}  // namespace warpglass::lang
