// Declarations at file scope and in function bodies: namespaces, templates, variables, aliases.
// Each file-scope declaration is parsed with a message list of its own, which ends in its `refusals`; what cannot be
// parsed and has nothing of the device in it is host code and skipped.
#include <fmt/format.h>

#include <algorithm>

#include "sim/lang/parser.h"

namespace warpglass::lang {

namespace {

bool is_device_word(std::string_view text) {
  return text == "__global__" || text == "__device__" || text == "__shared__" || text == "__constant__" ||
         text == "threadIdx" || text == "blockIdx";
}

}  // namespace

std::string Parser::scope_text() const { return fmt::format("{}", fmt::join(namespaces_, "::")); }

DeclPtr Parser::new_decl(DeclKind kind, std::size_t first) {
  ++nodes_;
  auto decl = std::make_shared<Decl>();
  decl->kind = kind;
  decl->span = at(first).span;
  decl->scope = scope_text();
  return decl;
}

// A template's own name belongs to the scope around its parameters.
void Parser::declare_entity(const std::string& name, NameKind plain, NameKind as_template) {
  if (name.empty()) return;
  if (pending_template_ && scopes_.size() >= 2) scopes_[scopes_.size() - 2][name] = as_template;
  scopes_.back()[name] = pending_template_ ? as_template : plain;
}

void Parser::take_template(Decl& decl) {
  if (!pending_template_) return;
  decl.is_template = !pending_specialisation_;
  decl.is_specialisation = pending_specialisation_;
  decl.template_params = std::move(pending_template_params_);
  pending_template_params_.clear();
  pending_template_ = pending_specialisation_ = false;
}

// unit = { external }
void Parser::parse_unit(TranslationUnit& unit) {
  unit_ = &unit;
  while (!at_end()) {
    parse_externals();
    if (!is("}")) continue;
    messages_.error(peek().span, "this '}' closes nothing", "there is one '}' too many above it, or a '{' is missing");
    ++pos_;
  }
}

void Parser::parse_externals() {
  while (!at_end() && !is("}")) {
    const std::size_t before = pos_;
    parse_external_guarded();
    if (pos_ == before) ++pos_;
  }
}

void Parser::parse_external_guarded() {
  const std::size_t first = pos_;
  const std::size_t known = unit_->decls.size();
  std::vector<Diagnostic> errors;
  bool good = true;
  {
    const Restore<std::vector<Diagnostic>*> own(sink_, &errors);
    const Restore<int> depth(depth_, depth_);
    try {
      parse_external();
    } catch (const SyntaxError&) {
      good = false;
    }
  }
  in_function_ = no_greater_ = pending_template_ = pending_specialisation_ = false;
  if (!good && swallowed_) {
    swallowed_ = false;
    return;
  }
  if (!good) return rescue_external(first, std::move(errors));
  if (errors.empty() || unit_->decls.size() == known) return;
  Decl& owner = *unit_->decls.back();
  for (Diagnostic& error : errors) owner.refusals.push_back(std::move(error));
}

// After a slip in a head: goes to the end of the declaration. A function keeps the messages; host code is forgotten.
void Parser::rescue_external(std::size_t first, std::vector<Diagnostic> errors) {
  const std::size_t failed_at = pos_;
  pos_ = std::max(external_end(first), first + 1);
  std::size_t marker = first;
  while (marker < pos_ && !is_device_word(at(marker).text)) ++marker;
  if (marker >= pos_ && failed_at <= pos_) return;
  std::size_t open = first;
  while (open < pos_ && !is_at(open, "(")) open += is_at(open, "__launch_bounds__") ? matching(open + 1) - open + 1 : 1;
  const bool named = open < pos_ && open > first && is_identifier(open - 1) && is_at(matching(open) + 1, "{");
  if (!named) {
    for (Diagnostic& error : errors) messages_.add(std::move(error));
    return;
  }
  DeclPtr decl = new_decl(DeclKind::kFunction, first);
  decl->name = at(open - 1).text;
  decl->name_span = at(open - 1).span;
  decl->body_skipped = true;
  for (std::size_t i = first; i < open; ++i) {
    if (is_at(i, "__global__")) decl->space = FunctionSpace::kGlobal;
    if (is_at(i, "__device__")) decl->space = FunctionSpace::kDevice;
  }
  decl->refusals = std::move(errors);
  declare(decl->name, NameKind::kValue);
  unit_->decls.push_back(std::move(decl));
}

// Index after the declaration that begins at `first`, judged by brackets alone.
std::size_t Parser::external_end(std::size_t first) const {
  bool needs_semicolon = false, saw_round = false;
  std::size_t i = first;
  while (at(i).kind != TokenKind::kEnd) {
    if (is_at(i, ";")) return i + 1;
    if (is_at(i, "}")) return i;
    if (i > first && saw_round && at(i).at_line_start && begins_definition(i)) return i;
    const std::string& text = at(i).text;
    if (text == "=" || (!saw_round && (text == "struct" || text == "union" || text == "enum"))) needs_semicolon = true;
    if (text == "class" && !saw_round && !is_at(i + 1, ",") && !is_at(i + 2, ",") && !is_at(i + 2, ">"))
      needs_semicolon = true;
    if (is_at(i, "(") || is_at(i, "[")) {
      saw_round = true;
      i = matching(i);
    } else if (is_at(i, "{")) {
      i = matching(i);
      if (!needs_semicolon) return is_at(i + 1, ";") ? i + 2 : std::min(i + 1, tokens_.size() - 1);
    }
    if (at(i).kind != TokenKind::kEnd) ++i;
  }
  return tokens_.size() - 1;
}

// external = ";" | namespace | using | extern-c | template | declaration
void Parser::parse_external() {
  const DepthGuard guard(*this);
  while (peek().kind == TokenKind::kPragma) ++pos_;
  if (at_end() || accept(";")) return;
  if (is("namespace") || (is("inline") && is_at(pos_ + 1, "namespace"))) return parse_namespace();
  if (is("using") && (is_at(pos_ + 1, "namespace") || !is_at(skip_attributes(pos_ + 2), "="))) return parse_using();
  if (is("extern") && peek(1).kind == TokenKind::kString && is_at(pos_ + 2, "{")) return parse_extern_c();
  if (is("template")) return parse_template(unit_->decls, nullptr);
  if (is("asm") || is("__asm__")) {
    pos_ = external_end(pos_);
    return;
  }
  if (skip_macro_like_host_code()) return;
  parse_declaration_into(unit_->decls, true);
}

// `TEST(a, b) { ... }`, `main() { ... }`, `Foo::Foo(int n) : n(n) { ... }`: no type in front, so not for the device.
bool Parser::skip_macro_like_host_code() {
  NameKind kind = NameKind::kUnknown;
  const std::size_t after = skip_qualified(pos_, kind);
  if (after == kNotThere || !is_at(after, "(") || (is_at(after + 1, "*") && is_at(after + 3, ")"))) return false;
  std::size_t next = matching(after) + 1;
  if (is_at(next, ":") || is_at(next, "const") || is_at(next, "noexcept")) {
    while (at(next).kind != TokenKind::kEnd && !is_at(next, "{") && !is_at(next, ";"))
      next = is_at(next, "(") ? matching(next) + 1 : next + 1;
  }
  pos_ = std::min(next, tokens_.size() - 1);
  if (is("{")) skip_host_body();
  accept(";");
  return true;
}

// namespace = [ "inline" ] "namespace" [ name ] "{" { external } "}" | "namespace" identifier "=" name ";"
void Parser::parse_namespace() {
  const bool is_inline = accept("inline");  // its names are the outer namespace's
  const std::size_t first = pos_++;
  parse_attributes();
  if (is_identifier(pos_) && is_at(pos_ + 1, "=")) {
    const std::string alias = peek().text;
    pos_ += 2;
    aliases_[alias] = parse_qualified_name(false).text;
    expect_semicolon("this namespace alias");
    return;
  }
  const std::vector<std::string> outer = namespaces_;
  if (is_identifier(pos_)) {
    std::string name = parse_qualified_name(false).text;
    if (!is_inline) namespaces_.push_back(std::move(name));
  }
  expect("{", "after the namespace");
  {
    const Restore<std::vector<Diagnostic>*> to_file(sink_, nullptr);
    parse_externals();
    if (!is("}")) report(at(first).span, "this namespace is never closed: a '}' is missing");
  }
  accept("}");
  namespaces_ = outer;
}

// using = "using" "namespace" name ";" | "using" [ "typename" ] qualified-name { "," qualified-name } ";"
void Parser::parse_using() {
  ++pos_;
  if (accept("namespace")) {
    std::string name = parse_qualified_name(false).text;
    const auto alias = aliases_.find(name);
    unit_->using_namespaces.push_back(alias == aliases_.end() ? std::move(name) : alias->second);
  } else {
    do {
      accept("typename");
      const std::string name = parse_qualified_name(true).text;
      const std::size_t colons = name.rfind("::");
      unit_->using_names.emplace_back(colons == std::string::npos ? name : name.substr(colons + 2), name);
    } while (accept(","));
  }
  expect_semicolon("'using'");
}

// extern-c = "extern" string "{" { external } "}"
void Parser::parse_extern_c() {
  const std::size_t first = pos_;
  pos_ += 3;
  {
    const Restore<std::vector<Diagnostic>*> to_file(sink_, nullptr);
    parse_externals();
    if (!is("}")) report(at(first).span, "this extern \"C\" block is never closed: a '}' is missing");
  }
  accept("}");
}

// declaration = static-assert | alias | specifiers [ declarators ] ";" | function
void Parser::parse_declaration_into(std::vector<DeclPtr>& out, bool needs_semicolon) {
  if (is("static_assert") || is("_Static_assert")) return out.push_back(parse_static_assert());
  if (is("using")) return out.push_back(parse_alias());
  Specifiers specifiers = parse_specifiers();
  const bool is_body = parse_declarators(specifiers, out, nullptr);
  if (!is_body && needs_semicolon) expect_semicolon("this declaration");
}

void Parser::parse_local_declaration(std::vector<DeclPtr>& out) { parse_declaration_into(out, true); }

// declarators = [ declarator { "," declarator } ]        True: a function's body ended the declaration.
bool Parser::parse_declarators(Specifiers& specifiers, std::vector<DeclPtr>& out, Decl* record) {
  const TypeSyntax& type = *specifiers.type;
  if (type.kind == TypeKind::kInlineRecord) {
    if (!type.decl->name.empty() || type.decl->kind == DeclKind::kEnum || is(";")) out.push_back(type.decl);
  }
  if (is(";")) return false;
  for (;;) {
    if (type.kind == TypeKind::kAuto && is("[")) {
      refuse(peek().span, "structured bindings are");
      throw SyntaxError{};
    }
    Declarator declarator = parse_declarator(clone(specifiers.type), true);
    if (declarator.name.empty()) fail_here("a name");
    const bool device = specifiers.is_global || (specifiers.is_device && !in_function_) || record != nullptr;
    if (declarator.is_function && !specifiers.is_typedef && (device || is_parameter_list(pos_))) {
      out.push_back(parse_function(specifiers, std::move(declarator), record));
      if (out.back()->body || out.back()->body_skipped) return true;
    } else if (specifiers.is_typedef) {
      out.push_back(parse_typedef(specifiers, std::move(declarator)));
    } else {
      out.push_back(parse_variable(specifiers, std::move(declarator)));
    }
    if (!accept(",")) return false;
  }
}

DeclPtr Parser::parse_typedef(const Specifiers& specifiers, Declarator declarator) {
  if (declarator.is_function) {
    refuse(declarator.name_span, "function types are");
    throw SyntaxError{};
  }
  DeclPtr decl = new_decl(DeclKind::kTypedef, specifiers.first_token);
  decl->name = declarator.name;
  decl->name_span = declarator.name_span;
  decl->type = std::move(declarator.type);
  declare_entity(decl->name, NameKind::kType, NameKind::kTypeTemplate);
  return decl;
}

// alias = "using" identifier "=" type-id ";"
DeclPtr Parser::parse_alias() {
  DeclPtr decl = new_decl(DeclKind::kTypedef, pos_);
  ++pos_;
  if (!is_identifier(pos_)) fail_here("a name");
  decl->name = peek().text;
  decl->name_span = peek().span;
  ++pos_;
  parse_attributes();
  expect("=", "after the name of the alias");
  declare_entity(decl->name, NameKind::kType, NameKind::kTypeTemplate);
  take_template(*decl);
  try {
    decl->type = parse_type_id();
    if (is("(")) {
      refuse(peek().span, "function types are");
      throw SyntaxError{};
    }
  } catch (const SyntaxError&) {
    unit_->refused_names.emplace_back(decl->name, "function pointers are");
    throw;
  }
  expect_semicolon("this alias");
  return decl;
}

// static-assert = "static_assert" "(" conditional [ "," string ] ")" ";"
DeclPtr Parser::parse_static_assert() {
  DeclPtr decl = new_decl(DeclKind::kStaticAssert, pos_);
  ++pos_;
  expect("(", "after static_assert");
  decl->init = parse_conditional();
  if (accept(",")) decl->name = parse_string()->text;
  expect_close(")", "after the assertion");
  expect_semicolon("static_assert");
  return decl;
}

// variable = declarator [ "=" initialiser-clause | init-list | "(" arguments ")" ]
DeclPtr Parser::parse_variable(const Specifiers& specifiers, Declarator declarator) {
  DeclPtr decl = new_decl(DeclKind::kVariable, specifiers.first_token);
  decl->name = declarator.name;
  decl->name_span = declarator.name_span;
  decl->type = std::move(declarator.type);
  decl->alignment = clone(specifiers.alignment);
  decl->is_constexpr = specifiers.is_constexpr;
  decl->is_static = specifiers.is_static;
  decl->is_extern = specifiers.is_extern;
  decl->is_shared = specifiers.is_shared;
  decl->is_constant = specifiers.is_constant;
  decl->is_device = specifiers.is_device;
  decl->is_managed = specifiers.is_managed;
  const TypeSyntax* element = decl->type.get();
  while (element->kind == TypeKind::kArray) element = element->inner.get();
  decl->is_const = element->is_const || specifiers.is_constexpr;
  declare_entity(decl->name, NameKind::kValue, NameKind::kFunctionTemplate);
  take_template(*decl);
  parse_variable_init(*decl);
  decl->span = span_from(specifiers.first_token);
  return decl;
}

void Parser::parse_variable_init(Decl& decl) {
  const Restore<bool> greater(no_greater_, false);
  if (accept("=")) {
    decl.init = parse_initialiser_clause();
  } else if (is("{")) {
    decl.init = parse_init_list();
  } else if (accept("(")) {
    decl.has_paren_init = true;
    decl.init_args = parse_arguments(")");
  }
}

std::shared_ptr<TranslationUnit> parse(SourceSet sources, const std::vector<Token>& tokens, Messages& messages) {
  auto unit = std::make_shared<TranslationUnit>();
  unit->sources = std::move(sources);
  Parser parser(tokens, messages, unit->sources);
  parser.parse_unit(*unit);
  return unit;
}

ExprPtr Parser::parse_lone_expression() {
  std::vector<Diagnostic> ignored;
  const Restore<std::vector<Diagnostic>*> own(sink_, &ignored);
  try {
    ExprPtr expr = is("{") ? parse_init_list() : parse_expression();
    if (at_end() && ignored.empty()) return expr;
  } catch (const SyntaxError&) {
  }
  return nullptr;
}

}  // namespace warpglass::lang
