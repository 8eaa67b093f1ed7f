#include "sim/checks/launch.h"

#include <fmt/format.h>

#include <algorithm>

namespace warpglass::checks {
namespace {

std::string unfold(std::uint64_t linear, const Dim3& extent) {
  const std::uint64_t x = std::max<std::uint64_t>(1, extent.x), y = std::max<std::uint64_t>(1, extent.y);
  return fmt::format("({},{},{})", linear % x, linear / x % y, linear / x / y);
}

// "[1][4]" for element `index` of an array.
std::string subscripts(const Variable& variable, std::uint64_t index) {
  if (variable.extents.empty()) return index == 0 ? "" : fmt::format("[{}]", index);
  std::string out;
  for (std::size_t d = variable.extents.size(); d-- > 0;) {
    const std::uint64_t extent = std::max<std::uint64_t>(1, variable.extents[d]);
    out = fmt::format("[{}]", d == 0 ? index : index % extent) + out;
    index /= extent;
  }
  return out;
}

const Variable* variable_at(const std::vector<Variable>& variables, std::uint64_t offset) {
  const Variable* best = nullptr;
  for (const Variable& v : variables)
    if (v.offset <= offset && (v.is_extern || offset < v.offset + v.bytes) &&
        (best == nullptr || v.offset >= best->offset))
      best = &v;
  return best;
}

}  // namespace

std::string thread_text(const CheckedLaunch& launch, const ThreadPlace& who) {
  return fmt::format("block {}, thread {} (warp {}, lane {})", unfold(who.block, launch.grid),
                     unfold(who.thread, launch.block), who.warp, who.lane);
}

ThreadPlace thread_place(const CheckedLaunch& launch, std::uint64_t block, std::uint32_t thread) {
  return {block, thread / launch.warp_lanes, thread % launch.warp_lanes, thread};
}

std::string word_text(const CheckedLaunch& launch, Space space, std::uint64_t address, std::uint32_t instruction) {
  const Program& program = *launch.program;
  if (space == Space::kGlobal) {
    for (const CheckedBuffer& buffer : launch.buffers)
      if (address >= buffer.address && address < buffer.address + buffer.bytes)
        return fmt::format("{}[{}]", buffer.name, (address - buffer.address) / buffer.element_bytes);
    return fmt::format("address {:#x}", address);
  }
  const Variable* v =
      variable_at(space == Space::kShared ? program.shared_variables : program.local_variables, address);
  if (v == nullptr) return fmt::format("byte {} of {} memory", address, space_name(space));
  const std::uint64_t offset = address - v->offset;
  if (!v->is_extern) return v->name + subscripts(*v, offset / std::max<std::uint32_t>(1, v->element_bytes));
  const std::uint32_t size =
      instruction < program.code.size() ? std::max(1u, value_type_bytes(program.code[instruction].type)) : 4;
  return fmt::format("{}[{}]", v->name, offset / size);
}

Span span_of(const CheckedLaunch& launch, std::uint32_t instruction) {
  return instruction < launch.program->code.size() ? launch.program->code[instruction].span : Span{};
}

}  // namespace warpglass::checks
