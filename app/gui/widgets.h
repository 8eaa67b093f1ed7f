// The few controls that every panel shares, drawn as in the design's pictures. Every one takes a label and a stable id
// ("###knob_pad"), answers mouse and keyboard, and shows `tip` when hovered. Labels are shown as given (already in the
// window's language). All sizes come from Metrics.
#pragma once

#include <cstdint>
#include <string>

#include "app/gui/panels.h"

namespace warpglass {

// First line of a panel: small bold title at the left, dim text at the right.
void panel_header(const PanelInput& input, const std::string& title, const std::string& right = {});
// The same with something to click at the right; true when clicked.
bool panel_header_link(const PanelInput& input, const std::string& title, const std::string& link, const char* id,
                       const std::string& tip);

void section_title(const PanelInput& input, const std::string& title);  // accent, with a line above
void paragraph(const PanelInput& input, const std::string& text, ImU32 colour);
bool link(const PanelInput& input, const std::string& label, const char* id, const std::string& tip);
bool pill(const PanelInput& input, const std::string& label, const char* id, bool chosen, const std::string& tip,
          float width = 0.0f);
bool button(const PanelInput& input, const std::string& label, const char* id,
            const std::string& tip);  // filled accent
// A row with a box that is ticked when chosen; true when clicked.
bool choice(const PanelInput& input, const std::string& label, const char* id, bool chosen, const std::string& tip);
// Label left, value right, track and handle below, hint under it. True and `value` changed while dragged, by click, and
// by wheel with Ctrl. `shown` is the value as text (empty: the number).
bool knob_slider(const PanelInput& input, const std::string& label, const char* id, std::int64_t& value,
                 std::int64_t minimum, std::int64_t maximum, const std::string& shown, const std::string& hint,
                 const std::string& tip);
// Tooltip of the last item after the usual delay.
void tooltip(const PanelInput& input, const std::string& tip);

// "?" while numbers are hidden.
std::string or_hidden(const PanelInput& input, const std::string& number);
std::string format_value(RowFormat format, double value);  // "1,234", "4", "2.5", "33 %", "57.2 us"
std::string with_commas(std::uint64_t value);

// Text at a place of the draw list, in a font and size; returns its width.
float draw_text(const PanelInput& input, ImVec2 at, ImFont* font, float size, ImU32 colour, const std::string& text);
float text_width(ImFont* font, float size, const std::string& text);
// The text, cut with an ellipsis where it is wider.
std::string shortened(ImFont* font, float size, const std::string& text, float width);
// Diagonal lines clipped to the rectangle.
void hatch(ImDrawList& list, ImVec2 low, ImVec2 high, ImU32 colour, float spacing, float thickness);

}  // namespace warpglass
