#include "sim/exec/exchange.h"

#include <cstring>

#include "sim/base/lanes.h"
#include "sim/event/check_sink.h"

namespace warpglass::exec {
namespace {

std::uint64_t read_row(const unsigned char* row, bool wide, int lane) {
  std::uint64_t value = 0;
  std::memcpy(&value, row + (wide ? 8 : 4) * lane, wide ? 8 : 4);
  return value;
}

struct Exchange {
  const Instruction* i = nullptr;
  const Decoded* op = nullptr;
  const Warp* warp = nullptr;
  LaneMask present = 0;  // lanes that take part
  LaneMask members(int lane) const {
    const LaneMask named = static_cast<LaneMask>(read_row(warp->frame + op->a, false, lane));
    return i->src[0] == kNoRegister ? present : (named | LaneMask{1} << lane) & present;
  }
  std::uint64_t value(int lane) const { return read_row(warp->frame + op->b, value_is_wide, lane); }
  bool value_is_wide = false;
};

// PTX's shfl: segments of `width` lanes; a source outside the segment gives the lane its own value.
int source_lane(const Exchange& x, int lane) {
  const unsigned char* frame = x.warp->frame;
  const std::uint32_t b = static_cast<std::uint32_t>(read_row(frame + x.op->c, false, lane));
  std::uint32_t width =
      x.i->src[3] == kNoRegister ? 32 : static_cast<std::uint32_t>(read_row(frame + x.op->e, false, lane));
  if (width == 0 || width > 32) width = 32;
  const std::uint32_t segment = (32 - width) & 31;  // mask of lane bits that stay, for powers of two
  const std::uint32_t own = static_cast<std::uint32_t>(lane);
  const std::uint32_t low = own & segment, high = low | (~segment & 31u), delta = b & 31u;
  switch (x.i->shuffle) {
    case ShuffleMode::kIndex:
      return static_cast<int>(low | (delta & ~segment & 31u));
    case ShuffleMode::kUp:
      return own >= low + delta ? static_cast<int>(own - delta) : lane;
    case ShuffleMode::kDown:
      return own + delta <= high ? static_cast<int>(own + delta) : lane;
    case ShuffleMode::kXor:
      return (own ^ delta) <= high ? static_cast<int>(own ^ delta) : lane;
  }
  return lane;
}

std::uint64_t shuffled(const Exchange& x, int lane) {
  const int from = source_lane(x, lane);
  return x.value(has_lane(x.present, from) ? from : lane);
}

LaneMask lanes_with(const Exchange& x, LaneMask members, std::uint64_t value) {
  LaneMask found = 0;
  for (LaneMask rest = members; rest != 0; rest &= rest - 1)
    if (x.value(first_lane(rest)) == value) found |= LaneMask{1} << first_lane(rest);
  return found;
}

std::uint64_t voted(const Exchange& x, int lane) {
  const LaneMask members = x.members(lane);
  LaneMask yes = 0;
  if (x.i->vote != VoteMode::kMatchAny && x.i->vote != VoteMode::kMatchAll) yes = members & ~lanes_with(x, members, 0);
  switch (x.i->vote) {
    case VoteMode::kAll:
      return yes == members;
    case VoteMode::kAny:
      return yes != 0;
    case VoteMode::kBallot:
      return yes;
    case VoteMode::kUniform:
      return yes == 0 || yes == members;
    case VoteMode::kMatchAny:
      return lanes_with(x, members, x.value(lane));
    case VoteMode::kMatchAll:
      return lanes_with(x, members, x.value(lane)) == members ? members : 0;
  }
  return 0;
}

// Results of all lanes first, then the writes: the destination may be the source.
void perform(Context& context, Warp& warp, std::uint32_t pc, LaneMask present) {
  Exchange x;
  x.i = &context.shared_state->program->code[pc];
  x.op = &context.code[pc];
  x.warp = &warp;
  x.present = present;
  const Register value = x.i->src[1];
  x.value_is_wide = value != kNoRegister && context.shared_state->program->registers[value].wide;
  std::uint64_t result[kLanes] = {};
  for (LaneMask rest = present; rest != 0; rest &= rest - 1)
    result[first_lane(rest)] =
        x.i->opcode == Opcode::kShuffle ? shuffled(x, first_lane(rest)) : voted(x, first_lane(rest));
  const std::size_t bytes = x.op->wide ? 8 : 4;
  for (LaneMask rest = present; rest != 0; rest &= rest - 1) {
    const std::size_t lane = static_cast<std::size_t>(first_lane(rest));
    std::memcpy(warp.frame + x.op->d + bytes * lane, &result[lane], bytes);
  }
}

// All lanes that the masks of `lanes` name.
LaneMask named_by(const Instruction& i, const Decoded& op, const Warp& warp, LaneMask lanes) {
  if (i.src[0] == kNoRegister) return i.opcode == Opcode::kWarpSync ? warp.all : lanes;
  LaneMask named = 0;
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1)
    named |= static_cast<LaneMask>(read_row(warp.frame + op.a, false, first_lane(rest)));
  return named;
}

void tell_sync(Context& context, Warp& warp, LaneMask members) {
  if (context.sink != nullptr) context.sink->warp_sync(place_of(context, warp), warp.current.pc, members);
}

// The mask each of `lanes` gives at `pc`; without one a lane names all that are there.
void named_at(const Context& context, const Warp& warp, std::uint32_t pc, LaneMask lanes, LaneMask there,
              PerLane<LaneMask>& named) {
  const bool has_mask = context.shared_state->program->code[pc].src[0] != kNoRegister;
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    const int lane = first_lane(rest);
    named[static_cast<std::size_t>(lane)] =
        has_mask ? static_cast<LaneMask>(read_row(warp.frame + context.code[pc].a, false, lane)) : there;
  }
}

