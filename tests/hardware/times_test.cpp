// Predicted times against measured ones, over every recorded launch: the printed table is the statement of accuracy.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <cmath>
#include <map>

#include "records.h"
#include "time_record.h"

namespace warpglass {
namespace {

using nlohmann::json;

const std::vector<TimedRecord>& timed() {
  static const std::vector<TimedRecord> all = [] {
    std::vector<TimedRecord> out;
    for (const json& record : records("launches.json")) out.push_back(time_record(record));
    return out;
  }();
  return all;
}

double error_of(const TimedRecord& row) {
  return row.result.time_cold_us / (row.measured["time_cold_ns"].get<double>() / 1000) - 1;
}

void print_row(const TimedRecord& row) {
  const double measured = row.measured["time_cold_ns"].get<double>() / 1000;
  const double back =
      row.measured["time_back_to_back_us"].is_number() ? row.measured["time_back_to_back_us"].get<double>() : 0;
  const auto ratio = [&](double value, const char* name) {
    const double m = row.measured[name].get<double>();
    return m > 0 ? value / m : 1.0;
  };
  const Utilisation& u = row.result.utilisation;
  fmt::print(
      "{:34} {:8.2f} {:8.2f} {:+6.1f}% {:7.2f} {:7.2f} | {:5.2f} {:5.2f} {:5.2f} {:5.2f} | {:3.0f} {:3.0f} {:3.0f} "
      "{:3.0f} {:3.0f} | {:4.2f} {:6.3f} {:5.2f}s\n",
      row.id, measured, row.result.time_cold_us, 100 * error_of(row), back, row.result.time_back_to_back_us,
      ratio(row.result.l2_read_sectors, "l2_read_sectors"), ratio(row.result.l2_write_sectors, "l2_write_sectors"),
      ratio(row.result.dram_bytes_read, "dram_bytes_read"),
      ratio(static_cast<double>(row.result.warp_instructions), "warp_instructions"), 100 * u.issue, 100 * u.lsu,
      100 * u.l2, 100 * u.dram, 100 * u.launcher, row.result.achieved_occupancy, row.result.simulated_fraction,
      row.seconds);
}

TEST(LongTimes, Table) {
  double sum = 0, worst = 0;
  int count = 0, close = 0;
  fmt::print("{:34} {:>8} {:>8} {:>7} {:>15} | l2r l2w dram instr | issue lsu l2 dram launch | occ sim\n", "launch",
             "measured", "model", "error", "back to back");
  for (const TimedRecord& row : timed()) {
    print_row(row);
    if (row.measured["time_cold_ns"].get<double>() < 5000) continue;
    const double error = std::abs(error_of(row));
    sum += error;
    worst = std::max(worst, error);
    ++count;
    close += error <= 0.1;
  }
  fmt::print("{} launches of 5 us and longer: mean {:.2f} %, worst {:.1f} %, {} within 10 %\n", count,
             100 * sum / count, 100 * worst, close);
}

}  // namespace
}  // namespace warpglass
