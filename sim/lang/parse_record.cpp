// struct, class, union and enum. A host class may hold anything: what its members get wrong stays with them.
#include <fmt/format.h>

#include "sim/lang/parser.h"

namespace warpglass::lang {

// record = ( "struct" | "class" | "union" ) [ alignment ] [ name [ template-args ] ] [ ":" bases ] "{" { member } "}"
//        | ( "struct" | "class" | "union" ) name
void Parser::parse_record(Specifiers& specifiers) {
  const DepthGuard guard(*this);
  const std::size_t first = pos_;
  DeclPtr record = new_decl(DeclKind::kRecord, first);
  record->is_union = is("union");
  ++pos_;
  while (is("__align__") || is("alignas")) parse_alignment(specifiers);
  parse_attributes();
  auto type = std::make_unique<TypeSyntax>();
  const NameKind known = is_identifier(pos_) ? lookup(peek().text) : NameKind::kUnknown;
  if (is_identifier(pos_)) {
    record->name = peek().text;
    record->name_span = peek().span;
    ++pos_;
    while (is("::") && is_identifier(pos_ + 1)) {
      record->name += "::" + peek(1).text;
      pos_ += 2;
    }
    if (is("<")) record->template_args = parse_template_args();
  }
  if (is_at(pos_, "final")) ++pos_;
  while (is("__align__") || is("alignas")) parse_alignment(specifiers);
  if (!is("{") && !is(":")) {
    if (record->name.empty()) fail_here("the name or the members of the struct");
    if (known != NameKind::kType && known != NameKind::kTypeTemplate)
      declare_entity(record->name, NameKind::kType, NameKind::kTypeTemplate);
    type->kind = TypeKind::kNamed;
    type->name = record->name;
    type->has_template_args = !record->template_args.empty();
    type->template_args = std::move(record->template_args);
    type->span = span_from(first);
    specifiers.type = std::move(type);
    return;
  }
  declare_entity(record->name, NameKind::kType, NameKind::kTypeTemplate);
  take_template(*record);
  if (is(":")) parse_bases(*record);
  record->alignment = std::move(specifiers.alignment);
  record->span = span_from(first);
  parse_record_body(*record);
  while (is("__align__") || is("__attribute__")) {
    if (is("__align__")) parse_alignment(specifiers);
    parse_attributes();
  }
  type->kind = TypeKind::kInlineRecord;
  type->span = record->span;
  type->decl = std::move(record);
  specifiers.type = std::move(type);
}

// bases = ":" ...       inheritance is named when the record is used
void Parser::parse_bases(Decl& record) {
  record.has_base = true;
  while (!is("{") && !is(";") && !at_end()) ++pos_;
}

void Parser::parse_record_body(Decl& record) {
  const Scope scope(*this);
  const std::size_t open = pos_;
  expect("{", "before the members");
  const Restore<bool> outside(in_function_, false);
  const Restore<bool> greater(no_greater_, false);
  while (!is("}") && !at_end()) {
    const std::size_t before = pos_;
    const std::size_t known = record.members.size();
    std::vector<Diagnostic> errors;
    bool good = true;
    {
      const Restore<std::vector<Diagnostic>*> own(sink_, &errors);
      try {
        parse_member_declaration(record);
      } catch (const SyntaxError&) {
        if (swallowed_) throw;
        good = false;
        recover();
        if (pos_ == before) ++pos_;
      }
    }
    pending_template_ = pending_specialisation_ = false;
    Decl& owner = good && record.members.size() > known && record.members.back()->kind == DeclKind::kFunction
                      ? *record.members.back()
                      : record;
    for (Diagnostic& error : errors) {
      if (owner.refusals.size() < 20) owner.refusals.push_back(std::move(error));
    }
  }
  if (at_end()) {
    const Restore<std::vector<Diagnostic>*> to_file(sink_, nullptr);
    fail(at(open).span, "this '{' is never closed: a '}' is missing");
  }
  ++pos_;
}

// member = access ":" | template | special-member | specifiers [ declarators ] ";" | method
void Parser::parse_member_declaration(Decl& record) {
  const DepthGuard guard(*this);
  if (peek().kind == TokenKind::kPragma || is(";")) {
    ++pos_;
    return;
  }
  if ((is("public") || is("private") || is("protected")) && is_at(pos_ + 1, ":")) {
    pos_ += 2;
    return;
  }
  if (is("template")) return parse_template(record.members, &record);
  if (is("using") && !is_at(skip_attributes(pos_ + 2), "=")) {
    pos_ = external_end(pos_);
    return;
  }
  if (is("friend") && !is_at(pos_ + 1, "__device__") && !is_at(pos_ + 1, "__host__")) {
    pos_ = external_end(pos_);
    return;
  }
  if (parse_special_member(record)) return;
  if (is("static_assert") || is("using")) return parse_declaration_into(record.members, true);
  Specifiers specifiers = parse_specifiers();
  if (is(":") || (is_identifier(pos_) && is_at(pos_ + 1, ":"))) {
    refuse(peek().span, "bit-fields are");
    throw SyntaxError{};
  }
  std::vector<DeclPtr>& out = specifiers.is_friend ? unit_->decls : record.members;
  if (!parse_declarators(specifiers, out, specifiers.is_friend ? nullptr : &record)) expect_semicolon("this member");
}

// special-member = { specifier } ( name | "~" name ) "(" parameters ")" [ member-inits ] ( block | ";" )
bool Parser::parse_special_member(Decl& record) {
  std::size_t i = pos_;
  for (const std::size_t first = pos_; i < first + 12; ++i) {
    const std::string& text = at(i).text;
    const bool qualifier = text == "__device__" || text == "__host__" || text == "inline" || text == "constexpr" ||
                           text == "explicit" || text == "__forceinline__" || text == "__noinline__" ||
                           text == "virtual" || text == "__inline__";
    if (!qualifier) break;
  }
  const bool destructor = is_at(i, "~");
  const bool constructor = !record.name.empty() && is_at(i, record.name) && is_at(i + 1, "(");
  const bool conversion = is_at(i, "operator");
  if (!destructor && !constructor && !conversion) return false;
  Specifiers specifiers;
  specifiers.first_token = pos_;
  while (pos_ < i && parse_specifier_word(specifiers)) {
  }
  if (destructor || conversion) {
    if (conversion && specifiers.is_device) return parse_conversion(specifiers, record), true;
    if (specifiers.is_device) refuse(peek().span, "destructors are");
    pos_ = external_end(pos_);
    return true;
  }
  Declarator declarator;
  declarator.name = record.name;
  declarator.name_span = peek().span;
  ++pos_;
  record.members.push_back(parse_function(specifiers, std::move(declarator), &record));
  if (!record.members.back()->body && !record.members.back()->body_skipped) expect_semicolon("this constructor");
  return true;
}

// conversion = { specifier } "operator" type-id "(" ")" [ "const" ] block        named kConversionName, the type its
// result
void Parser::parse_conversion(Specifiers& specifiers, Decl& record) {
  Declarator declarator;
  declarator.name = kConversionName;
  declarator.name_span = peek().span;
  ++pos_;
  declarator.type = parse_pointers(parse_specifiers().type);
  record.members.push_back(parse_function(specifiers, std::move(declarator), &record));
  if (!record.members.back()->body && !record.members.back()->body_skipped) expect_semicolon("this operator");
}

// enum = "enum" [ "class" | "struct" ] [ name ] [ ":" type ] "{" { identifier [ "=" conditional ] "," } "}"
void Parser::parse_enum(Specifiers& specifiers) {
  const std::size_t first = pos_++;
  DeclPtr decl = new_decl(DeclKind::kEnum, first);
  decl->is_enum_class = accept("class") || accept("struct");
  parse_attributes();
  if (is_identifier(pos_)) {
    decl->name = peek().text;
    decl->name_span = peek().span;
    ++pos_;
  }
  auto type = std::make_unique<TypeSyntax>();
  if (is(":") && decl->type == nullptr) {
    ++pos_;
    decl->type = parse_type_id();
  }
  declare(decl->name, NameKind::kType);
  if (!is("{")) {
    if (decl->name.empty()) fail_here("the name or the values of the enum");
    type->kind = TypeKind::kNamed;
    type->name = decl->name;
    type->span = span_from(first);
    specifiers.type = std::move(type);
    return;
  }
  ++pos_;
  while (!is("}")) {
    if (!is_identifier(pos_) || is_hole(pos_)) fail_here("the name of a value");
    Enumerator value;
    value.name = peek().text;
    value.span = peek().span;
    ++pos_;
    parse_attributes();
    if (accept("=")) value.value = parse_conditional();
    if (!decl->is_enum_class) declare(value.name, NameKind::kValue);
    decl->enumerators.push_back(std::move(value));
    if (!accept(",")) break;
  }
  expect("}", "after the values of the enum");
  decl->span = span_from(first);
  type->kind = TypeKind::kInlineRecord;
  type->span = decl->span;
  type->decl = std::move(decl);
  specifiers.type = std::move(type);
}

}  // namespace warpglass::lang
