// The front door of the front end: source text in, kernels and Programs out.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/base/diagnostic.h"
#include "sim/base/launch.h"
#include "sim/lang/program.h"

namespace warpglass {

namespace lang {
struct TranslationUnit;  // ast.h
}

struct CompileOptions {
  std::map<std::string, std::string> defines;  // -D NAME=VALUE
  // Text of a quoted #include, or nothing when there is no such file. The caller keeps it inside the sources folder.
  std::function<std::optional<std::string>(const std::string& name)> include;
};

struct TemplateParameterInfo {
  std::string name;
  bool is_type = false;
  std::string default_text;  // empty: none
};

struct KernelInfo {
  std::string name;
  std::vector<TemplateParameterInfo> template_parameters;
  Span span;  // of the name
};

// A launch found in host code: kernel<<<grid, block, shared>>>(args). Values that depend on a host function's
// parameter or on input are left open; `unknown` names them, in order, for the user to fill in.
struct HostLaunch {
  std::string kernel;          // "k<32>"
  bool open_instance = false;  // a template argument of it is a parameter of the host template around: "k<T>"
  std::optional<Dim3> grid, block;
  std::optional<std::uint64_t> dynamic_shared;
  std::string grid_text, block_text, shared_text;
  std::vector<std::string> argument_texts;
  std::vector<std::optional<Number>> argument_values;
  std::vector<std::optional<std::uint64_t>> argument_bytes;  // device memory a pointer points to, from its cudaMalloc
  std::vector<std::string> unknown;
  Span span;
};

// A parsed source: every kernel and launch in it. Holds the tree that compile_kernel() instantiates from.
struct ParsedSource {
  SourceSet sources;
  std::vector<Diagnostic> diagnostics;  // at most 20 errors; notes (skipped includes) too
  std::vector<KernelInfo> kernels;
  std::vector<HostLaunch> launches;
  std::shared_ptr<const lang::TranslationUnit> unit;
  bool ok() const;  // no error among the diagnostics
};

// Bytes as they come from a file or the clipboard: BOM, CRLF, CP949 or Latin-1, a Markdown fence around the code.
// Never throws; whatever was wrong is among the diagnostics.
ParsedSource parse_source(const std::string& name, const std::string& bytes, const CompileOptions& options);

struct CompiledKernel {
  std::optional<Program> program;       // nothing when there was an error
  std::vector<Diagnostic> diagnostics;  // of the parse and of this instantiation
};

// `kernel`: "k" or "k<32, float>"; empty: the only kernel of the source. Device functions and kernels that are not
// reached from it are checked as far as parsing goes, and do not stop it.
CompiledKernel compile_kernel(const ParsedSource& source, const std::string& kernel);

// The Program as text, one instruction a line with its source line: `warpglass listing`.
std::string list_program(const Program& program);

}  // namespace warpglass
