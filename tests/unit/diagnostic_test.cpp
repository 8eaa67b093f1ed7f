// The caret printer: the caret stands under its place whatever the line holds.
#include "sim/base/diagnostic.h"

#include <gtest/gtest.h>

namespace warpglass {
namespace {

// The three lines of the message about `what` in a one-line source.
std::string printed(const std::string& line, const std::string& what, const std::string& message = "wrong") {
  SourceSet sources;
  sources.files.push_back({"kernel.cu", "first\n" + line + "\n"});
  Diagnostic diagnostic;
  diagnostic.message = message;
  const auto at = static_cast<std::uint32_t>(line.find(what));
  diagnostic.span = {0, 6 + at, static_cast<std::uint32_t>(what.size()), 2, at + 1};
  return format_diagnostic(diagnostic, sources);
}

TEST(Diagnostic, CaretUnderThePlace) {
  EXPECT_EQ(printed("  out[i] = v;", "out[i]"),
            "kernel.cu:2:3: error: wrong\n"
            "     2 |   out[i] = v;\n"
            "       |   ^~~~~~\n");
}

TEST(Diagnostic, TabsAndWideCharactersTakeTheirColumns) {
  EXPECT_EQ(printed("\tx\ty = 1;", "y"),
            "kernel.cu:2:4: error: wrong\n"
            "     2 |     x   y = 1;\n"
            "       |         ^\n");
  EXPECT_EQ(printed("/* 값 */ y;", "y"),
            "kernel.cu:2:11: error: wrong\n"
            "     2 | /* 값 */ y;\n"
            "       |          ^\n");
}

TEST(Diagnostic, BrokenBytesAndControlCharactersAreShownAsQuestionMarks) {
  EXPECT_EQ(printed("a\xff\x1b[31m b", "b"),
            "kernel.cu:2:9: error: wrong\n"
            "     2 | a??[31m b\n"
            "       |         ^\n");
}

TEST(Diagnostic, OfALongLineThePartAroundThePlaceIsShown) {
  const std::string text = printed(std::string(5000, 'a') + " here " + std::string(5000, 'b'), "here");
  EXPECT_LT(text.size(), 350u);
  const std::size_t caret = text.find('^'), place = text.find("here");
  ASSERT_NE(place, std::string::npos);
  EXPECT_EQ(caret - text.rfind('\n', caret), place - text.rfind('\n', place));
}

TEST(Diagnostic, OfALineOfMegabytesOnlyThePartIsLookedAt) {
  SourceSet sources;
  sources.files.push_back({"kernel.cu", std::string(4'000'000, 'x') + "\uac12 here" + std::string(4'000'000, 'y')});
  Diagnostic diagnostic;
  diagnostic.message = "wrong";
  diagnostic.span = {0, 4'000'004, 4, 1, 4'000'005};
  std::string text;
  for (int n = 0; n < 20; ++n) text = format_diagnostic(diagnostic, sources);
  EXPECT_NE(text.find("     1 | ..."), std::string::npos) << text;
  EXPECT_NE(text.find("x\uac12 herey"), std::string::npos) << text;
  EXPECT_NE(text.find(" ^~~~\n"), std::string::npos) << text;
}

TEST(Diagnostic, PlacesThatDoNotExistAreHarmless) {
  Diagnostic diagnostic;
  diagnostic.message = "wrong";
  EXPECT_EQ(format_diagnostic(diagnostic, {}), "error: wrong\n");
  SourceSet sources;
  sources.files.push_back({"k.cu", "one\n"});
  for (const Span& span :
       {Span{7, 0, 1, 1, 1}, Span{0, 999, 50, 99, 1}, Span{0, 0, 999, 1, 1}, Span{0, 0, 1, 1, 4000000000u}}) {
    diagnostic.span = span;
    EXPECT_FALSE(format_diagnostic(diagnostic, sources).empty());
  }
  diagnostic.span = {0, 3, 0, 1, 4};  // the end of the line
  EXPECT_EQ(format_diagnostic(diagnostic, sources), "k.cu:1:4: error: wrong\n     1 | one\n       |    ^\n");
}

TEST(Diagnostic, NamesTheThreadTheAddressAndHowOften) {
  Diagnostic diagnostic;
  diagnostic.message = "read outside";
  diagnostic.count = 12345;
  diagnostic.place = ThreadPlace{3, 1, 5, 37};
  diagnostic.address = 0x7f0000000400;
  diagnostic.object = "A[256]";
  diagnostic.note = "make A longer";
  EXPECT_EQ(format_diagnostic(diagnostic, {}),
            "error: read outside (12,345 times)\n"
            "   in: block 3, warp 1, lane 5 (thread 37 of the block), address 0x7f0000000400, A[256]\n"
            "  note: make A longer\n");
}

TEST(Source, LinesOfAText) {
  const SourceFile file{"k.cu", "one\n\nthree"};
  EXPECT_EQ(line_count(file), 3u);
  EXPECT_EQ(line_text(file, 1), "one");
  EXPECT_EQ(line_text(file, 2), "");
  EXPECT_EQ(line_text(file, 3), "three");
  EXPECT_EQ(line_text(file, 4), "");
  EXPECT_EQ(line_text(file, 0), "");
  EXPECT_EQ(line_count({"k", ""}), 0u);
  EXPECT_EQ(line_count({"k", "a\n"}), 1u);
}

}  // namespace
}  // namespace warpglass
