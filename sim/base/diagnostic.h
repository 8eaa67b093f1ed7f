// What the program tells a student about a source or a run: data first, one printer for all of it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/base/source.h"

namespace warpglass {

enum class Severity { kError, kWarning, kNote };

// `kind` of a diagnostic, in the words of the JSON output.
enum class FaultKind {
  kCompile,     // the source is wrong or outside the subset
  kCase,        // the launch description is wrong (argument names, fills, files)
  kLaunch,      // the launch breaks a limit of the machine
  kBudget,      // the run reached its instruction or memory budget, or was cancelled
  kBounds,      // outside every buffer, null or wild
  kMisaligned,  // address not a multiple of the access width
  kAssert,      // a device assert failed
  kBarrier,     // a barrier nobody completes
  kRace,
  kUninitialised,
  kArithmetic,  // division by zero, over-wide shift (notes)
};
const char* fault_kind_name(FaultKind kind);  // "compile", "bounds", ...

// When an instruction was executed, as far as it is known, so that it can be found again in a run of the same launch.
struct When {
  static constexpr std::uint64_t kUnknown = UINT64_MAX;
  std::uint32_t instruction = UINT32_MAX;    // index in Program::code; UINT32_MAX: unknown
  std::uint64_t barriers = kUnknown;         // that its block had completed
  std::uint64_t sequence = kUnknown;         // instructions that its warp had executed
  std::uint64_t before_sequence = kUnknown;  // or: some time before its warp had executed so many
};

// Which thread did it. Blocks and threads are linear indices; dims are in the message text already.
struct ThreadPlace {
  std::uint64_t block = 0;   // linear block index
  std::uint32_t warp = 0;    // warp within the block
  std::uint32_t lane = 0;    // lane within the warp
  std::uint32_t thread = 0;  // linear thread index within the block
};

// The other side of a race, or whoever else was involved.
struct OtherParty {
  ThreadPlace who;
  Span span;
  std::string what;  // e.g. "wrote"
  When when{};
};

struct Diagnostic {
  Severity severity = Severity::kError;
  FaultKind kind = FaultKind::kCompile;
  Span span;            // may be unknown (line 0)
  std::string message;  // one sentence, no trailing newline
  std::string note;     // the way out; may be empty
  std::optional<ThreadPlace> place;
  std::optional<std::uint64_t> address;  // virtual byte address
  std::string object;                    // "A[1048576]" or "tile[33]"; may be empty
  std::optional<OtherParty> other;
  std::uint64_t count = 1;  // how many times it happened, when grouped
  When when{};              // the first of them
};

// The diagnostic as text with the source line and a caret under the place:
//   kernel.cu:7:9: error: ...
//      7 |   out[i] = v;
//        |   ^~~~~~
//   note: ...
std::string format_diagnostic(const Diagnostic& diagnostic, const SourceSet& sources);
std::string format_diagnostics(const std::vector<Diagnostic>& diagnostics, const SourceSet& sources);

}  // namespace warpglass
