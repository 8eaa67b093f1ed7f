// Source text with a name, and places in it.
// Lines and columns are 1-based; columns count bytes. A Span names the place a student would point at.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace warpglass {

struct Span {
  std::uint32_t file = 0;    // index into SourceSet::files
  std::uint32_t offset = 0;  // bytes from the start of the file
  std::uint32_t length = 0;  // bytes; 0 means a point
  std::uint32_t line = 0;    // 1-based; 0 means "no place"
  std::uint32_t column = 0;  // 1-based

  bool known() const { return line != 0; }
};

struct SourceFile {
  std::string name;  // as the user knows it, e.g. "kernel.cu"
  std::string text;  // UTF-8, line ends normalised to \n
};

// All files of one compilation; file 0 is the one in the editor.
struct SourceSet {
  std::vector<SourceFile> files;
};

// The text of 1-based line `line` without its line end; empty when there is no such line.
std::string_view line_text(const SourceFile& file, std::uint32_t line);

// Number of lines; a text without a final \n counts its last line too.
std::uint32_t line_count(const SourceFile& file);

}  // namespace warpglass
