// Macros: their table, what the CUDA and C headers would define, and expansion.
// Expansion reads from a stack of token lists. A macro is off while its own list is on the stack, and a token that
// names it then is painted for good: recursion ends. Every token moved is counted; past the budget nothing expands any
// more.
#include <fmt/format.h>

#include <algorithm>

#include "sim/lang/preprocess.h"

namespace warpglass::lang {

namespace {

constexpr std::size_t kMaxWork = 4'000'000;  // tokens moved
constexpr int kMaxDepth = 100;               // arguments within arguments
constexpr std::size_t kMaxTokenBytes = 16 * 1024;

// NAN and INFINITY are numbers no lexer makes; parse_primary.cpp knows them.
constexpr const char* kBuiltin = R"(
__CUDACC__ 1
__NVCC__ 1
__CUDA_ARCH__ 900
__CUDACC_VER_MAJOR__ 12
__CUDACC_VER_MINOR__ 8
CUDART_VERSION 12080
CUDA_VERSION 12080
__cplusplus 201703L
__linux__ 1
__x86_64__ 1
__LP64__ 1
__GNUC__ 12
__func__ ""
__FUNCTION__ ""
__PRETTY_FUNCTION__ ""
NULL nullptr
CHAR_BIT 8
SCHAR_MIN (-128)
SCHAR_MAX 127
CHAR_MIN (-128)
CHAR_MAX 127
UCHAR_MAX 255
SHRT_MIN (-32768)
SHRT_MAX 32767
USHRT_MAX 65535
INT_MIN (-2147483647-1)
INT_MAX 2147483647
UINT_MAX 4294967295U
LONG_MIN (-9223372036854775807L-1)
LONG_MAX 9223372036854775807L
ULONG_MAX 18446744073709551615UL
LLONG_MIN (-9223372036854775807LL-1)
LLONG_MAX 9223372036854775807LL
ULLONG_MAX 18446744073709551615ULL
INT8_MIN (-128)
INT8_MAX 127
UINT8_MAX 255
INT16_MIN (-32768)
INT16_MAX 32767
UINT16_MAX 65535
INT32_MIN (-2147483647-1)
INT32_MAX 2147483647
UINT32_MAX 4294967295U
INT64_MIN (-9223372036854775807L-1)
INT64_MAX 9223372036854775807L
UINT64_MAX 18446744073709551615UL
SIZE_MAX 18446744073709551615UL
FLT_MAX 3.402823466e+38f
FLT_MIN 1.175494351e-38f
FLT_EPSILON 1.192092896e-07f
FLT_DIG 6
FLT_MANT_DIG 24
DBL_MAX 1.7976931348623157e+308
DBL_MIN 2.2250738585072014e-308
DBL_EPSILON 2.2204460492503131e-16
DBL_DIG 15
M_E 2.71828182845904523536
M_LOG2E 1.44269504088896340736
M_LOG10E 0.43429448190325182765
M_LN2 0.69314718055994530942
M_LN10 2.30258509299404568402
M_PI 3.14159265358979323846
M_PI_2 1.57079632679489661923
M_PI_4 0.78539816339744830962
M_1_PI 0.31830988618379067154
M_2_PI 0.63661977236758134308
M_2_SQRTPI 1.12837916709551257390
M_SQRT2 1.41421356237309504880
M_SQRT1_2 0.70710678118654752440
CUDART_PI_F 3.141592654f
CUDART_PI 3.1415926535897931e+0
RAND_MAX 2147483647
EOF (-1)
EXIT_SUCCESS 0
EXIT_FAILURE 1
)";

struct RealName {
  const char* name;
  const char* number;
};
constexpr RealName kReals[] = {{"INFINITY", "inff"},     {"HUGE_VALF", "inff"},    {"HUGE_VAL", "inf"},
                               {"NAN", "nanf"},          {"CUDART_INF_F", "inff"}, {"CUDART_INF", "inf"},
                               {"CUDART_NAN_F", "nanf"}, {"CUDART_NAN", "nan"}};

bool is_text(const Token& token, std::string_view text) {
  return token.text == text && (token.kind == TokenKind::kPunctuator || token.kind == TokenKind::kIdentifier);
}

// What a list costs: long tokens count more, so that their copies stay bounded too.
std::size_t cost_of(const MacroTokens& tokens) {
  std::size_t cost = tokens.size();
  for (const MacroToken& item : tokens) cost += item.token.text.size() / 32;
  return cost;
}

// The tokens of one argument as a string literal.
Token stringize(const MacroTokens& argument, const Token& hash) {
  Token token;
  token.kind = TokenKind::kString;
  token.text = "\"";
  for (std::size_t i = 0; i < argument.size() && token.text.size() < kMaxTokenBytes; ++i) {
    if (i > 0 && argument[i].token.space_before) token.text += ' ';
    const bool quoted = argument[i].token.kind == TokenKind::kString || argument[i].token.kind == TokenKind::kCharacter;
    for (const char c : argument[i].token.text) {
      if (quoted && (c == '"' || c == '\\')) token.text += '\\';
      token.text += c;
    }
  }
  token.text += "\"";
  token.space_before = hash.space_before;
  return token;
}

}  // namespace

