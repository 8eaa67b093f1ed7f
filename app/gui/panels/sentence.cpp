// In one sentence: what the picture shows, in words; and, for a kernel, where it pays most.
#include <algorithm>

#include "app/gui/panels/parts.h"
#include "app/gui/widgets.h"

namespace warpglass {
namespace {

// Of a single lane there is no pattern to speak of.
std::string one_lane(const PanelInput& input) {
  const ShownAccess& a = input.shown.access;
  const auto u = [&](Unit unit, std::uint64_t number) { return counted(input, unit, with_commas(number)); };
  if (a.shared()) return input.text("sentence.one_shared", u(Unit::kPass, a.banks.wavefronts));
  const bool segments = a.line_shape.sector_bytes == a.line_shape.line_bytes;
  const std::uint64_t moved = segments ? a.coalesced.bytes_moved_segments : a.coalesced.bytes_moved_sectors;
  return input.text(
      "sentence.one_global", u(Unit::kByte, a.coalesced.bytes_asked),
      segments ? u(Unit::kSegment, a.coalesced.lines.size()) : u(Unit::kSector, a.coalesced.sectors_counted),
      u(Unit::kByte, moved));
}

std::string words(const PanelInput& input) {
  const ShownAccess& a = input.shown.access;
  if (!a.valid) return a.missing.empty() ? std::string() : input.text.filled(a.missing.c_str(), a.missing_arguments);
  const auto n = [&](std::size_t i) {
    const auto& numbers = a.sentence.numbers;
    return i < numbers.size() ? with_commas(static_cast<std::uint64_t>(std::max<std::int64_t>(numbers[i], 0))) : "?";
  };
  const auto u = [&](Unit unit, std::size_t i) { return counted(input, unit, n(i)); };
  if (lane_count(a.access.lanes) == 1 && a.sentence.kind != SentenceKind::kNothing) return one_lane(input);
  const bool segments = a.line_shape.sector_bytes == a.line_shape.line_bytes;
  switch (a.sentence.kind) {
    case SentenceKind::kNothing:
      return input.text("sentence.nothing");
    case SentenceKind::kSharedConflict:
      if (a.access.operation == Operation::kAtomic)
        return input.text("sentence.shared_turns", n(0), n(1), n(2), u(Unit::kPass, 3));
      if (a.banks.phases.size() > 1)
        return input.text("sentence.shared_conflict_phases", n(0), n(1), n(2), u(Unit::kPass, 3), n(4));
      return input.text("sentence.shared_conflict", n(0), n(1), n(2), u(Unit::kPass, 3));
    case SentenceKind::kSharedBroadcast:
      return input.text("sentence.shared_broadcast", n(0), u(Unit::kWord, 1));
    case SentenceKind::kSharedFree:
      return input.text(a.banks.wavefronts > 1 ? "sentence.shared_free_phases" : "sentence.shared_free", n(0),
                        u(Unit::kPass, 1));
    case SentenceKind::kGlobalCoalesced:
      return input.text(segments ? "sentence.segments_coalesced" : "sentence.global_coalesced", n(0), n(1),
                        u(Unit::kSector, 2), u(Unit::kSegment, 3));
    case SentenceKind::kGlobalWaste:
      return input.text(segments ? "sentence.segments_waste" : "sentence.global_waste", n(0), u(Unit::kSector, 1),
                        u(segments ? Unit::kSegment : Unit::kLine, 2), n(3), n(4), n(5));
    case SentenceKind::kGlobalBroadcast:
      return input.text("sentence.global_broadcast", n(0), u(Unit::kSector, 1));
  }
  return {};
}

// The chip furthest from its best; null when every access is at its best.
const Chip* costliest(const std::vector<Chip>& chips) {
  const Chip* worst = nullptr;
  double most = 1.05;
  for (const Chip& chip : chips) {
    const double ratio = chip.best > 0 ? chip.actual / chip.best : 1.0;
    if (ratio <= most) continue;
    most = ratio;
    worst = &chip;
  }
  return worst;
}

class SentencePanel : public Panel {
 public:
  void draw(const PanelInput& input, Commands& commands) override {
    panel_header(input, input.text("sentence.title"));
    const Metrics& m = input.metrics;
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {m.px(8), m.px(5)});
    if (input.state.hidden && input.shown.access.valid)
      paragraph(input, input.text("sentence.hidden"), input.theme.dim);
    else
      paragraph(input, words(input), input.theme.text);
    if (!is_lab(input.state) && !input.state.hidden && !input.shown.chips.empty() && !input.state.stale)
      where(input, commands);
    ImGui::PopStyleVar();
  }

 private:
  static void where(const PanelInput& input, Commands& commands) {
    const Chip* chip = costliest(input.shown.chips);
    const Metrics& m = input.metrics;
    const float width = ImGui::GetContentRegionAvail().x;
    if (chip == nullptr) {
      draw_text(input, ImGui::GetCursorScreenPos(), input.fonts.regular, m.px(13), input.theme.good,
                shortened(input.fonts.regular, m.px(13), input.text("sentence.all_best"), width));
      ImGui::Dummy({width, m.px(18)});
      return;
    }
    const std::string ratio = format_value(RowFormat::kRatio, chip->actual / chip->best);
    const std::string label =
        input.text(chip->shared ? "sentence.costliest_shared" : "sentence.costliest_global", chip->line, ratio);
    const std::string words = shortened(input.fonts.regular, m.small(), label, width);
    if (link(input, words, "###costliest", input.text("sentence.costliest_tip")))
      commands.push_back(SelectSite{chip->site});
  }
};

}  // namespace

std::unique_ptr<Panel> make_sentence_panel() { return std::make_unique<SentencePanel>(); }

}  // namespace warpglass
