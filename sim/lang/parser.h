// The parser, seen from its own files only: parse_expression.cpp, parse_type.cpp, parse_statement.cpp,
// parse_declaration.cpp. Recursive descent, no backtracking: where C++ is ambiguous (`a * b`, `f<x>(y)`, `(T)(v)`), the
// skip_ functions look ahead without building anything. Each parsing function has its grammar rule above it.
//
// One slip, one message: fail() keeps the message and throws SyntaxError; the statement and member loops catch it and
// go on at the next place that makes sense. What belongs to a declaration is kept in its `refusals` (ast.h).
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "sim/lang/stages.h"

namespace warpglass::lang {

struct SyntaxError {};  // its message is kept already

enum class NameKind : std::uint8_t { kUnknown, kType, kTypeTemplate, kFunctionTemplate, kValue };

// a::b<args>; `qualifier` when an inner part had arguments of its own.
struct QualifiedName {
  std::string text;
  std::vector<TemplateArgument> args;
  bool has_args = false;
  TypePtr qualifier;
  Span span;
};

// What stands before the declarators: `static __device__ const float`.
struct Specifiers {
  TypePtr type;
  bool is_typedef = false, is_const = false, is_constexpr = false, is_static = false, is_extern = false,
       is_inline = false;
  bool is_shared = false, is_constant = false, is_device = false, is_managed = false, is_global = false,
       is_host = false;
  bool is_friend = false;
  ExprPtr alignment, launch_bounds_threads, launch_bounds_blocks;
  std::size_t first_token = 0;
};

struct Declarator {
  std::string name;  // empty: abstract
  Span name_span;
  TypePtr type;
  std::vector<TemplateArgument> template_args;  // of a specialisation: f<int>
  bool is_function = false;                     // stopped before the '(' of the parameters
};

TypePtr clone(const TypePtr& type);
ExprPtr clone(const ExprPtr& expr);

// Pieces of types, for parse_type.cpp and parse_declarator.cpp.
bool is_pointer_qualifier(std::string_view text);  // const, volatile, __restrict__
void set_qualifier(TypeSyntax& type, std::string_view text);
TypePtr wrap(TypeKind kind, TypePtr inner, const Span& span);

class Parser {
 public:
  Parser(const std::vector<Token>& tokens, Messages& messages, const SourceSet& sources);

  void parse_unit(TranslationUnit& unit);
  // The whole token list as one expression; null (and no message) when it is not one.
  ExprPtr parse_lone_expression();

 private:
  friend struct DepthGuard;

  // ---- tokens
  const Token& peek(std::size_t ahead = 0) const { return tokens_[std::min(pos_ + ahead, tokens_.size() - 1)]; }
  const Token& at(std::size_t index) const { return tokens_[std::min(index, tokens_.size() - 1)]; }
  bool at_end() const { return peek().kind == TokenKind::kEnd; }
  bool is(std::string_view text) const { return is_at(pos_, text); }
  bool is_at(std::size_t index, std::string_view text) const;
  bool is_identifier(std::size_t index) const;  // and not a keyword
  bool accept(std::string_view text);
  void expect(std::string_view text, std::string_view where);
  void expect_close(std::string_view text, std::string_view where);  // forgiving: `{` or `;` in its place
  void expect_semicolon(std::string_view after);
  void expect_template_close();  // '>' , splitting ">>" and ">>>"
  Span span_from(std::size_t first) const;
  Span span_from(const Span& first) const;
  std::string token_text(std::size_t index) const;  // for messages: "';'" or "the end of the file"
  std::size_t matching(std::size_t open) const;     // index of the bracket that closes, or of kEnd
  void skip_balanced();                             // from an opening bracket to after its closing one

  // ---- messages
  void report(const Span& span, std::string message, std::string note = {});
  [[noreturn]] void fail(const Span& span, std::string message, std::string note = {});
  [[noreturn]] void fail_here(std::string_view expected);
  void refuse(const Span& span, std::string_view what);  // "goto is outside the simulator's CUDA subset ..."
  bool is_hole(std::size_t index) const;
  bool comment_hole() const;  // a TODO comment between the last token and this one

