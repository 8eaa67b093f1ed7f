// All checks of one launch: a sink that hears of a checked run and gives back diagnostics. Each check can be off.
//   CheckedLaunch launch = ...;  Checks checks(launch, {});  options.checks = &checks;  run_reference(...);
//   checks.finish(completed);  checks.faults(), checks.notes()
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "sim/checks/barrier.h"
#include "sim/checks/block_state.h"
#include "sim/checks/findings.h"
#include "sim/checks/launch.h"
#include "sim/checks/race.h"
#include "sim/checks/uninitialised.h"
#include "sim/event/check_sink.h"

namespace warpglass {

struct CheckOptions {
  bool race = true;
  bool barrier = true;
  bool bounds = true;  // and misaligned
  bool uninitialised = true;
  bool arithmetic = true;  // notes
};

class Checks final : public CheckSink {
 public:
  Checks(checks::CheckedLaunch launch, const CheckOptions& options);

  // After the run; `completed`: every block ran to its end.
  void finish(bool completed);
  const std::vector<Diagnostic>& faults() const { return faults_; }  // in the order they were found, each group once
  const std::vector<Diagnostic>& notes() const { return notes_; }

  void registers_to_watch(const std::vector<std::uint32_t>& registers) override;
  bool wants_access(std::uint32_t instruction) override { return race_.wants(instruction); }
  void block_started(std::uint64_t block) override;
  void block_finished(std::uint64_t block) override;
  void access(const WarpPlace& where, const Access& access, const AccessDetail& stored) override;
  void barrier_arrived(const WarpPlace& where, std::uint32_t instruction, LaneMask active) override;
  void barrier_completed(std::uint64_t block, bool forced) override;
  void synchronised(const WarpPlace& where, std::uint32_t instruction, LaneMask present,
                    const PerLane<LaneMask>& named) override;
  void fenced(const WarpPlace& where, LaneMask lanes) override;
  void exited(const WarpPlace& where, std::uint32_t instruction, LaneMask lanes) override;
  void before(const WarpPlace& where, std::uint32_t instruction, LaneMask active, const unsigned char* second) override;
  bool wants_fault(std::uint32_t instruction, FaultKind kind, std::uint64_t times) override;
  void fault(std::uint32_t instruction, const Diagnostic& fault) override;

 private:
  checks::BlockState& state(std::uint64_t block);
  void arithmetic(const WarpPlace& where, std::uint32_t instruction, LaneMask active, const unsigned char* second);

  checks::CheckedLaunch launch_;
  CheckOptions options_;
  checks::Findings findings_, note_findings_;
  checks::UninitialisedCheck uninitialised_;
  checks::RaceCheck race_;
  checks::BarrierCheck barrier_;
  std::unordered_map<std::uint64_t, std::unique_ptr<checks::BlockState>> blocks_;
  std::vector<std::unique_ptr<checks::BlockState>> idle_;
  checks::BlockState* last_ = nullptr;
  std::vector<Diagnostic> faults_, notes_;
};

}  // namespace warpglass
