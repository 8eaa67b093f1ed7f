// The one printer of diagnostics. A source line is shown as a terminal shows it: tabs become spaces, control and broken
// bytes become '?', wide characters take two columns, and of a very long line only the part around the caret is shown.
#include "sim/base/diagnostic.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace warpglass {
namespace {

constexpr std::size_t kTabWidth = 4;
constexpr std::size_t kLongestLine = 100;   // columns of source shown
constexpr std::size_t kWindowBytes = 2048;  // looked at of a longer line: more than can be shown of it
constexpr std::size_t kBeforeCaret = 60;    // columns kept before the caret in a longer line

// One character of a source line as it is printed.
struct Glyph {
  std::string text;
  std::size_t width = 1;
  std::size_t first_byte = 0;
  std::size_t bytes = 1;
};

std::uint32_t code_point(std::string_view bytes) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[i])); };
  if (bytes.size() == 2) return (byte(0) & 0x1fu) << 6 | (byte(1) & 0x3fu);
  if (bytes.size() == 3) return (byte(0) & 0x0fu) << 12 | (byte(1) & 0x3fu) << 6 | (byte(2) & 0x3fu);
  if (bytes.size() == 4)
    return (byte(0) & 0x07u) << 18 | (byte(1) & 0x3fu) << 12 | (byte(2) & 0x3fu) << 6 | (byte(3) & 0x3fu);
  return byte(0);
}

// Length of the UTF-8 sequence at the front; 1 for a byte that starts none.
std::size_t sequence_length(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text[0]);
  const std::size_t length = lead < 0xc2 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 1;
  if (length > text.size()) return 1;
  for (std::size_t i = 1; i < length; ++i)
    if ((static_cast<unsigned char>(text[i]) & 0xc0u) != 0x80u) return 1;
  return length;
}

// Two columns: Hangul, Kana, CJK ideographs, full-width forms, emoji (the large blocks; enough to place a caret).
bool is_wide(std::uint32_t c) {
  return (c >= 0x1100 && c <= 0x115f) || (c >= 0x2e80 && c <= 0xa4cf) || (c >= 0xac00 && c <= 0xd7a3) ||
         (c >= 0xf900 && c <= 0xfaff) || (c >= 0xfe30 && c <= 0xfe6f) || (c >= 0xff00 && c <= 0xff60) ||
         (c >= 0xffe0 && c <= 0xffe6) || (c >= 0x1f300 && c <= 0x1faff) || (c >= 0x20000 && c <= 0x3fffd);
}

std::vector<Glyph> glyphs_of(std::string_view line) {
  std::vector<Glyph> glyphs;
  std::size_t column = 0;
  for (std::size_t at = 0; at < line.size();) {
    Glyph glyph;
    glyph.first_byte = at;
    glyph.bytes = sequence_length(line.substr(at));
    const std::string_view bytes = line.substr(at, glyph.bytes);
    const auto lead = static_cast<unsigned char>(bytes[0]);
    if (lead == '\t') {
      glyph.width = kTabWidth - column % kTabWidth;
      glyph.text.assign(glyph.width, ' ');
    } else if (glyph.bytes == 1 && (lead < 0x20 || lead >= 0x7f)) {
      glyph.text = "?";
    } else {
      glyph.text = bytes;
      if (glyph.bytes > 1 && is_wide(code_point(bytes))) glyph.width = 2;
    }
    column += glyph.width;
    at += glyph.bytes;
    glyphs.push_back(std::move(glyph));
  }
  return glyphs;
}

struct Excerpt {
  std::string text;    // the source line, shortened
  std::string marker;  // blanks, then ^~~~
};

// Where the part of a line begins that can be seen with the caret at `byte`: a line may have megabytes.
std::size_t window_start(std::string_view line, std::size_t byte) {
  if (byte <= kWindowBytes / 2) return 0;
  std::size_t start = byte - kWindowBytes / 2;
  while (start < byte && (static_cast<unsigned char>(line[start]) & 0xc0u) == 0x80u) ++start;
  return start;
}

