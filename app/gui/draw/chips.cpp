// See chips.h.
#include "app/gui/draw/chips.h"

#include <algorithm>
#include <cmath>

namespace warpglass {

void draw_chip(const Canvas& canvas, const Box& box, const ChipLook& look) {
  const Theme& theme = canvas.theme;
  const float alpha = look.stale ? 0.45f : 1.0f;
  const ImU32 colour = with_alpha(theme.level(look.level), alpha);
  const float round = box.height() * 0.5f;
  canvas.list.AddRectFilled(box.low, box.high, with_alpha(theme.level_soft(look.level), alpha), round);
  const float edge = look.chosen ? 1.0f : look.hovered ? 0.7f : 0.3f;
  canvas.list.AddRect(box.low, box.high, with_alpha(colour, edge), round, 0, canvas.px(look.chosen ? 1.5f : 1.0f));
  const float size = std::min(canvas.px(11), box.height() - canvas.px(2));
  const std::size_t blank = look.text.find(' ');
  const std::string letter = look.text.substr(0, blank);
  const std::string numbers = blank == std::string::npos ? std::string() : look.text.substr(blank + 1);
  const float y = box.low.y + (box.height() - size) * 0.5f, side = canvas.px(7);
  canvas.text({box.low.x + side, y}, canvas.fonts.mono, size, with_alpha(colour, 0.85f), letter);
  canvas.text({box.high.x - side - canvas.width(canvas.fonts.mono_bold, size, numbers), y}, canvas.fonts.mono_bold,
              size, colour, numbers);
}

void draw_tag(const Canvas& canvas, const Box& box, const std::string& words, ImU32 colour, ImU32 back) {
  canvas.list.AddRectFilled(box.low, box.high, back, box.height() * 0.5f);
  canvas.centred(box, canvas.fonts.mono, std::min(canvas.px(11), box.height() - canvas.px(2)), colour, words);
}

}  // namespace warpglass
