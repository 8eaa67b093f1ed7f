// Buffers of one launch. Each starts in a 4 GiB stretch of addresses of its own, so that an index a little (or a lot)
// too large never lands in a neighbour by accident; addresses cost nothing, bytes are held only for the buffer itself.
#include "sim/memory/storage.h"

#include <algorithm>

#include "sim/lang/program.h"

namespace warpglass {
namespace {

constexpr std::uint64_t kStretch = std::uint64_t{1} << 32;

// First address for the next buffer: past `end` with at least one byte of nobody's between.
std::uint64_t next_stretch(std::uint64_t end) { return (end / kStretch + 1) * kStretch; }

// Bytes between an address and a buffer; 0 inside it.
std::uint64_t distance(const Buffer& buffer, std::uint64_t address) {
  if (address < buffer.address) return buffer.address - address;
  const std::uint64_t offset = address - buffer.address;
  return offset < buffer.bytes ? 0 : offset - buffer.bytes + 1;
}

}  // namespace

std::size_t Storage::add(std::string name, std::uint64_t bytes, ElementType type) {
  Buffer buffer;
  buffer.name = std::move(name);
  buffer.address = buffers_.empty() ? kGlobalBase : next_stretch(buffers_.back().address + buffers_.back().bytes);
  buffer.bytes = bytes;
  buffer.type = type;
  buffer.data.resize(bytes);
  buffers_.push_back(std::move(buffer));
  return buffers_.size() - 1;
}

const Buffer* Storage::find(std::uint64_t address, std::uint64_t bytes) const {
  const auto after = std::upper_bound(buffers_.begin(), buffers_.end(), address,
                                      [](std::uint64_t a, const Buffer& buffer) { return a < buffer.address; });
  if (after == buffers_.begin()) return nullptr;
  const Buffer& buffer = *(after - 1);
  const std::uint64_t offset = address - buffer.address;
  return offset < buffer.bytes && bytes <= buffer.bytes - offset ? &buffer : nullptr;
}

const Buffer* Storage::nearest(std::uint64_t address) const {
  const auto closest = std::min_element(buffers_.begin(), buffers_.end(), [&](const Buffer& a, const Buffer& b) {
    return distance(a, address) < distance(b, address);
  });
  return closest == buffers_.end() ? nullptr : &*closest;
}

std::uint64_t Storage::total_bytes() const {
  std::uint64_t total = 0;
  for (const Buffer& buffer : buffers_) total += buffer.bytes;
  return total;
}

}  // namespace warpglass
