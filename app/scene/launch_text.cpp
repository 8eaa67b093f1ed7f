// Reads and writes the typed forms of launch_text.h. A text is cut at its '=' and ':' signs; each piece is then a type,
// a fill, a number or a list of numbers.
#include "app/scene/launch_text.h"

#include <fmt/format.h>

#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <string_view>

namespace warpglass {
namespace {

constexpr std::size_t kMostValues = 1u << 20;  // typed by hand: a bound against nonsense, not a need

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front()))) text.remove_prefix(1);
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back()))) text.remove_suffix(1);
  return text;
}

// A message that quotes a piece of the text; the piece must be a view into the whole.
bool fail(LaunchTextError& error, std::string_view whole, std::string_view piece, std::string message) {
  const bool inside = piece.data() >= whole.data() && piece.data() <= whole.data() + whole.size();
  error = {std::move(message), inside ? static_cast<std::size_t>(piece.data() - whole.data()) : 0};
  return false;
}

std::string quoted(std::string_view piece) {
  return piece.size() > 40 ? fmt::format("\"{}...\"", piece.substr(0, 37)) : fmt::format("\"{}\"", piece);
}

bool is_name(std::string_view text) {
  if (text.empty() || std::isdigit(static_cast<unsigned char>(text.front()))) return false;
  for (const char c : text)
    if (!std::isalnum(static_cast<unsigned char>(c)) && c != '_') return false;
  return true;
}

// The text up to `sign`, which is removed with it; nothing when there is no such sign.
std::optional<std::string_view> cut(std::string_view& text, char sign) {
  const std::size_t at = text.find(sign);
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view piece = trimmed(text.substr(0, at));
  text.remove_prefix(at + 1);
  return piece;
}

template <class T>
bool whole(std::string_view text, T& value) {
  const bool hex = text.size() > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X') && text[2] != '-';
  if (hex) text.remove_prefix(2);
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value, hex ? 16 : 10);
  return problem == std::errc{} && end == text.data() + text.size();
}

bool unsigned_number(std::string_view text, std::uint64_t& value) { return whole(trimmed(text), value); }

bool read_count(std::string_view text, const WholeNumberReader& read_whole, std::uint64_t& count,
                std::string& message) {
  if (unsigned_number(text, count)) return true;
  if (read_whole) {
    std::int64_t value = 0;
    if (!read_whole(std::string(trimmed(text)), value, message)) return false;
    count = static_cast<std::uint64_t>(value);
    if (value >= 0) return true;
  }
  message = fmt::format("{} is not a number of elements", quoted(trimmed(text)));
  return false;
}

bool read_values(std::string_view text, std::vector<Number>& out, std::string& message) {
  while (true) {
    const std::size_t comma = text.find(',');
    const std::string_view piece = trimmed(text.substr(0, comma));
    Number number;
    if (!read_number(std::string(piece), number)) {
      message = fmt::format("{} is not a number", quoted(piece));
      return false;
    }
    out.push_back(number);
    if (out.size() > kMostValues) {
      message = "more than a million values";
      return false;
    }
    if (comma == std::string_view::npos) return true;
    text.remove_prefix(comma + 1);
  }
}

struct PlainFill {
  const char* name;
  FillKind kind;
};
constexpr std::array kPlainFills{
    PlainFill{"zero", FillKind::kZero},
    PlainFill{"none", FillKind::kNone},
    PlainFill{"iota", FillKind::kIota},
    PlainFill{"random", FillKind::kRandom},
    PlainFill{"permutation", FillKind::kPermutation},
    PlainFill{"data", FillKind::kData},
    PlainFill{"repeat", FillKind::kRepeat},
};

// The number after `head`; false when the text does not start so.
bool number_after(std::string_view text, std::string_view head, std::uint64_t& value) {
  return text.substr(0, head.size()) == head && unsigned_number(text.substr(head.size()), value);
}

// "i / A mod B"
bool read_quotient(std::string_view text, Fill& fill) {
  if (text.empty() || text.front() != 'i') return false;
  text.remove_prefix(1);
  text = trimmed(text);
  if (text.empty() || text.front() != '/') return false;
  text.remove_prefix(1);
  const std::size_t mod = text.find("mod");
  if (mod == std::string_view::npos) return false;
  fill.kind = FillKind::kDivideModulo;
  return unsigned_number(text.substr(0, mod), fill.first) && unsigned_number(text.substr(mod + 3), fill.second);
}

