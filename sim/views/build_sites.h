// The memory accesses of a Program as a student sees them: one site for each access of the source, with its text, what
// it cost over the launch and the least it could have cost.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "sim/views/result.h"

namespace warpglass {

struct BuiltSites {
  std::vector<AccessSite> sites;  // by span: file, line, column
  // (index in Program::code, space) -> index into `sites`. Copies of one access (a device function inlined twice) share
  // a site; a generic access that met both spaces has two.
  std::map<std::pair<std::uint32_t, Space>, std::size_t> by_instruction;
};

// `by_instruction`: RunResult's counters, or empty (nothing ran: sites without requests). Local and constant memory
// have no sites. `sector_bytes`: what one sector of the machine moves.
BuiltSites build_sites(const Program& program, const std::vector<Counters>& by_instruction, std::uint32_t sector_bytes);

// The text of a span with runs of white space as one blank, at most 120 bytes.
std::string span_text(const SourceSet& sources, const Span& span);

}  // namespace warpglass
