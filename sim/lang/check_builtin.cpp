// Calls of built-in functions: the row of builtins.cpp whose signature fits, its arguments converted, its typed node.
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "sim/lang/checker.h"

namespace warpglass::lang {
namespace {

// One parameter of a signature: its letter, whether it is a pointer to it, whether it may be left out.
struct Part {
  char code = 'v';
  bool is_pointer = false;
  bool is_optional = false;
};

std::vector<Part> parts_of(std::string_view signature) {
  std::vector<Part> parts;
  for (const char c : signature.substr(signature.find('(') + 1)) {
    if (c == ')') break;
    if (c == '*')
      parts.back().is_pointer = true;
    else if (c == '=')
      parts.back().is_optional = true;
    else
      parts.push_back({c, false, false});
  }
  return parts;
}

}  // namespace

TypeRef Checker::builtin_type(char code, TypeRef generic) {
  switch (code) {
    case 'v':
      return types_.void_type();
    case 'b':
      return types_.boolean();
    case 'h':
      return types_.scalar(BuiltinType::kUnsignedShort);
    case 'i':
      return types_.int_type();
    case 'u':
      return types_.unsigned_type();
    case 'L':
      return types_.scalar(BuiltinType::kLong);
    case 'M':
      return types_.size_type();
    case 'l':
      return types_.scalar(BuiltinType::kLongLong);
    case 'm':
      return types_.scalar(BuiltinType::kUnsignedLongLong);
    case 'f':
      return types_.float_type();
    case 'd':
      return types_.double_type();
    case 'p':
      return types_.pointer(nullptr, true, true);
    default:
      return generic;
  }
}

// The type behind F, A and T for these arguments; null when there is none.
TypeRef Checker::generic_type(const Builtin& row, const std::vector<Argument>& arguments) {
  const std::vector<Part> parts = parts_of(row.signature);
  TypeRef found = nullptr;
  for (std::size_t i = 0; i < parts.size() && i < arguments.size(); ++i) {
    if (arguments[i].is_list) return nullptr;
    const TypedExpr& e = *arguments[i].value;
    const TypeRef type = e.type;
    if (parts[i].code == 'F' && !parts[i].is_pointer) {
      if (!type->is_scalar()) return nullptr;
      const bool is_float = is_floating(type) && type->size == 4;
      found = is_float && found != types_.double_type() ? types_.float_type() : types_.double_type();
    } else if (parts[i].code == 'A') {
      if (!type->is_scalar() || type->is_scoped_enum) return nullptr;
      found = found ? common(found, type) : promoted(type);
    } else if (parts[i].code == 'T' && !found) {
      if (parts[i].is_pointer && (type->is_pointer() || type->is_array())) found = type->element;
      if (!parts[i].is_pointer && type->is_scalar()) found = promoted(type);
      if (!found) return nullptr;
    }
  }
  if (!found || row.allowed[0] == '\0') return found;
  for (const char* code = row.allowed; *code; ++code)
    if (builtin_type(*code, nullptr) == found) return found;
  return nullptr;
}

bool Checker::match_builtin(const Builtin& row, std::vector<Argument>& arguments, std::vector<TypeRef>& types,
                            TypeRef& result, int& cost) {
  const std::vector<Part> parts = parts_of(row.signature);
  if (arguments.size() > parts.size()) return false;
  for (std::size_t i = arguments.size(); i < parts.size(); ++i)
    if (!parts[i].is_optional) return false;
  const std::string_view signature = row.signature;
  const bool is_generic = signature.find_first_of("FAT") != std::string_view::npos;
  const TypeRef generic = is_generic ? generic_type(row, arguments) : nullptr;
  if (is_generic && !generic) return false;
  types.clear();
  for (std::size_t i = 0; i < parts.size(); ++i) {
    TypeRef type = builtin_type(parts[i].code, generic);
    if (parts[i].is_pointer) {
      const bool is_load = row.kind == BuiltinKind::kLoadHint;
      const TypeRef given = i < arguments.size() && arguments[i].value ? arguments[i].value->type : nullptr;
      const bool is_volatile = given && given->is_pointer() && given->pointee_volatile;
      type = types_.pointer(type, is_load, is_volatile);
    }
    types.push_back(type);
    if (i >= arguments.size()) continue;
    const int rank = conversion_rank(arguments[i], {type});
    if (rank < 0) return false;
    cost += rank;
  }
  result = builtin_type(signature[0], generic);
  return true;
}

const Builtin* Checker::choose_builtin(const std::vector<const Builtin*>& rows, std::vector<Argument>& arguments,
                                       std::vector<TypeRef>& types, TypeRef& result) {
  const Builtin* chosen = nullptr;
  int least = 0;
  for (const Builtin* row : rows) {
    std::vector<TypeRef> row_types;
    TypeRef row_result = nullptr;
    int cost = 0;
    if (!match_builtin(*row, arguments, row_types, row_result, cost) || (chosen && cost >= least)) continue;
    chosen = row;
    least = cost;
    types = row_types;
    result = row_result;
  }
  return chosen;
}

void Checker::wrong_builtin(const std::string& name, const std::vector<const Builtin*>& rows,
                            const std::vector<Argument>& arguments, const Span& span) {
  std::string given;
  for (const Argument& argument : arguments)
    given += (given.empty() ? "" : ", ") + (argument.value ? argument.value->type->name : std::string("{...}"));
  const Builtin& row = *rows[0];
  std::string wanted;
  for (const Part& part : parts_of(row.signature)) {
    const TypeRef type = builtin_type(part.code, nullptr);
    const std::string text = type ? type->name : part.code == 'F' ? "float" : "T";
    wanted +=
        (wanted.empty() ? "" : ", ") + text + (part.is_pointer ? "*" : "") + (part.is_optional ? " [optional]" : "");
  }
  std::string kinds;
  for (const char* code = row.allowed; *code; ++code)
    kinds += (kinds.empty() ? "" : ", ") + builtin_type(*code, nullptr)->name;
  error(span, fmt::format("`{}` does not take ({})", name, given),
        fmt::format("it is {}({}){}", name, wanted, kinds.empty() ? "" : " with T one of " + kinds));
}

TypedExprPtr Checker::call_builtin(const std::string& written, const Expr& e, std::vector<Argument>& arguments,
                                   bool& known) {
  const std::string name = written.starts_with("std::") ? written.substr(5) : written;
  known = true;
  if (name == "printf") return check_print(e, arguments);
  if (name == "swap" && arguments.size() == 2) return swap_values(arguments, e.span);
  if ((name == "move" || name == "forward") && written.starts_with("std::") && arguments.size() == 1)
    return std::move(arguments[0].value);
  if (name.starts_with("make_"))
    if (const TypeRef type = types_.named(name.substr(5)); type && type->is_record())
      return make_vector(type, arguments, e.span, name);
  if (const TypeRef type = types_.named(name)) return construct(type, arguments, false, e.span, nullptr);
  const std::vector<const Builtin*> rows = builtin_rows(name);
  known = !rows.empty();
  if (!known) return nullptr;
  std::vector<TypeRef> types;
  TypeRef result = nullptr;
  const Builtin* row = choose_builtin(rows, arguments, types, result);
  if (!row) {
    wrong_builtin(name, rows, arguments, e.span);
    return nullptr;
  }
  std::vector<TypedExprPtr> values;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    TypedExprPtr value = convert_argument(arguments[i], {types[i]});
    if (!value) return nullptr;
    values.push_back(std::move(value));
  }
  return make_builtin(*row, std::move(values), result, e.span);
}