// What follows "name=" of a buffer: fill:count, data:values[:count], repeat:values:count.
bool read_buffer(std::string_view text, BufferArgument& buffer, const WholeNumberReader& read_whole,
                 std::string& message) {
  const auto fill_text = cut(text, ':');
  LaunchTextError error;
  if (!read_fill(std::string(fill_text.value_or(trimmed(text))), buffer.fill, error)) {
    message = error.message;
    return false;
  }
  if (!fill_text) {
    message = fmt::format("a buffer needs its count: {}:1024", write_fill(buffer.fill));
    return false;
  }
  const bool listed = buffer.fill.kind == FillKind::kData || buffer.fill.kind == FillKind::kRepeat;
  if (!listed) return read_count(text, read_whole, buffer.count, message);
  const auto values = cut(text, ':');
  if (!read_values(values.value_or(trimmed(text)), buffer.fill.data, message)) return false;
  buffer.count = buffer.fill.data.size();
  if (values && !read_count(text, read_whole, buffer.count, message)) return false;
  if (buffer.fill.kind == FillKind::kRepeat || buffer.count >= buffer.fill.data.size()) return true;
  message = fmt::format("{} values are given for {} elements", buffer.fill.data.size(), buffer.count);
  return false;
}

bool is_integer_type(ElementType type) {
  return type != ElementType::kFloat16 && type != ElementType::kFloat32 && type != ElementType::kFloat64;
}

bool read_scalar(std::string_view text, ScalarArgument& scalar, const WholeNumberReader& read_whole,
                 std::string& message) {
  const std::string piece(trimmed(text));
  if (!read_number(piece, scalar.value)) {
    std::int64_t value = 0;
    if (!read_whole) {
      message = fmt::format("{} is neither a number nor a fill and a count, such as 1024 or iota:1024", quoted(piece));
      return false;
    }
    if (!read_whole(piece, value, message)) return false;
    scalar.value = Number::of(value);
  }
  if (!scalar.typed || !is_integer_type(scalar.type) || scalar.value.is_integer) return true;
  message = fmt::format("{} is not a value of {}", quoted(piece), element_type_name(scalar.type));
  return false;
}

bool is_fill(std::string_view text, std::string& message) {
  Fill fill;
  LaunchTextError error;
  const bool read = read_fill(std::string(text), fill, error);
  message = error.message;
  return read;
}

bool read_value(std::string_view text, Argument& argument, const WholeNumberReader& read_whole, std::string& message) {
  ElementType type{};
  bool typed = false;
  std::string_view rest = text;
  if (const auto first = cut(rest, ':'); first && element_type_from_name(std::string(*first), type)) {
    typed = true;
    text = rest;
  }
  const std::string_view head = trimmed(text.substr(0, text.find(':')));
  if (is_fill(head, message)) {
    BufferArgument buffer;
    buffer.typed = typed;
    if (typed) buffer.type = type;
    if (!read_buffer(text, buffer, read_whole, message)) return false;
    argument.value = std::move(buffer);
    return true;
  }
  if (!read_whole && text.find(':') != std::string_view::npos) return false;  // meant as a fill, which it is not
  ScalarArgument scalar;
  scalar.typed = typed;
  if (typed) scalar.type = type;
  if (!read_scalar(text, scalar, read_whole, message)) return false;
  argument.value = scalar;
  return true;
}

std::string write_values(const std::vector<Number>& values) {
  std::string text;
  for (const Number& value : values) text += (text.empty() ? "" : ",") + write_number(value);
  return text;
}

}  // namespace

bool read_number(const std::string& text, Number& out) {
  const std::string_view piece = trimmed(text);
  std::int64_t integer = 0;
  std::uint64_t large = 0;
  if (piece == "true" || piece == "false") return out = Number::of(piece == "true"), true;
  if (whole(piece, integer)) return out = Number::of(integer), true;
  if (whole(piece, large)) return out = Number::of(static_cast<std::int64_t>(large)), true;
  std::string_view digits = piece;
  if (digits.size() > 1 && (digits.back() == 'f' || digits.back() == 'F') && digits.find('n') == std::string_view::npos)
    digits.remove_suffix(1);  // 1.5f
  double real = 0.0;
  const auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), real);
  if (problem != std::errc{} || end != digits.data() + digits.size()) return false;
  out = Number::of_real(real);
  return true;
}

bool read_fill(const std::string& text, Fill& out, LaunchTextError& error) {
  const std::string_view piece = trimmed(text);
  Fill fill;
  for (const PlainFill& plain : kPlainFills) {
    if (piece != plain.name) continue;
    fill.kind = plain.kind;
    out = std::move(fill);
    return true;
  }
  bool known = true;
  if (number_after(piece, "random below ", fill.first))
    fill.kind = FillKind::kRandomBelow;
  else if (number_after(piece, "permutation within ", fill.first))
    fill.kind = FillKind::kPermutationWithin;
  else
    known = read_quotient(piece, fill);
  if (!known)
    return fail(error, text, piece,
                fmt::format("{} is not a fill; fills are zero, none, iota, random, random below K, permutation, "
                            "permutation within W, i / A mod B, data and repeat",
                            quoted(piece)));
  const bool needs_both = fill.kind == FillKind::kDivideModulo;
  if (fill.first == 0 || (needs_both && fill.second == 0))
    return fail(error, text, piece, fmt::format("{} holds a 0 where a number from 1 up is needed", quoted(piece)));
  out = std::move(fill);
  return true;
}

