// Host expressions: whole numbers in 64 bits, floating-point numbers as double, dim3.
#include "sim/lang/host_value.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace warpglass::lang {

namespace {

using Value = std::optional<HostValue>;

Value whole(std::int64_t value) { return HostValue{false, Number::of(value), {}}; }
Value real(double value) { return HostValue{false, Number::of_real(value), {}}; }

std::int64_t to_whole(const Number& number) {
  if (number.is_integer) return number.integer;
  if (!(number.real > -9.2e18 && number.real < 9.2e18)) return 0;
  return static_cast<std::int64_t>(number.real);
}

bool is_real_type(const TypeSyntax& type) {
  return type.kind == TypeKind::kBuiltin &&
         (type.builtin == BuiltinType::kFloat || type.builtin == BuiltinType::kDouble);
}

Value convert(const TypeSyntax& type, const Value& value) {
  if (!value || !value->is_number() || type.kind == TypeKind::kPointer) return value;
  if (is_real_type(type)) return real(value->number.as_double());
  if (type.kind == TypeKind::kBuiltin && type.builtin == BuiltinType::kBool)
    return whole(value->number.as_double() != 0);
  return whole(to_whole(value->number));
}

Value arithmetic(Op op, const Number& a, const Number& b) {
  if (!a.is_integer || !b.is_integer) {
    const double x = a.as_double(), y = b.as_double();
    switch (op) {
      case Op::kAdd:
        return real(x + y);
      case Op::kSub:
        return real(x - y);
      case Op::kMul:
        return real(x * y);
      case Op::kDiv:
        return y == 0 ? Value() : real(x / y);
      case Op::kLess:
        return whole(x < y);
      case Op::kGreater:
        return whole(x > y);
      case Op::kLessEqual:
        return whole(x <= y);
      case Op::kGreaterEqual:
        return whole(x >= y);
      case Op::kEqual:
        return whole(x == y);
      case Op::kNotEqual:
        return whole(x != y);
      default:
        return std::nullopt;
    }
  }
  const auto x = static_cast<std::uint64_t>(a.integer), y = static_cast<std::uint64_t>(b.integer);
  const auto wrapped = [](std::uint64_t bits) { return whole(static_cast<std::int64_t>(bits)); };
  switch (op) {
    case Op::kAdd:
      return wrapped(x + y);
    case Op::kSub:
      return wrapped(x - y);
    case Op::kMul:
      return wrapped(x * y);
    case Op::kDiv:
    case Op::kRem:
      if (b.integer == 0 || b.integer == -1) return std::nullopt;
      return whole(op == Op::kDiv ? a.integer / b.integer : a.integer % b.integer);
    case Op::kShl:
      return y < 64 ? wrapped(x << y) : Value();
    case Op::kShr:
      return y < 64 ? whole(a.integer >> y) : Value();
    case Op::kBitAnd:
      return wrapped(x & y);
    case Op::kBitOr:
      return wrapped(x | y);
    case Op::kBitXor:
      return wrapped(x ^ y);
    case Op::kLess:
      return whole(a.integer < b.integer);
    case Op::kGreater:
      return whole(a.integer > b.integer);
    case Op::kLessEqual:
      return whole(a.integer <= b.integer);
    case Op::kGreaterEqual:
      return whole(a.integer >= b.integer);
    case Op::kEqual:
      return whole(a.integer == b.integer);
    case Op::kNotEqual:
      return whole(a.integer != b.integer);
    case Op::kLogicalAnd:
      return whole(a.integer != 0 && b.integer != 0);
    case Op::kLogicalOr:
      return whole(a.integer != 0 || b.integer != 0);
    default:
      return std::nullopt;
  }
}

class Evaluator {
 public:
  Evaluator(const HostScopes& scopes, std::vector<std::string>& unknown) : scopes_(scopes), unknown_(unknown) {}

  Value value(const Expr& expr) {
    switch (expr.kind) {
      case ExprKind::kInteger:
      case ExprKind::kBoolean:
      case ExprKind::kCharacter:
        return whole(static_cast<std::int64_t>(expr.integer));
      case ExprKind::kFloating:
        return real(expr.real);
      case ExprKind::kNullptr:
        return whole(0);
      case ExprKind::kName:
        return name(expr);
      case ExprKind::kMember:
        return member(expr);
      case ExprKind::kUnary:
        return unary(expr);
      case ExprKind::kBinary:
        return binary(expr);
      case ExprKind::kConditional:
        return conditional(expr);
      case ExprKind::kCast:
        return convert(*expr.type, value(*expr.a));
      case ExprKind::kConstruct:
        return construct(expr);
      case ExprKind::kInitList:
        return dim3(expr.args);
      case ExprKind::kCall:
        return call(expr);
      case ExprKind::kSizeofType:
        return size(*expr.type);
      case ExprKind::kSizeofExpr:
        return size_of_name(expr);
      default:
        return open("an expression");
    }
  }

 private:
  Value open(const std::string& name) {
    if (std::find(unknown_.begin(), unknown_.end(), name) == unknown_.end()) unknown_.push_back(name);
    return std::nullopt;
  }

  Value name(const Expr& expr) {
    const std::optional<HostValue>* found = scopes_.find(expr.text);
    if (found == nullptr && expr.text == "NULL") return whole(0);
    return found != nullptr && *found ? *found : open(expr.text);
  }

  Value member(const Expr& expr) {
    const Value object = value(*expr.a);
    if (!object || !object->is_dim3) return object ? open(expr.text) : std::nullopt;
    const std::uint64_t part = expr.text == "x" ? object->dim3.x : expr.text == "y" ? object->dim3.y : object->dim3.z;
    return whole(static_cast<std::int64_t>(part));
  }

