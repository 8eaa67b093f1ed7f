// See warp_tip.h. Long lists of lanes are cut: eight lanes are enough to see the pattern.
#include "app/gui/panels/warp_tip.h"

#include <string>
#include <vector>

#include "app/gui/panels/parts.h"
#include "app/gui/widgets.h"

namespace warpglass {
namespace {

constexpr int kMostLanes = 8;

std::string hex(std::uint64_t value) { return fmt::format("{:#x}", value); }

std::string lane_line(const PanelInput& input, int lane) {
  const ShownAccess& a = input.shown.access;
  const std::uint64_t address = a.access.address[static_cast<std::size_t>(lane)];
  if (!a.shared()) {
    const std::uint64_t in_line = address % a.line_shape.line_bytes;
    return input.text("warp.tip_lane_global", lane, hex(address), hex(address - in_line),
                      in_line / a.line_shape.sector_bytes);
  }
  std::string passes;
  const std::uint64_t word = address / a.bank_shape.bank_bytes;
  for (const BankWord& w : a.banks.words)
    if (w.word == word && has_lane(w.lanes, lane)) passes = or_hidden(input, std::to_string(w.wavefront + 1));
  return input.text("warp.tip_lane_shared", lane, hex(address), word, word % a.bank_shape.banks, passes);
}

std::string first_line(const PanelInput& input, const UnderMouse& under) {
  const ShownAccess& a = input.shown.access;
  const std::string lanes = counted(input, Unit::kLane, std::to_string(lane_count(under.lanes)));
  switch (under.what) {
    case Under::kNothing:
    case Under::kLane:
      return {};
    case Under::kBank:
      return input.text("warp.tip_bank", under.address, lanes);
    case Under::kWord: {
      const std::uint64_t bytes = a.access.bytes;
      const std::string last = hex(under.address + bytes - 1);
      return lane_count(under.lanes) > 1 ? input.text("warp.tip_word_shared", hex(under.address), last, lanes)
                                         : input.text("warp.tip_word", hex(under.address), last);
    }
    case Under::kSector:
      return input.text(lane_count(under.lanes) > 0 ? "warp.tip_sector" : "warp.tip_sector_idle", hex(under.address),
                        hex(under.address + a.line_shape.sector_bytes - 1), lanes);
  }
  return {};
}

}  // namespace

void warp_tooltip(const PanelInput& input, const UnderMouse& under) {
  if (under.what == Under::kNothing || !input.shown.access.valid) return;
  std::vector<std::string> lines;
  if (std::string first = first_line(input, under); !first.empty()) lines.push_back(std::move(first));
  int shown = 0;
  for (int lane = 0; lane < kLanes && shown < kMostLanes; ++lane) {
    if (!has_lane(under.lanes, lane)) continue;
    lines.push_back(lane_line(input, lane));
    ++shown;
  }
  if (const int more = lane_count(under.lanes) - shown; more > 0)
    lines.push_back(input.text("warp.tip_more", counted(input, Unit::kLane, std::to_string(more))));
  if (!ImGui::BeginTooltip()) return;
  ImGui::PushFont(input.fonts.regular, input.metrics.px(13));
  for (const std::string& line : lines) ImGui::TextUnformatted(line.c_str(), line.c_str() + line.size());
  ImGui::PopFont();
  ImGui::EndTooltip();
}

}  // namespace warpglass
