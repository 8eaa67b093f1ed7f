// Races by happens-before: two threads touch a word, at least one writes it, not both with atomics, and nothing orders
// the two. What orders: the block barrier, warp-level functions (the lanes they name), updates of one word by atomics
// (in global memory after a fence), a volatile flag after a fence. Blocks are ordered by the last two only.
// One shadow cell a word keeps the last write and the reads since; a stamp older than the block's epoch is in order.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "sim/checks/block_state.h"
#include "sim/checks/findings.h"
#include "sim/checks/launch.h"
#include "sim/checks/uninitialised.h"
#include "sim/event/check_sink.h"

namespace warpglass::checks {

class RaceCheck {
 public:
  RaceCheck(const CheckedLaunch& launch, Findings& findings, UninitialisedCheck& uninitialised, bool race,
            bool unwritten);

  void start(BlockState& block);
  void access(BlockState& block, const WarpPlace& where, const Access& access, const AccessDetail& stored);
  void barrier_completed(BlockState& block);
  void synchronised(BlockState& block, const WarpPlace& where, LaneMask members);
  void fenced(BlockState& block, const WarpPlace& where, LaneMask lanes);
  void finished(BlockState& block);  // a block
  void finish();                     // the launch
  bool shadow_is_full() const { return shadow_.full(); }
  // Can an access of this instruction matter? A load of what nobody writes cannot.
  bool wants(std::uint32_t instruction) const;

 private:
  // One lane of the access that is looked at.
  struct Lane {
    BlockState* block = nullptr;
    WarpState* warp = nullptr;
    std::uint32_t warp_index = 0, thread = 0, instruction = 0;
    int lane = 0;
    Stamp stamp = 0;
    Stamp access_bits = 0;  // of the stamp: what is the same for all lanes
    bool is_volatile = false;
    bool strong = false, atomic = false;
    Space space = Space::kGlobal;
    std::uint64_t address = 0;  // of the word
    std::uint64_t sequence = 0;
    bool values_known = true;  // of earlier writes
  };
  struct Earlier {  // the other party of a race
    Stamp stamp = 0;
    std::uint32_t block = 0;
    bool wrote = false;
    bool same_value = false;
  };
  void shared_access(BlockState& block, const Access& access, const AccessDetail& detail, Lane& lane);
  bool shared_load_at_once(BlockState& block, const Access& access, const AccessDetail& detail, Lane& lane);
  bool shared_store_at_once(BlockState& block, const Access& access, const AccessDetail& detail, Lane& lane);
  void shared_word(BlockState& block, const Access& access, std::uint64_t at, std::uint32_t value, Lane& lane);
  void global_access(const Access& access, const AccessDetail& detail, Lane& lane);
  bool global_run(const Access& access, Lane& lane);
  void global_word(BufferShadow& buffer, const Access& access, std::uint32_t value, Lane& lane);
  void begin(Lane& lane, const Access& access) const;
  void begin_lane(Lane& lane, int index) const;
  void read(const Lane& lane, const WriteCell& written, ReadCell& cell);
  void write(const Lane& lane, WriteCell& cell, const ReadCell* readers, std::uint32_t value);
  void note_read(const Lane& lane, ReadCell& cell, LaneMask lanes) const;
  void check_readers(const Lane& lane, const ReadCell& cell);
  bool ordered(const Lane& lane, Stamp stamp, std::uint32_t block) const;
  bool acquired_order(const Lane& lane, Stamp stamp, std::uint32_t block) const;
  void through_memory(const Lane& lane, const Access& access);
  Release release_of(const Lane& lane) const;
  void report(const Lane& lane, const Earlier& earlier);
  void describe(Diagnostic& found, const Lane& lane, const Earlier& earlier) const;
  BufferShadow* find_buffer(std::uint64_t address, std::uint64_t bytes, std::uint32_t instruction);
  void count_sites();
  void make_buffers();

  const CheckedLaunch& launch_;
  Findings& findings_;
  UninitialisedCheck& uninitialised_;
  bool race_ = true, unwritten_ = true;
  std::uint32_t shared_shift_ = 2, global_shift_ = 2;  // a cell is 1 << shift bytes
  bool acquires_ = false;                              // some instruction can see what another thread released
  std::vector<std::uint32_t> site_of_;                 // by instruction
  std::vector<std::uint32_t> sites_;                   // instruction, by site
  std::vector<BufferShadow> buffers_;                  // by address
  std::vector<std::uint32_t> last_buffer_;             // by instruction
  GlobalShadow shadow_;
  UnwrittenReads unwritten_global_;
  SyncWords words_;
};

}  // namespace warpglass::checks
