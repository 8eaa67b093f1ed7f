// Declarators: pointers and references before a name, the name, arrays and parameters after it.
#include <fmt/format.h>

#include <algorithm>

#include "sim/lang/parser.h"

namespace warpglass::lang {

namespace {

// The type at the bottom of pointers and arrays takes `base` in place of its null.
void put_inside(TypePtr& outer, TypePtr base) {
  TypePtr* hole = &outer;
  while (*hole) hole = &(*hole)->inner;
  *hole = std::move(base);
}

}  // namespace

bool is_pointer_qualifier(std::string_view text) {
  return text == "const" || text == "volatile" || text == "__restrict__" || text == "__restrict" ||
         text == "restrict" || text == "__volatile__";
}

TypePtr wrap(TypeKind kind, TypePtr inner, const Span& span) {
  auto type = std::make_unique<TypeSyntax>();
  type->kind = kind;
  type->span = span;
  type->inner = std::move(inner);
  return type;
}

void set_qualifier(TypeSyntax& type, std::string_view text) {
  if (text == "const") {
    type.is_const = true;
  } else if (text == "volatile" || text == "__volatile__") {
    type.is_volatile = true;
  } else {
    type.is_restrict = true;
  }
}

// pointers = { ( "*" | "&" | "&&" ) { "const" | "volatile" | "__restrict__" } }
TypePtr Parser::parse_pointers(TypePtr base) {
  int levels = 0;
  while (is("*") || is("&") || is("&&")) {
    if (++levels > 16) fail(peek().span, "a type has at most 16 levels of pointers");
    base = wrap(is("*") ? TypeKind::kPointer : TypeKind::kReference, std::move(base), peek().span);
    ++pos_;
    while (is_pointer_qualifier(peek().text) && peek().kind == TokenKind::kIdentifier) {
      set_qualifier(*base, peek().text);
      ++pos_;
    }
  }
  return base;
}

// array-suffixes = { "[" [ conditional ] "]" }
TypePtr Parser::parse_array_suffixes(TypePtr element) {
  TypePtr outer;
  int levels = 0;
  while (is("[")) {
    if (++levels > 16) fail(peek().span, "an array has at most 16 dimensions");
    const std::size_t first = pos_++;
    TypePtr dimension = wrap(TypeKind::kArray, nullptr, at(first).span);
    const Restore<bool> greater(no_greater_, false);
    if (!is("]")) dimension->array_size = parse_conditional();
    expect_close("]", "after the size of the array");
    dimension->span = span_from(first);
    put_inside(outer, std::move(dimension));
  }
  put_inside(outer, std::move(element));
  return outer;
}

// declarator-name = identifier { "::" identifier } | "operator" symbol
void Parser::parse_declarator_name(Declarator& declarator) {
  const std::size_t first = pos_;
  for (;;) {
    if (is("operator")) {
      declarator.name += "operator";
      ++pos_;
      if (is("(") && is_at(pos_ + 1, ")")) {
        declarator.name += "()";
        pos_ += 2;
      } else if (is("[") && is_at(pos_ + 1, "]")) {
        declarator.name += "[]";
        pos_ += 2;
      } else if (peek().kind == TokenKind::kPunctuator) {
        declarator.name += peek().text;
        ++pos_;
      } else {
        refuse(span_from(first), "conversion operators are");
        throw SyntaxError{};
      }
      break;
    }
    declarator.name += peek().text;
    ++pos_;
    const std::size_t after = is("<") ? skip_template_args(pos_) : kNotThere;
    if (after != kNotThere && (is_at(after, "(") || is_at(after, "::"))) {
      declarator.template_args = parse_template_args();
    }
    if (!is("::") || !(is_identifier(pos_ + 1) || is_at(pos_ + 1, "operator"))) break;
    declarator.name += "::";
    ++pos_;
  }
  declarator.name_span = span_from(first);
}

// declarator = pointers [ name | "(" pointers [ name ] array-suffixes ")" ] ( array-suffixes | "(" parameters... )
Declarator Parser::parse_declarator(TypePtr base, bool may_be_function) {
  const DepthGuard guard(*this);
  Declarator declarator;
  base = parse_pointers(std::move(base));
  while (is("__device__") || is("__global__") || is("__forceinline__") || is("__host__")) ++pos_;
  TypePtr inside;
  bool grouped = false;
  if (is("(") && (is_at(pos_ + 1, "*") || is_at(pos_ + 1, "&"))) {
    grouped = true;
    ++pos_;
    inside = parse_pointers(nullptr);
    if (is_identifier(pos_)) parse_declarator_name(declarator);
    TypePtr arrays = parse_array_suffixes(nullptr);
    if (arrays) {
      put_inside(arrays, std::move(inside));
      inside = std::move(arrays);
    }
    expect(")", "in the declaration");
  } else if (is("(") && is_identifier(pos_ + 1) && is_at(pos_ + 2, ")") && is_at(pos_ + 3, "[")) {
    ++pos_;  // float (row)[4]
    parse_declarator_name(declarator);
    ++pos_;
  } else if (is_identifier(pos_) || is("operator")) {
    if (is_hole(pos_)) fail_here("a name");
    parse_declarator_name(declarator);
  }
  if (grouped && is("(")) {
    if (!declarator.name.empty()) unit_->refused_names.emplace_back(declarator.name, "function pointers are");
    refuse(at(pos_ - 1).span, "function pointers are");
    throw SyntaxError{};
  }
  if (may_be_function && is("(") && !declarator.name.empty()) {
    declarator.is_function = true;
    declarator.type = std::move(base);
    return declarator;
  }
  parse_attributes();
  declarator.type = parse_array_suffixes(std::move(base));
  if (inside) {
    put_inside(inside, std::move(declarator.type));
    declarator.type = std::move(inside);
  }
  return declarator;
}

}  // namespace warpglass::lang
