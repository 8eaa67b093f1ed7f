// The lines of a source: directives are obeyed, the rest is expanded run by run and handed on.
// Headers of CUDA, C and C++ are built in; a quoted file is asked for from the caller; what is not found is skipped
// with a note and remembered, because a kernel may miss a name of it.
#include "sim/lang/preprocess.h"

#include <fmt/format.h>

#include <algorithm>

#include "sim/lang/device_headers.h"

namespace warpglass::lang {

namespace {

constexpr std::size_t kMaxTokens = 1'000'000;
constexpr std::size_t kMaxIncludeDepth = 32;
constexpr std::size_t kMaxIncludes = 500;
constexpr std::size_t kMaxIncludedBytes = 4u << 20;
constexpr std::size_t kMaxConditionals = 1000;

struct Conditional {
  Span span;    // of the #if
  bool active;  // this group's lines count
  bool taken;   // some group of this #if did
  bool outer;   // the lines around count
  bool else_seen = false;
};

class Preprocessor {
 public:
  Preprocessor(SourceSet& sources, const CompileOptions& options, Messages& messages,
               std::vector<SkippedInclude>& skipped)
      : sources_(sources), options_(options), messages_(messages), skipped_(skipped), macros_(messages) {
    macros_.define_builtin(options);
  }

  std::vector<Token> run() {
    const DeviceHeader* reductions = device_header("sm_80_rt.h");
    if (reductions && !sources_.files.empty() && sources_.files[0].text.find("__reduce_") != std::string::npos)
      bring(*reductions);
    file(0);
    flush();
    Token end;
    if (!sources_.files.empty()) end = lex(sources_.files[0].text, 0).back();
    out_.push_back(std::move(end));
    return std::move(out_);
  }

 private:
  bool active() const { return conditionals_.empty() || conditionals_.back().active; }
  bool too_much() const { return out_.size() + run_.size() > kMaxTokens; }

  void file(std::uint32_t index) {
    const std::vector<Token> tokens = lex(sources_.files[index].text, index);
    const std::size_t open = conditionals_.size();
    for (std::size_t i = 0; i < tokens.size() && tokens[i].kind != TokenKind::kEnd && !stopped_;) {
      if (tokens[i].at_line_start && tokens[i].text == "#" && tokens[i].kind == TokenKind::kPunctuator) {
        std::vector<Token> line;
        const Token& hash = tokens[i++];
        while (i < tokens.size() && tokens[i].kind != TokenKind::kEnd && !tokens[i].at_line_start)
          line.push_back(tokens[i++]);
        directive(hash, line);
      } else {
        if (active()) text(tokens[i]);
        ++i;
      }
    }
    while (conditionals_.size() > open) {
      messages_.error(conditionals_.back().span, "this conditional has no #endif");
      conditionals_.pop_back();
    }
  }

  void text(const Token& token) {
    if (token.kind == TokenKind::kPunctuator && token.text == "/*") {
      messages_.error(token.span, "this comment is never closed", "add */ where it ends");
      return;
    }
    if (token.kind == TokenKind::kIdentifier && token.text == "__LINE__") {
      run_.push_back(token);
      run_.back().kind = TokenKind::kNumber;
      run_.back().text = std::to_string(token.span.line);
    } else if (token.kind == TokenKind::kIdentifier && token.text == "__FILE__") {
      run_.push_back(token);
      run_.back().kind = TokenKind::kString;
      run_.back().text = "\"source\"";
    } else {
      run_.push_back(token);
    }
    if (!too_much() || stopped_) return;
    messages_.error(token.span, fmt::format("the source has more than {} tokens", kMaxTokens));
    stopped_ = true;
  }

  // Lines between two directives are expanded together: a macro's arguments may span lines.
  void flush() {
    std::vector<Token> expanded = macros_.expand(run_);
    run_.clear();
    for (std::size_t i = 0; i < expanded.size(); ++i) {
      if (out_.size() > kMaxTokens) {
        if (!stopped_)
          messages_.error(expanded[i].span,
                          fmt::format("the source has more than {} tokens after macro expansion", kMaxTokens));
        stopped_ = true;
        return;
      }
      if (expanded[i].text == "_Pragma" && i + 3 < expanded.size() && expanded[i + 2].kind == TokenKind::kString) {
        const std::string& quoted = expanded[i + 2].text;
        if (quoted.size() > 2) push_pragma(expanded[i], quoted.substr(1, quoted.size() - 2));
        i += 3;
        continue;
      }
      out_.push_back(std::move(expanded[i]));
    }
  }

  void push_pragma(const Token& place, std::string text) {
    if (text.rfind("unroll", 0) != 0 && text.rfind("nounroll", 0) != 0) return;
    Token token = place;
    token.kind = TokenKind::kPragma;
    token.text = std::move(text);
    out_.push_back(std::move(token));
  }