// What is being read: a stack of lists. Reading past a list switches its macro on again.
class Macros::Stream {
 public:
  Stream(MacroTokens tokens, std::unordered_map<std::string, int>& active) : active_(active) {
    frames_.push_back({std::move(tokens), 0, {}});
  }
  ~Stream() {
    while (!frames_.empty()) pop();
  }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  bool next(MacroToken& token) {
    drop_finished();
    if (frames_.empty()) return false;
    token = std::move(frames_.back().tokens[frames_.back().next++]);
    return true;
  }

  const MacroToken* peek() {
    drop_finished();
    return frames_.empty() ? nullptr : &frames_.back().tokens[frames_.back().next];
  }

  void push(MacroTokens tokens, const std::string& macro) {
    ++active_[macro];
    frames_.push_back({std::move(tokens), 0, macro});
  }

 private:
  void pop() {
    if (!frames_.back().macro.empty()) --active_[frames_.back().macro];
    frames_.pop_back();
  }
  void drop_finished() {
    while (!frames_.empty() && frames_.back().next >= frames_.back().tokens.size()) pop();
  }

  std::unordered_map<std::string, int>& active_;
  std::vector<Frame> frames_;
};

const Macro* Macros::find(const std::string& name) const {
  const auto found = table_.find(name);
  return found == table_.end() ? nullptr : &found->second;
}

void Macros::define_text(const std::string& text) {
  std::vector<Token> tokens = lex(text, 0);
  tokens.pop_back();
  for (Token& token : tokens) token.span = token.origin = Span{};
  if (tokens.empty()) return;
  Macro macro;
  macro.is_builtin = true;
  macro.body.assign(tokens.begin() + 1, tokens.end());
  define(tokens.front().text, std::move(macro));
}

void Macros::define_builtin(const CompileOptions& options) {
  const std::string text = kBuiltin;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    define_text(text.substr(begin, end - begin));
    begin = end + 1;
  }
  for (const RealName& real : kReals) {
    Macro macro;
    macro.is_builtin = true;
    Token token;
    token.kind = TokenKind::kNumber;
    token.text = real.number;
    macro.body.push_back(std::move(token));
    define(real.name, std::move(macro));
  }
  for (const auto& [name, value] : options.defines) {
    const std::vector<Token> head = lex(name, 0);
    if (head.size() != 2 || head[0].kind != TokenKind::kIdentifier) {
      messages_.error({}, fmt::format("-D {}: this is not a name of a macro", name));
      continue;
    }
    define_text(name + " " + value);
  }
}

// name [ "(" parameters ")" ] body
void Macros::define_line(const std::vector<Token>& line) {
  if (line.empty() || line[0].kind != TokenKind::kIdentifier) {
    const Span place = line.empty() ? Span{} : line[0].span;
    return messages_.error(place, "#define needs a name");
  }
  if (line[0].text == "defined") return messages_.error(line[0].span, "'defined' cannot be a macro");
  Macro macro;
  std::size_t i = 1;
  if (i < line.size() && is_text(line[i], "(") && !line[i].space_before) {
    macro.is_function = true;
    ++i;
    while (i < line.size() && !is_text(line[i], ")")) {
      if (is_text(line[i], "...")) {
        macro.is_variadic = true;
        macro.parameters.emplace_back("__VA_ARGS__");
      } else if (line[i].kind == TokenKind::kIdentifier) {
        macro.parameters.push_back(line[i].text);
        if (i + 1 < line.size() && is_text(line[i + 1], "...")) macro.is_variadic = true, ++i;
      } else {
        return messages_.error(line[i].span,
                               fmt::format("the parameters of macro '{}' are names with commas between", line[0].text));
      }
      if (++i < line.size() && is_text(line[i], ",")) ++i;
    }
    if (i >= line.size())
      return messages_.error(line[0].span, fmt::format("macro '{}' has no ')' after its parameters", line[0].text));
    ++i;
  }
  macro.body.assign(line.begin() + static_cast<std::ptrdiff_t>(i), line.end());
  define(line[0].text, std::move(macro));
}

