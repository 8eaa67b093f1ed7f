#include "sim/exec/printing.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <vector>

#include "sim/exec/scalar.h"

namespace warpglass::exec {
namespace {

// A piece of a format: plain text, or a conversion that takes arguments.
struct Piece {
  std::string text;
  bool conversion = false;
  int stars = 0;
};

// Splits a format at its conversions; a width or precision is cut to three digits.
std::vector<Piece> pieces_of(const std::string& format) {
  std::vector<Piece> pieces(1);
  for (std::size_t at = 0; at < format.size(); ++at) {
    if (format[at] != '%') {
      pieces.back().text += format[at];
      continue;
    }
    if (at + 1 < format.size() && format[at + 1] == '%') {
      pieces.back().text += format[at++];
      continue;
    }
    Piece piece{"%", true, 0};
    int digits = 0;
    for (++at; at < format.size() && std::strchr("-+ #0123456789.*hlLqjzt", format[at]) != nullptr; ++at) {
      digits = format[at] >= '0' && format[at] <= '9' ? digits + 1 : 0;
      piece.stars += format[at] == '*';
      if (digits <= 3) piece.text += format[at];
    }
    if (at < format.size()) piece.text += format[at];
    pieces.push_back(piece);
    pieces.emplace_back();
  }
  return pieces;
}

// The conversion without its length modifiers.
std::string bare(const std::string& conversion) {
  std::string out;
  for (const char c : conversion)
    if (std::strchr("hlLqjzt", c) == nullptr) out += c;
  return out;
}

template <class T>
std::string print(const std::string& conversion, T value) {
  char buffer[1200];
#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
#pragma GCC diagnostic ignored "-Wformat-security"
#endif
  const int length = std::snprintf(buffer, sizeof buffer, conversion.c_str(), value);
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif
  return length < 0 ? std::string()
                    : std::string(buffer, std::min<std::size_t>(sizeof buffer - 1, static_cast<std::size_t>(length)));
}

std::string integer_text(const std::string& conversion, ValueType type, std::uint64_t bits) {
  std::string wide = conversion;
  wide.insert(wide.size() - 1, "ll");
  const bool is_signed = wide.back() == 'd' || wide.back() == 'i';
  if (is_signed) {
    const ValueType as = value_type_is_wide(type) ? ValueType::kS64 : ValueType::kS32;
    return print(wide, static_cast<long long>(signed_value(as, bits)));
  }
  return print(wide, static_cast<unsigned long long>(value_type_is_wide(type) ? bits : bits & 0xffffffffu));
}

std::uint64_t read(const Program& program, const ProgramImage& image, const Warp& warp, Register r, int lane) {
  std::uint64_t bits = 0;
  if (r == kNoRegister) return 0;
  const std::size_t width = program.registers[r].wide ? 8 : 4;
  std::memcpy(&bits, warp.frame + image.rows[r] + width * static_cast<std::size_t>(lane), width);
  return bits;
}

std::string replace_star(std::string conversion, std::int64_t value) {
  const std::size_t star = conversion.find('*');
  return conversion.replace(star, 1, std::to_string(std::clamp<std::int64_t>(value, -999, 999)));
}

std::string lane_text(const Shared& shared, const Warp& warp, const Print& what, const std::vector<Piece>& pieces,
                      int lane) {
  std::string out;
  std::size_t next = 0;
  const auto value = [&](std::size_t index) {
    return read(*shared.program, *shared.image, warp, what.args[index], lane);
  };
  for (const Piece& piece : pieces) {
    std::string conversion = piece.text;
    for (int star = 0; star < piece.stars && next < what.args.size(); ++star, ++next)
      conversion = replace_star(conversion, static_cast<std::int32_t>(value(next)));
    if (!piece.conversion || next >= what.args.size() || conversion.find('*') != std::string::npos) {
      out += conversion;
      continue;
    }
    const std::int32_t literal = next < what.string.size() ? what.string[next] : -1;
    const bool known = literal >= 0 && static_cast<std::size_t>(literal) < shared.program->strings.size();
    const std::string* text = known ? &shared.program->strings[static_cast<std::size_t>(literal)] : nullptr;
    out += format_one(conversion, next < what.types.size() ? what.types[next] : ValueType::kS32,
                      text != nullptr ? 0 : value(next), text);
    ++next;
  }
  return out;
}

}  // namespace

std::string format_one(const std::string& conversion, ValueType type, std::uint64_t bits, const std::string* text) {
  const std::string plain = bare(conversion);
  switch (plain.back()) {
    case 'd':
    case 'i':
    case 'u':
    case 'x':
    case 'X':
    case 'o':
      return integer_text(plain, type == ValueType::kF64 ? ValueType::kS64 : type, bits);
    case 'c':
      return print(plain, static_cast<int>(bits & 0xffu));
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
    case 'a':
    case 'A':
      return print(plain, type == ValueType::kF64   ? bits_double(bits)
                          : type == ValueType::kF32 ? double{bits_float(bits)}
                                                    : static_cast<double>(signed_value(type, bits)));
    case 'p':
      return print("%#llx", static_cast<unsigned long long>(bits));
    case 's':
      return text != nullptr ? print(plain, text->c_str()) : std::string("(a string that is not a literal)");
    default:
      return conversion;
  }
}

void print_lanes(Context& context, Warp& warp) {
  Shared& shared = *context.shared_state;
  const Instruction& i = shared.program->code[warp.current.pc];
  const Decoded& op = context.code[warp.current.pc];
  const Print& what = shared.program->prints[i.target];
  const std::vector<Piece> pieces = pieces_of(what.format);
  const std::uint64_t count = what.args.size();
  for (LaneMask rest = warp.current.mask; rest != 0; rest &= rest - 1) {
    const int lane = first_lane(rest);
    const std::size_t width = op.wide ? 8 : 4;
    std::memcpy(warp.frame + op.d + width * static_cast<std::size_t>(lane), &count, width);
    if (shared.printed_bytes > kMostPrintedBytes) continue;
    std::string text = lane_text(shared, warp, what, pieces, lane);
    shared.printed_bytes += text.size() + 16;
    if (shared.printed_bytes > kMostPrintedBytes) text = "... more was printed than the 1 MiB that is kept\n";
    if (context.sink != nullptr) context.sink->printed(place_of(context, warp), lane, text);
    shared.printed.push_back(std::move(text));
  }
}

}  // namespace warpglass::exec