// Waiting paths that can meet `waiting`: all at __syncwarp, or those at the same exchange.
LaneMask gathered(const WarpParts& parts, const Waiting& waiting) {
  LaneMask lanes = 0;
  for (const Waiting& other : parts.waiting) {
    const bool same =
        other.kind == waiting.kind && (waiting.kind == WaitKind::kWarpSync || other.path.pc == waiting.path.pc);
    if (same) lanes |= other.path.mask;
  }
  return lanes;
}

void release(WarpParts& parts, WaitKind kind, std::uint32_t pc, LaneMask lanes) {
  for (std::size_t at = 0; at < parts.waiting.size();) {
    Waiting& waiting = parts.waiting[at];
    const bool chosen = waiting.kind == kind && (waiting.path.mask & lanes) != 0 &&
                        (kind == WaitKind::kWarpSync || waiting.path.pc == pc);
    if (!chosen) {
      ++at;
      continue;
    }
    Path path = waiting.path;
    ++path.pc;
    parts.waiting.erase(parts.waiting.begin() + static_cast<std::ptrdiff_t>(at));
    parts.ready.push_back(path);
  }
}

}  // namespace

Stop exchange(Context& context, Warp& warp) {
  const std::uint32_t pc = warp.current.pc;
  const Instruction& i = context.shared_state->program->code[pc];
  const LaneMask active = warp.current.mask;
  const LaneMask members = named_by(i, context.code[pc], warp, active) & warp.live;
  const bool sync = i.opcode == Opcode::kWarpSync;
  if ((members & ~active) == 0) {
    if (!sync) perform(context, warp, pc, active);
    if (i.src[0] != kNoRegister || sync) tell_sync(context, warp, members);
    if (context.checks != nullptr) {
      PerLane<LaneMask> named{};
      named_at(context, warp, pc, active, sync ? warp.all : active, named);
      context.checks->synchronised(place_of(context, warp), pc, active, named);
    }
    return Stop::kNone;
  }
  WarpParts& parts = *warp.parts;
  parts.waiting.push_back({warp.current, sync ? WaitKind::kWarpSync : WaitKind::kExchange, members});
  warp.current = Path{};
  settle_waits(context, warp);
  return next_path(warp) ? Stop::kReload : Stop::kBlocked;
}

bool settle_waits(Context& context, Warp& warp) {
  WarpParts& parts = *warp.parts;
  bool any = false;
  for (std::size_t at = 0; at < parts.waiting.size();) {
    const Waiting waiting = parts.waiting[at];
    const LaneMask lanes = waiting.kind == WaitKind::kBlockBarrier ? 0 : gathered(parts, waiting);
    if (waiting.kind == WaitKind::kBlockBarrier || (waiting.members & warp.live & ~lanes) != 0) {
      ++at;
      continue;
    }
    const LaneMask together = waiting.members & warp.live;
    if (waiting.kind == WaitKind::kExchange) perform(context, warp, waiting.path.pc, lanes);
    const Path current = warp.current;
    warp.current = waiting.path;
    tell_sync(context, warp, together);
    if (context.checks != nullptr) {
      PerLane<LaneMask> named{};
      for (const Waiting& other : parts.waiting)
        if ((other.path.mask & ~lanes) == 0) named_at(context, warp, other.path.pc, other.path.mask, warp.all, named);
      context.checks->synchronised(place_of(context, warp), waiting.path.pc, lanes, named);
    }
    warp.current = current;
    release(parts, waiting.kind, waiting.path.pc,
            waiting.kind == WaitKind::kExchange ? lanes : together | waiting.path.mask);
    any = true;
    at = 0;
  }
  return any;
}

}  // namespace warpglass::exec
