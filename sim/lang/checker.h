// The checker: from the tree as written (ast.h) to the typed tree of one kernel instance (typed.h).
// One class, its parts in files by subject:
//   check_kernel       the entry: finds the kernel, drains the work list of function instances, final checks
//   check_lookup       names: scopes, file level, "did you mean", what is refused by name
//   check_type         types as written, records, enums          check_template  deduction and template arguments
//   check_conversion   implicit conversions and casts            check_construct values of records and arrays from
//   lists check_expression   operators, members, indices               check_assign    assignments and increments
//   check_call         overloads and calls                       check_function  instances and their bodies
//   check_builtin      calls of built-in functions               check_statement, check_declaration, check_global
// A function that returns a null pointer (or an empty QualifiedType) has given its message; callers pass it on
// silently, so one slip gives one message.
#pragma once

#include <deque>
#include <functional>
#include <unordered_set>

#include "sim/lang/builtins.h"
#include "sim/lang/fold.h"
#include "sim/lang/scope.h"
#include "sim/lang/stages.h"

namespace warpglass::lang {

class Checker {
 public:
  Checker(const TranslationUnit& unit, Messages& messages);
  std::unique_ptr<TypedKernel> run(const std::string& kernel);

 private:
  // ---- check_kernel
  void index_declarations();
  void index_type(const TypeSyntax* type, const std::string& scope);
  void index_enumerators(const Decl& decl, const std::string& scope);
  const Decl* find_kernel(const std::string& name, std::vector<TemplateArgument>& arguments, DeclPtr& keeper);
  FunctionInstance* make_kernel(const Decl& decl, const std::vector<TemplateArgument>& arguments, TypedKernel& out);
  bool kernel_parameters(FunctionInstance& instance);
  void drain();
  void mark_recursion(TypedKernel& out);
  void check_shared_total();
  std::uint32_t launch_bound(const FunctionInstance& instance);

  // ---- check_lookup
  struct Found {
    Symbol symbol;
    ScopePtr scope;
  };
  Symbol look_up(const std::string& name);  // local scopes, then file level; kNone when unknown
  Symbol look_up_from(const ScopePtr& scope, const std::string& name);
  Symbol file_symbol(const std::string& name, const std::string& name_space);
  Symbol record_member(const RecordInfo& info, const std::string& name);
  Symbol qualified_member(const TypeRef& type, const std::string& name);
  Symbol symbol_of(const std::vector<const Decl*>& decls);
  std::vector<const Decl*> file_decls(const std::string& name, const std::string& name_space) const;
  std::string current_namespace() const;
  void undefined(const Span& span, const std::string& name, bool is_type = false);
  std::string nearest_name(const std::string& name) const;
  bool refused_by_name(const Span& span, const std::string& name);
  void refuse(const Span& span, const std::string& what);     // "CUB"
  void refuse_as(const Span& span, const std::string& what);  // with its verb: "function pointers are"
  bool usable(const Decl& decl);                              // reports the refusals of a declaration, once
  ScopePtr push_scope();
  Symbol& declare(const std::string& name, Symbol symbol);

  // ---- check_type
  QualifiedType resolve(const TypeSyntax& syntax, bool quiet = false);
  QualifiedType resolve_in(ScopePtr scope, const TypeSyntax& syntax);
  QualifiedType resolve_named(const TypeSyntax& syntax, bool quiet);
  QualifiedType resolve_array(const TypeSyntax& syntax, bool quiet);
  QualifiedType type_from_symbol(const Symbol& symbol, const TypeSyntax& syntax, bool quiet);
  QualifiedType resolve_alias(const Decl& alias, const ScopePtr& outer, const TypeSyntax& syntax);
  QualifiedType standard_trait(const TypeSyntax& syntax, const char* suffix = "");
  TypeRef record_type(const Decl& decl, const ScopePtr& outer, const std::vector<TemplateValue>* values,
                      const Decl* primary);
  TypeRef record_template(const std::vector<const Decl*>& decls, const std::vector<TemplateArgument>& arguments,
                          const Span& span);
  bool complete_record(RecordInfo& info);
  bool add_field(RecordInfo& info, const Decl& member);
  void add_nested(RecordInfo& info, const Decl& member);
  using EnumKey = std::pair<const Decl*, ScopePtr>;
  EnumKey enum_key(const Decl& decl, const ScopePtr& outer);
  TypeRef enum_type(const Decl& decl, ScopePtr outer);
  bool enumerators(const Decl& decl, std::vector<std::pair<std::string, Constant>>& out);
  RecordInfo* info_of(TypeRef type);
  const RecordInfo* info_of_const(TypeRef type) const;
  std::optional<std::uint64_t> array_extent(const Expr& size, const char* what);
  std::uint32_t alignment_of(const Decl& decl);
  bool bounded(const Span& span, TypeRef element, std::uint64_t count);

