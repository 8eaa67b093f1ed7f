// The counting functions against the rules written down once more, as plainly as possible, on millions of generated
// accesses: affine, permuted, broadcast, random; full, prefix, random and single-lane masks; 1 to 16 bytes; loads,
// stores, atomics. Then what banks() says about every lane's words.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>

#include "sim/memory/banks.h"
#include "sim/memory/coalesce.h"
#include "sim/memory/distinct.h"

namespace warpglass {
namespace {

using Words = std::set<std::uint64_t>;

// ---- the definitions ----

std::size_t sectors_by_definition(const Access& a, std::uint64_t size) {
  std::set<std::pair<int, std::uint64_t>> moved;
  const bool combined = a.operation != Operation::kAtomic || a.atomic == AtomicKind::kAdd ||
                        a.atomic == AtomicKind::kSub || a.atomic == AtomicKind::kMin || a.atomic == AtomicKind::kMax ||
                        a.atomic == AtomicKind::kAnd || a.atomic == AtomicKind::kOr || a.atomic == AtomicKind::kXor;
  std::map<std::uint64_t, int> seen;
  for (int i = 0; i < 32; ++i) {
    if (!(a.lanes >> i & 1)) continue;
    const int turn = combined ? 0 : seen[a.address[i]]++;
    for (int byte = 0; byte < a.bytes; ++byte) moved.insert({turn, (a.address[i] + byte) / size});
  }
  return moved.size();
}

bool pairs_agree(const Access& a, int bit) {
  for (int i = 0; i < 32; ++i)
    if ((a.lanes >> i & 1) && (a.lanes >> (i ^ bit) & 1) && a.address[i] != a.address[i ^ bit]) return false;
  return true;
}

WavefrontCount wavefronts_by_definition(const Access& a, int banks) {
  const bool turns =
      a.operation == Operation::kAtomic &&
      !((a.atomic == AtomicKind::kAdd || a.atomic == AtomicKind::kSub) && a.operand_is_one && !a.result_used);
  int group = a.bytes <= 4 ? banks : banks * 4 / a.bytes;
  if (a.bytes > 4 && a.operation == Operation::kLoad && (pairs_agree(a, 1) || pairs_agree(a, 2))) group *= 2;
  WavefrontCount count;
  for (int from = 0; from < 32; from += group) {
    std::map<std::uint64_t, std::vector<std::uint64_t>> in_bank;
    for (int i = from; i < std::min(32, from + group); ++i)
      if (a.lanes >> i & 1)
        for (std::uint64_t w = a.address[i] / 4; w <= (a.address[i] + a.bytes - 1) / 4; ++w)
          in_bank[w % banks].push_back(w);
    std::size_t most = 0;
    for (auto& [bank, words] : in_bank)
      most = std::max(most, turns ? words.size() : Words(words.begin(), words.end()).size());
    count.wavefronts += static_cast<std::uint32_t>(most);
    count.conflicts += static_cast<std::uint32_t>(most == 0 ? 0 : most - 1);
  }
  return count;
}

// ---- generated accesses ----

class Generator {
 public:
  explicit Generator(std::uint64_t seed) : random_(seed) {}

  Access next(Space space) {
    Access a;
    a.space = space;
    a.bytes = static_cast<std::uint8_t>(1u << below(5));
    a.operation = static_cast<Operation>(below(3));
    a.atomic = static_cast<AtomicKind>(below(12));
    a.operand_is_one = below(2) == 0;
    a.result_used = below(2) == 0;
    a.lanes = mask();
    indices(a);
    const std::uint64_t base = space == Space::kShared ? 16 * below(64) : 0x7f0000000000ull + 16 * below(1000);
    for (auto& address : a.address) address = base + address * a.bytes;
    return a;
  }

  std::uint64_t below(std::uint64_t n) { return random_() % n; }

 private:
  LaneMask mask() {
    switch (below(5)) {
      case 0:
        return first_lanes(static_cast<int>(1 + below(32)));
      case 1:
        return static_cast<LaneMask>(random_()) | 1u << below(32);
      case 2:
        return 1u << below(32);
      default:
        return kAllLanes;
    }
  }

