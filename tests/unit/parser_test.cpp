// The parser: precedence, what a line with two readings is, spans, and that a bad declaration keeps its messages.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "sim/lang/stages.h"

namespace warpglass::lang {
namespace {

std::string show(const Expr& expr);

std::string show_all(const std::vector<ExprPtr>& args) {
  std::string out;
  for (const ExprPtr& arg : args) out += " " + show(*arg);
  return out;
}

std::string show(const Expr& expr) {
  switch (expr.kind) {
    case ExprKind::kInteger:
      return std::to_string(expr.integer);
    case ExprKind::kFloating:
      return fmt::format("{}{}", expr.real, expr.is_float ? "f" : "");
    case ExprKind::kName:
      return expr.text + (expr.has_template_args ? "<>" : "");
    case ExprKind::kUnary:
      return fmt::format("({} {})", op_text(expr.op), show(*expr.a));
    case ExprKind::kPostfix:
      return fmt::format("({} {})", show(*expr.a), op_text(expr.op));
    case ExprKind::kBinary:
      return fmt::format("({} {} {})", show(*expr.a), op_text(expr.op), show(*expr.b));
    case ExprKind::kAssign:
      return fmt::format("({} {} {})", show(*expr.a),
                         expr.op == Op::kAssignPlain ? "=" : std::string(op_text(expr.op)) + "=", show(*expr.b));
    case ExprKind::kConditional:
      return fmt::format("({} ? {} : {})", show(*expr.a), show(*expr.b), show(*expr.c));
    case ExprKind::kCall:
      return fmt::format("(call {}{})", show(*expr.a), show_all(expr.args));
    case ExprKind::kIndex:
      return fmt::format("{}[{}]", show(*expr.a), show(*expr.b));
    case ExprKind::kMember:
      return fmt::format("{}{}{}", show(*expr.a), expr.is_arrow ? "->" : ".", expr.text);
    case ExprKind::kCast:
      return fmt::format("(cast {})", show(*expr.a));
    case ExprKind::kConstruct:
      return fmt::format("(new{})", show_all(expr.args));
    case ExprKind::kSizeofType:
      return "(sizeof type)";
    case ExprKind::kSizeofExpr:
      return fmt::format("(sizeof {})", show(*expr.a));
    case ExprKind::kInitList:
      return "{" + show_all(expr.args) + " }";
    default:
      return "?";
  }
}

std::shared_ptr<TranslationUnit> parse_text(const std::string& text, std::vector<Diagnostic>* diagnostics = nullptr) {
  SourceSet sources;
  sources.files.push_back({"k.cu", text});
  Messages messages;
  std::vector<SkippedInclude> skipped;
  const std::vector<Token> tokens = preprocess(sources, {}, messages, skipped);
  auto unit = parse(std::move(sources), tokens, messages);
  if (diagnostics != nullptr) *diagnostics = messages.take();
  return unit;
}

// The first statement of a kernel with this body: "decl", or its expression.
std::string statement(const std::string& body, const std::string& head = "") {
  const auto unit = parse_text(head + "__global__ void k(float* p, int n, int m) { " + body + " }");
  const Decl& kernel = *unit->decls.back();
  if (!kernel.refusals.empty()) return "error: " + kernel.refusals[0].message;
  const Stmt& first = *kernel.body->body.at(0);
  return first.kind == StmtKind::kDecl ? "decl" : first.expr ? show(*first.expr) : "other";
}

TEST(Parser, Precedence) {
  EXPECT_EQ(statement("n = n + m * 2 << 1 & 3;"), "(n = (((n + (m * 2)) << 1) & 3))");
  EXPECT_EQ(statement("n = m ? n : m = 2;"), "(n = (m ? n : (m = 2)))");
  EXPECT_EQ(statement("n = !m && n || -m - -n;"), "(n = (((! m) && n) || ((- m) - (- n))))");
  EXPECT_EQ(statement("*p++ = p[n].x, n;"), "(((* (p ++)) = p[n].x) , n)");
  EXPECT_EQ(statement("n -= m -= 1;"), "(n -= (m -= 1))");
}

TEST(Parser, TwoReadings) {
  EXPECT_EQ(statement("n * m;"), "(n * m)");
  EXPECT_EQ(statement("real * q;"), "decl");
  EXPECT_EQ(statement("real x;"), "decl");
  EXPECT_EQ(statement("T * q = 0;", "typedef float T; "), "decl");
  EXPECT_EQ(statement("n < m > (n);"), "((n < m) > n)");
  EXPECT_EQ(statement("n = f<3>(m);", "template <int K> __device__ int f(int); "), "(n = (call f<> m))");
  EXPECT_EQ(statement("n = tex<float>(m);"), "(n = (call tex<> m))");
  EXPECT_EQ(statement("n = (int)m + (n)-1;"), "(n = (((cast m) + n) - 1))");
  EXPECT_EQ(statement("n = (real)(m) * 2;"), "(n = ((cast m) * 2))");
  EXPECT_EQ(statement("n = int(m) + float4{1, 2}.x;"), "(n = ((new m) + (new 1 2).x))");
  EXPECT_EQ(statement("n = sizeof(int) + sizeof(n) + sizeof n;"), "(n = (((sizeof type) + (sizeof n)) + (sizeof n)))");
}

TEST(Parser, ExpressionsSpanTheirText) {
  const auto unit = parse_text("__global__ void k(int* p) {\n  p[0] =\n    p[1] +\n    p[2];\n}\n");
  const Expr& assign = *unit->decls[0]->body->body[0]->expr;
  EXPECT_EQ(assign.span.line, 2u);
  EXPECT_EQ(assign.b->a->span.line, 3u);
  EXPECT_EQ(assign.b->b->span.line, 4u);
  EXPECT_EQ(assign.b->b->span.column, 5u);
  EXPECT_EQ(assign.b->b->span.length, 4u);
}

TEST(Parser, KernelsKeepTheirOwnErrors) {
  std::vector<Diagnostic> diagnostics;
  const auto unit = parse_text(
      "__global__ void a(int* p) { p[0] = ; goto x; }\n__global__ void b(int* p) { p[0] = 1; }\n", &diagnostics);
  EXPECT_TRUE(diagnostics.empty());
  ASSERT_EQ(unit->decls.size(), 2u);
  EXPECT_EQ(unit->decls[0]->refusals.size(), 2u);
  EXPECT_TRUE(unit->decls[1]->refusals.empty());
}

TEST(Parser, ArraysAndPointersNestAsInC) {
  const auto unit = parse_text("__device__ float a[2][3], (*b)[4], *c[5];");
  ASSERT_EQ(unit->decls.size(), 3u);
  const TypeSyntax& a = *unit->decls[0]->type;
  EXPECT_EQ(a.array_size->integer, 2u);
  EXPECT_EQ(a.inner->array_size->integer, 3u);
  EXPECT_EQ(a.inner->inner->builtin, BuiltinType::kFloat);
  EXPECT_EQ(unit->decls[1]->type->kind, TypeKind::kPointer);
  EXPECT_EQ(unit->decls[1]->type->inner->kind, TypeKind::kArray);
  EXPECT_EQ(unit->decls[2]->type->kind, TypeKind::kArray);
  EXPECT_EQ(unit->decls[2]->type->inner->kind, TypeKind::kPointer);
}

TEST(Parser, BreakAndContinueAreThemselves) {
  const auto unit = parse_text("__global__ void k() { for (;;) { break; continue; } }");
  const Stmt& body = *unit->decls[0]->body->body[0]->then_branch;
  EXPECT_EQ(body.body[0]->kind, StmtKind::kBreak);
  EXPECT_EQ(body.body[1]->kind, StmtKind::kContinue);
}

TEST(Parser, DepthIsBounded) {
  for (const char* piece : {"(", "{", "-", "[](){", "if (1) ", "a[", "f("}) {
    std::string text = "__global__ void k(int* a) { a[0] = ";
    if (piece[0] == '{' || piece[0] == 'i') text = "__global__ void k(int* a) { ";
    for (int i = 0; i < 20000; ++i) text += piece;
    std::vector<Diagnostic> diagnostics;
    const auto unit = parse_text(text, &diagnostics);
    std::size_t refusals = 0;
    for (const DeclPtr& decl : unit->decls) refusals += decl->refusals.size();
    EXPECT_GT(diagnostics.size() + refusals, 0u) << piece;
  }
  std::string sum = "__global__ void k(int* a) { a[0] = 1";
  for (int i = 0; i < 100000; ++i) sum += " + 1";
  EXPECT_EQ(parse_text(sum + "; }")->decls.at(0)->refusals.size(), 1u);
}

}  // namespace
}  // namespace warpglass::lang
