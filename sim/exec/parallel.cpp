// See parallel.h: std::thread behind one function.
#include "sim/exec/parallel.h"

#include <algorithm>
#ifndef WARPGLASS_NO_THREADS
#include <system_error>
#include <thread>
#include <vector>
#endif

namespace warpglass::exec {

#ifdef WARPGLASS_NO_THREADS

unsigned useful_workers(unsigned) { return 1; }
void run_together(unsigned, const std::function<void(unsigned)>& work) { work(0); }

#else

unsigned useful_workers(unsigned wanted) {
  // At least two: the number of cores may be unknown, and the bytes are the same anyway.
  return std::clamp(wanted, 1u, std::max(2u, std::thread::hardware_concurrency()));
}

void run_together(unsigned workers, const std::function<void(unsigned)>& work) {
  std::vector<std::thread> threads;
  threads.reserve(workers);
  try {
    for (unsigned i = 1; i < workers; ++i) threads.emplace_back(work, i);
  } catch (const std::system_error&) {  // no more threads: the others do it
  }
  work(0);
  for (std::thread& thread : threads) thread.join();
}

#endif

}  // namespace warpglass::exec
