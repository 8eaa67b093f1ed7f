// Expressions above the primaries: assignment, conditional, binary operators, casts, prefix and postfix operators.
// Also op_text(). Primaries (literals, names, lambdas, initialiser lists) are in parse_primary.cpp.
#include <fmt/format.h>

#include <algorithm>

#include "sim/lang/parser.h"

namespace warpglass::lang {

namespace {

constexpr std::size_t kMaxNodes = 4'000'000;
constexpr int kMaxHeight = 400;  // a sum of 400 terms is a tree of 400 levels

struct BinaryOperator {
  std::string_view text;
  Op op;
  int precedence;  // higher binds tighter
};

constexpr BinaryOperator kBinary[] = {
    {"||", Op::kLogicalOr, 1},    {"or", Op::kLogicalOr, 1}, {"&&", Op::kLogicalAnd, 2}, {"and", Op::kLogicalAnd, 2},
    {"|", Op::kBitOr, 3},         {"^", Op::kBitXor, 4},     {"&", Op::kBitAnd, 5},      {"==", Op::kEqual, 6},
    {"!=", Op::kNotEqual, 6},     {"<", Op::kLess, 7},       {">", Op::kGreater, 7},     {"<=", Op::kLessEqual, 7},
    {">=", Op::kGreaterEqual, 7}, {"<<", Op::kShl, 8},       {">>", Op::kShr, 8},        {"+", Op::kAdd, 9},
    {"-", Op::kSub, 9},           {"*", Op::kMul, 10},       {"/", Op::kDiv, 10},        {"%", Op::kRem, 10},
};

struct AssignOperator {
  std::string_view text;
  Op op;
};
constexpr AssignOperator kAssign[] = {{"=", Op::kAssignPlain}, {"+=", Op::kAdd},   {"-=", Op::kSub},
                                      {"*=", Op::kMul},        {"/=", Op::kDiv},   {"%=", Op::kRem},
                                      {"&=", Op::kBitAnd},     {"|=", Op::kBitOr}, {"^=", Op::kBitXor},
                                      {"<<=", Op::kShl},       {">>=", Op::kShr}};

struct PrefixOperator {
  std::string_view text;
  Op op;
};
constexpr PrefixOperator kPrefix[] = {{"+", Op::kPlus},      {"-", Op::kMinus},      {"!", Op::kNot},
                                      {"not", Op::kNot},     {"~", Op::kBitNot},     {"*", Op::kDeref},
                                      {"&", Op::kAddressOf}, {"++", Op::kIncrement}, {"--", Op::kDecrement}};

const BinaryOperator* find_binary(const Token& token) {
  if (token.kind != TokenKind::kPunctuator && token.kind != TokenKind::kIdentifier) return nullptr;
  for (const BinaryOperator& candidate : kBinary) {
    if (candidate.text == token.text) return &candidate;
  }
  return nullptr;
}

int height_of(const ExprPtr& expr) { return expr ? expr->height : 0; }

}  // namespace

const char* op_text(Op op) {
  switch (op) {
    case Op::kNone:
      return "";
    case Op::kPlus:
    case Op::kAdd:
      return "+";
    case Op::kMinus:
    case Op::kSub:
      return "-";
    case Op::kNot:
      return "!";
    case Op::kBitNot:
      return "~";
    case Op::kDeref:
    case Op::kMul:
      return "*";
    case Op::kAddressOf:
    case Op::kBitAnd:
      return "&";
    case Op::kIncrement:
      return "++";
    case Op::kDecrement:
      return "--";
    case Op::kDiv:
      return "/";
    case Op::kRem:
      return "%";
    case Op::kShl:
      return "<<";
    case Op::kShr:
      return ">>";
    case Op::kBitOr:
      return "|";
    case Op::kBitXor:
      return "^";
    case Op::kLess:
      return "<";
    case Op::kGreater:
      return ">";
    case Op::kLessEqual:
      return "<=";
    case Op::kGreaterEqual:
      return ">=";
    case Op::kEqual:
      return "==";
    case Op::kNotEqual:
      return "!=";
    case Op::kLogicalAnd:
      return "&&";
    case Op::kLogicalOr:
      return "||";
    case Op::kComma:
      return ",";
    case Op::kAssignPlain:
      return "=";
  }
  return "";
}

ExprPtr Parser::make(ExprKind kind, std::size_t first) {
  if (++nodes_ > kMaxNodes) fail(peek().span, "this source is too large", "split it into several files");
  auto expr = std::make_unique<Expr>();
  expr->kind = kind;
  expr->span = at(first).span;
  return expr;
}

ExprPtr Parser::finish(ExprPtr expr, std::size_t first) { return finish(std::move(expr), at(first).span); }

// Sets the span and the height of a node whose parts are complete.
ExprPtr Parser::finish(ExprPtr expr, const Span& first) {
  expr->span = span_from(first);
  int below = std::max({height_of(expr->a), height_of(expr->b), height_of(expr->c)});
  for (const ExprPtr& arg : expr->args) below = std::max(below, height_of(arg));
  for (const TemplateArgument& arg : expr->template_args) below = std::max(below, height_of(arg.expr));
  if (below >= kMaxHeight) {
    fail(expr->span, fmt::format("this expression has more than {} levels", kMaxHeight),
         "split it into several statements");
  }
  expr->height = static_cast<std::uint16_t>(below + 1);
  return expr;
}

// expression = assignment { "," assignment }
ExprPtr Parser::parse_expression() {
  const Span first = peek().span;
  ExprPtr left = parse_assignment();
  while (is(",")) {
    ++pos_;
    ExprPtr node = make(ExprKind::kBinary, pos_ - 1);
    node->op = Op::kComma;
    node->a = std::move(left);
    node->b = parse_assignment();
    left = finish(std::move(node), first);
  }
  return left;
}

// assignment = conditional [ ( "=" | "+=" | ... ) ( assignment | init-list ) ]
ExprPtr Parser::parse_assignment() {
  const DepthGuard guard(*this);
  const Span first = peek().span;
  if (is("throw")) {
    refuse(peek().span, "throw is");
    throw SyntaxError{};
  }
  ExprPtr left = parse_conditional();
  if (peek().kind != TokenKind::kPunctuator) return left;
  for (const AssignOperator& candidate : kAssign) {
    if (peek().text != candidate.text) continue;
    ExprPtr node = make(ExprKind::kAssign, pos_++);
    node->op = candidate.op;
    node->a = std::move(left);
    node->b = is("{") ? parse_init_list() : parse_assignment();
    return finish(std::move(node), first);
  }
  return left;
}

// conditional = binary [ "?" expression ":" assignment ]
ExprPtr Parser::parse_conditional() {
  const Span first = peek().span;
  ExprPtr condition = parse_binary(1);
  if (!is("?") || is_at(pos_ + 1, "?")) return condition;
  ExprPtr node = make(ExprKind::kConditional, pos_++);
  node->a = std::move(condition);
  {
    const Restore<bool> greater(no_greater_, false);
    node->b = parse_expression();
  }
  expect(":", "between the two values of '?'");
  node->c = parse_assignment();
  return finish(std::move(node), first);
}

// binary = cast { operator binary }       by precedence climbing: operators of `minimum` or tighter
ExprPtr Parser::parse_binary(int minimum) {
  const DepthGuard guard(*this);
  const Span first = peek().span;
  ExprPtr left = parse_cast();
  while (const BinaryOperator* found = find_binary(peek())) {
    if (found->precedence < minimum) break;
    if (no_greater_ && peek().text[0] == '>') break;
    ExprPtr node = make(ExprKind::kBinary, pos_++);
    node->op = found->op;
    node->a = std::move(left);
    node->b = parse_binary(found->precedence + 1);
    left = finish(std::move(node), first);
  }
  return left;
}

// cast = "(" type-id ")" cast | unary
ExprPtr Parser::parse_cast() {
  if (!is("(") || !is_cast()) return parse_unary();
  const DepthGuard guard(*this);
  const std::size_t first = pos_++;
  ExprPtr node = make(ExprKind::kCast, first);
  node->cast = CastKind::kC;
  {
    const Restore<bool> greater(no_greater_, false);
    node->type = parse_type_id();
  }
  expect(")", "after the type of a cast");
  if (is("{")) {  // (T){...}
    ExprPtr list = parse_init_list();
    list->kind = ExprKind::kConstruct;
    list->is_braced = true;
    list->type = std::move(node->type);
    return finish(std::move(list), first);
  }
  node->a = parse_cast();
  return finish(std::move(node), first);
}

// unary = ( "+" | "-" | "!" | "~" | "*" | "&" | "++" | "--" ) cast | sizeof | postfix
ExprPtr Parser::parse_unary() {
  const DepthGuard guard(*this);
  const std::size_t first = pos_;
  if (peek().kind == TokenKind::kPunctuator || is("not")) {
    for (const PrefixOperator& candidate : kPrefix) {
      if (peek().text != candidate.text) continue;
      ExprPtr node = make(ExprKind::kUnary, pos_++);
      node->op = candidate.op;
      node->a = parse_cast();
      return finish(std::move(node), first);
    }
  }
  if (is("sizeof")) return parse_sizeof(false);
  if (is("alignof") || is("__alignof__")) return parse_sizeof(true);
  for (const char* word : {"new", "delete"}) {
    if (!is(word)) continue;
    refuse(peek().span, "new and delete are");
    throw SyntaxError{};
  }
  return parse_postfix(parse_primary());
}

// sizeof = "sizeof" ( "(" type-id ")" | unary )
ExprPtr Parser::parse_sizeof(bool is_alignof) {
  const std::size_t first = pos_++;
  ExprPtr node = make(ExprKind::kSizeofExpr, first);
  node->is_alignof = is_alignof;
  if (is("...")) {
    refuse(peek().span, "variadic templates are");
    throw SyntaxError{};
  }
  bool known = false, decorated = false;
  const std::size_t after = is("(") ? skip_type_id(pos_ + 1, known, decorated) : kNotThere;
  if (after != kNotThere && is_at(after, ")") && (known || decorated)) {
    const Restore<bool> greater(no_greater_, false);
    ++pos_;
    node->kind = ExprKind::kSizeofType;
    node->type = parse_type_id();
    expect(")", "after the type of sizeof");
  } else {
    node->a = parse_unary();
  }
  return finish(std::move(node), first);
}

bool Parser::launch_opens() const {
  return is("<<<") || (is("<<") && is_at(pos_ + 1, "<")) || (is("<") && is_at(pos_ + 1, "<<"));
}

// postfix = primary { "[" expression "]" | "(" arguments ")" | "." name | "->" name | "++" | "--" | launch }
ExprPtr Parser::parse_postfix(ExprPtr expr) {
  const Span first = expr->span;
  for (;;) {
    if (is("[")) {
      ExprPtr node = make(ExprKind::kIndex, pos_++);
      const Restore<bool> greater(no_greater_, false);
      node->a = std::move(expr);
      if (is("]")) fail_here("an index");
      node->b = parse_expression();
      expect_close("]", "after the index");
      expr = finish(std::move(node), first);
    } else if (is("(")) {
      ExprPtr node = make(ExprKind::kCall, pos_++);
      node->name_span = expr->name_span.known() ? expr->name_span : expr->span;
      node->a = std::move(expr);
      node->args = parse_arguments(")");
      expr = finish(std::move(node), first);
    } else if (is(".") || is("->")) {
      expr = finish(parse_member(std::move(expr)), first);
    } else if (is("++") || is("--")) {
      ExprPtr node = make(ExprKind::kPostfix, pos_);
      node->op = is("++") ? Op::kIncrement : Op::kDecrement;
      ++pos_;
      node->a = std::move(expr);
      expr = finish(std::move(node), first);
    } else if (launch_opens()) {
      expr = finish(parse_launch(std::move(expr)), first);
    } else {
      return expr;
    }
  }
}

// member = ( "." | "->" ) [ "template" ] identifier [ template-args ]
ExprPtr Parser::parse_member(ExprPtr object) {
  ExprPtr node = make(ExprKind::kMember, pos_);
  node->is_arrow = is("->");
  ++pos_;
  accept("template");
  accept("~");
  if (!is_identifier(pos_) && !is("operator")) fail_here("a member's name");
  node->a = std::move(object);
  node->text = peek().text;
  node->name_span = peek().span;
  ++pos_;
  const std::size_t after = is("<") ? skip_template_args(pos_) : kNotThere;
  if (after != kNotThere && is_at(after, "(") && lookup(node->text) != NameKind::kValue) {
    node->template_args = parse_template_args();
    node->has_template_args = true;
  }
  return node;
}

bool Parser::is_launch_close() const {
  return is(">>>") || (is(">>") && is_at(pos_ + 1, ">")) || (is(">") && is_at(pos_ + 1, ">>"));
}

// launch = "<<<" arguments ">>>" "(" arguments ")"        the Visual Studio formatter writes "<< <" and ">> >"
ExprPtr Parser::parse_launch(ExprPtr kernel) {
  ExprPtr node = make(ExprKind::kLaunch, pos_);
  pos_ += is("<<<") ? 1 : 2;
  node->a = std::move(kernel);
  {
    const Restore<bool> greater(no_greater_, true);
    do node->args.push_back(parse_initialiser_clause());
    while (accept(","));
  }
  if (!is_launch_close()) fail_here("'>>>' after the launch configuration");
  pos_ += is(">>>") ? 1 : 2;
  node->b = make(ExprKind::kCall, pos_);
  expect("(", "with the arguments of the launch");
  node->b->args = parse_arguments(")");
  return node;
}

// arguments = [ initialiser-clause { "," initialiser-clause } ] close
std::vector<ExprPtr> Parser::parse_arguments(std::string_view close) {
  const Restore<bool> greater(no_greater_, false);
  std::vector<ExprPtr> args;
  if (accept(close)) return args;
  do {
    if (is(close) && close == "}") break;  // a trailing comma
    args.push_back(parse_initialiser_clause());
    if (is("...") && !is_at(pos_ + 1, ")")) break;
    accept("...");
  } while (accept(","));
  expect_close(close, "after the arguments");
  return args;
}

// initialiser-clause = assignment | init-list
ExprPtr Parser::parse_initialiser_clause() { return is("{") ? parse_init_list() : parse_assignment(); }

}  // namespace warpglass::lang
