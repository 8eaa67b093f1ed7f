// Order through memory: words that atomics (or a volatile store after a fence) write. Who updates such a word releases
// what it did before; who reads it acquires what was released there until then. This is what a lock, a ticket ("the
// last block sums up") and a flag rely on.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace warpglass::checks {

// A thread has seen the releases of word `word` before position `upto`.
struct Acquired {
  std::uint32_t word = 0;
  std::uint32_t upto = 0;
};
using Acquisitions = std::vector<Acquired>;
void acquire(Acquisitions& list, const Acquired& more);
void merge(Acquisitions& list, const Acquisitions& more);

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
  Acquisitions known;                              // and what it had acquired
};

class SyncWords {
 public:
  void release(std::uint64_t address, Release release);
  // What a read of the word sees; upto 0: nobody has released there.
  Acquired seen(std::uint64_t address) const;
  bool covers(const Acquisitions& list, const Moment& moment) const;
  void clear() {
    index_.clear();
    words_.clear();
  }

 private:
  struct Word {
    std::vector<Release> releases;
    bool full = false;  // more releases than are kept: who has seen it is taken to know everything
  };
  bool covers(const Acquired& seen, const Moment& moment, int depth) const;
  std::unordered_map<std::uint64_t, std::uint32_t> index_;
  std::vector<Word> words_;
};

}  // namespace warpglass::checks
