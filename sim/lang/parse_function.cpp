// Functions: parameters, what stands after them, bodies. A host function's body is skipped by its brackets.
#include <fmt/format.h>

#include "sim/lang/parser.h"

namespace warpglass::lang {

namespace {

FunctionSpace space_of(const Specifiers& specifiers) {
  if (specifiers.is_global) return FunctionSpace::kGlobal;
  if (specifiers.is_device) return specifiers.is_host ? FunctionSpace::kHostDevice : FunctionSpace::kDevice;
  return FunctionSpace::kHost;
}

}  // namespace

// function = specifiers declarator "(" parameters ")" tail ( ";" | block | "=" "default" )
DeclPtr Parser::parse_function(const Specifiers& specifiers, Declarator declarator, Decl* record) {
  DeclPtr decl = new_decl(DeclKind::kFunction, specifiers.first_token);
  decl->name = declarator.name;
  decl->name_span = declarator.name_span;
  decl->type = std::move(declarator.type);
  decl->template_args = std::move(declarator.template_args);
  decl->space = space_of(specifiers);
  decl->is_static = specifiers.is_static;
  decl->is_extern = specifiers.is_extern;
  decl->is_constexpr = specifiers.is_constexpr;
  decl->is_constructor = record != nullptr && decl->name == record->name;
  decl->launch_bounds_threads = clone(specifiers.launch_bounds_threads);
  decl->launch_bounds_blocks = clone(specifiers.launch_bounds_blocks);
  if (!decl->is_constructor) declare_entity(decl->name, NameKind::kValue, NameKind::kFunctionTemplate);
  take_template(*decl);
  const Scope scope(*this);
  const Restore<bool> greater(no_greater_, false);
  parse_parameters(*decl);
  parse_function_tail(*decl);
  decl->span = span_from(specifiers.first_token);
  parse_function_end(*decl);
  return decl;
}

// parameters = "(" [ parameter { "," parameter } ] ")"
void Parser::parse_parameters(Decl& function) {
  expect("(", "before the parameters");
  if (is("void") && is_at(pos_ + 1, ")")) ++pos_;
  while (!is(")")) {
    if (is("...")) {
      if (function.space != FunctionSpace::kHost) refuse(peek().span, "functions with '...' are");
      ++pos_;
      break;
    }
    function.params.push_back(parse_parameter());
    if (!accept(",")) break;
    if (is(")")) fail_here("a parameter");
  }
  if (!is(")")) fail_here("',' or ')' after the parameter");
  ++pos_;
}

// parameter = specifiers declarator [ "=" initialiser-clause ]
DeclPtr Parser::parse_parameter() {
  parse_attributes();
  Specifiers specifiers = parse_specifiers();
  if (is("...") || (is("&&") && is_at(pos_ + 1, "..."))) {
    refuse(peek().span, "variadic templates are");
    throw SyntaxError{};
  }
  Declarator declarator = parse_declarator(std::move(specifiers.type), false);
  if (is("(")) {
    refuse(peek().span, "function pointers are");
    throw SyntaxError{};
  }
  if (is("{")) fail_here("',' or ')' after the parameter");
  DeclPtr decl = parse_variable(specifiers, std::move(declarator));
  decl->scope.clear();
  return decl;
}

// tail = { "const" | "volatile" | "noexcept" | "override" | "final" | "&" | "&&" | "mutable" | "__device__" } [ "->"
// type-id ]
void Parser::parse_function_tail(Decl& function) {
  for (;;) {
    parse_attributes();
    if (is("const")) {
      function.is_method_const = true;
      ++pos_;
    } else if (is("noexcept") || is("throw")) {
      ++pos_;
      if (is("(")) skip_balanced();
    } else if (is("volatile") || is("override") || is("final") || is("&") || is("&&") || is("mutable") ||
               is("constexpr") || is("__device__") || is("__host__") || is("__forceinline__")) {
      ++pos_;
    } else if (accept("->")) {
      function.type = parse_type_id();
    } else {
      return;
    }
  }
}

// member-inits = ":" identifier ( "(" arguments ")" | init-list ) { "," ... }
void Parser::parse_member_inits(Decl& function) {
  ++pos_;
  do {
    if (!is_identifier(pos_)) fail_here("a member's name");
    std::string name = peek().text;
    ++pos_;
    if (is("<")) pos_ = std::min(skip_template_args(pos_), pos_ + 1);
    std::vector<ExprPtr> args;
    if (is("{")) {
      args = std::move(parse_init_list()->args);
    } else {
      expect("(", "with the member's value");
      args = parse_arguments(")");
    }
    ExprPtr first = args.empty() ? nullptr : std::move(args.front());
    if (!args.empty()) args.erase(args.begin());
    function.member_inits.emplace_back(std::move(name), std::move(first));
    function.member_init_args.push_back(std::move(args));
  } while (accept(","));
}

void Parser::parse_function_end(Decl& function) {
  if (is("=") && (is_at(pos_ + 1, "default") || is_at(pos_ + 1, "delete") || peek(1).text == "0")) {
    const bool is_default = is_at(pos_ + 1, "default");
    pos_ += 2;
    if (is_default && function.is_constructor && function.params.empty()) {  // does nothing, and may run anywhere
      function.space = FunctionSpace::kHostDevice;
      function.body = make_stmt(StmtKind::kBlock, pos_ - 1);
    } else {
      function.body_skipped = true;
    }
    expect_semicolon("this declaration");
    return;
  }
  const bool is_host = function.space == FunctionSpace::kHost && !function.is_constexpr;
  if (is_host) {
    while (is(":") || is(",")) {  // member initialisers of a host constructor
      while (!is("(") && !is("{") && !is(";") && !at_end()) ++pos_;
      if (is("(") || is("{")) skip_balanced();
    }
  } else if (is(":")) {
    parse_member_inits(function);
  }
  if (!is("{")) return;
  if (is_host) {
    function.body_skipped = true;
    return skip_host_body();
  }
  const Restore<bool> inside(in_function_, true);
  function.body = parse_block();
}

// Over a host function's body; a kernel that begins inside it means that a '}' is missing.
void Parser::skip_host_body() {
  const std::size_t open = pos_;
  const Restore<std::vector<Diagnostic>*> to_file(sink_, nullptr);
  int depth = 0;
  for (; !at_end(); ++pos_) {
    if (is("{")) ++depth;
    if (is("}") && --depth == 0) {
      ++pos_;
      return;
    }
    if (!peek().at_line_start || !begins_definition(pos_) || is("__device__") || is("__host__")) continue;
    std::size_t round = pos_;
    while (!is_at(round, "(") && !is_at(round, ";") && !is_at(round, "}") && at(round).kind != TokenKind::kEnd) ++round;
    if (!is_at(round, "(") || !is_at(matching(round) + 1, "{")) continue;
    swallowed_ = true;
    fail(peek().span, "a function begins inside another one: a '}' is missing above this line",
         "close the function before it");
  }
  report(at(open).span, "this '{' is never closed: a '}' is missing");
}

}  // namespace warpglass::lang