  void directive(const Token& hash, std::vector<Token>& line) {
    if (line.empty() || line[0].kind == TokenKind::kNumber) return;  // "#" alone, and line markers
    const std::string name = line[0].text;
    const Span span = line[0].span;
    line.erase(line.begin());
    if (conditional(name, span, line) || !active()) return;
    if (name == "define") {
      flush();
      macros_.define_line(line);
    } else if (name == "undef") {
      flush();
      if (line.empty() || line[0].kind != TokenKind::kIdentifier) return messages_.error(span, "#undef needs a name");
      macros_.undefine(line[0].text);
    } else if (name == "include" || name == "include_next" || name == "import") {
      flush();
      include(span, line);
    } else if (name == "pragma") {
      flush();
      pragma(hash, line);
    } else if (name == "error") {
      messages_.error(span, fmt::format("#error: {}", rest_of(line)));
    } else if (name == "warning") {
      messages_.note(span, fmt::format("#warning: {}", rest_of(line)));
    } else if (name != "line" && name != "ident") {
      messages_.error(span, fmt::format("'#{}' is no directive", name));
    }
  }

  static std::string rest_of(const std::vector<Token>& line) {
    std::string text;
    for (const Token& token : line) {
      if (!text.empty() && token.space_before) text += ' ';
      text += token.text;
      if (text.size() > 200) break;
    }
    return text;
  }

  // #if and its kin, which count in skipped groups too. False: another directive.
  bool conditional(const std::string& name, const Span& span, const std::vector<Token>& line) {
    if (name == "if" || name == "ifdef" || name == "ifndef") {
      flush();
      open_conditional(name, span, line);
    } else if (name == "elif" || name == "else" || name == "elifdef" || name == "elifndef") {
      flush();
      next_group(name, span, line);
    } else if (name == "endif") {
      flush();
      if (conditionals_.empty()) messages_.error(span, "#endif without #if");
      if (!conditionals_.empty()) conditionals_.pop_back();
    } else {
      return false;
    }
    return true;
  }

  bool test(const std::string& name, const Span& span, const std::vector<Token>& line) {
    if (name == "if" || name == "elif") {
      if (line.empty()) return messages_.error(span, fmt::format("#{} needs a condition", name)), false;
      return evaluate_condition(line, macros_, messages_, span);
    }
    if (line.empty() || line[0].kind != TokenKind::kIdentifier)
      return messages_.error(span, fmt::format("#{} needs a name", name)), false;
    const bool negated = name == "ifndef" || name == "elifndef";
    return macros_.is_defined(line[0].text) != negated;
  }

  void open_conditional(const std::string& name, const Span& span, const std::vector<Token>& line) {
    const bool outer = active();
    if (conditionals_.size() >= kMaxConditionals) {
      messages_.error(span, fmt::format("conditionals are nested more than {} levels deep", kMaxConditionals));
      stopped_ = true;
      return;
    }
    const bool value = outer && test(name, span, line);
    conditionals_.push_back({span, value, value, outer});
  }

  void next_group(const std::string& name, const Span& span, const std::vector<Token>& line) {
    if (conditionals_.empty()) return messages_.error(span, fmt::format("#{} without #if", name));
    Conditional& top = conditionals_.back();
    if (top.else_seen) messages_.error(span, fmt::format("#{} after #else", name));
    if (name == "else") top.else_seen = true;
    top.active = top.outer && !top.taken && (name == "else" || test(name, span, line));
    top.taken = top.taken || top.active;
  }

  void pragma(const Token& hash, const std::vector<Token>& line) {
    if (line.empty()) return;
    if (line[0].text == "once") {
      once_.insert(sources_.files[hash.span.file].name);
      return;
    }
    if (line[0].text != "unroll" && line[0].text != "nounroll") return;
    Token place = hash;
    push_pragma(place, rest_of(macros_.expand(line)));
  }

  void include(const Span& span, std::vector<Token> line) {
    if (!line.empty() && line[0].kind == TokenKind::kIdentifier) line = macros_.expand(line);
    std::string name;
    const bool quoted = !line.empty() && line[0].kind == TokenKind::kString && line[0].text.size() >= 2;
    if (quoted) {
      name = line[0].text.substr(1, line[0].text.size() - 2);
    } else if (!line.empty() && line[0].text == "<") {
      for (std::size_t i = 1; i < line.size() && line[i].text != ">"; ++i) name += line[i].text;
    }
    if (name.empty()) return messages_.error(span, "#include needs a file in quotes or in angle brackets");
    if (quoted && options_.include && follow(name, line[0].span)) return;
    if (const DeviceHeader* header = device_header(name)) return bring(*header);
    if (is_known_header(name)) return;
    skipped_.push_back({name, line[0].span});
    messages_.note(line[0].span, fmt::format("the header '{}' was not found and is skipped", name));
  }