bool read_argument(const std::string& text, Argument& out, LaunchTextError& error,
                   const WholeNumberReader& read_whole) {
  std::string_view rest = text;
  Argument argument;
  if (const auto name = cut(rest, '=')) {
    if (!is_name(*name))
      return fail(error, text, *name, fmt::format("{} is not a parameter's name; write NAME=VALUE", quoted(*name)));
    argument.name = *name;
  }
  std::string message;
  if (!read_value(rest, argument, read_whole, message)) return fail(error, text, rest, std::move(message));
  out = std::move(argument);
  return true;
}

bool read_symbol(const std::string& text, SymbolValue& out, LaunchTextError& error) {
  std::string_view rest = text;
  const auto name = cut(rest, '=');
  if (!name || !is_name(*name)) return fail(error, text, text, "a symbol is set as NAME=1,2,3");
  SymbolValue symbol;
  symbol.symbol = *name;
  symbol.typed = false;
  if (const auto type = cut(rest, ':')) {
    symbol.typed = element_type_from_name(std::string(*type), symbol.type);
    if (!symbol.typed) return fail(error, text, *type, fmt::format("{} is not an element type", quoted(*type)));
  }
  std::string message;
  if (!read_values(rest, symbol.data, message)) return fail(error, text, rest, std::move(message));
  out = std::move(symbol);
  return true;
}

bool read_define(const std::string& text, std::pair<std::string, std::string>& out, LaunchTextError& error) {
  std::string_view rest = text;
  const auto name = cut(rest, '=');
  const std::string_view defined = name ? *name : trimmed(text);
  if (!is_name(defined))
    return fail(error, text, text, fmt::format("{} cannot be defined; write NAME=VALUE", quoted(defined)));
  out = {std::string(defined), name ? std::string(trimmed(rest)) : "1"};
  return true;
}

bool read_dimensions(const std::string& text, Dim3& out, LaunchTextError& error) {
  Dim3 read;
  std::uint64_t* const parts[] = {&read.x, &read.y, &read.z};
  std::string_view rest = text;
  for (std::size_t i = 0; i < 3; ++i) {
    const auto piece = cut(rest, ',');
    const std::string_view number = piece ? *piece : trimmed(rest);
    if (!unsigned_number(number, *parts[i]) ||
        *parts[i] > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
      return fail(error, text, number, fmt::format("{} is not a size; write X, X,Y or X,Y,Z", quoted(number)));
    if (piece) continue;
    out = read;
    return true;
  }
  return fail(error, text, rest, "at most three sizes: X,Y,Z");
}

std::string write_number(const Number& number) {
  if (number.is_integer) return fmt::format("{}", number.integer);
  if (std::isnan(number.real)) return "nan";
  std::string text = fmt::format("{}", number.real);
  const bool plain = text.find_first_of(".eni") == std::string::npos;
  return plain ? text + ".0" : text;
}

std::string write_fill(const Fill& fill) {
  switch (fill.kind) {
    case FillKind::kRandomBelow:
      return fmt::format("random below {}", fill.first);
    case FillKind::kPermutationWithin:
      return fmt::format("permutation within {}", fill.first);
    case FillKind::kDivideModulo:
      return fmt::format("i / {} mod {}", fill.first, fill.second);
    default:
      break;
  }
  for (const PlainFill& plain : kPlainFills)
    if (plain.kind == fill.kind) return plain.name;
  return "zero";
}

std::string write_argument(const Argument& argument) {
  std::string text = argument.name.empty() ? "" : argument.name + "=";
  if (const auto* scalar = std::get_if<ScalarArgument>(&argument.value)) {
    if (scalar->typed) text += fmt::format("{}:", element_type_name(scalar->type));
    return text + write_number(scalar->value);
  }
  const auto& buffer = std::get<BufferArgument>(argument.value);
  if (buffer.typed) text += fmt::format("{}:", element_type_name(buffer.type));
  text += write_fill(buffer.fill);
  const bool listed = buffer.fill.kind == FillKind::kData || buffer.fill.kind == FillKind::kRepeat;
  if (listed) text += ":" + write_values(buffer.fill.data);
  return text + fmt::format(":{}", buffer.count);
}

std::string write_symbol(const SymbolValue& symbol) {
  const std::string type = symbol.typed ? fmt::format("{}:", element_type_name(symbol.type)) : "";
  return symbol.symbol + "=" + type + write_values(symbol.data);
}

std::string write_dimensions(const Dim3& dimensions) {
  return fmt::format("{},{},{}", dimensions.x, dimensions.y, dimensions.z);
}

}  // namespace warpglass
