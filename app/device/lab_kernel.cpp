// See lab_kernel.h.
#include "app/device/lab_kernel.h"

#include <fmt/format.h>

#include <algorithm>

namespace warpglass {
namespace {

constexpr std::uint64_t kMostGlobal = 1ull << 30;     // bytes
constexpr std::uint64_t kMostShared = 227ull * 1024;  // of a block with opting in
constexpr std::uint64_t kUsualShared = 48ull * 1024;

const char* element_name(std::uint32_t bytes) {
  if (bytes == 1) return "unsigned char";
  if (bytes == 2) return "unsigned short";
  if (bytes == 8) return "unsigned long long";
  return bytes == 16 ? "uint4" : "unsigned int";
}

ElementType scalar_of(std::uint32_t bytes) {
  if (bytes == 1) return ElementType::kUint8;
  if (bytes == 2) return ElementType::kUint16;
  return bytes == 8 ? ElementType::kUint64 : ElementType::kUint32;
}

// The value that a lane stores or adds: different in every lane.
std::string value_of(std::uint32_t bytes) {
  return bytes == 16 ? "make_uint4(lane, lane, lane, lane)" : fmt::format("({})(lane + 2)", element_name(bytes));
}

const char* atomic_name(AtomicKind kind) {
  switch (kind) {
    case AtomicKind::kSub:
      return "atomicSub";
    case AtomicKind::kMin:
      return "atomicMin";
    case AtomicKind::kMax:
      return "atomicMax";
    case AtomicKind::kAnd:
      return "atomicAnd";
    case AtomicKind::kOr:
      return "atomicOr";
    case AtomicKind::kXor:
      return "atomicXor";
    case AtomicKind::kInc:
      return "atomicInc";
    case AtomicKind::kDec:
      return "atomicDec";
    case AtomicKind::kExch:
      return "atomicExch";
    default:
      return "atomicAdd";
  }
}

std::string operation_of(const AccessLab& lab, const char* array) {
  if (lab.operation == Operation::kLoad) return fmt::format("out[lane] = {}[i];", array);
  if (lab.operation == Operation::kStore) return fmt::format("{}[i] = {};", array, value_of(lab.element_bytes));
  return fmt::format("{}(&{}[i], {});", atomic_name(lab.atomic), array, value_of(lab.element_bytes));
}

std::string source_of(const AccessLab& lab, LaneMask lanes) {
  const std::string type = element_name(lab.element_bytes);
  std::string text = fmt::format(
      "__constant__ unsigned int places[32];\n"
      "__global__ void access(const {0}* data, {0}* target, {0}* out, int count) {{\n"
      "  const unsigned int lane = threadIdx.x, i = places[lane];\n",
      type);
  const std::string active = fmt::format("  if ({:#x}u >> lane & 1u) ", lanes);
  if (lab.space == Space::kGlobal) {
    text += active + operation_of(lab, lab.operation == Operation::kLoad ? "data" : "target") + "\n}\n";
    return text;
  }
  text += fmt::format("  extern __shared__ {} tile[];\n", type);
  if (lab.operation != Operation::kStore)
    text += "  for (int k = lane; k < count; k += 32) tile[k] = data[k];\n  __syncthreads();\n";
  text += active + operation_of(lab, "tile") + "\n";
  if (lab.operation != Operation::kLoad) text += "  __syncthreads();\n  if (lane < count) out[lane] = tile[lane];\n";
  return text + "}\n";
}

BufferArgument buffer_of(std::uint32_t bytes, std::uint64_t elements, FillKind fill) {
  BufferArgument buffer;
  buffer.type = scalar_of(bytes);
  buffer.count = elements * std::max(1u, bytes / element_bytes(buffer.type));
  buffer.fill.kind = fill;
  return buffer;
}

LaneMask active_lanes(const AccessLab& lab) { return lab.mask & first_lanes(static_cast<int>(lab.lanes)); }

}  // namespace

bool lab_request(const AccessLab& lab, DeviceRequest& out, std::string& problem) {
  PerLane<std::int64_t> index{};
  FormulaError error;
  if (!lab_indices(lab, index, error)) {
    problem = error.message;
    return false;
  }
  const LaneMask lanes = active_lanes(lab);
  std::uint64_t elements = kLanes;
  for (int lane = 0; lane < kLanes; ++lane)
    if (has_lane(lanes, lane))
      elements = std::max(elements, static_cast<std::uint64_t>(index[static_cast<std::size_t>(lane)]) + 1);
  const std::uint64_t bytes = elements * lab.element_bytes;
  const bool shared = lab.space == Space::kShared;
  if (bytes > (shared ? kMostShared : kMostGlobal)) {
    problem = fmt::format("The indices reach over {} bytes; a kernel can have {} here.", bytes,
                          shared ? kMostShared : kMostGlobal);
    return false;
  }
  out.source_name = "access_lab.cu";
  out.source = source_of(lab, lanes);
  Launch& launch = out.launch;
  launch = {};
  launch.kernel = "access";
  launch.block = {32, 1, 1};
  launch.dynamic_shared = shared ? bytes : 0;
  launch.shared_opt_in = shared && bytes > kUsualShared;
  const bool reads = shared ? lab.operation != Operation::kStore : lab.operation == Operation::kLoad;
  const bool writes = !shared && lab.operation != Operation::kLoad;
  launch.args.push_back({"data", buffer_of(lab.element_bytes, reads ? elements : 1, FillKind::kIota)});
  launch.args.push_back({"target", buffer_of(lab.element_bytes, writes ? elements : 1, FillKind::kZero)});
  launch.args.push_back({"out", buffer_of(lab.element_bytes, kLanes, FillKind::kZero)});
  launch.args.push_back(
      {"count", ScalarArgument{ElementType::kInt32, Number::of(static_cast<std::int64_t>(elements)), true}});
  SymbolValue places;
  places.symbol = "places";
  places.type = ElementType::kUint32;
  for (int lane = 0; lane < kLanes; ++lane)
    places.data.push_back(Number::of(has_lane(lanes, lane) ? index[static_cast<std::size_t>(lane)] : 0));
  launch.symbols.push_back(std::move(places));
  out.protocol.times = false;  // one warp takes no time to speak of
  return true;
}

std::optional<RecordedAccess> lab_measurement(const AccessLab& lab, const DeviceAnswer& answer) {
  if (!answer.ok() || answer.counters_state != CountersState::kRead) return std::nullopt;
  struct Names {
    const char *cost, *conflicts;
  };
  static constexpr Names kGlobal[] = {
      {"global_load_sectors", nullptr}, {"global_store_sectors", nullptr}, {"global_red_sectors", nullptr}};
  static constexpr Names kShared[] = {{"shared_load_wavefronts", "bank_conflicts_load"},
                                      {"shared_store_wavefronts", "bank_conflicts_store"},
                                      {"shared_atomic_wavefronts", "bank_conflicts_atomic"}};
  const auto which = static_cast<std::size_t>(lab.operation);
  const Names names = lab.space == Space::kShared ? kShared[which] : kGlobal[which];
  const auto cost = answer.counters.find(names.cost);
  RecordedAccess out;
  FormulaError error;
  if (cost == answer.counters.end() || !lab_indices(lab, out.index, error)) return std::nullopt;
  out.space = lab.space;
  out.operation = lab.operation;
  out.atomic = lab.atomic;
  out.bytes = lab.element_bytes;
  out.lanes = active_lanes(lab);
  out.cost = cost->second;
  if (names.conflicts != nullptr)
    if (const auto found = answer.counters.find(names.conflicts); found != answer.counters.end())
      out.conflicts = found->second;
  for (int lane = 0; lane < kLanes; ++lane)
    if (!has_lane(out.lanes, lane)) out.index[static_cast<std::size_t>(lane)] = 0;
  return out;
}

}  // namespace warpglass
