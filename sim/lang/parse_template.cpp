// template<...> heads: the parameters, and the declaration that follows them.
#include <fmt/format.h>

#include <algorithm>

#include "sim/lang/parser.h"

namespace warpglass::lang {

// template = "template" "<" parameters ">" { "template" "<" ... ">" } declaration | "template" declaration
// (instantiation)
void Parser::parse_template(std::vector<DeclPtr>& out, Decl* record) {
  if (!is_at(pos_ + 1, "<")) {
    while (!is(";") && !is("{") && !is("}") && !at_end()) ++pos_;
    accept(";");
    return;
  }
  const Scope scope(*this);
  pending_template_params_ = parse_template_parameters();
  if (is("requires")) {
    refuse(peek().span, "concepts are");
    throw SyntaxError{};
  }
  pending_template_ = true;
  pending_specialisation_ = pending_template_params_.empty();
  if (is("template")) {
    refuse(peek().span, "member templates defined outside their struct are");
    throw SyntaxError{};
  }
  if (is("using")) {
    out.push_back(parse_alias());
  } else if (record != nullptr) {
    parse_member_declaration(*record);
  } else {
    parse_declaration_into(out, true);
  }
  pending_template_ = pending_specialisation_ = false;
  pending_template_params_.clear();
}

// parameters = "template" "<" [ parameter { "," parameter } ] ">"
std::vector<TemplateParameter> Parser::parse_template_parameters() {
  const Restore<bool> greater(no_greater_, true);
  std::vector<TemplateParameter> params;
  pos_ += 2;
  if (!is(">")) {
    do params.push_back(parse_template_parameter());
    while (accept(","));
  }
  expect_template_close();
  return params;
}

// parameter = ( "typename" | "class" ) [ identifier ] [ "=" type-id ] | specifiers declarator [ "=" conditional ]
TemplateParameter Parser::parse_template_parameter() {
  TemplateParameter param;
  const std::size_t first = pos_;
  if (is("template")) {
    refuse(peek().span, "templates as template parameters are");
    throw SyntaxError{};
  }
  const bool plain_type = is_at(pos_ + 1, ",") || is_at(pos_ + 1, "=") || is_at(pos_ + 1, "...") ||
                          is_at(pos_ + 1, ">") ||
                          (is_identifier(pos_ + 1) && !is_at(pos_ + 2, "::") && !is_at(pos_ + 2, "<"));
  param.is_type = (is("typename") || is("class")) && plain_type;
  if (param.is_type) ++pos_;
  if (!param.is_type) {
    Specifiers specifiers = parse_specifiers();
    Declarator declarator = parse_declarator(std::move(specifiers.type), false);
    param.type = std::move(declarator.type);
    param.name = std::move(declarator.name);
  }
  if (is("...")) {
    refuse(peek().span, "variadic templates are");
    throw SyntaxError{};
  }
  if (param.is_type && is_identifier(pos_)) param.name = at(pos_++).text;
  if (accept("=")) {
    if (param.is_type) param.default_type = parse_type_id();
    if (!param.is_type) param.default_expr = parse_conditional();
  }
  declare(param.name, param.is_type ? NameKind::kType : NameKind::kValue);
  param.span = span_from(first);
  return param;
}

}  // namespace warpglass::lang
