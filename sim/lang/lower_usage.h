// What the whole tree does with each variable: decided once, before any code is made, because a function that is
// inlined many times has one tree.
#pragma once

#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "sim/lang/typed.h"

namespace warpglass::lang {

struct VariableUse {
  bool needs_memory = false;  // its address escapes, or an array of it is indexed by something not constant
  bool written = false;       // after its initialisation, or possibly through a reference
  bool not_alias = false;     // pointers: used otherwise than as a reference is (only dereferenced, never changed)
};

class Usage {
 public:
  void analyse(const TypedKernel& kernel);
  const VariableUse& of(const TypedVariable& variable) const;
  // A reference in all but name: bound once and only dereferenced. What it refers to may stay in registers.
  bool is_reference(const TypedVariable& variable) const;
  // Does the function, or one it calls, change variables of its callers (reference parameters bound directly)?
  bool writes_outer(std::uint32_t function) const { return writes_outer_[function]; }

 private:
  void function(const TypedFunction& function);
  void statement(const TypedStmt& stmt);
  void expression(const TypedExpr& expr);
  void children(const TypedExpr& expr);
  void declaration(const TypedStmt& stmt);
  void call(const TypedExpr& expr);
  void reference_argument(const TypedExpr& expr);
  void escape(const TypedExpr& lvalue);
  void write(const TypedExpr& lvalue);
  void inside(const TypedExpr& lvalue);  // the expressions in an lvalue, not its root

  const TypedKernel* kernel_ = nullptr;
  std::vector<const TypedVariable*> own_;  // declared so far in the functions being walked, innermost last
  std::size_t own_begin_ = 0;              // of the innermost function
  bool outer_written_ = false;
  std::vector<bool> writes_outer_;
  void note_write(const TypedVariable& variable);
  std::vector<int> state_;  // of each function: 0 not seen, 1 in progress, 2 done
  std::unordered_map<const TypedVariable*, VariableUse> uses_;
};

// The variable an lvalue chain of members and elements starts at, or the pointer variable it dereferences; null:
// neither.
struct Root {
  const TypedVariable* variable = nullptr;
  bool through_pointer = false;
};
Root root_of(const TypedExpr& lvalue);

}  // namespace warpglass::lang
