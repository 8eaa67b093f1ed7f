// The knobs: of the chosen variant, with the variants above them; in the lab stride, offset, element, padding and how
// many lanes take part. A drag gives one command a frame.
#include <algorithm>
#include <array>
#include <cmath>

#include "app/gui/panels/parts.h"
#include "app/gui/widgets.h"

namespace warpglass {
namespace {

constexpr std::array<std::int64_t, 5> kElements = {1, 2, 4, 8, 16};

// One slider of the lab, or one knob of a scene.
struct Row {
  std::string label, id, shown, hint, tip;
  std::int64_t value = 0, minimum = 0, maximum = 0;
};

std::int64_t nearest_index(const std::vector<std::int64_t>& choices, std::int64_t value) {
  const auto found = std::find(choices.begin(), choices.end(), value);
  return found == choices.end() ? 0 : found - choices.begin();
}

std::string listed(const std::vector<std::int64_t>& choices) {
  std::string words;
  for (const std::int64_t choice : choices) words += (words.empty() ? "" : " · ") + std::to_string(choice);
  return words;
}

Row knob_row(const PanelInput& input, const Knob& knob) {
  const Scene& scene = input.state.scene;
  const std::int64_t value = knob_value(scene, knob.name);
  Row row{input.text.of(knob.label),
          "###knob_" + knob.name,
          std::to_string(value),
          {},
          {},
          value,
          knob.minimum,
          knob.maximum};
  row.hint = fill_hint(scene, input.text.of(knob.hint));
  row.tip = row.label + " (" + knob.name + ")";
  if (!knob.choices.empty()) {
    row.tip += ": " + listed(knob.choices);
    row.value = nearest_index(knob.choices, value);
    row.minimum = 0;
    row.maximum = static_cast<std::int64_t>(knob.choices.size()) - 1;
  }
  return row;
}

// True when moved; `row.value` is the new one.
bool draw_row(const PanelInput& input, Row& row, bool hints) {
  if (input.presenting) ImGui::TableNextColumn();
  return knob_slider(input, row.label, row.id.c_str(), row.value, row.minimum, row.maximum, row.shown,
                     hints ? row.hint : std::string(), row.tip);
}

// Presenting, the panel is wide and low.
bool begin_columns(const PanelInput& input, std::size_t rows) {
  const auto columns = static_cast<int>(std::clamp<std::size_t>(rows, 1, 3));
  return input.presenting && ImGui::BeginTable("###knob_columns", columns, ImGuiTableFlags_SizingStretchSame);
}

// Do the hints of all rows fit?
bool room_for_hints(const PanelInput& input, std::size_t rows) {
  const float each = input.metrics.px(56);
  return ImGui::GetContentRegionAvail().y >= each * static_cast<float>(input.presenting ? (rows + 2) / 3 : rows) - 1.0f;
}

// What may stand between the rows, at most 10 px each.
float spare_room(const PanelInput& input, std::size_t rows, bool hints) {
  const auto count = static_cast<float>(std::max<std::size_t>(rows, 1));
  const float needed = input.metrics.px(hints ? 56.0f : 40.0f) * count + input.metrics.px(2);
  return std::floor(std::clamp((ImGui::GetContentRegionAvail().y - needed) / count, 0.0f, input.metrics.px(10)));
}

std::string short_name(const Variant& variant, std::size_t index) {
  const std::size_t digits = variant.name.find_last_not_of("0123456789");
  if (digits != std::string::npos && digits + 1 < variant.name.size()) return variant.name.substr(digits + 1);
  return std::to_string(index + 1);
}

void draw_variants(const PanelInput& input, Commands& commands) {
  const Scene& scene = input.state.scene;
  if (scene.variants.size() < 2) return;
  std::vector<Segment> segments;
  std::vector<std::string> ids;
  for (const Variant& variant : scene.variants) ids.push_back("###variant_" + variant.name);
  int chosen = -1;
  for (std::size_t i = 0; i < scene.variants.size(); ++i) {
    segments.push_back({short_name(scene.variants[i], i), ids[i].c_str(), input.text.of(scene.variants[i].label)});
    if (scene.variants[i].name == chosen_variant(scene).name) chosen = static_cast<int>(i);
  }
  const int clicked = segmented(input, segments, chosen);
  ImGui::Dummy({0, input.metrics.px(input.presenting ? 8.0f : 3.0f)});
  if (clicked >= 0) commands.push_back(ChooseVariant{scene.variants[static_cast<std::size_t>(clicked)].name});
}

class KnobsPanel : public Panel {
 public:
  void draw(const PanelInput& input, Commands& commands) override {
    if (panel_header_link(input, input.text("knobs.title"), input.text("knobs.reset"), "###knobs_reset",
                          input.text("knobs.reset_tip")))
      commands.push_back(ResetKnobs{});
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
    if (is_lab(input.state)) {
      lab(input, commands);
    } else {
      draw_variants(input, commands);
      kernel(input, commands);
    }
    ImGui::Dummy({0, 0});
    ImGui::PopStyleVar();
  }

