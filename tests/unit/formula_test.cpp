// Formulas: C's precedence and values, and an answer for everything that is not a formula.
#include "app/scene/formula.h"

#include <gtest/gtest.h>

#include <limits>

namespace warpglass {
namespace {

using Variables = std::map<std::string, std::int64_t>;

std::int64_t value_of(const std::string& text, const Variables& variables = {}) {
  Formula formula;
  FormulaError error;
  std::int64_t value = 0;
  EXPECT_TRUE(Formula::parse(text, formula, error)) << text << ": " << error.message;
  EXPECT_TRUE(formula.evaluate(variables, value, error)) << text << ": " << error.message;
  return value;
}

FormulaError error_of(const std::string& text, const Variables& variables = {}) {
  Formula formula;
  FormulaError error;
  std::int64_t value = 0;
  const bool ok = Formula::parse(text, formula, error) && formula.evaluate(variables, value, error);
  EXPECT_FALSE(ok) << text << " = " << value;
  EXPECT_FALSE(error.message.empty());
  return error;
}

TEST(Formula, HasCsPrecedence) {
  EXPECT_EQ(value_of("1 + 2 * 3"), 1 + 2 * 3);
  EXPECT_EQ(value_of("10 - 4 - 3"), 10 - 4 - 3);
  EXPECT_EQ(value_of("1 << 2 + 1"), 1 << (2 + 1));
  EXPECT_EQ(value_of("7 & 3 == 3"), 7 & (3 == 3));
  EXPECT_EQ(value_of("1 | 2 ^ 3 & 1"), 1 | (2 ^ (3 & 1)));
  EXPECT_EQ(value_of("1 || 0 && 0"), 1);
  EXPECT_EQ(value_of("-2 * -3 + ~0"), 5);
  EXPECT_EQ(value_of("!5 + !0"), 1);
  EXPECT_EQ(value_of("0 ? 1 : 0 ? 2 : 3"), 3);
  EXPECT_EQ(value_of("8 >> 1 >= 4 != 0"), 1);
}

TEST(Formula, UsesNames) {
  EXPECT_EQ(value_of("lane * 2 + (lane & 1)", {{"lane", 5}}), 11);
  EXPECT_EQ(value_of("width * (width + pad) * 4", {{"width", 32}, {"pad", 1}}), 4224);
  EXPECT_EQ(value_of("min(a, max(3, 9)) % 0x10", {{"a", 100}}), 9);
  Formula formula;
  FormulaError error;
  ASSERT_TRUE(Formula::parse("a + b * a", formula, error));
  EXPECT_EQ(formula.names(), (std::vector<std::string>{"a", "b"}));
}

TEST(Formula, WrapsInsteadOfOverflowing) {
  const std::int64_t most = std::numeric_limits<std::int64_t>::max(), least = std::numeric_limits<std::int64_t>::min();
  EXPECT_EQ(value_of("9223372036854775807 + 1"), least);
  EXPECT_EQ(value_of("-x", {{"x", least}}), least);
  EXPECT_EQ(value_of("x / -1", {{"x", least}}), least);
  EXPECT_EQ(value_of("x % -1", {{"x", least}}), 0);
  EXPECT_EQ(value_of("x * 2", {{"x", most}}), -2);
  EXPECT_EQ(value_of("1 << 63"), least);
}

TEST(Formula, NamesWhatIsWrong) {
  EXPECT_EQ(error_of("lane +").key, "formula.ends");
  EXPECT_EQ(error_of("").key, "formula.ends");
  EXPECT_EQ(error_of("(1").key, "formula.unclosed");
  EXPECT_EQ(error_of("1 2").key, "formula.unexpected");
  EXPECT_EQ(error_of("1 $ 2").word, "$");
  EXPECT_EQ(error_of("가").word, "가");
  EXPECT_EQ(error_of("3a").key, "formula.bad_number");
  EXPECT_EQ(error_of("1.5").key, "formula.bad_number");
  EXPECT_EQ(error_of("9223372036854775808").key, "formula.too_large");
  EXPECT_EQ(error_of("sqrt(4)").key, "formula.unknown_function");
  const FormulaError unknown = error_of("1 + row", {{"lane", 0}});
  EXPECT_EQ(unknown.key, "formula.unknown_name");
  EXPECT_EQ(unknown.word, "row");
  EXPECT_EQ(unknown.position, 4u);
  EXPECT_EQ(error_of("1 / 0").key, "formula.division_by_zero");
  EXPECT_EQ(error_of("1 % (2 - 2)").key, "formula.division_by_zero");
  EXPECT_EQ(error_of("1 << 64").key, "formula.shift");
  EXPECT_EQ(error_of("1 >> -1").key, "formula.shift");
}

TEST(Formula, IsBounded) {
  EXPECT_EQ(error_of(std::string(500, '(')).key, "formula.too_deep");
  EXPECT_EQ(error_of(std::string(500, '-') + "1").key, "formula.too_deep");
  EXPECT_EQ(error_of(std::string(5000, '1')).key, "formula.too_long");
  std::string long_sum = "1";
  for (int i = 0; i < 500; ++i) long_sum += "+1";
  EXPECT_EQ(value_of(long_sum), 501);
}

TEST(Formula, DecidesOnlyWhatItMust) {
  EXPECT_EQ(value_of("0 && 1 / 0"), 0);
  EXPECT_EQ(value_of("1 || 1 / 0"), 1);
  EXPECT_EQ(value_of("1 ? 2 : 1 / 0"), 2);
}

}  // namespace
}  // namespace warpglass
