// Global memory of one launch: buffers at 256-byte aligned virtual addresses that never adjoin, and their first values.
// What lies beyond a buffer belongs to nobody. Copyable: a copy is a snapshot.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/base/launch.h"

namespace warpglass {

struct Buffer {
  std::string name;           // parameter or symbol name
  std::uint64_t address = 0;  // virtual, from kGlobalBase up
  std::uint64_t bytes = 0;
  ElementType type = ElementType::kUint8;  // for naming an element in a message
  bool initialised = true;                 // false: filled with "none"
  bool read_only = false;                  // __constant__ variables
  std::vector<std::uint8_t> data;
};

class Storage {
 public:
  // Reserves `bytes` (0 is allowed and gives an address nobody may touch); returns the buffer's index.
  std::size_t add(std::string name, std::uint64_t bytes, ElementType type);
  Buffer& buffer(std::size_t index) { return buffers_[index]; }
  const Buffer& buffer(std::size_t index) const { return buffers_[index]; }
  const std::vector<Buffer>& buffers() const { return buffers_; }
  // The buffer that holds all of [address, address + bytes), or null.
  const Buffer* find(std::uint64_t address, std::uint64_t bytes) const;
  // The buffer nearest to a bad address, for the message; null when there is none.
  const Buffer* nearest(std::uint64_t address) const;
  std::uint64_t total_bytes() const;

 private:
  std::vector<Buffer> buffers_;
};

// Writes a fill into `data` (count elements of `type`). `seed` is the argument's index. Narrow types wrap.
void fill_buffer(const Fill& fill, ElementType type, std::uint64_t count, std::uint64_t seed,
                 std::vector<std::uint8_t>& data);
// The number as bytes of `type` at `to`.
void store_number(const Number& number, ElementType type, std::uint8_t* to);
Number load_number(ElementType type, const std::uint8_t* from);

}  // namespace warpglass
