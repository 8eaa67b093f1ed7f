// The stages of the front end and what each hands to the next; compile.cpp calls them in this order.
//   bytes --decode--> text --lex, preprocess--> tokens --parse--> ast.h --check--> typed.h --lower--> program.h
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "sim/lang/ast.h"
#include "sim/lang/compile.h"
#include "sim/lang/token.h"
#include "sim/lang/typed.h"

namespace warpglass::lang {

// Collects diagnostics; keeps at most 20 errors, one per place, and says when there were more.
class Messages {
 public:
  void error(const Span& span, std::string message, std::string note = {});
  void note(const Span& span, std::string message);
  void add(Diagnostic diagnostic);  // one that was made elsewhere (Decl::refusals)
  bool has_errors() const { return errors_ > 0; }
  bool full() const { return errors_ >= 20; }
  std::vector<Diagnostic> take() { return std::move(list_); }
  const std::vector<Diagnostic>& list() const { return list_; }

 private:
  std::vector<Diagnostic> list_;
  int errors_ = 0;
};

// Bytes to UTF-8 text with \n line ends: BOM, CRLF, CP949 or Latin-1, a Markdown fence (kept as blank lines so that
// lines stay).
std::string decode_source(const std::string& bytes, Messages& messages);

// Text of file 0 to tokens with macros expanded and includes followed; adds included files to `sources`.
std::vector<Token> preprocess(SourceSet& sources, const CompileOptions& options, Messages& messages,
                              std::vector<SkippedInclude>& skipped);

// Tokens to a tree. Host function bodies are skipped; anything outside the subset is named once, where it stands.
std::shared_ptr<TranslationUnit> parse(SourceSet sources, const std::vector<Token>& tokens, Messages& messages);

// Launches in host code, found in the tokens.
std::vector<HostLaunch> find_host_launches(const std::vector<Token>& tokens, const TranslationUnit& unit);

// The kernel named "k" or "k<32, float>" (empty: the only one) with everything it reaches. Null when there were errors.
std::unique_ptr<TypedKernel> check_kernel(const TranslationUnit& unit, const std::string& kernel, Messages& messages);

// Register code of a typed kernel. Null when there were errors (too large, recursion without bound of locals, ...).
std::unique_ptr<Program> lower_kernel(const TypedKernel& kernel, Messages& messages);

}  // namespace warpglass::lang