bool Macros::spend(std::size_t tokens, const Span& span) {
  spent_ += tokens + 1;
  if (spent_ <= kMaxWork) return true;
  if (!exhausted_) {
    messages_.error(span, fmt::format("macro expansion took more than {} steps and was stopped here", kMaxWork),
                    "a macro grows with every use: write it as a function");
  }
  exhausted_ = true;
  return false;
}

std::vector<Token> Macros::expand(const std::vector<Token>& tokens) {
  const bool any = std::any_of(tokens.begin(), tokens.end(), [this](const Token& token) {
    return token.kind == TokenKind::kIdentifier && table_.count(token.text) != 0;
  });
  if (!any || exhausted_) return tokens;
  MacroTokens list;
  list.reserve(tokens.size());
  for (const Token& token : tokens) list.push_back({token, false});
  list = expand_list(std::move(list), 0);
  std::vector<Token> out;
  out.reserve(list.size());
  for (MacroToken& item : list) out.push_back(std::move(item.token));
  return out;
}

MacroTokens Macros::expand_list(MacroTokens tokens, int depth) {
  MacroTokens out;
  Stream stream(std::move(tokens), active_);
  MacroToken item;
  while (stream.next(item)) {
    if (item.token.kind == TokenKind::kIdentifier && !item.painted && !exhausted_) {
      if (expand_one(stream, item, depth)) continue;
    }
    out.push_back(std::move(item));
  }
  return out;
}

// False: the name stays as it is (painted when its macro is off).
bool Macros::expand_one(Stream& stream, const MacroToken& name, int depth) {
  const Token use = name.token;
  const auto found = table_.find(use.text);
  if (found == table_.end()) return false;
  const Macro& macro = found->second;
  const auto active = active_.find(use.text);
  if (active != active_.end() && active->second > 0) {
    const_cast<MacroToken&>(name).painted = true;
    return false;
  }
  Arguments arguments;
  if (macro.is_function) {
    const MacroToken* next = stream.peek();
    if (next == nullptr || !is_text(next->token, "(")) return false;
    if (depth > kMaxDepth) {
      messages_.error(use.span,
                      fmt::format("macros are used within macros' arguments more than {} levels deep", kMaxDepth));
      exhausted_ = true;
      return false;
    }
    if (!read_arguments(stream, macro, use, arguments)) return true;
  }
  MacroTokens body = substitute(macro, use, arguments, depth);
  if (!spend(cost_of(body), use.span)) return true;
  if (!body.empty()) {
    body.front().token.at_line_start = use.at_line_start;
    body.front().token.space_before = use.space_before;
  }
  stream.push(std::move(body), use.text);
  return true;
}

bool Macros::read_arguments(Stream& stream, const Macro& macro, const Token& name, Arguments& arguments) {
  MacroToken item;
  stream.next(item);  // "("
  arguments.emplace_back();
  int depth = 0;
  bool closed = false;
  std::size_t read = 0;
  while (!closed && stream.next(item)) {
    ++read;
    const std::string& text = item.token.text;
    const bool punctuator = item.token.kind == TokenKind::kPunctuator;
    const bool in_rest = macro.is_variadic && arguments.size() >= macro.parameters.size();
    if (punctuator && text == ")" && depth == 0) {
      closed = true;
    } else if (punctuator && text == "," && depth == 0 && !in_rest) {
      arguments.emplace_back();
    } else {
      if (punctuator && (text == "(" || text == "[" || text == "{")) depth += text == "(" ? 1 : 0;
      if (punctuator && text == ")") --depth;
      if (item.token.span.line != name.span.line || item.token.span.file != name.span.file) item.token.span = name.span;
      arguments.back().push_back(std::move(item));
    }
  }
  if (!spend(read, name.span)) return false;
  if (!closed) {
    messages_.error(name.span, fmt::format("the use of macro '{}' has no ')'", name.text));
    return false;
  }
  const std::size_t want = macro.parameters.size();
  if (want == 0 && arguments.size() == 1 && arguments[0].empty()) arguments.clear();
  if (macro.is_variadic && arguments.size() + 1 == want) arguments.emplace_back();
  if (arguments.size() == want) return true;
  messages_.error(name.span, fmt::format("macro '{}' takes {} argument{}, not {}", name.text, want,
                                         want == 1 ? "" : "s", arguments.size()));
  return false;
}

