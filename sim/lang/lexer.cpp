// The lexer: text to tokens, comments dropped, nothing expanded.
// Lines that end in a backslash are joined first (Spliced); every token still knows where it stands in the file as the
// student sees it. Read from lex() at the bottom upwards.
#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

#include "sim/lang/token.h"

namespace warpglass::lang {

namespace {

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_' || c == '$'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_word(char c) { return is_letter(c) || is_digit(c) || static_cast<unsigned char>(c) >= 0x80; }
bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\v' || c == '\f' || c == '\r'; }

// Longest first within one length; three characters, then two.
constexpr std::array<std::string_view, 7> kThree = {"<<<", ">>>", "<<=", ">>=", "...", "->*", "<=>"};
constexpr std::array<std::string_view, 22> kTwo = {"::", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&",
                                                   "||", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "##", ".*"};

// A text without its backslash-newlines, and the way back to places in the original.
struct Spliced {
  explicit Spliced(const std::string& original) {
    text.reserve(original.size());
    for (std::size_t i = 0; i < original.size(); ++i) {
      if (original[i] == '\\') {
        std::size_t end = i + 1;
        while (end < original.size() && (original[end] == ' ' || original[end] == '\t')) ++end;
        if (end < original.size() && original[end] == '\n') {
          cuts.push_back({text.size(), end - i + 1});
          i = end;
          continue;
        }
      }
      text.push_back(original[i]);
    }
  }

  struct Cut {
    std::size_t at;       // in `text`
    std::size_t removed;  // bytes
  };
  std::string text;
  std::vector<Cut> cuts;
};

class Lexer {
 public:
  Lexer(const std::string& text, std::uint32_t file)
      : original_(text), spliced_(text), text_(spliced_.text), file_(file) {}

  std::vector<Token> run() {
    std::vector<Token> tokens;
    while (skip_space_and_comments()) tokens.push_back(next());
    Token end;
    end.span = end.origin = place(text_.size(), text_.size());
    end.at_line_start = true;
    tokens.push_back(std::move(end));
    return tokens;
  }

 private:
  char at(std::size_t i) const { return i < text_.size() ? text_[i] : '\0'; }

  // False at the end of the text.
  bool skip_space_and_comments() {
    while (pos_ < text_.size()) {
      const char c = text_[pos_];
      if (c == '\n') {
        line_start_ = true;
        ++pos_;
      } else if (is_blank(c)) {
        space_ = true;
        ++pos_;
      } else if (c == '/' && at(pos_ + 1) == '/') {
        pos_ = std::min(text_.find('\n', pos_), text_.size());
      } else if (c == '/' && at(pos_ + 1) == '*') {
        const std::size_t end = text_.find("*/", pos_ + 2);
        if (end == std::string::npos) return true;  // becomes a "/*" token: the preprocessor reports it
        pos_ = end + 2;
        space_ = true;
      } else {
        return true;
      }
    }
    return false;
  }

  Token next() {
    Token token;
    token.at_line_start = line_start_;
    token.space_before = space_ || line_start_;
    const std::size_t start = pos_;
    const char c = text_[pos_];
    if (is_letter(c)) {
      token.kind = word(start);
    } else if (is_digit(c) || (c == '.' && is_digit(at(pos_ + 1)))) {
      token.kind = number();
    } else if (c == '"' || c == '\'') {
      token.kind = quoted(c);
    } else if (static_cast<unsigned char>(c) >= 0x80) {
      while (pos_ < text_.size() && is_word(text_[pos_])) ++pos_;
      token.kind = TokenKind::kIdentifier;  // a name in Korean, say
    } else {
      token.kind = punctuator();
    }
    token.text = text_.substr(start, pos_ - start);
    if (token.text == "/*") pos_ = text_.size();
    token.span = token.origin = place(start, pos_);
    line_start_ = space_ = false;
    return token;
  }

  TokenKind word(std::size_t start) {
    while (pos_ < text_.size() && is_word(text_[pos_])) ++pos_;
    const std::string_view name(text_.data() + start, pos_ - start);
    const char quote = at(pos_);
    if (quote == '"' && (name == "R" || name == "u8R" || name == "LR" || name == "uR" || name == "UR"))
      return raw_string();
    const bool prefix = name == "L" || name == "u" || name == "U" || name == "u8";
    if (prefix && (quote == '"' || quote == '\'')) return quoted(quote);
    return TokenKind::kIdentifier;
  }

