// `warpglass access`: one access of one warp, from a formula of the lane, served by the banks or fallen into sectors.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/commands.h"
#include "app/cli/files.h"
#include "app/cli/machine_option.h"
#include "app/cli/result_json.h"
#include "app/scene/access_lab.h"
#include "sim/machine/spec.h"
#include "sim/memory/banks.h"
#include "sim/memory/coalesce.h"
#include "sim/views/sites.h"

namespace warpglass {
namespace {

struct AccessCommand {
  std::string space = "shared", op = "load", index = "lane", lanes = "ffffffff", json;
  MachineOption machine;
  std::uint32_t bytes = 4;
  std::int64_t padding = 0;
  bool constant_one = false, result_used = false;
};

struct NamedOp {
  const char* name;
  Operation operation;
  AtomicKind atomic;
};
constexpr std::array kOps{
    NamedOp{"load", Operation::kLoad, AtomicKind::kAdd},
    NamedOp{"store", Operation::kStore, AtomicKind::kAdd},
    NamedOp{"add", Operation::kAtomic, AtomicKind::kAdd},
    NamedOp{"sub", Operation::kAtomic, AtomicKind::kSub},
    NamedOp{"min", Operation::kAtomic, AtomicKind::kMin},
    NamedOp{"max", Operation::kAtomic, AtomicKind::kMax},
    NamedOp{"and", Operation::kAtomic, AtomicKind::kAnd},
    NamedOp{"or", Operation::kAtomic, AtomicKind::kOr},
    NamedOp{"xor", Operation::kAtomic, AtomicKind::kXor},
    NamedOp{"inc", Operation::kAtomic, AtomicKind::kInc},
    NamedOp{"dec", Operation::kAtomic, AtomicKind::kDec},
    NamedOp{"exch", Operation::kAtomic, AtomicKind::kExch},
    NamedOp{"cas", Operation::kAtomic, AtomicKind::kCas},
    NamedOp{"float_add", Operation::kAtomic, AtomicKind::kFloatAdd},
};

int wrong_use(const std::string& message) {
  fmt::print(stderr, "warpglass access: {}\n", message);
  return kWrongUse;
}

std::string op_names() {
  std::string names;
  for (const NamedOp& op : kOps) names += (names.empty() ? "" : ", ") + std::string(op.name);
  return names;
}

bool read_lanes(const std::string& text, LaneMask& mask) {
  const std::string digits = text.rfind("0x", 0) == 0 ? text.substr(2) : text;
  if (digits.empty() || digits.size() > 8 || digits.find_first_not_of("0123456789abcdefABCDEF") != std::string::npos)
    return false;
  mask = static_cast<LaneMask>(std::stoul(digits, nullptr, 16));
  return true;
}

// The formula with a caret under the place `at`, in at most 100 columns whatever was given.
std::string marked(const std::string& formula, std::size_t at) {
  if (formula.empty()) return "";
  const std::size_t begin = at > 60 ? at - 60 : 0;
  std::string part = formula.substr(std::min(begin, formula.size()), 90);
  for (char& c : part)
    if (c < ' ' || c > '~') c = c == '\n' || c == '\t' ? ' ' : '?';
  const std::string before = begin > 0 ? "..." : "", after = begin + part.size() < formula.size() ? "..." : "";
  return fmt::format("\n  {}{}{}\n  {}^", before, part, after, std::string(before.size() + at - begin, ' '));
}

// The Access of the command line, or false and a sentence.
bool read_access(const AccessCommand& options, const MachineSpec& machine, Access& access, std::string& problem) {
  AccessLab lab;
  lab.pattern = Pattern::kFormula;
  lab.formula = options.index;
  lab.space = options.space == "shared" ? Space::kShared : Space::kGlobal;
  lab.element_bytes = options.bytes;
  lab.padding = options.padding;
  lab.lanes = machine.warp_lanes.value;
  const NamedOp* op = nullptr;
  for (const NamedOp& one : kOps)
    if (options.op == one.name) op = &one;
  if (op == nullptr)
    problem = fmt::format("--op {}: the operations are {}", options.op, op_names());
  else if (options.space != "shared" && options.space != "global")
    problem = fmt::format("--space {}: shared or global", options.space);
  else if (!read_lanes(options.lanes, lab.mask))
    problem = fmt::format("--lanes {}: up to 8 hexadecimal digits, a bit a lane", options.lanes);
  if (!problem.empty()) return false;
  lab.operation = op->operation;
  lab.atomic = op->atomic;
  FormulaError error;
  if (!lab_access(lab, access, error)) {
    problem = fmt::format("--index: {}{}", error.message, marked(options.index, error.position));
    return false;
  }
  access.result_used = options.result_used;
  access.operand_is_one = options.constant_one;
  return true;
}

nlohmann::ordered_json lanes_json(const Access& access) {
  nlohmann::ordered_json out = nlohmann::ordered_json::array();
  for (int lane = 0; lane < kLanes; ++lane)
    if (has_lane(access.lanes, lane))
      out.push_back({{"lane", lane}, {"address", access.address[static_cast<std::size_t>(lane)]}});
  return out;
}

nlohmann::ordered_json shared_json(const Access& access, const BankAccess& served) {
  nlohmann::ordered_json out = {{"space", "shared"},
                                {"requests", access.lanes != 0 ? 1 : 0},
                                {"phases", served.phases.size()},
                                {"wavefronts", served.wavefronts},
                                {"conflicts", served.conflicts},
                                {"n_way", served.n_way},
                                {"bytes_asked", served.bytes_asked},
                                {"lanes", lanes_json(access)}};
  out["words"] = nlohmann::ordered_json::array();
  for (const BankWord& word : served.words)
    out["words"].push_back({{"word", word.word},
                            {"bank", word.bank},
                            {"phase", word.phase},
                            {"wavefront", word.wavefront},
                            {"lanes", fmt::format("{:08x}", word.lanes)}});
  return out;
}

nlohmann::ordered_json global_json(const Access& access, const Coalesced& moved) {
  nlohmann::ordered_json out = {{"space", "global"},
                                {"requests", moved.requests},
                                {"sectors", moved.sectors_counted},
                                {"lines", moved.lines.size()},
                                {"ideal_sectors", moved.ideal_sectors},
                                {"bytes_asked", moved.bytes_asked},
                                {"bytes_moved", moved.bytes_moved_sectors},
                                {"lanes", lanes_json(access)}};
  out["sector_list"] = nlohmann::ordered_json::array();
  for (const CoalescedSector& sector : moved.sectors)
    out["sector_list"].push_back({{"address", sector.address}, {"lanes", fmt::format("{:08x}", sector.lanes)}});
  return out;
}

std::string shared_text(const Access& access, const BankAccess& served) {
  return fmt::format("{} wavefront{}, {} phase{}, {} bank conflict{}, {}-way; {} bytes asked\n\n{}", served.wavefronts,
                     served.wavefronts == 1 ? "" : "s", served.phases.size(), served.phases.size() == 1 ? "" : "s",
                     served.conflicts, served.conflicts == 1 ? "" : "s", served.n_way, served.bytes_asked,
                     format_table(bank_table(access, served), 100));
}

std::string global_text(const Access& access, const Coalesced& moved) {
  return fmt::format("{} sector{} in {} line{} (at best {}); {} bytes asked, {} moved\n\n{}", moved.sectors_counted,
                     moved.sectors_counted == 1 ? "" : "s", moved.lines.size(), moved.lines.size() == 1 ? "" : "s",
                     moved.ideal_sectors, moved.bytes_asked, moved.bytes_moved_sectors,
                     format_table(coalescing_table(access, moved), 100));
}

int show_access(const AccessCommand& options) {
  const MachineSpec* machine = &options.machine.spec();
  Access access;
  std::string problem;
  if (!read_access(options, *machine, access, problem)) return wrong_use(problem);
  std::string text;
  nlohmann::ordered_json json;
  if (access.space == Space::kShared) {
    const BankAccess served = banks(access, {machine->banks.value, machine->bank_bytes.value});
    text = shared_text(access, served);
    json = shared_json(access, served);
  } else {
    const Coalesced moved = coalesce(access, {machine->line_bytes.value, machine->sector_bytes.value});
    text = global_text(access, moved);
    json = global_json(access, moved);
  }
  if (options.json != "-") fmt::print("{}", text);
  if (!options.json.empty() && !write_file(options.json, json_text(json, 1) + "\n", problem)) return wrong_use(problem);
  return kOk;
}

}  // namespace

void add_access_command(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<AccessCommand>();
  CLI::App* command = app.add_subcommand("access", "Show how one access of one warp is served");
  command->add_option("--space", options->space, "shared or global")->capture_default_str();
  command->add_option("--op", options->op, op_names())->capture_default_str();
  command->add_option("--bytes", options->bytes, "Bytes of an element: 1, 2, 4, 8 or 16")
      ->capture_default_str()
      ->check(CLI::IsMember({1, 2, 4, 8, 16}));
  command->add_option("--index", options->index, "Element each lane asks for, a formula of lane: 'lane * 2'")
      ->capture_default_str();
  command->add_option("--lanes", options->lanes, "Active lanes in hexadecimal, lane 0 in the lowest bit")
      ->capture_default_str();
  command->add_option("--padding", options->padding, "Unused elements after every 32")->capture_default_str();
  command->add_flag("--constant-one", options->constant_one, "Atomics: every lane adds the constant 1");
  command->add_flag("--result-used", options->result_used, "Atomics: the old value is used");
  options->machine.add_to(*command);
  command->add_option("--json", options->json, "Write as JSON to this file; - for standard output, without tables");
  command->callback([options, &exit_code] { exit_code = show_access(*options); });
}

}  // namespace warpglass