  // ---- check_template
  bool template_values(const Decl& decl, const std::vector<TemplateArgument>& arguments, Bindings& bound,
                       const Span& span, bool quiet);
  bool template_defaults(const Decl& decl, const ScopePtr& outer, Bindings& bound, const Span& span, bool quiet);
  bool template_argument(const TemplateParameter& parameter, const TemplateArgument& argument, TemplateValue& out,
                         bool quiet);
  bool deduce(const Decl& decl, const TypeSyntax& pattern, const QualifiedType& argument, Bindings& bound);
  bool deduce_named(const Decl& decl, const TypeSyntax& pattern, const QualifiedType& argument, Bindings& bound);
  bool deduce_template_id(const Decl& decl, const TypeSyntax& pattern, TypeRef argument, Bindings& bound);
  bool bind(Bindings& bound, const std::string& name, const TemplateValue& value);
  bool matches_specialisation(const Decl& special, const std::vector<TemplateValue>& values, Bindings& bound);
  ScopePtr binding_scope(const ScopePtr& outer, const Bindings& bound, const std::string& name_space);
  static std::string key_of(const TemplateValue& value);
  static std::string text_of(const TemplateValue& value);

  // ---- check_conversion
  TypedExprPtr rvalue(TypedExprPtr e);
  TypedExprPtr convert(TypedExprPtr e, TypeRef to, const Span& span, const char* what = nullptr);
  TypedExprPtr convert_argument(Argument& argument, const QualifiedType& to);
  TypedExprPtr convert_pointer(TypedExprPtr e, TypeRef to, const Span& span);
  TypedExprPtr cast(TypedExprPtr e, const QualifiedType& to, CastKind kind, const Span& span);
  TypedExprPtr to_bool(TypedExprPtr e, const Span& span);
  TypedExprPtr promote(TypedExprPtr e);
  TypedExprPtr arithmetic_convert(TypedExprPtr e, TypeRef to);  // scalars, no checks
  // Conversion operators. to: the type wanted, null for any number or pointer. Null result of the first: there is none.
  const Decl* conversion_to(TypeRef record, TypeRef to, bool is_const, TypeRef& result);
  TypedExprPtr user_conversion(TypedExprPtr e, TypeRef to, const Span& span);
  TypeRef promoted(TypeRef type) const;
  TypeRef common(TypeRef a, TypeRef b) const;
  int conversion_rank(const Argument& argument, const QualifiedType& to);
  int value_rank(const TypedExpr& e, TypeRef to);
  bool can_construct(TypeRef record, const Argument& argument);
  bool is_null_constant(const TypedExpr& e) const;
  void cannot_convert(const TypedExpr& e, TypeRef to, const Span& span, const char* what);
  TypedExprPtr need_scalar(TypedExprPtr e, const char* what);

