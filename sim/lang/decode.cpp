// Bytes as students paste them to UTF-8 text with \n line ends. Each repair leaves a note.
// Order: byte order mark, encoding (UTF-8, else CP949, else Latin-1), line ends, Markdown fence.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>

#if defined(__linux__) && __has_include(<iconv.h>)
#include <iconv.h>
#define WARPGLASS_ICONV 1
#else
#define WARPGLASS_ICONV 0
#endif

#include "sim/lang/stages.h"

namespace warpglass::lang {

namespace {

constexpr std::size_t kMaxBytes = 4u << 20;

void append_utf8(std::string& out, std::uint32_t code) {
  const auto byte = [&out](std::uint32_t value) { out.push_back(static_cast<char>(value)); };
  if (code < 0x80) {
    byte(code);
  } else if (code < 0x800) {
    byte(0xc0 | (code >> 6)), byte(0x80 | (code & 0x3f));
  } else if (code < 0x10000) {
    byte(0xe0 | (code >> 12)), byte(0x80 | ((code >> 6) & 0x3f)), byte(0x80 | (code & 0x3f));
  } else {
    byte(0xf0 | (code >> 18)), byte(0x80 | ((code >> 12) & 0x3f)), byte(0x80 | ((code >> 6) & 0x3f));
    byte(0x80 | (code & 0x3f));
  }
}

// Bytes of the UTF-8 sequence that starts at `i`; 0: not one.
std::size_t utf8_length(std::string_view text, std::size_t i) {
  const auto byte = [&](std::size_t k) { return k < text.size() ? static_cast<unsigned char>(text[k]) : 0u; };
  const unsigned first = byte(i);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4) return 0;
  for (std::size_t k = 1; k < length; ++k) {
    if ((byte(i + k) & 0xc0) != 0x80) return 0;
  }
  const unsigned second = byte(i + 1);
  if ((first == 0xe0 && second < 0xa0) || (first == 0xed && second > 0x9f)) return 0;
  if ((first == 0xf0 && second < 0x90) || (first == 0xf4 && second > 0x8f)) return 0;
  return length;
}

bool is_utf8(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = utf8_length(text, i);
    if (length == 0) return false;
    i += length;
  }
  return true;
}

std::string from_utf16(std::string_view bytes, bool big_endian) {
  const auto unit = [&](std::size_t i) {
    const auto a = static_cast<unsigned char>(bytes[i]), b = static_cast<unsigned char>(bytes[i + 1]);
    return static_cast<std::uint32_t>(big_endian ? a << 8 | b : b << 8 | a);
  };
  std::string out;
  for (std::size_t i = 0; i + 1 < bytes.size(); i += 2) {
    std::uint32_t code = unit(i);
    const bool high = code >= 0xd800 && code < 0xdc00;
    if (high && i + 3 < bytes.size() && (unit(i + 2) & 0xfc00) == 0xdc00) {
      code = 0x10000 + ((code - 0xd800) << 10) + (unit(i + 2) - 0xdc00);
      i += 2;
    } else if (code >= 0xd800 && code < 0xe000) {
      code = 0xfffd;
    }
    append_utf8(out, code);
  }
  return out;
}

std::string from_latin1(std::string_view bytes) {
  std::string out;
  for (const char c : bytes) append_utf8(out, static_cast<unsigned char>(c));
  return out;
}

// Nothing when a byte does not fit or the machine has no converter.
std::optional<std::string> from_cp949(const std::string& bytes) {
#if WARPGLASS_ICONV
  iconv_t converter = iconv_open("UTF-8", "CP949");
  if (converter == reinterpret_cast<iconv_t>(-1)) return std::nullopt;
  std::string in = bytes, out(bytes.size() * 3 + 16, '\0');
  char* from = in.data();
  char* to = out.data();
  std::size_t from_left = in.size(), to_left = out.size();
  const bool good = iconv(converter, &from, &from_left, &to, &to_left) != static_cast<std::size_t>(-1);
  iconv_close(converter);
  if (!good || from_left != 0) return std::nullopt;
  out.resize(out.size() - to_left);
  return out;
#else
  static_cast<void>(bytes);
  return std::nullopt;
#endif
}

