// compile_kernel(): the second half of the front end for one kernel, check and lower.
#include "sim/lang/compile.h"

#include <exception>
#include <new>

#include "sim/lang/stages.h"

namespace warpglass {

namespace {

std::optional<Program> run(const ParsedSource& source, const std::string& kernel, lang::Messages& messages) {
  const std::unique_ptr<lang::TypedKernel> typed = lang::check_kernel(*source.unit, kernel, messages);
  if (!typed || messages.has_errors()) return std::nullopt;
  const std::unique_ptr<Program> program = lang::lower_kernel(*typed, messages);
  if (!program || messages.has_errors()) return std::nullopt;
  program->sources = source.sources;
  return std::move(*program);
}

}  // namespace

CompiledKernel compile_kernel(const ParsedSource& source, const std::string& kernel) {
  CompiledKernel out;
  lang::Messages messages;
  for (const Diagnostic& diagnostic : source.diagnostics) messages.add(diagnostic);
  if (!source.unit && !messages.has_errors()) messages.error({}, "there is no source to compile");
  if (!messages.has_errors()) {
    try {
      out.program = run(source, kernel, messages);
      if (!out.program && !messages.has_errors()) messages.error({}, "the kernel could not be compiled");
    } catch (const std::bad_alloc&) {
      messages.error({}, "the kernel needs more memory than there is to compile");
    } catch (const std::exception& error) {
      messages.error({}, std::string("the kernel could not be compiled: ") + error.what());
    }
  }
  out.diagnostics = messages.take();
  return out;
}

}  // namespace warpglass
