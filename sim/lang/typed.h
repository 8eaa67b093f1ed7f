// The typed tree of one kernel instance: names resolved, templates instantiated, every conversion explicit.
// check makes it from ast.h, lower turns it into a Program. Nothing here needs the syntax any more.
//
// Value categories are explicit: an lvalue expression (is_lvalue) denotes a place; kLoad reads it.
// Struct and vector values are first class: loading, storing, passing and returning one moves all its scalars.
// References are gone: a reference variable is a pointer variable that the checker dereferences (kDeref) at every use.
// A reference (or `this`) bound to a place in a local variable (x, x.y, x[2]) is no variable at all: the callee's body
// is instantiated for that call and names the caller's variable directly. Such a function is never recursive, so it is
// inlined and the variable is there; it also has no entry in TypedFunction::params.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "sim/base/diagnostic.h"
#include "sim/base/source.h"
#include "sim/lang/program.h"

namespace warpglass::lang {

// ---- Types ------------------------------------------------------------------------------------------------------

struct Type;
using TypeRef = const Type*;  // interned: equal types are equal pointers

enum class TypeClass : std::uint8_t { kVoid, kScalar, kPointer, kArray, kRecord };

struct Field {
  std::string name;
  TypeRef type = nullptr;
  std::uint32_t offset = 0;
};

struct Type {
  TypeClass type_class = TypeClass::kVoid;
  ValueType scalar = ValueType::kS32;  // kScalar; enums are their underlying scalar
  std::string name;                    // as a student would write it: "unsigned int", "float4", "Body"
  TypeRef element = nullptr;           // kPointer (null: void*), kArray
  std::uint64_t count = 0;             // kArray; 0: []
  std::vector<Field> fields;           // kRecord, in order
  bool is_vector = false;    // CUDA vector type of 2 or 4: one wide access (double4, long4: 32 bytes, two of 16).
                             // float3 is a record of 3 scalars, alignment 4
  std::uint8_t builtin = 0;  // kScalar: the BuiltinType, so that long and long long, char and signed char differ
  bool is_enum = false, is_scoped_enum = false;
  bool is_union = false;
  bool pointee_const = false, pointee_volatile = false;  // kPointer
  std::uint64_t size = 0;                                // bytes
  std::uint32_t alignment = 1;

