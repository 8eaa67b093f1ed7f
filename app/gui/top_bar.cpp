// The top bar: name and scene, the scenes to choose from, machine, language, theme, size. Only what works is offered.
#include <algorithm>
#include <cmath>

#include "app/gui/frame.h"
#include "app/gui/widgets.h"
#include "sim/machine/spec.h"

namespace warpglass {
namespace {

// Right-aligned items are placed from the right edge inwards.
struct RightEdge {
  const PanelInput& input;
  float x, y, height;

  bool item(const std::string& label, const char* id, const std::string& tip, float size, ImU32 colour) {
    const float width = text_width(input.fonts.regular, size, label) + input.metrics.px(8);
    x -= width;
    ImGui::SetCursorScreenPos({x, y});
    const bool clicked = ImGui::InvisibleButton(id, {width, height});
    const ImU32 shown = ImGui::IsItemHovered() ? input.theme.accent : colour;
    draw_text(input, {x + input.metrics.px(4), y + (height - size) * 0.5f}, input.fonts.regular, size, shown, label);
    tooltip(input, tip);
    return clicked;
  }
  void gap(float at_100) { x -= input.metrics.px(at_100); }
};

// A sun or a moon, drawn: the fonts have neither.
bool theme_icon(RightEdge& edge, const char* id, const std::string& tip) {
  const PanelInput& input = edge.input;
  const Metrics& m = input.metrics;
  edge.x -= m.px(24);
  ImGui::SetCursorScreenPos({edge.x, edge.y});
  const bool clicked = ImGui::InvisibleButton(id, {m.px(24), edge.height});
  const ImU32 colour = ImGui::IsItemHovered() ? input.theme.accent : input.theme.dim;
  const ImVec2 middle = {edge.x + m.px(12), edge.y + edge.height * 0.5f};
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (input.theme.name == ThemeName::kLight) {
    list.AddCircleFilled(middle, m.px(6), colour);
    list.AddCircleFilled({middle.x + m.px(3), middle.y - m.px(2)}, m.px(5), input.theme.card);
  } else {
    list.AddCircleFilled(middle, m.px(3.6f), colour);
    for (int ray = 0; ray < 8; ++ray) {
      const float a = static_cast<float>(ray) * 3.14159265f / 4.0f;
      const ImVec2 way = {std::cos(a), std::sin(a)};
      list.AddLine({middle.x + way.x * m.px(5.4f), middle.y + way.y * m.px(5.4f)},
                   {middle.x + way.x * m.px(7.4f), middle.y + way.y * m.px(7.4f)}, colour, m.px(1.3f));
    }
  }
  tooltip(input, tip);
  return clicked;
}

float draw_right(const PanelInput& input, float height, Commands& commands) {
  const Metrics& m = input.metrics;
  const Settings& s = input.state.settings;
  RightEdge edge{input, ImGui::GetIO().DisplaySize.x - m.px(10), 0, height};
  if (edge.item("A+", "###larger", input.text("bar.larger"), m.px(14), input.theme.dim))
    commands.push_back(SetScale{s.scale_percent + 10});
  if (edge.item("A-", "###smaller", input.text("bar.smaller"), m.px(12), input.theme.dim))
    commands.push_back(SetScale{s.scale_percent - 10});
  edge.gap(4);
  if (theme_icon(edge, "###theme", input.text("bar.theme")))
    commands.push_back(SetTheme{s.theme == ThemeName::kDark ? ThemeName::kLight : ThemeName::kDark});
  edge.gap(4);
  if (edge.item("한/EN", "###language", input.text("bar.language"), m.px(13), input.theme.dim))
    commands.push_back(SetLanguage{s.language == Language::kKorean ? Language::kEnglish : Language::kKorean});
  edge.gap(4);
  if (edge.item("F1", "###keys", input.text("bar.keys"), m.px(13), input.theme.dim)) commands.push_back(ToggleKeys{});
  edge.gap(8);
  const MachineSpec* machine = find_machine(input.state.scene.machine);
  const std::string label = input.text("bar.machine", machine ? machine->title : input.state.scene.machine);
  const float width = text_width(input.fonts.regular, m.px(13), label);
  edge.x -= width;
  if (ImGui::GetIO().DisplaySize.x > m.px(1000))
    draw_text(input, {edge.x, (height - m.px(13)) * 0.5f}, input.fonts.regular, m.px(13), input.theme.dim, label);
  else
    edge.x += width;
  return edge.x;
}

// Progress and the way out of a long run; returns the new right edge.
float draw_progress(const PanelInput& input, float right, float height, Commands& commands) {
  const RunProgress& run = input.state.run;
  if (!run.running || !run.cancellable) return right;
  const Metrics& m = input.metrics;
  RightEdge edge{input, right - m.px(12), 0, height};
  if (edge.item(input.text("bar.cancel"), "###cancel", input.text("bar.cancel_tip"), m.px(13), input.theme.warning))
    commands.push_back(CancelRun{});
  const double share =
      run.blocks_total == 0
          ? 0.0
          : std::clamp(static_cast<double>(run.blocks_done) / static_cast<double>(run.blocks_total), 0.0, 1.0);
  const float width = m.px(80), y = height * 0.5f;
  edge.x -= width + m.px(6);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled({edge.x, y - m.px(3)}, {edge.x + width, y + m.px(3)}, input.theme.track, m.px(3));
  list.AddRectFilled({edge.x, y - m.px(3)},
                     {edge.x + std::max(width * static_cast<float>(share), m.px(6)), y + m.px(3)}, input.theme.accent,
                     m.px(3));
  return edge.x;
}

float pill_width(const PanelInput& input, const std::string& label) {
  return text_width(input.fonts.bold, input.metrics.px(13.5f), label) + input.metrics.px(28);
}

// "Learn" and "Lab"; returns where the next thing may begin.
float draw_sides(const PanelInput& input, float left, float right, float height, Commands& commands) {
  const Metrics& m = input.metrics;
  const bool learning = input.state.course.learning;
  const std::string learn = input.text("lesson.learn"), lab = input.text("lesson.lab");
  const float needed = pill_width(input, learn) + pill_width(input, lab) + m.px(18);
  if (left + needed > right) return left;
  const float y = (height - m.px(26)) * 0.5f;
  ImGui::SetCursorScreenPos({left + m.px(12), y});
  if (pill(input, learn, "###learn", learning, input.text("lesson.learn_tip")) && !learning)
    commands.push_back(CourseAct{CourseVerb::kLearn, "", "", 0});
  ImGui::SetCursorScreenPos({left + m.px(18) + pill_width(input, learn), y});
  if (pill(input, lab, "###lab", !learning, input.text("lesson.lab_tip")) && learning)
    commands.push_back(CourseAct{CourseVerb::kLab, "", "", 0});
  return left + needed;
}

void draw_scenes(const PanelInput& input, float left, float right, float height, Commands& commands) {
  const Metrics& m = input.metrics;
  const std::string present = input.text("bar.present");
  const std::size_t most = input.state.course.learning ? 0 : std::min<std::size_t>(input.state.library.size(), 4);
  float width = pill_width(input, present) + m.px(18);
  std::size_t fit = 0;
  for (; fit < most; ++fit) {
    const float next = pill_width(input, input.text.of(input.state.library[fit].title)) + m.px(6);
    if (width + next > right - left - m.px(24)) break;
    width += next;
  }
  const float middle = (ImGui::GetIO().DisplaySize.x - width) * 0.5f;
  float x = std::clamp(middle, left + m.px(12), std::max(left + m.px(12), right - width - m.px(12)));
  const float y = (height - m.px(26)) * 0.5f;
  for (std::size_t i = 0; i < fit; ++i) {
    const Scene& scene = input.state.library[i];
    const std::string& label = input.text.of(scene.title);
    ImGui::SetCursorScreenPos({x, y});
    if (pill(input, label, ("###scene_" + scene.id).c_str(), scene.id == input.state.scene.id, input.text("bar.scene")))
      commands.push_back(ChooseScene{i});
    x += pill_width(input, label) + m.px(6);
  }
  if (x + pill_width(input, present) > right) return;
  ImGui::SetCursorScreenPos({x + m.px(12), y});
  if (pill(input, present, "###present", false, input.text("bar.present_tip"))) commands.push_back(TogglePresent{});
}

}  // namespace

float draw_top_bar(const PanelInput& input, Commands& commands) {
  const Metrics& m = input.metrics;
  const float height = m.px(40), width = ImGui::GetIO().DisplaySize.x;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled({0, 0}, {width, height}, input.theme.card);
  list.AddLine({0, height}, {width, height}, input.theme.edge, m.px(1));
  float left = m.px(14);
  left +=
      draw_text(input, {left, (height - m.px(16)) * 0.5f}, input.fonts.bold, m.px(16), input.theme.accent, "Warpglass");
  float right = draw_right(input, height, commands);
  right = draw_progress(input, right, height, commands);
  left = draw_sides(input, left, right, height, commands);
  // The scene's name, where the pills leave room.
  if (width > m.px(1400)) {
    const std::string title =
        input.state.scene.variants.empty() ? std::string() : input.text.of(chosen_variant(input.state.scene).label);
    left += m.px(18);
    left += draw_text(input, {left, (height - m.px(14)) * 0.5f}, input.fonts.regular, m.px(14), input.theme.text,
                      shortened(input.fonts.regular, m.px(14), title, m.px(230)));
  }
  draw_scenes(input, left, right, height, commands);
  return height;
}

}  // namespace warpglass
