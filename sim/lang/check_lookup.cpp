// Names: local scopes from the inside out, then file level with its namespaces; what a student is told about a name
// that is not there.
#include <fmt/format.h>

#include <algorithm>

#include "sim/lang/checker.h"

namespace warpglass::lang {
namespace {

struct Refusal {
  const char* prefix;
  const char* what;
};

// Things with a name of their own that the subset leaves out. Longest prefixes first.
constexpr Refusal kRefusals[] = {
    {"nvcuda::", "WMMA (nvcuda::wmma)"},
    {"wmma::", "WMMA (nvcuda::wmma)"},
    {"cuda::", "libcu++ (cuda::)"},
    {"cub::", "CUB"},
    {"thrust::", "Thrust"},
    {"cooperative_groups::", "this part of cooperative groups"},
    {"this_grid", "grid-wide cooperative groups"},
    {"grid_group", "grid-wide cooperative groups"},
    {"this_cluster", "cluster groups"},
    {"cluster_group", "cluster groups"},
    {"memcpy_async", "asynchronous copies"},
    {"memcpy", "memcpy in a kernel"},
    {"memset", "memset in a kernel"},
    {"memmove", "memmove in a kernel"},
    {"strlen", "the C string library"},
    {"strcmp", "the C string library"},
    {"curand", "cuRAND"},
    {"tex1D", "texture fetching"},
    {"tex2D", "texture fetching"},
    {"tex3D", "texture fetching"},
    {"texCubemap", "texture fetching"},
    {"surf1D", "surface access"},
    {"surf2D", "surface access"},
    {"surf3D", "surface access"},
    {"texture", "texture references"},
    {"cudaTextureObject_t", "texture objects"},
    {"cudaSurfaceObject_t", "surface objects"},
    {"__half", "half precision"},
    {"half", "half precision"},
    {"__float2half", "half precision"},
    {"__hadd", "half precision"},
    {"__hsub", "half precision"},
    {"__hmul", "half precision"},
    {"__hdiv", "half precision"},
    {"__hfma", "half precision"},
    {"__nv_bfloat16", "bfloat16"},
    {"nv_bfloat16", "bfloat16"},
    {"__float2bfloat16", "bfloat16"},
    {"__nv_fp8", "8-bit floating point"},
    {"__pipeline_", "asynchronous copies"},
    {"cudaDeviceSynchronize", "dynamic parallelism"},
    {"malloc", "device malloc"},
    {"free", "device free"},
    {"__reduce_", "warp reductions in hardware (__reduce_*_sync)"},
    {"__dp4a", "the dot product instruction __dp4a"},
    {"__dp2a", "the dot product instruction __dp2a"},
    {"__vadd", "SIMD video instructions"},
    {"__vsub", "SIMD video instructions"},
    {"__vmax", "SIMD video instructions"},
    {"__vmin", "SIMD video instructions"},
    {"__int128", "128-bit integers"},
    {"std::", "this part of the C++ standard library"},
};

std::size_t edit_distance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t above = row[j];
      row[j] = std::min({above + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0u : 1u)});
      diagonal = above;
    }
  }
  return row[b.size()];
}

bool exact_only(std::string_view prefix) {
  return prefix == "half" || prefix == "__half" || prefix == "texture" || prefix == "malloc" || prefix == "free" ||
         prefix == "tex1D" || prefix == "tex2D" || prefix == "tex3D";
}

}  // namespace

void Checker::error(const Span& span, std::string message, std::string note_text) {
  if (mute_ != 0 || (gave_up_ && std::exchange(told_giving_up_, true))) return;  // what follows from a limit is noise
  messages_.error(span, std::move(message), std::move(note_text));
}

// Each thing outside the subset is named once in a kernel, at its first place.
void Checker::refuse_as(const Span& span, const std::string& what) {
  if (mute_ == 0 && !refused_.insert(what).second) return;
  error(span, what + " outside the simulator's CUDA subset (docs/language.md)");
}