  void indices(Access& a) {
    const std::uint64_t stride = below(70), offset = below(40), range = 1 + below(below(2) == 0 ? 40 : 3000);
    const std::uint64_t kind = below(6), group = 1 + below(8);
    for (std::uint64_t i = 0; i < 32; ++i) {
      switch (kind) {
        case 0:
          a.address[i] = offset + i * stride;
          break;  // affine
        case 1:
          a.address[i] = offset + (31 - i) * stride;
          break;  // downwards
        case 2:
          a.address[i] = offset + i / group * stride;
          break;  // groups share
        case 3:
          a.address[i] = offset;
          break;  // broadcast
        case 4:
          a.address[i] = below(range);
          break;  // random
        case 5:
          a.address[i] = offset + i;
          break;  // permuted, below
      }
    }
    if (kind == 5) std::shuffle(a.address.begin(), a.address.end(), random_);
    if (below(16) == 0) a.address[below(32)] = below(1u << 20);  // one far away
  }

  std::mt19937_64 random_;
};

std::string describe(const Access& a) {
  std::string text = "bytes " + std::to_string(a.bytes) + " operation " +
                     std::to_string(static_cast<int>(a.operation)) + " atomic " + atomic_kind_name(a.atomic) +
                     " lanes " + std::to_string(a.lanes) + " addresses";
  for (auto address : a.address) text += " " + std::to_string(address);
  return text;
}

Access moved(Access a, std::uint64_t by) {
  for (auto& address : a.address) address += by;
  return a;
}

// ---- global ----

TEST(Coalesce, CountsEqualTheDefinition) {
  Generator generate(1);
  for (int n = 0; n < 400000; ++n) {
    const Access a = generate.next(Space::kGlobal);
    const LineShape shape = n % 8 == 0 ? LineShape{128, 128} : LineShape{};
    const SectorCount fast = count_sectors(a, shape);
    Access load = a;
    load.operation = Operation::kLoad;
    ASSERT_EQ(fast.sectors, sectors_by_definition(a, shape.sector_bytes)) << describe(a);
    ASSERT_EQ(fast.lines, sectors_by_definition(load, shape.line_bytes)) << describe(a);
  }
}

TEST(Coalesce, TheListsEqualTheCounts) {
  Generator generate(2);
  for (int n = 0; n < 100000; ++n) {
    const Access a = generate.next(Space::kGlobal);
    const Coalesced all = coalesce(a);
    const SectorCount fast = count_sectors(a);
    ASSERT_EQ(all.sectors_counted, fast.sectors);
    ASSERT_EQ(all.lines.size(), fast.lines);
    std::set<std::uint64_t> bytes;
    LaneMask seen = 0;
    for (int i = 0; i < 32; ++i)
      for (int b = 0; has_lane(a.lanes, i) && b < a.bytes; ++b) bytes.insert(a.address[i] + b);
    for (const CoalescedSector& sector : all.sectors) seen |= sector.lanes;
    ASSERT_EQ(seen, a.lanes);
    ASSERT_EQ(all.bytes_distinct, bytes.size()) << describe(a);
    ASSERT_EQ(all.ideal_sectors, (bytes.size() + 31) / 32);
    std::size_t next = 0;
    for (const CoalescedLine& line : all.lines) {
      ASSERT_EQ(line.first_sector, next);
      next += line.sector_count;
      for (std::size_t s = line.first_sector; s < next; ++s)
        ASSERT_EQ(all.sectors[s].address / 128 * 128, line.address);
    }
    ASSERT_EQ(next, all.sectors.size());
  }
}

TEST(Coalesce, UnalignedAndFarAddressesFollowTheSameRule) {
  Generator generate(3);
  for (int n = 0; n < 100000; ++n) {
    Access a = generate.next(Space::kGlobal);
    a.operation = Operation::kLoad;
    if (n % 2 == 0) a = moved(a, 1 + generate.below(15));
    if (n % 3 == 0) a.address[generate.below(32)] += generate.below(4) << 38;
    const std::size_t expected = sectors_by_definition(a, 32);
    ASSERT_EQ(count_sectors(a).sectors, expected) << describe(a);
    ASSERT_EQ(coalesce(a).sectors.size(), expected) << describe(a);
  }
}

TEST(Coalesce, TheEndOfTheAddressSpaceAndNoLaneAreHarmless) {
  Access a;
  a.bytes = 16;
  a.address.fill(~std::uint64_t{0} - 3);
  EXPECT_EQ(count_sectors(a).sectors, 1u);
  EXPECT_EQ(coalesce(a).bytes_distinct, 4u);
  a.lanes = 0;
  EXPECT_EQ(count_sectors(a).sectors, 0u);
  EXPECT_EQ(coalesce(a).requests, 0u);
}

// ---- shared ----

TEST(Banks, CountsEqualTheDefinition) {
  Generator generate(4);
  for (int n = 0; n < 400000; ++n) {
    Access a = generate.next(Space::kShared);
    if (n % 16 == 0) a = moved(a, generate.below(16));  // unaligned
    const BankShape shape{n % 8 == 0 ? 16u : 32u, 4};
    if (shape.banks == 16) a.lanes = a.lanes & 0xffffu ? a.lanes & 0xffffu : 1u;
    const WavefrontCount fast = count_wavefronts(a, shape),
                         plain = wavefronts_by_definition(a, static_cast<int>(shape.banks));
    ASSERT_EQ(fast.wavefronts, plain.wavefronts) << describe(a);
    ASSERT_EQ(fast.conflicts, plain.conflicts) << describe(a);
  }
}

// Every word of every active lane is served once, in its lane's phase, and no bank twice in one wavefront.
void check_service(const Access& a, const BankAccess& all) {
  std::map<std::pair<int, std::uint64_t>, int> served;
  std::set<std::pair<std::uint32_t, std::uint32_t>> busy;
  for (const BankWord& word : all.words) {
    ASSERT_TRUE(busy.insert({word.wavefront, word.bank}).second) << describe(a);
    ASSERT_EQ(word.bank, word.word % 32);
    const BankPhase& phase = all.phases.at(word.phase);
    ASSERT_EQ(word.lanes & ~phase.lanes, 0u);
    ASSERT_GE(word.wavefront, phase.first_wavefront);
    ASSERT_LT(word.wavefront, phase.first_wavefront + phase.wavefronts);
    for (int i = 0; i < 32; ++i)
      if (has_lane(word.lanes, i)) ++served[{i, word.word}];
  }
  for (int i = 0; i < 32; ++i)
    for (std::uint64_t w = a.address[i] / 4; has_lane(a.lanes, i) && w <= (a.address[i] + a.bytes - 1) / 4; ++w)
      ASSERT_EQ((served[{i, w}]), 1) << describe(a);
}

TEST(Banks, EveryWordIsServedOnceAndNoBankTwiceInAWavefront) {
  Generator generate(5);
  for (int n = 0; n < 40000; ++n) {
    const Access a = generate.next(Space::kShared);
    const BankAccess all = banks(a);
    const WavefrontCount fast = count_wavefronts(a);
    ASSERT_EQ(all.wavefronts, fast.wavefronts) << describe(a);
    ASSERT_EQ(all.conflicts, fast.conflicts);
    LaneMask in_phases = 0;
    for (const BankPhase& phase : all.phases) in_phases |= phase.lanes;
    ASSERT_EQ(in_phases, a.lanes);
    check_service(a, all);
  }
}

TEST(Memory, MovingAllAddressesBy128ChangesNothing) {
  Generator generate(6);
  for (int n = 0; n < 200000; ++n) {
    const Access shared = generate.next(Space::kShared), global = generate.next(Space::kGlobal);
    const std::uint64_t by = 128 * generate.below(1u << 16);
    ASSERT_EQ(count_wavefronts(shared).wavefronts, count_wavefronts(moved(shared, by)).wavefronts);
    ASSERT_EQ(count_sectors(global).sectors, count_sectors(moved(global, by)).sectors);
    ASSERT_EQ(count_sectors(global).lines, count_sectors(moved(global, by)).lines);
  }
}

TEST(Memory, WhatInactiveLanesHoldChangesNothing) {
  Generator generate(7);
  for (int n = 0; n < 100000; ++n) {
    const Access a = generate.next(n % 2 == 0 ? Space::kShared : Space::kGlobal);
    Access other = a;
    for (int i = 0; i < 32; ++i)
      if (!has_lane(a.lanes, i)) other.address[i] = generate.below(~std::uint64_t{0});
    ASSERT_EQ(count_wavefronts(a).wavefronts, count_wavefronts(other).wavefronts) << describe(a);
    ASSERT_EQ(count_sectors(a).sectors, count_sectors(other).sectors) << describe(a);
  }
}

TEST(Distinct, BothFormsEqualTheDefinition) {
  std::mt19937_64 random(8);
  for (int n = 0; n < 500000; ++n) {
    LaneKeys keys;
    const auto range = static_cast<std::int32_t>(1 + random() % (n % 2 == 0 ? 12 : 1000));
    for (int i = 0; i < 32; ++i) keys.key[i] = static_cast<std::int32_t>(random() % range) - range / 2;
    if (n % 3 == 0) std::sort(keys.key, keys.key + 32);
    LaneMask expected = 0;
    for (int i = 0; i < 32; ++i)
      if (std::find(keys.key + i + 1, keys.key + 32, keys.key[i]) == keys.key + 32) expected |= 1u << i;
    ASSERT_EQ(last_of_each_baseline(keys), expected);
    ASSERT_EQ(last_of_each(keys), expected);
  }
}

}  // namespace
}  // namespace warpglass
