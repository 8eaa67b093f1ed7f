// Sites are found in the Program and priced with the counters of its instructions.
#include "sim/views/build_sites.h"

#include <algorithm>
#include <tuple>

namespace warpglass {
namespace {

constexpr std::size_t kLongestText = 120;

bool is_memory(Opcode opcode) {
  return opcode == Opcode::kLoad || opcode == Opcode::kStore || opcode == Opcode::kAtomic;
}

Operation operation_of(Opcode opcode) {
  if (opcode == Opcode::kLoad) return Operation::kLoad;
  return opcode == Opcode::kStore ? Operation::kStore : Operation::kAtomic;
}

struct Cost {
  std::uint64_t requests = 0, cost = 0, best = 0;
};

// No fewer sectors than the bytes need, none below one a request, and never more than it took (a broadcast asks for the
// same bytes many times).
Cost global_cost(const Counters& c, std::uint32_t bytes, std::uint32_t sector_bytes) {
  Cost cost;
  cost.requests = c.global_load_requests + c.global_store_requests + c.global_red_requests;
  cost.cost = c.global_load_sectors + c.global_store_sectors + c.global_red_sectors;
  const std::uint64_t atomic_bytes = c.global_red_requests > 0 ? c.thread_instructions * bytes : 0;
  const std::uint64_t asked = c.global_load_bytes_asked + c.global_store_bytes_asked + atomic_bytes;
  const std::uint64_t full = (asked + sector_bytes - 1) / std::max<std::uint32_t>(sector_bytes, 1);
  cost.best = std::min(cost.cost, std::max(full, cost.requests));
  return cost;
}

Cost shared_cost(const Counters& c) {
  Cost cost;
  cost.requests = c.shared_load_requests + c.shared_store_requests + c.shared_atomic_requests;
  cost.cost = c.shared_load_wavefronts + c.shared_store_wavefronts + c.shared_atomic_wavefronts;
  const std::uint64_t conflicts = c.bank_conflicts_load + c.bank_conflicts_store + c.bank_conflicts_atomic;
  cost.best = cost.cost - std::min(conflicts, cost.cost);
  return cost;
}

using SiteKey = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t, int, int, std::uint32_t>;

SiteKey key_of(const AccessSite& s) {
  return {
      s.span.file, s.span.line, s.span.column, s.span.length, static_cast<int>(s.operation), static_cast<int>(s.space),
      s.bytes};
}

class Builder {
 public:
  Builder(const Program& program, const std::vector<Counters>& counters, std::uint32_t sector_bytes)
      : program_(program), counters_(counters), sector_bytes_(sector_bytes) {}

  BuiltSites build() {
    for (std::uint32_t i = 0; i < program_.code.size(); ++i)
      if (is_memory(program_.code[i].opcode)) add_instruction(i);
    sort();
    return std::move(built_);
  }

 private:
  void add_instruction(std::uint32_t index) {
    const Instruction& instruction = program_.code[index];
    const std::uint32_t bytes = value_type_bytes(instruction.type) * instruction.vector;
    const Counters counted = index < counters_.size() ? counters_[index] : Counters{};
    const Cost global = global_cost(counted, bytes, sector_bytes_);
    const Cost shared = shared_cost(counted);
    const bool generic = instruction.space == Space::kGeneric;
    if (instruction.space == Space::kGlobal || (generic && (global.requests > 0 || shared.requests == 0)))
      add(index, Space::kGlobal, bytes, global);
    if (instruction.space == Space::kShared || (generic && shared.requests > 0))
      add(index, Space::kShared, bytes, shared);
  }

  void add(std::uint32_t index, Space space, std::uint32_t bytes, const Cost& cost) {
    AccessSite site;
    site.instruction = index;
    site.span = program_.code[index].span;
    site.operation = operation_of(program_.code[index].opcode);
    site.space = space;
    site.bytes = bytes;
    const auto [found, is_new] = known_.try_emplace(key_of(site), built_.sites.size());
    if (is_new) {
      site.text = span_text(program_.sources, site.span);
      built_.sites.push_back(std::move(site));
    }
    AccessSite& sum = built_.sites[found->second];
    sum.requests += cost.requests;
    sum.cost += cost.cost;
    sum.best += cost.best;
    built_.by_instruction[{index, space}] = found->second;
  }

  void sort() {
    std::vector<std::size_t> order(built_.sites.size()), place(built_.sites.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      const Span &x = built_.sites[a].span, &y = built_.sites[b].span;
      return std::tie(x.file, x.line, x.column) < std::tie(y.file, y.line, y.column);
    });
    std::vector<AccessSite> sorted;
    for (std::size_t i = 0; i < order.size(); ++i) {
      place[order[i]] = i;
      sorted.push_back(std::move(built_.sites[order[i]]));
    }
    built_.sites = std::move(sorted);
    for (auto& [instruction, site] : built_.by_instruction) site = place[site];
  }

  const Program& program_;
  const std::vector<Counters>& counters_;
  std::uint32_t sector_bytes_;
  BuiltSites built_;
  std::map<SiteKey, std::size_t> known_;
};

}  // namespace

BuiltSites build_sites(const Program& program, const std::vector<Counters>& by_instruction,
                       std::uint32_t sector_bytes) {
  return Builder(program, by_instruction, sector_bytes).build();
}

std::string span_text(const SourceSet& sources, const Span& span) {
  if (!span.known() || span.file >= sources.files.size()) return {};
  const std::string& text = sources.files[span.file].text;
  if (span.offset >= text.size()) return {};
  std::string out;
  bool blank = false;
  for (const char c : std::string_view(text).substr(span.offset, span.length)) {
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\\') {
      blank = !out.empty();
      continue;
    }
    if (blank) out += ' ';
    blank = false;
    out += c;
    if (out.size() >= kLongestText) break;
  }
  while (out.size() >= kLongestText - 4 && !out.empty() && (static_cast<unsigned char>(out.back()) & 0x80) != 0)
    out.pop_back();
  return out;
}

}  // namespace warpglass
