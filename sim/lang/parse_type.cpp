// Types as written: specifiers, qualified names with template arguments, pointers, references, arrays, declarators.
#include <fmt/format.h>

#include <algorithm>

#include "sim/lang/parser.h"

namespace warpglass::lang {

namespace {

std::vector<TemplateArgument> clone_arguments(const std::vector<TemplateArgument>& args) {
  std::vector<TemplateArgument> copy;
  for (const TemplateArgument& arg : args) copy.push_back({clone(arg.type), clone(arg.expr), arg.span});
  return copy;
}

}  // namespace

TypePtr clone(const TypePtr& type) {
  if (!type) return nullptr;
  auto copy = std::make_unique<TypeSyntax>();
  copy->kind = type->kind;
  copy->span = type->span;
  copy->is_const = type->is_const;
  copy->is_volatile = type->is_volatile;
  copy->is_restrict = type->is_restrict;
  copy->builtin = type->builtin;
  copy->name = type->name;
  copy->template_args = clone_arguments(type->template_args);
  copy->has_template_args = type->has_template_args;
  copy->inner = clone(type->inner);
  copy->array_size = clone(type->array_size);
  copy->expr = clone(type->expr);
  copy->decl = type->decl;
  return copy;
}

ExprPtr clone(const ExprPtr& expr) {
  if (!expr) return nullptr;
  auto copy = std::make_unique<Expr>();
  copy->kind = expr->kind;
  copy->height = expr->height;
  copy->span = expr->span;
  copy->op = expr->op;
  copy->integer = expr->integer;
  copy->integer_type = expr->integer_type;
  copy->real = expr->real;
  copy->is_float = expr->is_float;
  copy->is_arrow = expr->is_arrow;
  copy->is_braced = expr->is_braced;
  copy->is_alignof = expr->is_alignof;
  copy->capture_default_ref = expr->capture_default_ref;
  copy->capture_default_copy = expr->capture_default_copy;
  copy->cast = expr->cast;
  copy->text = expr->text;
  copy->name_span = expr->name_span;
  copy->a = clone(expr->a);
  copy->b = clone(expr->b);
  copy->c = clone(expr->c);
  for (const ExprPtr& arg : expr->args) copy->args.push_back(clone(arg));
  copy->designators = expr->designators;
  copy->template_args = clone_arguments(expr->template_args);
  copy->has_template_args = expr->has_template_args;
  copy->type = clone(expr->type);
  copy->decl = expr->decl;
  copy->captures = expr->captures;
  return copy;
}

// qualified-name = [ "::" ] identifier [ template-args ] { "::" identifier [ template-args ] }
QualifiedName Parser::parse_qualified_name(bool in_type) {
  const DepthGuard guard(*this);
  QualifiedName name;
  const std::size_t first = pos_;
  accept("::");
  for (bool leading = true;; leading = false) {
    accept("template");
    if (is_hole(pos_)) fail_here("a name");
    if (!is_identifier(pos_)) fail_here("a name");
    std::string part = peek().text;
    name.span = peek().span;
    ++pos_;
    const auto alias = leading && is("::") ? aliases_.find(part) : aliases_.end();
    if (alias != aliases_.end()) part = alias->second;
    name.text += name.text.empty() ? part : "::" + part;
    if (template_args_follow(at(pos_ - 1).text, pos_, in_type)) {
      name.args = parse_template_args();
      name.has_args = true;
    }
    if (!is("::") || !(is_identifier(pos_ + 1) || is_at(pos_ + 1, "template"))) break;
    ++pos_;
    if (!name.has_args) continue;
    TypePtr outer = wrap(TypeKind::kNamed, std::move(name.qualifier), span_from(first));
    outer->name = std::move(name.text);
    outer->template_args = std::move(name.args);
    outer->has_template_args = true;
    name.qualifier = std::move(outer);
    name.text.clear();
    name.args.clear();
    name.has_args = false;
  }
  return name;
}

// template-args = "<" [ template-arg { "," template-arg } ] ">"
std::vector<TemplateArgument> Parser::parse_template_args() {
  const DepthGuard guard(*this);
  const Restore<bool> greater(no_greater_, true);
  std::vector<TemplateArgument> args;
  ++pos_;
  if (!peek().text.empty() && peek().text[0] == '>') {
    expect_template_close();
    return args;
  }
  do args.push_back(parse_template_arg());
  while (accept(","));
  expect_template_close();
  return args;
}

// template-arg = type-id | conditional       a bare name is given as both
TemplateArgument Parser::parse_template_arg() {
  TemplateArgument arg;
  const std::size_t first = pos_;
  if (is_identifier(pos_) && lookup(peek().text) != NameKind::kTypeTemplate &&
      (is_at(pos_ + 1, ",") || (!at(pos_ + 1).text.empty() && at(pos_ + 1).text[0] == '>'))) {
    arg.type = std::make_unique<TypeSyntax>();
    arg.type->kind = TypeKind::kNamed;
    arg.type->name = peek().text;
    arg.type->span = peek().span;
    arg.expr = parse_name();
  } else if (is_type_argument(pos_, ",", ">")) {
    arg.type = parse_type_id();
    if (is("...")) {
      refuse(peek().span, "variadic templates are");
      throw SyntaxError{};
    }
  } else {
    arg.expr = parse_conditional();
  }
  arg.span = span_from(first);
  return arg;
}

// type-id = specifiers abstract-declarator
TypePtr Parser::parse_type_id() {
  const DepthGuard guard(*this);
  Specifiers specifiers = parse_specifiers();
  Declarator declarator = parse_declarator(std::move(specifiers.type), false);
  if (!declarator.name.empty())
    fail(declarator.name_span, fmt::format("'{}' stands where only a type is expected", declarator.name));
  return std::move(declarator.type);
}

// attributes = { "[[" ... "]]" | "__attribute__" "(" ... ")" | "__declspec" "(" ... ")" }
void Parser::parse_attributes() {
  for (;;) {
    if (is("[") && is_at(pos_ + 1, "[")) {
      skip_balanced();
    } else if ((is("__attribute__") || is("__declspec")) && is_at(pos_ + 1, "(")) {
      ++pos_;
      skip_balanced();
    } else {
      return;
    }
  }
}

// alignment = ( "__align__" | "alignas" ) "(" ( type-id | conditional ) ")"
void Parser::parse_alignment(Specifiers& specifiers) {
  ++pos_;
  expect("(", "with the alignment");
  const Restore<bool> greater(no_greater_, false);
  if (is_type_argument(pos_, ")", ")")) {
    specifiers.alignment = make(ExprKind::kSizeofType, pos_);
    specifiers.alignment->is_alignof = true;
    specifiers.alignment->type = parse_type_id();
  } else {
    specifiers.alignment = parse_conditional();
  }
  expect(")", "after the alignment");
}

// One word that is no part of the type. False: it is something else.
bool Parser::parse_specifier_word(Specifiers& specifiers) {
  struct Flag {
    std::string_view word;
    bool Specifiers::*member;
  };
  static constexpr Flag kFlags[] = {
      {"typedef", &Specifiers::is_typedef},      {"constexpr", &Specifiers::is_constexpr},
      {"static", &Specifiers::is_static},        {"extern", &Specifiers::is_extern},
      {"inline", &Specifiers::is_inline},        {"__inline__", &Specifiers::is_inline},
      {"__inline", &Specifiers::is_inline},      {"__forceinline__", &Specifiers::is_inline},
      {"__forceinline", &Specifiers::is_inline}, {"__noinline__", &Specifiers::is_inline},
      {"__shared__", &Specifiers::is_shared},    {"__constant__", &Specifiers::is_constant},
      {"__device__", &Specifiers::is_device},    {"__managed__", &Specifiers::is_managed},
      {"__global__", &Specifiers::is_global},    {"__host__", &Specifiers::is_host},
      {"friend", &Specifiers::is_friend},        {"consteval", &Specifiers::is_constexpr},
  };
  if (peek().kind != TokenKind::kIdentifier && !is("[")) return false;
  for (const Flag& flag : kFlags) {
    if (!is(flag.word)) continue;
    specifiers.*flag.member = true;
    ++pos_;
    if (flag.word == "extern" && peek().kind == TokenKind::kString) ++pos_;  // extern "C"
    return true;
  }
  if (is("register") || is("mutable") || is("explicit") || is("thread_local") || is("__grid_constant__"))
    return ++pos_, true;
  if (is("virtual")) {
    refuse(peek().span, "virtual functions are");
    return ++pos_, true;
  }
  if (is("__align__") || is("alignas")) return parse_alignment(specifiers), true;
  if (is("__attribute__") || is("__declspec") || (is("[") && is_at(pos_ + 1, "["))) return parse_attributes(), true;
  if (is("__launch_bounds__")) {
    ++pos_;
    expect("(", "with the bounds");
    const Restore<bool> greater(no_greater_, false);
    specifiers.launch_bounds_threads = parse_conditional();
    if (accept(",")) specifiers.launch_bounds_blocks = parse_conditional();
    while (accept(",")) parse_conditional();
    expect(")", "after the bounds");
    return true;
  }
  if ((is("__cluster_dims__") || is("__maxnreg__")) && is_at(pos_ + 1, "(")) return ++pos_, skip_balanced(), true;
  return false;
}

TypePtr Parser::builtin_from_words(const std::vector<std::string>& words, const Span& span) {
  const auto count = [&words](std::string_view word) { return std::count(words.begin(), words.end(), word); };
  auto type = std::make_unique<TypeSyntax>();
  type->span = span;
  const auto longs = count("long");
  const bool is_unsigned = count("unsigned") > 0;
  if (count("void"))
    type->builtin = BuiltinType::kVoid;
  else if (count("bool"))
    type->builtin = BuiltinType::kBool;
  else if (count("float"))
    type->builtin = BuiltinType::kFloat;
  else if (count("double"))
    type->builtin = BuiltinType::kDouble;
  else if (count("char"))
    type->builtin = is_unsigned       ? BuiltinType::kUnsignedChar
                    : count("signed") ? BuiltinType::kSignedChar
                                      : BuiltinType::kChar;
  else if (count("short"))
    type->builtin = is_unsigned ? BuiltinType::kUnsignedShort : BuiltinType::kShort;
  else if (longs >= 2)
    type->builtin = is_unsigned ? BuiltinType::kUnsignedLongLong : BuiltinType::kLongLong;
  else if (longs == 1)
    type->builtin = is_unsigned ? BuiltinType::kUnsignedLong : BuiltinType::kLong;
  else
    type->builtin = is_unsigned ? BuiltinType::kUnsigned : BuiltinType::kInt;
  const auto exclusive =
      count("void") + count("bool") + count("float") + count("double") + count("char") + (count("int") > 0);
  const bool no_sign = count("void") || count("bool") || count("float") || count("double");
  if (count("double") && longs == 1) {
    refuse(span, "long double is");
  } else if (exclusive > 1 || (no_sign && words.size() > 1) || longs > 2) {
    fail(span, fmt::format("'{}' is not a type", fmt::join(words, " ")));
  }
  return type;
}

// "struct" | "class" | "union" | "enum": a definition, or the name of one
bool Parser::parse_record_or_enum_word(Specifiers& specifiers) {
  if (is("enum")) return parse_enum(specifiers), true;
  if (is("struct") || is("class") || is("union")) return parse_record(specifiers), true;
  return false;
}

// One word of the type itself. False: the type has ended.
bool Parser::parse_type_word(Specifiers& specifiers, std::vector<std::string>& words) {
  if (is_builtin_type_word(peek().text) && peek().kind == TokenKind::kIdentifier) {
    if (specifiers.type) return false;
    words.push_back(peek().text);
    return ++pos_, true;
  }
  if (!words.empty() || specifiers.type) return false;
  if (parse_record_or_enum_word(specifiers)) return true;
  const std::size_t first = pos_;
  if (accept("auto")) {
    specifiers.type = wrap(TypeKind::kAuto, nullptr, at(first).span);
    return true;
  }
  if (accept("decltype")) {
    expect("(", "with an expression");
    specifiers.type = wrap(TypeKind::kDecltype, nullptr, at(first).span);
    const Restore<bool> greater(no_greater_, false);
    specifiers.type->expr = parse_expression();
    expect(")", "after the expression");
    return true;
  }
  accept("typename");
  if (!is_identifier(pos_) && !is("::")) return false;
  QualifiedName name = parse_qualified_name(true);
  specifiers.type = wrap(TypeKind::kNamed, std::move(name.qualifier), span_from(first));
  specifiers.type->name = std::move(name.text);
  specifiers.type->template_args = std::move(name.args);
  specifiers.type->has_template_args = name.has_args;
  return true;
}

// specifiers = { qualifier | storage | type-word }       in any order: `void __global__`, `float const`, `__global__
// static`
Specifiers Parser::parse_specifiers() {
  const DepthGuard guard(*this);
  Specifiers specifiers;
  specifiers.first_token = pos_;
  std::vector<std::string> words;
  bool is_const = false, is_volatile = false, is_restrict = false;
  Span words_span;
  for (;;) {
    if (is_pointer_qualifier(peek().text) && peek().kind == TokenKind::kIdentifier) {
      is_const = is_const || is("const");
      is_volatile = is_volatile || is("volatile") || is("__volatile__");
      is_restrict = is_restrict || peek().text.find("restrict") != std::string::npos;
      ++pos_;
      continue;
    }
    if (parse_specifier_word(specifiers)) continue;
    const std::size_t before = pos_;
    if (!parse_type_word(specifiers, words)) break;
    if (!words.empty()) words_span = words.size() == 1 ? at(before).span : span_from(words_span);
  }
  if (!words.empty()) specifiers.type = builtin_from_words(words, words_span);
  if (!specifiers.type) fail_here("a type");
  specifiers.is_const = is_const || specifiers.is_constexpr;
  specifiers.type->is_const = specifiers.type->is_const || is_const;
  specifiers.type->is_volatile = is_volatile;
  specifiers.type->is_restrict = is_restrict;
  return specifiers;
}

}  // namespace warpglass::lang
