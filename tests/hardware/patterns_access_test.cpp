// Every measured single-access pattern against banks() and coalesce() directly, without the front end: the access is
// built from the recorded indices; the kernel's name says what it does with them and ELEM how wide it is.
#include <gtest/gtest.h>

#include <map>

#include "records.h"
#include "sim/memory/banks.h"
#include "sim/memory/coalesce.h"

namespace warpglass {
namespace {

using nlohmann::json;

std::uint8_t element_width(const json& record) {
  static const std::map<std::string, std::uint8_t> widths{{"char", 1},   {"short", 2},  {"float", 4},
                                                          {"double", 8}, {"float2", 8}, {"float4", 16}};
  return record.contains("defines") ? widths.at(record["defines"].value("ELEM", "float")) : 4;
}

bool starts_with(const std::string& text, const char* head) { return text.rfind(head, 0) == 0; }

Access access_of(const json& record) {
  const std::string kernel = record["kernel"];
  Access access;
  access.bytes = element_width(record);
  access.space = starts_with(kernel, "sh_") ? Space::kShared : Space::kGlobal;
  if (starts_with(kernel, "sh_st") || starts_with(kernel, "st_")) access.operation = Operation::kStore;
  if (starts_with(kernel, "sh_atomic")) {
    access.operation = Operation::kAtomic;
    access.atomic = kernel == "sh_atomic_max" ? AtomicKind::kMax : AtomicKind::kAdd;
    access.operand_is_one = kernel == "sh_atomic";
    access.result_used = kernel == "sh_atomic_ret";
  }
  const json& indices = record["args"][access.space == Space::kShared ? 0 : 1]["fill"]["data"];
  for (std::size_t lane = 0; lane < 32; ++lane)
    access.address[lane] = indices.at(lane).get<std::uint64_t>() * access.bytes;
  if (kernel == "sh_ld_masked" || kernel == "sh_st_masked")
    access.lanes = static_cast<LaneMask>(record["args"][1]["int32"].get<std::int64_t>());
  return access;
}

TEST(PatternAccess, SharedWavefrontsAndConflictsEqualTheHardware) {
  int compared = 0;
  for (const json& record : records("patterns.json")) {
    const std::string kernel = record["kernel"];
    if (!starts_with(kernel, "sh_") || kernel == "sh_atomic_float") continue;  // a loop in machine code
    const Access access = access_of(record);
    const json& measured = record["measured"];
    const BankAccess all = banks(access);
    const WavefrontCount fast = count_wavefronts(access);
    EXPECT_EQ(all.wavefronts, fast.wavefronts) << record["id"];
    EXPECT_EQ(all.conflicts, fast.conflicts) << record["id"];
    switch (access.operation) {
      case Operation::kLoad:
        EXPECT_EQ(fast.wavefronts, measured["shared_load_wavefronts"]) << record["id"];
        EXPECT_EQ(fast.conflicts, measured["bank_conflicts_load"]) << record["id"];
        break;
      case Operation::kStore:
        EXPECT_EQ(fast.wavefronts, measured["shared_store_wavefronts"]) << record["id"];
        EXPECT_EQ(fast.conflicts, measured["bank_conflicts_store"]) << record["id"];
        break;
      case Operation::kAtomic:
        EXPECT_EQ(fast.conflicts, measured["bank_conflicts_atomic"]) << record["id"];
        break;
    }
    ++compared;
  }
  EXPECT_EQ(compared, 1163);
}

TEST(PatternAccess, GlobalSectorsEqualTheHardware) {
  int compared = 0;
  for (const json& record : records("patterns.json")) {
    const std::string kernel = record["kernel"];
    if (starts_with(kernel, "sh_")) continue;
    const Access access = access_of(record);
    const bool is_load = access.operation == Operation::kLoad;
    const std::uint32_t measured = record["measured"][is_load ? "global_load_sectors" : "global_store_sectors"];
    const std::uint32_t index_sectors = is_load ? 4 : 0;  // 32 ints in a row, read by the same kernel
    EXPECT_EQ(count_sectors(access).sectors + index_sectors, measured) << record["id"];
    EXPECT_EQ(coalesce(access).sectors.size() + index_sectors, measured) << record["id"];
    ++compared;
  }
  EXPECT_EQ(compared, 40);
}

}  // namespace
}  // namespace warpglass
