// See moment.h.
#include "sim/views/moment.h"

namespace warpglass {
namespace {

bool may_be(const ProbedAccess& probed, const ThreadPlace& who, const When& when) {
  if (probed.access.instruction != when.instruction) return false;
  if (!has_lane(probed.access.lanes, static_cast<int>(who.lane % static_cast<std::uint32_t>(kLanes)))) return false;
  if (when.sequence != When::kUnknown && probed.sequence != when.sequence) return false;
  if (when.before_sequence != When::kUnknown && probed.sequence >= when.before_sequence) return false;
  return when.barriers == When::kUnknown || probed.barriers == when.barriers;
}

}  // namespace

const ProbedAccess* find_moment(const SessionResult& result, const ThreadPlace& who, const When& when,
                                std::optional<std::uint64_t> address) {
  const int lane = static_cast<int>(who.lane % static_cast<std::uint32_t>(kLanes));
  const ProbedAccess* found = nullptr;
  for (const ProbedAccess& probed : result.probed) {
    if (!may_be(probed, who, when)) continue;
    if (!address || touches(probed.access, lane, *address)) found = &probed;
  }
  return found;
}

bool touches(const Access& access, int lane, std::uint64_t address) {
  const std::uint64_t first = access.address[static_cast<std::size_t>(lane)];
  return has_lane(access.lanes, lane) && address >= first && address - first < access.bytes;
}

LaneMask lanes_touching(const Access& access, std::uint64_t address) {
  LaneMask lanes = 0;
  for (LaneMask rest = access.lanes; rest != 0; rest &= rest - 1)
    if (touches(access, first_lane(rest), address)) lanes |= LaneMask{1} << first_lane(rest);
  return lanes;
}

}  // namespace warpglass
