// The entry of the checker: finds the kernel, instantiates it, drains the work list of device functions, and makes the
// checks that need the whole (recursion, total shared memory).
#include <fmt/format.h>

#include <algorithm>

#include "sim/lang/checker.h"

namespace warpglass::lang {
namespace {

constexpr std::uint64_t kStaticSharedLimit = 48 * 1024;
constexpr std::uint64_t kParameterLimit = 32764;  // bytes of kernel parameters since Volta

std::uint64_t round_up(std::uint64_t value, std::uint64_t to) { return to ? (value + to - 1) / to * to : value; }

}  // namespace

std::unique_ptr<TypedKernel> check_kernel(const TranslationUnit& unit, const std::string& kernel, Messages& messages) {
  Checker checker(unit, messages);
  return checker.run(kernel);
}

Checker::Checker(const TranslationUnit& unit, Messages& messages) : unit_(unit), messages_(messages) {
  index_declarations();
}

void Checker::index_enumerators(const Decl& decl, const std::string& scope) {
  file_enums_.insert(&decl);
  if (decl.is_enum_class) return;
  for (std::size_t i = 0; i < decl.enumerators.size(); ++i) {
    const std::string& name = decl.enumerators[i].name;
    file_enumerators_.try_emplace(name, &decl, i);
    if (!scope.empty()) file_enumerators_.try_emplace(scope + "::" + name, &decl, i);
  }
}

// A record or enum defined where a type stands: `typedef struct Body {...} Body;`, `struct P {...} origin;`
void Checker::index_type(const TypeSyntax* type, const std::string& scope) {
  for (; type; type = type->inner.get()) {
    if (type->kind != TypeKind::kInlineRecord || !type->decl) continue;
    const Decl& decl = *type->decl;
    if (decl.kind == DeclKind::kEnum) index_enumerators(decl, scope);
    if (decl.name.empty()) continue;
    file_names_[scope.empty() ? decl.name : scope + "::" + decl.name].push_back(&decl);
    bare_names_[decl.name].push_back(&decl);
  }
}

void Checker::index_declarations() {
  for (const DeclPtr& decl : unit_.decls) {
    if (!decl) continue;
    if (decl->kind == DeclKind::kStaticAssert) continue;
    if (decl->kind == DeclKind::kEnum) index_enumerators(*decl, decl->scope);
    index_type(decl->type.get(), decl->scope);
    if (decl->name.empty()) continue;
    file_names_[decl->scope.empty() ? decl->name : decl->scope + "::" + decl->name].push_back(decl.get());
    bare_names_[decl->name].push_back(decl.get());
  }
  for (const auto& [name, full] : unit_.using_names) using_names_[name] = full;
}

std::unique_ptr<TypedKernel> Checker::run(const std::string& kernel) {
  std::vector<TemplateArgument> arguments;
  DeclPtr keeper;  // holds the parsed template arguments
  const Decl* decl = find_kernel(kernel, arguments, keeper);
  if (!decl || !usable(*decl)) return nullptr;
  auto out = std::make_unique<TypedKernel>();
  FunctionInstance* instance = make_kernel(*decl, arguments, *out);
  if (!instance) return nullptr;
  drain();
  check_shared_total();
  out->max_threads_per_block = launch_bound(*instance);
  if (messages_.has_errors()) return nullptr;
  mark_recursion(*out);
  out->kernel = std::move(instance->function);
  for (std::size_t i = 1; i < instances_.size(); ++i) out->functions.push_back(std::move(instances_[i]->function));
  out->globals = std::move(used_globals_);
  out->types = types_.release();
  out->sources = unit_.sources;
  return out;
}

// "k<32, float>" is read by the parser itself, as the alias `using k_ = k<32, float>;`.
const Decl* Checker::find_kernel(const std::string& name, std::vector<TemplateArgument>& arguments, DeclPtr& keeper) {
  std::vector<const Decl*> kernels;
  for (const DeclPtr& decl : unit_.decls)
    if (decl && decl->kind == DeclKind::kFunction && decl->space == FunctionSpace::kGlobal)
      kernels.push_back(decl.get());
  std::string base = name.substr(0, name.find('<'));
  while (!base.empty() && base.back() == ' ') base.pop_back();
  if (base.starts_with("::")) base = base.substr(2);
  std::vector<const Decl*> found;
  for (const Decl* decl : kernels)
    if (name.empty() || decl->name == base || decl->scope + "::" + decl->name == base) found.push_back(decl);
  const auto has_body = [](const Decl* decl) { return decl->body != nullptr; };
  std::stable_sort(found.begin(), found.end(), [&](auto a, auto b) { return has_body(a) && !has_body(b); });
  if (found.empty()) {
    std::string names;
    for (const Decl* decl : kernels) names += (names.empty() ? "" : ", ") + decl->name;
    if (kernels.empty())
      error({}, "the source has no __global__ function", "a kernel starts with __global__ void");
    else
      error({}, fmt::format("there is no kernel named `{}`", base), "the source has: " + names);
    return nullptr;
  }
  if (name.empty() && std::any_of(found.begin(), found.end(), [&](auto d) { return d->name != found[0]->name; })) {
    std::string names;
    for (const Decl* decl : found) names += (names.empty() ? "" : ", ") + decl->name;
    error({}, "the source has several kernels; name the one to run", "the source has: " + names);
    return nullptr;
  }
  const std::size_t open = name.find('<');
  if (open == std::string::npos) return found[0];
  const std::string text =
      "template <class T> struct warpglass_pick;\nusing warpglass_kernel = warpglass_pick" + name.substr(open) + ";";
  Messages quiet;
  SourceSet sources;
  sources.files.push_back({"kernel name", text});
  const auto parsed = parse(sources, lex(text, 0), quiet);
  if (quiet.has_errors() || !parsed || parsed->decls.empty() || !parsed->decls.back()->type) {
    error({}, fmt::format("the template arguments of the kernel name `{}` cannot be read", name),
          "write them as in a launch: k<32, float>");
    return nullptr;
  }
  keeper = parsed->decls.back();
  arguments = std::move(keeper->type->template_args);
  for (const Decl* decl : found)  // a full specialisation for exactly these arguments comes later, by name
    if (decl->is_template) return decl;
  return found[0];
}

FunctionInstance* Checker::make_kernel(const Decl& decl, const std::vector<TemplateArgument>& arguments,
                                       TypedKernel& out) {
  Bindings bound;
  if (!decl.body) {
    error(decl.name_span, fmt::format("the kernel `{}` is declared but has no body", decl.name));
    return nullptr;
  }
  if (!decl.is_template && !arguments.empty()) {
    error(decl.name_span, fmt::format("`{}` is not a template, so it takes no template arguments", decl.name));
    return nullptr;
  }
  out.name = decl.name;
  if (decl.is_template && !decl.is_specialisation) {
    if (!template_values(decl, arguments, bound, decl.name_span, false) ||
        !template_defaults(decl, nullptr, bound, decl.name_span, false))
      return nullptr;
    std::string text;
    for (const TemplateParameter& p : decl.template_params)
      text += (text.empty() ? "" : ", ") + (bound.count(p.name) ? text_of(bound[p.name]) : "?");
    out.name += "<" + text + ">";
  }
  const Decl* body = &decl;
  Bindings used = bound;
  for (const Decl* other : file_decls(decl.name, decl.scope)) {  // template<> __global__ void k<32>(...)
    Bindings special;
    std::vector<TemplateValue> values;
    for (const TemplateParameter& p : decl.template_params) values.push_back(bound[p.name]);
    if (other->is_specialisation && other->body && other->kind == DeclKind::kFunction &&
        !other->template_args.empty() && matches_specialisation(*other, values, special)) {
      body = other;
      used = special;
    }
  }
  instances_.push_back(std::make_unique<FunctionInstance>());
  FunctionInstance& instance = *instances_.back();
  instance.decl = body;
  instance.template_key = out.name;
  instance.function.name = out.name;
  instance.function.span = body->name_span;
  instance.scope = std::make_shared<Scope>();
  instance.scope->parent = binding_scope(nullptr, used, body->scope);
  instance.return_type.type = types_.void_type();
  if (!kernel_parameters(instance)) return nullptr;
  queue_.push_back(&instance);
  instance.queued = true;
  return &instance;
}

bool Checker::kernel_parameters(FunctionInstance& instance) {
  std::uint64_t bytes = 0;
  bool ok = true;
  scope_ = instance.scope;
  const QualifiedType result = instance.decl->type ? resolve(*instance.decl->type) : QualifiedType{};
  if (result && !result.type->is_void())
    error(instance.decl->name_span, "a __global__ function must return void", "write the result through a pointer");
  for (const DeclPtr& parameter : instance.decl->params) {
    QualifiedType type = parameter->type ? resolve(*parameter->type) : QualifiedType{};
    if (!type || type.is_reference) {
      if (type) error(parameter->span, "a kernel parameter cannot be a reference", "pass a pointer, or the value");
      ok = false;
      continue;
    }
    if (type.type->is_array()) type = {types_.pointer(type.type->element, type.is_const, type.is_volatile)};
    if (type.type->is_void() || (type.type->is_record() && type.type->size == 0)) {
      error(parameter->span, fmt::format("parameter `{}` cannot have type {}", parameter->name, type.type->name));
      ok = false;
      continue;
    }
    auto variable = new_variable(parameter->name, type.type, Storage::kParameter, parameter->name_span);
    variable->is_volatile = type.is_volatile;
    bytes = round_up(bytes, type.type->alignment) + type.type->size;
    instance.function.params.push_back(variable);
    Symbol symbol;
    symbol.kind = Symbol::Kind::kVariable;
    symbol.type = type;
    symbol.variable = variable;
    if (!parameter->name.empty()) instance.scope->names[parameter->name] = symbol;
  }
  if (bytes > kParameterLimit)
    error(instance.decl->name_span,
          fmt::format("the parameters of `{}` take {} bytes; the limit is {}", instance.decl->name, bytes,
                      kParameterLimit),
          "pass a pointer to the data instead");
  instance.function.return_type = types_.void_type();
  scope_ = nullptr;
  return ok;
}

void Checker::drain() {
  while (!queue_.empty() && !messages_.full() && !gave_up_) {
    FunctionInstance* instance = queue_.front();
    queue_.pop_front();
    if (!instance->done && !instance->active) check_body(*instance);
  }
}

// Functions that can reach themselves: depth-first over the calls, without recursion of our own.
void Checker::mark_recursion(TypedKernel&) {
  for (std::size_t start = 1; start < instances_.size(); ++start) {
    std::vector<bool> seen(instances_.size());
    std::vector<std::uint32_t> work(instances_[start]->callees.begin(), instances_[start]->callees.end());
    while (!work.empty()) {
      const std::uint32_t at = work.back() + 1;  // instances_[0] is the kernel
      work.pop_back();
      if (at == start) {
        instances_[start]->function.is_recursive = true;
        break;
      }
      if (seen[at]) continue;
      seen[at] = true;
      work.insert(work.end(), instances_[at]->callees.begin(), instances_[at]->callees.end());
    }
  }
}

void Checker::check_shared_total() {
  std::uint64_t bytes = 0;
  const TypedVariable* last = nullptr;
  for (const auto& variable : used_globals_) {
    if (variable->storage != Storage::kShared) continue;
    bytes = round_up(bytes, std::max(variable->alignment, variable->type->alignment)) + variable->type->size;
    last = variable.get();
  }
  if (bytes > kStaticSharedLimit && last)
    error(last->span,
          fmt::format("the static __shared__ variables take {} bytes (0x{:x}); the limit is {} (0x{:x})", bytes, bytes,
                      kStaticSharedLimit, kStaticSharedLimit),
          "make them smaller, or use extern __shared__ with the size given at the launch and opted in");
}

std::uint32_t Checker::launch_bound(const FunctionInstance& instance) {
  if (!instance.decl->launch_bounds_threads) return 0;
  scope_ = instance.scope;
  const auto value = evaluate(*instance.decl->launch_bounds_threads);
  scope_ = nullptr;
  return value && value->bits <= 1024 && is_integer(value->type) ? static_cast<std::uint32_t>(value->bits) : 0;
}

}  // namespace warpglass::lang
