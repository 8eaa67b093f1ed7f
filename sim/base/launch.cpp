// Names and sizes of the element types, in one list.
#include "sim/base/launch.h"

#include <array>

namespace warpglass {
namespace {

struct ElementTypeRow {
  ElementType type;
  const char* name;
  std::uint32_t bytes;
};

constexpr std::array kElementTypes{
    ElementTypeRow{ElementType::kInt8, "int8", 1},       ElementTypeRow{ElementType::kUint8, "uint8", 1},
    ElementTypeRow{ElementType::kInt16, "int16", 2},     ElementTypeRow{ElementType::kUint16, "uint16", 2},
    ElementTypeRow{ElementType::kInt32, "int32", 4},     ElementTypeRow{ElementType::kUint32, "uint32", 4},
    ElementTypeRow{ElementType::kInt64, "int64", 8},     ElementTypeRow{ElementType::kUint64, "uint64", 8},
    ElementTypeRow{ElementType::kFloat16, "float16", 2}, ElementTypeRow{ElementType::kFloat32, "float32", 4},
    ElementTypeRow{ElementType::kFloat64, "float64", 8}, ElementTypeRow{ElementType::kBool, "bool", 1},
};

constexpr bool in_enumerator_order() {
  for (std::size_t i = 0; i < kElementTypes.size(); ++i)
    if (static_cast<std::size_t>(kElementTypes[i].type) != i) return false;
  return true;
}
static_assert(in_enumerator_order());

}  // namespace

const char* element_type_name(ElementType type) { return kElementTypes[static_cast<std::size_t>(type)].name; }

bool element_type_from_name(const std::string& name, ElementType& type) {
  for (const ElementTypeRow& row : kElementTypes) {
    if (name != row.name) continue;
    type = row.type;
    return true;
  }
  return false;
}

std::uint32_t element_bytes(ElementType type) { return kElementTypes[static_cast<std::size_t>(type)].bytes; }

}  // namespace warpglass
