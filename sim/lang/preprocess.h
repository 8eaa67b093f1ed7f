// The preprocessor, seen from its own files only: macros.cpp expands, conditions.cpp evaluates #if, preprocess.cpp
// reads the lines. All work is counted against a budget, so no macro and no chain of includes runs away.
#pragma once

#include <deque>
#include <functional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "sim/lang/stages.h"

namespace warpglass::lang {

struct MacroToken {
  Token token;
  bool painted = false;  // met while its own macro was being expanded: never expanded again
};
using MacroTokens = std::vector<MacroToken>;

struct Macro {
  bool is_function = false;
  bool is_variadic = false;
  bool is_builtin = false;              // predefined here: may be redefined without a word
  std::vector<std::string> parameters;  // a variadic one's last is __VA_ARGS__ or its own name
  std::vector<Token> body;
};

class Macros {
 public:
  explicit Macros(Messages& messages) : messages_(messages) {}

  void define(const std::string& name, Macro macro) { table_[name] = std::move(macro); }
  void undefine(const std::string& name) { table_.erase(name); }
  bool is_defined(const std::string& name) const { return table_.count(name) != 0; }
  const Macro* find(const std::string& name) const;
  // A #define line without its "define".
  void define_line(const std::vector<Token>& line);
  void define_builtin(const CompileOptions& options);

  // All tokens with macros replaced. The tokens of a body carry the place of the outermost use.
  std::vector<Token> expand(const std::vector<Token>& tokens);
  bool exhausted() const { return exhausted_; }

 private:
  struct Frame {  // tokens still to be read; popping it switches its macro on again
    MacroTokens tokens;
    std::size_t next = 0;
    std::string macro;
  };
  class Stream;
  using Arguments = std::vector<MacroTokens>;

  void define_text(const std::string& text);
  MacroTokens expand_list(MacroTokens tokens, int depth);
  bool expand_one(Stream& stream, const MacroToken& name, int depth);
  bool read_arguments(Stream& stream, const Macro& macro, const Token& name, Arguments& arguments);
  MacroTokens substitute(const Macro& macro, const Token& use, const Arguments& arguments, int depth);
  void paste(MacroTokens& out, const MacroTokens& right, const Span& span);
  bool spend(std::size_t tokens, const Span& span);

  Messages& messages_;
  std::unordered_map<std::string, Macro> table_;
  std::unordered_map<std::string, int> active_;  // macros being expanded
  std::size_t spent_ = 0;
  bool exhausted_ = false;
};

// The value of an #if line (defined() already possible). Reports what is wrong and gives 0.
bool evaluate_condition(const std::vector<Token>& line, Macros& macros, Messages& messages, const Span& place);

bool is_known_header(const std::string& name);  // CUDA, C and C++ headers whose contents are built in

}  // namespace warpglass::lang
