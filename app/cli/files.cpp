// Reading and writing files with one sentence for each thing that can go wrong.
#include "app/cli/files.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>

namespace warpglass {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t kMostBytes = std::uintmax_t{256} << 20;

bool is_inside(const fs::path& path, const fs::path& root) {
  const auto [end_of_root, unused] = std::mismatch(root.begin(), root.end(), path.begin(), path.end());
  return end_of_root == root.end();
}

}  // namespace

std::optional<std::string> read_file(const fs::path& path, std::string& problem) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (!fs::exists(status)) {
    problem = fmt::format("there is no file \"{}\"", path.string());
    return std::nullopt;
  }
  if (!fs::is_regular_file(status)) {
    problem = fmt::format("\"{}\" is not a file", path.string());
    return std::nullopt;
  }
  const std::uintmax_t size = fs::file_size(path, error);
  if (error || size > kMostBytes) {
    problem = fmt::format("\"{}\" is larger than {} MB", path.string(), kMostBytes >> 20);
    return std::nullopt;
  }
  std::ifstream file(path, std::ios::binary);
  std::string text(size, '\0');
  file.read(text.data(), static_cast<std::streamsize>(size));
  if (!file) {
    problem = fmt::format("\"{}\" cannot be read", path.string());
    return std::nullopt;
  }
  return text;
}

bool write_file(const std::string& path, const std::string& text, std::string& problem) {
  if (path == "-") {
    std::fwrite(text.data(), 1, text.size(), stdout);
    return true;
  }
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file.write(text.data(), static_cast<std::streamsize>(text.size()));
  file.close();
  if (file) return true;
  problem = fmt::format("\"{}\" cannot be written: {}", path, std::strerror(errno));
  return false;
}

SourceFolder::SourceFolder(const fs::path& root) {
  std::error_code error;
  root_ = fs::canonical(root.empty() ? fs::path(".") : root, error);
  if (error || !fs::is_directory(root_, error)) root_.clear();
}

std::optional<fs::path> SourceFolder::locate(const fs::path& beside, const std::string& name) const {
  const fs::path relative(name);
  if (root_.empty() || name.empty() || relative.is_absolute() || name.find('\0') != std::string::npos)
    return std::nullopt;
  std::error_code error;
  const fs::path found = fs::canonical(root_ / beside / relative, error);  // follows links
  if (error || !is_inside(found, root_) || !fs::is_regular_file(found, error)) return std::nullopt;
  return found;
}

std::optional<std::string> SourceFolder::include(const fs::path& beside, const std::string& name) const {
  auto found = locate(beside, name);
  if (!found) found = locate("", name);
  std::string problem;
  return found ? read_file(*found, problem) : std::nullopt;
}

}  // namespace warpglass
