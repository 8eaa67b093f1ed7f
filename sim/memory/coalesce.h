// How one global access falls into 128-byte lines and 32-byte sectors. A pure function of the Access.
// Source of the rule: every global pattern measured on an H200 (tests/hardware).
#pragma once

#include <cstdint>
#include <vector>

#include "sim/base/lanes.h"
#include "sim/event/access.h"

namespace warpglass {

// Line and sector sizes in bytes, powers of two, sector <= line. The introductory machine moves whole 128-byte
// segments: {128, 128}.
struct LineShape {
  std::uint32_t line_bytes = 128;
  std::uint32_t sector_bytes = 32;
};

struct CoalescedSector {
  std::uint64_t address = 0;  // first byte
  LaneMask lanes = 0;         // active lanes that touch it
};
struct CoalescedLine {
  std::uint64_t address = 0;
  std::uint32_t first_sector = 0;  // index into Coalesced::sectors
  std::uint32_t sector_count = 0;  // touched sectors of this line
  LaneMask lanes = 0;
};

struct Coalesced {
  std::uint32_t requests = 0;            // 1, or 0 when no lane is active
  std::vector<CoalescedLine> lines;      // ascending addresses
  std::vector<CoalescedSector> sectors;  // ascending addresses, distinct
  // Sectors as the profiler counts them. Loads and stores: sectors.size(). Atomics: equal addresses go one after
  // another, so sum over k of the distinct sectors of each address's k-th occurrence; integer add, min, max, and, or,
  // xor on one address are combined in the warp first.
  std::uint32_t sectors_counted = 0;
  std::uint64_t bytes_asked = 0;           // lanes * bytes (each lane's own; a broadcast counts for every lane)
  std::uint64_t bytes_distinct = 0;        // distinct bytes asked for
  std::uint64_t bytes_moved_sectors = 0;   // sectors * sector_bytes
  std::uint64_t bytes_moved_segments = 0;  // lines * line_bytes
  std::uint32_t ideal_sectors = 0;         // the fewest sectors that could hold bytes_distinct
};

Coalesced coalesce(const Access& access, const LineShape& shape = {});

// The counts alone, as the executor needs them: no allocation.
struct SectorCount {
  std::uint32_t sectors = 0;  // as sectors_counted
  std::uint32_t lines = 0;
};
SectorCount count_sectors(const Access& access, const LineShape& shape = {});

}  // namespace warpglass