void Checker::refuse(const Span& span, const std::string& what) {
  const bool plural = !what.empty() && what.back() == 's' && !what.starts_with("this ");
  refuse_as(span, what + (plural ? " are" : " is"));
}

bool Checker::refused_by_name(const Span& span, const std::string& name) {
  if (name.starts_with("cooperative_groups::")) {
    const std::string inner = name.substr(20);
    if (inner.starts_with("this_grid") || inner.starts_with("grid_group")) return refused_by_name(span, inner);
  }
  for (const Refusal& row : kRefusals) {
    const std::string_view prefix = row.prefix;
    if (!name.starts_with(prefix)) continue;
    if (exact_only(prefix) && name != prefix && name != std::string(prefix) + "2" &&
        name.substr(prefix.size()).find_first_not_of("DLodrayefth<") != std::string::npos)
      continue;
    if (prefix == "std::")
      refuse(span, fmt::format("`{}`", name));
    else
      refuse(span, row.what);
    return true;
  }
  return false;
}

bool Checker::usable(const Decl& decl) {
  if (decl.refusals.empty()) return true;
  if (mute_ == 0 && reported_.insert(&decl).second)
    for (const Diagnostic& diagnostic : decl.refusals) messages_.add(diagnostic);
  return false;
}

ScopePtr Checker::push_scope() {
  ScopePtr outer = scope_;
  scope_ = std::make_shared<Scope>();
  scope_->parent = outer;
  return outer;
}

Symbol& Checker::declare(const std::string& name, Symbol symbol) { return scope_->names[name] = std::move(symbol); }

std::string Checker::current_namespace() const {
  for (const Scope* scope = scope_.get(); scope; scope = scope->parent.get())
    if (!scope->name_space.empty()) return scope->name_space;
  return {};
}

Symbol Checker::look_up(const std::string& name) { return look_up_from(scope_, name); }

Symbol Checker::look_up_from(const ScopePtr& from, const std::string& name) {
  for (const Scope* scope = from.get(); scope; scope = scope->parent.get()) {
    if (const auto found = scope->names.find(name); found != scope->names.end()) return found->second;
    if (!scope->record) continue;
    RecordInfo* info = info_of(scope->record);
    if (!info) continue;
    Symbol symbol = record_member(*info, name);
    if (symbol.kind == Symbol::Kind::kNone) continue;
    symbol.scope = scope;
    return symbol;
  }
  return file_symbol(name, current_namespace());
}

// A field, method or nested name of a record, its own scope only.
Symbol Checker::record_member(const RecordInfo& info, const std::string& name) {
  Symbol symbol;
  std::vector<std::uint32_t> path;
  if (find_field(info.type, name, path)) symbol.kind = Symbol::Kind::kField;
  add_methods(info, name, symbol.decls);
  if (!symbol.decls.empty()) symbol.kind = Symbol::Kind::kDecls;
  if (symbol.kind != Symbol::Kind::kNone || !info.scope) return symbol;
  const auto found = info.scope->names.find(name);
  return found == info.scope->names.end() ? Symbol{} : found->second;
}

std::vector<const Decl*> Checker::file_decls(const std::string& name, const std::string& name_space) const {
  std::string prefix = name_space;
  for (;;) {
    const auto found = file_names_.find(prefix.empty() ? name : prefix + "::" + name);
    if (found != file_names_.end()) return found->second;
    if (prefix.empty()) break;
    const std::size_t cut = prefix.rfind("::");
    prefix = cut == std::string::npos ? "" : prefix.substr(0, cut);
  }
  if (name.find("::") != std::string::npos) return {};
  const auto bare = bare_names_.find(name);  // as after `using namespace`
  return bare == bare_names_.end() ? std::vector<const Decl*>{} : bare->second;
}

Symbol Checker::symbol_of(const std::vector<const Decl*>& decls) {
  Symbol symbol;
  for (const Decl* decl : decls)
    if (decl->kind == DeclKind::kVariable && !(decl->is_extern && decls.size() > 1 && decl != decls.back()))
      return global_symbol(*decl);
  symbol.kind = Symbol::Kind::kDecls;
  symbol.decls = decls;
  return symbol;
}

