// The lowering of one kernel: the typed tree in, flat code out. One class, its parts in files by topic:
//   lower.cpp            kernel, parameters, global variables, passes      lower_statement.cpp   statements, control
//   flow lower_expression.cpp values and conditions                             lower_operator.cpp    arithmetic,
//   assignment lower_access.cpp     places, addresses, loads and stores               lower_call.cpp        inlining
//   and recursion lower_builtin.cpp    atomics, shuffles, barriers, printf               lower_variables.cpp   where a
//   variable lives lower_usage.cpp      what the tree does with each variable             lower_spaces.cpp      where a
//   pointer points
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "sim/lang/lower_code.h"
#include "sim/lang/lower_usage.h"
#include "sim/lang/lower_value.h"
#include "sim/lang/stages.h"

namespace warpglass::lang {

inline constexpr std::size_t kMaximumCode = 1'000'000;  // instructions of one kernel with everything inlined

class Lowering {
 public:
  Lowering(const TypedKernel& kernel, Messages& messages, Program& program);
  bool run();  // false: messages say why

 private:
  // Where a variable lives.
  struct Binding {
    bool bound = false;
    bool is_alias = false;  // a reference: `place` is what it refers to
    Place place;
  };
  // The function being lowered: where `return` goes and what it gives.
  struct Frame {
    const TypedFunction* function = nullptr;
    bool is_kernel = false;
    bool direct_return = false;  // one return, at the end: its value is used as it is
    bool returned = false;
    Label exit = 0;
    Value result;
  };
  struct LoopTarget {
    Label break_label = 0, continue_label = 0;
    bool has_continue = true;
  };
  struct RecursiveState {
    bool used = false;
    std::uint32_t index = 0;       // in Program::functions
    std::vector<Value> arguments;  // registers outside the function's range
    Value result;
    std::uint32_t local_bytes = 0;
  };
  struct FrameMove {  // an addition to the frame pointer whose amount is not known yet
    std::size_t instruction = 0;
    bool enter = false;
    bool from_function = false;
  };
  struct IndexParts {
    bool has_rest = false;
    Scalar rest;
    std::int64_t constant = 0;
  };

  // lower.cpp
  void declare_parameters();
  void declare_globals();
  void declare_dynamic_shared(std::uint64_t shared, std::uint32_t extern_alignment);
  void lower_kernel_body();
  void finish();
  void error(const Span& span, const std::string& message, const std::string& note = {});
  bool stopped() const { return failed_; }

  // lower_variables.cpp
  Place place_of(const TypedVariable& variable);
  // Initialises it. An unchanged variable stands for the value itself; may_share: even for another variable's
  // registers.
  void bind_value(const TypedVariable& variable, const Value& value, bool may_share = false);
  Scalar own_copy(const TypedVariable& variable, Scalar part, bool may_share);
  bool lives_in_memory(const TypedVariable& variable) const;
  void bind_alias(const TypedVariable& variable, const Place& place);
  Place make_storage(const TypedVariable& variable);  // fresh registers or its local memory
  Place make_registers(TypeRef type, const TypedVariable* variable);
  Place local_memory(const TypedVariable& variable);
  Place temporary_memory(TypeRef type, const std::string& name, const Span& span);
  Scalar local_address(std::uint64_t bytes, std::uint32_t alignment, const std::string& name, TypeRef type);
  Space variable_space(const TypedVariable& variable) const;

  // lower_spaces.cpp
  using SpaceMap = std::unordered_map<const TypedVariable*, Space>;
  void infer_spaces(const TypedFunction& function, SpaceMap& spaces, int depth);
  bool pointer_space(const TypedExpr& expr, const SpaceMap& spaces, int depth, Space& space);
  bool place_space(const TypedExpr& expr, const SpaceMap& spaces, int depth, Space& space);
  bool returned_space(const TypedFunction& function, const SpaceMap& spaces, int depth, Space& space);
  bool call_space(const TypedExpr& expr, const SpaceMap& spaces, int depth, Space& space);

  // lower_statement.cpp
  void statement(const TypedStmt& stmt);
  void declare(const TypedStmt& stmt);
  void declare_elements(const TypedStmt& stmt);
  void clear(const Place& target, const TypedStmt& stmt);
  void lower_if(const TypedStmt& stmt);
  void lower_loop(const TypedStmt& stmt);
  void lower_do(const TypedStmt& stmt);
  void lower_switch(const TypedStmt& stmt);
  void lower_return(const TypedStmt& stmt);

  // lower_expression.cpp
  Value rvalue(const TypedExpr& expr);
  Value value_of(const TypedExpr& expr);
  Scalar scalar(const TypedExpr& expr);
  void effect(const TypedExpr& expr);  // the value is not wanted
  void branch(const TypedExpr& expr, bool jump_if, Label label);
  Value conditional(const TypedExpr& expr);
  Value logical(const TypedExpr& expr);
  Value member_value(const TypedExpr& expr);
  Value construct(const TypedExpr& expr);
  Value result_registers(TypeRef type, Space space);
  void assign_result(const Value& to, const Value& from);
  Scalar pointer_in_register(const Scalar& pointer);
  bool is_cheap(const TypedExpr& expr, int& budget);
  bool in_registers(const TypedExpr& lvalue);

