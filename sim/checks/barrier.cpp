#include "sim/checks/barrier.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace warpglass::checks {
namespace {

constexpr std::size_t kMostExitGroups = 4096;  // of one block

const char* const kEverybody =
    "every thread of the block that has not returned must execute the same __syncthreads(): move it out of the branch "
    "or loop";

std::string at_line(const Span& span) { return span.known() ? fmt::format(" on line {}", span.line) : ""; }

}  // namespace

void BarrierCheck::start(BlockState& block) const {
  block.barriers = 0;
  block.last_completed.clear();
  block.arrivals.clear();
  block.exits.clear();
}

void BarrierCheck::arrived(BlockState& block, const WarpPlace& where, std::uint32_t instruction, LaneMask lanes) const {
  std::vector<LaneMask>& warps = block.arrivals[instruction];
  warps.resize(block.warps.size());
  warps[where.warp] |= lanes;
}

void BarrierCheck::completed(BlockState& block, bool forced) {
  ++block.barriers;
  for (const auto& [instruction, warps] : block.arrivals) block.last_completed[instruction] = block.barriers;
  const auto first_of = [&](const std::vector<LaneMask>& warps) {
    std::uint32_t warp = 0;
    while (warp + 1 < warps.size() && warps[warp] == 0) ++warp;
    return thread_place(launch_, block.block,
                        warp * launch_.warp_lanes + static_cast<std::uint32_t>(first_lane(warps[warp])) % 32);
  };
  if (block.arrivals.size() > 1 && !forced) {
    const auto a = block.arrivals.begin(), b = std::next(a);
    const ThreadPlace one = first_of(a->second), two = first_of(b->second);
    report(a->first, one, b->first, &two, "waits at this barrier",
           fmt::format("{} waits at this barrier while thread {} of the block (warp {}, lane {}) waits at another{}",
                       thread_text(launch_, one), two.thread, two.warp, two.lane, at_line(span_of(launch_, b->first))),
           kEverybody);
  }
  block.arrivals.clear();
}

void BarrierCheck::exited(BlockState& block, const WarpPlace& where, std::uint32_t instruction, LaneMask lanes) const {
  WarpState& warp = block.warps[where.warp];
  warp.exited |= lanes;
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1)
    warp.exit_at[static_cast<std::size_t>(first_lane(rest))] = instruction;
  for (ExitGroup& group : block.exits)
    if (group.instruction == instruction && group.barriers == block.barriers) return;
  if (block.exits.size() < kMostExitGroups) block.exits.push_back({instruction, block.barriers, where.warp, lanes});
}

void BarrierCheck::finished(BlockState& block) {
  for (const ExitGroup& group : block.exits) {
    for (const auto& [barrier, last] : block.last_completed) {
      if (last <= group.barriers || !went_past(barrier, group.instruction)) continue;
      const ThreadPlace who = thread_place(
          launch_, block.block, group.warp * launch_.warp_lanes + static_cast<std::uint32_t>(first_lane(group.lanes)));
      report(barrier, who, kNoRegister, nullptr, "",
             fmt::format("{} goes past this barrier without it, and ends, while others of its block wait there",
                         thread_text(launch_, who)),
             kEverybody);
    }
  }
}

void BarrierCheck::synchronised(const BlockState& block, const WarpPlace& where, std::uint32_t instruction,
                                LaneMask present, const PerLane<LaneMask>& named) {
  const WarpState& warp = block.warps[where.warp];
  const auto thread = [&](int lane) {
    return thread_place(launch_, where.block, where.warp * launch_.warp_lanes + static_cast<std::uint32_t>(lane));
  };
  const LaneMask first = named[static_cast<std::size_t>(first_lane(present))];
  for (LaneMask rest = present; rest != 0; rest &= rest - 1) {
    const int lane = first_lane(rest);
    const LaneMask mask = named[static_cast<std::size_t>(lane)];
    if (!has_lane(mask, lane))
      return report(instruction, thread(lane), kNoRegister, nullptr, "",
                    fmt::format("{} gives the mask {:#010x}, which does not name itself",
                                thread_text(launch_, thread(lane)), mask),
                    "each lane that calls a _sync function must be in its mask");
    if (mask != first && has_lane(mask, first_lane(present))) {
      const ThreadPlace other = thread(first_lane(present));
      return report(instruction, thread(lane), instruction, &other, "gives another mask",
                    fmt::format("{} gives the mask {:#010x}, lane {} of its warp gives {:#010x}",
                                thread_text(launch_, thread(lane)), mask, other.lane, first),
                    "the lanes that meet in a _sync function must give the same mask");
    }
  }
  for (LaneMask rest = first & ~present & warp.exited; rest != 0; rest &= rest - 1) {
    const int lane = first_lane(rest);
    if (!went_past(instruction, warp.exit_at[static_cast<std::size_t>(lane)])) continue;
    const ThreadPlace other = thread(lane);
    return report(instruction, thread(first_lane(present)), kNoRegister, &other, "went past and ended",
                  fmt::format("{} names lane {} in the mask {:#010x}, but that lane goes past without it",
                              thread_text(launch_, thread(first_lane(present))), lane, first),
                  "name only the lanes that execute the same _sync function, or let all of them execute it");
  }
}

void BarrierCheck::report(std::uint32_t instruction, const ThreadPlace& who, std::uint32_t other_instruction,
                          const ThreadPlace* other, const char* other_what, const std::string& message,
                          const std::string& note) {
  const Span span = span_of(launch_, instruction);
  if (!findings_.add(FaultKind::kBarrier, span)) return;
  Diagnostic& found = findings_.of(FaultKind::kBarrier, span);
  found.place = who;
  found.message = message;
  found.note = note;
  if (other != nullptr) found.other = OtherParty{*other, span_of(launch_, other_instruction), other_what};
}

bool BarrierCheck::went_past(std::uint32_t barrier, std::uint32_t exit) {
  const auto [at, is_new] = past_.try_emplace({barrier, exit}, false);
  if (is_new) at->second = leads_to(barrier, exit) && !one_loop(barrier, exit);
  return at->second;
}

bool BarrierCheck::leads_to(std::uint32_t from, std::uint32_t to) const {
  const std::vector<Instruction>& code = launch_.program->code;
  if (to >= code.size()) return true;  // the end of the code: everything leads there
  std::vector<bool> seen(code.size(), false);
  std::vector<std::uint32_t> open{from};
  while (!open.empty()) {
    const std::uint32_t at = open.back();
    open.pop_back();
    if (at == to) return true;
    if (at >= code.size() || seen[at]) continue;
    seen[at] = true;
    const Instruction& i = code[at];
    if (i.opcode == Opcode::kBranch) open.push_back(i.target);
    const bool ends = i.opcode == Opcode::kExit || i.opcode == Opcode::kReturn ||
                      (i.opcode == Opcode::kBranch && i.src[0] == kNoRegister);
    if (!ends) open.push_back(at + 1);
  }
  return false;
}

bool BarrierCheck::one_loop(std::uint32_t a, std::uint32_t b) const {
  const std::vector<Instruction>& code = launch_.program->code;
  for (std::uint32_t at = 0; at < code.size(); ++at) {
    const Instruction& i = code[at];
    if (i.opcode == Opcode::kBranch && i.target <= at && i.target <= std::min(a, b) && at >= std::max(a, b))
      return true;
  }
  return false;
}

}  // namespace warpglass::checks
