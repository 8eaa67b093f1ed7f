// Every measured single-access pattern through the front end and the executor: all counts equal.
// Only the shared counts of float atomics are left out: in machine code they are a loop.
#include <gtest/gtest.h>

#include "pipeline.h"
#include "records.h"

namespace warpglass {
namespace {

TEST(Patterns, EveryCountEqualsTheHardware) {
  for (const nlohmann::json& record : records("patterns.json")) {
    SCOPED_TRACE(record["id"].get<std::string>());
    const auto result = run_record(record);
    ASSERT_NE(result, nullptr);
    const Counters& model = result->run.total;
    expect_equal(record, model,
                 {"global_load_requests", "global_load_sectors", "global_store_requests", "global_store_sectors",
                  "global_red_requests", "global_red_sectors"});
    if (record["id"].get<std::string>().find("atomic_float") != std::string::npos) continue;
    expect_equal(record, model,
                 {"inst_shared_load", "inst_shared_store", "inst_shared_atomic", "shared_load_wavefronts",
                  "shared_store_wavefronts", "bank_conflicts_load", "bank_conflicts_store", "bank_conflicts_atomic"});
  }
}

}  // namespace
}  // namespace warpglass
