// Instructions in which lanes of a warp look at each other: shuffles, votes, matches and __syncwarp.
// With a mask they wait until every lane named in it that has not ended is there; lanes on different paths may be at
// different places of the program for __syncwarp, but at the same one for an exchange.
#pragma once

#include "sim/exec/block.h"

namespace warpglass::exec {

Stop exchange(Context& context, Warp& warp);

}  // namespace warpglass::exec
