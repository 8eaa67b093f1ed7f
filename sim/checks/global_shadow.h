// The shadow of global memory: for each word its last write and its reads since. Most lines are touched by whole warps
// whose lanes stand side by side; such a line is one entry, and gets a cell for each word only when somebody touches it
// in another way. Pages and cells come when they are needed, up to a limit.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "sim/checks/clocks.h"

namespace warpglass::checks {

struct WriteCell {
  Stamp write = 0;  // 0: nobody has written it
  std::uint32_t block = 0;
  std::uint32_t value = 0;  // its low bits
};

struct ReadCell {
  Stamp read = 0;   // the last one
  Stamp other = 0;  // an earlier one by another warp that nothing has ordered since
  std::uint32_t read_block = 0, other_block = 0;
  LaneMask lanes = 0;  // of the last reader's warp
  std::uint32_t padding = 0;
};

// 128 bytes. Without cells, `write` and `read` are those of the line's first word; word i is by the thread
// (i >> shift) further.
struct ShadowLine {
  Stamp write = 0, read = 0;
  std::uint32_t write_block = 0, read_block = 0;
  WriteCell* writes = nullptr;
  ReadCell* reads = nullptr;
  std::uint8_t write_shift = 0, read_shift = 0;
  bool values_known = true;  // of all writes

  bool written() const { return write != 0 || writes != nullptr; }
  bool was_read() const { return read != 0 || reads != nullptr; }
};

struct BufferShadow {
  std::uint64_t address = 0, bytes = 0;
  bool initialised = true;
  bool written = false;  // by some instruction of the program
  std::vector<std::unique_ptr<ShadowLine[]>> pages;
};

class GlobalShadow {
 public:
  static constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 30;
  static constexpr std::uint64_t kLineBytes = 128;

  void set_cell_shift(std::uint32_t shift) { cells_ = static_cast<std::uint32_t>(kLineBytes >> shift); }
  bool full() const { return bytes_ >= kMostBytes; }
  // Null when the limit is reached.
  ShadowLine* line(BufferShadow& buffer, std::uint64_t offset);
  WriteCell* writes(ShadowLine& line);
  ReadCell* reads(ShadowLine& line);

 private:
  template <class T>
  struct Arena {
    std::vector<std::unique_ptr<T[]>> chunks;
    std::size_t used = 0;
  };
  template <class T>
  T* take(Arena<T>& arena);
  std::uint32_t cells_ = 32;  // of a line
  std::uint64_t bytes_ = 0;
  Arena<WriteCell> write_cells_;
  Arena<ReadCell> read_cells_;
};

}  // namespace warpglass::checks
