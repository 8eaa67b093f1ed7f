// The grammar of formulas: precedence climbing into a small tree, the rule above each function.
// Text is at most kLongestText bytes and nesting at most kDeepest, so neither can exhaust the stack.
#include <algorithm>
#include <array>
#include <limits>
#include <string_view>

#include <fmt/format.h>

#include "app/scene/formula.h"
#include "app/scene/formula_node.h"

namespace warpglass {
namespace {

using Op = FormulaOp;

constexpr std::size_t kLongestText = 1024;
constexpr int kDeepest = 64;

struct Binary {
  std::string_view token;
  int level;  // higher binds tighter
  Op op;
};
// Longer tokens first, so that "<<" is not read as "<".
constexpr std::array<Binary, 18> kBinary = {{{"<<", 8, Op::kShl},
                                             {">>", 8, Op::kShr},
                                             {"<=", 7, Op::kLe},
                                             {">=", 7, Op::kGe},
                                             {"==", 6, Op::kEq},
                                             {"!=", 6, Op::kNe},
                                             {"&&", 2, Op::kAndAnd},
                                             {"||", 1, Op::kOrOr},
                                             {"*", 10, Op::kMul},
                                             {"/", 10, Op::kDiv},
                                             {"%", 10, Op::kRem},
                                             {"+", 9, Op::kAdd},
                                             {"-", 9, Op::kSub},
                                             {"<", 7, Op::kLt},
                                             {">", 7, Op::kGt},
                                             {"&", 5, Op::kAnd},
                                             {"^", 4, Op::kXor},
                                             {"|", 3, Op::kOr}}};

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_name_start(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

int digit_value(char c) {
  if (is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return 99;
}

// A whole UTF-8 character, so that a message never cuts one in half.
std::string character_at(const std::string& text, std::size_t at) {
  std::size_t end = at + 1;
  while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) ++end;
  return text.substr(at, end - at);
}

class Parser {
 public:
  using Pointer = std::shared_ptr<const FormulaNode>;
  Parser(const std::string& text, FormulaError& error) : text_(text), error_(error) {}

  // formula: conditional end
  Pointer whole() {
    if (text_.size() > kLongestText)
      return fail("formula.too_long", fmt::format("A formula may have at most {} characters.", kLongestText), "", 0);
    Pointer root = conditional(0);
    skip();
    if (root && at_ < text_.size()) return unexpected();
    return root;
  }

 private:
  Pointer fail(const char* key, std::string message, std::string word, std::size_t position) {
    error_ = {std::move(message), key, std::move(word), position};
    return nullptr;
  }

  Pointer unexpected() {
    if (at_ >= text_.size())
      return fail("formula.ends", "The formula ends where a value was expected.", "", text_.size());
    const std::string word = character_at(text_, at_);
    return fail("formula.unexpected", fmt::format("\"{}\" does not fit here in the formula.", word), word, at_);
  }

  void skip() {
    while (at_ < text_.size() && is_space(text_[at_])) ++at_;
  }

  bool take(std::string_view token) {
    skip();
    if (text_.compare(at_, token.size(), token) != 0) return false;
    at_ += token.size();
    return true;
  }

  static Pointer node(Op op, std::size_t position, std::vector<Pointer> operand) {
    auto made = std::make_shared<FormulaNode>();
    made->op = op;
    made->position = position;
    made->operand = std::move(operand);
    return made;
  }

  // conditional: binary [ "?" conditional ":" conditional ]
  Pointer conditional(int depth) {
    if (depth > kDeepest)
      return fail("formula.too_deep", fmt::format("A formula may nest at most {} levels.", kDeepest), "", at_);
    Pointer test = binary(1, depth);
    skip();
    const std::size_t position = at_;
    if (!test || !take("?")) return test;
    Pointer yes = conditional(depth + 1);
    if (!yes) return yes;
    if (!take(":")) return unexpected();
    Pointer no = conditional(depth + 1);
    return no ? node(Op::kChoose, position, {test, yes, no}) : no;
  }

  const Binary* operator_here(int least) {
    skip();
    for (const Binary& binary : kBinary)
      if (text_.compare(at_, binary.token.size(), binary.token) == 0) return binary.level >= least ? &binary : nullptr;
    return nullptr;
  }

  // binary: unary { operator binary-of-a-higher-level }
  Pointer binary(int least, int depth) {
    Pointer left = unary(depth);
    while (left) {
      const Binary* found = operator_here(least);
      if (found == nullptr) break;
      const std::size_t position = at_;
      at_ += found->token.size();
      Pointer right = binary(found->level + 1, depth);
      if (!right) return right;
      left = node(found->op, position, {left, right});
    }
    return left;
  }

  // unary: { "-" | "+" | "~" | "!" } primary
  Pointer unary(int depth) {
    if (depth > kDeepest)
      return fail("formula.too_deep", fmt::format("A formula may nest at most {} levels.", kDeepest), "", at_);
    skip();
    const std::size_t position = at_;
    Op op = Op::kNumber;
    if (take("+")) return unary(depth + 1);
    if (take("-"))
      op = Op::kNegate;
    else if (take("~"))
      op = Op::kInvert;
    else if (take("!"))
      op = Op::kNot;
    else
      return primary(depth);
    Pointer operand = unary(depth + 1);
    return operand ? node(op, position, {operand}) : operand;
  }

  // primary: number | name | ("min" | "max") "(" conditional "," conditional ")" | "(" conditional ")"
  Pointer primary(int depth) {
    skip();
    if (at_ >= text_.size()) return unexpected();
    if (is_digit(text_[at_])) return number();
    if (is_name_start(text_[at_])) return name(depth);
    if (!take("(")) return unexpected();
    Pointer inside = conditional(depth + 1);
    if (inside && !take(")")) return unclosed();
    return inside;
  }

  Pointer unclosed() {
    skip();
    if (at_ < text_.size()) return unexpected();
    return fail("formula.unclosed", "A \")\" is missing at the end of the formula.", ")", text_.size());
  }

  Pointer number() {
    const std::size_t start = at_;
    int base = 10;
    if (text_[at_] == '0' && at_ + 1 < text_.size() && (text_[at_ + 1] | 0x20) == 'x') {
      base = 16;
      at_ += 2;
    }
    const std::size_t first = at_;
    std::uint64_t value = 0;
    for (; at_ < text_.size() && digit_value(text_[at_]) < base; ++at_) {
      const auto digit = static_cast<std::uint64_t>(digit_value(text_[at_]));
      if (value > (std::uint64_t{std::numeric_limits<std::int64_t>::max()} - digit) / static_cast<unsigned>(base))
        return fail("formula.too_large", "A number in the formula needs more than 63 bits.", "", start);
      value = value * static_cast<unsigned>(base) + digit;
    }
    if (at_ == first ||
        (at_ < text_.size() && (is_name_start(text_[at_]) || is_digit(text_[at_]) || text_[at_] == '.'))) {
      const std::string word = text_.substr(start, std::min(at_ + 1, text_.size()) - start);
      return fail("formula.bad_number", fmt::format("\"{}\" is not a whole number.", word), word, start);
    }
    auto made = std::make_shared<FormulaNode>();
    made->value = static_cast<std::int64_t>(value);
    made->position = start;
    return made;
  }

  Pointer name(int depth) {
    const std::size_t start = at_;
    while (at_ < text_.size() && (is_name_start(text_[at_]) || is_digit(text_[at_]))) ++at_;
    std::string word = text_.substr(start, at_ - start);
    skip();
    if (at_ < text_.size() && text_[at_] == '(') return function(word, start, depth);
    auto made = std::make_shared<FormulaNode>();
    made->op = Op::kName;
    made->name = std::move(word);
    made->position = start;
    return made;
  }

  Pointer function(const std::string& word, std::size_t start, int depth) {
    if (word != "min" && word != "max")
      return fail("formula.unknown_function",
                  fmt::format("There is no function \"{}\"; min(a, b) and max(a, b) are known.", word), word, start);
    take("(");
    Pointer first = conditional(depth + 1);
    if (!first) return first;
    if (!take(",")) return unexpected();
    Pointer second = conditional(depth + 1);
    if (!second) return second;
    if (!take(")")) return unclosed();
    return node(word == "min" ? Op::kMin : Op::kMax, start, {first, second});
  }

  const std::string& text_;
  FormulaError& error_;
  std::size_t at_ = 0;
};

}  // namespace

bool Formula::parse(const std::string& text, Formula& formula, FormulaError& error) {
  auto root = Parser(text, error).whole();
  if (!root) return false;
  formula.text_ = text;
  formula.root_ = std::move(root);
  return true;
}

}  // namespace warpglass
