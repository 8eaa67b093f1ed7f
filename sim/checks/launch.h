// What the checks know of a launch: names and places, so that a word can be named. Plain data.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/base/diagnostic.h"
#include "sim/base/launch.h"
#include "sim/event/sink.h"
#include "sim/lang/program.h"

namespace warpglass::checks {

struct CheckedBuffer {
  std::string name;
  std::uint64_t address = 0, bytes = 0;
  std::uint32_t element_bytes = 4;
  bool initialised = true;
};

struct CheckedLaunch {
  const Program* program = nullptr;
  Dim3 grid, block;
  std::uint32_t warp_lanes = 32;
  std::uint64_t shared_bytes = 0;      // of a block, static and dynamic
  std::vector<CheckedBuffer> buffers;  // by address
  std::vector<std::size_t> of_object;  // by Program::objects: index into `buffers`, or SIZE_MAX
};

// "block (1,0,0), thread (5,2,0) (warp 2, lane 5)"
std::string thread_text(const CheckedLaunch& launch, const ThreadPlace& who);
ThreadPlace thread_place(const CheckedLaunch& launch, std::uint64_t block, std::uint32_t thread);
// "s[1][4]", "A[17]": the word at an address; instruction: whose access it is (names a carved part).
std::string word_text(const CheckedLaunch& launch, Space space, std::uint64_t address, std::uint32_t instruction);
Span span_of(const CheckedLaunch& launch, std::uint32_t instruction);

}  // namespace warpglass::checks
