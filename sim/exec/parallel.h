// The only place where the simulator starts threads. A build without threads (WARPGLASS_NO_THREADS, as for a browser)
// does the same work on the caller's.
#pragma once

#include <functional>

namespace warpglass::exec {

// How many of `wanted` workers can run at once here: at least 1, at most what the host has cores for.
unsigned useful_workers(unsigned wanted);
// Calls work(0) ... work(workers - 1), at the same time where that is possible, and returns when all have ended.
// work(0) runs on the caller's thread. Where a thread cannot be started, its call is left out. `work` must not throw.
void run_together(unsigned workers, const std::function<void(unsigned)>& work);

}  // namespace warpglass::exec
