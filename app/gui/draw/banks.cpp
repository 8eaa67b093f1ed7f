// See banks.h. First the layout (where everything stands), then wires, boxes and labels in that order, so that boxes
// cover the ends of wires.
#include "app/gui/draw/banks.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace warpglass {
namespace {

// One word, or the joined words of one lane.
struct StackBox {
  std::uint32_t phase = 0, wavefront = 0, row = 0;
  std::uint32_t bank = 0, banks = 1;
  std::uint64_t address = 0;
  LaneMask lanes = 0;
  bool top = true;  // nothing stands on it
  Box box;
};

struct Layout {
  LaneRow lanes;
  float left = 0, right = 0, columns_top = 0, baseline = 0, row_height = 0, bank_pitch = 0, group_step = 0;
  float bank_label_size = 0;
  std::uint32_t groups = 1, banks = 32, tallest = 1;
  float column(std::uint32_t group, std::uint32_t bank) const {
    return left + group_step * static_cast<float>(group) + bank_pitch * static_cast<float>(bank);
  }
};

Layout lay_out(const Canvas& canvas, const BankPicture& picture, const Box& area) {
  Layout l;
  const float label = canvas.metrics.small();
  const float gutter = std::max(canvas.width(canvas.fonts.regular, label, picture.lanes_label),
                                canvas.width(canvas.fonts.regular, label, picture.banks_label)) +
                       canvas.px(10);
  l.left = area.low.x + gutter;
  l.right = area.high.x;
  l.banks = std::max(picture.shape.banks, 1u);
  l.groups = std::max<std::uint32_t>(static_cast<std::uint32_t>(picture.banks.phases.size()), 1);
  const float between = l.groups > 1 ? canvas.px(10) : 0.0f;
  const auto groups = static_cast<float>(l.groups), banks = static_cast<float>(l.banks);
  l.bank_pitch = (l.right - l.left - between * (groups - 1)) / (groups * banks);
  l.group_step = l.bank_pitch * banks + between;
  l.lanes = {l.left, (l.right - l.left) / static_cast<float>(picture.lanes), area.low.y, canvas.px(19), picture.lanes};
  for (const BankPhase& phase : picture.banks.phases) l.tallest = std::max(l.tallest, phase.wavefronts);
  const float label_height = canvas.px(15);
  l.baseline = std::floor(area.high.y - label_height);
  const float lanes_end = area.low.y + l.lanes.height;
  const float height = std::max(l.baseline - lanes_end, 4.0f);
  const float wires = std::min(canvas.px(l.groups > 1 ? 62.0f : 46.0f), height * 0.45f);
  l.columns_top = std::floor(lanes_end + wires);
  const float row = (l.baseline - l.columns_top) / static_cast<float>(l.tallest);
  l.row_height = std::min(row, canvas.px(22));
  l.bank_label_size = number_size(canvas, l.bank_pitch, canvas.px(12));
  if (l.bank_label_size < canvas.px(8)) l.bank_label_size = 0;  // then every second or fourth bank is named
  return l;
}

Box stack_box(const Layout& l, const StackBox& word) {
  const float gap = std::max(1.0f, std::floor(l.bank_pitch * static_cast<float>(word.banks) * 0.06f));
  const float x = l.column(word.phase, word.bank);
  const float y = l.baseline - l.row_height * static_cast<float>(word.row + 1);
  const float gap_y = l.row_height >= 6.0f ? std::max(1.0f, l.row_height * 0.08f) : 0.5f;
  return {{std::round(x + gap * 0.5f), y + gap_y},
          {std::round(x + l.bank_pitch * static_cast<float>(word.banks) - gap * 0.5f), y + l.row_height}};
}

std::vector<StackBox> stack_boxes(const BankPicture& picture, const Layout& l) {
  std::vector<BankWord> words = picture.banks.words;
  std::sort(words.begin(), words.end(), [](const BankWord& a, const BankWord& b) {
    return std::tie(a.phase, a.wavefront, a.bank) < std::tie(b.phase, b.wavefront, b.bank);
  });
  std::vector<StackBox> boxes;
  for (const BankWord& word : words) {
    const std::uint64_t address = word.word * picture.shape.bank_bytes;
    if (!boxes.empty() && picture.access.bytes > picture.shape.bank_bytes) {
      StackBox& last = boxes.back();
      if (last.phase == word.phase && last.wavefront == word.wavefront && last.bank + last.banks == word.bank &&
          last.lanes == word.lanes && last.banks * picture.shape.bank_bytes < picture.access.bytes) {
        ++last.banks;
        continue;
      }
    }
    const std::uint32_t first = picture.banks.phases[word.phase].first_wavefront;
    boxes.push_back({word.phase, word.wavefront, word.wavefront - first, word.bank, 1, address, word.lanes, true, {}});
  }
  for (StackBox& box : boxes) {
    box.box = stack_box(l, box);
    box.top = std::none_of(words.begin(), words.end(), [&](const BankWord& w) {
      return w.phase == box.phase && w.wavefront > box.wavefront && w.bank >= box.bank && w.bank < box.bank + box.banks;
    });
  }
  return boxes;
}

Glow glow_of(const BankPicture& picture, const StackBox& box) {
  if (picture.hover.what != Under::kNothing) return (box.lanes & picture.hover.lanes) ? Glow::kBright : Glow::kServed;
  if (!picture.stepped) return Glow::kPlain;
  if (box.wavefront == picture.pass) return Glow::kBright;
  return box.wavefront < picture.pass ? Glow::kServed : Glow::kWaiting;
}

void draw_wires(const Canvas& canvas, const BankPicture& picture, const Layout& l, const std::vector<StackBox>& boxes,
                bool bright) {
  for (const StackBox& box : boxes) {
    const bool is_bright = glow_of(picture, box) == Glow::kBright;
    if (is_bright != bright) continue;
    const bool plain = glow_of(picture, box) == Glow::kPlain;
    for (int lane = 0; lane < picture.lanes; ++lane) {
      if (!has_lane(box.lanes, lane)) continue;
      const ImU32 colour = canvas.theme.lane(lane, picture.lanes);
      const float alpha = bright ? 1.0f : plain ? (l.tallest > 8 ? 0.45f : 0.7f) : 0.20f;
      const float thickness = canvas.px(bright ? 2.0f : plain ? 1.4f : 1.0f);
      const Box from = l.lanes.box(lane);
      const ImVec2 start = {from.middle().x, from.high.y};
      if (box.top)
        canvas.wire(start, {box.box.middle().x, box.box.low.y}, with_alpha(colour, alpha), thickness);
      else
        canvas.side_wire(start, box.box, with_alpha(colour, alpha), thickness);
    }
  }
}

void draw_columns(const Canvas& canvas, const BankPicture& picture, const Layout& l) {
  LaneMask used = 0;
  for (const BankWord& word : picture.banks.words) used |= LaneMask{1} << (word.bank % 32u);
  std::uint32_t step = 1;
  const float wide = canvas.width(canvas.fonts.mono, canvas.px(10), "31") + canvas.px(2);
  while (step < l.banks && l.bank_pitch * static_cast<float>(step) < wide) step *= 2;
  const float size = l.bank_label_size > 0 ? std::min(l.bank_label_size, canvas.px(11)) : canvas.px(10);
  for (std::uint32_t group = 0; group < l.groups; ++group) {
    for (std::uint32_t bank = 0; bank < l.banks; ++bank) {
      const float x = l.column(group, bank), gap = l.bank_pitch > 8.0f ? 1.0f : 0.0f;
      canvas.list.AddRectFilled({x + gap, l.columns_top}, {x + l.bank_pitch - gap, l.baseline}, canvas.theme.column);
      const bool labelled = l.bank_label_size > 0 || bank % step == 0;
      if (!labelled) continue;
      const Box place = {{x, l.baseline + canvas.px(1)}, {x + l.bank_pitch, l.baseline + canvas.px(15)}};
      canvas.centred(place, canvas.fonts.mono, size,
                     (used >> (bank % 32u)) & 1u ? canvas.theme.dim : canvas.theme.faint, std::to_string(bank));
    }
  }
}

void draw_band(const Canvas& canvas, const BankPicture& picture, const Layout& l) {
  if (!picture.stepped) return;
  for (std::uint32_t p = 0; p < picture.banks.phases.size(); ++p) {
    const BankPhase& phase = picture.banks.phases[p];
    if (picture.pass < phase.first_wavefront || picture.pass >= phase.first_wavefront + phase.wavefronts) continue;
    const float y = l.baseline - l.row_height * static_cast<float>(picture.pass - phase.first_wavefront + 1);
    const float from = l.column(p, 0), to = from + l.bank_pitch * static_cast<float>(l.banks);
    canvas.list.AddRectFilled({from, y}, {to, y + l.row_height}, with_alpha(canvas.theme.accent, 0.10f));
    canvas.dashed(y, from, to, canvas.theme.accent);
    canvas.dashed(y + l.row_height, from, to, canvas.theme.accent);
  }
}

void draw_boxes(const Canvas& canvas, const BankPicture& picture, const Layout& l, const std::vector<StackBox>& boxes) {
  for (const StackBox& box : boxes) {
    const Glow glow = glow_of(picture, box);
    const float round = std::min(canvas.px(3), l.row_height * 0.25f);
    lane_fill(canvas, box.box, box.lanes, picture.lanes, glow, round);
    const std::string label = lane_label(box.lanes);
    const float size =
        number_size(canvas, box.box.width(), box.box.height() + canvas.px(1), label.size() > 2 ? label : "31");
    if (size > 0 && l.row_height >= canvas.px(10))
      canvas.centred(box.box, canvas.fonts.mono, size,
                     text_on(lane_colour(canvas.theme, box.lanes, picture.lanes, glow)), label);
    const bool framed = glow == Glow::kBright && (picture.stepped || picture.hover.what != Under::kNothing);
    if (framed) canvas.list.AddRect(box.box.low, box.box.high, canvas.theme.accent, round, 0, canvas.px(1.6f));
  }
}

void draw_labels(const Canvas& canvas, const BankPicture& picture, const Layout& l, const Box& area,
                 const std::vector<StackBox>& boxes) {
  const float size = canvas.metrics.small();
  canvas.text({area.low.x, l.lanes.top + (l.lanes.height - size) * 0.5f}, canvas.fonts.regular, size, canvas.theme.dim,
              picture.lanes_label);
  canvas.text({area.low.x, l.baseline + canvas.px(1)}, canvas.fonts.regular, size, canvas.theme.dim,
              picture.banks_label);
  if (l.groups > 1)
    for (std::uint32_t g = 0; g < l.groups && g < picture.phase_labels.size(); ++g)
      canvas.text({l.column(g, 0) + canvas.px(3), l.columns_top + canvas.px(2)}, canvas.fonts.regular, canvas.px(11),
                  canvas.theme.dim, picture.phase_labels[g]);
  if (picture.ways_label.empty() || boxes.empty()) return;
  const auto tallest =
      std::max_element(boxes.begin(), boxes.end(), [](const StackBox& a, const StackBox& b) { return a.row < b.row; });
  const float large = canvas.metrics.title();
  const float wide = canvas.width(canvas.fonts.bold, large, picture.ways_label);
  // above the stack where there is room, else beside its top
  const bool above = tallest->box.low.y - large - canvas.px(10) > l.columns_top;
  float x = above ? tallest->box.low.x : tallest->box.high.x + canvas.px(10);
  if (x + wide > l.right) x = above ? l.right - wide : tallest->box.low.x - canvas.px(10) - wide;
  const float y =
      above ? tallest->box.low.y - large - canvas.px(8) : std::max(tallest->box.low.y - canvas.px(2), l.columns_top);
  canvas.list.AddRectFilled({x - canvas.px(4), y - canvas.px(1)}, {x + wide + canvas.px(4), y + large + canvas.px(3)},
                            with_alpha(canvas.theme.card, 0.82f), canvas.px(4));
  const ChipLevel level = picture.banks.n_way >= 4 ? ChipLevel::kStrong : ChipLevel::kWarning;
  canvas.text({x, y}, canvas.fonts.bold, large, canvas.theme.level(level), picture.ways_label);
}

UnderMouse under(const BankPicture& picture, const Layout& l, const std::vector<StackBox>& boxes, ImVec2 mouse) {
  const int lane = l.lanes.at(mouse);
  if (lane >= 0 && has_lane(picture.access.lanes, lane))
    return {Under::kLane, LaneMask{1} << lane, picture.access.address[static_cast<std::size_t>(lane)]};
  for (const StackBox& box : boxes)
    if (box.box.holds(mouse)) return {Under::kWord, box.lanes, box.address};
  if (mouse.y < l.columns_top || mouse.y > l.baseline + l.row_height) return {};
  for (std::uint32_t group = 0; group < l.groups; ++group)
    for (std::uint32_t bank = 0; bank < l.banks; ++bank) {
      const float x = l.column(group, bank);
      if (mouse.x < x || mouse.x >= x + l.bank_pitch) continue;
      LaneMask lanes = 0;
      for (const BankWord& word : picture.banks.words)
        if (word.bank == bank) lanes |= word.lanes;
      if (lanes != 0) return {Under::kBank, lanes, bank};
    }
  return {};
}

LaneMask lit_lanes(const BankPicture& picture) {
  if (picture.hover.what != Under::kNothing) return picture.hover.lanes;
  if (!picture.stepped) return picture.access.lanes;
  LaneMask lanes = 0;
  for (const BankWord& word : picture.banks.words)
    if (word.wavefront == picture.pass) lanes |= word.lanes;
  return lanes;
}

}  // namespace

UnderMouse draw_banks(const Canvas& canvas, const BankPicture& picture, const Box& area, ImVec2 mouse) {
  const Layout l = lay_out(canvas, picture, area);
  const std::vector<StackBox> boxes = stack_boxes(picture, l);
  draw_columns(canvas, picture, l);
  draw_band(canvas, picture, l);
  draw_wires(canvas, picture, l, boxes, false);
  draw_wires(canvas, picture, l, boxes, true);
  draw_boxes(canvas, picture, l, boxes);
  const LaneMask lit = lit_lanes(picture);
  const bool some = picture.stepped || picture.hover.what != Under::kNothing;
  draw_lane_row(canvas, l.lanes, picture.access.lanes, lit, some ? lit : 0);
  draw_labels(canvas, picture, l, area, boxes);
  return under(picture, l, boxes, mouse);
}

}  // namespace warpglass
