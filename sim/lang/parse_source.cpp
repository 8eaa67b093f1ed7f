// parse_source(): the first half of the front end in order. What is found out without choosing a kernel: the kernels,
// their template parameters, the launches of the host code.
#include <exception>
#include <new>

#include "sim/lang/stages.h"

namespace warpglass {

namespace {

using lang::Decl;
using lang::DeclKind;

// The source between a node's first and last character; empty when it came from a macro.
std::string text_of(const SourceSet& sources, const Span& span) {
  if (span.file >= sources.files.size()) return {};
  const std::string& text = sources.files[span.file].text;
  return span.offset < text.size() ? text.substr(span.offset, span.length) : std::string();
}

std::vector<TemplateParameterInfo> template_parameters(const Decl& decl, const SourceSet& sources) {
  std::vector<TemplateParameterInfo> infos;
  for (const lang::TemplateParameter& param : decl.template_params) {
    TemplateParameterInfo info;
    info.name = param.name;
    info.is_type = param.is_type;
    if (param.default_type) info.default_text = text_of(sources, param.default_type->span);
    if (param.default_expr) info.default_text = text_of(sources, param.default_expr->span);
    infos.push_back(std::move(info));
  }
  return infos;
}

// Kernels with a body, or with a body that could not be parsed (compiling it says why); each name once.
std::vector<KernelInfo> find_kernels(const lang::TranslationUnit& unit) {
  std::vector<KernelInfo> kernels;
  for (const lang::DeclPtr& decl : unit.decls) {
    if (decl->kind != DeclKind::kFunction || decl->space != lang::FunctionSpace::kGlobal) continue;
    if (decl->is_specialisation || (!decl->body && !decl->body_skipped)) continue;
    bool known = false;
    for (const KernelInfo& kernel : kernels) known = known || kernel.name == decl->name;
    if (!known) kernels.push_back({decl->name, template_parameters(*decl, unit.sources), decl->name_span});
  }
  return kernels;
}

void parse_into(ParsedSource& out, const std::string& name, const std::string& bytes, const CompileOptions& options,
                lang::Messages& messages) {
  SourceSet sources;
  sources.files.push_back({name, lang::decode_source(bytes, messages)});
  std::vector<lang::SkippedInclude> skipped;
  const std::vector<lang::Token> tokens = lang::preprocess(sources, options, messages, skipped);
  std::shared_ptr<lang::TranslationUnit> unit = lang::parse(std::move(sources), tokens, messages);
  unit->skipped_includes = std::move(skipped);
  out.sources = unit->sources;
  out.kernels = find_kernels(*unit);
  out.launches = lang::find_host_launches(tokens, *unit);
  out.unit = std::move(unit);
}

}  // namespace

bool ParsedSource::ok() const {
  for (const Diagnostic& diagnostic : diagnostics) {
    if (diagnostic.severity == Severity::kError) return false;
  }
  return true;
}

ParsedSource parse_source(const std::string& name, const std::string& bytes, const CompileOptions& options) {
  ParsedSource out;
  lang::Messages messages;
  try {
    parse_into(out, name, bytes, options, messages);
  } catch (const std::bad_alloc&) {
    messages.error({}, "the source needs more memory than there is");
  } catch (const std::exception& error) {
    messages.error({}, std::string("the source could not be read: ") + error.what());
  }
  if (out.sources.files.empty()) out.sources.files.push_back({name, {}});
  out.diagnostics = messages.take();
  return out;
}

}  // namespace warpglass
