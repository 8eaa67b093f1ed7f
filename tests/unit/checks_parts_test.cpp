// The parts of the checks, each on its own: stamps and clocks, order through memory, the shadow of global memory, and
// how findings are grouped.
#include <gtest/gtest.h>

#include <chrono>

#include "sim/checks/clocks.h"
#include "sim/checks/findings.h"
#include "sim/checks/global_shadow.h"
#include "sim/checks/sync_words.h"

namespace warpglass::checks {
namespace {

TEST(Stamp, HoldsItsParts) {
  const Stamp s = make_stamp(kMaxEpoch, 77, 0xffff, true, 1023);
  EXPECT_EQ(epoch_of(s), kMaxEpoch);
  EXPECT_EQ(clock_of(s), 77u);
  EXPECT_EQ(site_of(s), 0xffffu);
  EXPECT_TRUE(is_strong(s));
  EXPECT_EQ(thread_of(s), 1023u);
  EXPECT_FALSE(is_strong(make_stamp(1, 1, 1, false, 1)));
  EXPECT_EQ(clock_of(make_stamp(1, kMaxClock + 5, 0, false, 0)), kMaxClock);  // stays at the end
  EXPECT_EQ(thread_of(s - 3), 1020u);                                         // neighbours differ in the low bits
}

TEST(WarpClocks, LanesThatMeetKnowEachOther) {
  WarpClocks clocks;
  clocks.start(kAllLanes);
  EXPECT_TRUE(clocks.uniform());
  const std::uint32_t before = clocks.clock(3);
  EXPECT_TRUE(clocks.knows(3, 3, before));
  EXPECT_FALSE(clocks.knows(4, 3, before));
  clocks.meet(0b11000);  // lanes 3 and 4
  EXPECT_TRUE(clocks.knows(4, 3, before));
  EXPECT_FALSE(clocks.knows(5, 3, before));
  EXPECT_FALSE(clocks.knows(4, 3, clocks.clock(3)));  // what comes after is not known
  const std::uint32_t later = clocks.clock(4);
  clocks.meet(0b110000);  // 4 hands on what it knows of 3
  EXPECT_TRUE(clocks.knows(5, 3, before));
  EXPECT_TRUE(clocks.knows(5, 4, later));
  EXPECT_FALSE(clocks.knows(3, 5, before));
}

TEST(WarpClocks, AMeetingOfAllIsOneNumber) {
  WarpClocks clocks;
  clocks.start(first_lanes(20));
  clocks.tick(0b1);
  EXPECT_FALSE(clocks.uniform());
  const std::uint32_t before = clocks.clock(0);
  clocks.meet(kAllLanes);
  EXPECT_TRUE(clocks.uniform());
  for (int lane = 0; lane < 20; ++lane) EXPECT_TRUE(clocks.knows(lane, 0, before));
  EXPECT_EQ(clocks.met(), clocks.clock(7));
  clocks.restart();
  EXPECT_EQ(clocks.met(), 0u);
}

Release by(std::uint64_t block, std::uint32_t thread, std::uint32_t epoch, std::uint32_t clock) {
  Release r;
  r.block = block;
  r.thread = thread;
  r.warp = thread / 32;
  r.epoch = epoch;
  r.clock = clock;
  r.block_epoch = epoch;
  return r;
}
Moment at(std::uint64_t block, std::uint32_t thread, std::uint32_t epoch, std::uint32_t clock) {
  return {block, thread, thread / 32, epoch, clock};
}

TEST(SyncWords, WhoReadsTheWordKnowsWhatWasReleasedUntilThen) {
  SyncWords words;
  words.release(64, by(1, 5, 10, 3), {});
  Acquisitions seen;
  words.acquire(64, seen);
  words.release(64, by(1, 6, 10, 3), {});
  EXPECT_TRUE(words.covers(seen, at(1, 5, 10, 2)));
  EXPECT_FALSE(words.covers(seen, at(1, 5, 10, 3)));  // after it
  EXPECT_FALSE(words.covers(seen, at(1, 6, 10, 2)));  // released later
  EXPECT_TRUE(words.covers(seen, at(1, 99, 9, 50)));  // its block, before the barrier
  EXPECT_FALSE(words.covers(seen, at(2, 5, 9, 0)));   // another block
  words.acquire(64, seen);
  EXPECT_TRUE(words.covers(seen, at(1, 6, 10, 2)));
  Acquisitions nothing;
  words.acquire(128, nothing);
  EXPECT_TRUE(nothing.empty());
}

TEST(SyncWords, OrderIsHandedOnAlongAChain) {
  SyncWords words;
  words.release(0, by(0, 0, 4, 2), {});
  for (std::uint32_t link = 1; link <= 20; ++link) {
    Acquisitions seen;
    words.acquire(4 * (link - 1), seen);
    words.release(4 * link, by(link, 0, 4, 2), {&seen});
  }
  Acquisitions last;
  words.acquire(80, last);
  EXPECT_TRUE(words.covers(last, at(0, 0, 4, 1)));
  EXPECT_TRUE(words.covers(last, at(13, 0, 4, 1)));
  EXPECT_FALSE(words.covers(last, at(13, 1, 4, 1)));
}

TEST(SyncWords, AWarpThatMetIsReleasedTogether) {
  SyncWords words;
  Release r = by(3, 7, 6, 9);
  r.now = 6;
  r.met = 8;
  words.release(0, r, {});
  Acquisitions seen;
  words.acquire(0, seen);
  EXPECT_TRUE(words.covers(seen, at(3, 30, 6, 7)));
  EXPECT_FALSE(words.covers(seen, at(3, 30, 6, 8)));
  EXPECT_FALSE(words.covers(seen, at(3, 40, 6, 7)));  // another warp
}

TEST(SyncWords, TooManyWordsMeanSilence) {
  SyncWords words;
  Acquisitions seen;
  for (std::uint32_t i = 0; i < 2 * Acquisitions::kMost; ++i) {
    words.release(4 * i, by(1, 1, 1, 1), {});
    words.acquire(4 * i, seen);
  }
  EXPECT_TRUE(seen.everything());
  EXPECT_TRUE(words.covers(seen, at(9, 9, 9, 9)));
  Acquisitions other;
  other.merge(seen);
  EXPECT_TRUE(other.everything());
  other.clear();
  EXPECT_TRUE(other.empty());
}

// A lock that a hundred thousand threads spin on: a look-up does not go through all of them.
TEST(SyncWords, ManyReleasesAreQuick) {
  const auto start = std::chrono::steady_clock::now();
  SyncWords words;
  Acquisitions seen;
  std::uint32_t covered = 0;
  for (std::uint32_t i = 0; i < 100'000; ++i) {
    words.release(4 * (i % 32), by(i % 512, i % 1024, 1 + i / 1024, 1), {&seen});
    words.acquire(4 * (i % 32), seen);
    covered += words.covers(seen, at(i * 7 % 512, i * 3 % 1024, 1, 0));
  }
  EXPECT_GT(covered, 0u);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));  // even in a slow build
}

