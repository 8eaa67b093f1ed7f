// Parses and checks a snippet for the checker's tests, and writes a typed tree as a line of text.
#pragma once

#include <fmt/format.h>

#include <memory>
#include <string>

#include "sim/lang/stages.h"

namespace warpglass::lang {

struct Checked {
  std::unique_ptr<TypedKernel> kernel;
  std::vector<Diagnostic> diagnostics;
  std::string first() const { return diagnostics.empty() ? "" : diagnostics[0].message; }
  std::uint32_t line() const { return diagnostics.empty() ? 0 : diagnostics[0].span.line; }
};

inline Checked check_text(const std::string& text, const std::string& kernel = "") {
  Checked out;
  Messages messages;
  SourceSet sources;
  sources.files.push_back({"test.cu", decode_source(text, messages)});
  std::vector<SkippedInclude> skipped;
  const auto tokens = preprocess(sources, {}, messages, skipped);
  const auto unit = parse(sources, tokens, messages);
  if (unit && !messages.has_errors()) {
    unit->skipped_includes = skipped;
    out.kernel = check_kernel(*unit, kernel, messages);
  }
  out.diagnostics = messages.list();
  return out;
}

// The type of `expression` inside a kernel with a few parameters of every kind.
inline std::string type_of(const std::string& expression, const std::string& before = "") {
  const std::string text =
      before +
      "\n__global__ void k(float f, double d, int i, unsigned u, long l, unsigned long ul, long long ll,"
      " unsigned long long ull, char c, short s, unsigned char uc, bool b, float* p, const int* q) {\n"
      "  auto result = " +
      expression + ";\n}\n";
  const Checked checked = check_text(text);
  if (!checked.kernel) return "error: " + checked.first();
  for (const auto& stmt : checked.kernel->kernel.body->body)
    if (stmt->kind == TypedStmtKind::kDeclare && stmt->variable->name == "result") return stmt->variable->type->name;
  return "?";
}

// The constant that `expression` folds to, as an integer; an error text otherwise.
inline std::string value_of(const std::string& expression, const std::string& before = "") {
  const Checked checked = check_text(before + "\n__global__ void k(int* p) { const long long result = " + expression +
                                     "; p[0] = result; }\n");
  if (!checked.kernel) return "error: " + checked.first();
  const auto& body = checked.kernel->kernel.body->body;
  const TypedExpr* value = body.empty() ? nullptr : body[0]->expr.get();
  if (!value || value->kind != TypedKind::kConstant) return "not constant";
  return std::to_string(static_cast<std::int64_t>(value->bits));
}

}  // namespace warpglass::lang