  // ---- names
  struct Scope {
    explicit Scope(Parser& parser) : parser_(parser) { parser_.scopes_.emplace_back(); }
    ~Scope() { parser_.scopes_.pop_back(); }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;
    Parser& parser_;
  };
  void declare(const std::string& name, NameKind kind);
  NameKind lookup(std::string_view qualified) const;
  void declare_builtin_types();

  // ---- looking ahead: index after what stands there, or kNotThere
  static constexpr std::size_t kNotThere = static_cast<std::size_t>(-1);
  std::size_t skip_template_args(std::size_t index) const;
  std::size_t skip_qualified(std::size_t index, NameKind& kind) const;  // with template arguments where they are such
  std::size_t skip_type_words(std::size_t index, bool& known) const;
  std::size_t skip_type_id(std::size_t index, bool& known, bool& decorated) const;
  std::size_t skip_attributes(std::size_t index) const;
  bool is_declaration() const;
  bool is_cast() const;
  bool ends_in_arguments(std::size_t first, std::size_t last) const;
  bool is_type_argument(std::size_t index, std::string_view close_a, std::string_view close_b) const;
  bool is_parameter_list(std::size_t open) const;
  bool template_args_follow(const std::string& name, std::size_t index, bool in_type) const;

  // ---- expressions (parse_expression.cpp, parse_primary.cpp)
  ExprPtr make(ExprKind kind, std::size_t first);
  ExprPtr finish(ExprPtr expr, std::size_t first);
  ExprPtr finish(ExprPtr expr, const Span& first);
  ExprPtr parse_expression();
  ExprPtr parse_assignment();
  ExprPtr parse_conditional();
  ExprPtr parse_binary(int minimum);
  ExprPtr parse_cast();
  ExprPtr parse_unary();
  ExprPtr parse_sizeof(bool is_alignof);
  ExprPtr parse_postfix(ExprPtr expr);
  ExprPtr parse_launch(ExprPtr kernel);
  ExprPtr parse_member(ExprPtr object);
  ExprPtr parse_primary();
  ExprPtr parse_number();
  void read_floating(Expr& node, std::string_view text, bool hex);
  void read_whole(Expr& node, std::string_view digits);
  ExprPtr parse_character();
  ExprPtr parse_string();
  ExprPtr parse_named_cast();
  ExprPtr parse_construct();
  ExprPtr parse_init_list();
  ExprPtr parse_initialiser_clause();
  ExprPtr parse_lambda();
  ExprPtr parse_name();
  void parse_captures(Expr& lambda);
  std::vector<ExprPtr> parse_arguments(std::string_view close);
  bool launch_opens() const;
  bool is_launch_close() const;

  // ---- types (parse_type.cpp)
  QualifiedName parse_qualified_name(bool in_type);
  std::vector<TemplateArgument> parse_template_args();
  TemplateArgument parse_template_arg();
  TypePtr parse_type_id();
  Specifiers parse_specifiers();
  bool parse_specifier_word(Specifiers& specifiers);
  bool parse_type_word(Specifiers& specifiers, std::vector<std::string>& words);
  bool parse_record_or_enum_word(Specifiers& specifiers);
  void parse_alignment(Specifiers& specifiers);
  TypePtr builtin_from_words(const std::vector<std::string>& words, const Span& span);
  void parse_attributes();
  TypePtr parse_pointers(TypePtr base);
  TypePtr parse_array_suffixes(TypePtr element);
  Declarator parse_declarator(TypePtr base, bool may_be_function);
  void parse_declarator_name(Declarator& declarator);

  // ---- statements (parse_statement.cpp)
  StmtPtr make_stmt(StmtKind kind, std::size_t first);
  StmtPtr parse_block();
  void parse_statements(Stmt& block);
  StmtPtr parse_statement();
  StmtPtr parse_keyword_statement();
  StmtPtr parse_branch();  // the statement that belongs to if, for, ...
  StmtPtr parse_if();
  StmtPtr parse_for();
  StmtPtr parse_while();
  StmtPtr parse_do();
  StmtPtr parse_switch();
  StmtPtr parse_case();
  StmtPtr parse_return();
  StmtPtr parse_refused_statement();
  StmtPtr parse_simple_statement();
  void parse_condition(Stmt& stmt);
  void recover();
  void check_not_swallowed();
  int take_unroll();

