// The parser's tools: tokens, messages, names. The grammar is in the parse_*.cpp files.
#include "sim/lang/parser.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

namespace warpglass::lang {

namespace {

constexpr int kMaxDepth = 200;
constexpr std::size_t kMaxRefusals = 20;

const std::unordered_set<std::string_view>& keywords() {
  static const std::unordered_set<std::string_view> set = {"alignas",
                                                           "alignof",
                                                           "asm",
                                                           "auto",
                                                           "bool",
                                                           "break",
                                                           "case",
                                                           "catch",
                                                           "char",
                                                           "class",
                                                           "const",
                                                           "constexpr",
                                                           "const_cast",
                                                           "continue",
                                                           "decltype",
                                                           "default",
                                                           "delete",
                                                           "do",
                                                           "double",
                                                           "dynamic_cast",
                                                           "else",
                                                           "enum",
                                                           "explicit",
                                                           "extern",
                                                           "false",
                                                           "float",
                                                           "for",
                                                           "friend",
                                                           "goto",
                                                           "if",
                                                           "inline",
                                                           "int",
                                                           "long",
                                                           "mutable",
                                                           "namespace",
                                                           "new",
                                                           "noexcept",
                                                           "nullptr",
                                                           "operator",
                                                           "private",
                                                           "protected",
                                                           "public",
                                                           "register",
                                                           "reinterpret_cast",
                                                           "return",
                                                           "short",
                                                           "signed",
                                                           "sizeof",
                                                           "static",
                                                           "static_assert",
                                                           "static_cast",
                                                           "struct",
                                                           "switch",
                                                           "template",
                                                           "this",
                                                           "thread_local",
                                                           "throw",
                                                           "true",
                                                           "try",
                                                           "typedef",
                                                           "typename",
                                                           "union",
                                                           "unsigned",
                                                           "using",
                                                           "virtual",
                                                           "void",
                                                           "volatile",
                                                           "while",
                                                           "__global__",
                                                           "__device__",
                                                           "__host__",
                                                           "__shared__",
                                                           "__constant__",
                                                           "__managed__",
                                                           "__restrict__",
                                                           "__restrict",
                                                           "__forceinline__",
                                                           "__noinline__",
                                                           "__inline__",
                                                           "__inline",
                                                           "__launch_bounds__",
                                                           "__align__",
                                                           "__attribute__",
                                                           "__grid_constant__",
                                                           "__asm__",
                                                           "__asm",
                                                           "__volatile__",
                                                           "__declspec",
                                                           "restrict",
                                                           "__forceinline"};
  return set;
}

bool is_open(std::string_view text) { return text == "(" || text == "[" || text == "{"; }
bool is_close(std::string_view text) { return text == ")" || text == "]" || text == "}"; }

// Where a #pragma unroll can mean something; elsewhere the token is dropped.
bool pragma_fits_after(const Token& token) {
  return token.text == ";" || token.text == "{" || token.text == "}" || token.text == ")" || token.text == ":" ||
         token.text == "else" || token.text == "do" || token.kind == TokenKind::kPragma;
}

}  // namespace

bool is_keyword(std::string_view text) { return keywords().count(text) != 0; }

bool is_builtin_type_word(std::string_view text) {
  return text == "void" || text == "bool" || text == "char" || text == "short" || text == "int" || text == "long" ||
         text == "float" || text == "double" || text == "signed" || text == "unsigned";
}

Parser::Parser(const std::vector<Token>& tokens, Messages& messages, const SourceSet& sources)
    : messages_(messages), sources_(sources) {
  tokens_.reserve(tokens.size() + 1);
  for (const Token& token : tokens) {
    if (token.kind == TokenKind::kPragma && (tokens_.empty() || !pragma_fits_after(tokens_.back()))) continue;
    tokens_.push_back(token);
  }
  if (tokens_.empty() || tokens_.back().kind != TokenKind::kEnd) tokens_.emplace_back();
  scopes_.emplace_back();
  declare_builtin_types();
}

DepthGuard::DepthGuard(Parser& parser) : parser_(parser) {
  if (++parser_.depth_ <= kMaxDepth) return;
  --parser_.depth_;
  parser_.fail(parser_.peek().span, fmt::format("this is nested more than {} levels deep", kMaxDepth), "split it up");
}

// ---- Tokens -----------------------------------------------------------------------------------------------------

bool Parser::is_at(std::size_t index, std::string_view text) const {
  const Token& token = at(index);
  return token.text == text && (token.kind == TokenKind::kPunctuator || token.kind == TokenKind::kIdentifier);
}

bool Parser::is_identifier(std::size_t index) const {
  return at(index).kind == TokenKind::kIdentifier && !is_keyword(at(index).text);
}

bool Parser::accept(std::string_view text) {
  if (!is(text)) return false;
  ++pos_;
  return true;
}

void Parser::expect(std::string_view text, std::string_view where) {
  if (accept(text)) return;
  fail_here(fmt::format("'{}' {}", text, where));
}

void Parser::expect_close(std::string_view text, std::string_view where) {
  if (accept(text)) return;
  if (!is("{") && !is(";") && !is("}")) fail_here(fmt::format("'{}' {}", text, where));
  report(peek().span, fmt::format("expected '{}' {} before {}", text, where, token_text(pos_)));
}

// A missing semicolon is shown where it should stand: after the token before.
void Parser::expect_semicolon(std::string_view after) {
  if (accept(";")) return;
  Span place = pos_ > 0 ? at(pos_ - 1).span : peek().span;
  place.offset += place.length;
  place.column += place.length;
  place.length = 0;
  const bool hole = is_hole(pos_);
  if (!hole) report(place, fmt::format("expected ';' after {}", after));
  if (hole) fail_here("';'");
  if (peek().at_line_start || is("}")) return;  // go on as if it were there
  throw SyntaxError{};
}

void Parser::expect_template_close() {
  Token& token = tokens_[std::min(pos_, tokens_.size() - 1)];
  if (token.kind == TokenKind::kPunctuator && token.text.size() > 1 && token.text[0] == '>' && token.text != "->") {
    token.text.erase(0, 1);
    ++token.span.offset, ++token.span.column, --token.span.length;
    return;
  }
  expect(">", "after the template arguments");
}

Span Parser::span_from(const Span& first) const {
  Span span = first;
  const Span& last = at(pos_ > 0 ? pos_ - 1 : 0).span;
  const std::uint32_t end = last.offset + last.length;
  if (last.file == span.file && end > span.offset) span.length = end - span.offset;
  return span;
}

Span Parser::span_from(std::size_t first) const { return span_from(at(first).span); }

std::string Parser::token_text(std::size_t index) const {
  const Token& token = at(index);
  if (token.kind == TokenKind::kEnd) return "the end of the file";
  if (token.kind == TokenKind::kPragma) return "#pragma";
  return token.text.size() > 40 ? fmt::format("'{}...'", token.text.substr(0, 37)) : fmt::format("'{}'", token.text);
}

std::size_t Parser::matching(std::size_t open) const {
  int depth = 0;
  for (std::size_t i = open; i < tokens_.size(); ++i) {
    if (tokens_[i].kind != TokenKind::kPunctuator) continue;
    if (is_open(tokens_[i].text)) ++depth;
    if (is_close(tokens_[i].text) && --depth <= 0) return i;
  }
  return tokens_.size() - 1;
}

void Parser::skip_balanced() { pos_ = std::min(matching(pos_) + 1, tokens_.size() - 1); }

// ---- Messages ---------------------------------------------------------------------------------------------------

void Parser::report(const Span& span, std::string message, std::string note) {
  if (sink_ == nullptr) return messages_.error(span, std::move(message), std::move(note));
  if (sink_->size() >= kMaxRefusals) return;
  for (const Diagnostic& known : *sink_) {
    if (known.span.file == span.file && known.span.offset == span.offset) return;
  }
  Diagnostic diagnostic;
  diagnostic.span = span;
  diagnostic.message = std::move(message);
  diagnostic.note = std::move(note);
  sink_->push_back(std::move(diagnostic));
}

void Parser::fail(const Span& span, std::string message, std::string note) {
  report(span, std::move(message), std::move(note));
  throw SyntaxError{};
}

void Parser::fail_here(std::string_view expected) {
  if (is_hole(pos_) || comment_hole()) {
    const std::string what =
        comment_hole() && !is_hole(pos_) ? "a TODO comment stands here" : token_text(pos_) + " stands here";
    fail(peek().span, "this is a blank to fill in: " + what + " in place of code", "write the missing code");
  }
  fail(peek().span, fmt::format("expected {} before {}", expected, token_text(pos_)));
}

// Named once for each declaration, at its first place.
void Parser::refuse(const Span& span, std::string_view what) {
  std::string message = fmt::format("{} outside the simulator's CUDA subset (docs/language.md)", what);
  if (sink_ != nullptr) {
    for (const Diagnostic& known : *sink_) {
      if (known.message == message) return;
    }
  }
  report(span, std::move(message));
}

// Blanks of exercises: ____, __FIXME__, FIXME, TODO, ???, ...
bool Parser::is_hole(std::size_t index) const {
  const Token& token = at(index);
  if (token.kind == TokenKind::kPunctuator) return token.text == "?" ? is_at(index + 1, "?") : token.text == "...";
  if (token.kind != TokenKind::kIdentifier) return false;
  const std::string& text = token.text;
  if (text.size() >= 2 && text.find_first_not_of('_') == std::string::npos) return true;
  if (lookup(text) != NameKind::kUnknown) return false;
  for (const char* word : {"FIXME", "TODO", "FILL_IN", "FILL_ME", "FILLME", "FILL_THIS", "YOUR_CODE", "BLANK"}) {
    if (text.find(word) != std::string::npos) return true;
  }
  return false;
}

bool Parser::comment_hole() const {
  if (pos_ == 0) return false;
  const Span& before = at(pos_ - 1).origin;
  const Span& here = peek().origin;
  if (before.file != here.file || here.file >= sources_.files.size()) return false;
  const std::size_t begin = before.offset + before.length;
  const std::string& text = sources_.files[here.file].text;
  if (here.offset <= begin || here.offset > text.size() || here.offset - begin > 2000) return false;
  const std::string_view gap = std::string_view(text).substr(begin, here.offset - begin);
  for (const char* word : {"TODO", "FIXME", "FILL", "fill in", "YOUR CODE", "your code"}) {
    if (gap.find(word) != std::string_view::npos) return true;
  }
  return false;
}

// ---- Names ------------------------------------------------------------------------------------------------------

void Parser::declare(const std::string& name, NameKind kind) {
  if (!name.empty()) scopes_.back()[name] = kind;
}

// By the last part of a qualified name; namespaces are flattened.
NameKind Parser::lookup(std::string_view qualified) const {
  const std::size_t colons = qualified.rfind("::");
  const std::string name(colons == std::string_view::npos ? qualified : qualified.substr(colons + 2));
  for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
    const auto found = scope->find(name);
    if (found != scope->end()) return found->second;
  }
  return NameKind::kUnknown;
}