Symbol Checker::file_symbol(const std::string& name, const std::string& name_space) {
  if (const auto decls = file_decls(name, name_space); !decls.empty()) return symbol_of(decls);
  if (const auto found = file_enumerators_.find(name); found != file_enumerators_.end()) {
    const auto [decl, index] = found->second;
    std::vector<std::pair<std::string, Constant>> values;
    const ScopePtr saved = std::exchange(scope_, nullptr);
    const bool ok = enumerators(*decl, values);
    scope_ = saved;
    if (!ok || index >= values.size()) return {};
    Symbol symbol;
    symbol.kind = Symbol::Kind::kConstant;
    symbol.constant = values[index].second;
    return symbol;
  }
  const std::size_t cut = name.rfind("::");
  if (cut == std::string::npos) return {};
  const Symbol left = look_up_from(scope_, name.substr(0, cut));  // Record::member, Enum::value, T::type
  TypeSyntax syntax;
  syntax.kind = TypeKind::kNamed;
  syntax.name = name.substr(0, cut);
  const QualifiedType type = left.kind == Symbol::Kind::kNone ? QualifiedType{} : type_from_symbol(left, syntax, true);
  Symbol member = type ? qualified_member(type.type, name.substr(cut + 2)) : Symbol{};
  const RecordInfo* info = type ? info_of(type.type) : nullptr;
  if (info && member.kind == Symbol::Kind::kDecls) member.scope = info->scope.get();  // Op::apply(x), Op a parameter
  return member;
}

Symbol Checker::qualified_member(const TypeRef& type, const std::string& name) {
  if (type->is_enum) {
    for (const auto& [key, known] : enums_)
      if (known == type)
        for (const auto& [enumerator, value] : enumerators_[key])
          if (enumerator == name) {
            Symbol symbol;
            symbol.kind = Symbol::Kind::kConstant;
            symbol.constant = value;
            return symbol;
          }
    return {};
  }
  RecordInfo* info = info_of(type);
  return info ? record_member(*info, name) : Symbol{};
}

std::string Checker::nearest_name(const std::string& name) const {
  if (name.size() < 3 || name.size() > 60) return {};
  std::string best;
  std::size_t best_distance = name.size() <= 4 ? 2 : 3;
  const auto offer = [&](const std::string& known) {
    if (known == name || known.size() > 60) return;
    const std::size_t distance = edit_distance(name, known);
    if (distance < best_distance || (distance == best_distance && !best.empty() && known < best)) {
      best_distance = distance;
      best = known;
    }
  };
  for (const Scope* scope = scope_.get(); scope; scope = scope->parent.get())
    for (const auto& [known, symbol] : scope->names) offer(known);
  for (const auto& [known, decls] : bare_names_) offer(known);
  for (const auto& [known, place] : file_enumerators_) offer(known);
  for (const std::string& known : builtin_names()) offer(known);
  for (const char* known : {"threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize", "printf"}) offer(known);
  return best;
}

void Checker::undefined(const Span& span, const std::string& name, bool is_type) {
  if (refused_by_name(span, name) || poisoned_.count(name.substr(0, name.find("::")))) return;
  for (const auto& [refused, what] : unit_.refused_names)
    if (refused == name) return refuse_as(span, what);
  std::string note_text;
  const std::string near = nearest_name(name);
  if (!near.empty()) note_text = fmt::format("did you mean `{}`?", near);
  std::string headers;
  for (const SkippedInclude& include : unit_.skipped_includes)
    headers += (headers.empty() ? "\"" : ", \"") + include.name + "\"";
  if (near.empty() && !headers.empty()) note_text = fmt::format("it may come from {}, which was not found", headers);
  if (name.find("FIXME") != std::string::npos || name.find("TODO") != std::string::npos ||
      name.find("___") != std::string::npos)
    note_text = "this looks like a blank of an exercise: write the missing code in its place";
  error(span, fmt::format("{}`{}` is not defined", is_type ? "the type " : "", name), note_text);
}

}  // namespace warpglass::lang
