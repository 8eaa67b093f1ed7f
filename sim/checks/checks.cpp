#include "sim/checks/checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

namespace warpglass {

using namespace checks;  // NOLINT: this file is the door of that namespace

namespace {

// Lanes whose divisor is 0, or whose shift amount is too large.
template <class T>
LaneMask suspicious(const unsigned char* row, bool divides, std::uint32_t width) {
  T values[kLanes];
  std::memcpy(values, row, sizeof values);
  std::uint32_t any = 0;
  for (const T value : values) any |= (divides ? value == 0 : value >= width) ? 1u : 0u;
  LaneMask lanes = 0;
  for (std::size_t lane = 0; any != 0 && lane < kLanes; ++lane)
    if (divides ? values[lane] == 0 : values[lane] >= width) lanes |= LaneMask{1} << lane;
  return lanes;
}

}  // namespace

Checks::Checks(CheckedLaunch launch, const CheckOptions& options)
    : launch_(std::move(launch)),
      options_(options),
      uninitialised_(launch_, findings_),
      race_(launch_, findings_, uninitialised_, options.race, options.uninitialised),
      barrier_(launch_, findings_) {}

BlockState& Checks::state(std::uint64_t block) {
  if (last_ == nullptr || last_->block != block) last_ = blocks_.at(block).get();
  return *last_;
}

void Checks::registers_to_watch(const std::vector<std::uint32_t>& registers) {
  if (options_.uninitialised) uninitialised_.watch(registers);
}

void Checks::block_started(std::uint64_t block) {
  std::unique_ptr<BlockState> made;
  if (idle_.empty()) {
    made = std::make_unique<BlockState>();
  } else {
    made = std::move(idle_.back());
    idle_.pop_back();
  }
  made->block = block;
  made->epoch = made->first_epoch = made->epoch + 1;
  if (made->epoch > kMaxEpoch / 2) {
    made->shared_writes.clear();
    made->shared_reads.clear();
    made->write_epoch.clear();
    made->two_readers.clear();
    made->epoch = made->first_epoch = 1;
  }
  const std::uint32_t threads = static_cast<std::uint32_t>(launch_.block.x * launch_.block.y * launch_.block.z);
  made->warps.resize((threads + launch_.warp_lanes - 1) / launch_.warp_lanes);
  for (std::uint32_t w = 0; w < made->warps.size(); ++w) {
    WarpState& warp = made->warps[w];
    warp.all = first_lanes(static_cast<int>(std::min(launch_.warp_lanes, threads - w * launch_.warp_lanes)));
    warp.fenced = warp.exited = 0;
    warp.clocks.start(warp.all);
  }
  race_.start(*made);
  barrier_.start(*made);
  uninitialised_.start(*made);
  last_ = made.get();
  blocks_[block] = std::move(made);
}

void Checks::block_finished(std::uint64_t block) {
  BlockState& finished = state(block);
  race_.finished(finished);
  if (options_.barrier) barrier_.finished(finished);
  last_ = nullptr;
  idle_.push_back(std::move(blocks_[block]));
  blocks_.erase(block);
}

void Checks::access(const WarpPlace& where, const Access& access, const AccessDetail& stored) {
  BlockState& block = state(where.block);
  if (access.space == Space::kLocal) {
    if (options_.uninitialised) uninitialised_.local(block, where, access);
    return;
  }
  if (options_.race || options_.uninitialised) race_.access(block, where, access, stored);
}

void Checks::barrier_arrived(const WarpPlace& where, std::uint32_t instruction, LaneMask active) {
  barrier_.arrived(state(where.block), where, instruction, active);
}

void Checks::barrier_completed(std::uint64_t block, bool forced) {
  BlockState& at = state(block);
  if (options_.barrier) barrier_.completed(at, forced);
  at.arrivals.clear();
  race_.barrier_completed(at);
}

void Checks::synchronised(const WarpPlace& where, std::uint32_t instruction, LaneMask present,
                          const PerLane<LaneMask>& named) {
  BlockState& block = state(where.block);
  if (options_.barrier) barrier_.synchronised(block, where, instruction, present, named);
  LaneMask members = 0;
  for (LaneMask rest = present; rest != 0; rest &= rest - 1)
    members |= named[static_cast<std::size_t>(first_lane(rest))];
  race_.synchronised(block, where, members & present);
}

void Checks::fenced(const WarpPlace& where, LaneMask lanes) { race_.fenced(state(where.block), where, lanes); }

void Checks::exited(const WarpPlace& where, std::uint32_t instruction, LaneMask lanes) {
  barrier_.exited(state(where.block), where, instruction, lanes);
}

void Checks::before(const WarpPlace& where, std::uint32_t instruction, LaneMask active, const unsigned char* second) {
  if (options_.uninitialised) uninitialised_.registers(state(where.block), where, instruction, active);
  if (options_.arithmetic) arithmetic(where, instruction, active, second);
}

void Checks::arithmetic(const WarpPlace& where, std::uint32_t instruction, LaneMask active,
                        const unsigned char* second) {
  const Instruction& i = launch_.program->code[instruction];
  const bool divides = i.opcode == Opcode::kDiv || i.opcode == Opcode::kRem;
  const bool shifts = i.opcode == Opcode::kShl || i.opcode == Opcode::kShr;
  if ((!divides && !shifts) || value_type_is_float(i.type)) return;
  const bool wide = divides && value_type_is_wide(i.type);
  const std::uint32_t width = value_type_is_wide(i.type) ? 64 : 32;
  const LaneMask bad = active & (wide ? suspicious<std::uint64_t>(second, true, width)
                                      : suspicious<std::uint32_t>(second, divides, width));
  if (bad == 0 || !note_findings_.add(FaultKind::kArithmetic, i.span, {}, static_cast<std::uint64_t>(lane_count(bad))))
    return;
  Diagnostic& note = note_findings_.of(FaultKind::kArithmetic, i.span);
  note.severity = Severity::kNote;
  note.place =
      thread_place(launch_, where.block, where.warp * launch_.warp_lanes + static_cast<std::uint32_t>(first_lane(bad)));
  note.message = fmt::format("{} {}", thread_text(launch_, *note.place),
                             divides ? "divides an integer by zero" : "shifts by more than the width of its type");
  note.note = divides ? "the GPU gives all ones for the quotient and does not stop: check the divisor first"
                      : "the result is 0 (or the sign) on this GPU, and undefined in C++";
}

bool Checks::wants_fault(std::uint32_t instruction, FaultKind kind, std::uint64_t times) {
  if (!options_.bounds) return false;
  const Span span = span_of(launch_, instruction);
  if (!findings_.add(kind, span, {}, times)) return false;
  return true;
}

void Checks::fault(std::uint32_t instruction, const Diagnostic& fault) {
  if (fault.kind == FaultKind::kBarrier && !options_.barrier) return;
  const bool known = findings_.has(fault.kind, fault.span);
  if (!known)
    findings_.add(fault.kind, fault.span);
  else if (instruction >= launch_.program->code.size())
    return;
  Diagnostic& found = findings_.of(fault.kind, fault.span);
  const std::uint64_t count = found.count;
  found = fault;
  found.count = count;
}

void Checks::finish(bool completed) {
  if (completed) race_.finish();
  faults_ = findings_.all();
  notes_ = note_findings_.all();
  if (!race_.shadow_is_full()) return;
  Diagnostic note;
  note.severity = Severity::kNote;
  note.kind = FaultKind::kBudget;
  note.message = "the launch writes more memory than is watched: races in the rest of it are not seen";
  note.note = "check a smaller problem size";
  notes_.push_back(std::move(note));
}

}  // namespace warpglass
