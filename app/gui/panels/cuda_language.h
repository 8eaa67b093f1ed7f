// CUDA C++ for the editor's highlighting: C++ with CUDA's own words.
#pragma once

#include <TextEditor.h>

#include "app/gui/theme.h"

namespace warpglass {

const TextEditor::Language* cuda_language();
TextEditor::Palette editor_palette(const Theme& theme);

}  // namespace warpglass
