// Any bytes as a progress file and as a hand-in. What is read comes back from its own text.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "app/course/progress.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace warpglass;
  const std::string text(reinterpret_cast<const char*>(data), size);
  Progress progress, again;
  if (read_progress(text, progress)) {
    if (!read_progress(write_progress(progress), again)) std::abort();
    if (write_progress(again) != write_progress(progress)) std::abort();
  }
  std::string problem;
  if (const auto hand_in = read_hand_in(text, problem)) {
    if (!read_hand_in(write_hand_in(*hand_in), problem)) std::abort();
  } else if (problem.empty()) {
    std::abort();
  }
  Metric metric;
  MetricQuery query;
  read_metric_query(text, query, problem);
  count_words(text);
  return 0;
}
