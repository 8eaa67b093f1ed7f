// See progress.h. The only file of app/course that speaks to the operating system directly.
#include "app/course/progress.h"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include <fmt/format.h>

#if !defined(_WIN32)
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>
#endif

namespace warpglass {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using nlohmann::ordered_json;

constexpr std::size_t kLargestFile = 64u << 20;
constexpr const char* kFile = "progress.json";

#if defined(_WIN32)
// Elsewhere a rename is all there is: the last of two windows that save in the same moment wins.
struct FolderLock {
  explicit FolderLock(const fs::path&) {}
};
bool write_through(const fs::path& path, const std::string& text) {
  std::ofstream out(path, std::ios::binary | std::ios::trunc);
  out << text;
  return static_cast<bool>(out.flush());
}
void settle_folder(const fs::path&) {}
std::string own_suffix() { return "new"; }
#else
// Held while a change is read, made and written; a process that dies lets it go.
class FolderLock {
 public:
  explicit FolderLock(const fs::path& folder)
      : file_(::open((folder / "progress.lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600)) {
    if (file_ >= 0) ::flock(file_, LOCK_EX);
  }
  ~FolderLock() {
    if (file_ >= 0) ::close(file_);
  }
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  int file_;
};

bool write_through(const fs::path& path, const std::string& text) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (file < 0) return false;
  bool good = true;
  for (std::size_t at = 0; good && at < text.size();) {
    const ssize_t written = ::write(file, text.data() + at, text.size() - at);
    good = written > 0;
    if (good) at += static_cast<std::size_t>(written);
  }
  good = ::fsync(file) == 0 && good;
  return ::close(file) == 0 && good;
}

void settle_folder(const fs::path& folder) {
  const int file = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (file < 0) return;
  ::fsync(file);
  ::close(file);
}

std::string own_suffix() { return fmt::format("new-{}", ::getpid()); }
#endif

// A name that no file has yet.
fs::path free_name(const fs::path& folder) {
  std::error_code code;
  for (int number = 1;; ++number) {
    const fs::path path = folder / fmt::format("progress-damaged-{}.json", number);
    if (number > 100'000 || !fs::exists(path, code)) return path;
  }
}

}  // namespace

std::string write_progress(const Progress& progress) {
  ordered_json out;
  out["format"] = "warpglass progress";
  out["format_version"] = 1;
  out["student"] = progress.student;
  out["lesson"] = progress.lesson;
  out["lessons"] = ordered_json::object();
  for (const auto& [id, work] : progress.lessons) out["lessons"][id] = work_json(work);
  return out.dump(1, ' ', false, json::error_handler_t::replace) + "\n";
}

bool read_progress(const std::string& text, Progress& progress) {
  const auto value = parse_bounded(text, kLargestFile);
  if (!value || !value->is_object()) return false;
  const auto text_at = [&](const char* key) {
    const auto found = value->find(key);
    return found != value->end() && found->is_string() ? found->get<std::string>() : std::string();
  };
  const auto version = value->find("format_version");
  const auto lessons = value->find("lessons");
  if (text_at("format") != "warpglass progress" || version == value->end() || *version != 1 ||
      lessons == value->end() || !lessons->is_object())
    return false;
  Progress read;
  read.student = text_at("student").substr(0, 200);
  read.lesson = text_at("lesson").substr(0, 80);
  for (const auto& [id, work] : lessons->items())
    if (read.lessons.size() < 200 && id.size() <= 80) read.lessons[id] = read_work(work);
  progress = std::move(read);
  return true;
}

Progress ProgressStore::read_or_set_aside() {
  const fs::path path = fs::path(folder_) / kFile;
  std::error_code code;
  if (!fs::exists(path, code)) return {};
  Progress progress;
  std::ifstream in(path, std::ios::binary);
  if (in && fs::is_regular_file(path, code) && fs::file_size(path, code) <= kLargestFile) {
    const std::string text{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
    if (read_progress(text, progress)) return progress;
  }
  const fs::path aside = free_name(folder_);
  fs::rename(path, aside, code);
  if (code)
    problem_ = fmt::format("{} cannot be read and cannot be set aside.", path.string());
  else
    set_aside_ = aside.string();
  return {};
}

Progress ProgressStore::load() {
  if (folder_.empty()) return unkept_;
  std::error_code code;
  if (!fs::is_directory(folder_, code)) return {};
  const FolderLock lock(folder_);
  return read_or_set_aside();
}

void ProgressStore::write(const Progress& progress) {
  const fs::path folder = folder_, path = folder / kFile, aside = folder / fmt::format("progress-{}", own_suffix());
  std::error_code code;
  problem_ = fmt::format("{} cannot be written: what you do is not kept.", path.string());
  if (!write_through(aside, write_progress(progress))) {
    fs::remove(aside, code);
    return;
  }
  fs::rename(aside, path, code);
  if (code) return;
  settle_folder(folder);
  problem_.clear();
}

Progress ProgressStore::update(const std::function<void(Progress&)>& change) {
  if (folder_.empty()) {
    change(unkept_);
    return unkept_;
  }
  std::error_code code;
  fs::create_directories(folder_, code);
  const bool unkept = !kept();
  const FolderLock lock(folder_);
  problem_.clear();
  Progress progress = read_or_set_aside();
  if (!kept()) {  // never write over what could not be read
    change(unkept_);
    return unkept_;
  }
  if (unkept) progress = unkept_;
  change(progress);
  write(progress);
  unkept_ = progress;
  return progress;
}

}  // namespace warpglass
