#include "sim/checks/global_shadow.h"

namespace warpglass::checks {
namespace {

constexpr std::size_t kPageLines = 64;
constexpr std::size_t kChunkLines = 64;  // lines' worth of cells

}  // namespace

ShadowLine* GlobalShadow::line(BufferShadow& buffer, std::uint64_t offset) {
  const std::size_t at = static_cast<std::size_t>(offset / kLineBytes), page = at / kPageLines;
  if (buffer.pages.empty()) buffer.pages.resize(static_cast<std::size_t>(buffer.bytes / kLineBytes) / kPageLines + 1);
  if (page >= buffer.pages.size()) return nullptr;
  if (!buffer.pages[page]) {
    if (full()) return nullptr;
    bytes_ += kPageLines * sizeof(ShadowLine);
    buffer.pages[page] = std::make_unique<ShadowLine[]>(kPageLines);
  }
  return &buffer.pages[page][at % kPageLines];
}

template <class T>
T* GlobalShadow::take(Arena<T>& arena) {
  const std::size_t size = kChunkLines * cells_;
  if (arena.chunks.empty() || arena.used + cells_ > size) {
    if (full()) return nullptr;
    arena.chunks.push_back(std::make_unique<T[]>(size));
    arena.used = 0;
    bytes_ += size * sizeof(T);
  }
  T* cells = arena.chunks.back().get() + arena.used;
  arena.used += cells_;
  return cells;
}

WriteCell* GlobalShadow::writes(ShadowLine& line) {
  if (line.writes != nullptr) return line.writes;
  line.writes = take(write_cells_);
  if (line.writes == nullptr || line.write == 0) return line.writes;
  line.values_known = false;
  for (std::uint32_t i = 0; i < cells_; ++i)
    line.writes[i] = {line.write + (i >> line.write_shift), line.write_block, 0};
  return line.writes;
}

ReadCell* GlobalShadow::reads(ShadowLine& line) {
  if (line.reads != nullptr) return line.reads;
  line.reads = take(read_cells_);
  if (line.reads == nullptr || line.read == 0) return line.reads;
  for (std::uint32_t i = 0; i < cells_; ++i) {
    ReadCell& cell = line.reads[i];
    cell.read = line.read + (i >> line.read_shift);
    cell.read_block = line.read_block;
    cell.lanes = LaneMask{1} << (thread_of(cell.read) % kLanes);
  }
  return line.reads;
}

}  // namespace warpglass::checks
