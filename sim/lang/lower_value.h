// What the lowering keeps of an expression before it becomes registers: scalars, values (flattened) and places.
//
// A Value is the list of an object's scalars in layout order: one for an int, four for a float4, the leaves of a
// struct. A pointer is one Scalar whose `space` says what is known of it: shared and local pointers are 32-bit offsets,
// all others 64-bit virtual addresses. `offset` is a constant byte displacement that has not been added yet, so that it
// can go into the offset of the access.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/lang/program.h"
#include "sim/lang/typed.h"

namespace warpglass::lang {

struct Scalar {
  ValueType type = ValueType::kS32;
  bool is_constant = false;
  bool is_pointer = false;
  Space space = Space::kGeneric;  // pointers
  Register reg = kNoRegister;     // not with is_constant
  std::uint64_t bits = 0;         // is_constant; 32-bit values zero-extended
  std::int64_t offset = 0;        // pointers
  std::uint32_t object = 0;       // pointers: index in Program::objects
};

using Value = std::vector<Scalar>;

inline bool is_offset_space(Space space) { return space == Space::kShared || space == Space::kLocal; }

// An object: in registers (parts) or in memory (address).
struct Place {
  TypeRef type = nullptr;
  bool in_memory = false;
  bool is_volatile = false;
  Value parts;
  Scalar address;
  Span span;  // where an access of it belongs
};

// One scalar of a flattened type.
struct Leaf {
  ValueType type = ValueType::kS32;
  bool is_pointer = false;
  std::uint32_t offset = 0;  // bytes from the start of the object
};

// The scalars of `type` in layout order; a union is given as plain words of its alignment. Arrays are expanded, so ask
// leaf_count() first where the size is not known to be small.
std::vector<Leaf> flatten(TypeRef type);
std::uint64_t leaf_count(TypeRef type);

// One memory access of a whole-object load or store: `count` consecutive leaves from `first`.
struct AccessPart {
  std::uint32_t first = 0;
  std::uint8_t count = 1;
};

// How an object moves: a vector type in accesses as wide as it is (16 bytes at most), a struct member by member, or,
// when its alignment allows it (__align__(8), __align__(16)), in the wide accesses nvcc makes for a copy of it.
std::vector<AccessPart> access_parts(TypeRef type, const std::vector<Leaf>& leaves);

// The register type of a scalar or pointer type.
ValueType scalar_type(TypeRef type);

}  // namespace warpglass::lang