  // ---- check_construct
  TypedExprPtr construct(TypeRef type, std::vector<Argument>& arguments, bool braced, const Span& span,
                         const Expr* syntax);
  TypedExprPtr construct_record(TypeRef type, const Expr& list);
  TypedExprPtr construct_in_temporary(TypeRef type, const Expr& list);
  TypedExprPtr call_constructor(RecordInfo& info, TypedExprPtr object, std::vector<Argument>& arguments,
                                const Span& span);
  TypedExprPtr zero_value(TypeRef type, const Span& span);
  bool has_array(TypeRef type) const;
  bool has_defaults(TypeRef type);
  bool fill(TypeRef type, std::uint64_t offset, const std::vector<ExprPtr>& items, std::size_t& at,
            std::vector<ElementInit>& out);
  bool fill_item(TypeRef type, std::uint64_t offset, const std::vector<ExprPtr>& items, std::size_t& at,
                 std::vector<ElementInit>& out);
  bool fill_list(TypeRef type, std::uint64_t offset, const Expr& list, std::vector<ElementInit>& out);
  bool fill_designated(TypeRef type, std::uint64_t offset, const Expr& list, std::vector<ElementInit>& out);
  bool fill_string(TypeRef type, std::uint64_t offset, const Expr& text, std::vector<ElementInit>& out);
  bool fill_defaults(TypeRef type, std::uint64_t offset, std::vector<ElementInit>& out);
  TypedExprPtr place_at(const TypedExpr& root, std::uint64_t offset, TypeRef type);
  std::shared_ptr<TypedVariable> temporary(TypeRef type, const Span& span);
  TypedExprPtr variable_place(const std::shared_ptr<TypedVariable>& variable, const Span& span);

  // ---- check_expression
  TypedExprPtr check(const Expr& e);
  TypedExprPtr check_value(const Expr& e) { return rvalue(check(e)); }
  TypedExprPtr check_discarded(const Expr& e);
  std::optional<Constant> evaluate(const Expr& e);
  std::optional<Constant> fold_call(const TypedExpr& e);  // constants and calls of constexpr functions
  std::optional<Constant> evaluate_constant(const Expr& e, const char* what);
  TypedExprPtr check_name(const Expr& e);
  TypedExprPtr use_symbol(const Symbol& symbol, const Expr& e);
  TypedExprPtr builtin_name(const std::string& name, const Span& span);
  TypedExprPtr check_unary(const Expr& e);
  TypedExprPtr check_address_of(const Expr& e);
  TypedExprPtr check_deref(const Expr& e);
  TypedExprPtr check_binary(const Expr& e);
  TypedExprPtr binary(Op op, TypedExprPtr a, TypedExprPtr b, const Span& span);
  TypedExprPtr compare(Op op, TypedExprPtr a, TypedExprPtr b, const Span& span);
  TypedExprPtr shift(Op op, TypedExprPtr a, TypedExprPtr b, const Span& span);
  TypedExprPtr pointer_arithmetic(Op op, TypedExprPtr a, TypedExprPtr b, const Span& span);
  TypedExprPtr check_logical(const Expr& e);
  TypedExprPtr check_conditional(const Expr& e);
  TypedExprPtr check_index(const Expr& e);
  TypedExprPtr index(TypedExprPtr a, TypedExprPtr b, const Span& span);
  TypedExprPtr check_member(const Expr& e);
  TypedExprPtr member(TypedExprPtr object, const std::string& name, const Span& span, const Span& name_span);
  TypedExprPtr field_of(TypedExprPtr object, std::uint32_t field, const Span& span);
  bool find_field(TypeRef record, const std::string& name, std::vector<std::uint32_t>& path, int depth = 0);
  TypedExprPtr object_of(const Expr& e);  // the record left of . or ->
  TypedExprPtr check_sizeof(const Expr& e);
  TypedExprPtr check_construct(const Expr& e);
  TypedExprPtr check_cast(const Expr& e);
  TypedExprPtr check_this(const Span& span);
  TypedExprPtr this_object(const Span& span);
  void captured_names(const Decl& lambda, std::vector<std::string>& names) const;
  TypedExprPtr check_lambda(const Expr& e);
  TypedExprPtr deref(TypedExprPtr pointer, const Span& span);
  TypedExprPtr address_of(TypedExprPtr place, const Span& span);
  TypedExprPtr index_value(TypedExprPtr e);
  TypedExprPtr string_literal(const Expr& e);
  TypedExprPtr string_place(TypedExprPtr text);

  // ---- check_assign
  TypedExprPtr check_assign(const Expr& e);
  TypedExprPtr assign(TypedExprPtr place, TypedExprPtr value, const Span& span);
  TypedExprPtr compound(Op op, TypedExprPtr place, TypedExprPtr value, const Span& span);
  TypedExprPtr check_increment(const Expr& e, bool is_postfix);
  bool writable(const TypedExpr& place, const Span& span);

