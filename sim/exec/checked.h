// What a checked run does beside a plain one: which object an access may touch, and what the checks are told. A plain
// run never comes here: it has its own copy of the fast loop.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/event/check_sink.h"
#include "sim/exec/access.h"
#include "sim/exec/block.h"

namespace warpglass::exec {

// Bytes [low, high) of a space that an object holds.
struct Extent {
  Space space = Space::kGlobal;
  std::uint64_t low = 0, high = 0;
  std::uint32_t object = 0;  // index in Program::objects
};

// By Program::objects: where an access made from it may go; empty: anywhere.
std::vector<std::vector<Extent>> object_extents(const PreparedLaunch& launch, std::uint64_t shared_bytes,
                                                std::uint64_t width);
// May [address, address + bytes) of `space` be touched by this instruction?
bool object_allows(const Context& context, std::uint32_t pc, Space space, std::uint64_t address, std::uint64_t bytes);
// The extent of an instruction's object when it has exactly one; null: none or several.
const Extent* only_extent(const Context& context, std::uint32_t pc);

// Tells the lanes that may not do this, gives 0 to their loads, and takes them out of `access`. False: nobody is left.
bool drop_faulty(Context& context, Warp& warp, LaneAccess& access);
void tell_access(Context& context, const Warp& warp, const LaneAccess& access);

// Marks the instructions before() hears of; gives back the registers to watch.
std::vector<std::uint32_t> watch(const Program& program, ProgramImage& image, CheckSink& checks);
// Lets all who wait in this block pass; false when nobody does.
bool force_waits(Context& context, BlockState& block);

}  // namespace warpglass::exec
