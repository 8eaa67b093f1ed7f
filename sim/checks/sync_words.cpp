#include "sim/checks/sync_words.h"

#include <algorithm>

namespace warpglass::checks {
namespace {

constexpr std::size_t kMostReleases = 1 << 14;  // kept for one word
constexpr std::size_t kMostWords = 1 << 16;
constexpr std::size_t kMostAcquired = 64;  // words one thread remembers
constexpr int kMostSteps = 2;              // from release to release

}  // namespace

void acquire(Acquisitions& list, const Acquired& more) {
  for (Acquired& entry : list) {
    if (entry.word != more.word) continue;
    entry.upto = std::max(entry.upto, more.upto);
    return;
  }
  if (list.size() < kMostAcquired) list.push_back(more);
}

void merge(Acquisitions& list, const Acquisitions& more) {
  for (const Acquired& entry : more) acquire(list, entry);
}

void SyncWords::release(std::uint64_t address, Release release) {
  const auto found = index_.find(address);
  if (found == index_.end() && words_.size() >= kMostWords) return;
  const std::uint32_t at = found != index_.end() ? found->second : static_cast<std::uint32_t>(words_.size());
  if (found == index_.end()) {
    index_.emplace(address, at);
    words_.emplace_back();
  }
  Word& word = words_[at];
  if (word.releases.size() >= kMostReleases) {
    word.full = true;
    return;
  }
  word.releases.push_back(std::move(release));
}

Acquired SyncWords::seen(std::uint64_t address) const {
  const auto found = index_.find(address);
  if (found == index_.end()) return {};
  return {found->second, static_cast<std::uint32_t>(words_[found->second].releases.size())};
}

bool SyncWords::covers(const Acquired& seen, const Moment& moment, int depth) const {
  const Word& word = words_[seen.word];
  if (word.full && seen.upto >= kMostReleases) return true;
  for (std::uint32_t at = 0; at < seen.upto; ++at) {
    const Release& r = word.releases[at];
    if (r.block == moment.block) {
      if (moment.epoch < r.block_epoch) return true;
      const bool before = moment.epoch < r.epoch || (moment.epoch == r.epoch && moment.clock < r.clock);
      if (r.thread == moment.thread && before) return true;
      if (r.warp == moment.warp && moment.epoch == r.now && moment.clock < r.met) return true;
    }
    if (depth == 0) continue;
    for (const Acquired& more : r.known)
      if (more.word != seen.word && covers(more, moment, depth - 1)) return true;
  }
  return false;
}

bool SyncWords::covers(const Acquisitions& list, const Moment& moment) const {
  return std::any_of(list.begin(), list.end(),
                     [&](const Acquired& entry) { return covers(entry, moment, kMostSteps); });
}

}  // namespace warpglass::checks
