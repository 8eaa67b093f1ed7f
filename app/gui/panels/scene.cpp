// The left panel: what this scene is about. A kernel scene has its text and its variants; the Access lab has the
// pattern, the memory and the operation. Below: the machine, and the scene as text to share.
#include <array>

#include "app/gui/panels/legend.h"
#include "app/gui/panels/parts.h"
#include "app/gui/widgets.h"
#include "sim/machine/spec.h"

namespace warpglass {
namespace {

constexpr std::array<Pattern, 6> kPatterns = {Pattern::kContiguous, Pattern::kStride,    Pattern::kOffset,
                                              Pattern::kScatter,    Pattern::kBroadcast, Pattern::kFormula};

std::string pattern_label(const PanelInput& input, Pattern pattern) {
  switch (pattern) {
    case Pattern::kContiguous:
      return input.text("pattern.contiguous");
    case Pattern::kStride:
      return input.text("pattern.stride");
    case Pattern::kOffset:
      return input.text("pattern.offset");
    case Pattern::kScatter:
      return input.text("pattern.scatter");
    case Pattern::kBroadcast:
      return input.text("pattern.broadcast");
    case Pattern::kFormula:
      return input.text("pattern.formula");
  }
  return {};
}

void variants(const PanelInput& input, Commands& commands) {
  const Scene& scene = input.state.scene;
  if (scene.variants.size() < 2) return;
  section_title(input, input.text("scene.variants"));
  for (const Variant& variant : scene.variants) {
    const std::string& label = input.text.of(variant.label);
    const std::string id = "###try_" + variant.name;
    if (choice(input, label, id.c_str(), variant.name == chosen_variant(scene).name, label))
      commands.push_back(ChooseVariant{variant.name});
  }
}

std::string machine_line(const PanelInput& input, const MachineSpec& machine) {
  const bool segments = machine.sector_bytes.value == machine.line_bytes.value;
  return input.text(segments ? "scene.machine_segments" : "scene.machine_sectors", machine.warp_lanes.value,
                    machine.sector_bytes.value);
}

void machines(const PanelInput& input, Commands& commands) {
  section_title(input, input.text("scene.machine"));
  const MachineSpec* chosen = find_machine(input.state.scene.machine);
  ImGui::PushFont(input.fonts.regular, input.metrics.px(13.5f));
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x);
  if (ImGui::BeginCombo("###machine", chosen ? chosen->title.c_str() : "?", ImGuiComboFlags_HeightLargest)) {
    for (const MachineSpec& machine : machine_presets()) {
      const std::string label = machine.title + "###machine_" + machine.name;
      if (ImGui::Selectable(label.c_str(), &machine == chosen)) commands.push_back(SetMachine{machine.name});
      tooltip(input, machine_line(input, machine));
    }
    ImGui::EndCombo();
  }
  ImGui::PopFont();
  if (chosen == nullptr) return;
  tooltip(input, machine_line(input, *chosen));
  const float width = ImGui::GetContentRegionAvail().x, size = input.metrics.small();
  draw_text(input, ImGui::GetCursorScreenPos(), input.fonts.regular, size, input.theme.dim,
            shortened(input.fonts.regular, size, machine_line(input, *chosen), width));
  ImGui::Dummy({width, input.metrics.px(18)});
}

void share(const PanelInput& input, Commands& commands) {
  const Metrics& m = input.metrics;
  section_title(input, input.text("scene.share"));
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float room = ImGui::GetContentRegionAvail().x;
  if (button(input, input.text("scene.copy"), "###copy_scene", input.text("scene.copy_tip")))
    commands.push_back(CopyScene{});
  ImVec2 next = {ImGui::GetItemRectMax().x + m.px(12), at.y + m.px(6)};
  const auto item = [&](const std::string& label, const char* id, const std::string& tip) {
    const float wide = text_width(input.fonts.regular, m.small(), label);
    if (next.x + wide > at.x + room) next = {at.x, next.y + m.px(28)};
    ImGui::SetCursorScreenPos(next);
    next.x += wide + m.px(12);
    return link(input, label, id, tip);
  };
  if (item(input.text("scene.paste"), "###paste_scene", input.text("scene.paste_tip")))
    commands.push_back(PasteScene{});
  if (item(input.text("scene.save"), "###save_scene", input.text("scene.save_tip"))) commands.push_back(SaveScene{});
  if (item(input.text("scene.open"), "###open_scene", input.text("scene.open_tip")))
    commands.push_back(ToggleOpenList{});
}

class ScenePanel : public Panel {
 public:
  void draw(const PanelInput& input, Commands& commands) override {
    const Scene& scene = input.state.scene;
    const Metrics& m = input.metrics;
    const bool lab = is_lab(input.state);
    panel_header(input, input.text(lab ? "scene.lab" : "scene.kernel"), lab ? std::string() : scene.source_name);
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {m.px(8), m.px(4)});
    draw_title(input, input.text.of(scene.title));
    ImGui::Dummy({0, m.px(1)});
    paragraph(input, input.text.of(scene.text), mix(input.theme.text, input.theme.dim, 0.45f));
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {m.px(8), m.px(1)});
    if (lab)
      lab_controls(input, commands);
    else
      variants(input, commands);
    machines(input, commands);
    share(input, commands);
    ImGui::Dummy({0, m.px(4)});
    draw_legend(input);
    ImGui::PopStyleVar(2);
  }

 private:
  static void draw_title(const PanelInput& input, const std::string& title) {
    ImGui::PushFont(input.fonts.bold, input.metrics.title());
    ImGui::PushTextWrapPos(0.0f);
    ImGui::TextUnformatted(title.c_str(), title.c_str() + title.size());
    ImGui::PopTextWrapPos();
    ImGui::PopFont();
  }

  void lab_controls(const PanelInput& input, Commands& commands) {
    const AccessLab& now = input.state.scene.lab;
    AccessLab wanted = now;
    section_title(input, input.text("scene.pattern"));
    for (const Pattern pattern : kPatterns) {
      const std::string id = std::string("###pattern_") + pattern_name(pattern);
      const std::string label = pattern_label(input, pattern);
      if (choice(input, label, id.c_str(), pattern == now.pattern, label)) wanted.pattern = pattern;
    }
    if (now.pattern == Pattern::kFormula) formula(input, wanted);
    memory(input, wanted);
    if (!(wanted == now)) commands.push_back(SetLab{wanted});
  }

  void formula(const PanelInput& input, AccessLab& lab) {
    const Metrics& m = input.metrics;
    if (lab.formula != sent_) {
      sent_ = lab.formula;
      formula_.fill(0);
      lab.formula.copy(formula_.data(), formula_.size() - 1);
    }
    ImGui::PushFont(input.fonts.mono, m.code());
    ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const bool typed = ImGui::InputText("###formula", formula_.data(), formula_.size());
    ImGui::PopFont();
    tooltip(input, input.text("lab.formula_tip"));
    if (typed) lab.formula = sent_ = formula_.data();
    PerLane<std::int64_t> index{};
    FormulaError error;
    AccessLab tried = lab;
    if (lab_indices(tried, index, error)) return;
    caret(input, at, error);
    paragraph(input, input.text(error.key.c_str(), error.word), input.theme.strong);
  }

  // A mark under the place of the mistake.
  void caret(const PanelInput& input, ImVec2 at, const FormulaError& error) const {
    const Metrics& m = input.metrics;
    if (error.key.rfind("lab.", 0) == 0) return;  // about a lane, not about a place in the text
    const std::string before = sent_.substr(0, std::min(error.position, sent_.size()));
    const float x = at.x + m.px(8) + text_width(input.fonts.mono, m.code(), before);
    const float wide = std::max(text_width(input.fonts.mono, m.code(), error.word), m.px(7));
    const float y = ImGui::GetItemRectMax().y - m.px(2);
    const float end = ImGui::GetItemRectMax().x;
    if (x >= end) return;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddLine({x, y}, {std::min(x + wide, end), y}, input.theme.strong, m.px(2));
    list.AddTriangleFilled({x, y + m.px(7)}, {x + m.px(8), y + m.px(7)}, {x + m.px(4), y + m.px(2)},
                           input.theme.strong);
    ImGui::Dummy({0, m.px(2)});
  }

  static void memory(const PanelInput& input, AccessLab& lab) {
    section_title(input, input.text("scene.access"));
    const Segment spaces[] = {{input.text("space.global"), "###space_global", input.text("space.global_tip")},
                              {input.text("space.shared"), "###space_shared", input.text("space.shared_tip")}};
    const int space = segmented(input, spaces, lab.space == Space::kShared ? 1 : 0);
    if (space >= 0) lab.space = space == 1 ? Space::kShared : Space::kGlobal;
    const Segment operations[] = {{input.text("operation.load"), "###op_load", input.text("operation.load_tip")},
                                  {input.text("operation.store"), "###op_store", input.text("operation.store_tip")},
                                  {input.text("operation.atomic"), "###op_atomic", input.text("operation.atomic_tip")}};
    const int operation = segmented(input, operations, static_cast<int>(lab.operation));
    if (operation >= 0) lab.operation = static_cast<Operation>(operation);
    if (lab.operation != Operation::kAtomic) return;
    static constexpr AtomicKind kKinds[] = {AtomicKind::kAdd, AtomicKind::kMax, AtomicKind::kExch, AtomicKind::kCas};
    static constexpr const char* kNames[] = {"add", "max", "exch", "cas"};
    static constexpr const char* kIds[] = {"###atomic_add", "###atomic_max", "###atomic_exch", "###atomic_cas"};
    std::array<Segment, 4> kinds;
    int chosen = -1;
    for (std::size_t i = 0; i < kinds.size(); ++i) {
      kinds[i] = {kNames[i], kIds[i], input.text("operation.atomic_tip")};
      if (lab.atomic == kKinds[i]) chosen = static_cast<int>(i);
    }
    const int kind = segmented(input, kinds, chosen);
    if (kind >= 0) lab.atomic = kKinds[static_cast<std::size_t>(kind)];
  }

  std::array<char, 1024> formula_{};  // what is being typed
  std::string sent_ = "\1";
};

}  // namespace

std::unique_ptr<Panel> make_scene_panel() { return std::make_unique<ScenePanel>(); }

}  // namespace warpglass
