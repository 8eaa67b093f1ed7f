// Counts of one launch, one source line or one instruction, under the profiler's names.
// All are sums over warps. The list in counters.cpp is the only place that pairs a member with its JSON name.
#pragma once

#include <cstdint>
#include <span>

namespace warpglass {

struct Counters {
  std::uint64_t warp_instructions = 0;    // instructions of the Program, not of machine code
  std::uint64_t thread_instructions = 0;  // the same, times active lanes
  std::uint64_t inst_global_load = 0, inst_global_store = 0, inst_global_atomic = 0;
  std::uint64_t inst_shared_load = 0, inst_shared_store = 0, inst_shared_atomic = 0;
  std::uint64_t inst_local_load = 0, inst_local_store = 0;
  std::uint64_t global_load_requests = 0, global_load_sectors = 0, global_load_lines = 0;
  std::uint64_t global_store_requests = 0, global_store_sectors = 0, global_store_lines = 0;
  std::uint64_t global_red_requests = 0, global_red_sectors = 0;  // atomics
  std::uint64_t global_load_bytes_asked = 0, global_store_bytes_asked = 0;
  std::uint64_t shared_load_requests = 0, shared_load_wavefronts = 0, bank_conflicts_load = 0;
  std::uint64_t shared_store_requests = 0, shared_store_wavefronts = 0, bank_conflicts_store = 0;
  std::uint64_t shared_atomic_requests = 0, shared_atomic_wavefronts = 0, bank_conflicts_atomic = 0;
  std::uint64_t branches = 0, divergent_branches = 0;
  std::uint64_t barriers = 0;  // warp-level executions of a block barrier

  Counters& operator+=(const Counters& other);
  bool operator==(const Counters&) const = default;
};

struct CounterName {
  const char* name;  // JSON key, e.g. "global_load_sectors"
  std::uint64_t Counters::*member;
};
std::span<const CounterName> counter_names();

}  // namespace warpglass