void Parser::declare_builtin_types() {
  for (const char* base : {"char", "uchar", "short", "ushort", "int", "uint", "long", "ulong", "longlong", "ulonglong",
                           "float", "double"}) {
    for (const char* count : {"1", "2", "3", "4"}) declare(std::string(base) + count, NameKind::kType);
  }
  for (const char* name : {"dim3",
                           "uint",
                           "ulong",
                           "ushort",
                           "size_t",
                           "ssize_t",
                           "ptrdiff_t",
                           "intptr_t",
                           "uintptr_t",
                           "int8_t",
                           "int16_t",
                           "int32_t",
                           "int64_t",
                           "uint8_t",
                           "uint16_t",
                           "uint32_t",
                           "uint64_t",
                           "intmax_t",
                           "uintmax_t",
                           "half",
                           "__half",
                           "half2",
                           "__half2",
                           "nv_bfloat16",
                           "__nv_bfloat16",
                           "nv_bfloat162",
                           "__nv_bfloat162",
                           "cudaTextureObject_t",
                           "cudaSurfaceObject_t",
                           "cudaError_t",
                           "cudaStream_t",
                           "cudaEvent_t",
                           "cudaDeviceProp",
                           "clock_t",
                           "time_t",
                           "curandState",
                           "curandState_t",
                           "curandStateXORWOW_t",
                           "curandStatePhilox4_32_10_t",
                           "FILE",
                           "wchar_t",
                           "char16_t",
                           "char32_t",
                           "byte",
                           "nullptr_t"}) {
    if (std::string_view(name) != "byte") declare(name, NameKind::kType);
  }
  for (const char* name : {"vector", "array", "numeric_limits", "is_same", "conditional", "conditional_t", "enable_if",
                           "enable_if_t", "remove_reference", "pair", "tuple", "texture", "unique_ptr", "shared_ptr"}) {
    declare(name, NameKind::kTypeTemplate);
  }
  for (const char* name : {"is_same_v", "is_integral_v", "is_floating_point_v", "is_pointer_v", "is_signed_v",
                           "is_unsigned_v", "is_arithmetic_v"}) {
    declare(name, NameKind::kFunctionTemplate);
  }
}

}  // namespace warpglass::lang
