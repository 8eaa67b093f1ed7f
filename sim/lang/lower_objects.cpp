// What each pointer was made from: a parameter's buffer, a variable, a part of the extern shared array, or one of
// several. A pointer that never changes carries its object along; a variable that is assigned joins what it is given.
// Known for certain or not at all: anything that comes out of memory or out of an integer is unknown.
#include <algorithm>

#include "sim/lang/lower_context.h"

namespace warpglass::lang {

namespace {

constexpr std::size_t kMostSteps = 32;    // of the base of a carved part
constexpr std::size_t kMostMembers = 16;  // objects of one pointer; more count as unknown

bool same_for_all_threads(InputKind kind) {
  switch (kind) {
    case InputKind::kConstant:
    case InputKind::kParameter:
    case InputKind::kBlockDimX:
    case InputKind::kBlockDimY:
    case InputKind::kBlockDimZ:
    case InputKind::kGridDimX:
    case InputKind::kGridDimY:
    case InputKind::kGridDimZ:
    case InputKind::kWarpSize:
      return true;
    default:
      return false;
  }
}

// Adds the objects that `object` can be; false when it can be something unknown.
bool leaves_of(const std::vector<MemoryObject>& objects, std::uint32_t object, std::vector<bool>& seen,
               std::vector<std::uint32_t>& leaves) {
  if (seen[object]) return true;
  seen[object] = true;
  if (objects[object].kind == ObjectKind::kUnknown) return false;
  if (objects[object].kind != ObjectKind::kAnyOf) {
    leaves.push_back(object);
    return leaves.size() <= kMostMembers;
  }
  return std::all_of(objects[object].members.begin(), objects[object].members.end(),
                     [&](std::uint32_t member) { return leaves_of(objects, member, seen, leaves); });
}

}  // namespace

std::uint32_t Lowering::new_object(ObjectKind kind, std::size_t index, const std::string& name) {
  MemoryObject object;
  object.kind = kind;
  object.index = static_cast<std::uint32_t>(index);
  object.name = name;
  program_.objects.push_back(std::move(object));
  return static_cast<std::uint32_t>(program_.objects.size() - 1);
}

void Lowering::join_object(const Scalar& target, const Scalar& value) {
  if (!target.is_pointer || target.object == 0 || target.object == value.object) return;
  const bool null = value.object == 0 && value.is_constant && value.bits == 0 && value_type_is_wide(value.type);
  if (null || program_.objects[target.object].kind != ObjectKind::kAnyOf) return;
  std::vector<std::uint32_t>& members = program_.objects[target.object].members;
  if (std::find(members.begin(), members.end(), value.object) == members.end()) members.push_back(value.object);
}

// The instructions that make `reg` out of values that are the same for all threads of a launch.
bool Lowering::collect_steps(Register reg, MemoryObject& object) const {
  for (const Input& input : program_.inputs) {
    if (input.reg != reg) continue;
    object.step_inputs.push_back({reg, static_cast<std::uint8_t>(input.kind), input.type, input.bits, input.offset});
    return same_for_all_threads(input.kind);
  }
  const Instruction* made = nullptr;
  for (const Instruction& instruction : program_.code) {
    if (instruction.dst != reg) continue;
    if (made != nullptr) return false;
    made = &instruction;
  }
  if (made == nullptr || made->opcode > Opcode::kConvert || object.steps.size() >= kMostSteps) return false;
  for (const Register source : made->src)
    if (source != kNoRegister && !collect_steps(source, object)) return false;
  object.steps.push_back(*made);
  return object.steps.size() <= kMostSteps;
}

// `float* b = a + n;` over the extern array: b's part starts there, and a's ends.
void Lowering::carve(const TypedVariable& variable) {
  if (stopped() || !variable.type->is_pointer() || lives_in_memory(variable) || usage_.of(variable).written) return;
  const auto found = bindings_.find(&variable);
  if (found == bindings_.end() || found->second.place.parts.size() != 1) return;
  Scalar& part = found->second.place.parts[0];
  const MemoryObject& whole = program_.objects[part.object];
  const bool dynamic = whole.kind == ObjectKind::kCarve ||
                       (whole.kind == ObjectKind::kShared && program_.shared_variables[whole.index].is_extern);
  if (!dynamic || part.space != Space::kShared) return;
  MemoryObject object;
  object.kind = ObjectKind::kCarve;
  object.index = whole.index;
  object.name = variable.name;
  object.offset = part.offset + (part.is_constant ? static_cast<std::int64_t>(part.bits) : 0);
  object.base = part.is_constant ? kNoRegister : part.reg;
  if (object.base != kNoRegister && !collect_steps(object.base, object)) return;
  program_.objects.push_back(std::move(object));
  part.object = static_cast<std::uint32_t>(program_.objects.size() - 1);
}

void Lowering::resolve_objects() {
  std::vector<MemoryObject>& objects = program_.objects;
  std::vector<std::uint32_t> resolved(objects.size());
  for (std::uint32_t at = 0; at < resolved.size(); ++at) {
    resolved[at] = at;
    if (objects[at].kind != ObjectKind::kAnyOf) continue;
    std::vector<bool> seen(objects.size(), false);
    std::vector<std::uint32_t> leaves;
    const bool known = leaves_of(objects, at, seen, leaves) && !leaves.empty();
    resolved[at] = !known ? 0 : (leaves.size() == 1 ? leaves[0] : at);
    if (resolved[at] == at) objects[at].members = leaves;
  }
  for (Instruction& instruction : program_.code) instruction.object = resolved[instruction.object];
}

}  // namespace warpglass::lang
