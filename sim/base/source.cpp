// Lines of a source text. A line ends at \n; the text after the last \n is a line too when it is not empty.
#include "sim/base/source.h"

#include <algorithm>

namespace warpglass {

std::string_view line_text(const SourceFile& file, std::uint32_t line) {
  const std::string_view text = file.text;
  std::size_t start = 0;
  for (std::uint32_t current = 1; current < line; ++current) {
    const std::size_t end = text.find('\n', start);
    if (end == std::string_view::npos) return {};
    start = end + 1;
  }
  if (line == 0) return {};
  const std::string_view rest = text.substr(start);
  return rest.substr(0, std::min(rest.find('\n'), rest.size()));
}

std::uint32_t line_count(const SourceFile& file) {
  const auto ends = std::count(file.text.begin(), file.text.end(), '\n');
  const bool open_line = !file.text.empty() && file.text.back() != '\n';
  return static_cast<std::uint32_t>(ends) + (open_line ? 1u : 0u);
}

}  // namespace warpglass
