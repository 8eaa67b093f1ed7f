// Any bytes as a formula: a value, or an error with its place inside the text.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "app/scene/formula.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  warpglass::Formula formula;
  warpglass::FormulaError error;
  if (!warpglass::Formula::parse(text, formula, error)) {
    if (error.message.empty() || error.key.empty() || error.position > text.size()) std::abort();
    return 0;
  }
  std::map<std::string, std::int64_t> variables;
  std::int64_t next = INT64_MIN;
  for (const std::string& name : formula.names()) variables[name] = next++;
  std::int64_t value = 0;
  if (!formula.evaluate(variables, value, error) && error.message.empty()) std::abort();
  return 0;
}
