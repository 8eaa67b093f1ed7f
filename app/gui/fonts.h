// NanumGothic and NanumGothicCoding, found at run time: beside the assets, then where the system keeps fonts. What is
// missing is replaced by a system font, or by ImGui's own (then Korean cannot be shown); the window says so once.
#pragma once

#include <filesystem>

#include "app/gui/theme.h"

namespace warpglass {

struct FontsFound {
  Fonts fonts;
  bool substitute = false;  // some of the four is not Nanum
  bool korean = false;      // the regular font has Hangul
};

// Adds the four fonts to the current ImGui context. `assets` may be empty.
FontsFound load_fonts(const std::filesystem::path& assets);

}  // namespace warpglass
