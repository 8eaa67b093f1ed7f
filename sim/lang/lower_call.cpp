// Device functions: inlined at every call, as nvcc does, or called when they can reach themselves.
//
// Recursive functions keep their own registers (a contiguous range that the executor saves at a call and restores at
// the return); arguments and the result travel in registers outside that range. Their local memory is a frame: the
// frame pointer register holds where the current one starts, and the caller moves it before and after the call.
#include <algorithm>

#include "sim/lang/lower_context.h"

namespace warpglass::lang {

namespace {

constexpr int kMaximumInlineDepth = 200;

void count_returns(const TypedStmt& stmt, int& count) {
  if (stmt.kind == TypedStmtKind::kReturn) ++count;
  for (const TypedStmtPtr* child : {&stmt.init, &stmt.then_branch, &stmt.else_branch})
    if (*child) count_returns(**child, count);
  for (const TypedStmtPtr& child : stmt.body) count_returns(*child, count);
}

// No return but one that is the last statement.
bool returns_only_at_end(const TypedFunction& function) {
  int count = 0;
  count_returns(*function.body, count);
  if (count == 0) return true;
  if (count > 1) return false;
  const TypedStmt* last = function.body.get();
  while (last->kind == TypedStmtKind::kBlock && !last->body.empty()) last = last->body.back().get();
  return last->kind == TypedStmtKind::kReturn;
}

}  // namespace

Value Lowering::call(const TypedExpr& expr) {
  const TypedFunction& function = kernel_.functions[expr.function];
  if (!function.body) {
    error(expr.span, "`" + function.name + "` is declared but has no body here", "paste its definition too");
    return {};
  }
  if (function.is_recursive) return recursive_call(expr, function);
  if (inline_depth_ >= kMaximumInlineDepth) {
    error(expr.span,
          "device functions call one another more than " + std::to_string(kMaximumInlineDepth) + " levels deep",
          "make the chain of calls shorter");
    return {};
  }
  ++inline_depth_;
  Value result = inline_call(expr, function);
  --inline_depth_;
  return result;
}

// What a reference parameter is bound to, when it may stay in registers.
bool Lowering::reference_target(const TypedExpr& argument, const TypedVariable& parameter, Place& target) {
  if (!usage_.is_reference(parameter)) return false;
  if (argument.kind == TypedKind::kAddressOf) {
    target = place(*argument.a);
    return true;
  }
  if (argument.kind != TypedKind::kLoad || argument.a->kind != TypedKind::kVariable) return false;
  const auto it = bindings_.find(argument.a->variable.get());
  if (it == bindings_.end() || !it->second.is_alias) return false;
  target = it->second.place;
  return true;
}

Value Lowering::inline_call(const TypedExpr& expr, const TypedFunction& function) {
  const std::size_t count = std::min(expr.args.size(), function.params.size());
  std::vector<Value> values(count);
  std::vector<Place> targets(count);
  std::vector<bool> is_alias(count, false);
  bool any_alias = usage_.writes_outer(expr.function);
  for (std::size_t i = 0; i < count; ++i) {
    if (reference_target(*expr.args[i], *function.params[i], targets[i])) {
      is_alias[i] = !targets[i].in_memory;
      any_alias |= is_alias[i];
      if (targets[i].in_memory) values[i] = {targets[i].address};
    } else {
      values[i] = rvalue(*expr.args[i]);
    }
  }
  if (stopped()) return {};
  for (std::size_t i = 0; i < count; ++i) {
    spaces_.erase(function.params[i].get());
    if (function.params[i]->type->is_pointer() && !values[i].empty())
      spaces_[function.params[i].get()] = values[i][0].space;
  }
  infer_spaces(function, spaces_, 0);
  for (std::size_t i = 0; i < count; ++i) {
    if (is_alias[i])
      bind_alias(*function.params[i], targets[i]);
    else
      bind_value(*function.params[i], values[i], !any_alias);
  }
  return inline_body(function);
}

Value Lowering::inline_body(const TypedFunction& function) {
  Frame frame;
  frame.function = &function;
  frame.direct_return = returns_only_at_end(function);
  frame.exit = code_.new_label();
  if (!frame.direct_return && !function.return_type->is_void()) {
    Space space = Space::kGeneric;
    if (function.return_type->is_pointer()) returned_space(function, spaces_, 0, space);
    frame.result = result_registers(function.return_type, space);
  }
  frames_.push_back(frame);
  std::vector<LoopTarget> loops;
  loops.swap(loops_);
  const Span saved = code_.span();
  statement(*function.body);
  code_.set_span(saved);
  loops_.swap(loops);
  Value result = frames_.back().result;
  frames_.pop_back();
  if (!frame.direct_return) code_.bind(frame.exit);
  if (result.empty() && !function.return_type->is_void()) {  // it never returned a value
    for (const Leaf& leaf : flatten(function.return_type)) result.push_back(CodeBuilder::make_constant(leaf.type, 0));
  }
  return result;
}

// ---- recursion --------------------------------------------------------------------------------------------------

Lowering::RecursiveState& Lowering::recursive_state(std::uint32_t index) {
  RecursiveState& state = recursive_[index];
  if (state.used) return state;
  state.used = true;
  const TypedFunction& function = kernel_.functions[index];
  state.index = static_cast<std::uint32_t>(program_.functions.size());
  RecursiveFunction entry;
  entry.name = function.name;
  program_.functions.push_back(entry);
  for (const auto& param : function.params) state.arguments.push_back(result_registers(param->type, Space::kGeneric));
  state.result = result_registers(function.return_type, Space::kGeneric);
  if (frame_pointer_ == kNoRegister) frame_pointer_ = code_.new_register(false);
  recursive_queue_.push_back(index);
  return state;
}

Value Lowering::recursive_call(const TypedExpr& expr, const TypedFunction& function) {
  std::vector<Value> values;
  for (std::size_t i = 0; i < expr.args.size() && i < function.params.size(); ++i)
    values.push_back(rvalue(*expr.args[i]));
  if (stopped()) return {};
  RecursiveState& state = recursive_state(expr.function);
  for (std::size_t i = 0; i < values.size(); ++i)
    for (std::size_t k = 0; k < values[i].size() && k < state.arguments[i].size(); ++k) {
      const Scalar& part = values[i][k];
      code_.move(state.arguments[i][k].reg, part.is_pointer ? generic(part) : part);
    }
  move_frame(true);
  code_.emit(Opcode::kCall, ValueType::kU32).target = state.index;
  move_frame(false);
  Value result = result_registers(function.return_type, Space::kGeneric);
  for (std::size_t i = 0; i < result.size(); ++i) code_.move(result[i].reg, recursive_[expr.function].result[i]);
  return result;
}

// Every level takes recursion_local_bytes, whichever function it is; the kernel's own locals lie below the first frame.
// The amounts are known only at the end: finish() puts them in.
void Lowering::move_frame(bool enter) {
  frame_moves_.push_back({program_.code.size(), enter, in_recursive_});
  Instruction& made = code_.emit(Opcode::kAdd, ValueType::kU32);
  made.dst = frame_pointer_;
  made.src[0] = made.src[1] = frame_pointer_;
}

void Lowering::lower_recursive_bodies() {
  for (std::size_t i = 0; i < recursive_queue_.size() && !stopped(); ++i) lower_recursive_body(recursive_queue_[i]);
  if (recursive_queue_.empty() || stopped()) return;
  for (const FrameMove& move : frame_moves_) {
    // From the kernel the pointer goes to the end of the kernel's own locals and back to zero.
    const std::uint32_t kernel_bytes = (program_.local_bytes + 15) / 16 * 16;
    const std::uint32_t step = move.from_function ? program_.recursion_local_bytes : kernel_bytes;
    Instruction& add = program_.code[move.instruction];
    add.src[1] = code_.constant(false, move.enter ? step : 0u - step);
  }
  program_.frame_pointer = frame_pointer_;
  program_.local_bytes = (program_.local_bytes + 15) / 16 * 16;
}

void Lowering::lower_recursive_body(std::uint32_t index) {
  const TypedFunction& function = kernel_.functions[index];
  RecursiveFunction& entry = program_.functions[recursive_[index].index];
  entry.entry = static_cast<std::uint32_t>(program_.code.size());
  entry.first_register = static_cast<Register>(program_.registers.size());
  std::uint32_t frame_bytes = 0;
  local_bytes_ = &frame_bytes;
  local_slots_.clear();
  in_recursive_ = true;
  code_.bind(code_.new_label());
  Frame frame;
  frame.function = &function;
  frame.exit = code_.new_label();
  frame.result = recursive_[index].result;
  frames_.push_back(frame);
  for (std::size_t i = 0; i < function.params.size(); ++i) {
    if (function.params[i]->type->is_pointer()) spaces_[function.params[i].get()] = Space::kGeneric;
  }
  infer_spaces(function, spaces_, 0);
  for (std::size_t i = 0; i < function.params.size(); ++i) {
    Value value = recursive_[index].arguments[i];
    for (Scalar& part : value) {  // the next call overwrites the argument registers
      const Register copy = code_.new_register(value_type_is_wide(part.type));
      code_.move(copy, part);
      part.reg = copy;
    }
    bind_value(*function.params[i], value);
  }
  statement(*function.body);
  frames_.pop_back();
  code_.bind(frame.exit);
  code_.emit(Opcode::kReturn, ValueType::kU32);
  RecursiveFunction& done = program_.functions[recursive_[index].index];
  done.register_count = static_cast<std::uint32_t>(program_.registers.size()) - done.first_register;
  program_.recursion_local_bytes = std::max(program_.recursion_local_bytes, (frame_bytes + 15) / 16 * 16);
  in_recursive_ = false;
}

}  // namespace warpglass::lang
