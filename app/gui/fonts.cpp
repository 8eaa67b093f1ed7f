// See fonts.h. Glyphs are rasterised when they are first used (ImGui 1.92), so a Korean font costs what it shows.
#include "app/gui/fonts.h"

#include <string>
#include <vector>

#include "app/gui/platform.h"

namespace warpglass {
namespace fs = std::filesystem;
namespace {

using Names = std::vector<const char*>;

// File names, best first; the first is the one that the window is designed with.
const Names& names_of(int which) {
  static const Names kNames[4] = {{"NanumGothic.ttf", "malgun.ttf", "AppleSDGothicNeo.ttc", "NotoSansCJK-Regular.ttc",
                                   "DejaVuSans.ttf", "LiberationSans-Regular.ttf", "segoeui.ttf"},
                                  {"NanumGothicBold.ttf", "malgunbd.ttf", "NotoSansCJK-Bold.ttc", "DejaVuSans-Bold.ttf",
                                   "LiberationSans-Bold.ttf", "segoeuib.ttf"},
                                  {"NanumGothicCoding.ttf", "NanumGothicCoding-Regular.ttf", "D2Coding.ttf",
                                   "consola.ttf", "Menlo.ttc", "DejaVuSansMono.ttf", "LiberationMono-Regular.ttf"},
                                  {"NanumGothicCodingBold.ttf", "NanumGothicCoding-Bold.ttf", "D2CodingBold.ttf",
                                   "consolab.ttf", "DejaVuSansMono-Bold.ttf", "LiberationMono-Bold.ttf"}};
  return kNames[which];
}

fs::path find_font(const std::vector<fs::path>& folders, const Names& names) {
  std::error_code error;
  for (const char* name : names)
    for (const fs::path& folder : folders)
      if (fs::is_regular_file(folder / name, error)) return folder / name;
  return {};
}

ImFont* load(const fs::path& path, float size) {
  if (path.empty()) return nullptr;
  ImFontConfig config;
  config.OversampleH = 2;
  config.Flags |= ImFontFlags_NoLoadError;
  return ImGui::GetIO().Fonts->AddFontFromFileTTF(path.string().c_str(), size, &config);
}

}  // namespace

FontsFound load_fonts(const fs::path& assets) {
  std::vector<fs::path> folders;
  if (!assets.empty()) folders.push_back(assets / "fonts");
  for (fs::path& folder : font_folders()) folders.push_back(std::move(folder));
  FontsFound found;
  ImFont* loaded[4] = {};
  for (int i = 0; i < 4; ++i) {
    const fs::path path = find_font(folders, names_of(i));
    loaded[i] = load(path, i < 2 ? 14.5f : 14.0f);
    const bool nanum = loaded[i] != nullptr && path.filename().string().rfind("Nanum", 0) == 0;
    found.substitute = found.substitute || !nanum;
  }
  if (loaded[0] == nullptr) loaded[0] = ImGui::GetIO().Fonts->AddFontDefault();
  found.fonts = {loaded[0], loaded[1] ? loaded[1] : loaded[0], loaded[2] ? loaded[2] : loaded[0], nullptr};
  found.fonts.mono_bold = loaded[3] ? loaded[3] : found.fonts.mono;
  ImGui::GetIO().FontDefault = found.fonts.regular;
  found.korean = found.fonts.regular->IsGlyphInFont(0xd55c);
  return found;
}

}  // namespace warpglass
