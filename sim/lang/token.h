// Tokens: what the lexer finds and the preprocessor hands on.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/base/source.h"

namespace warpglass::lang {

enum class TokenKind : std::uint8_t {
  kIdentifier,  // keywords too: text decides
  kNumber,      // as written, with suffix
  kCharacter,   // with quotes, as written
  kString,      // with quotes, as written (adjacent ones are joined by the parser)
  kPunctuator,  // longest match, "<<<" and ">>>" included; the parser splits ">>" and ">>>" in template lists
  kPragma,      // text: the rest of a #pragma line ("unroll 4")
  kEnd,
};

struct Token {
  TokenKind kind = TokenKind::kEnd;
  std::string text;
  Span span;    // where a student would look: a macro's tokens carry the place of its use
  Span origin;  // where the characters stand (inside a macro's definition); same as span otherwise
  bool at_line_start = false;
  bool space_before = false;
};

// Splits text into tokens without expanding anything; comments are dropped. Never fails: an odd byte becomes a
// kPunctuator of its own. Also used to colour the code in the window.
std::vector<Token> lex(const std::string& text, std::uint32_t file);

}  // namespace warpglass::lang
