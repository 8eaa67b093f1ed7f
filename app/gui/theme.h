// Colours and sizes: the only place that names either. Two themes, dark and light, on Okabe-Ito accents; lanes wear one
// ramp from blue to yellow whose lightness rises all the way, so it reads without colour vision.
// Sizes are written as at 100 % and go through Metrics::px.
#pragma once

#include <imgui.h>

#include "sim/views/sites.h"

namespace warpglass {

enum class ThemeName { kDark, kLight };

struct Theme {
  ThemeName name = ThemeName::kDark;
  ImU32 window, card, edge;     // behind everything; a panel; its outline and separators
  ImU32 field, track, hover;    // text fields and chosen-from boxes; slider tracks; under the mouse
  ImU32 text, dim, faint;       // reading text, labels, line numbers and disabled things
  ImU32 accent, accent_soft;    // "look here"; the same as a background
  ImU32 good, good_soft;        // calm chips, ticks
  ImU32 warning, warning_soft;  // from 2x
  ImU32 strong, strong_soft;    // from 4x
  ImU32 hatch;                  // moved, but nobody asked for it
  ImU32 column;                 // an empty bank column, an untouched word
  ImU32 frame;                  // outline of lines and sectors
  ImU32 model, measured;        // bars of the model, rings of the measurement
  ImU32 code_line;              // background of the selected code line
  ImU32 code_keyword, code_type, code_number, code_comment, code_string, code_preprocessor, code_builtin, code_name;

  ImU32 lane(int lane, int lanes = 32) const;      // the ramp
  ImU32 lane_dim(int lane, int lanes = 32) const;  // the same, already served or not in the light
  ImU32 level(ChipLevel level) const;              // text or edge of a cost: good, warning, strong
  ImU32 level_soft(ChipLevel level) const;         // the background below it
};

const Theme& theme_of(ThemeName name);

// Black or white, whichever reads better on `background`.
ImU32 text_on(ImU32 background);
ImU32 with_alpha(ImU32 colour, float alpha);  // alpha 0..1 multiplies
ImU32 mix(ImU32 a, ImU32 b, float t);         // t = 0: a

// Sizes in pixels at the current scale.
struct Metrics {
  float scale = 1.0f;
  float px(float at_100_percent) const { return at_100_percent * scale; }
  // font sizes for ImGui::PushFont
  float small() const { return px(12); }
  float body() const { return px(14.5f); }
  float title() const { return px(17); }
  float large() const { return px(30); }
  float code() const { return px(14); }
  // spaces
  float gap() const { return px(8); }       // between panels
  float padding() const { return px(12); }  // inside a panel
  float rounding() const { return px(6); }
};

// Loaded by fonts.cpp; never null while frames run (ImGui's own font stands in).
struct Fonts {
  ImFont* regular = nullptr;
  ImFont* bold = nullptr;
  ImFont* mono = nullptr;
  ImFont* mono_bold = nullptr;
};

// Fills ImGui's style from both.
void apply_style(const Theme& theme, const Metrics& metrics);

}  // namespace warpglass
