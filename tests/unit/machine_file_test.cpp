// Machine files: every preset goes through its text, mistakes are named by line and key, and no number of the specs is
// without a key.
#include "app/scene/machine_file.h"

#include <gtest/gtest.h>

#include <cstdint>

#include "app/scene/machine_fields.h"

namespace warpglass {
namespace {

const char* kOwn = R"(format_version = 1
name = "lab_gpu"
title = "The GPU in our lab"
base = "a100"
[limits]
sms = 84
clock_ghz = { value = 1.71, source = "measured" }
)";

std::string first_error(const std::string& text, std::uint32_t line, const std::string& key) {
  std::vector<SceneError> errors;
  EXPECT_FALSE(read_machine(text, errors)) << text;
  if (errors.empty()) return "no error";
  EXPECT_EQ(errors[0].line, line) << errors[0].message;
  EXPECT_EQ(errors[0].key, key) << errors[0].message;
  return errors[0].message;
}

TEST(MachineFile, GivenNumbersReplaceTheBase) {
  std::vector<SceneError> errors;
  const auto machine = read_machine(kOwn, errors);
  ASSERT_TRUE(machine) << errors[0].message;
  EXPECT_EQ(machine->name, "lab_gpu");
  EXPECT_EQ(machine->sms.value, 84u);
  EXPECT_EQ(machine->sms.source, NumberSource::kPublished);
  EXPECT_EQ(machine->clock_ghz.value, 1.71);
  EXPECT_EQ(machine->clock_ghz.source, NumberSource::kMeasured);
  EXPECT_EQ(machine->max_threads_per_sm.value, find_machine("a100")->max_threads_per_sm.value);
  EXPECT_EQ(machine->max_threads_per_sm.source, NumberSource::kAssumed);
  EXPECT_EQ(machine->timing.alu_latency.source, NumberSource::kAssumed);
}

TEST(MachineFile, EveryPresetComesBackFromItsText) {
  for (const MachineSpec& preset : machine_presets()) {
    std::vector<SceneError> errors;
    const std::string text = write_machine(preset);
    const auto machine = read_machine(text, errors);
    ASSERT_TRUE(machine) << preset.name << ": " << (errors.empty() ? "" : errors[0].key + " " + errors[0].message);
    EXPECT_EQ(machine->name, "my_" + preset.name);
    MachineSpec named = *machine;
    named.name = preset.name;
    EXPECT_EQ(write_machine(named), text);
    EXPECT_EQ(machine->clock_ghz.source, preset.clock_ghz.source);
  }
}

TEST(MachineFile, MistakesAreNamedByLineAndKey) {
  const std::string own = kOwn;
  first_error(own + "smss = 3\n", 8, "limits.smss");
  first_error(own + "banks = 24\n", 8, "limits.banks");
  first_error(own + "max_blocks_per_sm = 2.5\n", 8, "limits.max_blocks_per_sm");
  first_error(own + "max_threads_per_sm = 512\n", 5, "limits.max_threads_per_block");
  first_error(own + "[timing]\ndram_bytes_per_ns = 0\n", 9, "timing.dram_bytes_per_ns");
  first_error(own + "[timing]\ndram_bytes_per_ns = nan\n", 9, "timing.dram_bytes_per_ns");
  first_error(own + "[timing]\nl2_latency = { value = 3, source = \"guessed\" }\n", 9, "timing.l2_latency.source");
  first_error(own + "[timing]\nl2_latency = { source = \"measured\" }\n", 9, "timing.l2_latency.value");
  first_error("format_version = 2\nname = \"x\"\ntitle = \"x\"\nbase = \"a100\"\n", 1, "format_version");
  first_error("format_version = 1\nname = \"h200\"\ntitle = \"x\"\nbase = \"a100\"\n", 2, "name");
  first_error("format_version = 1\nname = \"x y\"\ntitle = \"x\"\nbase = \"a100\"\n", 2, "name");
  EXPECT_NE(first_error("format_version = 1\nname = \"x\"\ntitle = \"x\"\nbase = \"b100\"\n", 4, "base").find("b100"),
            std::string::npos);
  std::vector<SceneError> errors;
  EXPECT_FALSE(read_machine("name = 3\n[limits]\nsms = \"many\"\n", errors));
  EXPECT_GE(errors.size(), 5u);  // all at once
}

TEST(MachineFile, HostileTextIsRefused) {
  for (const std::string& text : {std::string(), std::string(1u << 20, 'x'), std::string("\0\0", 2),
                                  std::string(5000, '['), std::string("format_version = 99999999999999999999")}) {
    std::vector<SceneError> errors;
    EXPECT_FALSE(read_machine(text, errors));
    EXPECT_FALSE(errors.empty());
  }
}

TEST(MachineFile, ChooseTakesPresetsAndFiles) {
  std::optional<MachineSpec> storage;
  std::vector<std::string> problems;
  EXPECT_EQ(choose_machine("h200", storage, problems), find_machine("h200"));
  EXPECT_TRUE(problems.empty());
  EXPECT_EQ(choose_machine("nothing", storage, problems), nullptr);
  EXPECT_EQ(choose_machine("/nowhere/nothing.toml", storage, problems), nullptr);
  EXPECT_EQ(choose_machine("/", storage, problems), nullptr);
  EXPECT_EQ(problems.size(), 3u);
}

// The structs hold nothing but their numbers (and, for the machine, three texts before and the timing after them), one
// after another without gaps: what has no row in the table shows as missing bytes.
template <class Spec, std::size_t N>
std::size_t bytes_of(const SpecField<Spec> (&fields)[N]) {
  std::size_t bytes = 0;
  for (const SpecField<Spec>& field : fields)
    std::visit([&](auto member) { bytes += sizeof(static_cast<Spec*>(nullptr)->*member); }, field.member);
  return bytes;
}
TEST(MachineFile, EveryNumberHasAKey) {
  EXPECT_EQ(bytes_of(kTimingFields), sizeof(TimingSpec));
  const MachineSpec machine;
  const auto* first = reinterpret_cast<const char*>(&machine.warp_lanes);
  const auto* after = reinterpret_cast<const char*>(&machine.timing);
  EXPECT_EQ(bytes_of(kLimitFields), static_cast<std::size_t>(after - first));
}

}  // namespace
}  // namespace warpglass