  // ---- check_call
  struct Candidate {
    const Decl* decl = nullptr;
    const Decl* defaults = nullptr;  // where the default arguments stand
    Bindings bound;
    ScopePtr scope;  // the bindings, then outwards
    std::vector<QualifiedType> types;
    std::vector<int> ranks;
    int specialised = 0;
  };
  struct CallTarget {  // what is called, beyond the name
    std::vector<const Decl*> decls;
    ScopePtr outer;                // of the declarations: null (file) or a record's scope
    RecordInfo* record = nullptr;  // methods
    const Expr* callee = nullptr;  // explicit template arguments
  };
  TypedExprPtr check_call(const Expr& e);
  TypedExprPtr call_name(const Expr& e);
  TypedExprPtr call_qualified(const Expr& e);
  TypedExprPtr call_declared(std::vector<const Decl*> functions, const Scope* found_in, const Expr& e,
                             std::vector<Argument>& arguments, bool may_fail, bool& viable);
  TypedExprPtr call_member(const Expr& e);
  TypedExprPtr call_object(TypedExprPtr object, std::vector<Argument>& arguments, const Span& span);
  TypedExprPtr call_lambda(RecordInfo& info, std::vector<Argument>& arguments, const Span& span);
  TypedExprPtr call_method(TypedExprPtr object, const std::string& name, std::vector<Argument>& arguments,
                           const Expr* callee, const Span& span);
  // Moves from `object` only when a candidate is found. quiet: nothing is said when there is none.
  TypedExprPtr call_user(const CallTarget& target, const std::string& name, TypedExprPtr&& object,
                         std::vector<Argument>& arguments, const Span& span, bool quiet, bool& viable);
  TypedExprPtr call_operator(const std::string& name, std::vector<Argument>& arguments, const Span& span, bool& viable);
  TypedExprPtr call_candidate(const Candidate& candidate, TypedExprPtr object, std::vector<Argument>& arguments,
                              const Span& span);
  bool check_arguments(const std::vector<ExprPtr>& syntax, std::vector<Argument>& out);
  bool make_candidate(const Decl& decl, const Decl* defaults, const CallTarget& target,
                      std::vector<Argument>& arguments, Candidate& out);
  bool deduce_candidate(const Decl& decl, const CallTarget& target, std::vector<Argument>& arguments, Bindings& bound);
  const Candidate* best(const std::vector<Candidate>& candidates, bool& ambiguous) const;
  std::vector<std::pair<const Decl*, const Decl*>> definitions(const std::vector<const Decl*>& decls);
  void no_candidate(const std::string& name, const CallTarget& target, const std::vector<Argument>& arguments,
                    const Span& span);
  std::string signature(const Decl& decl);
  std::string type_text(const TypeSyntax& syntax);
  bool callable(const Decl& decl, const Span& span);
  bool has_this() const;
  void add_methods(const RecordInfo& info, const std::string& name, std::vector<const Decl*>& out) const;
  TypedExprPtr call_static(TypeRef type, const std::string& name, const Expr& e);
  std::string signature_types(const Decl& decl);

  // ---- check_function
  struct BoundArgument {
    enum class Mode { kValue, kPointer, kAlias } mode = Mode::kValue;
    TypedExprPtr value;  // by value, or a pointer
    PlacePtr place;      // kAlias
    std::string key;
    QualifiedType type;
  };
  bool bind_argument(Argument& argument, const QualifiedType& type, const Decl& callee, BoundArgument& out,
                     std::vector<TypedExprPtr>& before);
  bool bind_object(TypedExprPtr object, const Decl& callee, BoundArgument& out, std::vector<TypedExprPtr>& before);
  bool alias_key(const TypedExpr& place, bool& is_local, std::string& key) const;
  bool in_progress(const void* decl) const;
  FunctionInstance* instance_for(const Decl& decl, const Expr* lambda, const ScopePtr& outer,
                                 const Bindings& template_bound, std::vector<BoundArgument>& bound,
                                 BoundArgument* object, const Span& span);
  void declare_parameters(FunctionInstance& instance, const std::vector<BoundArgument>& bound,
                          const BoundArgument* object);
  bool resolve_return(FunctionInstance& instance);
  TypedExprPtr make_call(FunctionInstance& instance, std::vector<BoundArgument>& bound, BoundArgument* object,
                         std::vector<TypedExprPtr> before, const Span& span);
  void check_body(FunctionInstance& instance);
  void constructor_prologue(FunctionInstance& instance, std::vector<TypedStmtPtr>& out);
  void initialise_member(const RecordInfo& info, std::size_t field, const Decl& constructor,
                         std::vector<TypedStmtPtr>& out);

