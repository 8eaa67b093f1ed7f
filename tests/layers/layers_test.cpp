// The level table of docs/architecture.md, enforced: reads every #include line of sim/ and app/ and fails on a breach,
// with the file, the line and the rule. A folder includes only folders of a lower level and itself; the exceptions are
// the small tables below. Also fails on a source file over 450 lines. The last tests break each rule once, on made-up
// lines, to see that it bites.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {
namespace fs = std::filesystem;

const std::map<std::string, int, std::less<>> kLevels = {
    {"sim/base", 0},   {"sim/machine", 1}, {"sim/event", 1},  {"sim/lang", 1},  {"sim/memory", 2}, {"sim/trace", 2},
    {"sim/checks", 2}, {"sim/exec", 3},    {"sim/timing", 4}, {"sim/views", 4}, {"sim", 5},        {"app/scene", 6},
    {"app/course", 6}, {"app/device", 6},  {"app/cli", 7},    {"app/gui", 7},   {"app", 8}};

// Neighbours of one level that may be included all the same: the language needs the machine's limits and event names,
// recordings hold launches in the launch format, and lessons are made of scenes.
const std::vector<std::pair<std::string, std::string>> kNeighbours = {
    {"sim/lang", "sim/machine"}, {"sim/lang", "sim/event"}, {"app/device", "app/scene"}, {"app/course", "app/scene"}};

// Lower, and still forbidden: what executes and what times know sinks only, never who listens.
const std::vector<std::pair<std::string, std::string>> kForbidden = {
    {"sim/exec", "sim/trace"}, {"sim/exec", "sim/checks"}, {"sim/timing", "sim/trace"}, {"sim/timing", "sim/checks"}};

// Headers of the system, where one file of sim/ may ask for one because it also compiles without.
const std::map<std::string, std::string, std::less<>> kSystemHeaders = {
    {"sim/lang/decode.cpp", "iconv.h"}};  // Korean Windows text; behind __has_include

// Files over the limit, each with its reason.
const std::map<std::string, std::string, std::less<>> kLongFiles = {};
constexpr int kMostLines = 450;

// "sim/lang/parser.cpp" -> "sim/lang"; "sim/session.h" -> "sim"; "app/gui/draw/banks.h" -> "app/gui".
std::string folder_of(std::string_view path) {
  const auto first = path.find('/');
  if (first == std::string_view::npos) return {};
  const auto second = path.find('/', first + 1);
  return std::string(path.substr(0, second == std::string_view::npos ? first : second));
}

bool starts_with_any(std::string_view text, std::initializer_list<std::string_view> prefixes) {
  return std::any_of(prefixes.begin(), prefixes.end(), [&](std::string_view p) { return text.starts_with(p); });
}

bool listed(const std::vector<std::pair<std::string, std::string>>& table, const std::string& a, const std::string& b) {
  return std::find(table.begin(), table.end(), std::pair(a, b)) != table.end();
}

// What a header outside the repository breaks, or nothing.
std::string outside_breach(std::string_view file, std::string_view header) {
  const std::string folder = folder_of(file);
  if (starts_with_any(header, {"cuda.h", "cuda_", "nvrtc", "cupti"})) return "CUDA headers belong to cuda/ only";
  if (folder == "app/gui") return {};
  if (starts_with_any(header, {"imgui", "implot", "TextEditor", "GLFW/", "GL/", "stb_", "backends/", "misc/cpp"}))
    return "only app/gui sees the window's libraries";
  if (!file.starts_with("sim/")) return {};
  if (header == "immintrin.h") {
    const bool may = file.ends_with("_avx2.cpp") && (folder == "sim/exec" || folder == "sim/memory");
    return may ? "" : "intrinsics belong to *_avx2.cpp in sim/exec and sim/memory";
  }
  const auto allowed = kSystemHeaders.find(file);
  if (allowed != kSystemHeaders.end() && allowed->second == header) return {};
  const bool standard = header.find_first_of("./") == std::string_view::npos;
  return standard || header.starts_with("fmt/") ? "" : "sim/ uses the C++ standard library and fmt only";
}

// What `#include header` in `file` breaks, or nothing. Paths are relative to the repository.
std::string breach(std::string_view file, std::string_view header) {
  if (header.starts_with("tests/")) return "the product never includes its tests";
  if (header.starts_with("cuda/")) {
    return header == "cuda/device_abi.h" && file.starts_with("app/device/") ? ""
                                                                            : "only app/device sees the plug-in's ABI";
  }
  if (!starts_with_any(header, {"sim/", "app/"})) return outside_breach(file, header);
  const std::string from = folder_of(file), to = folder_of(header);
  const auto from_level = kLevels.find(from), to_level = kLevels.find(to);
  if (from_level == kLevels.end()) return from + " is not in the level table";
  if (to_level == kLevels.end()) return to + " is not in the level table";
  if (from == to) return {};
  if (listed(kForbidden, from, to)) return from + " must not know " + to;
  if (to_level->second >= from_level->second && !listed(kNeighbours, from, to))
    return from + " (level " + std::to_string(from_level->second) + ") must not include " + to + " (level " +
           std::to_string(to_level->second) + ")";
  if (to == "sim/lang" && header != "sim/lang/program.h") {
    if (header != "sim/lang/compile.h") return "outside sim/lang only program.h and compile.h are included";
    if (from_level->second < kLevels.at("sim/views")) return "what executes sees program.h of sim/lang only";
    if (from == "sim/timing") return "what times sees program.h of sim/lang only";
  }
  return {};
}

