// Neighbouring lanes mostly touch the line that the lane before them touched: that case comes first everywhere.
#include "sim/timing/price.h"

#include <algorithm>
#include <array>

#include "sim/lang/program.h"
#include "sim/memory/banks.h"
#include "sim/memory/coalesce.h"

namespace warpglass::timing {
namespace {

LineTouch& touch_of(std::vector<LineTouch>& lines, std::uint32_t line, std::size_t& last) {
  if (last < lines.size() && lines[last].line == line) return lines[last];
  for (std::size_t i = lines.size(); i-- > 0;) {
    if (lines[i].line != line) continue;
    last = i;
    return lines[i];
  }
  LineTouch touch;
  touch.line = line;
  lines.push_back(touch);
  last = lines.size() - 1;
  return lines[last];
}

// Half cycles of L1 for a load: 4 bytes two lines a cycle when their parity differs; wider ones half- or quarter-warp
// after half- or quarter-warp, a line a cycle.
std::uint16_t line_passes(const Access& access, const MachineSpec& machine, const std::vector<LineTouch>& lines) {
  if (access.bytes <= 4 || access.operation != Operation::kLoad) {
    std::size_t odd = 0;
    for (const LineTouch& touch : lines) odd += touch.line & 1u;
    return static_cast<std::uint16_t>(2 * std::max(odd, lines.size() - odd));
  }
  const int group = access.bytes == 8 ? 16 : 8;
  std::uint32_t passes = 0;
  for (int from = 0; from < kLanes; from += group) {
    std::array<std::uint64_t, kLanes> seen{};
    std::size_t distinct = 0;
    for (int lane = from; lane < from + group; ++lane) {
      if (!has_lane(access.lanes, lane)) continue;
      const std::uint64_t line = access.address[static_cast<std::size_t>(lane)] / machine.line_bytes.value;
      if (distinct != 0 && seen[distinct - 1] == line) continue;
      if (std::find(seen.begin(), seen.begin() + static_cast<std::ptrdiff_t>(distinct), line) ==
          seen.begin() + static_cast<std::ptrdiff_t>(distinct))
        seen[distinct++] = line;
    }
    passes += static_cast<std::uint32_t>(distinct);
  }
  return static_cast<std::uint16_t>(2 * passes);
}

bool reduced_in_warp(AtomicKind kind) { return kind <= AtomicKind::kXor; }

}  // namespace

void touch_lines(const Access& access, const MachineSpec& machine, std::vector<LineTouch>& lines) {
  lines.clear();
  const std::uint64_t sector_bytes = std::max<std::uint32_t>(32, machine.sector_bytes.value);
  std::size_t last = 0;
  for (LaneMask rest = access.lanes; rest != 0; rest &= rest - 1) {
    const std::uint64_t from = access.address[static_cast<std::size_t>(first_lane(rest))] - kGlobalBase;
    LineTouch& touch = touch_of(lines, static_cast<std::uint32_t>(from / 128), last);
    const std::uint64_t within = from % 128;
    const unsigned sector = sector_bytes == 32 ? 1u << (within / 32) : 15u;
    touch.sectors |= static_cast<std::uint8_t>(sector);
    if (access.operation == Operation::kStore)
      touch.bytes[within / 64] |= ((std::uint64_t{1} << access.bytes) - 1) << (within % 64);
  }
}

MemoryOp price(const Access& access, const MachineSpec& machine, const std::vector<LineTouch>& lines) {
  MemoryOp op;
  if (access.space == Space::kShared) {
    const WavefrontCount count = count_wavefronts(access, {machine.banks.value, machine.bank_bytes.value});
    op.passes = static_cast<std::uint16_t>(std::max<std::uint32_t>(1, count.wavefronts));
    return op;
  }
  if (access.space != Space::kGlobal) return op;
  op.line_count = static_cast<std::uint16_t>(lines.size());
  op.passes = line_passes(access, machine, lines);
  if (access.operation != Operation::kAtomic) return op;
  const SectorCount sectors = count_sectors(access, {machine.line_bytes.value, machine.sector_bytes.value});
  op.turns = static_cast<std::uint16_t>(std::max<std::uint32_t>(1, sectors.sectors));
  op.one_address = reduced_in_warp(access.atomic);
  return op;
}

}  // namespace warpglass::timing
