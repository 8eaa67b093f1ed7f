// Whole-number formulas of named variables: `lane * 2 + (lane & 1)`, `n / width`, `width * (width + pad) * 4`.
// Operators as in C (+ - * / % & | ^ ~ ! << >> comparisons && || ?:), parentheses, min(a, b), max(a, b), decimal and
// hex numbers. 64-bit, wrapping; division by zero and shifts outside 0..63 are errors of the evaluation, never a crash.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace warpglass {

struct FormulaError {
  std::string message;       // one English sentence for the command line
  std::string key;           // stable id for the window's text table, e.g. "formula.unknown_name"
  std::string word;          // the offending name or token
  std::size_t position = 0;  // byte offset in the text
};

struct FormulaNode;  // formula_node.h

class Formula {
 public:
  // Parses; false and `error` filled when the text is not a formula. Length and nesting are bounded.
  static bool parse(const std::string& text, Formula& formula, FormulaError& error);
  // False and `error` filled when a variable is missing or the arithmetic is undefined.
  bool evaluate(const std::map<std::string, std::int64_t>& variables, std::int64_t& value, FormulaError& error) const;
  const std::string& text() const { return text_; }
  // Names it uses, each once.
  std::vector<std::string> names() const;

 private:
  std::string text_;
  std::shared_ptr<const FormulaNode> root_;
};

}  // namespace warpglass
