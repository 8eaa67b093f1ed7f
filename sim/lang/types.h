// The types of one kernel instance. Types are interned: equal types are equal pointers, so comparing is one compare.
// Sizes and alignments are those of nvcc on 64-bit Linux (long 8 bytes, float4 aligned to 16, float3 to 4).
#pragma once

#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "sim/lang/ast.h"
#include "sim/lang/typed.h"

namespace warpglass::lang {

// A type with what belongs to a declaration rather than to the type.
struct QualifiedType {
  TypeRef type = nullptr;
  bool is_const = false;
  bool is_volatile = false;
  bool is_reference = false;
  explicit operator bool() const { return type != nullptr; }
};

class TypeTable {
 public:
  TypeTable();
  TypeRef void_type() const { return void_; }
  TypeRef scalar(BuiltinType type) const { return scalars_[static_cast<std::size_t>(type)]; }
  TypeRef boolean() const { return scalar(BuiltinType::kBool); }
  TypeRef int_type() const { return scalar(BuiltinType::kInt); }
  TypeRef unsigned_type() const { return scalar(BuiltinType::kUnsigned); }
  TypeRef float_type() const { return scalar(BuiltinType::kFloat); }
  TypeRef double_type() const { return scalar(BuiltinType::kDouble); }
  TypeRef size_type() const { return scalar(BuiltinType::kUnsignedLong); }
  TypeRef pointer(TypeRef element, bool is_const, bool is_volatile);  // element void or null: void*
  TypeRef array(TypeRef element, std::uint64_t count);
  // size_t, uint8_t, float4, dim3 and the like, with or without std::; null when there is no such built-in name.
  TypeRef named(const std::string& name);
  Type* new_record(const std::string& name);
  TypeRef new_enum(const std::string& name, TypeRef underlying, bool is_scoped);
  std::vector<std::unique_ptr<Type>> release() { return std::move(owned_); }

 private:
  Type* own(Type type);
  TypeRef vector_type(const std::string& name);
  std::vector<std::unique_ptr<Type>> owned_;
  std::vector<TypeRef> scalars_;
  TypeRef void_ = nullptr;
  std::map<std::tuple<TypeRef, bool, bool>, TypeRef> pointers_;
  std::map<std::pair<TypeRef, std::uint64_t>, TypeRef> arrays_;
  std::map<std::string, TypeRef> named_;
};

// Places the fields of a record one after another (all at 0 in a union) and sets its size and alignment.
// `alignment` is what __align__ asks for, 0 for none.
void lay_out(Type& record, std::uint32_t alignment);

inline bool is_integer(TypeRef t) { return t->is_scalar() && !value_type_is_float(t->scalar); }  // bool and enums too
inline bool is_floating(TypeRef t) { return t->is_scalar() && value_type_is_float(t->scalar); }
inline bool is_bool(TypeRef t) { return t->is_scalar() && t->scalar == ValueType::kBool; }
inline bool is_void_pointer(TypeRef t) { return t->is_pointer() && t->element == nullptr; }
std::string describe(const QualifiedType& type);  // "const float*"

}  // namespace warpglass::lang
