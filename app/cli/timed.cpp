// Every number is the timing model's; nothing is computed here but shares.
#include "app/cli/timed.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

namespace warpglass {
namespace {

using nlohmann::ordered_json;

// One letter for each Stall, in its order; a dot is a cycle of waiting for nothing of the warp's own.
constexpr char kLetters[kStalls + 1] = "#LSwmMGBbdi.^";

std::uint64_t sum_of(const StallCycles& cycles) {
  std::uint64_t sum = 0;
  for (const std::uint64_t count : cycles) sum += count;
  return sum;
}

ordered_json stalls_json(const StallCycles& cycles) {
  ordered_json out = ordered_json::object();
  for (std::size_t s = 0; s < kStalls; ++s) out[stall_name(static_cast<Stall>(s))] = cycles[s];
  return out;
}

// The two longest waits of a line, as text.
std::string worst_of(const StallCycles& cycles, std::uint64_t total) {
  std::array<std::size_t, kStalls> order{};
  for (std::size_t s = 0; s < kStalls; ++s) order[s] = s;
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return cycles[a] > cycles[b]; });
  std::string out;
  for (std::size_t i = 0, shown = 0; i < kStalls && shown < 3; ++i) {
    if (cycles[order[i]] == 0) break;
    out += fmt::format("{}{} {:.0f} %", out.empty() ? "" : ", ", stall_name(static_cast<Stall>(order[i])),
                       100.0 * static_cast<double>(cycles[order[i]]) / static_cast<double>(total));
    ++shown;
  }
  return out;
}

void print_stalls(const TimedResult& times) {
  const std::uint64_t total = std::max<std::uint64_t>(1, sum_of(times.stalls));
  fmt::print("Where the warps' cycles go (warp-cycles of the replayed multiprocessor)\n");
  for (std::size_t s = 0; s < kStalls; ++s) {
    if (times.stalls[s] == 0) continue;
    fmt::print("  {:<18} {:>12} {:>6.1f} %\n", stall_name(static_cast<Stall>(s)), times.stalls[s],
               100.0 * static_cast<double>(times.stalls[s]) / static_cast<double>(total));
  }
  fmt::print("By line\n");
  for (const LineStalls& line : times.stalls_by_line) {
    if (line.file != 0 || line.line == 0) continue;
    const std::uint64_t cycles = sum_of(line.cycles);
    fmt::print("  line {:<6} {:>12} {:>6.1f} %  {}\n", line.line, cycles,
               100.0 * static_cast<double>(cycles) / static_cast<double>(total), worst_of(line.cycles, cycles));
  }
}

}  // namespace

void add_times(ordered_json& out, const TimedResult& times) {
  if (!times.ok) {
    out["time_problem"] = times.problem.empty() ? "The launch has no time." : times.problem;
    return;
  }
  out["time_cold_us"] = times.time_cold_us;
  out["time_back_to_back_us"] = times.time_back_to_back_us;
  out["cycles"] = times.cycles;
  out["simulated_fraction"] = times.simulated_fraction;
  out["stalls"] = stalls_json(times.stalls);
  ordered_json lines = ordered_json::array();
  for (const LineStalls& line : times.stalls_by_line) {
    if (line.file != 0 || line.line == 0) continue;
    lines.push_back({{"line", line.line}, {"stalls", stalls_json(line.cycles)}});
  }
  out["stalls_by_line"] = std::move(lines);
  out["estimate"] = times.estimate;
  out["sampled"] = times.sampled;
  out["l2_read_sectors"] = times.l2_read_sectors;
  out["l2_write_sectors"] = times.l2_write_sectors;
  out["dram_bytes_read"] = times.dram_bytes_read;
  out["dram_bytes_written"] = times.dram_bytes_written;
  const Utilisation& use = times.utilisation;
  out["utilisation"] = {{"issue", use.issue}, {"lsu", use.lsu},   {"l1_port", use.l1_port},
                        {"l2", use.l2},       {"dram", use.dram}, {"launcher", use.launcher}};
  out["occupancy"] = {{"blocks_per_sm", times.occupancy.blocks},
                      {"limit", times.occupancy.limit()},
                      {"theoretical", times.occupancy.theoretical()},
                      {"achieved", times.achieved_occupancy}};
}

void print_times(const TimedResult& times, const Program& program) {
  if (!times.ok) {
    fmt::print("\n{}\n", times.problem.empty() ? "The launch has no time." : times.problem);
    return;
  }
  fmt::print("\nTime of {} (model; machine code and registers are estimates)\n", program.kernel);
  fmt::print("  cold caches        {:>10.2f} us   {:.0f} cycles\n", times.time_cold_us, times.cycles);
  fmt::print("  back to back       {:>10.2f} us a launch\n", times.time_back_to_back_us);
  fmt::print("  replayed           {:>10.3f} of the warp instructions{}\n", times.simulated_fraction,
             times.sampled ? ", the rest extrapolated" : "");
  fmt::print("  resident           {:>10} blocks a multiprocessor, limited by {}; warps {:.0f} % of {:.0f} %\n",
             times.occupancy.blocks, times.occupancy.limit(), 100 * times.achieved_occupancy,
             100 * times.occupancy.theoretical());
  const Utilisation& use = times.utilisation;
  fmt::print(
      "  busy               issue {:.0f} %, LSU {:.0f} %, L1 port {:.0f} %, L2 {:.0f} %, DRAM {:.0f} %, "
      "launcher {:.0f} %\n\n",
      100 * use.issue, 100 * use.lsu, 100 * use.l1_port, 100 * use.l2, 100 * use.dram, 100 * use.launcher);
  print_stalls(times);
}

void print_timeline(const TimedAnswer& answer, std::size_t columns, std::size_t warps) {
  if (!answer.times.ok || answer.timeline.empty()) return;
  std::uint64_t end = 1;
  const std::size_t count = std::min(warps, answer.timeline.size());
  for (std::size_t w = 0; w < count; ++w)
    for (const WarpSegment& segment : answer.timeline[w].segments) end = std::max(end, segment.cycle + segment.length);
  const std::uint64_t width = std::max<std::uint64_t>(1, (end + columns - 1) / columns);
  fmt::print("\nOne multiprocessor, {} cycles a column:", width);
  for (std::size_t s = 0; s < kStalls; ++s) fmt::print(" {}={}", kLetters[s], stall_name(static_cast<Stall>(s)));
  fmt::print("\n");
  for (std::size_t w = 0; w < count; ++w) {
    const WarpTimeline& warp = answer.timeline[w];
    std::vector<std::array<std::uint64_t, kStalls>> cells(columns);
    for (const WarpSegment& segment : warp.segments) {
      for (std::uint64_t at = segment.cycle; at < segment.cycle + segment.length;) {
        const std::uint64_t cell = at / width;
        const std::uint64_t next = std::min((cell + 1) * width, segment.cycle + segment.length);
        if (cell < columns) cells[cell][static_cast<std::size_t>(segment.kind)] += next - at;
        at = next;
      }
    }
    std::string text(columns, ' ');
    for (std::size_t c = 0; c < columns; ++c) {
      const auto most = std::max_element(cells[c].begin(), cells[c].end());
      if (*most != 0) text[c] = kLetters[most - cells[c].begin()];
    }
    fmt::print("block {:>6} warp {:>2} |{}|\n", warp.block, warp.warp, text);
  }
  if (count < answer.timeline.size()) fmt::print("... {} more warps\n", answer.timeline.size() - count);
}

}  // namespace warpglass
