// From a diagnostic back to the access it is about: which execution of which memory instruction of the probed warp.
#pragma once

#include "sim/base/diagnostic.h"
#include "sim/views/result.h"

namespace warpglass {

// The execution that `when` names, by the lane `who` (of the probed warp) and, where the diagnostic has an address,
// touching it. Null: it is no memory access, the warp is not the probed one, or it came after the accesses that are
// kept. Where only the phase between two barriers is known it is the last such execution in it.
const ProbedAccess* find_moment(const SessionResult& result, const ThreadPlace& who, const When& when,
                                std::optional<std::uint64_t> address);

// The lane's bytes hold the byte at `address`.
bool touches(const Access& access, int lane, std::uint64_t address);
// All lanes of the access that do.
LaneMask lanes_touching(const Access& access, std::uint64_t address);

}  // namespace warpglass
