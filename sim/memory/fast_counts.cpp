// The counts of coalesce() and banks() without building their lists: what the executor asks for on every access whose
// shape it has not just seen. All distinct counts come from last_of_each(). Rare accesses (unaligned, or spread over
// more than the keys can tell apart) go through the definitions.
#include <algorithm>
#include <array>
#include <bit>

#include "sim/memory/banks.h"
#include "sim/memory/coalesce.h"
#include "sim/memory/distinct.h"
#include "sim/memory/rules.h"

namespace warpglass {
namespace {

// Addresses as keys: (address >> shift) of each lane of `lanes`, relative to that of the lowest one rounded down to a
// multiple of 2^align. Other lanes copy the lowest one, which changes no distinct count.
// False when a key would not fit.
bool make_keys(const Access& access, LaneMask lanes, int shift, int align, LaneKeys& keys) {
  const int lowest = first_lane(lanes);
  const std::uint64_t first = access.address[static_cast<std::size_t>(lowest)] >> shift;
  const std::uint64_t base = first >> align << align;
  constexpr std::uint64_t kHalf = std::uint64_t{1} << 30;
  // Two plain loops that the compiler vectorises: first who asks, then the keys.
  PerLane<std::uint64_t> asked = access.address;
  for (LaneMask rest = ~lanes; rest != 0; rest &= rest - 1)
    asked[static_cast<std::size_t>(first_lane(rest))] = access.address[static_cast<std::size_t>(lowest)];
  std::uint64_t outside = 0;
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    const std::uint64_t key = (asked[lane] >> shift) - base;
    outside |= (key + kHalf) >> 31;
    keys.key[lane] = static_cast<std::int32_t>(static_cast<std::uint32_t>(key));
  }
  return outside == 0;
}

// Addresses are multiples of the access width, so no lane's bytes cross a sector or a word boundary of at least it.
bool is_aligned(const Access& access) {
  std::uint64_t low_bits = 0;
  if (access.lanes == kAllLanes) {
    for (const std::uint64_t address : access.address) low_bits |= address;
  } else {
    for (LaneMask rest = access.lanes; rest != 0; rest &= rest - 1)
      low_bits |= access.address[static_cast<std::size_t>(first_lane(rest))];
  }
  return std::has_single_bit(unsigned{access.bytes}) && (low_bits & (access.bytes - 1u)) == 0;
}

// Most lanes of `lanes` in one bank column; a column is the banks of one aligned access.
std::uint32_t fullest_column(const LaneKeys& keys, LaneMask lanes, std::uint32_t columns) {
  std::array<std::uint8_t, kLanes> in_column{};
  std::uint32_t most = 0;
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    const std::size_t column = static_cast<std::uint32_t>(keys.key[first_lane(rest)]) & (columns - 1);
    most = std::max<std::uint32_t>(most, ++in_column[column]);
  }
  return most;
}

}  // namespace

SectorCount count_sectors(const Access& access, const LineShape& shape) {
  if (access.lanes == 0) return {};
  const int shift = std::countr_zero(shape.sector_bytes);
  const int align = std::countr_zero(shape.line_bytes) - shift;
  LaneKeys keys;
  const bool usable = !atomic_takes_global_turns(access) && access.bytes <= shape.sector_bytes && is_aligned(access) &&
                      make_keys(access, access.lanes, shift, align, keys);
  if (!usable) {
    const Coalesced all = coalesce(access, shape);
    return {all.sectors_counted, static_cast<std::uint32_t>(all.lines.size())};
  }
  SectorCount count;
  count.sectors = static_cast<std::uint32_t>(lane_count(last_of_each(keys)));
  for (int lane = 0; lane < kLanes; ++lane) keys.key[lane] >>= align;
  count.lines = static_cast<std::uint32_t>(lane_count(last_of_each(keys)));
  return count;
}

WavefrontCount count_wavefronts(const Access& access, const BankShape& shape) {
  if (access.lanes == 0) return {};
  // An aligned access fills a column: one bank, or 2 or 4 neighbouring ones that are always asked together.
  const std::uint32_t column_bytes = std::max<std::uint32_t>(shape.bank_bytes, access.bytes);
  const std::uint32_t columns = shape.banks * shape.bank_bytes / column_bytes;
  const int shift = std::countr_zero(column_bytes);
  const Phases phases = phases_of(access, shape);
  WavefrontCount count;
  for (int i = 0; i < phases.count; ++i) {
    const LaneMask active = phases.lanes[static_cast<std::size_t>(i)];
    LaneKeys keys;
    if (columns == 0 || !is_aligned(access) || !make_keys(access, active, shift, std::countr_zero(columns), keys)) {
      const BankAccess all = banks(access, shape);
      return {all.wavefronts, all.conflicts};
    }
    LaneMask askers = active;
    // The lowest lane's copies outside the phase hide it: its highest copy stands for it.
    if (!atomic_takes_bank_turns(access)) askers = last_of_each(keys);
    count.wavefronts += fullest_column(keys, askers, columns);
  }
  count.conflicts = count.wavefronts - static_cast<std::uint32_t>(phases.count);
  return count;
}

}  // namespace warpglass
