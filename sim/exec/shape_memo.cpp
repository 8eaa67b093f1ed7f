// Filling the memo of a memory instruction: the shape of its addresses, where its first address may lie, how its bytes
// move, and what it costs. The memo sits beside the instruction; count_sectors() and count_wavefronts() stay pure.
//   Global cost depends on the shape and the first address % 128, shared cost on the shape and the first address % 4.
#include <algorithm>
#include <bit>
#include <cstring>
#include <iterator>

#include "sim/exec/access.h"
#include "sim/exec/checked.h"
#include "sim/memory/banks.h"
#include "sim/memory/coalesce.h"
#include "sim/memory/distinct.h"

namespace warpglass::exec {
namespace {

// Addresses of the running path relative to its first lane's; inactive lanes repeat an active neighbour.
struct Shape {
  std::int64_t distance[kLanes];
  std::uint64_t first = 0;  // with the instruction's offset
  std::int64_t low = 0, high = 0;
  bool aligned = true;
};

template <class Address, class Distance>
Shape take_shape(const Decoded& op, const Warp& warp) {
  Address address[kLanes];
  std::memcpy(address, warp.frame + op.a, sizeof address);
  Shape shape;
  const LaneMask mask = warp.current.mask;
  const Address base = address[first_lane(mask)];
  shape.first = static_cast<Address>(base + static_cast<Address>(op.offset));
  std::int64_t last = 0;
  std::uint64_t low_bits = shape.first;
  for (int lane = 0; lane < kLanes; ++lane) {
    if (has_lane(mask, lane)) last = static_cast<Distance>(static_cast<Address>(address[lane] - base));
    shape.distance[lane] = last;
    shape.low = std::min(shape.low, last);
    shape.high = std::max(shape.high, last);
    low_bits |= static_cast<std::uint64_t>(last);
  }
  shape.aligned = (low_bits & (op.bytes - 1u)) == 0;
  return shape;
}

Movement movement_of(const Shape& shape, const Decoded& op, LaneMask mask) {
  if (mask != kAllLanes || op.vector != 1) return Movement::kScatter;
  if (shape.low == 0 && shape.high == 0) return Movement::kUniform;
  for (int lane = 0; lane < kLanes; ++lane)
    if (shape.distance[lane] != lane * static_cast<std::int64_t>(op.bytes)) return Movement::kScatter;
  return Movement::kRun;
}

Access access_of(const Context& context, const Warp& warp, const Shape& shape, Space space) {
  const std::uint32_t pc = warp.current.pc;
  LaneAccess access;
  access.instruction = &context.shared_state->program->code[pc];
  access.op = &context.code[pc];
  access.space = space;
  access.lanes = warp.current.mask;
  for (std::size_t lane = 0; lane < kLanes; ++lane)
    access.address[lane] = shape.first + static_cast<std::uint64_t>(shape.distance[lane]);
  return as_event(access, *access.instruction, pc);
}

bool keep(Site& site, const Shape& shape, const Decoded& op, LaneMask mask, bool shared) {
  bool same = site.mask == mask;
  for (int lane = 0; same && lane < kLanes; ++lane)
    same = shared ? site.shape32[lane] == static_cast<std::uint32_t>(shape.distance[lane])
                  : site.shape[lane] == shape.distance[lane];
  if (same) return true;
  for (int lane = 0; lane < kLanes; ++lane) {
    site.shape[lane] = shape.distance[lane];
    site.shape32[lane] = static_cast<std::uint32_t>(shape.distance[lane]);
  }
  site.mask = mask;
  site.movement = movement_of(shape, op, mask);
  std::fill(std::begin(site.cost), std::end(site.cost), SiteCost{});
  return false;
}

}  // namespace

bool remember_global(Context& context, Warp& warp) {
  if (context.sink != nullptr) return false;
  const Decoded& op = context.code[warp.current.pc];
  Site& site = context.sites[op.site];
  const Shape shape = take_shape<std::uint64_t, std::int64_t>(op, warp);
  if (!shape.aligned) return false;
  const std::uint64_t lowest = shape.first + static_cast<std::uint64_t>(shape.low);
  const std::uint64_t reach = static_cast<std::uint64_t>(shape.high) - static_cast<std::uint64_t>(shape.low);
  if (reach > std::uint64_t{1} << 62) return false;
  const BufferView* buffer = find_buffer(context, lowest, reach + op.bytes);
  const bool stores = context.shared_state->program->code[warp.current.pc].opcode == Opcode::kStore;
  if (buffer == nullptr || (stores ? buffer->read_only : buffer->write_only)) return false;
  if (context.checks != nullptr && !object_allows(context, warp.current.pc, Space::kGlobal, lowest, reach + op.bytes))
    return false;
  keep(site, shape, op, warp.current.mask, false);
  site.base = buffer->address;
  site.host = buffer->host;
  site.marks = stores ? buffer->marks : nullptr;
  site.first = 0 - static_cast<std::uint64_t>(shape.low);
  site.span = buffer->bytes - op.bytes - reach;
  site.limit = buffer->bytes - op.bytes;
  const bool again = site.counts.global_requests == site.last_new + 1;
  site.streak = again ? site.streak + 1 : 0;
  site.last_new = site.counts.global_requests;
  SiteCost& cost = site.cost[shape.first & 127];
  if (cost.a == 0) {
    const SectorCount found = count_sectors(access_of(context, warp, shape, Space::kGlobal),
                                            {context.geometry.line_bytes, context.geometry.sector_bytes});
    cost = {static_cast<std::uint8_t>(found.sectors), static_cast<std::uint8_t>(found.lines)};
  }
  return true;
}

SiteCost price_once(const Context& context, std::uint32_t bytes, std::uint64_t limit, const std::uint64_t* at) {
  const Geometry& g = context.geometry;
  const int sector = std::countr_zero(g.sector_bytes), line = std::countr_zero(g.line_bytes);
  if (limit >> sector >= static_cast<std::uint64_t>(LaneKeys::kNoKey) || bytes > g.sector_bytes) {
    Access access;
    access.bytes = static_cast<std::uint8_t>(bytes);
    std::memcpy(access.address.data(), at, sizeof access.address);
    const SectorCount found = count_sectors(access, {g.line_bytes, g.sector_bytes});
    return {static_cast<std::uint8_t>(found.sectors), static_cast<std::uint8_t>(found.lines)};
  }
  LaneKeys keys;
  for (int lane = 0; lane < kLanes; ++lane) keys.key[lane] = static_cast<std::int32_t>(at[lane] >> sector);
  const int sectors = lane_count(last_of_each(keys));
  for (int lane = 0; lane < kLanes; ++lane) keys.key[lane] >>= line - sector;
  return {static_cast<std::uint8_t>(sectors), static_cast<std::uint8_t>(lane_count(last_of_each(keys)))};
}

bool remember_shared(Context& context, Warp& warp) {
  if (context.sink != nullptr) return false;
  const Decoded& op = context.code[warp.current.pc];
  Site& site = context.sites[op.site];
  const Shape shape = take_shape<std::uint32_t, std::int32_t>(op, warp);
  const std::uint64_t reach = static_cast<std::uint64_t>(shape.high - shape.low) + op.bytes;
  std::uint64_t begin = 0, end = context.shared_bytes;
  if (context.checks != nullptr) {
    const Extent* extent = only_extent(context, warp.current.pc);
    if (extent == nullptr) return false;
    begin = extent->low, end = extent->high;
  }
  if (!shape.aligned || reach > end - begin) return false;
  const std::uint64_t lowest = shape.first + static_cast<std::uint64_t>(shape.low);
  if (lowest < begin || lowest > end - reach) return false;
  keep(site, shape, op, warp.current.mask, true);
  site.first = begin - static_cast<std::uint64_t>(shape.low);
  site.span = end - begin - reach;
  SiteCost& cost = site.cost[shape.first & 3];
  if (cost.a == 0) {
    const WavefrontCount found = count_wavefronts(access_of(context, warp, shape, Space::kShared),
                                                  {context.geometry.banks, context.geometry.bank_bytes});
    cost = {static_cast<std::uint8_t>(found.wavefronts), static_cast<std::uint8_t>(found.conflicts)};
  }
  return true;
}

}  // namespace warpglass::exec