// The part of the line around the span, at most kLongestLine columns.
Excerpt excerpt_of(std::string_view line, const Span& span) {
  const std::size_t given_byte = std::min<std::size_t>(span.column == 0 ? 0 : span.column - 1, line.size());
  const std::size_t cut = window_start(line, given_byte);
  const std::vector<Glyph> glyphs = glyphs_of(line.substr(cut, kWindowBytes));
  const std::size_t first_byte = given_byte - cut;
  const std::size_t end_byte = first_byte + std::max<std::size_t>(1, span.length);
  std::size_t caret_column = 0;
  for (const Glyph& glyph : glyphs)
    if (glyph.first_byte + glyph.bytes <= first_byte) caret_column += glyph.width;
  const std::size_t skip = caret_column > kBeforeCaret + 3 ? caret_column - kBeforeCaret : 0;
  Excerpt out;
  if (skip != 0) out.text = out.marker = "...";
  if (skip != 0) out.marker.assign(3, ' ');
  std::size_t column = 0, shown = out.text.size(), marked = 0;
  for (const Glyph& glyph : glyphs) {
    column += glyph.width;
    if (column <= skip) continue;
    if (shown + glyph.width > kLongestLine) {
      out.text += "...";
      break;
    }
    out.text += glyph.text;
    shown += glyph.width;
    const bool inside = glyph.first_byte + glyph.bytes > first_byte && glyph.first_byte < end_byte;
    if (inside) {
      for (std::size_t i = 0; i < glyph.width; ++i) out.marker += marked++ == 0 ? '^' : '~';
    } else if (marked == 0) {
      out.marker.append(glyph.width, ' ');
    }
  }
  if (marked == 0) out.marker += '^';  // a place at the end of the line
  return out;
}

const char* severity_name(Severity severity) {
  switch (severity) {
    case Severity::kError:
      return "error";
    case Severity::kWarning:
      return "warning";
    case Severity::kNote:
      return "note";
  }
  return "error";
}

std::string grouped(std::uint64_t value) {
  std::string digits = fmt::format("{}", value);
  for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, ",");
  return digits;
}

const SourceFile* file_of(const Span& span, const SourceSet& sources) {
  return span.known() && span.file < sources.files.size() ? &sources.files[span.file] : nullptr;
}

void append_excerpt(std::string& out, const Span& span, const SourceSet& sources) {
  const SourceFile* file = file_of(span, sources);
  if (file == nullptr || span.line > line_count(*file)) return;
  const Excerpt excerpt = excerpt_of(line_text(*file, span.line), span);
  out += fmt::format("{:>6} | {}\n       | {}\n", span.line, excerpt.text, excerpt.marker);
}

std::string place_text(const ThreadPlace& place) {
  return fmt::format("block {}, warp {}, lane {} (thread {} of the block)", place.block, place.warp, place.lane,
                     place.thread);
}

void append_place(std::string& out, const Diagnostic& diagnostic) {
  if (!diagnostic.place) return;
  out += "   in: " + place_text(*diagnostic.place);
  if (diagnostic.address) out += fmt::format(", address 0x{:x}", *diagnostic.address);
  if (!diagnostic.object.empty()) out += ", " + diagnostic.object;
  out += '\n';
}

}  // namespace

const char* fault_kind_name(FaultKind kind) {
  switch (kind) {
    case FaultKind::kCompile:
      return "compile";
    case FaultKind::kCase:
      return "case";
    case FaultKind::kLaunch:
      return "launch";
    case FaultKind::kBudget:
      return "budget";
    case FaultKind::kBounds:
      return "bounds";
    case FaultKind::kMisaligned:
      return "misaligned";
    case FaultKind::kAssert:
      return "assert";
    case FaultKind::kBarrier:
      return "barrier";
    case FaultKind::kRace:
      return "race";
    case FaultKind::kUninitialised:
      return "uninitialised";
    case FaultKind::kArithmetic:
      return "arithmetic";
  }
  return "case";
}

std::string format_diagnostic(const Diagnostic& diagnostic, const SourceSet& sources) {
  std::string out;
  if (const SourceFile* file = file_of(diagnostic.span, sources)) {
    out += fmt::format("{}:{}:{}: ", file->name, diagnostic.span.line, diagnostic.span.column);
  }
  out += fmt::format("{}: {}", severity_name(diagnostic.severity), diagnostic.message);
  if (diagnostic.count > 1) out += fmt::format(" ({} times)", grouped(diagnostic.count));
  out += '\n';
  append_excerpt(out, diagnostic.span, sources);
  append_place(out, diagnostic);
  if (diagnostic.other) {
    const OtherParty& other = *diagnostic.other;
    out += fmt::format("   and: {} {}", place_text(other.who), other.what);
    if (other.span.known()) out += fmt::format(" in line {}", other.span.line);
    out += '\n';
    append_excerpt(out, other.span, sources);
  }
  if (!diagnostic.note.empty()) out += "  note: " + diagnostic.note + '\n';
  return out;
}

std::string format_diagnostics(const std::vector<Diagnostic>& diagnostics, const SourceSet& sources) {
  std::string out;
  for (const Diagnostic& diagnostic : diagnostics) out += format_diagnostic(diagnostic, sources);
  return out;
}

}  // namespace warpglass
