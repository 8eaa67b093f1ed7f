// Kernels of this folder as files: the launches their comments describe.
//   // launch: kernel=k<32> grid=2 block=8,8 shared=256 out=zero:64 n=5     arguments as on the command line
#pragma once

#include <string>
#include <vector>

#include "sim/base/launch.h"

namespace warpglass {

struct CommentedLaunch {
  Launch launch;
  std::vector<std::string> expected;  // the words behind "// expect:" after it, one entry a line
};

std::string file_text(const std::string& path);
// All launches of a source, in order; a word that is not understood fails the running test.
std::vector<CommentedLaunch> commented_launches(const std::string& source);
// The .cu files of a folder, sorted.
std::vector<std::string> kernel_files(const std::string& folder);

}  // namespace warpglass