// Glues the first token of `right` to the last of `out`.
void Macros::paste(MacroTokens& out, const MacroTokens& right, const Span& span) {
  if (right.empty()) return;
  if (out.empty()) {
    out.insert(out.end(), right.begin(), right.end());
    return;
  }
  const std::string text = out.back().token.text + right.front().token.text;
  if (text.size() > kMaxTokenBytes) {
    if (!exhausted_) messages_.error(span, fmt::format("'##' makes a word of more than {} characters", kMaxTokenBytes));
    exhausted_ = true;
    return;
  }
  const std::vector<Token> made = lex(text, 0);
  const bool comma = out.back().token.text == ",";  // GNU: , ## __VA_ARGS__
  if (made.size() == 2 && !comma) {
    out.back().token.kind = made[0].kind;
    out.back().token.text = made[0].text;
    out.back().painted = false;
    out.insert(out.end(), right.begin() + 1, right.end());
    return;
  }
  if (!comma)
    messages_.error(span, fmt::format("'##' cannot glue '{}' and '{}' into one word",
                                      out.back().token.text.substr(0, 40), right.front().token.text.substr(0, 40)));
  out.insert(out.end(), right.begin(), right.end());
}

MacroTokens Macros::substitute(const Macro& macro, const Token& use, const Arguments& arguments, int depth) {
  const std::vector<Token>& body = macro.body;
  const auto parameter = [&](const Token& token) -> const MacroTokens* {
    if (token.kind != TokenKind::kIdentifier || !macro.is_function) return nullptr;
    const auto found = std::find(macro.parameters.begin(), macro.parameters.end(), token.text);
    return found == macro.parameters.end() ? nullptr
                                           : &arguments[static_cast<std::size_t>(found - macro.parameters.begin())];
  };
  std::unordered_map<const MacroTokens*, MacroTokens> expanded;
  MacroTokens out;
  for (std::size_t i = 0; i < body.size(); ++i) {
    if (!spend(1, use.span)) return out;
    const bool glue = is_text(body[i], "##") && i + 1 < body.size() && i > 0;
    const std::size_t at = glue ? i + 1 : i;
    const MacroTokens* argument = parameter(body[at]);
    MacroTokens piece;
    if (macro.is_function && is_text(body[at], "#") && at + 1 < body.size() && parameter(body[at + 1]) != nullptr) {
      piece.push_back({stringize(*parameter(body[at + 1]), body[at]), false});
      piece.back().token.span = use.span;
      i = at + 1;
    } else if (argument != nullptr) {
      const bool raw = glue || (at + 1 < body.size() && is_text(body[at + 1], "##"));
      if (!raw && expanded.count(argument) == 0) expanded[argument] = expand_list(*argument, depth + 1);
      piece = raw ? *argument : expanded[argument];
      if (!piece.empty()) piece.front().token.space_before = body[at].space_before;
      if (!spend(cost_of(piece), use.span)) return out;
      i = at;
    } else {
      piece.push_back({body[at], false});
      piece.back().token.span = use.span;
      i = at;
    }
    for (MacroToken& token : piece) token.token.at_line_start = false;
    if (!glue) {
      out.insert(out.end(), std::make_move_iterator(piece.begin()), std::make_move_iterator(piece.end()));
      continue;
    }
    const bool drop_comma = argument != nullptr && piece.empty() && macro.is_variadic && !out.empty() &&
                            is_text(out.back().token, ",") && body[at].text == macro.parameters.back();
    if (drop_comma) out.pop_back();
    paste(out, piece, use.span);
  }
  return out;
}

}  // namespace warpglass::lang
