// #if and #elif: integer expressions with defined and __has_include, as C++ evaluates them (64 bits).
#include <fmt/format.h>

#include <charconv>

#include "sim/lang/preprocess.h"

namespace warpglass::lang {

namespace {

struct BadCondition {
  Span span;
  std::string message;
};

using Value = std::int64_t;

struct Level {
  std::string_view text;
  int precedence;
};
constexpr Level kLevels[] = {{"||", 1}, {"&&", 2}, {"|", 3}, {"^", 4},  {"&", 5},  {"==", 6},
                             {"!=", 6}, {"<", 7},  {">", 7}, {"<=", 7}, {">=", 7}, {"<<", 8},
                             {">>", 8}, {"+", 9},  {"-", 9}, {"*", 10}, {"/", 10}, {"%", 10}};

Value wrap(std::uint64_t bits) { return static_cast<Value>(bits); }
std::uint64_t bits_of(Value value) { return static_cast<std::uint64_t>(value); }

class Condition {
 public:
  Condition(const std::vector<Token>& tokens, const Span& place) : tokens_(tokens), place_(place) {}

  Value value() {
    const Value result = conditional();
    if (pos_ < tokens_.size()) fail(fmt::format("unexpected '{}' in the condition", tokens_[pos_].text));
    return result;
  }

 private:
  [[noreturn]] void fail(std::string message) const {
    throw BadCondition{pos_ < tokens_.size() ? tokens_[pos_].span : place_, std::move(message)};
  }
  bool accept(std::string_view text) {
    if (pos_ >= tokens_.size() || tokens_[pos_].text != text) return false;
    ++pos_;
    return true;
  }

  Value conditional() {
    if (++depth_ > 100) fail("the condition is nested more than 100 levels deep");
    Value result = binary(1);
    if (accept("?")) {
      const Value yes = conditional();
      if (!accept(":")) fail("expected ':' in the condition");
      const Value no = conditional();
      result = result != 0 ? yes : no;
    }
    --depth_;
    return result;
  }

  Value binary(int minimum) {
    Value left = unary();
    for (;;) {
      const Level* found = nullptr;
      for (const Level& level : kLevels) {
        if (pos_ < tokens_.size() && tokens_[pos_].text == level.text && level.precedence >= minimum) found = &level;
      }
      if (found == nullptr) return left;
      const Span place = tokens_[pos_++].span;
      left = apply(found->text, left, binary(found->precedence + 1), place);
    }
  }

  Value apply(std::string_view op, Value a, Value b, const Span& place) {
    if (op == "||") return a != 0 || b != 0;
    if (op == "&&") return a != 0 && b != 0;
    if (op == "|") return a | b;
    if (op == "^") return a ^ b;
    if (op == "&") return a & b;
    if (op == "==") return a == b;
    if (op == "!=") return a != b;
    if (op == "<") return a < b;
    if (op == ">") return a > b;
    if (op == "<=") return a <= b;
    if (op == ">=") return a >= b;
    if (op == "<<") return wrap(bits_of(a) << (bits_of(b) & 63));
    if (op == ">>") return a >> (bits_of(b) & 63);
    if (op == "+") return wrap(bits_of(a) + bits_of(b));
    if (op == "-") return wrap(bits_of(a) - bits_of(b));
    if (op == "*") return wrap(bits_of(a) * bits_of(b));
    // `X != 0 && 10 / X`: the right side is evaluated too, so division by zero is 0 here and no error.
    if (b == 0 || b == -1) return b == 0 || op == "%" ? 0 : wrap(0 - bits_of(a));
    static_cast<void>(place);
    return op == "/" ? a / b : a % b;
  }

  Value unary() {
    if (++depth_ > 100) fail("the condition is nested more than 100 levels deep");
    Value result = 0;
    if (accept("!"))
      result = unary() == 0;
    else if (accept("-"))
      result = wrap(0 - bits_of(unary()));
    else if (accept("+"))
      result = unary();
    else if (accept("~"))
      result = ~unary();
    else
      result = primary();
    --depth_;
    return result;
  }

  Value primary() {
    if (pos_ >= tokens_.size()) fail("the condition is not complete");
    if (accept("(")) {
      const Value result = conditional();
      if (!accept(")")) fail("expected ')' in the condition");
      return result;
    }
    const Token& token = tokens_[pos_];
    if (token.kind == TokenKind::kIdentifier) {
      ++pos_;
      if (pos_ < tokens_.size() && tokens_[pos_].text == "(") fail(fmt::format("'{}' is not a macro", token.text));
      return token.text == "true" ? 1 : 0;
    }
    if (token.kind == TokenKind::kCharacter && token.text.size() >= 3)
      return ++pos_, static_cast<unsigned char>(token.text[1]);
    if (token.kind == TokenKind::kNumber) return number(token);
    fail(fmt::format("'{}' cannot stand in the condition of #if", token.text));
  }

  Value number(const Token& token) {
    std::string text;
    for (const char c : token.text) {
      if (c != '\'') text.push_back(c);
    }
    while (!text.empty() && std::string_view("uUlLzZ").find(text.back()) != std::string_view::npos) text.pop_back();
    int base = 10;
    std::size_t skip = 0;
    if (text.size() > 1 && text[0] == '0') {
      const bool hex = text[1] == 'x' || text[1] == 'X', binary_digits = text[1] == 'b' || text[1] == 'B';
      base = hex ? 16 : binary_digits ? 2 : 8;
      skip = base == 8 ? 1 : 2;
    }
    std::uint64_t value = 0;
    const auto result = std::from_chars(text.data() + skip, text.data() + text.size(), value, base);
    if (result.ec != std::errc{} || result.ptr != text.data() + text.size())
      fail(fmt::format("'{}' is no whole number", token.text));
    ++pos_;
    return wrap(value);
  }

  const std::vector<Token>& tokens_;
  Span place_;
  std::size_t pos_ = 0;
  int depth_ = 0;
};

Token number_token(const Token& like, bool value) {
  Token token = like;
  token.kind = TokenKind::kNumber;
  token.text = value ? "1" : "0";
  return token;
}

// defined X, defined(X) and __has_include(...) become numbers before macros are expanded.
std::vector<Token> resolve_defined(const std::vector<Token>& line, const Macros& macros) {
  std::vector<Token> out;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const auto text = [&](std::size_t k) {
      return k < line.size() ? std::string_view(line[k].text) : std::string_view();
    };
    if (line[i].text == "defined") {
      const bool bracket = text(i + 1) == "(";
      const std::size_t name = i + (bracket ? 2 : 1);
      out.push_back(number_token(line[i], macros.is_defined(std::string(text(name)))));
      i = name + (bracket ? 1 : 0);
    } else if (line[i].text == "__has_include" && text(i + 1) == "(") {
      std::string header;
      std::size_t k = i + 2;
      for (; k < line.size() && text(k) != ")"; ++k) {
        if (text(k) != "<" && text(k) != ">") header += text(k);
      }
      out.push_back(number_token(line[i], is_known_header(header)));
      i = k;
    } else {
      out.push_back(line[i]);
    }
  }
  return out;
}

}  // namespace

bool evaluate_condition(const std::vector<Token>& line, Macros& macros, Messages& messages, const Span& place) {
  const std::vector<Token> tokens = macros.expand(resolve_defined(line, macros));
  try {
    return Condition(tokens, place).value() != 0;
  } catch (const BadCondition& bad) {
    messages.error(bad.span, bad.message);
    return false;
  }
}

}  // namespace warpglass::lang
