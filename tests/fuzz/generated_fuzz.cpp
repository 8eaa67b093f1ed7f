// A kernel out of the grammar with some edits: four bytes choose the kernel, each three bytes after them are one edit
// (where, what). So near to what is valid that most still compile, and do what nobody meant: races, wild indices,
// barriers in branches, endless loops.
#include <cctype>
#include <cstddef>
#include <cstdint>

#include "tests/fuzz/generate_kernel.h"
#include "tests/fuzz/pipeline.h"

namespace {

std::vector<std::string> tokens_of(const std::string& source) {
  std::vector<std::string> tokens;
  for (std::size_t at = 0; at < source.size();) {
    const auto word = [&](std::size_t i) {
      return i < source.size() && (std::isalnum(static_cast<unsigned char>(source[i])) != 0 || source[i] == '_');
    };
    std::size_t end = at + 1;
    if (word(at))
      while (word(end)) ++end;
    tokens.push_back(source.substr(at, end - at));
    at = end;
  }
  return tokens;
}

void edit(std::vector<std::string>& tokens, std::size_t at, std::uint8_t what) {
  static constexpr const char* kWords[] = {"0",  "1", "-1", "31", "tid", "lane", "n",      "x",     "+", "-",  "*",
                                           "<<", "<", ">=", "==", "&",   "|",    "return", "break", ";", "{",  "}",
                                           "(",  ")", "[",  "]",  ",",   "int",  "float",  "s",     "f", "out"};
  switch (what % 4) {
    case 0:
      tokens.erase(tokens.begin() + static_cast<std::ptrdiff_t>(at));
      break;
    case 1:
      tokens[at] = kWords[what / 4 % 32];
      break;
    case 2:
      tokens.insert(tokens.begin() + static_cast<std::ptrdiff_t>(at), kWords[what / 4 % 32]);
      break;
    default:
      std::swap(tokens[at], tokens[(at + 1 + what / 4) % tokens.size()]);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::uint64_t seed = 0;
  for (std::size_t i = 0; i < 4 && i < size; ++i) seed = seed << 8 | data[i];
  warpglass::generated::Kernel kernel = warpglass::generated::generate_kernel(seed);
  std::vector<std::string> tokens = tokens_of(kernel.source);
  for (std::size_t i = 4; i + 2 < size && i < 64 && tokens.size() > 8; i += 3)
    edit(tokens, (std::size_t{data[i]} << 8 | data[i + 1]) % tokens.size(), data[i + 2]);
  std::string source;
  for (const std::string& token : tokens) source += token;
  const auto parsed = warpglass::parse_source("generated.cu", source, {});
  warpglass::CompiledKernel compiled = warpglass::compile_kernel(parsed, "k");
  if (!compiled.program) {
    if (compiled.diagnostics.empty()) std::abort();
    return 0;
  }
  const auto program = std::make_shared<const warpglass::Program>(std::move(*compiled.program));
  warpglass::pipeline::run_both(program, kernel.launch);
  return 0;
}
