#include "commented_launch.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "app/scene/launch_text.h"

namespace warpglass {
namespace {

void read_word(const std::string& word, Launch& launch) {
  const std::size_t equal = word.find('=');
  const std::string key = word.substr(0, equal), value = equal == std::string::npos ? "" : word.substr(equal + 1);
  Argument argument;
  LaunchTextError error;
  bool fine = true;
  if (key == "kernel")
    launch.kernel = value;
  else if (key == "grid")
    fine = read_dimensions(value, launch.grid, error);
  else if (key == "block")
    fine = read_dimensions(value, launch.block, error);
  else if (key == "shared")
    launch.dynamic_shared = std::stoull(value);
  else if ((fine = read_argument(word, argument, error)))
    launch.args.push_back(argument);
  if (!fine) ADD_FAILURE() << word << ": " << error.message;
}

}  // namespace

std::string file_text(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

std::vector<CommentedLaunch> commented_launches(const std::string& source) {
  std::vector<CommentedLaunch> out;
  std::istringstream lines(source);
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("// launch: ", 0) == 0) {
      out.emplace_back();
      std::istringstream words(line.substr(11));
      for (std::string word; words >> word;) read_word(word, out.back().launch);
    } else if (line.rfind("// expect: ", 0) == 0 && !out.empty()) {
      out.back().expected.push_back(line.substr(11));
    }
  }
  return out;
}

std::vector<std::string> kernel_files(const std::string& folder) {
  std::vector<std::string> out;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().extension() == ".cu") out.push_back(entry.path().string());
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace warpglass
