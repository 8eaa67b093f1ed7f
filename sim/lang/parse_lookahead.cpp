// Looking ahead without building anything: is this a cast, a declaration, a template argument list, a type?
// A name's kind (type, template, value) decides; a name nobody declared counts as a type where only a type makes sense,
// so that the checker can say which skipped header it may have come from. Every look is bounded: no input makes it
// slow.
#include "sim/lang/parser.h"

namespace warpglass::lang {

namespace {

constexpr std::size_t kMaxLook = 256;  // tokens

bool is_qualifier_word(std::string_view text) {
  return text == "const" || text == "volatile" || text == "__restrict__" || text == "__restrict" ||
         text == "restrict" || text == "__volatile__";
}

bool is_pointer_mark(std::string_view text) { return text == "*" || text == "&" || text == "&&"; }

bool starts_declaration(std::string_view text) {
  for (const char* word :
       {"typedef",         "static",        "extern",      "register",      "constexpr", "inline",       "__shared__",
        "__constant__",    "__device__",    "__managed__", "__align__",     "alignas",   "auto",         "struct",
        "class",           "union",         "enum",        "const",         "volatile",  "typename",     "using",
        "static_assert",   "thread_local",  "mutable",     "__attribute__", "decltype",  "__restrict__", "__inline__",
        "__forceinline__", "_Static_assert"}) {
    if (text == word) return true;
  }
  return false;
}

}  // namespace

// Index after the '>' that closes the '<' at `index`. When the list ends inside ">>", the index of that token.
std::size_t Parser::skip_template_args(std::size_t index) const {
  int angle = 0, round = 0;
  for (std::size_t i = index; i < tokens_.size() && i < index + kMaxLook; ++i) {
    const Token& token = tokens_[i];
    if (token.kind == TokenKind::kEnd || token.kind == TokenKind::kString || token.kind == TokenKind::kPragma)
      return kNotThere;
    if (token.kind != TokenKind::kPunctuator) continue;
    const std::string& text = token.text;
    if (text == "(" || text == "[") {
      ++round;
    } else if (text == ")" || text == "]") {
      if (--round < 0) return kNotThere;
    } else if (text == ";" || text == "{" || text == "}" || text == "&&" || text == "||" || text == "?") {
      if (round == 0 || text == ";" || text == "{" || text == "}") return kNotThere;
    } else if (text.back() == '=' && round == 0) {
      if (text != "==" && text != "<=" && text != "!=" && text != ">=") return kNotThere;
    } else if (text == "<" && round == 0) {
      ++angle;
    } else if ((text == ">" || text == ">>" || text == ">>>") && round == 0) {
      const int closed = static_cast<int>(text.size());
      if (closed > angle) return i;
      angle -= closed;
      if (angle == 0) return i + 1;
    }
  }
  return kNotThere;
}

bool Parser::template_args_follow(const std::string& name, std::size_t index, bool in_type) const {
  if (!is_at(index, "<")) return false;
  const NameKind kind = lookup(name);
  if (kind == NameKind::kValue) return false;
  const std::size_t after = skip_template_args(index);
  if (kind == NameKind::kTypeTemplate || kind == NameKind::kFunctionTemplate) return after != kNotThere;
  if (after == kNotThere) return false;
  if (is_at(after, "(") || is_at(after, "::") || is_at(after, "{")) return true;
  const std::string& next = at(after).text;
  return in_type && (is_identifier(after) || is_pointer_mark(next) || is_qualifier_word(next) || next == "," ||
                     next == ")" || next == ";" || next[0] == '>' || next == "[");
}

// [ "::" ] identifier [ <...> ] { "::" identifier [ <...> ] }; `kind` is the last identifier's.
std::size_t Parser::skip_qualified(std::size_t index, NameKind& kind) const {
  std::size_t i = index;
  if (is_at(i, "::")) ++i;
  while (i < index + kMaxLook) {
    if (is_at(i, "template")) ++i;
    if (!is_identifier(i)) return kNotThere;
    const std::string& name = at(i).text;
    kind = lookup(name);
    ++i;
    if (template_args_follow(name, i, true)) i = skip_template_args(i);
    if (!is_at(i, "::") || (!is_identifier(i + 1) && !is_at(i + 1, "template"))) return i;
    ++i;
  }
  return kNotThere;
}

std::size_t Parser::skip_attributes(std::size_t index) const {
  while (is_at(index, "[") && is_at(index + 1, "[")) index = matching(index) + 1;
  return index;
}

// Qualifiers and the words of one type. `known`: nothing but a type can stand here.
std::size_t Parser::skip_type_words(std::size_t index, bool& known) const {
  std::size_t i = index;
  bool named = false, builtin = false;
  for (; i < index + kMaxLook; ++i) {
    const std::string& text = at(i).text;
    if (at(i).kind != TokenKind::kIdentifier && !is_at(i, "::")) break;
    if (is_qualifier_word(text) || text == "auto") {
      known = true;
      named = named || text == "auto";
    } else if (is_builtin_type_word(text) && !named) {
      known = builtin = true;
    } else if ((text == "struct" || text == "class" || text == "union" || text == "enum" || text == "typename") &&
               !named) {
      known = true;
    } else if (text == "decltype" && !named && is_at(i + 1, "(")) {
      known = named = true;
      i = matching(i + 1);
    } else if (!named && !builtin && (is_identifier(i) || text == "::")) {
      NameKind kind = NameKind::kUnknown;
      const std::size_t after = skip_qualified(i, kind);
      if (after == kNotThere || (kind == NameKind::kValue && !known)) return kNotThere;
      known = known || kind == NameKind::kType || kind == NameKind::kTypeTemplate;
      named = true;
      i = after - 1;
    } else {
      break;
    }
  }
  return named || builtin ? i : kNotThere;
}

// type-id: type words, then pointers, references, (*)[n] and [n]. `decorated`: any of those.
std::size_t Parser::skip_type_id(std::size_t index, bool& known, bool& decorated) const {
  std::size_t i = skip_type_words(index, known);
  if (i == kNotThere) return kNotThere;
  if (is_at(i, "(") && (is_at(i + 1, "*") || is_at(i + 1, "&")) && is_at(i + 2, ")")) {
    decorated = true;
    i += 3;
    if (is_at(i, "(")) i = matching(i) + 1;
  }
  for (; i < index + kMaxLook; ++i) {
    if (is_pointer_mark(at(i).text)) {
      decorated = true;
    } else if (!is_qualifier_word(at(i).text)) {
      break;
    }
  }
  while (is_at(i, "[") && decorated) i = matching(i) + 1;
  std::size_t suffixes = i;  // sizeof(float[4][4])
  while (known && !decorated && is_at(suffixes, "[")) suffixes = matching(suffixes) + 1;
  if (suffixes != i && is_at(suffixes, ")")) i = suffixes;
  return i;
}

// "(" type-id ")" and then something a cast can stand before
bool Parser::is_cast() const {
  bool known = false, decorated = false;
  const std::size_t close = skip_type_id(pos_ + 1, known, decorated);
  if (close == kNotThere || !is_at(close, ")")) return false;
  if (known || decorated) return true;
  const Token& next = at(close + 1);
  if (next.kind == TokenKind::kNumber || next.kind == TokenKind::kCharacter || next.kind == TokenKind::kString)
    return true;
  if (next.kind == TokenKind::kIdentifier) return next.text != "and" && next.text != "or";
  return next.text == "(" || next.text == "~" || (next.text == "!" && next.kind == TokenKind::kPunctuator);
}

// A statement that begins here declares something.
bool Parser::is_declaration() const {
  const Token& token = peek();
  if (token.kind != TokenKind::kIdentifier && !is("::")) return false;
  if (token.text == "asm") return false;
  if (starts_declaration(token.text)) return true;
  if (is_builtin_type_word(token.text)) {
    bool known = false;
    const std::size_t after = skip_type_words(pos_, known);
    if (is_at(after, "{")) return false;
    return !is_at(after, "(") || is_at(after + 1, "*") || is_at(after + 1, "&");
  }
  NameKind kind = NameKind::kUnknown;
  const std::size_t after = skip_qualified(pos_, kind);
  if (after == kNotThere || kind == NameKind::kValue) return false;
  const bool is_type = kind == NameKind::kType || kind == NameKind::kTypeTemplate;
  const std::string& next = at(after).text;
  if (is_identifier(after)) return next != "and" && next != "or" && next != "not";
  if (is_qualifier_word(next) || starts_declaration(next)) return true;
  if (next == "(" && is_type) {
    return (is_at(after + 1, "*") || is_at(after + 1, "&")) && is_identifier(after + 2) && is_at(after + 3, ")") &&
           (is_at(after + 4, "[") || is_at(after + 4, "("));
  }
  if (!is_pointer_mark(next)) return false;
  std::size_t i = after;
  while (i < after + kMaxLook && (is_pointer_mark(at(i).text) || is_qualifier_word(at(i).text))) ++i;
  if (is_type) return true;
  if (!is_identifier(i)) return false;
  const std::string& last = at(i + 1).text;
  return last == "=" || last == ";" || last == "," || last == "[" || last == ")" || last == ":";
}

// Op<float> between `first` and `last`: a name that nobody declared here, but nothing else can close like this.
bool Parser::ends_in_arguments(std::size_t first, std::size_t last) const {
  int depth = 0;
  bool ends = false;
  for (std::size_t i = first; i < last; ++i) {
    if (depth == 0) ends = is_at(i, "<");
    if (is_at(i, "<")) ++depth;
    if (is_at(i, ">")) ends = --depth == 0 || ends;
  }
  return ends;
}

// A template argument that begins here is a type (or a name that may be one) up to `close_a` or `close_b`.
bool Parser::is_type_argument(std::size_t index, std::string_view close_a, std::string_view close_b) const {
  bool known = false, decorated = false;
  const std::size_t after = skip_type_id(index, known, decorated);
  if (after == kNotThere) return false;
  const std::string& next = at(after).text;
  const bool closes =
      next == close_a || next == close_b || (close_b == ">" && !next.empty() && next[0] == '>') || next == "...";
  if (known) return !is_at(after, "(") && !is_at(after, "{") && !is_at(after, "::");
  return (decorated || ends_in_arguments(index, after)) && closes;
}

// Inside a function `T x(...)`: parameters of a prototype, not values? At file scope both occur too.
bool Parser::is_parameter_list(std::size_t open) const {
  if (is_at(open + 1, ")")) return true;
  if (is_at(open + 1, "void") && is_at(open + 2, ")")) return true;
  if (is_at(open + 1, "...")) return true;
  bool known = false, decorated = false;
  const std::size_t after = skip_type_id(open + 1, known, decorated);
  if (after == kNotThere) return is_at(open + 1, "__grid_constant__") || starts_declaration(at(open + 1).text);
  if (is_identifier(after)) return true;
  const bool ends = is_at(after, ",") || is_at(after, ")");
  return known ? !is_at(after, "{") && !(is_at(after, "(") && !is_at(after + 1, "*") && !is_at(after + 1, "&"))
               : ends && (decorated || !in_function_);
}

}  // namespace warpglass::lang