  // ---- declarations (parse_declaration.cpp, parse_function.cpp, parse_record.cpp)
  void parse_externals();
  void parse_external_guarded();
  void parse_external();
  void rescue_external(std::size_t first, std::vector<Diagnostic> errors);
  std::size_t external_end(std::size_t first) const;
  bool skip_macro_like_host_code();
  void parse_namespace();
  void parse_using();
  void parse_extern_c();
  void parse_template(std::vector<DeclPtr>& out, Decl* record);
  std::vector<TemplateParameter> parse_template_parameters();
  TemplateParameter parse_template_parameter();
  void parse_declaration_into(std::vector<DeclPtr>& out, bool needs_semicolon);
  bool parse_declarators(Specifiers& specifiers, std::vector<DeclPtr>& out, Decl* record);
  void parse_local_declaration(std::vector<DeclPtr>& out);
  DeclPtr parse_typedef(const Specifiers& specifiers, Declarator declarator);
  DeclPtr parse_variable(const Specifiers& specifiers, Declarator declarator);
  void parse_variable_init(Decl& decl);
  DeclPtr parse_alias();
  DeclPtr parse_static_assert();
  DeclPtr parse_function(const Specifiers& specifiers, Declarator declarator, Decl* record);
  void parse_parameters(Decl& function);
  DeclPtr parse_parameter();
  void parse_function_tail(Decl& function);
  void parse_member_inits(Decl& function);
  void parse_function_end(Decl& function);
  void skip_host_body();
  void parse_record(Specifiers& specifiers);
  void parse_record_body(Decl& record);
  void parse_member_declaration(Decl& record);
  bool parse_special_member(Decl& record);
  void parse_conversion(Specifiers& specifiers, Decl& record);
  void parse_bases(Decl& record);
  void parse_enum(Specifiers& specifiers);
  DeclPtr new_decl(DeclKind kind, std::size_t first);
  void declare_entity(const std::string& name, NameKind plain, NameKind as_template);
  void take_template(Decl& decl);
  bool begins_definition(std::size_t index) const;
  std::string scope_text() const;

  std::vector<Token> tokens_;
  std::size_t pos_ = 0;
  Messages& messages_;
  const SourceSet& sources_;
  TranslationUnit* unit_ = nullptr;
  std::vector<Diagnostic>* sink_ = nullptr;  // where messages go; null: messages_
  std::vector<std::unordered_map<std::string, NameKind>> scopes_;
  std::vector<std::string> namespaces_;
  std::unordered_map<std::string, std::string> aliases_;
  std::vector<TemplateParameter> pending_template_params_;
  bool pending_template_ = false;  // `template <...>` was read and waits for its declaration
  bool pending_specialisation_ = false;
  bool no_greater_ = false;   // inside a template argument list: '>' closes it
  bool in_function_ = false;  // a body is being parsed
  bool swallowed_ = false;    // a definition began inside a body; it is parsed next
  int depth_ = 0;
  std::size_t nodes_ = 0;
};

// Bounds how deep anything may nest. Made at the start of every recursive function.
struct DepthGuard {
  explicit DepthGuard(Parser& parser);
  ~DepthGuard() { --parser_.depth_; }
  DepthGuard(const DepthGuard&) = delete;
  DepthGuard& operator=(const DepthGuard&) = delete;
  Parser& parser_;
};

// Sets a variable for the time of a scope.
template <class T>
struct Restore {
  Restore(T& variable, T value) : variable_(variable), old_(variable) { variable = value; }
  ~Restore() { variable_ = old_; }
  Restore(const Restore&) = delete;
  Restore& operator=(const Restore&) = delete;
  T& variable_;
  T old_;
};

bool is_keyword(std::string_view text);
bool is_builtin_type_word(std::string_view text);

}  // namespace warpglass::lang