  TokenKind raw_string() {
    const std::size_t open = text_.find('(', pos_);
    if (open == std::string::npos || open - pos_ > 17) return quoted('"');
    const std::string close = ")" + text_.substr(pos_ + 1, open - pos_ - 1) + "\"";
    const std::size_t end = text_.find(close, open);
    pos_ = end == std::string::npos ? text_.size() : end + close.size();
    return TokenKind::kString;
  }

  TokenKind number() {
    ++pos_;
    while (pos_ < text_.size()) {
      const char c = text_[pos_];
      const char before = static_cast<char>(std::tolower(static_cast<unsigned char>(text_[pos_ - 1])));
      if ((c == '+' || c == '-') && (before == 'e' || before == 'p')) {
        if (before == 'e' && is_hex_so_far()) break;  // 0xe+1 is a sum
        ++pos_;
      } else if (c == '\'' && is_word(at(pos_ + 1))) {
        ++pos_;
      } else if (is_word(c) || c == '.') {
        ++pos_;
      } else {
        break;
      }
    }
    return TokenKind::kNumber;
  }

  bool is_hex_so_far() const {
    std::size_t i = pos_;
    while (i > 0 && is_word(text_[i - 1])) --i;
    return text_[i] == '0' && (at(i + 1) == 'x' || at(i + 1) == 'X');
  }

  // A literal that is not closed ends at its line.
  TokenKind quoted(char quote) {
    ++pos_;
    while (pos_ < text_.size() && text_[pos_] != '\n') {
      const char c = text_[pos_++];
      if (c == '\\' && pos_ < text_.size() && text_[pos_] != '\n') {
        ++pos_;
      } else if (c == quote) {
        break;
      }
    }
    return quote == '"' ? TokenKind::kString : TokenKind::kCharacter;
  }

  TokenKind punctuator() {
    const std::string_view rest(text_.data() + pos_, std::min<std::size_t>(3, text_.size() - pos_));
    if (rest.substr(0, 2) == "/*") {
      pos_ += 2;
      return TokenKind::kPunctuator;
    }
    if (std::find(kThree.begin(), kThree.end(), rest) != kThree.end()) {
      pos_ += 3;
    } else if (std::find(kTwo.begin(), kTwo.end(), rest.substr(0, 2)) != kTwo.end()) {
      pos_ += 2;
    } else {
      pos_ += 1;
    }
    return TokenKind::kPunctuator;
  }

  // Positions only grow, so line and cut are found by walking on.
  std::size_t original_offset(std::size_t pos, bool is_start) {
    while (cut_ < spliced_.cuts.size() && (is_start ? spliced_.cuts[cut_].at <= pos : spliced_.cuts[cut_].at < pos)) {
      shift_ += spliced_.cuts[cut_++].removed;
    }
    return pos + shift_;
  }

  Span place(std::size_t start, std::size_t end) {
    Span span;
    span.file = file_;
    const std::size_t from = original_offset(start, true);
    while (scanned_ < from) {
      if (original_[scanned_++] == '\n') {
        ++line_;
        line_begin_ = scanned_;
      }
    }
    span.offset = static_cast<std::uint32_t>(from);
    span.line = line_;
    span.column = static_cast<std::uint32_t>(from - line_begin_ + 1);
    span.length = static_cast<std::uint32_t>(original_offset(end, false) - from);
    return span;
  }

  const std::string& original_;
  Spliced spliced_;
  const std::string& text_;
  std::uint32_t file_;
  std::size_t pos_ = 0;
  bool line_start_ = true, space_ = false;
  std::size_t cut_ = 0, shift_ = 0, scanned_ = 0, line_begin_ = 0;
  std::uint32_t line_ = 1;
};

}  // namespace

std::vector<Token> lex(const std::string& text, std::uint32_t file) { return Lexer(text, file).run(); }

}  // namespace warpglass::lang
