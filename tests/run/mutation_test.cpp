// How many slips do the checks catch? From every clean kernel of the tests one barrier is removed, one index is
// shifted, one array or buffer shrunk, one at a time. A slip counts when it changes what the launch leaves in memory,
// makes it stop, or leaves two accesses without order or a read without a value; the last two are decided here by
// looking at every pair of the run, apart from the checks. Buffers are first cut to what the kernel touches, so that
// one element too far is outside. A shifted index that stays inside its array, in order, and finds a value is another
// program and no fault: nothing in the kernel says that it is wrong. Those are printed, and not asked for.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <set>

#include "app/scene/launch_json.h"
#include "commented_launch.h"
#include "sim/checked_run.h"
#include "sim/lang/compile.h"

namespace warpglass {
namespace {

enum Slip { kBarrier, kIndex, kAllocation, kSlips };
const char* const kSlipNames[] = {"barrier removed", "index shifted", "allocation shrunk"};

struct Mutant {
  Slip slip = kBarrier;
  std::string source;
  Launch launch;
};

// How far into each buffer the launch goes, and whether two accesses to a word are without order: by intervals between
// barriers (of the block) and full warp-level waits (inside a warp).
class Witness final : public Sink {
 public:
  explicit Witness(const Storage& memory) : memory_(memory), reach(memory.buffers().size(), 0) {}
  void barrier_completed(std::uint64_t block) override { ++epoch_[block]; }
  void warp_sync(const WarpPlace& where, std::uint32_t, LaneMask members) override {
    if (members == kAllLanes) ++meets_[{where.block, where.warp}];
  }
  void access(const WarpPlace& where, const Access& a) override {
    for (LaneMask rest = a.lanes; rest != 0; rest &= rest - 1) {
      const std::size_t lane = static_cast<std::size_t>(first_lane(rest));
      if (a.space == Space::kGlobal) note_reach(a.address[lane], a.bytes);
      if (a.space != Space::kShared && a.space != Space::kGlobal) continue;
      for (std::uint64_t at = a.address[lane]; at < a.address[lane] + a.bytes; ++at) touch(where, a, lane, at);
    }
  }

 private:
  struct Touch {
    std::uint64_t block = 0, epoch = 0;
    std::uint32_t warp = 0, lane = 0;
    std::uint64_t meets = 0;
    bool writes = false, atomic = false;
  };
  void note_reach(std::uint64_t address, std::uint64_t bytes) {
    for (std::size_t b = 0; b < reach.size(); ++b) {
      const Buffer& buffer = memory_.buffer(b);
      if (address >= buffer.address && address < buffer.address + buffer.bytes)
        reach[b] = std::max(reach[b], address + bytes - buffer.address);
    }
  }
  void touch(const WarpPlace& where, const Access& a, std::size_t lane, std::uint64_t at) {
    const bool global = a.space == Space::kGlobal;
    const Touch now{where.block,
                    epoch_[where.block],
                    where.warp,
                    static_cast<std::uint32_t>(lane),
                    meets_[{where.block, where.warp}],
                    a.operation != Operation::kLoad,
                    a.operation == Operation::kAtomic};
    std::vector<Touch>& before = touches_[{global ? UINT64_MAX : where.block, at}];
    bool given = global || (now.writes && !now.atomic);
    for (const Touch& b : before) {
      given = given || b.writes;
      if ((!b.writes && !now.writes) || (b.atomic && now.atomic)) continue;
      if (b.block == now.block && b.epoch != now.epoch) continue;
      const bool same_warp = b.block == now.block && b.warp == now.warp;
      disorder = disorder || !same_warp || (b.lane != now.lane && b.meets == now.meets);
    }
    unwritten = unwritten || !given;
    if (before.size() < 256) before.push_back(now);
  }
  const Storage& memory_;
  std::map<std::uint64_t, std::uint64_t> epoch_;
  std::map<std::pair<std::uint64_t, std::uint32_t>, std::uint64_t> meets_;
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::vector<Touch>> touches_;