TypedExprPtr Checker::make_builtin(const Builtin& row, std::vector<TypedExprPtr> args, TypeRef result,
                                   const Span& span) {
  TypedExprPtr e = node(TypedKind::kNop, result, span);
  switch (row.kind) {
    case BuiltinKind::kAtomic:
    case BuiltinKind::kShuffle:
    case BuiltinKind::kOldShuffle:
    case BuiltinKind::kVote:
    case BuiltinKind::kOldVote:
    case BuiltinKind::kMatchAll:
    case BuiltinKind::kActiveMask:
    case BuiltinKind::kBarrier:
    case BuiltinKind::kWarpSync:
    case BuiltinKind::kFence:
      return make_warp(row, args, std::move(e));
    case BuiltinKind::kLoadHint:
    case BuiltinKind::kStoreHint:
    case BuiltinKind::kToShared:
    case BuiltinKind::kIsWindow:
    case BuiltinKind::kClock:
      return make_memory(row, args, std::move(e));
    case BuiltinKind::kSinCos:
    case BuiltinKind::kModf:
    case BuiltinKind::kFrexp:
    case BuiltinKind::kPair:
    case BuiltinKind::kHiWord:
    case BuiltinKind::kLoWord:
      return make_split(row, args, std::move(e));
    case BuiltinKind::kTrap:
      e->kind = TypedKind::kTrap;
      return e;
    case BuiltinKind::kNop:
      e->args = std::move(args);
      return e;
    default:
      return make_arithmetic(row, args, std::move(e));
  }
}

}  // namespace warpglass::lang