  // ---- check_builtin
  TypedExprPtr call_builtin(const std::string& name, const Expr& e, std::vector<Argument>& arguments, bool& known);
  const Builtin* choose_builtin(const std::vector<const Builtin*>& rows, std::vector<Argument>& arguments,
                                std::vector<TypeRef>& types, TypeRef& result);
  bool match_builtin(const Builtin& row, std::vector<Argument>& arguments, std::vector<TypeRef>& types, TypeRef& result,
                     int& cost);
  TypedExprPtr make_builtin(const Builtin& row, std::vector<TypedExprPtr> args, TypeRef result, const Span& span);
  TypedExprPtr make_arithmetic(const Builtin& row, std::vector<TypedExprPtr>& args, TypedExprPtr node);
  TypedExprPtr make_directed(const Builtin& row, std::vector<TypedExprPtr>& args, TypedExprPtr e);
  TypedExprPtr make_warp(const Builtin& row, std::vector<TypedExprPtr>& args, TypedExprPtr node);
  TypedExprPtr make_memory(const Builtin& row, std::vector<TypedExprPtr>& args, TypedExprPtr node);
  TypedExprPtr make_split(const Builtin& row, std::vector<TypedExprPtr>& args, TypedExprPtr node);
  TypedExprPtr check_print(const Expr& e, std::vector<Argument>& arguments);
  TypedExprPtr check_assert(const Expr& e);
  TypedExprPtr make_vector(TypeRef type, std::vector<Argument>& arguments, const Span& span, const std::string& name);
  TypeRef builtin_type(char code, TypeRef generic);
  TypeRef generic_type(const Builtin& row, const std::vector<Argument>& arguments);
  TypedExprPtr make_words(const Builtin& row, std::vector<TypedExprPtr>& args, TypedExprPtr node);
  void wrong_builtin(const std::string& name, const std::vector<const Builtin*>& rows,
                     const std::vector<Argument>& arguments, const Span& span);
  TypedExprPtr swap_values(std::vector<Argument>& arguments, const Span& span);
  TypedExprPtr numeric_limit(const TypeRef& type, const std::string& name, const Span& span);
  std::optional<bool> type_trait(const Expr& e);

  // ---- check_statement, check_declaration, check_global
  using Statements = std::vector<TypedStmtPtr>;
  void check_statement(const Stmt& s, Statements& out);
  TypedStmtPtr check_branch(const Stmt& s);  // as one statement with a scope of its own
  void check_if(const Stmt& s, Statements& out);
  void check_for(const Stmt& s, Statements& out);
  void check_range_for(const Stmt& s, Statements& out);
  TypedStmtPtr range_body(const Stmt& s, TypedExprPtr element);
  void check_while(const Stmt& s, Statements& out);
  void check_do(const Stmt& s, Statements& out);
  void check_switch(const Stmt& s, Statements& out);
  void check_case(const Stmt& s, Statements& out);
  void check_jump(const Stmt& s, Statements& out);
  void check_return(const Stmt& s, Statements& out);
  TypedExprPtr check_condition(const Stmt& s, Statements& out);
  void check_local(const Decl& decl, Statements& out);
  void check_local_variable(const Decl& decl, Statements& out);
  void declare_lambda(const Decl& decl, const QualifiedType& type, TypedExprPtr initial, Statements& out);
  void declare_local(const Decl& decl, QualifiedType type, TypedExprPtr initial, Statements& out);
  void declare_shared(const Decl& decl, const QualifiedType& type);
  void declare_static(const Decl& decl, const QualifiedType& type);
  void declare_place(const Decl& decl, QualifiedType type, TypedExprPtr place, Statements& out);
  void declare_reference(const Decl& decl, QualifiedType type, Statements& out);
  bool initialise(const Decl& decl, TypedStmt& statement, TypedVariable& variable, QualifiedType& type,
                  Statements& after);
  QualifiedType variable_type(const Decl& decl, TypedExprPtr& initial);
  QualifiedType auto_type(const TypeSyntax& syntax, const TypedExpr& value);
  QualifiedType sized_by_initialiser(const Decl& decl, const QualifiedType& type);
  void static_assertion(const Decl& decl);
  Symbol global_symbol(const Decl& decl);
  Symbol make_global(const Decl& decl);
  void place_global(const Decl& decl, QualifiedType type, bool on_device, Symbol& symbol);
  bool initial_bytes(const Decl& decl, TypedVariable& variable);
  void write_bytes(std::vector<std::uint8_t>& bytes, std::uint64_t offset, const TypedExpr& value, bool& ok);
  std::shared_ptr<TypedVariable> new_variable(const std::string& name, TypeRef type, Storage storage, const Span& span);
  void use_global(const std::shared_ptr<TypedVariable>& variable);