 public:
  std::vector<std::uint64_t> reach;  // bytes, by buffer
  bool disorder = false;
  bool unwritten = false;  // a read of shared memory that nobody wrote
};

std::shared_ptr<PreparedLaunch> prepared(const std::string& source, const Launch& launch) {
  CompileOptions options;
  options.defines = launch.defines;
  CompiledKernel compiled = compile_kernel(parse_source("kernel.cu", source, options), launch.kernel);
  if (!compiled.program) return nullptr;
  return prepare_launch(std::make_shared<const Program>(std::move(*compiled.program)), launch, *find_machine("h200"),
                        std::uint64_t{1} << 28)
      .launch;
}

struct Outcome {
  bool started = false, finished = false, disorder = false, unwritten = false;
  std::vector<std::vector<std::uint8_t>> memory;
  std::vector<std::uint64_t> reach;
};
constexpr std::uint64_t kMostThreads = 4096;  // of a recorded launch: every pair of its accesses is looked at
constexpr std::uint64_t kMostInstructions = 2'000'000;

Outcome plain(const std::string& source, const Launch& launch) {
  Outcome out;
  const auto ready = prepared(source, launch);
  if (!ready) return out;
  Witness witness(ready->memory);
  RunOptions options;
  options.sink = &witness;
  options.instruction_budget = kMostInstructions;
  out.finished = run_reference(*ready, *find_machine("h200"), options).completed;
  out.started = true;
  out.disorder = witness.disorder;
  out.unwritten = witness.unwritten;
  out.reach = witness.reach;
  for (const std::size_t at : ready->parameter_buffers)
    if (at != SIZE_MAX) out.memory.push_back(ready->memory.buffer(at).data);
  return out;
}

bool caught(const std::string& source, const Launch& launch) {
  const auto ready = prepared(source, launch);
  if (!ready) return true;
  RunOptions options;
  options.instruction_budget = kMostInstructions;
  const CheckedResult result = run_checked(*ready, *find_machine("h200"), options, {});
  return !result.faults.empty() || !result.run.faults.empty();
}

// Buffers cut to the elements that the kernel touches.
bool cut_buffers(const std::string& source, Launch& launch) {
  const auto ready = prepared(source, launch);
  const Outcome outcome = plain(source, launch);
  if (!ready || !outcome.finished) return false;
  std::size_t parameter = 0;
  for (Argument& argument : launch.args) {
    const std::size_t p = parameter++;
    auto* buffer = std::get_if<BufferArgument>(&argument.value);
    if (buffer == nullptr || p >= ready->parameter_buffers.size() || ready->parameter_buffers[p] == SIZE_MAX) continue;
    const std::size_t at = ready->parameter_buffers[p];
    const std::uint64_t element = ready->memory.buffer(at).bytes / std::max<std::uint64_t>(1, buffer->count);
    if (element != 0 && buffer->count != 0)
      buffer->count = std::max<std::uint64_t>(1, (outcome.reach[at] + element - 1) / element);
  }
  return true;
}

std::string replaced(const std::string& text, std::size_t at, std::size_t length, const std::string& by) {
  return text.substr(0, at) + by + text.substr(at + length);
}

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

std::string line_at(const std::string& text, std::size_t at) {
  const std::size_t from = text.rfind('\n', at) + 1;
  return text.substr(from, text.find('\n', at) - from);
}

std::size_t closing(const std::string& text, std::size_t open) {
  int depth = 0;
  for (std::size_t at = open; at < text.size(); ++at) {
    depth += text[at] == '[' ? 1 : (text[at] == ']' ? -1 : 0);
    if (depth == 0) return at;
  }
  return std::string::npos;
}

void remove_barriers(const std::string& source, const Launch& launch, std::vector<Mutant>& out) {
  for (const char* name : {"__syncthreads()", "__syncwarp()"})
    for (std::size_t at = source.find(name); at != std::string::npos; at = source.find(name, at + 1))
      if (line_at(source, at).rfind("//", 0) != 0)
        out.push_back({kBarrier, replaced(source, at, std::string(name).size(), "(void)0"), launch});
}

// `s[i]` becomes `s[(i) + 1]`; in a declaration of shared memory `s[64]` becomes `s[(64) - 1]`.
void change_brackets(const std::string& source, const Launch& launch, std::vector<Mutant>& out) {
  for (std::size_t at = source.find('['); at != std::string::npos; at = source.find('[', at + 1)) {
    const std::size_t end = closing(source, at);
    const std::string line = line_at(source, at);
    const bool after_name = at > 0 && (is_word(source[at - 1]) || source[at - 1] == ']');
    if (end == std::string::npos || end == at + 1 || !after_name || line.rfind("//", 0) == 0) continue;
    const std::string inner = source.substr(at + 1, end - at - 1);
    const std::size_t shared = line.find("__shared__");
    if (shared != std::string::npos && source.find(';', source.rfind("__shared__", at)) > at) {
      out.push_back({kAllocation, replaced(source, at + 1, inner.size(), "(" + inner + ") - 1"), launch});
      continue;
    }
    const std::size_t statement = source.find_last_of(";{})", at - 1) + 1;
    std::size_t first = source.find_first_not_of(" \n", statement);
    std::size_t end_of_word = first;
    while (end_of_word < at && is_word(source[end_of_word])) ++end_of_word;
    const std::string word = source.substr(first, end_of_word - first);
    const std::set<std::string> types{"float", "int", "double", "unsigned", "char", "const", "struct", "bool", "short"};
    const bool declares = types.count(word) != 0 && source.find('=', first) > at;
    if (!declares) out.push_back({kIndex, replaced(source, at + 1, inner.size(), "(" + inner + ") + 1"), launch});
  }
}

void shrink_launch(const std::string& source, const Launch& launch, std::vector<Mutant>& out) {
  for (std::size_t a = 0; a < launch.args.size(); ++a) {
    Launch less = launch;
    auto* buffer = std::get_if<BufferArgument>(&less.args[a].value);
    if (buffer == nullptr || buffer->count < 2) continue;
    --buffer->count;
    out.push_back({kAllocation, source, less});
  }
  if (launch.dynamic_shared < 8) return;
  Launch less = launch;
  less.dynamic_shared -= 4;
  out.push_back({kAllocation, source, less});
}

struct Tally {
  int made = 0, counted = 0, caught = 0;
  int values = 0;  // not caught: only other values
};

enum class Effect { kNone, kValues, kError };

Effect effect_of(const Outcome& before, const Outcome& after) {
  if (!after.started || !after.finished || (after.disorder && !before.disorder) ||
      (after.unwritten && !before.unwritten))
    return Effect::kError;
  for (std::size_t b = 0; b < before.memory.size() && b < after.memory.size(); ++b) {
    const std::size_t n = std::min(before.memory[b].size(), after.memory[b].size());
    if (!std::equal(before.memory[b].begin(), before.memory[b].begin() + static_cast<std::ptrdiff_t>(n),
                    after.memory[b].begin()))
      return Effect::kValues;
  }
  return Effect::kNone;
}

void try_slips(const std::string& name, const std::string& source, Launch launch, Tally (&tally)[kSlips]) {
  if (!cut_buffers(source, launch) || caught(source, launch)) return;
  const Outcome before = plain(source, launch);
  std::vector<Mutant> mutants;
  remove_barriers(source, launch, mutants);
  change_brackets(source, launch, mutants);
  shrink_launch(source, launch, mutants);
  for (const Mutant& mutant : mutants) {
    if (!prepared(mutant.source, mutant.launch)) continue;  // the compiler or the launch refuses it already
    ++tally[mutant.slip].made;
    const Effect effect = effect_of(before, plain(mutant.source, mutant.launch));
    if (effect == Effect::kNone) continue;
    const bool found = caught(mutant.source, mutant.launch);
    if (!found && effect == Effect::kValues && mutant.slip == kIndex) {
      ++tally[mutant.slip].values;
      continue;
    }
    ++tally[mutant.slip].counted;
    tally[mutant.slip].caught += found ? 1 : 0;
    if (found) continue;
    std::size_t at = 0;
    while (at < source.size() && at < mutant.source.size() && source[at] == mutant.source[at]) ++at;
    std::printf("not caught: %s, %s: %s\n", name.c_str(), kSlipNames[mutant.slip], line_at(mutant.source, at).c_str());
  }
}

void judge(const Tally (&tally)[kSlips]) {
  int counted = 0, found = 0;
  for (int slip = 0; slip < kSlips; ++slip) {
    std::printf("%s: %d made, %d change the result or the order, %d caught; %d more are no fault, only other values\n",
                kSlipNames[slip], tally[slip].made, tally[slip].counted, tally[slip].caught, tally[slip].values);
    counted += tally[slip].counted;
    found += tally[slip].caught;
  }
  std::printf("caught: %d of %d (%.1f %%)\n", found, counted, 100.0 * found / std::max(1, counted));
  EXPECT_GT(counted, 0);
  EXPECT_GE(found * 100, counted * 95);
}

TEST(Mutation, MostSlipsInTheFilesAreCaught) {
  Tally tally[kSlips];
  for (const char* folder : {"/run", "/run/faults"})
    for (const std::string& path : kernel_files(std::string(WARPGLASS_TEST_DATA) + folder)) {
      const std::string source = file_text(path);
      for (const CommentedLaunch& one : commented_launches(source))
        try_slips(path.substr(path.rfind('/') + 1), source, one.launch, tally);
    }
  judge(tally);
}

TEST(LongMutation, MostSlipsInRecordedKernelsAreCaught) {
  Tally tally[kSlips];
  const std::string data = std::string(WARPGLASS_TEST_DATA) + "/hardware/data/";
  for (const char* list : {"faults.json", "questions.json"}) {
    std::vector<CaseEntry> cases;
    std::string problem;
    ASSERT_TRUE(read_cases(file_text(data + list), cases, problem)) << problem;
    for (const CaseEntry& entry : cases) {
      const Launch& launch = entry.launch_case.launch;
      const std::uint64_t threads = launch.block.x * launch.block.y * launch.grid.x * launch.grid.y;
      if (threads <= kMostThreads) try_slips(launch.id, file_text(data + entry.launch_case.source), launch, tally);
    }
  }
  judge(tally);
}

}  // namespace
}  // namespace warpglass
