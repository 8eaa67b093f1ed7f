#include "sim/checks/uninitialised.h"

#include <fmt/format.h>

#include <algorithm>

namespace warpglass::checks {
namespace {

constexpr std::size_t kMostUnwritten = 1 << 16;  // words kept for one block, or for global memory

bool only_moves(Opcode opcode) { return opcode == Opcode::kMove || opcode == Opcode::kSelect; }

}  // namespace

void UninitialisedCheck::watch(const std::vector<std::uint32_t>& registers) {
  slots_.assign(launch_.program->registers.size(), 0);
  watched_ = 0;
  for (const std::uint32_t r : registers)
    if (r < slots_.size()) slots_[r] = ++watched_;
}

void UninitialisedCheck::start(BlockState& block) const {
  for (WarpState& warp : block.warps) {
    warp.local_written.assign(launch_.program->local_bytes, 0);
    warp.register_given.assign(watched_, 0);
  }
}

void UninitialisedCheck::local(BlockState& block, const WarpPlace& where, const Access& access) {
  std::vector<LaneMask>& written = block.warps[where.warp].local_written;
  for (LaneMask rest = access.lanes; rest != 0; rest &= rest - 1) {
    const int lane = first_lane(rest);
    const std::uint64_t from = access.address[static_cast<std::size_t>(lane)];
    const std::uint64_t to = std::min<std::uint64_t>(from + access.bytes, written.size());
    bool given = true;
    for (std::uint64_t at = from; at < to; ++at) {
      given = given && has_lane(written[at], lane);
      written[at] |= LaneMask{1} << lane;  // told once
    }
    if (given || access.operation == Operation::kStore) continue;
    const std::uint32_t thread = where.warp * launch_.warp_lanes + static_cast<std::uint32_t>(lane);
    report(Space::kLocal, from, {access.instruction, thread, where.block, 1, where.sequence});
  }
}

void UninitialisedCheck::registers(BlockState& block, const WarpPlace& where, std::uint32_t instruction,
                                   LaneMask active) {
  if (watched_ == 0) return;
  const Instruction& i = launch_.program->code[instruction];
  std::vector<LaneMask>& given = block.warps[where.warp].register_given;
  LaneMask missing = 0, copied = 0;
  const auto read = [&](Register reg, bool copy) {
    const std::uint32_t at = reg == kNoRegister ? 0 : slot(reg);
    if (at == 0) return;
    (copy ? copied : missing) |= active & ~given[at - 1];
    if (!copy) given[at - 1] |= active;  // told once
  };
  for (std::size_t s = 0; s < i.src.size(); ++s) {
    const std::uint32_t count = i.opcode == Opcode::kStore && s == 1 ? i.vector : 1u;
    const bool copy = i.opcode == Opcode::kMove || (i.opcode == Opcode::kSelect && s < 2);
    for (std::uint32_t v = 0; v < count; ++v) read(i.src[s] == kNoRegister ? kNoRegister : i.src[s] + v, copy);
  }
  if (i.opcode == Opcode::kPrint)
    for (const Register reg : launch_.program->prints[i.target].args) read(reg, false);
  if (i.dst != kNoRegister) {
    const std::uint32_t count = i.opcode == Opcode::kLoad ? i.vector : 1u;
    for (std::uint32_t v = 0; v < count; ++v) {
      const std::uint32_t at = slot(i.dst + v);
      if (at == 0) continue;
      given[at - 1] |= active;
      if (only_moves(i.opcode)) given[at - 1] &= ~copied;
    }
  }
  if (missing == 0) return;
  const Span span = i.span;
  if (!findings_.add(FaultKind::kUninitialised, span, {}, static_cast<std::uint64_t>(lane_count(missing)))) return;
  const std::uint32_t lane = static_cast<std::uint32_t>(first_lane(missing));
  Diagnostic& found = findings_.of(FaultKind::kUninitialised, span);
  found.place = thread_place(launch_, where.block, where.warp * launch_.warp_lanes + lane);
  found.message = fmt::format("{} uses a variable that was never given a value on its way here",
                              thread_text(launch_, *found.place));
  found.note = "give the variable a value where it is declared";
}

void UninitialisedCheck::read(UnwrittenReads& reads, std::uint64_t address, const UnwrittenRead& who) {
  const auto found = reads.find(address);
  if (found != reads.end()) {
    ++found->second.times;
  } else if (reads.size() < kMostUnwritten) {
    reads.emplace(address, who);
  }
}

void UninitialisedCheck::report(Space space, std::uint64_t address, const UnwrittenRead& who) {
  const Span span = span_of(launch_, who.instruction);
  if (!findings_.add(FaultKind::kUninitialised, span, {}, who.times)) return;
  Diagnostic& found = findings_.of(FaultKind::kUninitialised, span);
  found.place = thread_place(launch_, who.block, who.thread);
  found.object = word_text(launch_, space, address, who.instruction);
  found.address = address;
  found.when.instruction = who.instruction;
  found.when.sequence = who.sequence;
  found.message =
      fmt::format("{} reads {}, which nobody has written", thread_text(launch_, *found.place), found.object);
  found.note = space == Space::kGlobal  ? "fill the buffer before the launch, or write the element first"
               : space == Space::kLocal ? "give the array its values before they are read"
                                        : "shared memory starts with whatever was there: write it first, then "
                                          "__syncthreads()";
}

void UninitialisedCheck::report(const UnwrittenReads& reads, Space space) {
  std::vector<std::uint64_t> addresses;  // in order, so that the same is told whatever the container
  for (const auto& [address, who] : reads) addresses.push_back(address);
  std::sort(addresses.begin(), addresses.end());
  for (const std::uint64_t address : addresses) report(space, address, reads.at(address));
}

}  // namespace warpglass::checks