 private:
  static void kernel(const PanelInput& input, Commands& commands) {
    const Scene& scene = input.state.scene;
    if (scene.variants.empty()) return;
    const Variant& variant = chosen_variant(scene);
    const bool hints = room_for_hints(input, variant.knobs.size());
    const float extra = spare_room(input, variant.knobs.size(), hints);
    ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {input.metrics.px(10), 0});
    const bool columns = begin_columns(input, variant.knobs.size());
    for (const std::string& name : variant.knobs) {
      const auto knob =
          std::find_if(scene.knobs.begin(), scene.knobs.end(), [&](const Knob& k) { return k.name == name; });
      if (knob == scene.knobs.end()) continue;
      if (!columns) ImGui::Dummy({0, extra});
      Row row = knob_row(input, *knob);
      if (!draw_row(input, row, hints)) continue;
      const std::int64_t value = knob->choices.empty() ? row.value : knob->choices[static_cast<std::size_t>(row.value)];
      commands.push_back(SetKnob{name, value});
    }
    if (columns) ImGui::EndTable();
    ImGui::PopStyleVar();
  }

  static void lab(const PanelInput& input, Commands& commands) {
    const AccessLab& now = input.state.scene.lab;
    AccessLab wanted = now;
    const bool formula = now.pattern == Pattern::kFormula;
    const bool stride = now.pattern == Pattern::kStride || formula;
    const bool offset = now.pattern != Pattern::kContiguous;
    const std::size_t rows = 3u + (stride ? 1u : 0u) + (offset ? 1u : 0u);
    const bool hints = room_for_hints(input, rows);
    ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {input.metrics.px(10), 0});
    const bool columns = begin_columns(input, rows);
    const std::int64_t bytes = now.element_bytes;
    if (stride) slider(input, "stride", wanted.stride, 0, 64, input.text("lab.stride_hint", now.stride * bytes), hints);
    if (offset) slider(input, "offset", wanted.offset, 0, 64, input.text("lab.offset_hint", now.offset * bytes), hints);
    element(input, wanted, hints);
    slider(input, "padding", wanted.padding, 0, 32, input.text("lab.padding_hint"), hints);
    active(input, wanted, hints);
    if (columns) ImGui::EndTable();
    ImGui::PopStyleVar();
    if (!(wanted == now)) commands.push_back(SetLab{wanted});
  }

  static void slider(const PanelInput& input, const std::string& name, std::int64_t& value, std::int64_t low,
                     std::int64_t high, const std::string& hint, bool hints) {
    const std::string label = knob_label(input, name);
    Row row{label, "###knob_" + name,    std::to_string(value), hint, hint,
            value, std::min(low, value), std::max(high, value)};
    if (draw_row(input, row, hints)) value = row.value;
  }

  static void element(const PanelInput& input, AccessLab& lab, bool hints) {
    const auto found = std::find(kElements.begin(), kElements.end(), static_cast<std::int64_t>(lab.element_bytes));
    Row row{input.text("lab.element"),
            "###knob_element",
            input.text("lab.bytes", lab.element_bytes),
            input.text("lab.element_hint"),
            input.text("lab.element_hint"),
            found == kElements.end() ? 2 : found - kElements.begin(),
            0,
            4};
    if (draw_row(input, row, hints))
      lab.element_bytes = static_cast<std::uint32_t>(kElements[static_cast<std::size_t>(row.value)]);
  }

  static void active(const PanelInput& input, AccessLab& lab, bool hints) {
    const std::int64_t count = lane_count(lab.mask & first_lanes(static_cast<int>(lab.lanes)));
    Row row{input.text("lab.active"),
            "###knob_active",
            std::to_string(count) + " / " + std::to_string(lab.lanes),
            input.text("lab.active_hint"),
            input.text("lab.active_hint"),
            count,
            1,
            static_cast<std::int64_t>(lab.lanes)};
    if (draw_row(input, row, hints)) lab.mask = first_lanes(static_cast<int>(row.value));
  }
};

}  // namespace

std::unique_ptr<Panel> make_knobs_panel() { return std::make_unique<KnobsPanel>(); }

}  // namespace warpglass
