// The student's text as the GPU's compiler takes it, and that compiler's messages as the editor's lines.
#pragma once

#include <string>
#include <vector>

#include "app/device/device_types.h"

namespace warpglass {

// The same text with its host functions (main and what is marked neither __global__ nor __device__) as blanks: NVRTC
// compiles device code only. Every line keeps its number. Functions without a mark are kept when they are constexpr or
// templates that device code could call; classes, namespaces, variables and preprocessor lines stay.
std::string device_text(const std::string& source);

// "kernel.cu(12): error: ..." as messages; continuation lines and carets are dropped. Lines of other files are 0.
std::vector<CompilerMessage> compiler_messages(const std::string& log, const std::string& source_name);

}  // namespace warpglass