  // A header whose text is built in.
  void bring(const DeviceHeader& header) {
    if (!brought_.insert(header.key).second) return;
    flush();
    const auto index = static_cast<std::uint32_t>(sources_.files.size());
    sources_.files.push_back({std::string(header.key), std::string(header.text)});
    ++depth_;
    file(index);
    flush();
    --depth_;
  }

  bool follow(const std::string& name, const Span& span) {
    if (once_.count(name) != 0) return true;
    if (depth_ >= kMaxIncludeDepth || ++includes_ > kMaxIncludes) {
      messages_.error(
          span,
          fmt::format("files include each other more than {} levels deep or {} times", kMaxIncludeDepth, kMaxIncludes),
          "put #pragma once at the top of the header");
      stopped_ = true;
      return true;
    }
    std::optional<std::string> bytes = options_.include(name);
    if (!bytes) return false;
    included_bytes_ += bytes->size();
    if (included_bytes_ > kMaxIncludedBytes) {
      messages_.error(span, fmt::format("the included files have more than {} bytes", kMaxIncludedBytes));
      stopped_ = true;
      return true;
    }
    const auto index = static_cast<std::uint32_t>(sources_.files.size());
    sources_.files.push_back({name, decode_source(*bytes, messages_)});
    ++depth_;
    file(index);
    flush();
    --depth_;
    return true;
  }

  SourceSet& sources_;
  const CompileOptions& options_;
  Messages& messages_;
  std::vector<SkippedInclude>& skipped_;
  Macros macros_;
  std::vector<Token> out_;
  std::vector<Token> run_;  // tokens since the last directive, not yet expanded
  std::vector<Conditional> conditionals_;
  std::unordered_set<std::string> once_;
  std::unordered_set<std::string_view> brought_;
  std::size_t depth_ = 0, includes_ = 0, included_bytes_ = 0;
  bool stopped_ = false;
};

const std::unordered_set<std::string>& known_headers() {
  static const std::unordered_set<std::string> set = {
      // CUDA
      "cuda.h", "cuda_runtime.h", "cuda_runtime_api.h", "device_launch_parameters.h", "device_functions.h",
      "math_functions.h", "device_atomic_functions.h", "sm_20_atomic_functions.h", "sm_30_intrinsics.h",
      "math_constants.h", "vector_types.h", "vector_functions.h", "builtin_types.h", "host_defines.h", "driver_types.h",
      "channel_descriptor.h", "cuda_fp16.h", "cuda_fp16.hpp", "cuda_bf16.h", "cooperative_groups.h",
      "cuda_profiler_api.h", "nvToolsExt.h", "cuda_texture_types.h", "texture_types.h", "texture_fetch_functions.h",
      "common_functions.h", "crt/host_defines.h", "crt/device_functions.h",
      // C
      "assert.h", "ctype.h", "errno.h", "fenv.h", "float.h", "inttypes.h", "limits.h", "locale.h", "math.h", "memory.h",
      "malloc.h", "setjmp.h", "signal.h", "stdarg.h", "stdbool.h", "stddef.h", "stdint.h", "stdio.h", "stdlib.h",
      "string.h", "strings.h", "time.h", "unistd.h", "windows.h", "Windows.h", "conio.h", "sys/time.h", "sys/types.h",
      "sys/stat.h", "sys/resource.h", "getopt.h", "omp.h", "pthread.h", "wchar.h", "values.h", "iso646.h",
      // C++
      "algorithm", "array", "atomic", "bit", "bitset", "cassert", "cctype", "cerrno", "cfloat", "chrono", "cinttypes",
      "climits", "cmath", "complex", "concepts", "condition_variable", "csignal", "cstdarg", "cstddef", "cstdint",
      "cstdio", "cstdlib", "cstring", "ctime", "cwchar", "deque", "exception", "execution", "filesystem",
      "forward_list", "fstream", "functional", "future", "initializer_list", "iomanip", "ios", "iosfwd", "iostream",
      "istream", "iterator", "limits", "list", "locale", "map", "memory", "mutex", "new", "numbers", "numeric",
      "optional", "ostream", "queue", "random", "ranges", "ratio", "regex", "set", "span", "sstream", "stack",
      "stdexcept", "streambuf", "string", "string_view", "system_error", "thread", "tuple", "type_traits", "typeinfo",
      "unordered_map", "unordered_set", "utility", "valarray", "variant", "vector", "version", "bits/stdc++.h"};
  return set;
}

}  // namespace

bool is_known_header(const std::string& name) { return known_headers().count(name) != 0; }

std::vector<Token> preprocess(SourceSet& sources, const CompileOptions& options, Messages& messages,
                              std::vector<SkippedInclude>& skipped) {
  return Preprocessor(sources, options, messages, skipped).run();
}

}  // namespace warpglass::lang
