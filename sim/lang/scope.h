// What names mean while a body is checked, and the records and function instances the checker remembers.
// Scopes form a chain: block -> parameters -> record (of a method) -> template bindings -> file (looked up in Checker).
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "sim/lang/ast.h"
#include "sim/lang/typed.h"
#include "sim/lang/types.h"

namespace warpglass::lang {

struct Constant {
  TypeRef type = nullptr;
  std::uint64_t bits = 0;  // as TypedKind::kConstant
};

// A template argument: a type or a value.
struct TemplateValue {
  bool is_type = false;
  QualifiedType type;
  Constant value;
};
using Bindings = std::map<std::string, TemplateValue>;

struct Scope;
using ScopePtr = std::shared_ptr<Scope>;
using PlacePtr = std::shared_ptr<TypedExpr>;  // an lvalue (or special value) that a name stands for; cloned at each use

struct Symbol {
  enum class Kind { kNone, kVariable, kConstant, kPlace, kType, kDecls, kField };
  Kind kind = Kind::kNone;
  QualifiedType type;  // kVariable, kType; a reference variable holds a pointer
  std::shared_ptr<TypedVariable> variable;
  std::optional<Constant> constant;  // kConstant, and const kVariables with a constant initialiser
  PlacePtr place;                    // kPlace
  std::vector<const Decl*> decls;    // kDecls: functions, record or alias templates
  const Scope* scope = nullptr;      // kField: the record scope it was found in
};

struct Scope {
  ScopePtr parent;
  std::unordered_map<std::string, Symbol> names;
  TypeRef record = nullptr;  // a record's scope
  PlacePtr this_place;       // method bodies: the object
  std::string name_space;    // of the declaration, for file-level look-up
};

struct RecordInfo {
  const Decl* decl = nullptr;
  Type* type = nullptr;
  ScopePtr scope;                              // nested types, constants, template bindings
  std::vector<const Decl*> fields;             // parallel to Type::fields
  std::vector<QualifiedType> field_types;      // parallel to Type::fields
  std::vector<TemplateValue> template_values;  // of an instance of a record template
  const Decl* template_decl = nullptr;         // the primary template
  std::multimap<std::string, const Decl*> methods;
  std::vector<const Decl*> constructors;
  bool complete = false;
  bool failed = false;
  const Expr* lambda = nullptr;  // a lambda's closure; its scope is where it was written
  ScopePtr lambda_scope;
};

struct FunctionInstance {
  TypedFunction function;
  const Decl* decl = nullptr;
  const Expr* lambda = nullptr;
  ScopePtr scope;  // parameters, then the chain outwards
  QualifiedType return_type;
  bool auto_return = false;
  bool discard_result = false;  // a reference that no caller uses: returned as void
  bool queued = false, active = false, done = false;
  FunctionInstance* parent = nullptr;
  int depth = 0;
  std::set<std::uint32_t> callees;
  std::uint32_t index = 0;
  std::string template_key;  // shared and static variables are one per template instance
};

// An argument of a call: a checked value or place, or a braced list that waits for the parameter's type.
struct Argument {
  TypedExprPtr value;
  const Expr* syntax = nullptr;
  bool is_list = false;
};

}  // namespace warpglass::lang