struct Source {
  std::string path;  // relative to the repository
  std::vector<std::string> lines;
};

const std::vector<Source>& sources() {
  static const std::vector<Source> all = [] {
    std::vector<Source> found;
    const fs::path root = WARPGLASS_SOURCE_DIR;
    for (const char* top : {"sim", "app"}) {
      if (!fs::exists(root / top)) continue;
      for (const auto& entry : fs::recursive_directory_iterator(root / top)) {
        const std::string extension = entry.path().extension().string();
        if (extension != ".h" && extension != ".cpp") continue;
        Source source{fs::relative(entry.path(), root).generic_string(), {}};
        std::ifstream in(entry.path());
        for (std::string line; std::getline(in, line);) source.lines.push_back(line);
        found.push_back(std::move(source));
      }
    }
    return found;
  }();
  return all;
}

TEST(Layers, EveryIncludeGoesDown) {
  static const std::regex include(R"re(^\s*#\s*include\s*["<]([^">]+)[">].*)re");
  ASSERT_FALSE(sources().empty());
  for (const Source& source : sources()) {
    for (std::size_t i = 0; i < source.lines.size(); ++i) {
      std::smatch match;
      if (!std::regex_match(source.lines[i], match, include)) continue;
      const std::string why = breach(source.path, match[1].str());
      EXPECT_TRUE(why.empty()) << source.path << ":" << i + 1 << ": " << source.lines[i] << "\n  " << why;
    }
  }
}

TEST(Layers, FilesStayShort) {
  for (const Source& source : sources()) {
    if (kLongFiles.contains(source.path)) continue;
    EXPECT_LE(source.lines.size(), std::size_t{kMostLines})
        << source.path << ": split it, or list it in kLongFiles with the reason";
  }
}

TEST(Layers, NoFileIsListedAsLongInVain) {
  for (const auto& [listed_path, reason] : kLongFiles) {
    const std::string& path = listed_path;  // a lambda of C++20 in clang 14 captures no structured binding
    const auto is = [&](const Source& source) { return source.path == path; };
    const auto found = std::find_if(sources().begin(), sources().end(), is);
    ASSERT_NE(found, sources().end()) << path << " is gone";
    EXPECT_GT(found->lines.size(), std::size_t{kMostLines}) << path << " is short enough again";
    EXPECT_FALSE(reason.empty()) << path;
  }
}

TEST(Layers, WhatIsAllowedPasses) {
  EXPECT_EQ(breach("sim/memory/banks.cpp", "sim/event/access.h"), "");
  EXPECT_EQ(breach("sim/memory/banks.cpp", "sim/memory/banks.h"), "");
  EXPECT_EQ(breach("sim/memory/banks.cpp", "vector"), "");
  EXPECT_EQ(breach("sim/exec/ops_avx2.cpp", "immintrin.h"), "");
  EXPECT_EQ(breach("sim/exec/warp.h", "sim/lang/program.h"), "");
  EXPECT_EQ(breach("sim/lang/check.cpp", "sim/machine/spec.h"), "");
  EXPECT_EQ(breach("sim/session.cpp", "sim/lang/compile.h"), "");
  EXPECT_EQ(breach("sim/views/result.h", "sim/lang/compile.h"), "");
  EXPECT_EQ(breach("app/gui/draw/banks.cpp", "imgui.h"), "");
  EXPECT_EQ(breach("app/cli/run.cpp", "nlohmann/json.hpp"), "");
  EXPECT_EQ(breach("app/main.cpp", "app/gui/window.h"), "");
}

TEST(Layers, EveryRuleBites) {
  const std::array<std::pair<const char*, const char*>, 17> broken = {{{"sim/base/lanes.h", "sim/event/access.h"},
                                                                       {"sim/event/access.h", "sim/machine/spec.h"},
                                                                       {"sim/exec/warp.cpp", "sim/checks/race.h"},
                                                                       {"sim/exec/warp.cpp", "sim/lang/ast.h"},
                                                                       {"sim/exec/warp.cpp", "sim/lang/compile.h"},
                                                                       {"sim/timing/sm.cpp", "sim/lang/compile.h"},
                                                                       {"app/cli/listing.cpp", "sim/lang/ast.h"},
                                                                       {"sim/exec/warp.cpp", "immintrin.h"},
                                                                       {"sim/views/table.cpp", "sim/session.h"},
                                                                       {"sim/views/table.cpp", "nlohmann/json.hpp"},
                                                                       {"sim/session.cpp", "app/scene/scene.h"},
                                                                       {"app/cli/run.cpp", "app/gui/frame.h"},
                                                                       {"app/cli/run.cpp", "imgui.h"},
                                                                       {"app/scene/scene.cpp", "GLFW/glfw3.h"},
                                                                       {"app/gui/frame.cpp", "cuda.h"},
                                                                       {"app/new/a.cpp", "sim/session.h"},
                                                                       {"app/gui/frame.cpp", "tests/gui/driver.h"}}};
  for (const auto& [file, header] : broken) EXPECT_NE(breach(file, header), "") << file << " includes " << header;
}
}  // namespace
