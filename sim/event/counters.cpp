// The one list that pairs each counter with its JSON name, and the sum of two sets of counters.
#include "sim/event/counters.h"

#include <array>
#include <cstring>

namespace warpglass {
namespace {

#define WARPGLASS_COUNTER(name) \
  CounterName { #name, &Counters::name }
constexpr std::array kNames{
    WARPGLASS_COUNTER(warp_instructions),       WARPGLASS_COUNTER(thread_instructions),
    WARPGLASS_COUNTER(inst_global_load),        WARPGLASS_COUNTER(inst_global_store),
    WARPGLASS_COUNTER(inst_global_atomic),      WARPGLASS_COUNTER(inst_shared_load),
    WARPGLASS_COUNTER(inst_shared_store),       WARPGLASS_COUNTER(inst_shared_atomic),
    WARPGLASS_COUNTER(inst_local_load),         WARPGLASS_COUNTER(inst_local_store),
    WARPGLASS_COUNTER(global_load_requests),    WARPGLASS_COUNTER(global_load_sectors),
    WARPGLASS_COUNTER(global_load_lines),       WARPGLASS_COUNTER(global_store_requests),
    WARPGLASS_COUNTER(global_store_sectors),    WARPGLASS_COUNTER(global_store_lines),
    WARPGLASS_COUNTER(global_red_requests),     WARPGLASS_COUNTER(global_red_sectors),
    WARPGLASS_COUNTER(global_load_bytes_asked), WARPGLASS_COUNTER(global_store_bytes_asked),
    WARPGLASS_COUNTER(shared_load_requests),    WARPGLASS_COUNTER(shared_load_wavefronts),
    WARPGLASS_COUNTER(bank_conflicts_load),     WARPGLASS_COUNTER(shared_store_requests),
    WARPGLASS_COUNTER(shared_store_wavefronts), WARPGLASS_COUNTER(bank_conflicts_store),
    WARPGLASS_COUNTER(shared_atomic_requests),  WARPGLASS_COUNTER(shared_atomic_wavefronts),
    WARPGLASS_COUNTER(bank_conflicts_atomic),   WARPGLASS_COUNTER(branches),
    WARPGLASS_COUNTER(divergent_branches),      WARPGLASS_COUNTER(barriers),
};
#undef WARPGLASS_COUNTER

// Counters holds nothing but 64-bit counts, and every one of them has a name.
constexpr std::size_t kCount = sizeof(Counters) / sizeof(std::uint64_t);
static_assert(kNames.size() == kCount && std::is_trivially_copyable_v<Counters>);

}  // namespace

Counters& Counters::operator+=(const Counters& other) {
  std::array<std::uint64_t, kCount> sum, more;
  std::memcpy(sum.data(), this, sizeof(Counters));
  std::memcpy(more.data(), &other, sizeof(Counters));
  for (std::size_t i = 0; i < kCount; ++i) sum[i] += more[i];
  std::memcpy(static_cast<void*>(this), sum.data(), sizeof(Counters));
  return *this;
}

std::span<const CounterName> counter_names() { return kNames; }

}  // namespace warpglass
