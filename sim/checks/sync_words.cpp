#include "sim/checks/sync_words.h"

#include <algorithm>
#include <tuple>

namespace warpglass::checks {
namespace {

constexpr std::size_t kMostWords = 1 << 16;
constexpr std::size_t kMostKept = 1 << 20;

std::uint64_t key_of(std::uint64_t block, std::uint32_t part) { return block << 10 | part; }  // part: under 1024

}  // namespace

void Acquisitions::add(Entry more) {
  if (everything_) return;
  const auto at = std::lower_bound(entries_.begin(), entries_.end(), more.word,
                                   [](const Entry& entry, std::uint32_t word) { return entry.word < word; });
  if (at != entries_.end() && at->word == more.word)
    at->upto = std::max(at->upto, more.upto);
  else if (entries_.size() < kMost)
    entries_.insert(at, more);
  else
    know_everything();
}

void Acquisitions::merge(const Acquisitions& more) {
  if (more.everything_) return know_everything();
  for (const Entry& entry : more.entries_) add(entry);
}

void SyncWords::push(Steps& steps, std::uint64_t key, const Step& step) {
  std::vector<Step>& list = steps[key];
  // Where the last one says as much already, it says it earlier.
  if (!list.empty() && std::tie(list.back().epoch, list.back().clock) >= std::tie(step.epoch, step.clock)) return;
  list.push_back(step);
  ++kept_;
}

void SyncWords::release(std::uint64_t address, const Release& release,
                        std::initializer_list<const Acquisitions*> known) {
  const auto [found, is_new] = index_.try_emplace(address, static_cast<std::uint32_t>(words_.size()));
  if (is_new) words_.emplace_back();
  Word& word = words_[found->second];
  word.full = word.full || kept_ >= kMostKept || words_.size() > kMostWords;
  if (word.full) return;
  const std::uint32_t position = word.releases++;
  push(word.threads, key_of(release.block, release.thread), {position, release.epoch, release.clock});
  push(word.blocks, release.block, {position, release.block_epoch, 0});
  if (release.met != 0) push(word.warps, key_of(release.block, release.warp), {position, release.now, release.met});
  for (const Acquisitions* one : known)
    if (one != nullptr) word.known.merge(*one);
}

void SyncWords::acquire(std::uint64_t address, Acquisitions& into) const {
  const auto found = index_.find(address);
  if (found == index_.end()) return;
  const Word& word = words_[found->second];
  if (word.full) return into.know_everything();
  into.merge(word.known);
  into.add({found->second, word.releases});
}

const SyncWords::Step* SyncWords::last_before(const Steps& steps, std::uint64_t key, std::uint32_t position,
                                              std::uint32_t epoch) {
  const auto found = steps.find(key);
  if (found == steps.end()) return nullptr;
  const auto after = std::partition_point(found->second.begin(), found->second.end(), [&](const Step& step) {
    return step.position < position && step.epoch <= epoch;
  });
  return after == found->second.begin() ? nullptr : &*std::prev(after);
}

bool SyncWords::covers(const Word& word, std::uint32_t upto, const Moment& moment) {
  constexpr std::uint32_t kAny = UINT32_MAX;
  const Step* block = last_before(word.blocks, moment.block, upto, kAny);
  if (block == nullptr) return false;
  if (moment.epoch < block->epoch) return true;
  const auto at = std::tie(moment.epoch, moment.clock);
  const Step* thread = last_before(word.threads, key_of(moment.block, moment.thread), upto, kAny);
  if (thread != nullptr && at < std::tie(thread->epoch, thread->clock)) return true;
  const Step* warp = last_before(word.warps, key_of(moment.block, moment.warp), upto, moment.epoch);
  return warp != nullptr && warp->epoch == moment.epoch && moment.clock < warp->clock;
}

bool SyncWords::covers(const Acquisitions& list, const Moment& moment) const {
  return list.everything() || std::any_of(list.entries().begin(), list.entries().end(), [&](const auto& entry) {
           return covers(words_[entry.word], entry.upto, moment);
         });
}

}  // namespace warpglass::checks