  Value unary(const Expr& expr) {
    const Value a = value(*expr.a);
    if (!a || !a->is_number()) return a ? open("an expression") : std::nullopt;
    const auto bits = static_cast<std::uint64_t>(a->number.integer);
    switch (expr.op) {
      case Op::kPlus:
        return a;
      case Op::kMinus:
        return a->number.is_integer ? whole(static_cast<std::int64_t>(0 - bits)) : real(-a->number.real);
      case Op::kNot:
        return whole(a->number.as_double() == 0);
      case Op::kBitNot:
        return whole(static_cast<std::int64_t>(~bits));
      default:
        return open("an expression");
    }
  }

  Value binary(const Expr& expr) {
    const Value a = value(*expr.a), b = value(*expr.b);
    if (!a || !b) return std::nullopt;
    if (!a->is_number() || !b->is_number()) return open("an expression");
    const Value result = arithmetic(expr.op, a->number, b->number);
    return result ? result : open("an expression");
  }

  Value conditional(const Expr& expr) {
    const Value condition = value(*expr.a);
    if (!condition || !condition->is_number()) return std::nullopt;
    return value(condition->number.as_double() != 0 ? *expr.b : *expr.c);
  }

  Value dim3(const std::vector<ExprPtr>& args) {
    HostValue result;
    result.is_dim3 = true;
    std::uint64_t* const parts[] = {&result.dim3.x, &result.dim3.y, &result.dim3.z};
    if (args.size() > 3) return open("dim3");
    bool known = true;
    for (std::size_t i = 0; i < args.size(); ++i) {
      const Value part = value(*args[i]);
      if (part && part->is_dim3 && args.size() == 1) return part;
      const bool good = part && part->is_number() && to_whole(part->number) >= 0;
      if (good) *parts[i] = static_cast<std::uint64_t>(to_whole(part->number));
      if (part && !good) open("dim3");
      known = known && good;
    }
    return known ? Value(result) : std::nullopt;
  }

  Value construct(const Expr& expr) {
    if (expr.type->kind == TypeKind::kNamed && expr.type->name == "dim3") return dim3(expr.args);
    if (expr.args.size() != 1) return open("an expression");
    return convert(*expr.type, value(*expr.args[0]));
  }

  Value size(const TypeSyntax& type) {
    const std::optional<std::int64_t> bytes = scopes_.types().size_of(type, scopes_);
    return bytes ? whole(*bytes) : open("sizeof(" + type.name + ")");
  }

  // sizeof(Body): the name of a type of the source, which a lone expression cannot tell from a variable's.
  Value size_of_name(const Expr& expr) {
    if (!expr.a || expr.a->kind != ExprKind::kName || scopes_.find(expr.a->text) != nullptr)
      return open("an expression");
    TypeSyntax type;
    type.kind = TypeKind::kNamed;
    type.name = expr.a->text;
    return size(type);
  }

  Value call(const Expr& expr) {
    if (expr.a->kind != ExprKind::kName) return open("an expression");
    std::string function = expr.a->text;
    if (function.rfind("std::", 0) == 0) function.erase(0, 5);
    std::vector<Number> args;
    const bool is_known = function == "min" || function == "max" || function == "ceil" || function == "ceilf" ||
                          function == "floor" || function == "floorf" || function == "sqrt" || function == "sqrtf" ||
                          function == "pow" || function == "abs";
    if (!is_known) return open(expr.a->text + "()");
    for (const ExprPtr& arg : expr.args) {
      const Value part = value(*arg);
      if (!part || !part->is_number()) return std::nullopt;
      args.push_back(part->number);
    }
    const double x = args.empty() ? 0 : args[0].as_double();
    if (args.size() == 2) {
      const double y = args[1].as_double();
      if (function == "min") return HostValue{false, y < x ? args[1] : args[0], {}};
      if (function == "max") return HostValue{false, x < y ? args[1] : args[0], {}};
      if (function == "pow") return real(std::pow(x, y));
    }
    if (args.size() != 1) return open(expr.a->text + "()");
    if (function == "abs")
      return args[0].is_integer ? whole(args[0].integer < 0
                                            ? static_cast<std::int64_t>(0 - static_cast<std::uint64_t>(args[0].integer))
                                            : args[0].integer)
                                : real(std::fabs(x));
    if (function[0] == 'c') return real(std::ceil(x));
    if (function[0] == 'f') return real(std::floor(x));
    return function[0] == 's' ? real(std::sqrt(x)) : open(expr.a->text + "()");
  }

  const HostScopes& scopes_;
  std::vector<std::string>& unknown_;
};

}  // namespace

void HostScopes::pop() {
  if (scopes_.size() > 1) scopes_.pop_back();
}

std::optional<HostValue>* HostScopes::find(const std::string& name, bool* is_innermost) {
  for (std::size_t i = scopes_.size(); i-- > 0;) {
    const auto found = scopes_[i].find(name);
    if (found == scopes_[i].end()) continue;
    if (is_innermost != nullptr) *is_innermost = i + 1 == scopes_.size();
    return &found->second;
  }
  return nullptr;
}

const std::optional<HostValue>* HostScopes::find(const std::string& name) const {
  return const_cast<HostScopes*>(this)->find(name, nullptr);
}

std::optional<HostValue> evaluate_host(const Expr& expr, const HostScopes& scopes, std::vector<std::string>& unknown) {
  return Evaluator(scopes, unknown).value(expr);
}

std::optional<Dim3> as_dim3(const HostValue& value) {
  if (value.is_dim3) return value.dim3;
  if (!value.is_number()) return std::nullopt;
  const std::int64_t x = to_whole(value.number);
  if (x < 0) return std::nullopt;
  return Dim3{static_cast<std::uint64_t>(x), 1, 1};
}

}  // namespace warpglass::lang