  // ---- small things
  TypedExprPtr node(TypedKind kind, TypeRef type, const Span& span) const;
  TypedExprPtr constant(TypeRef type, std::uint64_t bits, const Span& span) const;
  TypedExprPtr special(InputKind kind, const Span& span) const;
  void error(const Span& span, std::string message, std::string note = {});
  static TypedExprPtr clone(const TypedExpr& e);
  static TypedVariable* root(TypedExpr& place);
  static void set_place_span(TypedExpr& place, const Span& span);
  TypedStmtPtr statement(TypedStmtKind kind, const Span& span) const;

  struct Context {  // of the body being checked
    FunctionInstance* instance = nullptr;
    Statements* out = nullptr;  // where temporaries are declared
    int loops = 0, switches = 0;
    std::vector<std::set<std::int64_t>*> cases;
  };

  const TranslationUnit& unit_;
  Messages& messages_;
  TypeTable types_;
  ScopePtr scope_;  // innermost; null at file level
  Context context_;
  std::unordered_map<std::string, std::vector<const Decl*>> file_names_;  // "ns::f" and
  std::unordered_map<std::string, std::vector<const Decl*>> bare_names_;  // "f" whatever its namespace
  std::unordered_map<std::string, std::pair<const Decl*, std::size_t>> file_enumerators_;
  std::unordered_map<std::string, std::string> using_names_;
  std::map<const Decl*, Symbol> globals_;
  std::set<const Decl*> globals_active_;
  std::map<std::string, std::unique_ptr<RecordInfo>> records_;  // by declaration and template arguments
  std::unordered_map<TypeRef, RecordInfo*> record_of_;
  std::map<std::pair<const Decl*, ScopePtr>, QualifiedType> aliases_;
  std::unordered_set<const Decl*> file_enums_;  // those outside records and functions
  std::map<EnumKey, TypeRef> enums_;
  std::map<EnumKey, std::vector<std::pair<std::string, Constant>>> enumerators_;
  std::set<EnumKey> enums_active_;
  std::map<std::string, FunctionInstance*> instance_keys_;
  std::deque<std::unique_ptr<FunctionInstance>> instances_;
  std::deque<FunctionInstance*> queue_;
  std::map<std::string, Symbol> static_variables_;  // shared and static ones of function bodies, by template instance
  std::map<std::string, std::shared_ptr<TypedVariable>> strings_;  // literals whose address is taken
  std::vector<std::shared_ptr<TypedVariable>> used_globals_;
  std::unordered_set<const TypedVariable*> used_global_set_;
  std::unordered_set<const Decl*> reported_;
  std::unordered_set<std::string> noted_;
  std::unordered_set<std::string> poisoned_;  // local types whose definition has its message
  std::unordered_set<std::string> refused_;   // what refuse() has named
  std::uint32_t next_variable_ = 1;
  std::uint64_t steps_ = 0;  // nodes checked, over all instances
  int depth_ = 0;            // nested template instantiations of types and constants
  int lambdas_ = 0;
  int mute_ = 0;              // over 0: trying something; errors are not reported
  bool wants_place_ = false;  // &name: the variable, even if it is a constant with a known value
  bool gave_up_ = false, told_giving_up_ = false;
};

}  // namespace warpglass::lang
