// Sizes of types in host code, for sizeof: only what a plain layout tells. A class with bases or methods of its own
// sizes like its fields, which is what it has on Linux as long as nothing in it is virtual.
#include <algorithm>

#include "sim/lang/host_value.h"

namespace warpglass::lang {

namespace {

constexpr int kDeepest = 16;
constexpr std::int64_t kLargest = std::int64_t{1} << 40;  // bytes

std::int64_t builtin_bytes(BuiltinType type) {
  switch (type) {
    case BuiltinType::kVoid:
      return 0;
    case BuiltinType::kBool:
    case BuiltinType::kChar:
    case BuiltinType::kSignedChar:
    case BuiltinType::kUnsignedChar:
      return 1;
    case BuiltinType::kShort:
    case BuiltinType::kUnsignedShort:
      return 2;
    case BuiltinType::kInt:
    case BuiltinType::kUnsigned:
    case BuiltinType::kFloat:
      return 4;
    default:
      return 8;
  }
}

struct KnownType {
  const char* name;
  std::int64_t bytes, alignment;
};

constexpr KnownType kKnown[] = {{"char2", 2, 2},       {"uchar2", 2, 2},         {"char3", 3, 1},
                                {"uchar3", 3, 1},      {"char4", 4, 4},          {"uchar4", 4, 4},
                                {"short2", 4, 4},      {"ushort2", 4, 4},        {"short4", 8, 8},
                                {"ushort4", 8, 8},     {"int2", 8, 8},           {"uint2", 8, 8},
                                {"int3", 12, 4},       {"uint3", 12, 4},         {"int4", 16, 16},
                                {"uint4", 16, 16},     {"float2", 8, 8},         {"float3", 12, 4},
                                {"float4", 16, 16},    {"double2", 16, 16},      {"double3", 24, 8},
                                {"longlong2", 16, 16}, {"ulonglong2", 16, 16},   {"dim3", 12, 4},
                                {"uint", 4, 4},        {"uchar", 1, 1},          {"ushort", 2, 2},
                                {"ulong", 8, 8},       {"size_t", 8, 8},         {"ptrdiff_t", 8, 8},
                                {"int8_t", 1, 1},      {"uint8_t", 1, 1},        {"int16_t", 2, 2},
                                {"uint16_t", 2, 2},    {"int32_t", 4, 4},        {"uint32_t", 4, 4},
                                {"int64_t", 8, 8},     {"uint64_t", 8, 8},       {"half", 2, 2},
                                {"__half", 2, 2},      {"half2", 4, 4},          {"__half2", 4, 4},
                                {"cuComplex", 8, 8},   {"cuFloatComplex", 8, 8}, {"cuDoubleComplex", 16, 16}};

}  // namespace

std::optional<std::int64_t> HostTypes::size_of(const TypeSyntax& type, const HostScopes& scopes) const {
  const std::optional<Layout> found = layout(type, scopes, 0);
  return found && found->bytes > 0 ? std::optional<std::int64_t>(found->bytes) : std::nullopt;
}

std::optional<HostTypes::Layout> HostTypes::layout(const TypeSyntax& type, const HostScopes& scopes, int depth) const {
  if (depth > kDeepest) return std::nullopt;
  switch (type.kind) {
    case TypeKind::kPointer:
      return Layout{8, 8};
    case TypeKind::kBuiltin:
      return Layout{builtin_bytes(type.builtin), std::max<std::int64_t>(1, builtin_bytes(type.builtin))};
    case TypeKind::kNamed:
      return type.has_template_args || type.inner ? std::nullopt : named(type.name, scopes, depth);
    case TypeKind::kInlineRecord:
      return type.decl ? record(*type.decl, scopes, depth) : std::nullopt;
    case TypeKind::kArray: {
      std::optional<Layout> element = type.inner ? layout(*type.inner, scopes, depth + 1) : std::nullopt;
      std::vector<std::string> ignored;
      const auto count = type.array_size ? evaluate_host(*type.array_size, scopes, ignored) : std::nullopt;
      if (!element || !count || !count->is_number() || !count->number.is_integer) return std::nullopt;
      const std::int64_t n = count->number.integer;
      if (n <= 0 || n > kLargest / std::max<std::int64_t>(1, element->bytes)) return std::nullopt;
      element->bytes *= n;
      return element;
    }
    default:
      return std::nullopt;
  }
}

std::optional<HostTypes::Layout> HostTypes::named(const std::string& written, const HostScopes& scopes,
                                                  int depth) const {
  const std::string name = written.rfind("std::", 0) == 0 ? written.substr(5) : written;
  if (const auto found = known_.find(name); found != known_.end()) return found->second;
  std::optional<Layout> result;
  known_[name] = result;  // a type inside itself has no size
  for (const KnownType& known : kKnown) {
    if (name == known.name) result = Layout{known.bytes, known.alignment};
  }
  for (std::size_t i = 0; unit_ != nullptr && !result && i < unit_->decls.size(); ++i) {
    const Decl& decl = *unit_->decls[i];
    if (decl.name != name || decl.is_template) continue;
    if (decl.kind == DeclKind::kTypedef && decl.type) result = layout(*decl.type, scopes, depth + 1);
    if (decl.kind == DeclKind::kRecord && !decl.members.empty()) result = record(decl, scopes, depth + 1);
    if (decl.kind == DeclKind::kEnum) result = Layout{4, 4};
  }
  return known_[name] = result;
}

std::optional<HostTypes::Layout> HostTypes::record(const Decl& decl, const HostScopes& scopes, int depth) const {
  if (decl.kind == DeclKind::kEnum) return Layout{4, 4};
  if (decl.has_base || !decl.refusals.empty()) return std::nullopt;
  Layout out;
  for (const DeclPtr& member : decl.members) {
    if (!member || member->is_static || (member->kind != DeclKind::kVariable && !member->name.empty())) continue;
    if (member->kind != DeclKind::kVariable && member->kind != DeclKind::kRecord) continue;
    const auto field = member->kind == DeclKind::kRecord ? record(*member, scopes, depth + 1)
                       : member->type                    ? layout(*member->type, scopes, depth + 1)
                                                         : std::nullopt;
    if (!field || depth > kDeepest || out.bytes > kLargest || field->bytes > kLargest) return std::nullopt;
    const std::int64_t at = (out.bytes + field->alignment - 1) / field->alignment * field->alignment;
    out.bytes = decl.is_union ? std::max(out.bytes, field->bytes) : at + field->bytes;
    out.alignment = std::max(out.alignment, field->alignment);
  }
  std::vector<std::string> ignored;
  const auto asked = decl.alignment ? evaluate_host(*decl.alignment, scopes, ignored) : std::nullopt;
  if (asked && asked->is_number() && asked->number.is_integer && asked->number.integer <= 4096)
    out.alignment = std::max(out.alignment, asked->number.integer);
  out.bytes = (out.bytes + out.alignment - 1) / out.alignment * out.alignment;
  return out;
}

}  // namespace warpglass::lang
