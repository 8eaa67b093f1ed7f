// The type table: scalars, pointers, arrays, CUDA's vector types, and the layout of records.
#include "sim/lang/types.h"

#include <algorithm>
#include <array>
#include <limits>

namespace warpglass::lang {
namespace {

struct ScalarRow {
  BuiltinType type;
  ValueType value;
  const char* name;
  std::uint32_t bytes;
};

constexpr std::array<ScalarRow, 15> kScalars{{
    {BuiltinType::kVoid, ValueType::kS32, "void", 1},
    {BuiltinType::kBool, ValueType::kBool, "bool", 1},
    {BuiltinType::kChar, ValueType::kS8, "char", 1},
    {BuiltinType::kSignedChar, ValueType::kS8, "signed char", 1},
    {BuiltinType::kUnsignedChar, ValueType::kU8, "unsigned char", 1},
    {BuiltinType::kShort, ValueType::kS16, "short", 2},
    {BuiltinType::kUnsignedShort, ValueType::kU16, "unsigned short", 2},
    {BuiltinType::kInt, ValueType::kS32, "int", 4},
    {BuiltinType::kUnsigned, ValueType::kU32, "unsigned int", 4},
    {BuiltinType::kLong, ValueType::kS64, "long", 8},
    {BuiltinType::kUnsignedLong, ValueType::kU64, "unsigned long", 8},
    {BuiltinType::kLongLong, ValueType::kS64, "long long", 8},
    {BuiltinType::kUnsignedLongLong, ValueType::kU64, "unsigned long long", 8},
    {BuiltinType::kFloat, ValueType::kF32, "float", 4},
    {BuiltinType::kDouble, ValueType::kF64, "double", 8},
}};

struct NamedScalar {
  const char* name;
  BuiltinType type;
};

constexpr NamedScalar kNamedScalars[] = {
    {"size_t", BuiltinType::kUnsignedLong},
    {"ptrdiff_t", BuiltinType::kLong},
    {"ssize_t", BuiltinType::kLong},
    {"intptr_t", BuiltinType::kLong},
    {"uintptr_t", BuiltinType::kUnsignedLong},
    {"int8_t", BuiltinType::kSignedChar},
    {"uint8_t", BuiltinType::kUnsignedChar},
    {"int16_t", BuiltinType::kShort},
    {"uint16_t", BuiltinType::kUnsignedShort},
    {"int32_t", BuiltinType::kInt},
    {"uint32_t", BuiltinType::kUnsigned},
    {"int64_t", BuiltinType::kLong},
    {"uint64_t", BuiltinType::kUnsignedLong},
    {"uint", BuiltinType::kUnsigned},
    {"uchar", BuiltinType::kUnsignedChar},
    {"ushort", BuiltinType::kUnsignedShort},
    {"ulong", BuiltinType::kUnsignedLong},
    {"u_char", BuiltinType::kUnsignedChar},
    {"u_int8_t", BuiltinType::kUnsignedChar},
    {"u_int32_t", BuiltinType::kUnsigned},
    {"u_int64_t", BuiltinType::kUnsignedLong},
    {"int_fast32_t", BuiltinType::kLong},
    {"uint_fast32_t", BuiltinType::kUnsignedLong},
    {"clock_t", BuiltinType::kLong},
    {"wchar_t", BuiltinType::kInt},
    {"int_least32_t", BuiltinType::kInt},
    {"intmax_t", BuiltinType::kLong},
    {"uintmax_t", BuiltinType::kUnsignedLong},
};

constexpr NamedScalar kVectorBases[] = {
    {"char", BuiltinType::kChar},         {"uchar", BuiltinType::kUnsignedChar},
    {"short", BuiltinType::kShort},       {"ushort", BuiltinType::kUnsignedShort},
    {"int", BuiltinType::kInt},           {"uint", BuiltinType::kUnsigned},
    {"long", BuiltinType::kLong},         {"ulong", BuiltinType::kUnsignedLong},
    {"longlong", BuiltinType::kLongLong}, {"ulonglong", BuiltinType::kUnsignedLongLong},
    {"float", BuiltinType::kFloat},       {"double", BuiltinType::kDouble},
};

std::uint64_t round_up(std::uint64_t value, std::uint64_t to) { return (value + to - 1) / to * to; }

std::string pointer_name(TypeRef element, bool is_const, bool is_volatile) {
  const std::string quals = std::string(is_const ? "const " : "") + (is_volatile ? "volatile " : "");
  if (!element) return quals + "void*";
  if (element->is_pointer()) return element->name + (is_const ? " const" : "") + (is_volatile ? " volatile" : "") + "*";
  if (!element->is_array()) return quals + element->name + "*";
  const std::size_t bracket = element->name.find('[');
  return quals + element->name.substr(0, bracket) + " (*)" + element->name.substr(bracket);
}

std::string array_name(TypeRef element, std::uint64_t count) {
  const std::string extent = "[" + (count ? std::to_string(count) : "") + "]";
  if (!element->is_array()) return element->name + extent;
  const std::size_t bracket = element->name.find('[');
  return element->name.substr(0, bracket) + extent + element->name.substr(bracket);
}

}  // namespace

TypeTable::TypeTable() {
  for (const ScalarRow& row : kScalars) {
    Type type;
    type.type_class = row.type == BuiltinType::kVoid ? TypeClass::kVoid : TypeClass::kScalar;
    type.scalar = row.value;
    type.name = row.name;
    type.size = row.type == BuiltinType::kVoid ? 0 : row.bytes;
    type.alignment = row.bytes;
    type.builtin = static_cast<std::uint8_t>(row.type);
    scalars_.push_back(own(std::move(type)));
  }
  void_ = scalars_[0];
  for (const NamedScalar& row : kNamedScalars) named_[row.name] = scalar(row.type);
}

Type* TypeTable::own(Type type) {
  owned_.push_back(std::make_unique<Type>(std::move(type)));
  return owned_.back().get();
}

TypeRef TypeTable::pointer(TypeRef element, bool is_const, bool is_volatile) {
  if (element && element->is_void()) element = nullptr;
  TypeRef& slot = pointers_[{element, is_const, is_volatile}];
  if (slot) return slot;
  Type type;
  type.type_class = TypeClass::kPointer;
  type.scalar = ValueType::kU64;
  type.element = element;
  type.pointee_const = is_const;
  type.pointee_volatile = is_volatile;
  type.size = type.alignment = 8;
  type.name = pointer_name(element, is_const, is_volatile);
  return slot = own(std::move(type));
}

TypeRef TypeTable::array(TypeRef element, std::uint64_t count) {
  TypeRef& slot = arrays_[{element, count}];
  if (slot) return slot;
  Type type;
  type.type_class = TypeClass::kArray;
  type.element = element;
  type.count = count;
  type.size = element->size * count;  // the caller has bounded both
  type.alignment = element->alignment;
  type.name = array_name(element, count);
  return slot = own(std::move(type));
}

TypeRef TypeTable::named(const std::string& written) {
  const std::string name = written.starts_with("std::") ? written.substr(5) : written;
  if (const auto found = named_.find(name); found != named_.end()) return found->second;
  TypeRef type = vector_type(name);
  if (type) named_[name] = type;
  return type;
}

TypeRef TypeTable::vector_type(const std::string& name) {
  const bool is_dim3 = name == "dim3";
  if (name.size() < 2 || (!is_dim3 && (name.back() < '1' || name.back() > '4'))) return nullptr;
  const std::string base = is_dim3 ? "uint" : name.substr(0, name.size() - 1);
  const auto row = std::find_if(std::begin(kVectorBases), std::end(kVectorBases),
                                [&](const NamedScalar& r) { return base == r.name; });
  if (row == std::end(kVectorBases)) return nullptr;
  const TypeRef element = scalar(row->type);
  const int count = name.back() - '0';
  Type* type = new_record(name);
  for (int i = 0; i < count; ++i) type->fields.push_back({std::string(1, "xyzw"[i]), element, 0});
  type->is_vector = count == 2 || count == 4;
  const auto whole = static_cast<std::uint32_t>(element->size) * static_cast<std::uint32_t>(count);
  lay_out(*type, type->is_vector ? std::min(whole, 16u) : 0);
  return type;
}

Type* TypeTable::new_record(const std::string& name) {
  Type type;
  type.type_class = TypeClass::kRecord;
  type.name = name;
  return own(std::move(type));
}

TypeRef TypeTable::new_enum(const std::string& name, TypeRef underlying, bool is_scoped) {
  Type type = *underlying;
  type.name = name;
  type.is_enum = true;
  type.is_scoped_enum = is_scoped;
  return own(std::move(type));
}

void lay_out(Type& record, std::uint32_t alignment) {
  std::uint64_t at = 0, end = 0;
  record.alignment = std::max(alignment, 1u);
  for (Field& field : record.fields) {
    const std::uint64_t offset = record.is_union ? 0 : round_up(at, field.type->alignment);
    field.offset = static_cast<std::uint32_t>(offset);
    at = offset + field.type->size;
    end = std::max(end, at);
    record.alignment = std::max(record.alignment, field.type->alignment);
  }
  record.size = std::max<std::uint64_t>(round_up(end, record.alignment), 1);
}

std::string describe(const QualifiedType& type) {
  if (!type.type) return "?";
  std::string text = type.type->name;
  if (type.is_volatile) text = type.type->is_pointer() ? text + " volatile" : "volatile " + text;
  if (type.is_const) text = type.type->is_pointer() ? text + " const" : "const " + text;
  return type.is_reference ? text + "&" : text;
}

}  // namespace warpglass::lang
