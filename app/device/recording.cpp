// Looking up recorded numbers: what makes two sources, launches or accesses the same.
#include "app/device/recording.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string_view>

#include <fmt/format.h>

namespace warpglass {
namespace {

constexpr std::uintmax_t kLargestFile = 64u << 20;

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\v' || c == '\f'; }

// Skips a string or character literal that starts at `at`; strings keep what looks like a comment in them.
std::size_t literal_end(std::string_view text, std::size_t at) {
  const char quote = text[at];
  std::size_t i = at + 1;
  while (i < text.size() && text[i] != quote && text[i] != '\n') i += text[i] == '\\' ? 2 : 1;
  return std::min(i + 1, text.size());
}

std::string without_comments(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    const std::string_view rest = text.substr(i);
    if (text[i] == '"' || text[i] == '\'') {
      const std::size_t end = literal_end(text, i);
      out += text.substr(i, end - i);
      i = end;
    } else if (rest.starts_with("//")) {
      i = std::min(text.find('\n', i), text.size());
      out += ' ';
    } else if (rest.starts_with("/*")) {
      const std::size_t end = text.find("*/", i + 2);
      i = end == std::string_view::npos ? text.size() : end + 2;
      out += ' ';
    } else {
      out += text[i++];
    }
  }
  return out;
}

std::string unix_lines(const std::string& text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\r')
      out += text[i];
    else if (i + 1 >= text.size() || text[i + 1] != '\n')
      out += '\n';
  }
  return out;
}

// Runs of blanks and line breaks as one blank, so that how a text is wrapped does not matter; preprocessor lines stay
// lines of their own.
std::string normal_form(const std::string& source) {
  std::string out, line;
  bool blank = false;
  for (const char c : without_comments(unix_lines(source)) + "\n") {
    if (c == '\n') {
      const bool directive = !line.empty() && line[0] == '#';
      if (directive && !out.empty()) out.back() = '\n';
      if (!line.empty()) out += line + (directive ? '\n' : ' ');
      line.clear();
      blank = false;
    } else if (is_blank(c)) {
      blank = !line.empty();
    } else {
      if (blank) line += ' ';
      blank = false;
      line += c;
    }
  }
  return out;
}

std::string without_blanks(const std::string& text) {
  std::string out;
  std::copy_if(text.begin(), text.end(), std::back_inserter(out), [](char c) { return !is_blank(c); });
  return out;
}

bool same_number(const Number& a, const Number& b) {
  return a.is_integer && b.is_integer ? a.integer == b.integer : a.as_double() == b.as_double();
}

bool same_value(const Argument& a, const Argument& b) {
  if (a.value.index() != b.value.index()) return false;
  if (const auto* x = std::get_if<ScalarArgument>(&a.value)) {
    const auto& y = std::get<ScalarArgument>(b.value);
    return same_number(x->value, y.value) && (!x->typed || !y.typed || x->type == y.type);
  }
  const auto& x = std::get<BufferArgument>(a.value);
  const auto& y = std::get<BufferArgument>(b.value);
  return x.count == y.count && x.fill == y.fill && (!x.typed || !y.typed || x.type == y.type);
}

// Arguments go by name where both sides have names, else by position.
bool same_arguments(const std::vector<Argument>& recorded, const std::vector<Argument>& given) {
  if (recorded.size() != given.size()) return false;
  for (std::size_t i = 0; i < recorded.size(); ++i) {
    const auto is_named = [&](const Argument& a) { return a.name == recorded[i].name; };
    auto match = given.begin() + static_cast<std::ptrdiff_t>(i);
    if (!recorded[i].name.empty() && !match->name.empty()) match = std::find_if(given.begin(), given.end(), is_named);
    if (match == given.end() || !same_value(recorded[i], *match)) return false;
  }
  return true;
}

bool same_launch(const Launch& recorded, const Launch& given) {
  return without_blanks(recorded.kernel) == without_blanks(given.kernel) && recorded.grid == given.grid &&
         recorded.block == given.block && recorded.dynamic_shared == given.dynamic_shared &&
         recorded.defines == given.defines && recorded.symbols == given.symbols &&
         same_arguments(recorded.args, given.args);
}

bool same_kind(const RecordedAccess& recorded, const Access& access) {
  if (recorded.space != access.space || recorded.operation != access.operation || recorded.bytes != access.bytes ||
      recorded.lanes != access.lanes)
    return false;
  return access.operation != Operation::kAtomic ||
         (recorded.atomic == access.atomic && recorded.result_used == access.result_used &&
          recorded.operand_is_one == access.operand_is_one);
}

// 128 bytes are one line and one row of the 32 banks: a common shift by them changes no count.
bool same_addresses(const RecordedAccess& recorded, const Access& access) {
  constexpr std::uint64_t kRow = 128;
  const auto byte_of = [&](std::size_t lane) {
    return static_cast<std::uint64_t>(recorded.index[lane]) * recorded.bytes;
  };
  const auto first = static_cast<std::size_t>(first_lane(access.lanes));
  const std::uint64_t shift = access.address[first] - byte_of(first);
  if (shift % kRow != 0) return false;
  for (std::size_t lane = 0; lane < kLanes; ++lane)
    if (has_lane(access.lanes, static_cast<int>(lane)) && access.address[lane] - byte_of(lane) != shift) return false;
  return true;
}

}  // namespace

std::string source_hash(const std::string& source) {
  std::uint64_t hash = 0xcbf29ce484222325ull;  // FNV-1a, 64 bits
  for (const char c : normal_form(source)) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ull;
  return fmt::format("{:016x}", hash);
}

const RecordedLaunch* find_recorded(const Recording& recording, const std::string& source, const Launch& launch) {
  const std::string hash = source_hash(source);
  for (const RecordedLaunch& recorded : recording.launches)
    if (recorded.source_hash == hash && same_launch(recorded.launch, launch)) return &recorded;
  return nullptr;
}

const RecordedAccess* find_recorded(const Recording& recording, const Access& access) {
  if (access.lanes == 0) return nullptr;
  for (const RecordedAccess& recorded : recording.accesses)
    if (same_kind(recorded, access) && same_addresses(recorded, access)) return &recorded;
  return nullptr;
}

std::vector<Recording> load_recordings(const std::string& folder, std::vector<std::string>& errors) {
  namespace fs = std::filesystem;
  std::vector<Recording> recordings;
  std::vector<fs::path> paths;
  std::error_code code;
  for (fs::directory_iterator it(folder, code), end; !code && it != end; it.increment(code))
    if (it->path().extension() == ".json") paths.push_back(it->path());
  std::sort(paths.begin(), paths.end());
  for (const fs::path& path : paths) {
    const std::string name = path.filename().string();
    const std::uintmax_t size = fs::file_size(path, code);
    if (code || size > kLargestFile) {
      errors.push_back(code ? fmt::format("{}: the file cannot be read.", name)
                            : fmt::format("{}: a recording may have at most {} MiB.", name, kLargestFile >> 20));
      continue;
    }
    std::ifstream in(path, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
    std::string error;
    if (auto recording = read_recording(text, error))
      recordings.push_back(std::move(*recording));
    else
      errors.push_back(fmt::format("{}: {}", name, error));
  }
  return recordings;
}

}  // namespace warpglass