Span first_line() { return {0, 0, 0, 1, 1}; }

std::string to_utf8(const std::string& bytes, Messages& messages) {
  const std::string_view view(bytes);
  if (view.substr(0, 3) == "\xef\xbb\xbf") return to_utf8(bytes.substr(3), messages);
  if (view.substr(0, 2) == "\xff\xfe" || view.substr(0, 2) == "\xfe\xff") {
    messages.note(first_line(), "the source is UTF-16; it was converted to UTF-8");
    return from_utf16(view.substr(2), view[0] == '\xfe');
  }
  if (is_utf8(view)) return bytes;
  if (std::optional<std::string> text = from_cp949(bytes)) {
    messages.note(first_line(), "the source is not UTF-8; it was read as CP949 (Korean Windows)");
    return *text;
  }
  messages.note(first_line(), "the source is not UTF-8; it was read as Latin-1");
  return from_latin1(view);
}

std::string normalise_line_ends(const std::string& text) {
  if (text.find('\r') == std::string::npos) return text;
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\r') {
      out.push_back(text[i]);
    } else if (i + 1 >= text.size() || text[i + 1] != '\n') {
      out.push_back('\n');
    }
  }
  return out;
}

struct Line {
  std::size_t begin, end;  // without the \n
  bool is_fence;
};

std::vector<Line> split_lines(const std::string& text) {
  std::vector<Line> lines;
  bool in_comment = false;  // a fence drawn inside a block comment is not one
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line(text.data() + begin, end - begin);
    const std::size_t first = line.find_first_not_of(" \t");
    const std::string_view lead = first == std::string_view::npos ? std::string_view() : line.substr(first, 3);
    lines.push_back({begin, end, !in_comment && (lead == "```" || lead == "~~~")});
    const std::size_t open = line.rfind("/*"), close = line.rfind("*/");
    if (open != std::string_view::npos && (close == std::string_view::npos || close < open)) {
      in_comment = line.substr(0, open).find("//") == std::string_view::npos;
    } else if (close != std::string_view::npos) {
      in_comment = false;
    }
    begin = end + 1;
  }
  return lines;
}

// Blanks the fence lines and the prose outside them. Columns and lines of the code stay.
std::string without_fences(std::string text, Messages& messages) {
  if (text.find("```") == std::string::npos && text.find("~~~") == std::string::npos) return text;
  const std::vector<Line> lines = split_lines(text);
  const auto fences = std::count_if(lines.begin(), lines.end(), [](const Line& line) { return line.is_fence; });
  if (fences == 0) return text;
  bool inside = fences == 1;  // a lone fence: all of the rest is code
  std::uint32_t number = 0, first = 0;
  for (const Line& line : lines) {
    ++number;
    if (line.is_fence && first == 0) first = number;
    if (line.is_fence && fences > 1) inside = !inside;
    if (line.is_fence || !inside) std::fill(text.begin() + line.begin, text.begin() + line.end, ' ');
  }
  messages.note({0, static_cast<std::uint32_t>(lines[first - 1].begin), 3, first, 1},
                "the Markdown fence around the code was taken away");
  return text;
}

}  // namespace

std::string decode_source(const std::string& bytes, Messages& messages) {
  if (bytes.size() > kMaxBytes) {
    messages.error(first_line(),
                   fmt::format("the source has {} bytes; at most {} (4 MiB) are read", bytes.size(), kMaxBytes));
    return {};
  }
  std::string text = without_fences(normalise_line_ends(to_utf8(bytes, messages)), messages);
  const std::size_t zero = text.find('\0');
  if (zero != std::string::npos) {
    messages.error(first_line(), "this is not a text file: it holds a byte of value 0", "open the .cu source itself");
    return {};
  }
  return text;
}

}  // namespace warpglass::lang
