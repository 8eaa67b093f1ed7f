// Flattening of types and the splitting of whole-object moves into accesses.
// The widths are nvcc's: float4 is one 16-byte access, float3 three of 4 bytes, double4 two of 16 bytes.
#include "sim/lang/lower_value.h"

#include <algorithm>

namespace warpglass::lang {

namespace {

ValueType word_type(std::uint32_t bytes) {
  switch (bytes) {
    case 8:
      return ValueType::kU64;
    case 4:
      return ValueType::kU32;
    case 2:
      return ValueType::kU16;
    default:
      return ValueType::kU8;
  }
}

void flatten_into(TypeRef type, std::uint32_t offset, std::vector<Leaf>& out) {
  switch (type->type_class) {
    case TypeClass::kVoid:
      return;
    case TypeClass::kScalar:
      out.push_back({type->scalar, false, offset});
      return;
    case TypeClass::kPointer:
      out.push_back({ValueType::kU64, true, offset});
      return;
    case TypeClass::kArray:
      for (std::uint64_t i = 0; i < type->count; ++i)
        flatten_into(type->element, offset + static_cast<std::uint32_t>(i * type->element->size), out);
      return;
    case TypeClass::kRecord:
      break;
  }
  if (type->is_union) {
    const std::uint32_t bytes = std::clamp<std::uint32_t>(type->alignment, 1, 8);
    for (std::uint32_t at = 0; at + bytes <= type->size; at += bytes)
      out.push_back({word_type(bytes), false, offset + at});
    return;
  }
  for (const Field& field : type->fields) flatten_into(field.type, offset + field.offset, out);
}

// Do leaves first .. first+count-1 follow one another without a gap, all of one width, from an aligned place?
bool wide_run(const std::vector<Leaf>& leaves, std::size_t first, std::size_t count, std::uint32_t alignment) {
  if (first + count > leaves.size()) return false;
  const std::uint32_t bytes = value_type_bytes(leaves[first].type);
  const std::uint32_t total = static_cast<std::uint32_t>(count) * bytes;
  if (total > 16 || total > alignment || leaves[first].offset % total != 0) return false;
  for (std::size_t i = 1; i < count; ++i) {
    const Leaf& leaf = leaves[first + i];
    if (leaf.offset != leaves[first].offset + i * bytes || value_type_bytes(leaf.type) != bytes) return false;
    if (bytes < 4 && leaf.type != leaves[first].type) return false;  // they extend differently
  }
  return true;
}

}  // namespace

ValueType scalar_type(TypeRef type) { return type->is_pointer() ? ValueType::kU64 : type->scalar; }

std::vector<Leaf> flatten(TypeRef type) {
  std::vector<Leaf> out;
  flatten_into(type, 0, out);
  return out;
}

std::uint64_t leaf_count(TypeRef type) {
  switch (type->type_class) {
    case TypeClass::kVoid:
      return 0;
    case TypeClass::kScalar:
    case TypeClass::kPointer:
      return 1;
    case TypeClass::kArray:
      return type->count * leaf_count(type->element);
    case TypeClass::kRecord:
      break;
  }
  if (type->is_union) return type->size / std::clamp<std::uint32_t>(type->alignment, 1, 8);
  std::uint64_t sum = 0;
  for (const Field& field : type->fields) sum += leaf_count(field.type);
  return sum;
}

std::vector<AccessPart> access_parts(TypeRef type, const std::vector<Leaf>& leaves) {
  std::vector<AccessPart> parts;
  for (std::size_t i = 0; i < leaves.size();) {
    std::size_t count = 1;
    if (type->is_record() && type->alignment >= 2)
      for (std::size_t wide : {std::size_t{4}, std::size_t{2}})
        if (wide_run(leaves, i, wide, type->is_vector || type->alignment >= 8 ? type->alignment : 0)) {
          count = wide;
          break;
        }
    parts.push_back({static_cast<std::uint32_t>(i), static_cast<std::uint8_t>(count)});
    i += count;
  }
  return parts;
}

}  // namespace warpglass::lang
