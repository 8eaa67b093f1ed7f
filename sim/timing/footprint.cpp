// An open-addressing table of lines, and the queue of partly written lines that wait to be completed or filled. The
// eight lines of a KB lie together in the table.
#include "sim/timing/footprint.h"

#include <bit>

namespace warpglass::timing {
namespace {

constexpr std::uint32_t kNone = ~0u;

std::uint8_t whole_sectors(const std::uint64_t bytes[2]) {
  unsigned whole = 0;
  for (unsigned s = 0; s < 4; ++s)
    if (((bytes[s / 2] >> (s % 2 * 32)) & 0xffffffffu) == 0xffffffffu) whole |= 1u << s;
  return static_cast<std::uint8_t>(whole);
}

unsigned count(unsigned mask) { return static_cast<unsigned>(std::popcount(mask)); }

}  // namespace

std::uint8_t LineTouch::whole() const { return whole_sectors(bytes); }

Footprint::Footprint(const MachineSpec& machine, std::uint64_t resident_blocks)
    : resident_(resident_blocks), partial_limit_(machine.timing.l2_partial_lines.value), table_(std::size_t{1} << 12) {}

std::size_t Footprint::place_of(std::uint32_t line) const {
  std::uint64_t x = (line >> 3) * 0x9e3779b97f4a7c15ull;
  x ^= x >> 32;
  return static_cast<std::size_t>(x << 3 | (line & 7u)) & (table_.size() - 1);
}

LineUse& Footprint::use_of(std::uint32_t line) {
  const std::size_t mask = table_.size() - 1;
  for (std::size_t at = place_of(line);; at = (at + 1) & mask) {
    if (table_[at].line == line) return table_[at];
    if (table_[at].line != kNone) continue;
    if (used_ * 2 > table_.size()) {
      grow();
      return use_of(line);
    }
    ++used_;
    table_[at].line = line;
    return table_[at];
  }
}

void Footprint::grow() {
  std::vector<LineUse> old(table_.size() * 4);
  old.swap(table_);
  const std::size_t mask = table_.size() - 1;
  for (const LineUse& use : old) {
    if (use.line == kNone) continue;
    std::size_t at = place_of(use.line);
    while (table_[at].line != kNone) at = (at + 1) & mask;
    table_[at] = use;
  }
}

LineUse* Footprint::find(std::uint32_t line) {
  const std::size_t mask = table_.size() - 1;
  for (std::size_t at = place_of(line);; at = (at + 1) & mask) {
    if (table_[at].line == line) return &table_[at];
    if (table_[at].line == kNone) return nullptr;
  }
}

void Footprint::load(LineUse& use, std::uint32_t block, std::uint8_t sectors) {
  const bool again = use.last_block == block;
  const unsigned seen = again ? use.last_sectors : 0u;
  const unsigned fresh = sectors & ~seen;
  if (fresh == 0) return;
  totals_.load_sectors += count(fresh);
  for (unsigned half = 0; half < 2; ++half) {
    const unsigned of_half = 3u << (2 * half);
    if ((fresh & of_half) == 0 || (seen & of_half) != 0) continue;
    ++totals_.block_granules;
    if (use.first[half] != kNone) continue;
    use.first[half] = block;
    if (((use.stored | use.filled) & of_half) == 0) ++totals_.read_granules;
  }
  use.last_block = block;
  use.last_sectors = static_cast<std::uint8_t>(seen | sectors);
  use.read_sectors |= sectors;
}

void Footprint::fill_oldest() {
  while (next_waiting_ < waiting_.size()) {
    LineUse& use = use_of(waiting_[next_waiting_++]);
    if (use.partial == 0) continue;
    totals_.fill_sectors += count(use.partial);
    use.filled |= use.partial;
    use.partial = 0;
    --open_;
    return;
  }
}

void Footprint::store(LineUse& use, const LineTouch& touch) {
  const unsigned partial = touch.sectors & ~static_cast<unsigned>(touch.whole());
  totals_.store_sectors += count(touch.sectors);
  totals_.partial_sectors += count(partial);
  totals_.store_slots += count(touch.sectors) + (partial != 0 ? 1 : 0);
  const unsigned before = use.stored | use.partial | use.filled;
  totals_.written_sectors += count(touch.sectors & ~before);
  totals_.written_lines += before == 0 ? 1 : 0;
  const bool waited = use.partial != 0;
  use.bytes[0] |= touch.bytes[0];
  use.bytes[1] |= touch.bytes[1];
  use.stored = static_cast<std::uint8_t>(use.stored | whole_sectors(use.bytes));
  // A sector that was read is in L2 already: nothing to fill.
  use.partial = static_cast<std::uint8_t>((use.partial | partial) & ~(use.stored | use.filled | use.read_sectors));
  if (waited && use.partial == 0) --open_;
  if (waited || use.partial == 0) return;
  ++open_;
  waiting_.push_back(use.line);
  if (open_ > partial_limit_) fill_oldest();
}

void Footprint::add(std::uint64_t block, Operation operation, const std::vector<LineTouch>& lines) {
  for (const LineTouch& touch : lines) {
    LineUse& use = use_of(touch.line);
    if (operation == Operation::kLoad) {
      load(use, static_cast<std::uint32_t>(block), touch.sectors);
    } else if (operation == Operation::kStore) {
      store(use, touch);
    } else {
      totals_.atomic_sectors += count(touch.sectors & ~static_cast<unsigned>(use.atomic_sectors));
      use.atomic_sectors |= touch.sectors;
    }
  }
}

void Footprint::finish() {
  totals_.touched_lines = used_;
  totals_.touched_kilobytes = 0;
  for (const LineUse& use : table_) {
    if (use.line == kNone) continue;
    bool lowest = true;
    for (std::uint32_t at = use.line & ~7u; at < use.line && lowest; ++at) lowest = find(at) == nullptr;
    totals_.touched_kilobytes += lowest ? 1 : 0;
  }
}

}  // namespace warpglass::timing
