// A picture as a PNG file.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace warpglass {

struct Picture {
  int width = 0, height = 0;
  std::vector<std::uint8_t> rgba;  // rows from the top
};

// False when the file cannot be written.
bool write_png(const std::string& path, const Picture& picture);

}  // namespace warpglass
