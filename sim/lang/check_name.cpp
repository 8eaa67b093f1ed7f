// A name where a value stands: variables, members of `this`, threadIdx and its like, the constants of <climits> and
// <cmath>.
#include <fmt/format.h>

#include <limits>
#include <numbers>

#include "sim/lang/checker.h"

namespace warpglass::lang {
namespace {

struct NamedReal {
  const char* name;
  BuiltinType type;
  double value;
};

struct NamedInteger {
  const char* name;
  BuiltinType type;
  std::uint64_t value;
};

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr NamedReal kReals[] = {
    {"INFINITY", BuiltinType::kFloat, kInfinity},
    {"HUGE_VALF", BuiltinType::kFloat, kInfinity},
    {"HUGE_VAL", BuiltinType::kDouble, kInfinity},
    {"CUDART_INF_F", BuiltinType::kFloat, kInfinity},
    {"CUDART_INF", BuiltinType::kDouble, kInfinity},
    {"NAN", BuiltinType::kFloat, std::numeric_limits<double>::quiet_NaN()},
    {"CUDART_NAN_F", BuiltinType::kFloat, std::numeric_limits<double>::quiet_NaN()},
    {"CUDART_NAN", BuiltinType::kDouble, std::numeric_limits<double>::quiet_NaN()},
    {"FLT_MAX", BuiltinType::kFloat, std::numeric_limits<float>::max()},
    {"FLT_MIN", BuiltinType::kFloat, std::numeric_limits<float>::min()},
    {"FLT_EPSILON", BuiltinType::kFloat, std::numeric_limits<float>::epsilon()},
    {"DBL_MAX", BuiltinType::kDouble, std::numeric_limits<double>::max()},
    {"DBL_MIN", BuiltinType::kDouble, std::numeric_limits<double>::min()},
    {"DBL_EPSILON", BuiltinType::kDouble, std::numeric_limits<double>::epsilon()},
    {"M_PI", BuiltinType::kDouble, std::numbers::pi},
    {"M_PI_2", BuiltinType::kDouble, std::numbers::pi / 2},
    {"M_PI_4", BuiltinType::kDouble, std::numbers::pi / 4},
    {"M_1_PI", BuiltinType::kDouble, std::numbers::inv_pi},
    {"M_2_PI", BuiltinType::kDouble, 2 * std::numbers::inv_pi},
    {"M_E", BuiltinType::kDouble, std::numbers::e},
    {"M_SQRT2", BuiltinType::kDouble, std::numbers::sqrt2},
    {"M_SQRT1_2", BuiltinType::kDouble, std::numbers::sqrt2 / 2},
    {"M_LN2", BuiltinType::kDouble, std::numbers::ln2},
    {"M_LN10", BuiltinType::kDouble, std::numbers::ln10},
    {"M_LOG2E", BuiltinType::kDouble, std::numbers::log2e},
    {"CUDART_PI_F", BuiltinType::kFloat, std::numbers::pi},
    {"CUDART_PI", BuiltinType::kDouble, std::numbers::pi},
    {"CUDART_MAX_NORMAL_F", BuiltinType::kFloat, std::numeric_limits<float>::max()},
};

constexpr NamedInteger kIntegers[] = {
    {"INT_MAX", BuiltinType::kInt, 0x7fffffffu},
    {"INT_MIN", BuiltinType::kInt, 0xffffffff80000000ull},
    {"UINT_MAX", BuiltinType::kUnsigned, 0xffffffffu},
    {"LONG_MAX", BuiltinType::kLong, 0x7fffffffffffffffull},
    {"LONG_MIN", BuiltinType::kLong, 0x8000000000000000ull},
    {"ULONG_MAX", BuiltinType::kUnsignedLong, ~0ull},
    {"LLONG_MAX", BuiltinType::kLongLong, 0x7fffffffffffffffull},
    {"LLONG_MIN", BuiltinType::kLongLong, 0x8000000000000000ull},
    {"ULLONG_MAX", BuiltinType::kUnsignedLongLong, ~0ull},
    {"CHAR_BIT", BuiltinType::kInt, 8},
    {"CHAR_MAX", BuiltinType::kInt, 127},
    {"UCHAR_MAX", BuiltinType::kInt, 255},
    {"SHRT_MAX", BuiltinType::kInt, 32767},
    {"SHRT_MIN", BuiltinType::kInt, 0xffffffffffff8000ull},
    {"USHRT_MAX", BuiltinType::kInt, 65535},
    {"RAND_MAX", BuiltinType::kInt, 0x7fffffffu},
    {"SIZE_MAX", BuiltinType::kUnsignedLong, ~0ull},
    {"INT32_MAX", BuiltinType::kInt, 0x7fffffffu},
    {"INT32_MIN", BuiltinType::kInt, 0xffffffff80000000ull},
    {"UINT32_MAX", BuiltinType::kUnsigned, 0xffffffffu},
    {"INT64_MAX", BuiltinType::kLong, 0x7fffffffffffffffull},
    {"INT64_MIN", BuiltinType::kLong, 0x8000000000000000ull},
    {"UINT64_MAX", BuiltinType::kUnsignedLong, ~0ull},
    {"UINT8_MAX", BuiltinType::kInt, 255},
    {"NULL", BuiltinType::kLong, 0},
};

}  // namespace

TypedExprPtr Checker::check_name(const Expr& e) {
  if (const auto truth = type_trait(e)) return constant(types_.boolean(), *truth ? 1 : 0, e.span);
  if (e.type) {  // Zero<T>::value
    const QualifiedType outer = resolve(*e.type);
    if (!outer) return nullptr;
    const Symbol symbol = qualified_member(outer.type, e.text);
    if (symbol.kind != Symbol::Kind::kNone) return use_symbol(symbol, e);
    error(e.span, fmt::format("{} has no member `{}`", outer.type->name, e.text));
    return nullptr;
  }
  const auto using_name = using_names_.find(e.text);
  const Symbol symbol = look_up(e.text);
  if (symbol.kind != Symbol::Kind::kNone) return use_symbol(symbol, e);
  if (TypedExprPtr known = builtin_name(e.text, e.span)) return known;
  if (using_name != using_names_.end()) {
    const Symbol used = look_up(using_name->second);
    if (used.kind != Symbol::Kind::kNone) return use_symbol(used, e);
  }
  if (mute_ == 0 && messages_.full()) return nullptr;
  undefined(e.span, e.text);
  return nullptr;
}

TypedExprPtr Checker::use_symbol(const Symbol& symbol, const Expr& e) {
  const bool wants_place = std::exchange(wants_place_, false);
  switch (symbol.kind) {
    case Symbol::Kind::kConstant:
      return constant(symbol.constant->type, symbol.constant->bits, e.span);
    case Symbol::Kind::kPlace: {
      TypedExprPtr place = clone(*symbol.place);
      set_place_span(*place, e.span);
      return place;
    }
    case Symbol::Kind::kField: {
      TypedExprPtr object = this_object(e.span);
      return object ? member(std::move(object), e.text, e.span, e.span) : nullptr;
    }
    case Symbol::Kind::kVariable:
      break;
    case Symbol::Kind::kType:
      error(e.span, fmt::format("`{}` is a type, a value is wanted here", e.text));
      return nullptr;
    default:
      if (!symbol.decls.empty() && symbol.decls[0]->kind == DeclKind::kVariable)
        error(e.span, fmt::format("`{}` is a host variable: a kernel cannot use it", e.text),
              "pass it as a parameter, make it const with a constant value, or write __device__ or __constant__ before "
              "it");
      else if (!symbol.decls.empty() && symbol.decls[0]->kind == DeclKind::kFunction)
        refuse(e.span, fmt::format("the address of a function (`{}`)", e.text));
      else
        error(e.span, fmt::format("`{}` is a type, a value is wanted here", e.text));
      return nullptr;
  }
  if (!symbol.variable) return nullptr;  // its declaration failed: already reported
  if (symbol.constant && !symbol.type.is_volatile && !wants_place)
    return constant(symbol.constant->type, symbol.constant->bits, e.span);
  use_global(symbol.variable);
  TypedExprPtr place = variable_place(symbol.variable, e.span);
  if (symbol.type.is_reference) {
    TypedExprPtr pointed = deref(rvalue(std::move(place)), e.span);
    return pointed;
  }
  place->is_const = symbol.type.is_const;
  place->is_volatile = symbol.type.is_volatile;
  return place;
}

TypedExprPtr Checker::builtin_name(const std::string& written, const Span& span) {
  const std::string name = written.starts_with("std::") ? written.substr(5) : written;
  const auto triple = [&](const char* type, InputKind x, InputKind y, InputKind z) {
    TypedExprPtr record = node(TypedKind::kConstructRecord, types_.named(type), span);
    for (const InputKind kind : {x, y, z}) record->args.push_back(special(kind, span));
    return record;
  };
  if (name == "threadIdx") return triple("uint3", InputKind::kThreadIdX, InputKind::kThreadIdY, InputKind::kThreadIdZ);
  if (name == "blockIdx") return triple("uint3", InputKind::kBlockIdX, InputKind::kBlockIdY, InputKind::kBlockIdZ);
  if (name == "blockDim") return triple("dim3", InputKind::kBlockDimX, InputKind::kBlockDimY, InputKind::kBlockDimZ);
  if (name == "gridDim") return triple("dim3", InputKind::kGridDimX, InputKind::kGridDimY, InputKind::kGridDimZ);
  if (name == "warpSize") return arithmetic_convert(special(InputKind::kWarpSize, span), types_.int_type());
  for (const NamedReal& row : kReals)
    if (name == row.name)
      return constant(types_.scalar(row.type), real_bits(row.value, types_.scalar(row.type)->scalar), span);
  for (const NamedInteger& row : kIntegers)
    if (name == row.name) return constant(types_.scalar(row.type), row.value, span);
  return nullptr;
}

}  // namespace warpglass::lang
