// Every measured single-access pattern through the front end and the executor: all counts equal.
// Two things are not in the source. Float atomics on shared memory are a loop in machine code: their shared counts are
// left out. And in the masked kernels the compiler moves a load into the branch that uses its value, so the hardware
// read it with the masked lanes only; those sectors are compared with the same row of elements under the mask.
#include <gtest/gtest.h>

#include "pipeline.h"
#include "records.h"
#include "sim/memory/coalesce.h"

namespace warpglass {
namespace {

// Sectors of a row of 32 elements from the start of a buffer.
std::uint64_t row_sectors(std::uint8_t bytes, LaneMask lanes) {
  Access access;
  access.bytes = bytes;
  access.lanes = lanes;
  for (std::size_t lane = 0; lane < kLanes; ++lane) access.address[lane] = lane * bytes;
  return count_sectors(access).sectors;
}

// What the model's global load sectors have more than the hardware's because of a load that the compiler moved.
std::uint64_t moved_sectors(const nlohmann::json& record) {
  const std::string kernel = record["kernel"];
  if (kernel != "sh_ld_masked" && kernel != "sh_st_masked") return 0;
  const auto mask = static_cast<LaneMask>(record["args"][1]["int32"].get<std::int64_t>());
  const std::uint8_t wide = record["defines"]["ELEM"] == "double" ? 8 : 16;
  const std::uint8_t bytes = kernel == "sh_ld_masked" ? 4 : wide;  // index[t] there, in[t] here
  return row_sectors(bytes, kAllLanes) - row_sectors(bytes, mask);
}

TEST(Patterns, EveryCountEqualsTheHardware) {
  for (const nlohmann::json& record : records("patterns.json")) {
    SCOPED_TRACE(record["id"].get<std::string>());
    const auto result = run_record(record);
    ASSERT_NE(result, nullptr);
    const Counters& model = result->run.total;
    expect_equal(record, model,
                 {"global_load_requests", "global_store_requests", "global_store_sectors", "global_red_requests",
                  "global_red_sectors"});
    EXPECT_EQ(model.global_load_sectors - moved_sectors(record), record["measured"]["global_load_sectors"]);
    if (record["id"].get<std::string>().find("atomic_float") != std::string::npos) continue;
    expect_equal(record, model,
                 {"inst_shared_load", "inst_shared_store", "inst_shared_atomic", "shared_load_wavefronts",
                  "shared_store_wavefronts", "bank_conflicts_load", "bank_conflicts_store", "bank_conflicts_atomic"});
  }
}

}  // namespace
}  // namespace warpglass
