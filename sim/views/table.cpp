// Cells as people read them, and a table as aligned text. Widths count characters on the screen (wide East Asian ones
// as two), not bytes; a table that is too wide loses its last columns first.
#include "sim/views/table.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string_view>

#include <fmt/format.h>

namespace warpglass {
namespace {

constexpr int kGap = 2;        // between columns
constexpr int kNarrowest = 4;  // a column cut further than this is left out

// One character from the front of `text`: its bytes and the columns it takes. Broken UTF-8 counts byte by byte.
struct Character {
  std::size_t bytes = 1;
  int columns = 1;
};

std::size_t sequence_length(std::string_view text) {
  const auto first = static_cast<unsigned char>(text[0]);
  std::size_t length = 1;
  if (first >= 0xf0 && first < 0xf8)
    length = 4;
  else if (first >= 0xe0)
    length = 3;
  else if (first >= 0xc2)
    length = 2;
  if (length > text.size() || first >= 0xf8) return 1;
  for (std::size_t i = 1; i < length; ++i)
    if ((static_cast<unsigned char>(text[i]) & 0xc0) != 0x80) return 1;
  return length;
}

Character next_character(std::string_view text) {
  const std::size_t length = sequence_length(text);
  if (length < 3) return {length, 1};
  char32_t code = static_cast<unsigned char>(text[0]) & (length == 3 ? 0x0fu : 0x07u);
  for (std::size_t i = 1; i < length; ++i) code = code << 6 | (static_cast<unsigned char>(text[i]) & 0x3fu);
  const bool wide = (code >= 0x1100 && code <= 0x115f) || (code >= 0x2e80 && code <= 0xa4cf) ||
                    (code >= 0xac00 && code <= 0xd7a3) || (code >= 0xf900 && code <= 0xfaff) ||
                    (code >= 0xfe30 && code <= 0xfe6f) || (code >= 0xff00 && code <= 0xff60) ||
                    (code >= 0xffe0 && code <= 0xffe6) || (code >= 0x1f300 && code <= 0x1faff);
  return {length, wide ? 2 : 1};
}

int width_of(std::string_view text) {
  int width = 0;
  while (!text.empty()) {
    const Character c = next_character(text);
    width += c.columns;
    text.remove_prefix(c.bytes);
  }
  return width;
}

std::string cut(std::string_view text, int width) {
  if (width_of(text) <= width) return std::string(text);
  std::string kept;
  int used = 1;  // the ellipsis
  while (!text.empty()) {
    const Character c = next_character(text);
    if (used + c.columns > width) break;
    kept += text.substr(0, c.bytes);
    used += c.columns;
    text.remove_prefix(c.bytes);
  }
  return kept + "…";
}

// Widths after cutting: the last columns shrink, then go, until the row fits. -1: left out.
std::vector<int> column_widths(const Table& table, int width) {
  std::vector<int> widths;
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    int widest = width_of(table.columns[c].title);
    for (const auto& row : table.rows)
      if (c < row.size()) widest = std::max(widest, width_of(row[c].text));
    widths.push_back(widest);
  }
  int total = std::accumulate(widths.begin(), widths.end(), kGap * (static_cast<int>(widths.size()) - 1));
  for (std::size_t c = widths.size(); c-- > 0 && total > width;) {
    const int over = total - width;
    const int reduced = widths[c] - over;
    if (reduced >= kNarrowest || c == 0) {
      widths[c] = std::max(reduced, 1);
      break;
    }
    total -= widths[c] + kGap;
    widths[c] = -1;
  }
  return widths;
}

void add_row(std::string& out, const Table& table, const std::vector<int>& widths,
             const std::vector<std::string_view>& texts) {
  std::string line;
  for (std::size_t c = 0; c < widths.size(); ++c) {
    if (widths[c] < 0) continue;
    if (c > 0) line.append(kGap, ' ');
    const std::string text = cut(c < texts.size() ? texts[c] : std::string_view{}, widths[c]);
    const auto space = static_cast<std::size_t>(std::max(0, widths[c] - width_of(text)));
    const bool right = table.columns[c].align == Align::kRight;
    if (right) line.append(space, ' ');
    line += text;
    if (!right) line.append(space, ' ');
  }
  while (!line.empty() && line.back() == ' ') line.pop_back();
  out += line + "\n";
}

}  // namespace

Cell text_cell(std::string text) { return {std::move(text), false, 0.0}; }

Cell count_cell(std::uint64_t value) {
  std::string digits = fmt::format("{}", value);
  for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, ",");
  return {std::move(digits), true, static_cast<double>(value)};
}

Cell ratio_cell(double value, int decimals) {
  if (!std::isfinite(value)) return {"-", false, 0.0};
  return {fmt::format("{:.{}f}", value, std::clamp(decimals, 0, 9)), true, value};
}

Cell percent_cell(double share) {
  if (!std::isfinite(share)) return {"-", false, 0.0};
  return {fmt::format("{:.0f} %", std::round(share * 100.0)), true, share};
}

std::string format_table(const Table& table, int width) {
  std::string out;
  if (!table.title.empty()) out += cut(table.title, std::max(width, 1)) + "\n";
  if (table.columns.empty()) return out;
  const std::vector<int> widths = column_widths(table, width);
  std::vector<std::string_view> texts;
  for (const Column& column : table.columns) texts.push_back(column.title);
  add_row(out, table, widths, texts);
  for (const auto& row : table.rows) {
    texts.clear();
    for (const Cell& cell : row) texts.push_back(cell.text);
    add_row(out, table, widths, texts);
  }
  return out;
}

}  // namespace warpglass