  // lower_operator.cpp
  Scalar binary(const TypedExpr& expr);
  Scalar integer_add(const TypedExpr& expr);
  Scalar unary(const TypedExpr& expr);
  Scalar compare(const TypedExpr& expr);
  Scalar convert(const TypedExpr& expr);
  Scalar apply(BinaryOp op, ValueType type, const Scalar& a, const Scalar& b, bool contract);
  Scalar pointer_difference(const TypedExpr& expr);
  Place assign(const TypedExpr& expr, Value* stored = nullptr);
  Place compound(const TypedExpr& expr, Value* stored = nullptr);
  Place store_result(const Place& target, const Scalar& value, Value* stored);
  Scalar copy_if_mutable(const Scalar& value);
  Value increment(const TypedExpr& expr, bool want_value, Place* place);

  // lower_access.cpp
  Place place(const TypedExpr& expr);
  Place member_place(const TypedExpr& expr);
  Place element_place(const TypedExpr& expr);
  Place conditional_place(const TypedExpr& expr);
  Value load(const Place& from);
  void store(const Place& to, const Value& value);
  void load_part(const Place& from, const std::vector<Leaf>& leaves, const AccessPart& part, bool droppable,
                 Value& out);
  void store_part(const Place& to, const std::vector<Leaf>& leaves, const AccessPart& part, const Value& value);
  Instruction& access(Opcode opcode, ValueType type, const Scalar& address, const Place& where);
  Scalar address_of(const Place& place);
  Scalar pointer_to(const TypedExpr& lvalue);  // address of an lvalue; null pointers stay
  Scalar add_index(Scalar pointer, const TypedExpr& index, std::uint64_t size, bool negate);
  Scalar add_scaled(Scalar pointer, const Scalar& index, std::uint64_t size, bool negate);
  IndexParts index_parts(const TypedExpr& expr);
  IndexParts index_sum(const TypedExpr& expr, ValueType type);
  IndexParts index_product(const TypedExpr& product, const TypedExpr& other, ValueType type);
  Scalar to_space(const Scalar& pointer, Space space);
  Scalar generic(const Scalar& pointer) { return to_space(pointer, Space::kGeneric); }
  static bool is_pointer_value(const TypedExpr& expr) { return expr.type && expr.type->is_pointer(); }

  // lower_objects.cpp: what pointers are made from
  std::uint32_t new_object(ObjectKind kind, std::size_t index, const std::string& name);
  std::uint32_t any_object() { return new_object(ObjectKind::kAnyOf, 0, ""); }  // join_object() says of which
  void join_object(const Scalar& target, const Scalar& value);
  void carve(const TypedVariable& variable);  // a pointer variable that has just been initialised
  bool collect_steps(Register reg, MemoryObject& object) const;
  void resolve_objects();

  // lower_builtin.cpp
  Value builtin(const TypedExpr& expr, bool wanted);
  Scalar simple_builtin(const TypedExpr& expr);
  Instruction& emit_with_result(Opcode opcode, ValueType type, TypeRef result);
  static Scalar result_of(const Instruction& made, TypeRef type);
  Scalar atomic(const TypedExpr& expr, bool wanted);
  Value shuffle(const TypedExpr& expr);
  Scalar vote(const TypedExpr& expr);
  Scalar barrier(const TypedExpr& expr, bool wanted);
  Scalar print(const TypedExpr& expr);
  Scalar bits(const TypedExpr& expr);
  Scalar math(const TypedExpr& expr);
  std::uint32_t string_index(const std::string& text);

  // lower_call.cpp
  Value call(const TypedExpr& expr);
  Value inline_call(const TypedExpr& expr, const TypedFunction& function);
  Value inline_body(const TypedFunction& function);
  bool reference_target(const TypedExpr& argument, const TypedVariable& parameter, Place& target);
  Value recursive_call(const TypedExpr& expr, const TypedFunction& function);
  void move_frame(bool enter);
  void lower_recursive_bodies();
  void lower_recursive_body(std::uint32_t index);
  RecursiveState& recursive_state(std::uint32_t index);

  const TypedKernel& kernel_;
  Messages& messages_;
  Program& program_;
  CodeBuilder code_;
  Usage usage_;
  bool failed_ = false;
  int inline_depth_ = 0;
  std::unordered_map<const TypedVariable*, Binding> bindings_;
  std::unordered_map<const TypedVariable*, Scalar> local_slots_;
  SpaceMap spaces_;
  std::unordered_map<std::string, std::uint32_t> strings_;
  std::vector<LoopTarget> loops_;
  std::vector<Frame> frames_;
  std::vector<RecursiveState> recursive_;
  std::vector<std::uint32_t> recursive_queue_;
  Register frame_pointer_ = kNoRegister;  // local memory of recursive functions starts here
  std::uint32_t* local_bytes_ = nullptr;  // of the function being laid out
  bool in_recursive_ = false;
  std::vector<FrameMove> frame_moves_;
  std::unordered_map<const TypedVariable*, Place> globals_;
  std::unordered_map<const TypedStmt*, Label> case_labels_;
};

}  // namespace warpglass::lang
