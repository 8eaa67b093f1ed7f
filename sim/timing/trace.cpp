// Recording: one block at a time is kept; when it ends, equal paths are stored once.
#include "sim/timing/trace.h"

#include <algorithm>
#include <bit>

#include "sim/timing/price.h"

namespace warpglass::timing {
namespace {

constexpr std::size_t kMostLines = 24'000'000;  // of all kept accesses together

std::uint64_t hash_runs(const std::vector<Run>& runs) {
  std::uint64_t hash = 0xcbf29ce484222325ull;
  for (const Run& run : runs) hash = (hash ^ (std::uint64_t{run.first} << 32 | run.count)) * 0x100000001b3ull;
  return hash;
}

}  // namespace

TraceRecorder::TraceRecorder(const MachineCode& code, const MachineSpec& machine, Footprint& footprint, Trace& trace,
                             Choice choice)
    : code_(code), machine_(machine), footprint_(footprint), trace_(trace), choice_(choice) {}

TraceRecorder::WarpRecord& TraceRecorder::warp_of(const WarpPlace& where) {
  if (warps_.size() <= where.warp) warps_.resize(where.warp + 1);
  return warps_[where.warp];
}

void TraceRecorder::block_started(std::uint64_t block) {
  block_ = ~std::uint64_t{0};
  if (block < choice_.first || (block - choice_.first) % choice_.every != 0) return;
  if (trace_.instructions >= choice_.limit || trace_.lines.size() >= kMostLines) return;
  block_ = block;
  before_ = footprint_.totals().load_sectors;
  first_op_ = static_cast<std::uint32_t>(trace_.memory.size());
  warps_.clear();
}

void TraceRecorder::run_started(const WarpPlace& where, std::uint32_t instruction, std::uint32_t count, LaneMask) {
  if (where.block == block_) warp_of(where).runs.push_back({instruction, count});
}

void TraceRecorder::run_cut(const WarpPlace& where, std::uint32_t instruction) {
  if (where.block != block_) return;
  std::vector<Run>& runs = warp_of(where).runs;
  if (runs.empty()) return;
  Run& last = runs.back();
  if (instruction <= last.first) {
    runs.pop_back();
  } else {
    last.count = std::min(last.count, instruction - last.first);
  }
}

void TraceRecorder::access(const WarpPlace& where, const Access& access) {
  const bool global = access.space == Space::kGlobal;
  if (global) {
    ++accesses_;
    touch_lines(access, machine_, lines_);
    footprint_.add(where.block, access.operation, lines_);
  }
  if (where.block == block_) keep(where, access);
}

void TraceRecorder::keep(const WarpPlace& where, const Access& access) {
  WarpRecord& warp = warp_of(where);
  if (!warp.accesses.empty() && warp.accesses.back().sequence == where.sequence) return;  // a generic one, split
  warp.accesses.push_back({where.sequence, static_cast<std::uint32_t>(trace_.memory.size())});
  if (access.space != Space::kGlobal) lines_.clear();
  MemoryOp op = price(access, machine_, lines_);
  op.first_line = static_cast<std::uint32_t>(trace_.lines.size());
  for (const LineTouch& touch : lines_) {
    const unsigned partial = access.operation == Operation::kStore ? touch.sectors & ~unsigned{touch.whole()} : 0u;
    trace_.lines.push_back({touch.line, touch.sectors, static_cast<std::uint8_t>(partial), 0, 0});
  }
  trace_.memory.push_back(op);
}

std::uint32_t TraceRecorder::intern(std::vector<Run>& runs) {
  const std::uint64_t hash = hash_runs(runs);
  const auto range = known_.equal_range(hash);
  for (auto it = range.first; it != range.second; ++it)
    if (trace_.paths[it->second] == runs) return it->second;
  const auto id = static_cast<std::uint32_t>(trace_.paths.size());
  known_.emplace(hash, id);
  trace_.paths.push_back(std::move(runs));
  return id;
}

void TraceRecorder::finish_warp(WarpRecord& record, WarpTrace& warp) {
  warp.first_memory = trace_.order.size();
  std::uint64_t sequence = 0;
  std::size_t next = 0;
  for (const Run& run : record.runs) {
    for (std::uint32_t pc = run.first; pc < run.first + run.count && pc < code_.ops.size(); ++pc, ++sequence) {
      if (!is_memory(code_.ops[pc].pipe)) continue;
      while (next < record.accesses.size() && record.accesses[next].sequence < sequence) ++next;
      const bool found = next < record.accesses.size() && record.accesses[next].sequence == sequence;
      trace_.order.push_back(found ? record.accesses[next].memory : kNoOp);
    }
  }
  trace_.instructions += sequence;
  warp.path = intern(record.runs);
}

void TraceRecorder::block_finished(std::uint64_t block) {
  if (block != block_) return;
  BlockTrace out;
  out.block = block;
  out.first_op = first_op_;
  out.op_count = static_cast<std::uint32_t>(trace_.memory.size()) - first_op_;
  out.warps.resize(warps_.size());
  for (std::size_t w = 0; w < warps_.size(); ++w) finish_warp(warps_[w], out.warps[w]);
  trace_.load_sectors += footprint_.totals().load_sectors - before_;
  trace_.blocks.push_back(std::move(out));
  block_ = ~std::uint64_t{0};
}

namespace {

// A draw between 0 and 1 that depends on the half line and the block alone.
double draw_of(std::uint32_t line, unsigned half, std::uint32_t block) {
  const std::uint64_t x = ((std::uint64_t{line} << 1 | half) * 0x9e3779b97f4a7c15ull) ^ (block * 0xbf58476d1ce4e5b9ull);
  return static_cast<double>((x ^ x >> 31) * 0x94d049bb133111ebull >> 40) / 16777216.0;
}

std::uint64_t find_cold_sectors(TouchedLine& line, std::uint32_t block, Footprint& footprint, double keep) {
  std::uint64_t granules = 0;
  LineUse* use = footprint.find(line.line);
  if (use == nullptr) return 0;
  for (unsigned half = 0; half < 2; ++half) {
    const std::uint32_t first = use->first[half];
    const unsigned sectors = line.sectors & (3u << (2 * half));
    if (first == block) {
      if (use->claimed[half]) continue;
      use->claimed[half] = sectors != 0;
      if (keep < 1 && draw_of(line.line, half, block) >= keep) continue;
      granules += sectors != 0 ? 1 : 0;
      line.cold |= static_cast<std::uint8_t>(sectors);
    } else if (first < block && block - first < footprint.resident_blocks()) {
      line.late |= static_cast<std::uint8_t>(sectors);
    }
  }
  return granules;
}

}  // namespace

void find_cold_lines(Trace& trace, Footprint& footprint, double keep) {
  for (const BlockTrace& block : trace.blocks) {
    for (std::uint32_t o = block.first_op; o < block.first_op + block.op_count; ++o) {
      const MemoryOp& op = trace.memory[o];
      if (op.turns != 0) continue;
      for (std::uint32_t l = op.first_line; l < op.first_line + op.line_count; ++l)
        trace.cold_granules +=
            find_cold_sectors(trace.lines[l], static_cast<std::uint32_t>(block.block), footprint, keep);
    }
  }
}

}  // namespace warpglass::timing
