// Lesson texts in a panel: paragraphs, lists, **strong**, `code`, blocks of code, and placeholders with their numbers.
// Wraps at blanks; a word wider than the panel is cut between characters.
#pragma once

#include <string>

#include "app/gui/panels.h"

namespace warpglass {

// `section`: whose numbers fill the placeholders (CourseView::numbers).
void rich_text(const PanelInput& input, const std::string& text, const std::string& section, ImU32 colour);

}  // namespace warpglass
