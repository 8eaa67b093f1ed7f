// A view as data: a titled table of cells. The command line prints it, the JSON output and the window read the same
// cells, so that a number cannot differ between them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace warpglass {

enum class Align { kLeft, kRight };

struct Column {
  std::string key;    // JSON key
  std::string title;  // English; the window translates by key
  Align align = Align::kRight;
};

struct Cell {
  std::string text;  // as shown
  bool is_number = false;
  double number = 0.0;
};

struct Table {
  std::string key;
  std::string title;
  std::vector<Column> columns;
  std::vector<std::vector<Cell>> rows;
};

Cell text_cell(std::string text);
Cell count_cell(std::uint64_t value);             // "1,234"
Cell ratio_cell(double value, int decimals = 2);  // "16.50"
Cell percent_cell(double share);                  // 0.33 -> "33 %"

// Aligned text, at most `width` columns: wide cells are cut with an ellipsis, least important columns (the last) first.
std::string format_table(const Table& table, int width = 100);

}  // namespace warpglass
