// Primary expressions: literals, names, parentheses, C++ casts, constructions, initialiser lists, lambdas.
#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <limits>

#include "sim/lang/parser.h"

namespace warpglass::lang {

namespace {

// For a message.
std::string shortened(std::string_view text) {
  return text.size() <= 60 ? std::string(text) : std::string(text.substr(0, 57)) + "...";
}

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// The C++ rule: the first type of the list that holds the value.
BuiltinType integer_type(std::uint64_t value, bool is_unsigned, int longs, bool decimal) {
  const bool fits_int = value <= 0x7fffffffu, fits_uint = value <= 0xffffffffu, fits_long = value >> 63 == 0;
  if (is_unsigned) {
    if (longs == 0 && fits_uint) return BuiltinType::kUnsigned;
    return longs == 2 ? BuiltinType::kUnsignedLongLong : BuiltinType::kUnsignedLong;
  }
  if (longs == 0 && fits_int) return BuiltinType::kInt;
  if (longs == 0 && fits_uint && !decimal) return BuiltinType::kUnsigned;
  if (longs == 2) return fits_long ? BuiltinType::kLongLong : BuiltinType::kUnsignedLongLong;
  return fits_long ? BuiltinType::kLong : BuiltinType::kUnsignedLong;
}

// Value of a literal in `T`; too large gives infinity, too small zero, as C++ compilers do.
template <class T>
bool read_real(std::string_view digits, bool hex, double& out) {
  T value = 0;
  const auto format = hex ? std::chars_format::hex : std::chars_format::general;
  const auto result = std::from_chars(digits.data(), digits.data() + digits.size(), value, format);
  if (result.ptr != digits.data() + digits.size()) return false;
  if (result.ec == std::errc::result_out_of_range) {
    const std::size_t exponent = digits.find_last_of(hex ? "pP" : "eE");
    const bool tiny = exponent != std::string_view::npos && exponent + 1 < digits.size() && digits[exponent + 1] == '-';
    value = tiny ? T{0} : std::numeric_limits<T>::infinity();
  } else if (result.ec != std::errc{}) {
    return false;
  }
  out = static_cast<double>(value);
  return true;
}

bool read_integer(std::string_view digits, std::uint64_t& out, bool& decimal, bool& overflow) {
  int base = 10;
  if (digits.size() > 1 && digits[0] == '0') {
    const char mark = lower(digits[1]);
    base = mark == 'x' ? 16 : mark == 'b' ? 2 : 8;
    digits.remove_prefix(base == 8 ? 1 : 2);
  }
  decimal = base == 10;
  const auto result = std::from_chars(digits.data(), digits.data() + digits.size(), out, base);
  overflow = result.ec == std::errc::result_out_of_range;
  return result.ptr == digits.data() + digits.size() && (overflow || result.ec == std::errc{});
}

// One character of a literal's inside, escapes resolved; `i` moves on.
std::uint32_t read_escape(std::string_view text, std::size_t& i) {
  const char c = text[i++];
  if (c != '\\' || i >= text.size()) return static_cast<unsigned char>(c);
  const char e = text[i++];
  const std::string_view letters = "abfnrtv", values = "\a\b\f\n\r\t\v";
  if (const std::size_t k = letters.find(e); k != std::string_view::npos) return static_cast<unsigned char>(values[k]);
  std::uint32_t value = 0;
  if (e == 'x') {
    const auto result = std::from_chars(text.data() + i, text.data() + text.size(), value, 16);
    i = static_cast<std::size_t>(result.ptr - text.data());
    return value & 0xffu;
  }
  if (e < '0' || e > '7') return static_cast<unsigned char>(e);
  --i;
  for (int k = 0; k < 3 && i < text.size() && text[i] >= '0' && text[i] <= '7'; ++k)
    value = value * 8 + static_cast<std::uint32_t>(text[i++] - '0');
  return value & 0xffu;
}

// The inside of a literal without prefix and quotes; false when it is not closed.
bool literal_inside(std::string_view text, char quote, std::string_view& inside) {
  const std::size_t open = text.find(quote);
  if (open == std::string_view::npos || text.size() < open + 2 || text.back() != quote) return false;
  inside = text.substr(open + 1, text.size() - open - 2);
  std::size_t slashes = 0;
  while (slashes < inside.size() && inside[inside.size() - 1 - slashes] == '\\') ++slashes;
  return slashes % 2 == 0;
}

}  // namespace

// primary = literal | name | "this" | "(" expression ")" | cast-keyword | construction | lambda
ExprPtr Parser::parse_primary() {
  const DepthGuard guard(*this);
  const Token& token = peek();
  if (token.kind == TokenKind::kNumber) return parse_number();
  if (token.kind == TokenKind::kCharacter) return parse_character();
  if (token.kind == TokenKind::kString) return parse_string();
  if (is_hole(pos_)) fail_here("an expression");
  if (is("(")) {
    const Restore<bool> greater(no_greater_, false);
    const std::size_t first = pos_++;
    if (is("{")) fail_here("an expression");
    ExprPtr inner = parse_expression();
    expect_close(")", "to close this bracket");
    inner->span = span_from(first);
    return inner;
  }
  if (is("[")) return parse_lambda();
  if (is("true") || is("false")) {
    ExprPtr node = make(ExprKind::kBoolean, pos_);
    node->integer = is("true") ? 1 : 0;
    ++pos_;
    return node;
  }
  if (is("nullptr")) return make(ExprKind::kNullptr, pos_++);
  if (is("this")) return make(ExprKind::kThis, pos_++);
  if (is("static_cast") || is("reinterpret_cast") || is("const_cast") || is("dynamic_cast")) return parse_named_cast();
  if (is("asm") || is("__asm__") || is("__asm")) {
    refuse(token.span, "inline PTX (asm) is");
    throw SyntaxError{};
  }
  if (is_builtin_type_word(token.text) || is("typename") || is("decltype") || is("const")) return parse_construct();
  if (is_identifier(pos_) || is("::")) return parse_name();
  fail_here("an expression");
}

// number = integer [ "u" ] [ "l" | "ll" ] | floating [ "f" | "l" ]
ExprPtr Parser::parse_number() {
  ExprPtr node = make(ExprKind::kInteger, pos_);
  std::string text;
  for (const char c : peek().text) {
    if (c != '\'') text.push_back(c);
  }
  ++pos_;
  if (text == "nan" || text == "nanf" || text == "inf" || text == "inff") {  // NAN, INFINITY: see macros.cpp
    node->kind = ExprKind::kFloating;
    node->is_float = text.back() == 'f' && text != "inf";
    node->real = text[0] == 'n' ? std::numeric_limits<double>::quiet_NaN() : std::numeric_limits<double>::infinity();
    return node;
  }
  const bool hex = text.size() > 1 && text[0] == '0' && lower(text[1]) == 'x';
  const bool floating = text.find('.') != std::string::npos ||
                        text.find_first_of(hex ? "pP" : "eE") != std::string::npos ||
                        (!hex && lower(text.back()) == 'f');
  if (floating)
    read_floating(*node, text, hex);
  else
    read_whole(*node, text);
  return node;
}

void Parser::read_floating(Expr& node, std::string_view text, bool hex) {
  std::string_view digits = text;
  const char suffix = lower(text.back());
  node.kind = ExprKind::kFloating;
  node.is_float = suffix == 'f' && (!hex || text.find_first_of("pP") != std::string::npos);
  if (node.is_float || suffix == 'l') digits.remove_suffix(1);
  if (hex) digits.remove_prefix(2);
  const bool good =
      node.is_float ? read_real<float>(digits, hex, node.real) : read_real<double>(digits, hex, node.real);
  if (!good || digits.empty()) fail(node.span, fmt::format("'{}' is not a number", shortened(at(pos_ - 1).text)));
}

void Parser::read_whole(Expr& node, std::string_view digits) {
  bool is_unsigned = false, decimal = true, overflow = false;
  int longs = 0;
  while (!digits.empty() &&
         (lower(digits.back()) == 'u' || lower(digits.back()) == 'l' || lower(digits.back()) == 'z')) {
    const char suffix = lower(digits.back());
    if (suffix == 'u') is_unsigned = true;
    if (suffix != 'u') ++longs;
    digits.remove_suffix(1);
  }
  if (digits.empty() || longs > 2 || !read_integer(digits, node.integer, decimal, overflow)) {
    fail(node.span, fmt::format("'{}' is not a number", shortened(at(pos_ - 1).text)));
  }
  if (overflow) fail(node.span, fmt::format("'{}' does not fit into 64 bits", shortened(at(pos_ - 1).text)));
  node.integer_type = integer_type(node.integer, is_unsigned, longs, decimal);
}

ExprPtr Parser::parse_character() {
  ExprPtr node = make(ExprKind::kCharacter, pos_);
  std::string_view inside;
  if (!literal_inside(peek().text, '\'', inside)) fail(peek().span, "this character is not closed by ' on its line");
  if (inside.empty()) fail(peek().span, "there is no character between the quotes");
  std::size_t i = 0;
  const std::uint32_t value = read_escape(inside, i);
  if (i != inside.size())
    fail(peek().span, "there is more than one character between the quotes", "a text stands in double quotes");
  node->integer = static_cast<std::uint64_t>(static_cast<std::int64_t>(static_cast<signed char>(value)));
  ++pos_;
  return node;
}

// string = { string-literal }       adjacent ones are one
ExprPtr Parser::parse_string() {
  const std::size_t first = pos_;
  ExprPtr node = make(ExprKind::kString, pos_);
  while (peek().kind == TokenKind::kString) {
    const std::string& text = peek().text;
    std::string_view inside;
    if (!literal_inside(text, '"', inside) && text.find('R') > 2)
      fail(peek().span, "this text is not closed by \" on its line");
    const std::size_t quote = text.find('"');
    if (quote > 0 && text[quote - 1] == 'R') {
      const std::size_t open = inside.find('('), close = inside.rfind(')');
      if (open != std::string_view::npos && close != std::string_view::npos && close > open)
        node->text += inside.substr(open + 1, close - open - 1);
    } else {
      for (std::size_t i = 0; i < inside.size();) node->text.push_back(static_cast<char>(read_escape(inside, i)));
    }
    ++pos_;
  }
  return finish(std::move(node), first);
}

// named-cast = ( "static_cast" | "reinterpret_cast" | "const_cast" | "dynamic_cast" ) "<" type-id ">" "(" expression
// ")"
ExprPtr Parser::parse_named_cast() {
  const std::size_t first = pos_;
  ExprPtr node = make(ExprKind::kCast, pos_);
  const std::string& word = peek().text;
  node->cast = word == "static_cast"    ? CastKind::kStatic
               : word == "const_cast"   ? CastKind::kConst
               : word == "dynamic_cast" ? CastKind::kDynamic
                                        : CastKind::kReinterpret;
  ++pos_;
  expect("<", "with the type of the cast");
  {
    const Restore<bool> greater(no_greater_, true);
    node->type = parse_type_id();
  }
  expect_template_close();
  expect("(", "with the value of the cast");
  const Restore<bool> greater(no_greater_, false);
  node->a = parse_expression();
  expect_close(")", "after the value of the cast");
  return finish(std::move(node), first);
}

// construction = type ( "(" arguments ")" | "{" arguments "}" )
ExprPtr Parser::parse_construct() {
  const std::size_t first = pos_;
  ExprPtr node = make(ExprKind::kConstruct, first);
  Specifiers specifiers = parse_specifiers();
  node->type = std::move(specifiers.type);
  node->name_span = node->type->span;
  if (is("{")) {
    ExprPtr list = parse_init_list();
    node->is_braced = true;
    node->args = std::move(list->args);
    node->designators = std::move(list->designators);
  } else {
    if (!is("(")) fail(span_from(first), "a type stands where a value is expected", "a cast is written (type)value");
    ++pos_;
    node->args = parse_arguments(")");
  }
  return finish(std::move(node), first);
}

// init-list = "{" [ [ "." identifier "=" ] initialiser-clause { "," ... } [ "," ] ] "}"
ExprPtr Parser::parse_init_list() {
  const DepthGuard guard(*this);
  const Restore<bool> greater(no_greater_, false);
  const std::size_t first = pos_++;
  ExprPtr node = make(ExprKind::kInitList, first);
  bool any_named = false;
  while (!is("}")) {
    std::string designator;
    if (is(".") && is_identifier(pos_ + 1) && (is_at(pos_ + 2, "=") || is_at(pos_ + 2, "{"))) {
      designator = peek(1).text;
      any_named = true;
      pos_ += 2;
      accept("=");
    }
    node->args.push_back(parse_initialiser_clause());
    node->designators.push_back(std::move(designator));
    if (!accept(",")) break;
  }
  expect("}", "after the values");
  if (!any_named) node->designators.clear();
  return finish(std::move(node), first);
}

// name = qualified-name [ construction ]       a known type followed by "(" or "{" is a construction
ExprPtr Parser::parse_name() {
  const std::size_t first = pos_;
  NameKind kind = NameKind::kUnknown;
  const std::size_t after = skip_qualified(pos_, kind);
  const bool is_type = kind == NameKind::kType || kind == NameKind::kTypeTemplate;
  if (after != kNotThere && is_type && (is_at(after, "(") || is_at(after, "{"))) return parse_construct();
  QualifiedName name = parse_qualified_name(false);
  ExprPtr node = make(ExprKind::kName, first);
  node->text = std::move(name.text);
  node->template_args = std::move(name.args);
  node->has_template_args = name.has_args;
  node->type = std::move(name.qualifier);
  node->name_span = name.span;
  return finish(std::move(node), first);
}

// captures = "[" [ "=" | "&" ] { "," [ "&" ] identifier | "this" } "]"
void Parser::parse_captures(Expr& lambda) {
  ++pos_;
  while (!is("]")) {
    if (is("=")) {
      lambda.capture_default_copy = true;
      ++pos_;
    } else if (is("&") && (is_at(pos_ + 1, "]") || is_at(pos_ + 1, ","))) {
      lambda.capture_default_ref = true;
      ++pos_;
    } else {
      LambdaCapture capture;
      capture.by_reference = accept("&");
      accept("*");
      if (!is_identifier(pos_) && !is("this")) fail_here("a captured variable");
      capture.name = peek().text;
      ++pos_;
      if (is("=") || is("{")) {
        refuse(peek().span, "captures with a value are");
        throw SyntaxError{};
      }
      lambda.captures.push_back(std::move(capture));
    }
    if (!accept(",")) break;
  }
  expect("]", "after the captures of a lambda");
}

// lambda = captures [ "(" parameters ")" ] { "mutable" | "__device__" | ... } [ "->" type-id ] block
ExprPtr Parser::parse_lambda() {
  const std::size_t first = pos_;
  ExprPtr node = make(ExprKind::kLambda, first);
  parse_captures(*node);
  node->decl = new_decl(DeclKind::kFunction, first);
  node->decl->space = FunctionSpace::kDevice;
  const Scope scope(*this);
  const Restore<bool> greater(no_greater_, false);
  if (is("(")) parse_parameters(*node->decl);
  parse_function_tail(*node->decl);
  if (!is("{")) fail_here("the body of the lambda");
  node->decl->body = parse_block();
  node->decl->span = span_from(first);
  return finish(std::move(node), first);
}

}  // namespace warpglass::lang