  bool is_scalar() const { return type_class == TypeClass::kScalar; }
  bool is_pointer() const { return type_class == TypeClass::kPointer; }
  bool is_array() const { return type_class == TypeClass::kArray; }
  bool is_record() const { return type_class == TypeClass::kRecord; }
  bool is_void() const { return type_class == TypeClass::kVoid; }
};

// ---- Variables --------------------------------------------------------------------------------------------------

// kParameter: of the kernel. Parameters of device functions are kLocal.
enum class Storage : std::uint8_t { kLocal, kParameter, kShared, kSharedExtern, kConstant, kDevice };

struct TypedExpr;
struct TypedStmt;
using TypedExprPtr = std::unique_ptr<TypedExpr>;
using TypedStmtPtr = std::unique_ptr<TypedStmt>;

struct TypedVariable {
  std::string name;
  TypeRef type = nullptr;
  Storage storage = Storage::kLocal;
  bool is_volatile = false;
  bool address_taken = false;         // & was applied, an array was decayed or indexed by a non-constant: needs memory
  bool is_written = false;            // assigned after its initialisation
  std::uint32_t alignment = 0;        // 0: the type's
  std::vector<std::uint8_t> initial;  // kConstant, kDevice: first bytes, empty: zero
  Span span;
  std::uint32_t id = 0;  // unique in the TypedKernel
};

// ---- Expressions ------------------------------------------------------------------------------------------------

enum class TypedKind : std::uint8_t {
  kConstant,    // bits (of `type`, a scalar or pointer): integers extended to 64 bits by their sign, f32 in the low 32
  kString,      // text: only as an argument of printf
  kVariable,    // lvalue: variable
  kDeref,       // lvalue: the object that pointer a points to
  kMember,      // field index of record a; lvalue when a is one
  kElement,     // lvalue: element b (s32, u32, s64 or u64) of array lvalue a
  kLoad,        // the value of lvalue a
  kAddressOf,   // pointer to lvalue a
  kDecay,       // pointer to the first element of array lvalue a
  kPointerAdd,  // pointer a + integer b elements (b negated for a - b)
  kPointerDifference,  // (a - b) / element size, s64
  kUnary,              // unary, a
  kBinary,             // binary, a, b: both of one type (shift: b is u32), result of that type
  kCompare,            // compare, a, b of one type (scalars or pointers) -> bool
  kLogicalAnd,
  kLogicalOr,    // short circuit, bool
  kConditional,  // a (bool) ? b : c; b and c of one type; lvalue when both are
  // kAssign, kCompound, prefix kIncrement with is_lvalue false: the value just stored; nothing is loaded again.
  kAssign,     // lvalue a = b; the expression is the lvalue a
  kCompound,   // lvalue a = convert(convert(a to b's type) binary b); pointers: a = a + b elements. The place is
               // computed once Shifts: b is u32 and a is computed in its promoted type (s32 for narrower ones).
  kIncrement,  // ++/-- (is_postfix, is_decrement) on lvalue a; postfix yields the old value, prefix the lvalue
  kConvert,  // a to `type` with `rounding`; scalar<->scalar, pointer<->pointer, pointer<->integer. Never to bool: that
             // is kCompare
  kReinterpret,      // bits of a as `type` of the same size (__float_as_int)
  kComma,            // a, then b
  kCall,             // function (index into TypedKernel::functions), args by value
  kConstructRecord,  // args: one value a field
  kSpecial,          // special: threadIdx.x and the like (u32)
  kFused,            // a * b + c with one rounding, written as such (fmaf, __fmaf_rn, fma)
  kMath,             // math, args; with a directed `rounding` the arithmetic of `opcode`
  kBits,             // bit_function, args
  kMulHi,            // a, b
  kAtomic,           // atomic; args: pointer, operand[, new value]; result the old value of `type`
  kShuffle,          // shuffle; args: mask (or absent: old form, is_old_form), value, lane or delta, width
  kVote,  // vote; args: mask (or absent), predicate or value; kMatchAll may have a third: pointer to the predicate
          // result
  kActiveMask,
  kBarrier,   // reduce; args: predicate for the reducing forms
  kWarpSync,  // args: mask
  kFence,
  kClock,
  kPrint,   // text = format; args, promoted
  kAssert,  // a (bool), text = the expression as written
  kTrap,
  kNop,  // args evaluated, nothing done
};

enum class UnaryOp : std::uint8_t { kNegate, kBitNot, kLogicalNot, kAbs };
enum class BinaryOp : std::uint8_t { kAdd, kSub, kMul, kDiv, kRem, kAnd, kOr, kXor, kShl, kShr, kMin, kMax };

struct TypedExpr {
  TypedKind kind = TypedKind::kConstant;
  TypeRef type = nullptr;  // of the value or the place
  bool is_lvalue = false;
  bool is_volatile = false;  // the place is volatile
  bool is_const = false;     // the place may not be written
  bool contract =
      true;  // kBinary add/sub: may be fused with a multiplication (nvcc's default); false for __fmul_rn and the like
  bool is_postfix = false, is_decrement = false, is_old_form = false;
  Span span;  // an access belongs to span.line of the lvalue it reads or writes
  std::uint64_t bits = 0;
  std::string text;
  std::shared_ptr<TypedVariable> variable;
  std::uint32_t field = 0;
  std::uint32_t function = 0;
  UnaryOp unary = UnaryOp::kNegate;
  BinaryOp binary = BinaryOp::kAdd;
  warpglass::Compare compare = warpglass::Compare::kEq;
  Rounding rounding = Rounding::kDefault;
  InputKind special = InputKind::kThreadIdX;
  MathFunction math = MathFunction::kSqrt;
  Opcode opcode = Opcode::kMath;  // kMath with a rounding: kAdd, kMul, kDiv, kFma, or kMath for the square root
  BitFunction bit_function = BitFunction::kPopCount;
  AtomicKind atomic = AtomicKind::kAdd;
  ShuffleMode shuffle = ShuffleMode::kIndex;
  VoteMode vote = VoteMode::kAll;
  BarrierReduce reduce = BarrierReduce::kNone;
  TypedExprPtr a, b, c;
  std::vector<TypedExprPtr> args;
};

// ---- Statements, functions, the kernel --------------------------------------------------------------------------

enum class TypedStmtKind : std::uint8_t {
  kExpr,     // expr
  kDeclare,  // variable, expr = initial value or null (uninitialised). Arrays: elements[i] = {index, value}, zero_rest
  kBlock,    // body
  kIf,       // expr, then_branch, else_branch?
  kLoop,     // for/while: init?, expr? (condition before each round), step?, then_branch
  kDoLoop,   // then_branch, expr
  kSwitch,   // expr (integer), then_branch
  kCase,     // value; marks the place in the enclosing switch
  kDefault,
  kBreak,
  kContinue,
  kReturn,  // expr?
};

struct ElementInit {
  std::uint64_t offset = 0;  // bytes from the start of the variable
  TypedExprPtr value;        // scalar, pointer or record
};

struct TypedStmt {
  TypedStmtKind kind = TypedStmtKind::kBlock;
  Span span;
  std::shared_ptr<TypedVariable> variable;
  TypedExprPtr expr;
  TypedExprPtr step;
  TypedStmtPtr init, then_branch, else_branch;
  std::vector<TypedStmtPtr> body;
  std::vector<ElementInit> elements;
  bool zero_rest = false;
  std::int64_t value = 0;
  int unroll = -1;  // loops: as Stmt::unroll
};

struct TypedFunction {
  std::string name;  // "sq<float>"
  TypeRef return_type = nullptr;
  std::vector<std::shared_ptr<TypedVariable>> params;
  TypedStmtPtr body;
  bool is_recursive = false;  // can reach itself
  Span span;
};

struct TypedKernel {
  std::string name;                          // "k<32>"
  std::vector<std::unique_ptr<Type>> types;  // owns what TypeRef points to
  TypedFunction kernel;
  std::vector<TypedFunction> functions;                 // every device function instance that it reaches
  std::vector<std::shared_ptr<TypedVariable>> globals;  // shared, extern shared, constant and device variables it uses
  std::uint32_t max_threads_per_block = 0;
  SourceSet sources;
};

}  // namespace warpglass::lang
