// Files as the command line reads them: bounded, regular files only, and includes that cannot leave their folder.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace warpglass {

// The bytes of a regular file of at most 256 MiB; nothing, and one sentence in `problem`, when that is not possible.
std::optional<std::string> read_file(const std::filesystem::path& path, std::string& problem);

// Writes the text to the file, or to standard output for "-". False and a sentence when that is not possible.
bool write_file(const std::string& path, const std::string& text, std::string& problem);

// A folder of sources. Names inside it are relative; absolute ones and those that lead out of it, by ".." or by a link,
// do not exist.
class SourceFolder {
 public:
  explicit SourceFolder(const std::filesystem::path& root);

  // The file `name` relative to the folder `beside` (itself relative to the root), if it lies inside the root.
  std::optional<std::filesystem::path> locate(const std::filesystem::path& beside, const std::string& name) const;
  // The text of a quoted #include of a source in folder `beside`: looked up there, then from the root.
  std::optional<std::string> include(const std::filesystem::path& beside, const std::string& name) const;

 private:
  std::filesystem::path root_;  // canonical; empty when there is no such folder
};

}  // namespace warpglass
