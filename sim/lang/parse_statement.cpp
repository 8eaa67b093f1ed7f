// Statements, and how the parser goes on after a slip inside a function body.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "sim/lang/parser.h"

namespace warpglass::lang {

namespace {

bool starts_statement(std::string_view text) {
  for (const char* word : {"if", "for", "while", "do", "switch", "return", "break", "continue", "case", "default",
                           "else", "__shared__", "__syncthreads"}) {
    if (text == word) return true;
  }
  return false;
}

}  // namespace

StmtPtr Parser::make_stmt(StmtKind kind, std::size_t first) {
  ++nodes_;
  auto stmt = std::make_unique<Stmt>();
  stmt->kind = kind;
  stmt->span = at(first).span;
  return stmt;
}

// block = "{" { statement } "}"
StmtPtr Parser::parse_block() {
  const DepthGuard guard(*this);
  const Scope scope(*this);
  const Restore<bool> greater(no_greater_, false);
  const std::size_t first = pos_;
  StmtPtr block = make_stmt(StmtKind::kBlock, first);
  expect("{", "to begin a block");
  parse_statements(*block);
  if (at_end()) {
    const Restore<std::vector<Diagnostic>*> to_file(sink_, nullptr);
    fail(at(first).span, "this '{' is never closed: a '}' is missing");
  }
  ++pos_;
  block->span = span_from(first);
  return block;
}

// Statements up to the '}' that closes the block (not taken) or the end of the file.
void Parser::parse_statements(Stmt& block) {
  while (!is("}") && !at_end()) {
    check_not_swallowed();
    const std::size_t before = pos_;
    try {
      block.body.push_back(parse_statement());
    } catch (const SyntaxError&) {
      check_not_swallowed();
      recover();
      if (pos_ == before && !is("}") && !at_end()) ++pos_;
    }
  }
}

// A function that begins inside a body: the body before it lost a '}'. Thrown to the file's level, which goes on there.
void Parser::check_not_swallowed() {
  if (!begins_definition(pos_)) return;
  const Restore<std::vector<Diagnostic>*> to_file(sink_, nullptr);
  swallowed_ = true;
  fail(peek().span, "a function begins inside another one: a '}' is missing above this line",
       "close the function before it");
}

// [ "extern" "C" | "static" | "inline" | "void" ] "__global__", or "__device__", "template", "int main("
bool Parser::begins_definition(std::size_t index) const {
  std::size_t i = index;
  while (is_at(i, "static") || is_at(i, "inline") || is_at(i, "void") || is_at(i, "extern") ||
         at(i).kind == TokenKind::kString) {
    ++i;
  }
  if (is_at(i, "__global__")) return true;
  if (is_at(i, "int") && is_at(i + 1, "main") && is_at(i + 2, "(")) return true;
  if (is_at(i, "template")) return is_at(i + 1, "<") && i == index;
  return is_at(i, "__device__") || (is_at(i, "__host__") && is_at(i + 1, "__device__"));
}

// Goes to where a statement may begin: after a ';' or a '{...}', before the block's '}', or at a line with a keyword.
void Parser::recover() {
  int round = 0;
  const std::size_t first = pos_;
  while (!at_end()) {
    const Token& token = peek();
    if (is("(") || is("[")) {
      ++round;
    } else if (is(")") || is("]")) {
      round = std::max(0, round - 1);
    } else if (is("{")) {
      skip_balanced();
      round = 0;
      if (is("else")) {
        ++pos_;
        continue;
      }
      if (!is(";") && !is(")") && !is(",")) return;
      continue;
    } else if (is("}")) {
      return;
    } else if (is("__global__")) {
      return;
    } else if (is(";") && round == 0) {
      ++pos_;
      return;
    } else if (pos_ > first && token.at_line_start && token.kind == TokenKind::kIdentifier &&
               starts_statement(token.text)) {
      return;
    } else if (is(";") && (peek(1).at_line_start || is_at(pos_ + 1, "}"))) {  // the bracket was never closed
      ++pos_;
      return;
    }
    ++pos_;
  }
}

// #pragma unroll [ n | (n) ]
int Parser::take_unroll() {
  int unroll = -1;
  while (peek().kind == TokenKind::kPragma) {
    const std::string& text = peek().text;
    if (text.rfind("nounroll", 0) == 0) unroll = 1;
    if (text.rfind("unroll", 0) == 0) {
      unroll = 0;
      const std::size_t digit = text.find_first_of("0123456789");
      if (digit != std::string::npos) {
        int value = 0;
        const auto result = std::from_chars(text.data() + digit, text.data() + text.size(), value);
        if (result.ec == std::errc{}) unroll = value;
      }
    }
    ++pos_;
  }
  return unroll;
}

// statement = block | keyword-statement | declaration | expression ";" | ";"
StmtPtr Parser::parse_statement() {
  const DepthGuard guard(*this);
  const int unroll = take_unroll();
  parse_attributes();
  if (is("}") || at_end()) return make_stmt(StmtKind::kEmpty, pos_);
  StmtPtr stmt = is("{") ? parse_block() : parse_keyword_statement();
  if (!stmt) stmt = parse_simple_statement();
  stmt->unroll = unroll;
  return stmt;
}

// Null: the statement begins with no keyword.
StmtPtr Parser::parse_keyword_statement() {
  const std::size_t first = pos_;
  if (peek().kind == TokenKind::kPunctuator) {
    if (!accept(";")) return nullptr;
    return make_stmt(StmtKind::kEmpty, first);
  }
  if (peek().kind != TokenKind::kIdentifier) return nullptr;
  if (is("if")) return parse_if();
  if (is("for")) return parse_for();
  if (is("while")) return parse_while();
  if (is("do")) return parse_do();
  if (is("switch")) return parse_switch();
  if (is("case") || is("default")) return parse_case();
  if (is("return")) return parse_return();
  if (is("break") || is("continue")) {
    StmtPtr stmt = make_stmt(is("break") ? StmtKind::kBreak : StmtKind::kContinue, first);
    ++pos_;
    expect_semicolon(fmt::format("'{}'", at(first).text));
    return stmt;
  }
  if (is("else")) fail(peek().span, "this 'else' has no 'if'", "an 'if' with several statements needs '{' and '}'");
  return parse_refused_statement();
}

// goto, labels, inline assembler, exceptions: named. Null: none of them.
StmtPtr Parser::parse_refused_statement() {
  const std::size_t first = pos_;
  if (is("goto")) {
    refuse(peek().span, "goto is");
    throw SyntaxError{};
  }
  if (is("asm") || is("__asm__") || is("__asm")) {
    refuse(peek().span, "inline PTX (asm) is");
    while (!is("(") && !is(";") && !is("{") && !at_end()) ++pos_;
    if (is("(") || is("{")) skip_balanced();
    accept(";");
    return make_stmt(StmtKind::kEmpty, first);
  }
  if (is("try")) {
    refuse(peek().span, "exceptions (try, catch, throw) are");
    ++pos_;
    StmtPtr body = parse_block();
    while (accept("catch")) {
      if (is("(")) skip_balanced();
      if (is("{")) skip_balanced();
    }
    return body;
  }
  if (is("public") || is("private") || is("protected")) return nullptr;
  if (is_identifier(pos_) && is_at(pos_ + 1, ":") && !is_at(pos_ + 2, ":")) {
    refuse(peek().span, "goto is");
    pos_ += 2;
    return make_stmt(StmtKind::kEmpty, first);
  }
  return nullptr;
}

// simple-statement = declaration | expression ";"
StmtPtr Parser::parse_simple_statement() {
  const std::size_t first = pos_;
  if (is("using") && is_at(pos_ + 1, "namespace")) {
    parse_using();
    return make_stmt(StmtKind::kEmpty, first);
  }
  if (is("namespace") && is_at(pos_ + 2, "=")) {
    parse_namespace();
    return make_stmt(StmtKind::kEmpty, first);
  }
  if (is_hole(pos_)) {
    if (is("...")) fail_here("a statement");
    if (!is_at(pos_ + 1, "(") || is_at(pos_, "?")) fail_here("a statement");
  }
  if (is_declaration()) {
    StmtPtr stmt = make_stmt(StmtKind::kDecl, first);
    parse_local_declaration(stmt->decls);
    stmt->span = span_from(first);
    return stmt;
  }
  StmtPtr stmt = make_stmt(StmtKind::kExpr, first);
  stmt->expr = parse_expression();
  expect_semicolon("this expression");
  stmt->span = span_from(first);
  return stmt;
}

// A branch is a statement; labels of a switch without a block of its own get one.
StmtPtr Parser::parse_branch() {
  check_not_swallowed();
  const Scope scope(*this);
  if (is("}") || at_end()) fail_here("a statement");
  if (!is("case") && !is("default")) {
    StmtPtr stmt = parse_statement();
    return stmt;
  }
  StmtPtr block = make_stmt(StmtKind::kBlock, pos_);
  while (is("case") || is("default")) block->body.push_back(parse_case());
  block->body.push_back(parse_statement());
  return block;
}

// condition = expression | specifiers declarator "=" assignment
void Parser::parse_condition(Stmt& stmt) {
  if (!is_declaration()) {
    stmt.condition = parse_expression();
    return;
  }
  Specifiers specifiers = parse_specifiers();
  Declarator declarator = parse_declarator(std::move(specifiers.type), false);
  stmt.condition_decl = parse_variable(specifiers, std::move(declarator));
}

// if = "if" [ "constexpr" ] "(" [ declaration-or-expression ";" ] condition ")" branch [ "else" branch ]
StmtPtr Parser::parse_if() {
  const Scope scope(*this);
  StmtPtr stmt = make_stmt(StmtKind::kIf, pos_++);
  stmt->is_constexpr = accept("constexpr");
  expect("(", "after 'if'");
  std::size_t semicolon = pos_;
  int depth = 0;
  for (const std::size_t last = std::min(tokens_.size(), pos_ + 200); semicolon < last; ++semicolon) {
    if (is_at(semicolon, "(") || is_at(semicolon, "[")) ++depth;
    if ((is_at(semicolon, ")") || is_at(semicolon, "]")) && --depth < 0) break;
    if (is_at(semicolon, ";") || is_at(semicolon, "{") || is_at(semicolon, "}")) break;
  }
  if (is_at(semicolon, ";") && depth == 0 && !at(semicolon + 1).at_line_start) stmt->init = parse_simple_statement();
  parse_condition(*stmt);
  expect_close(")", "after the condition");
  stmt->then_branch = parse_branch();
  while (peek().kind == TokenKind::kPragma && is_at(pos_ + 1, "else")) ++pos_;
  if (accept("else")) stmt->else_branch = parse_branch();
  return stmt;
}

// for = "for" "(" ( declaration | [ expression ] ";" ) [ condition ] ";" [ expression ] ")" branch
//     | "for" "(" specifiers declarator ":" expression ")" branch
StmtPtr Parser::parse_for() {
  const Scope scope(*this);
  const std::size_t first = pos_;
  StmtPtr stmt = make_stmt(StmtKind::kFor, pos_++);
  expect("(", "after 'for'");
  if (is_declaration()) {
    const std::size_t start = pos_;
    Specifiers specifiers = parse_specifiers();
    Declarator declarator = parse_declarator(clone(specifiers.type), false);
    if (accept(":")) {
      stmt->kind = StmtKind::kRangeFor;
      stmt->decls.push_back(parse_variable(specifiers, std::move(declarator)));
      stmt->expr = parse_initialiser_clause();
      expect_close(")", "after the range");
      stmt->then_branch = parse_branch();
      return stmt;
    }
    stmt->init = make_stmt(StmtKind::kDecl, start);
    stmt->init->decls.push_back(parse_variable(specifiers, std::move(declarator)));
    while (accept(",")) {
      Declarator next = parse_declarator(clone(specifiers.type), false);
      stmt->init->decls.push_back(parse_variable(specifiers, std::move(next)));
    }
    if (!accept(";")) fail_here("';' after the first part of 'for'");
  } else if (!accept(";")) {
    stmt->init = make_stmt(StmtKind::kExpr, pos_);
    stmt->init->expr = parse_expression();
    if (!accept(";")) fail_here("';' after the first part of 'for'");
  }
  if (!is(";")) parse_condition(*stmt);
  if (!accept(";")) fail_here("';' after the condition of 'for'");
  if (!is(")")) stmt->step = parse_expression();
  expect_close(")", "after the three parts of 'for'");
  stmt->then_branch = parse_branch();
  stmt->span = at(first).span;
  return stmt;
}

// while = "while" "(" condition ")" branch
StmtPtr Parser::parse_while() {
  const Scope scope(*this);
  StmtPtr stmt = make_stmt(StmtKind::kWhile, pos_++);
  expect("(", "after 'while'");
  parse_condition(*stmt);
  expect_close(")", "after the condition");
  stmt->then_branch = parse_branch();
  return stmt;
}

// do = "do" branch "while" "(" expression ")" ";"
StmtPtr Parser::parse_do() {
  StmtPtr stmt = make_stmt(StmtKind::kDo, pos_++);
  stmt->then_branch = parse_branch();
  expect("while", "after the body of 'do'");
  expect("(", "after 'while'");
  stmt->condition = parse_expression();
  expect_close(")", "after the condition");
  expect_semicolon("'do ... while (...)'");
  return stmt;
}

// switch = "switch" "(" condition ")" branch
StmtPtr Parser::parse_switch() {
  const Scope scope(*this);
  StmtPtr stmt = make_stmt(StmtKind::kSwitch, pos_++);
  expect("(", "after 'switch'");
  parse_condition(*stmt);
  expect_close(")", "after the value of 'switch'");
  stmt->then_branch = parse_branch();
  return stmt;
}

// case = ( "case" conditional | "default" ) ":"
StmtPtr Parser::parse_case() {
  StmtPtr stmt = make_stmt(is("case") ? StmtKind::kCase : StmtKind::kDefault, pos_);
  ++pos_;
  if (stmt->kind == StmtKind::kCase) {
    stmt->expr = parse_conditional();
    if (is("...")) {
      refuse(peek().span, "case ranges are");
      throw SyntaxError{};
    }
  }
  expect(":", "after the label of a switch");
  return stmt;
}

// return = "return" [ expression | init-list ] ";"
StmtPtr Parser::parse_return() {
  const std::size_t first = pos_;
  StmtPtr stmt = make_stmt(StmtKind::kReturn, pos_++);
  if (is("}")) {
    expect_semicolon("'return'");
    return stmt;
  }
  if (!is(";")) stmt->expr = is("{") ? parse_init_list() : parse_expression();
  expect_semicolon("'return'");
  stmt->span = span_from(first);
  return stmt;
}

}  // namespace warpglass::lang
