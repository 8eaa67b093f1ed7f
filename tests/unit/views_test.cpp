// Views: tables as text, chips, sentences, and sites found in a Program.
#include <gtest/gtest.h>

#include "sim/views/build_sites.h"
#include "sim/views/sites.h"
#include "sim/views/table.h"

namespace warpglass {
namespace {

Access strided(Space space, std::uint64_t bytes_apart, std::uint8_t bytes = 4) {
  Access access;
  access.space = space;
  access.bytes = bytes;
  for (std::size_t i = 0; i < kLanes; ++i) access.address[i] = 4096 + i * bytes_apart;
  return access;
}

TEST(Table, CellsReadLikeNumbers) {
  EXPECT_EQ(count_cell(0).text, "0");
  EXPECT_EQ(count_cell(999).text, "999");
  EXPECT_EQ(count_cell(1'234'567).text, "1,234,567");
  EXPECT_EQ(ratio_cell(16.5).text, "16.50");
  EXPECT_EQ(ratio_cell(1.0 / 0.0).text, "-");
  EXPECT_EQ(percent_cell(0.33).text, "33 %");
}

TEST(Table, AlignsByColumnsOnTheScreen) {
  Table table{"t", "제목", {{"a", "이름", Align::kLeft}, {"b", "value"}}, {}};
  table.rows.push_back({text_cell("가나다"), count_cell(1)});
  table.rows.push_back({text_cell("ab"), count_cell(12345)});
  EXPECT_EQ(format_table(table), "제목\n이름     value\n가나다       1\nab      12,345\n");
}

TEST(Table, CutsTheLastColumnsFirst) {
  Table table{"t", "", {{"a", "a", Align::kLeft}, {"b", "b", Align::kLeft}}, {}};
  table.rows.push_back({text_cell("0123456789"), text_cell("가나다라마바사")});
  EXPECT_EQ(format_table(table, 20), "a           b\n0123456789  가나다…\n");
  EXPECT_EQ(format_table(table, 13), "a\n0123456789\n");
  EXPECT_EQ(format_table(table, 5), "a\n0123…\n");
  table.rows.push_back({text_cell("\xff\xe0 broken")});
  EXPECT_FALSE(format_table(table, 1).empty());
}

TEST(Chips, SayActualAndBest) {
  AccessSite calm, strong, never;
  calm.span.line = 14, calm.requests = 10, calm.cost = 40, calm.best = 40;
  strong.span.line = 9, strong.space = Space::kShared, strong.requests = 10, strong.cost = 320, strong.best = 10;
  never.span.line = 3;
  const auto made = chips({calm, strong, never});
  ASSERT_EQ(made.size(), 2u);
  EXPECT_EQ(made[0].text, "S 32/1");
  EXPECT_EQ(made[0].level, ChipLevel::kStrong);
  EXPECT_EQ(made[0].site, 1u);
  EXPECT_EQ(made[1].text, "G 4/4");
  EXPECT_EQ(made[1].level, ChipLevel::kCalm);
  calm.cost = 45, calm.best = 20;
  EXPECT_EQ(chips({calm})[0].text, "G 4.5/2");
  EXPECT_EQ(chips({calm})[0].level, ChipLevel::kWarning);
}

TEST(Sentence, NamesTheSharedCases) {
  const auto of = [](const Access& access) { return describe_shared(access, banks(access)); };
  const Sentence conflict = of(strided(Space::kShared, 128));
  EXPECT_EQ(conflict.kind, SentenceKind::kSharedConflict);
  EXPECT_EQ(conflict.numbers, (std::vector<std::int64_t>{32, 32, 0, 32, 1}));
  EXPECT_EQ(of(strided(Space::kShared, 4)).kind, SentenceKind::kSharedFree);
  EXPECT_EQ(of(strided(Space::kShared, 132)).kind, SentenceKind::kSharedFree);
  EXPECT_EQ(of(strided(Space::kShared, 0)).kind, SentenceKind::kSharedBroadcast);
  EXPECT_EQ(of(strided(Space::kShared, 16, 16)).kind, SentenceKind::kSharedFree);
  Access nobody = strided(Space::kShared, 4);
  nobody.lanes = 0;
  EXPECT_EQ(of(nobody).kind, SentenceKind::kNothing);
}

TEST(Sentence, NamesTheGlobalCases) {
  const auto of = [](const Access& access) { return describe_global(access, coalesce(access)); };
  EXPECT_EQ(of(strided(Space::kGlobal, 4)).kind, SentenceKind::kGlobalCoalesced);
  EXPECT_EQ(of(strided(Space::kGlobal, 4)).numbers, (std::vector<std::int64_t>{32, 128, 4, 1}));
  const Sentence waste = of(strided(Space::kGlobal, 12));
  EXPECT_EQ(waste.kind, SentenceKind::kGlobalWaste);
  EXPECT_EQ(waste.numbers, (std::vector<std::int64_t>{32, 12, 3, 384, 128, 33}));
  EXPECT_EQ(of(strided(Space::kGlobal, 0)).kind, SentenceKind::kGlobalBroadcast);
}

TEST(Tables, HoldARowForEachLaneAndWord) {
  const Access access = strided(Space::kShared, 128);
  EXPECT_EQ(coalescing_table(access, coalesce(access)).rows.size(), 32u);
  EXPECT_EQ(bank_table(access, banks(access)).rows.size(), 32u);
  const Access same = strided(Space::kShared, 0);
  ASSERT_EQ(bank_table(same, banks(same)).rows.size(), 1u);
  EXPECT_EQ(bank_table(same, banks(same)).rows[0].back().text, "0-31");
  Counters counters;
  counters.barriers = 7;
  ASSERT_EQ(counters_table(counters).rows.size(), 1u);
  EXPECT_EQ(counters_table(counters).rows[0][0].text, "barriers");
}

Program two_loads_one_store() {
  Program program;
  program.sources.files.push_back({"k.cu", "b[i] = a[i  *\n 2];\n"});
  Instruction load;
  load.opcode = Opcode::kLoad, load.type = ValueType::kF32, load.space = Space::kGeneric;
  load.span = {0, 7, 10, 1, 8};
  Instruction store = load;
  store.opcode = Opcode::kStore, store.space = Space::kShared;
  store.span = {0, 0, 4, 1, 1};
  Instruction local = load;
  local.space = Space::kLocal;
  program.code = {load, store, load, local};
  return program;
}

TEST(Sites, AreFoundPricedAndMerged) {
  std::vector<Counters> counters(4);
  counters[0].global_load_requests = 2, counters[0].global_load_sectors = 32, counters[0].global_load_bytes_asked = 256;
  counters[2] = counters[0];
  counters[1].shared_store_requests = 2, counters[1].shared_store_wavefronts = 6, counters[1].bank_conflicts_store = 4;
  const BuiltSites built = build_sites(two_loads_one_store(), counters, 32);
  ASSERT_EQ(built.sites.size(), 2u);
  EXPECT_EQ(built.sites[0].text, "b[i]");
  EXPECT_EQ(built.sites[0].cost, 6u);
  EXPECT_EQ(built.sites[0].best, 2u);
  EXPECT_EQ(built.sites[1].text, "a[i * 2]");
  EXPECT_EQ(built.sites[1].requests, 4u);
  EXPECT_EQ(built.sites[1].cost, 64u);
  EXPECT_EQ(built.sites[1].best, 16u);
  EXPECT_EQ(built.by_instruction.at({2, Space::kGlobal}), 1u);
  EXPECT_EQ(built.by_instruction.at({0, Space::kGlobal}), 1u);
}

TEST(Sites, SurviveOddSpans) {
  SourceSet sources;
  EXPECT_EQ(span_text(sources, {0, 0, 4, 1, 1}), "");
  sources.files.push_back({"k.cu", "short"});
  EXPECT_EQ(span_text(sources, {0, 3, 4000, 1, 4}), "rt");
  EXPECT_EQ(span_text(sources, {0, 99, 1, 1, 1}), "");
  EXPECT_EQ(build_sites(two_loads_one_store(), {}, 32).sites.size(), 2u);
}

}  // namespace
}  // namespace warpglass
