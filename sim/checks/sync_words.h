// Order through memory: words that atomics (or a volatile store after a fence) write. Who updates such a word releases
// what it did before; who reads it acquires what was released there until then. This is what a lock, a ticket ("the
// last block sums up") and a flag rely on.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <unordered_map>
#include <vector>

namespace warpglass::checks {

// What somebody has seen: of each word the releases before a position. Sorted by word. Beyond kMost words, and where a
// word had more releases than are kept, it is taken to know everything: rather no message than a wrong one.
class Acquisitions {
 public:
  static constexpr std::size_t kMost = 64;
  struct Entry {
    std::uint32_t word = 0;
    std::uint32_t upto = 0;
  };
  bool empty() const { return entries_.empty() && !everything_; }
  bool everything() const { return everything_; }
  const std::vector<Entry>& entries() const { return entries_; }
  void clear() {
    entries_.clear();
    everything_ = false;
  }
  void add(Entry more);
  void merge(const Acquisitions& more);
  void know_everything() {
    entries_.clear();
    everything_ = true;
  }

 private:
  std::vector<Entry> entries_;
  bool everything_ = false;
};

// One access by one thread.
struct Moment {
  std::uint64_t block = 0;
  std::uint32_t thread = 0, warp = 0, epoch = 0, clock = 0;
};

struct Release {
  std::uint64_t block = 0;
  std::uint32_t thread = 0, epoch = 0, clock = 0;  // what the thread itself did before this
  std::uint32_t block_epoch = 0;                   // and everybody in its block before this epoch
  std::uint32_t now = 0, warp = 0, met = 0;        // and its warp in epoch `now` before clock `met`
};

// A release joins what its thread had acquired into the word, an acquisition joins the word's into the thread's, so
// that order is handed on however long the chain. A look-up is a few binary searches.
class SyncWords {
 public:
  // `known`: what the thread had acquired; null: nothing.
  void release(std::uint64_t address, const Release& release, std::initializer_list<const Acquisitions*> known);
  bool has(std::uint64_t address) const { return index_.contains(address); }
  // A read of the word sees what was released there.
  void acquire(std::uint64_t address, Acquisitions& into) const;
  bool covers(const Acquisitions& list, const Moment& moment) const;
  void clear() {
    index_.clear();
    words_.clear();
    kept_ = 0;
  }

 private:
  // From the release at `position` on: before (epoch, clock). Both only grow along a list.
  struct Step {
    std::uint32_t position = 0, epoch = 0, clock = 0;
  };
  using Steps = std::unordered_map<std::uint64_t, std::vector<Step>>;
  struct Word {
    std::uint32_t releases = 0;
    Steps threads, warps, blocks;
    Acquisitions known;
    bool full = false;
  };
  void push(Steps& steps, std::uint64_t key, const Step& step);
  // The last step before `position` that is not later than `epoch`.
  static const Step* last_before(const Steps& steps, std::uint64_t key, std::uint32_t position, std::uint32_t epoch);
  static bool covers(const Word& word, std::uint32_t upto, const Moment& moment);
  std::unordered_map<std::uint64_t, std::uint32_t> index_;
  std::vector<Word> words_;
  std::size_t kept_ = 0;  // steps of all words
};

}  // namespace warpglass::checks
