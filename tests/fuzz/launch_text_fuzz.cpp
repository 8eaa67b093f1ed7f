// Any bytes as an option of the command line: argument, symbol, define, dimensions, fill, number. What is read comes
// back from its own text; what is not has a sentence, and a place inside the text.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "app/scene/launch_text.h"

namespace {
using namespace warpglass;

// Reads, writes, reads and writes: the two texts are the same.
template <class T, class Read, class Write>
void there_and_back(const std::string& text, Read read, Write write) {
  T value{};
  LaunchTextError error;
  if (!read(text, value, error)) {
    if (error.message.empty() || error.position > text.size()) std::abort();
    return;
  }
  const std::string once = write(value);
  T again{};
  if (!read(once, again, error) || write(again) != once) std::abort();
}
}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const auto argument = [](const std::string& words, Argument& out, LaunchTextError& error) {
    return read_argument(words, out, error);
  };
  there_and_back<Argument>(text, argument, write_argument);
  there_and_back<SymbolValue>(text, read_symbol, write_symbol);
  there_and_back<Dim3>(text, read_dimensions, write_dimensions);
  Fill fill;
  std::pair<std::string, std::string> define;
  LaunchTextError error;
  if (!read_fill(text, fill, error) && error.message.empty()) std::abort();
  if (read_define(text, define, error) ? define.first.empty() : error.message.empty()) std::abort();
  Number number, again;
  if (read_number(text, number) && !read_number(write_number(number), again)) std::abort();
  return 0;
}
