// The tree the parser makes: syntax only, names not yet resolved, templates not yet instantiated.
// Read-only after parsing: one tree serves every instantiation. The checker (check.h) turns it into a typed tree
// (typed.h).
//
// Each node is one struct whose `kind` says which of its fields mean something; the comment beside a kind names them.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "sim/base/diagnostic.h"
#include "sim/base/source.h"

namespace warpglass::lang {

struct Expr;
struct Stmt;
struct Decl;
struct TypeSyntax;
using ExprPtr = std::unique_ptr<Expr>;
using StmtPtr = std::unique_ptr<Stmt>;
using DeclPtr = std::shared_ptr<Decl>;
using TypePtr = std::unique_ptr<TypeSyntax>;

// ---- Types as written -------------------------------------------------------------------------------------------

enum class BuiltinType : std::uint8_t {
  kVoid,
  kBool,
  kChar,
  kSignedChar,
  kUnsignedChar,
  kShort,
  kUnsignedShort,
  kInt,
  kUnsigned,
  kLong,
  kUnsignedLong,
  kLongLong,
  kUnsignedLongLong,
  kFloat,
  kDouble,
};  // long is 64 bits, as on Linux; size_t, int32_t and the like are kNamed and known to the checker

enum class TypeKind : std::uint8_t {
  kBuiltin,  // builtin
  kNamed,    // name, template_args: float4, size_t, uint8_t, a struct, a typedef, a template parameter, std::...
             // `Outer<int>::type`: inner is the qualifier (kNamed, with its arguments), name what follows the ::
  kAuto,
  kInlineRecord,  // decl: a struct, union or enum defined where the type stands
  kPointer,       // inner
  kReference,     // inner (T& and T&&)
  kArray,         // inner, array_size (null: [])
  kDecltype,      // expr
};

struct TemplateArgument {
  TypePtr
      type;  // exactly one of the two, except that a bare name (`N`, `T`) is given as both: type kNamed and expr kName
  ExprPtr expr;
  Span span;
};

struct TypeSyntax {
  TypeKind kind = TypeKind::kBuiltin;
  Span span;
  bool is_const = false;
  bool is_volatile = false;
  bool is_restrict = false;
  BuiltinType builtin = BuiltinType::kInt;
  std::string name;  // qualified as written without leading ::, e.g. "std::uint32_t", "ns::Body", "T::value_type"
  std::vector<TemplateArgument> template_args;
  bool has_template_args = false;
  TypePtr inner;
  ExprPtr array_size;
  ExprPtr expr;
  DeclPtr decl;
};

// ---- Expressions ------------------------------------------------------------------------------------------------

enum class ExprKind : std::uint8_t {
  kInteger,    // integer, integer_type (by suffix and value, as C++ picks it)
  kFloating,   // real, is_float (suffix f)
  kCharacter,  // integer
  kString,     // text (escapes resolved)
  kBoolean,    // integer 0 or 1
  kNullptr,
  kName,     // text (qualified as written), template_args; `Zero<T>::value`: type is the qualifier (kNamed, with its
             // arguments), text what follows the ::
  kUnary,    // op, a:   + - ! ~ * & ++pre --pre
  kPostfix,  // op, a:   ++ --
  kBinary,   // op, a, b:   arithmetic, comparison, && || , and comma
  kAssign,   // op (kAssignPlain or the operator of += and the like), a, b
  kConditional,  // a ? b : c
  kCall,         // a(args); a is kName or kMember (method)
  kIndex,        // a[b]
  kMember,       // a.text or a->text (is_arrow); template_args for a method template
  kCast,         // cast, type, a
  kConstruct,    // type(args) or type{args} (is_braced); args may be empty
  kInitList,     // {args}; designated: designators[i] names args[i]
  kSizeofType,   // type      (alignof: is_alignof)
  kSizeofExpr,   // a
  kThis,
  kLambda,  // decl (kFunction with params, return type, body), captures
  kLaunch,  // a<<<args[0..3]>>>(b's args): a launch in device code (dynamic parallelism); b is kCall-like, named and
            // refused
  kError,   // already reported
};

enum class Op : std::uint8_t {
  kNone,
  kPlus,
  kMinus,
  kNot,
  kBitNot,
  kDeref,
  kAddressOf,
  kIncrement,
  kDecrement,
  kAdd,
  kSub,
  kMul,
  kDiv,
  kRem,
  kShl,
  kShr,
  kBitAnd,
  kBitOr,
  kBitXor,
  kLess,
  kGreater,
  kLessEqual,
  kGreaterEqual,
  kEqual,
  kNotEqual,
  kLogicalAnd,
  kLogicalOr,
  kComma,
  kAssignPlain,
};
const char* op_text(Op op);  // "+=" is asked for as op_text(kAdd) + "="

enum class CastKind : std::uint8_t { kC, kStatic, kReinterpret, kConst, kDynamic };

struct LambdaCapture {
  std::string name;  // empty with default_ref/default_copy
  bool by_reference = false;
};

struct Expr {
  ExprKind kind = ExprKind::kError;
  std::uint16_t height = 1;  // levels of the tree below and with this node; the parser bounds it, so recursion is safe
  Span span;                 // of the whole expression; span.line is where it starts (a macro's: where it is used)
  Op op = Op::kNone;
  std::uint64_t integer = 0;
  BuiltinType integer_type = BuiltinType::kInt;
  double real = 0.0;
  bool is_float = false;
  bool is_arrow = false;
  bool is_braced = false;
  bool is_alignof = false;
  bool capture_default_ref = false, capture_default_copy = false;
  CastKind cast = CastKind::kC;
  std::string text;
  Span name_span;  // of the member or callee name
  ExprPtr a, b, c;
  std::vector<ExprPtr> args;
  std::vector<std::string> designators;  // as long as args when any is named
  std::vector<TemplateArgument> template_args;
  bool has_template_args = false;
  TypePtr type;
  DeclPtr decl;
  std::vector<LambdaCapture> captures;
};

// ---- Statements -------------------------------------------------------------------------------------------------

enum class StmtKind : std::uint8_t {
  kEmpty,
  kExpr,      // expr
  kDecl,      // decls: variables, typedefs, static_assert, local structs
  kBlock,     // body
  kIf,        // init?, condition (or condition_decl), then_branch, else_branch?; is_constexpr
  kFor,       // init?, condition?, step?, then_branch
  kRangeFor,  // decls[0] the variable, expr the range, then_branch
  kWhile,     // condition (or condition_decl), then_branch
  kDo,        // then_branch, condition
  kSwitch,    // condition, then_branch
  kCase,      // expr: `case expr:` alone; the statements follow as siblings (a case directly before a non-block body is
              // wrapped in a block)
  kDefault,
  kBreak,
  kContinue,
  kReturn,  // expr?
};

struct Stmt {
  StmtKind kind = StmtKind::kEmpty;
  Span span;
  ExprPtr expr;
  ExprPtr condition;
  DeclPtr condition_decl;
  ExprPtr step;
  StmtPtr init;
  StmtPtr then_branch, else_branch;
  std::vector<StmtPtr> body;
  std::vector<DeclPtr> decls;
  bool is_constexpr = false;
  int unroll =
      -1;  // #pragma unroll before a loop: 0 without a number, else the number; -1: none. A hint; counts do not change.
};

// ---- Declarations -----------------------------------------------------------------------------------------------

struct TemplateParameter {
  std::string name;  // may be empty
  bool is_type = false;
  TypePtr type;  // of a value parameter
  TypePtr default_type;
  ExprPtr default_expr;
  Span span;
};

enum class DeclKind : std::uint8_t {
  kVariable,      // type, init?, init_args (T x(a, b)), storage flags
  kFunction,      // type = return type, params, body (null: prototype)
  kRecord,        // struct, class: members, methods; is_union
  kEnum,          // enumerators; type = underlying or null; is_enum_class
  kTypedef,       // type (typedef and using); template_params for alias templates
  kStaticAssert,  // init = condition, text = message
};

enum class FunctionSpace : std::uint8_t { kHost, kDevice, kGlobal, kHostDevice };

struct Enumerator {
  std::string name;
  ExprPtr value;
  Span span;
};

struct Decl {
  DeclKind kind = DeclKind::kVariable;
  Span span;  // of the whole head
  Span name_span;
  std::string name;   // operators: "operator+"; constructors: the record's name; conversion: kConversionName
  std::string scope;  // enclosing namespaces, "a::b"; empty at file level
  TypePtr type;
  bool is_template = false;
  bool is_specialisation = false;  // template<> ...; template_args say for what
  std::vector<TemplateParameter> template_params;
  std::vector<TemplateArgument> template_args;
  // variables and parameters
  ExprPtr init;
  bool has_paren_init = false;
  std::vector<ExprPtr> init_args;
  bool is_const = false, is_constexpr = false, is_static = false, is_extern = false;
  bool is_shared = false, is_constant = false, is_device = false, is_managed = false;
  ExprPtr alignment;  // __align__(n), alignas(n)
  // functions
  FunctionSpace space = FunctionSpace::kHost;
  std::vector<DeclPtr> params;  // kVariable
  StmtPtr body;                 // null: prototype, or a host function whose body was skipped
  bool body_skipped = false;
  bool is_constructor = false, is_method_const = false;
  ExprPtr launch_bounds_threads, launch_bounds_blocks;
  std::vector<std::pair<std::string, ExprPtr>> member_inits;  // constructors: `: x(1)`
  std::vector<std::vector<ExprPtr>> member_init_args;         // further arguments, parallel to member_inits
  // records
  std::vector<DeclPtr> members;  // kVariable fields, kFunction methods, nested kRecord/kEnum/kTypedef
  bool is_union = false;
  bool has_base = false;  // inheritance: refused by name when the record is used
  // enums
  std::vector<Enumerator> enumerators;
  bool is_enum_class = false;
  // What is wrong with or outside the subset in this declaration (functions: head and body; records: members;
  // variables): errors found while parsing. They are kept here and not shown, so that they do not stop a kernel that
  // never gets here. Whoever reaches the declaration (the checker) adds them to its messages and goes no deeper into
  // it.
  std::vector<Diagnostic> refusals;
};

inline constexpr const char* kConversionName = "operator type";  // of every conversion operator

struct SkippedInclude {
  std::string name;
  Span span;
};

struct TranslationUnit {
  SourceSet sources;
  std::vector<DeclPtr> decls;  // file scope, in order; namespaces flattened into Decl::scope
  std::vector<SkippedInclude> skipped_includes;
  std::vector<std::pair<std::string, std::string>>
      refused_names;  // {"BinOp", "function pointers are"}: typedefs and the like
  // `namespace cg = cooperative_groups;` is applied by the parser: names below say cooperative_groups::.
  std::vector<std::string> using_namespaces;                     // using namespace std;
  std::vector<std::pair<std::string, std::string>> using_names;  // using std::min;  {"min", "std::min"}
};

}  // namespace warpglass::lang