TEST(GlobalShadow, ALineBecomesCellsOnlyWhenItMust) {
  GlobalShadow shadow;
  shadow.set_cell_shift(2);
  BufferShadow buffer;
  buffer.address = 4096;
  buffer.bytes = 1 << 20;
  ShadowLine* line = shadow.line(buffer, 640);
  ASSERT_NE(line, nullptr);
  EXPECT_EQ(line, shadow.line(buffer, 767));
  EXPECT_NE(line, shadow.line(buffer, 768));
  EXPECT_FALSE(line->written() || line->was_read());
  line->write = make_stamp(5, 1, 2, false, 64);
  line->write_block = 3;
  line->write_shift = 1;  // 8-byte elements: two words a thread
  WriteCell* cells = shadow.writes(*line);
  ASSERT_NE(cells, nullptr);
  EXPECT_EQ(thread_of(cells[0].write), 64u);
  EXPECT_EQ(thread_of(cells[1].write), 64u);
  EXPECT_EQ(thread_of(cells[31].write), 79u);
  EXPECT_EQ(cells[7].block, 3u);
  EXPECT_FALSE(line->values_known);
  line->read = make_stamp(6, 1, 4, false, 96);
  ReadCell* readers = shadow.reads(*line);
  EXPECT_EQ(thread_of(readers[31].read), 127u);
  EXPECT_EQ(readers[31].lanes, LaneMask{1} << 31);
  EXPECT_EQ(shadow.writes(*line), cells);
  EXPECT_EQ(shadow.line(buffer, std::uint64_t{1} << 40), nullptr);  // outside
}

Span span(std::uint32_t line, std::uint32_t file = 0) {
  Span s;
  s.file = file;
  s.line = line;
  s.column = 1;
  s.length = 1;
  return s;
}

TEST(Findings, OneEntryForAKindAndItsPlaces) {
  Findings findings;
  EXPECT_TRUE(findings.add(FaultKind::kRace, span(4), span(9)));
  findings.of(FaultKind::kRace, span(4), span(9)).message = "first";
  EXPECT_FALSE(findings.add(FaultKind::kRace, span(9), span(4), 5));  // the same two lines
  EXPECT_TRUE(findings.add(FaultKind::kRace, span(4), span(4)));
  EXPECT_TRUE(findings.add(FaultKind::kBounds, span(4)));
  EXPECT_TRUE(findings.add(FaultKind::kBounds, span(4, 1)));  // another file
  EXPECT_FALSE(findings.add(FaultKind::kBounds, span(4)));
  ASSERT_EQ(findings.all().size(), 4u);
  EXPECT_EQ(findings.all()[0].count, 6u);
  EXPECT_EQ(findings.all()[0].message, "first");
  EXPECT_EQ(findings.all()[2].count, 2u);
  EXPECT_TRUE(findings.has(FaultKind::kRace, span(9), span(4)));
  EXPECT_FALSE(findings.has(FaultKind::kAssert, span(4)));
}

}  // namespace
}  // namespace warpglass::checks
