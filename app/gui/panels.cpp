// The one table of panels, in the order they are drawn (left to right, top to bottom).
#include "app/gui/panels.h"

#include <array>

namespace warpglass {

std::span<const PanelEntry> panel_table() {
  static constexpr std::array<PanelEntry, 9> kTable = {{
      {PanelPlace::kLeft, "scene", make_scene_panel},
      {PanelPlace::kLesson, "lesson", make_lesson_panel},
      {PanelPlace::kCode, "code", make_code_panel},
      {PanelPlace::kWarp, "warp", make_warp_panel},
      {PanelPlace::kKnobs, "knobs", make_knobs_panel},
      {PanelPlace::kResult, "result", make_result_panel},
      {PanelPlace::kSentence, "sentence", make_sentence_panel},
      {PanelPlace::kSweep, "sweep", make_sweep_panel},
      {PanelPlace::kTime, "time", make_time_panel},
  }};
  return kTable;
}

}  // namespace warpglass
