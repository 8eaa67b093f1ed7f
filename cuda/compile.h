// Source text to machine code with NVRTC: the student's text as it stands, the defines, -lineinfo, the default
// optimisation. Messages keep the lines of the editor, since nothing is put before the text.
#pragma once

#include <string>
#include <vector>

#include "cuda/answer.h"

namespace warpglass::cuda {

struct Compiled {
  std::string code;  // cubin, or PTX where this compiler does not know the GPU yet
  std::string ptx;
  std::string kernel;                // its name in the code
  std::vector<std::string> symbols;  // of the request's symbols, in their order; empty: not in the code
};

// `capability` is 90 for 9.0. Throws Stop; the compiler's log goes out as text("compile_log") in any case.
Compiled compile(const WgRequest& request, int capability, const Speaker& speaker);
// A source of the plug-in's own with extern "C" kernels.
std::string compile_own(const char* source, int capability);

}  // namespace warpglass::cuda
